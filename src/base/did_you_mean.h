// "Did you mean ...?": finds the known word closest to a mistyped one, by edit distance.
#pragma once

#include "base/error.h"
#include "base/str.h"

// The i-th word of some table, NULL after the last.
typedef const char *WordAt(int i);

typedef struct {
    const char *typed;   // borrowed
    const char *nearest; // the closest word so far; NULL if none is close enough to be a typo
    int limit;           // a word needs fewer edits than this
} Suggestion;

// Call suggestion_consider for every known word, then read `nearest`.
Suggestion suggestion_for(const char *typed);
void suggestion_consider(Suggestion *s, const char *word);

// Appends "did you mean 'y'?" or "it is one of: x, y, z".
void did_you_mean_add_hint(const char *typed, WordAt *words, Str *out);

// Sets "there is no KIND 'typed'; " and the hint. Returns false.
bool did_you_mean_error(Error *err, const char *kind, const char *typed, WordAt *words);
