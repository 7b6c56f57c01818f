// An engine and what it is to judge by: the program's own numbers and net, or those of files. The
// files are read when it is known by which rules.
#pragma once

#include "engine/engine.h"

typedef struct Mind {
    char *weights;  // the name of a file, owned; NULL: the engine's own numbers
    char *net;      // likewise; "off": none; "on" and NULL: the engine's own, where it has one
    Engine *engine; // owned; NULL until it is prepared
    Error trouble;  // with the files
} Mind;

void mind_release(Mind *m);

// To judge as the other from now on.
void mind_follow(Mind *m, const Mind *other);

// The engine for these rules, with so many bytes as engine_set_memory has them. False if a file
// cannot be used; the engine is there all the same, and has its own numbers and no net.
bool mind_prepare(Mind *m, const Rules *rules, int64_t memory, int64_t table, Error *err);
