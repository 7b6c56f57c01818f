// The analysis cache: engine results by position, in the database. Bounded; the oldest entries are
// evicted first.
#pragma once

#include "base/str.h"
#include "store/store.h"

enum { ANALYSIS_CACHE_MAX = 20000 }; // about a kilobyte each

// Position text, engine name and search budget. Results of another engine never match.
typedef struct {
    const char *position, *engine;
    int lines; // 0: a proof
    int64_t ms, nodes;
} AnalysisCacheKey;

// Finds a result with at least as many lines, and at least the requested time per line, or the
// requested nodes per line if nodes are given. A settled result matches any budget.
bool analysis_cache_find(Store *s, const AnalysisCacheKey *key, Str *result, Error *err);

// Adds a result; `key` has the budget it took. Replaces results with fewer nodes.
bool analysis_cache_put(Store *s, const AnalysisCacheKey *key, bool settled, const char *result,
                        Error *err);
