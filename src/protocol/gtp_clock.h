// One side's time as GTP tells of it: main time, then periods of so many stones each. Pure
// arithmetic, as core/timer.h is.
#pragma once

#include "core/timer.h"

// All zero: no limit.
typedef struct {
    int64_t move_ms;            // for each move, whatever else there is
    int64_t main_ms, period_ms; // as they were set
    int period_stones;          // of a period
    bool runs;                  // there is a limit
    int64_t left_ms;            // of the main time, or
    int stones;                 // of a period with so many stones to go; 0: the main time
} GtpClock;

// A period without stones means no limit: that is the protocol's way to say so.
void gtp_clock_set(GtpClock *c, int64_t main_s, int64_t period_s, int stones);
void gtp_clock_start(GtpClock *c); // a new game

// The controller says what is left.
void gtp_clock_set_left(GtpClock *c, int64_t seconds, int stones);

// A move took so long; not every controller tells what is left then.
void gtp_clock_spend(GtpClock *c, int64_t ms);

MoveTime gtp_clock_move_time(const GtpClock *c);
