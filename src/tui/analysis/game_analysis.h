// What the engine thinks of the game that is on the screen: the best moves of the position, and
// Black's chances after each move. Found in the background.
#pragma once

#include "core/game.h"
#include "tui/analysis/position_analysis.h"

typedef struct GameAnalysis GameAnalysis;

GameAnalysis *game_analysis_new(void);
void game_analysis_free(GameAnalysis *i);

typedef struct {
    bool lines;   // the best moves of the position
    bool chances; // after each move; quick, so these come first
} GameAnalysisRequest;

// The game is as it is now; goes on with what is not known of it. Call it often.
void game_analysis_update(GameAnalysis *i, const Game *g, GameAnalysisRequest setup);

// Stops at once, and rests until the next game_analysis_update.
void game_analysis_pause(GameAnalysis *i);

Analysis game_analysis_best_lines(const GameAnalysis *i);

// Black's, in percent: before the first move and after each, also after moves that were taken back.
enum { WIN_RATE_UNKNOWN = 255 };
typedef struct {
    const uint8_t *percent;
    int count;
} WinRates;

WinRates game_analysis_win_rates(const GameAnalysis *i);

// Something can be read from it when there is news.
int game_analysis_fd(const GameAnalysis *i);
