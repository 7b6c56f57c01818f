// What the engine found of positions, kept for who asks again: a bounded number, of which the
// oldest go first.
#pragma once

#include "base/str.h"
#include "store/store.h"

enum { ANALYSIS_CACHE_MAX = 20000 }; // about a kilobyte each

// A position is known by its text, an engine by its name: another engine's findings are no answer.
typedef struct {
    const char *position, *engine;
    int lines; // how many; 0: a proof
    int64_t ms, nodes;
} AnalysisCacheKey;

// What answers a question: with as many lines at least, and for each of these as much time as was
// asked for, or, if a number of nodes is given, as many of these. What is settled answers all.
bool analysis_cache_find(Store *s, const AnalysisCacheKey *query, Str *result, Error *err);

// What was found with that effort. It replaces what saw fewer nodes.
bool analysis_cache_put(Store *s, const AnalysisCacheKey *found, bool settled, const char *result,
                        Error *err);
