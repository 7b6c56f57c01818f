// The word somebody probably meant: offer each word there is, then look at `nearest`.
#pragma once

#include "base/error.h"
#include "base/str.h"

// The i-th word of some table, NULL after the last.
typedef const char *WordAt(int i);

typedef struct {
    const char *typed;   // borrowed
    const char *nearest; // NULL while no word was near enough to be a slip of the fingers
    int limit;           // only fewer edits than this count
} Suggestion;

Suggestion suggestion_for(const char *typed);
void suggestion_consider(Suggestion *s, const char *word);

// Adds "did you mean 'y'?", or "it is one of: x, y, z".
void did_you_mean_add_hint(const char *typed, WordAt *words, Str *out);

// "there is no KIND 'typed'; " and the hint. Returns false.
bool did_you_mean_error(Error *err, const char *kind, const char *typed, WordAt *words);
