// What stands beside the board, piece by piece. Every piece draws into the area from `row` on and
// returns the row behind it.
#pragma once

#include "tui/analysis/game_analysis.h"
#include "tui/session/terminal_session.h"
#include "tui/views/board_view.h"

typedef struct {
    Screen *screen;
    Area area;
    StoneStyle stones;
    Notation notation;
} Panel;

int panel_draw_title(const Panel *p, int row, const TerminalSession *s);

// Who plays, whose turn it is, and the clocks. Of a record that is looked at: who played it, if it
// says so.
int panel_draw_players(const Panel *p, int row, const TerminalSession *s, const Record *looked_at);

// The moves up to the bottom of the area, `back` rows before the newest.
int panel_draw_moves(const Panel *p, int row, const Game *g, int back);
int panel_count_move_rows(const Panel *p, const Game *g);

// The chances as a bar, and the best lines; `lines` at most.
int panel_draw_analysis(const Panel *p, int row, const Analysis *a, const Board *b, int lines);

// Black's chances through the game, which stands after `at` moves.
int panel_draw_graph(const Panel *p, int row, WinRates chances, int at, int height);

// A heading.
int panel_draw_heading(const Panel *p, int row, const char *text);
