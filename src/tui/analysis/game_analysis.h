// Live analysis of the game on the screen, in the background: the best moves of the position, and
// the win rate after each move for the graph.
#pragma once

#include "core/game.h"
#include "tui/analysis/position_analysis.h"

typedef struct GameAnalysis GameAnalysis;

GameAnalysis *game_analysis_new(void);
void game_analysis_free(GameAnalysis *a);

typedef struct {
    bool lines;     // the best moves of the current position
    bool win_rates; // the win rate after each move; quick, so it is computed first
} GameAnalysisRequest;

// Follows the game: collects results and starts the next search. Call it often.
void game_analysis_update(GameAnalysis *a, const Game *g, GameAnalysisRequest request);

// Stops at once; the next game_analysis_update continues.
void game_analysis_pause(GameAnalysis *a);

EngineResult game_analysis_best_lines(const GameAnalysis *a);

// Black's win rate in percent: before the first move and after each one, moves that were taken back
// included.
enum { WIN_RATE_UNKNOWN = 255 };
typedef struct {
    const uint8_t *percent;
    int count;
} WinRates;

WinRates game_analysis_win_rates(const GameAnalysis *a);

// File descriptor that becomes readable when a search is done.
int game_analysis_fd(const GameAnalysis *a);
