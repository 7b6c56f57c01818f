// Self-play: generates training games of the engine against itself, on several threads.
//
// A game depends only on its number and the options, so the same games come out in the same order
// with any number of threads.
#pragma once

#include "base/clock.h"
#include "train/packed.h"

#include <stdint.h>

enum { SELFPLAY_THREADS_MAX = 256, SELFPLAY_STONES_MAX = 20 };

typedef struct {
    const Rules *rules;
    int size;
    int games, threads;
    int64_t nodes_min, nodes_max; // node limit, chosen at random for each move
    int stones_min, stones_max;   // of the random opening
    int balance;                  // rejects openings with a larger value in a short search
    int stray;                    // one move in this many is an exploration move; 0: none
    uint64_t seed;
    const char *weights; // a file; NULL: the built-in weights
    const char *net;     // a file with a net for the rules; NULL: no net
} SelfplayOptions;

// Called in the thread that called selfplay_run.
typedef struct {
    void *context;
    bool (*finished)(void *context, const PackedGame *g); // return false to stop
    bool (*waiting)(void *context); // called regularly; return false to stop immediately
} SelfplayCallbacks;

// Plays game `number` of a run. False if a file cannot be used, or if it was stopped.
bool selfplay_play(const SelfplayOptions *options, int number, StopToken stop, PackedGame *out,
                   Error *err);

bool selfplay_run(const SelfplayOptions *options, const SelfplayCallbacks *callbacks, Error *err);
