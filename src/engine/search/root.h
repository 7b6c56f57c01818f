// Root search: iterative deepening with aspiration windows, MultiPV, and progress reports.
#pragma once

#include "engine/search/search.h"

// Searches until the stop condition is met or every requested line is decided.
void root_search(Search *t, EngineAnswer *answer);

// Finds the moves with values closest to `aim`.
void root_balance(Search *t, int aim, EngineAnswer *answer);

// Lists the moves in classical ordering, without searching.
void root_order_moves(Search *t, EngineAnswer *answer);
