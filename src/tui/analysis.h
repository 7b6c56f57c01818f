// The best moves of a position, found bit by bit by a background thread while the screen lives.
#pragma once

#include "player/analyst.h"

typedef struct Analyser Analyser;

Analyser *analyser_new(void);
void analyser_free(Analyser *a);

// From here on the current question is this one. Not while one is being worked on.
void analyser_ask(Analyser *a, const Board *b);

// Works on it until interrupted or nothing more is to be learnt: a Work of background.h.
void analyser_work(void *analyser, bool (*interrupted)(void *context), void *context);

// What is known so far; at any time, from any thread.
Analysis analyser_result(Analyser *a);

// The chance of the side to move in one position, as `ms` milliseconds show it.
int analyser_chance(Analyser *a, const Board *b, int ms, bool (*interrupted)(void *context),
                    void *context);

// A value as the percentage by which that side wins. 0 and 100 only where that was calculated to
// the end.
int chance_of(int value);
