// ASCII board diagrams: parses the common layouts, and draws one for people.
//
// A diagram has one of three layouts:
//  - rows of points, with or without spaces between them. Black is one of X x @ # B b, White one of
//    O o W w, an empty point one of . + -; a stone may be in brackets, (X) or [X]. A row may have a
//    number at either end, or be framed by bars, with a number or a letter outside them. Lines of
//    column letters (from a) or numbers, and frames (+---+), are skipped;
//  - the output of print_board in the analysis course: `*0|1*`, rows `0b| *`, and a line of stars;
//  - the output of printBoard in the classroom course: ` |a|b|`, rulers ` +-+-+`, rows `1|X| |`.
// The board must be square. A line "Black to move" or "White to move", or with the result ("Black
// wins by five in a row"), may come before or after it. Without one, the number of stones decides
// the turn: Black if both have the same number, White if Black has one more; otherwise it is
// unknown.
#pragma once

#include "core/game.h"
#include "core/notation.h"

#include <stdbool.h>

typedef struct {
    Board board;
    Result stated; // the result in the text; END_NONE if there is none
} Picture;

// `turn` is the side to move if neither the text nor the stones show it; EMPTY: that is an error.
bool picture_parse(const char *text, size_t len, const Rules *rules, Stone turn, Picture *out,
                   Error *err);

// Draws the board with labels on all sides and the stone on `last` (POINT_NONE: none) in brackets,
// at most 56 columns wide. picture_parse can read it.
void picture_format(const Board *b, Notation labels, Point last, Str *out);

// Shared by text diagrams and SVG: coordinate labels and star points (hoshi) of a drawn board.

typedef struct {
    char text[4];
} Label;

// Letters or numbers, from the top or the bottom, as in the notation.
Label label_of_column(Notation notation, int x);
Label label_of_row(Notation notation, int size, int y);

bool is_star_point(int size, Point p);
