// GTP time control of one side: main time, then Canadian byo-yomi (periods with a number of
// stones). Pure arithmetic like core/timer.h.
#pragma once

#include "core/timer.h"

// All zero: no limit.
typedef struct {
    int64_t move_ms;            // additional limit per move; 0: none
    int64_t main_ms, period_ms; // the settings
    int period_stones;          // stones per period
    bool runs;                  // there is a limit
    int64_t left_ms;            // left of the main time or of the current period
    int stones;                 // stones left in the current period; 0: main time
} GtpClock;

// A period with time but without stones means no limit, as the protocol defines it.
void gtp_clock_set(GtpClock *c, int64_t main_s, int64_t period_s, int stones);
void gtp_clock_start(GtpClock *c); // for a new game

// Takes over what the controller says is left.
void gtp_clock_set_left(GtpClock *c, int64_t seconds, int stones);

// Deducts the time of a move, because not every controller sends time_left.
void gtp_clock_spend(GtpClock *c, int64_t ms);

MoveTime gtp_clock_move_time(const GtpClock *c);
