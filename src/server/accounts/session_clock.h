// The clock by which login sessions expire: the wall clock, unless that has just been set forward.
//
// Somebody who sets the clock of the machine 30 days forward, if only for a moment, must not log
// everybody out: guests could never come back. So this clock catches up by a day an hour, and goes
// back at once. With PostgreSQL it follows the clock of the database in the same way.
//
// No I/O: the caller reads the clocks. Zeroed is valid: the first time is believed.
#pragma once

#include <stdint.h>

enum { SESSION_CLOCK_SPEED = 24 }; // at most, against the monotonic clock

typedef struct {
    int64_t wall_ms; // what it said last; 0: nothing yet
    int64_t at_ms;   // when, by the monotonic clock
} SessionClock;

// What the clock says. `wall_ms`: since 1970, as the machine has it; `monotonic_ms` never goes
// back.
int64_t session_clock_now(SessionClock *c, int64_t wall_ms, int64_t monotonic_ms);

// A browser's session that was last used before this time has expired: it was unused for thirty
// days. So has a guest who was created before it, never played and has no session.
int64_t session_clock_expiry(SessionClock *c, int64_t wall_ms, int64_t monotonic_ms);
