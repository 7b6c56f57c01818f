// Data generator: runs independent tasks on several threads and writes their results, without
// duplicates, in the order of the tasks. The output does not depend on the number of threads.
#pragma once

#include "app/subcommand.h"
#include "engine/engine.h"

enum { GENERATOR_THREADS_MAX = 64 };

// Set of 64-bit keys (hashes), to detect duplicates.
typedef struct {
    uint64_t *keys;
    int count, capacity;
} KeySet;

// Adds the key. Returns true if it is new. Caller frees `keys` with mem_free.
bool key_set_add(KeySet *set, uint64_t key);

typedef struct Generator Generator;

typedef struct {
    const Subcommand *command;
    const char *results, *tasks; // plural nouns for messages: "openings", "attempts"
    const char *hint;            // advice if there are too few results; may be ""
    const char *output;          // a new file; NULL: standard output
    bool quiet;                  // no progress on standard error
    int threads;
    int wanted;       // number of results; 0: those of all tasks
    int task_count;   // 0: no limit
    int effort_max;   // gives up if a result takes more tasks than this; 0: never
    size_t task_size; // bytes of what a task finds
    void *context;
    void (*begin)(void *context, Engine *engine, FILE *out); // writes a header; may be NULL
    // On any thread: does a task and stores what it finds in `found`, which is zeroed.
    void (*work)(void *context, Engine *engine, StopToken stop, int task, void *found);
    // In the order of the tasks: writes every result that generator_accept accepts.
    void (*write)(void *context, Generator *g, const void *found, FILE *out);
} GeneratorOptions;

// Counts a result. False, and not counted, if it is a duplicate or there are enough.
bool generator_accept(Generator *g, uint64_t key);

// Returns the exit status. A caught signal (base/interrupt.h) stops it and keeps what was written.
int generator_run(const GeneratorOptions *options);
