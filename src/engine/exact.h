// Trying everything: alpha-beta that leaves nothing out and guesses nothing, for positions near
// their end and for small boards.
#pragma once

#include "engine/engine.h"
#include "engine/position.h"
#include "engine/table.h"

typedef struct {
    Position *position; // borrowed, as the table, which must hold nothing but proofs
    Table *table;
    EngineLimits limits;

    int64_t deadline_ns;      // 0: none
    int64_t nodes, next_look; // and when to look at the clock
    int64_t horizons;         // how often the search had to stop before the end
    bool stopped;
    int32_t history[2][POINT_COUNT]; // how often a move refuted something
} Exact;

// Searches deeper and deeper until a limit is reached or the outcome is certain.
EngineProof exact_run(Exact *t);
