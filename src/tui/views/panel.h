// Side panel: players, clocks, move list, analysis and win rate graph. Each function draws from
// `row` of the area on and returns the row after it.
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

int panel_draw_heading(const Panel *p, int row, const char *text);
int panel_draw_title(const Panel *p, int row, const TerminalSession *s);

// The players, whose turn it is, and the clocks. With `reviewed` (NULL: no review), the players'
// names come from that record where it has them.
int panel_draw_players(const Panel *p, int row, const TerminalSession *s, const Record *reviewed);

// The move list down to the bottom of the area, scrolled back by `scrolled` rows.
int panel_draw_moves(const Panel *p, int row, const Game *g, int scrolled);
int panel_count_move_rows(const Panel *p, const Game *g);

// The win rate as a bar, then at most `lines` best lines.
int panel_draw_analysis(const Panel *p, int row, const EngineResult *a, const Board *b, int lines);

// Black's win rate through the game as a graph; `at` is the current number of moves.
int panel_draw_graph(const Panel *p, int row, WinRates win_rates, int at, int height);
