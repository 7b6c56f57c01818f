// Opening book of a match: short openings from a file, random stones near the center, or balanced
// openings made by the engine.
#pragma once

#include "base/error.h"
#include "base/number.h"
#include "core/board.h"
#include "engine/engine.h"

#include <stddef.h>

enum { OPENING_LINE_MAX = 64 }; // the longest known opening of Gomocup has 40 stones

// The first moves of a game, starting with Black.
typedef struct {
    int count;
    Point points[OPENING_LINE_MAX];
} OpeningLine;

typedef struct {
    OpeningLine *lines;
    int count;
} OpeningBook;

// One opening per line: moves ("h8i9h9", rows from the bottom) or Gomocup's offsets from the center
// ("0,0, 1,0, 1,3"). Skips empty lines and text after #. Every opening must be legal and must not
// end the game. Fails if there are no openings.
bool opening_book_parse(const char *text, size_t len, const Rules *rules, int size,
                        OpeningBook *out, Error *err);
bool opening_book_load(const char *path, const Rules *rules, int size, OpeningBook *out,
                       Error *err);
void opening_book_release(OpeningBook *b);

// Equal for books with the same openings in the same order.
uint32_t opening_book_checksum(const OpeningBook *b);

// Random stones within three points of the center. None of them ends the game or is a foul. Fewer
// than `stones` if there is not enough room.
OpeningLine opening_line_random(const Rules *rules, int size, int stones, Rng *rng);

// Generator of balanced openings: a few random stones near each other, then the move with the
// evaluation closest to 0, kept if a deeper search agrees.
typedef struct {
    const Rules *rules;
    int size;
    int stones;    // per opening, 2 to OPENING_LINE_MAX
    int bound;     // largest engine value allowed, for either side
    int64_t nodes; // for finding the last move; the check gets BALANCED_OPENING_CHECK times as many
    uint64_t seed;
} BalancedOpeningOptions;

enum { BALANCED_OPENING_CHECK = 8 };

typedef struct {
    OpeningLine line;
    int value; // for the side to move after it
} BalancedOpening;

// One attempt; depends only on the options and the number. False if the opening is not balanced or
// the attempt was stopped.
bool balanced_opening_attempt(Engine *engine, const BalancedOpeningOptions *options, int number,
                              StopToken stop, BalancedOpening *out);

// A hash of a few small attempts. Engines with the same signature generate the same openings. Uses
// only the rules and the size of `options`.
uint64_t balanced_opening_signature(Engine *engine, const BalancedOpeningOptions *options);

// Equal for lines that lead to the same position up to symmetry.
uint64_t balanced_opening_key(const OpeningLine *line, int size);
