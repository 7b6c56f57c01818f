// Game clocks: time controls (Fischer increment, byoyomi, time per move), remaining time, and time
// allocation per move. Pure arithmetic: the caller measures the time.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

// All zero: no limit. Limits combine: the first one reached applies.
typedef struct {
    int64_t main_ms;      // for the whole game
    int64_t increment_ms; // added after each turn; without main time, also before the first
    int64_t move_ms;      // for each move
    int64_t period_ms;    // byoyomi: after the main time, `periods` periods of this length;
    int periods;          // a period not used up is available again for the next move
} TimeControl;

// One player's clock.
typedef struct {
    int64_t main_left_ms;
    int periods_left;
    bool flag_fell;
} Timer;

enum { TIMER_PERIODS_MAX = 100 };
static const int64_t timer_unlimited = INT64_MAX;

Timer timer_start(const TimeControl *control);

// The most time the next move may take: timer_unlimited without a limit, 0 once the flag fell.
int64_t timer_budget(const TimeControl *control, const Timer *t);

// Time management for one move: the time it should normally take, and the most it may take, less a
// reserve for lag. Equal if saved time cannot be used later; both 0 without a limit.
typedef struct {
    int64_t usual_ms, most_ms;
} MoveTime;

// `left_ms` is the time left for the next `moves` moves, `increment_ms` is added after each, and
// `move_ms` is the limit of a single move. left_ms and move_ms may be timer_unlimited.
MoveTime move_time_for(int64_t left_ms, int moves, int64_t increment_ms, int64_t move_ms);

enum { TIMER_MOVES_TO_GO = 20 }; // moves left in the game, if unknown

MoveTime timer_move_time(const TimeControl *control, const Timer *t);

// Deducts the time of a move, and adds the increment if it ends the turn: in an opening a turn may
// have several moves. If the time exceeds the budget, returns false and only sets flag_fell, so
// that clearing it is enough to undo.
bool timer_spend(const TimeControl *control, Timer *t, int64_t ms, bool ends_turn);

// "90", "0.5": seconds with up to three decimals.
bool seconds_parse(const char *text, int64_t *ms, Error *err);
void seconds_format(int64_t ms, Str *out);

// Seconds with up to three decimals: "none", "300" for the game, "300+5" with an increment,
// "10/move", "600+3x30" with three byoyomi periods, and "300+5,30/move" for both kinds together.
bool time_control_parse(const char *text, TimeControl *out, Error *err);
void time_control_format(const TimeControl *control, Str *out);
