// Playing time: what each side has, and what a move may cost. Pure arithmetic; whoever reads a real
// clock tells it how many milliseconds went by.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

// All zero: no limit. Limits combine: whichever is reached first counts.
typedef struct {
    int64_t main_ms;      // for the whole game
    int64_t increment_ms; // added after each move; without main time the first move has it too
    int64_t move_ms;      // for each move by itself
    int64_t period_ms;    // byoyomi: when the main time is gone, `periods` times this much;
    int periods;          // a period not used up is there again for the next move
} TimeControl;

// One side's time.
typedef struct {
    int64_t main_left_ms;
    int periods_left;
    bool flag_fell;
} Timer;

enum { TIMER_PERIODS_MAX = 100 };
static const int64_t timer_unlimited = INT64_MAX;

Timer timer_start(const TimeControl *control);

// The most the next move may cost, timer_unlimited if there is no limit, 0 once the flag fell.
int64_t timer_budget(const TimeControl *control, const Timer *t);

// How long a move should take, and how long it may, with something left for what gets lost between
// two clocks. Equal where time that is saved is of no use later; both 0 without limit.
typedef struct {
    int64_t usual_ms, most_ms;
} MoveTime;

// For who knows only what is left, for so many moves that each bring an increment, and what a
// single one may take at most. Either may be timer_unlimited.
MoveTime move_time_for(int64_t left_ms, int moves, int64_t increment_ms, int64_t move_ms);

enum { TIMER_MOVES_TO_GO = 20 }; // as many as a game may still last, where nobody knows

MoveTime timer_move_time(const TimeControl *control, const Timer *t);

// A move took that long. Returns false if that was more than the budget: the flag falls, and the
// rest stays as it was, so that taking the flag up again is all it takes to undo.
bool timer_spend(const TimeControl *control, Timer *t, int64_t ms);

// "90", "0.5": seconds with up to three decimals.
bool seconds_parse(const char *text, int64_t *ms, Error *err);
void seconds_format(int64_t ms, Str *out);

// Seconds, with up to three decimals: "none", "300" for the game, "300+5" with an increment,
// "10/move", "600+3x30" with three byoyomi periods, and "300+5,30/move" for both kinds at once.
bool time_control_parse(const char *text, TimeControl *out, Error *err);
void time_control_format(const TimeControl *control, Str *out);
