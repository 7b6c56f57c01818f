// Alpha-beta over a Position: iterative deepening, exact tactics first, quiet moves last.
#pragma once

#include "engine/engine.h"
#include "engine/position.h"
#include "engine/table.h"
#include "engine/vcf.h"

typedef struct {
    Position *position; // borrowed, as the two below
    Table *table;
    Vcf *vcf;
    EngineLimits limits;
    bool exact; // leave nothing out and guess nothing: for proofs

    int64_t deadline_ns;      // 0: none
    int64_t nodes, next_look; // and when to look at the clock
    int root_depth;           // of this iteration
    int64_t horizons;         // how often the search had to guess
    bool stopped;
    int32_t history[2][POINT_COUNT]; // how often a move refuted something
} Search;

// Searches deeper and deeper until a limit is reached or the outcome is certain.
EngineAnswer search_run(Search *t);
