// Openings for a match: short beginnings from a file, or stones thrown near the centre.
#pragma once

#include "base/error.h"
#include "base/rng.h"
#include "core/board.h"

#include <stddef.h>

enum { OPENING_LINE_MAX = 64 }; // Gomocup's longest known opening has 40

// The first stones of a game, Black's first.
typedef struct {
    int count;
    Point points[OPENING_LINE_MAX];
} OpeningLine;

typedef struct {
    OpeningLine *lines;
    int count;
} OpeningBook;

// One opening a line: moves ("h8i9h9", rows from the bottom) or Gomocup's offsets from the centre
// ("0,0, 1,0, 1,3"). Empty lines and what follows # are skipped. Every line must be playable by
// the rules and leave the game open, and there must be one.
bool opening_book_parse(const char *text, size_t len, const Rules *rules, int size,
                        OpeningBook *out, Error *err);
bool opening_book_load(const char *path, const Rules *rules, int size, OpeningBook *out,
                       Error *err);
void opening_book_release(OpeningBook *b);

// The same for two books with the same openings in the same order.
uint32_t opening_book_checksum(const OpeningBook *b);

// Stones within three points of the centre, none of which ends the game or is a foul. Fewer than
// asked for where no more fit.
OpeningLine opening_line_random(const Rules *rules, int size, int stones, Rng *rng);
