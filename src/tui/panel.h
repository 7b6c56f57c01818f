// What stands beside the board, piece by piece. Every piece draws into the area from `row` on and
// returns the row behind it.
#pragma once

#include "tui/board_view.h"
#include "tui/insight.h"
#include "tui/sitting.h"

typedef struct {
    Screen *screen;
    Area area;
    Stones stones;
    Notation notation;
} Panel;

int panel_title(const Panel *p, int row, const Sitting *s);

// Who plays, whose turn it is, and the clocks. Of a record that is looked at: who played it, if it
// says so.
int panel_players(const Panel *p, int row, const Sitting *s, const Record *looked_at);

// The moves up to the bottom of the area, `back` rows before the newest.
int panel_moves(const Panel *p, int row, const Game *g, int back);
int panel_moves_rows(const Panel *p, const Game *g);

// The chances as a bar, and the best lines; `lines` at most.
int panel_analysis(const Panel *p, int row, const Analysis *a, const Board *b, int lines);

// Black's chances through the game, which stands after `at` moves.
int panel_graph(const Panel *p, int row, Chances chances, int at, int height);

// A heading.
int panel_heading(const Panel *p, int row, const char *text);
