// The best moves of a position, found bit by bit by a background thread while the screen lives.
#pragma once

#include "player/analyst.h"

typedef struct PositionAnalysis PositionAnalysis;

PositionAnalysis *position_analysis_new(void);
void position_analysis_free(PositionAnalysis *a);

// From here on the current question is this one. Not while one is being worked on.
void position_analysis_set_board(PositionAnalysis *a, const Board *b);

// Works on it until interrupted or nothing more is to be learnt: a Work of background.h.
void position_analysis_run(void *analyser, bool (*interrupted)(void *context), void *context);

// What is known so far; at any time, from any thread.
Analysis position_analysis_result(PositionAnalysis *a);

// The chance of the side to move in one position, as `ms` milliseconds show it.
int position_analysis_win_rate(PositionAnalysis *a, const Board *b, int ms,
                               bool (*interrupted)(void *context), void *context);

// A value as the percentage by which that side wins. 0 and 100 only where that was calculated to
// the end.
int win_rate_percent(int value);
