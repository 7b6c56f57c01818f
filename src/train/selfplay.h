// The engine against itself, many games at once, for what can be learnt from them.
//
// A game depends on its number and the options alone, so the same games come out, in the same
// order, however many threads there are.
#pragma once

#include "train/packed.h"

#include <stdint.h>

enum { SELFPLAY_THREADS_MAX = 256, SELFPLAY_STONES_MAX = 20 };

typedef struct {
    const Rules *rules;
    int size;
    int games, threads;
    int64_t nodes_min, nodes_max; // a move, drawn anew for each
    int stones_min, stones_max;   // of the opening
    int balance;                  // openings that a short search values beyond it are thrown away
    int stray;                    // one move in so many is not the best; 0: none
    uint64_t seed;
    const char *weights; // a file to evaluate with; NULL: the engine's own
    const char *net;     // a file with a net that suits the rules; NULL: none
} SelfplayOptions;

// Whoever wants to know. Called in the thread that called selfplay_run.
typedef struct {
    void *context;
    bool (*finished)(void *context, const PackedGame *g); // false: that is enough
    bool (*waiting)(void *context);                       // now and then; false: stop at once
} SelfplayCallbacks;

bool selfplay_run(const SelfplayOptions *options, const SelfplayCallbacks *audience, Error *err);
