// Analysis at the terminal, in the background: the best moves of the position (multi-PV), the win
// rate after each move, and the thread that searches.
#pragma once

#include "base/clock.h"
#include "core/game.h"
#include "engine/engine.h"

// ---- Background thread: runs one job at a time, so that the interface never blocks

typedef struct Background Background;

// Must poll `stop` often and return soon once it is requested.
typedef void BackgroundWork(void *job, StopToken stop);

Background *background_new(void);
void background_free(Background *b); // stops the job first

// The thread owns `job` until background_poll returns true or background_stop returns. Only one job
// can run at a time.
void background_start(Background *b, BackgroundWork *work, void *job);
bool background_is_busy(const Background *b); // started, and not yet polled as done or stopped

// True once, when the job is done. The caller owns it again.
bool background_poll(Background *b);

// Interrupts the job and waits for it. True if one was running; its result is not valid.
bool background_stop(Background *b);

// Waits until the job is done, at most `ms`.
void background_wait(const Background *b, int ms);

// File descriptor that becomes readable when the job is done; background_poll drains it. For the
// full screen only: -1 on Windows.
int background_fd(const Background *b);

// ---- Live analysis of a game

typedef struct GameAnalysis GameAnalysis;

GameAnalysis *game_analysis_new(void);
void game_analysis_free(GameAnalysis *a);

typedef struct {
    bool lines;     // the best moves of the current position
    bool win_rates; // the win rate after each move; quick, so it is computed first
} GameAnalysisRequest;

// Follows the game: collects results and starts the next search. Call it often.
void game_analysis_update(GameAnalysis *a, const Game *g, GameAnalysisRequest request);

// Updates until the request is answered, `ms` milliseconds have passed, or `stop` is requested.
void game_analysis_run(GameAnalysis *a, const Game *g, GameAnalysisRequest request, int64_t ms,
                       StopToken stop);

// Stops at once; the next game_analysis_update continues.
void game_analysis_pause(GameAnalysis *a);

EngineResult game_analysis_best_lines(GameAnalysis *a);

// Black's win rate in percent: before the first move and after each one, including moves that were
// taken back.
enum { WIN_RATE_UNKNOWN = 255 };
typedef struct {
    const uint8_t *percent;
    int count;
} WinRates;

WinRates game_analysis_win_rates(const GameAnalysis *a);

// File descriptor that becomes readable when a search is done.
int game_analysis_fd(const GameAnalysis *a);

// Converts an engine value to a win rate in percent. Only a proven result gives 0 or 100.
int win_rate_percent(int value);
