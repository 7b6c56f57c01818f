// Error: why an operation failed, as one line of text for people.
//
// A function that can fail for reasons outside the program (bad input, a missing file) takes
// `Error *err` last and returns false or NULL. It writes *err only when it fails, so calls can be
// chained with `||` and `&&`. Pass NULL if you do not need the reason. The text never contains
// control characters, even if it quotes input, so it is safe to print to a terminal.
#pragma once

#include "base/str.h"

#include <stdbool.h>

typedef struct {
    char text[240];
} Error;

// Returns false, so `return error_set(err, ...)` is the whole error path. A macro, so that the
// compiler sees the constant: otherwise it warns about uninitialized results.
#define error_set(...) (error_write(__VA_ARGS__), error_return_false())

void error_write(Error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline bool error_return_false(void) {
    return false;
}

// Prepends "context: ". A long context, such as a file path, is shortened in the middle so that the
// reason still fits. Returns false.
bool error_prefix(Error *err, const char *context);

// Sets "path: " and the reason of the last failed system call, from errno. Returns false.
#define error_set_errno(err, path) (error_write_errno(err, path), error_return_false())

void error_write_errno(Error *err, const char *path);

// Prepends "line L, column C: ". Returns false.
bool error_locate(Error *err, int line, int column);

// A name that is not in this build, and the Meson feature that adds it: -Dserver=enabled.
typedef struct {
    const char *name, *feature;
    const char *program; // separate program that has it; may be NULL
} NotBuilt;

// Sets the error and returns true if `table`, which ends with a row of zeros, has this name.
bool error_not_built(Error *err, const char *name, const NotBuilt *table);

// "Did you mean ...?": finds the known word closest to a mistyped one, by edit distance.

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

// The index of the word, case-insensitive. If it is not found: -1, and the error of
// did_you_mean_error.
int word_find(const char *typed, const char *kind, WordAt *words, Error *err);
