// How people write points. The conventions differ by a letter and by where row 1 is, so a bare "k5"
// means nothing: every reader and writer names the notation it means.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/point.h"

typedef enum {
    NOTATION_POS, // letter with I, row from the bottom: RenLib, most web games, the mist course;
                  // first, because it is what nobody's choice means
    NOTATION_GTP, // letter without I, row from the bottom: GTP, GoGui
    NOTATION_POS_TOP, // letter with I, row from the top: c-gomoku-cli, the classroom game
    NOTATION_XY,      // column,row from 0 at the top left: Gomocup
    NOTATION_SGF,     // two letters, column and row from the top
    NOTATION_COUNT,
} Notation;

// The i-th notation's name, NULL after the last; and back.
const char *notation_name(int i);
bool notation_find(const char *name, Notation *out, Error *err);

// One line for help texts, with the centre of a 15x15 board as example.
const char *notation_summary(Notation notation);

// The whole text must be one point of a board of `size`. Letters in either case, except in SGF
// where case matters; no blanks, no leading zero beyond what `a01` is to GTP's integer.
bool point_parse(const char *text, Notation notation, int size, Point *out, Error *err);

// Points of NOTATION_POS one behind the other, "h8i9h10", at most `room` of them; *count becomes
// how many there are.
bool points_parse(const char *text, int size, int room, Point *points, int *count, Error *err);

// GTP in capitals, POS in small letters, as each world writes them.
void point_format(Point p, Notation notation, int size, Str *out);

// The letter that names a column, or 0 where the notation has none (x,y).
char notation_column_letter(Notation notation, int x);
