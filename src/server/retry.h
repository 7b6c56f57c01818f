// When a request is handled again, because another instance has changed the same game meanwhile, or
// has its row locked.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    ATTEMPTS_MAX = 3,          // if each time another instance has changed the game
    LOCKED_MAX_MS = 3000,      // how long a row may stay locked
    LOCKED_PAUSE_MIN_MS = 2,   // between two attempts, doubled each time: a commit is short,
    LOCKED_PAUSE_MAX_MS = 100, // but whoever locks a row for longer must not keep a core busy
};

typedef struct {
    int changes;        // how often another instance has changed the game
    int pause_ms;       // the last one; 0: the row was not locked yet
    int64_t due_ms;     // when to handle the request again
    int64_t give_up_ms; // when not to wait for the row any more
} Retry;

// The attempt has failed.
void retry_set(Retry *r, bool is_locked, int64_t now_ms);

// Enough attempts have failed.
bool retry_is_over(const Retry *r, int64_t now_ms);
