// Opening book of a match: short openings from a file, or random stones near the center.
#pragma once

#include "base/error.h"
#include "base/rng.h"
#include "core/board.h"

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
