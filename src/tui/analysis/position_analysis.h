// Analysis of one position: the best moves (multi-PV), improved step by step while a background
// thread searches.
#pragma once

#include "engine/engine.h"

typedef struct PositionAnalysis PositionAnalysis;

PositionAnalysis *position_analysis_new(void);
void position_analysis_free(PositionAnalysis *a);

// Sets the position and clears the result. Not while position_analysis_run is running.
void position_analysis_set_board(PositionAnalysis *a, const Board *b);

// Searches until stopped or finished: a BackgroundWork.
void position_analysis_run(void *analysis, StopToken stop);

// The result so far. Can be called from any thread at any time.
EngineResult position_analysis_result(PositionAnalysis *a);

// Win rate of the side to move, in percent, after a search of about `ms` milliseconds.
int position_analysis_win_rate(PositionAnalysis *a, const Board *b, int ms, StopToken stop);

// Converts an engine value to a win rate in percent. Only a proven result gives 0 or 100.
int win_rate_percent(int value);
