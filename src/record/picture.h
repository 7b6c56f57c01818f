// Boards drawn in characters: read as people and programs draw them, and drawn for people to read.
//
// A drawing is one of three:
//  - rows of points, with or without blanks between them. Black is one of X x @ # B b, White one of
//    O o W w, an empty point one of . + -; a stone may stand in brackets, (X) or [X]. A row may
//    have a number at either end, or be framed by bars, with a number or a letter outside them.
//    Lines of column letters (from a) or numbers, and frames (+---+), are skipped;
//  - what print_board of the analysis course prints: `*0|1*`, rows `0b| *`, and a line of stars;
//  - what printBoard of the classroom course prints: ` |a|b|`, rulers ` +-+-+`, rows `1|X| |`.
// The board must be square. A line "Black to move" or "White to move", or how the game ended
// ("Black wins by five in a row"), may stand before or behind it; without one the stones say who
// moves: Black if there are as many of both, White if Black has one more; and otherwise nobody
// knows.
#pragma once

#include "core/game.h"
#include "core/notation.h"

typedef struct {
    Board board;
    Result stated; // how the game ended, as the text says; END_NONE if it says nothing
} Picture;

// `turn` is to move where neither words nor stones tell; EMPTY: the drawing is refused instead.
bool picture_parse(const char *text, size_t len, const Rules *rules, Stone turn, Picture *out,
                   Error *err);

// Draws the board with labels on all sides and the stone on `last` (POINT_NONE: none) in brackets;
// at most 56 columns wide. picture_parse reads it again.
void picture_format(const Board *b, Notation labels, Point last, Str *out);
