// Engine configuration: an engine with its evaluation weights and NNUE net, built in or from files.
// The files are loaded when the rules are known.
#pragma once

#include "engine/engine.h"

typedef struct Mind {
    char *weights;  // file name, owned; NULL: the built-in weights
    char *net;      // file name, owned; "off": no net; "on" or NULL: the built-in net, if any
    Engine *engine; // owned; NULL until mind_prepare
    Error trouble;  // why a file could not be loaded; empty if all is well
} Mind;

void mind_release(Mind *m);

// Copies the net and weight settings of `other`; frees the engine.
void mind_follow(Mind *m, const Mind *other);

// Prepares an engine for `rules` within the memory limits of engine_set_memory. False if a file
// cannot be used; the engine exists anyway, with the built-in weights and no net.
bool mind_prepare(Mind *m, const Rules *rules, int64_t memory, int64_t table, Error *err);
