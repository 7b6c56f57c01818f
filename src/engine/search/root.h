// Root search: iterative deepening with aspiration windows, MultiPV, and progress reports.
#pragma once

#include "engine/search/search.h"

// Searches until the stop condition is met or every requested line is decided.
void root_search(Search *t, EngineResult *result);

// Finds the moves with values closest to the request's balance target.
void root_balance(Search *t, EngineResult *result);

// Lists the moves in classical ordering, without searching.
void root_order_moves(Search *t, EngineResult *result);
