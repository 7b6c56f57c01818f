#include "core/timer.h"

#include "base/scanner.h"

#include <string.h>

enum { SECONDS_MAX = 1000000 };

// Without main time the first move gets its increment in advance, otherwise it would have no time.
Timer timer_start(const TimeControl *control) {
    int64_t ms = control->main_ms > 0 ? control->main_ms : control->increment_ms;
    return (Timer){.main_left_ms = ms, .periods_left = control->periods};
}

static bool has_game_limit(const TimeControl *control) {
    return control->main_ms > 0 || control->increment_ms > 0 || control->periods > 0;
}

int64_t timer_budget(const TimeControl *control, const Timer *t) {
    if (t->flag_fell)
        return 0;
    int64_t budget = timer_unlimited;
    if (has_game_limit(control))
        budget = t->main_left_ms + t->periods_left * control->period_ms;
    if (control->move_ms > 0 && control->move_ms < budget)
        budget = control->move_ms;
    return budget;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

// Subtracts a reserve for lag: a fixed part for pipes and the system, and a part that grows with
// the time, because a busy machine may stall for longer.
static int64_t less_reserve(int64_t ms) {
    enum { RESERVE_MS = 8, RESERVE_PART = 20, RESERVE_MAX_MS = 200 };
    return ms - smaller(RESERVE_MS + ms / RESERVE_PART, RESERVE_MAX_MS);
}

static int64_t at_least_one(int64_t ms) {
    return ms > 0 ? ms : 1; // 0 would mean no limit
}

MoveTime move_time_for(int64_t left_ms, int moves, int64_t increment_ms, int64_t move_ms) {
    enum { TIMES_USUAL = 4 }; // maximum relative to the usual time
    if (left_ms == timer_unlimited && move_ms == timer_unlimited)
        return (MoveTime){0};
    int64_t most = move_ms == timer_unlimited ? move_ms : less_reserve(move_ms), usual = most;
    if (left_ms != timer_unlimited) {
        int64_t share = left_ms / moves + increment_ms;
        most = smaller(most, smaller(TIMES_USUAL * share, less_reserve(left_ms)));
        usual = smaller(share, most);
    }
    return (MoveTime){at_least_one(usual), at_least_one(most)};
}

// Once the main time is used up, every move has a full period; the other periods are a reserve.
MoveTime timer_move_time(const TimeControl *control, const Timer *t) {
    int64_t move_ms = control->move_ms > 0 ? control->move_ms : timer_unlimited;
    if (t->flag_fell)
        return (MoveTime){1, 1};
    if (!has_game_limit(control))
        return move_time_for(timer_unlimited, 1, 0, move_ms);
    if (t->main_left_ms == 0 && t->periods_left > 0)
        return move_time_for(timer_unlimited, 1, 0, smaller(move_ms, control->period_ms));
    return move_time_for(t->main_left_ms, TIMER_MOVES_TO_GO, control->increment_ms, move_ms);
}

// Time beyond the main time uses up whole periods; the one in which the move ends is restored.
static void spend_periods(const TimeControl *control, Timer *t, int64_t ms) {
    int used_up = (int)((ms - 1) / control->period_ms);
    t->periods_left -= used_up;
}

bool timer_spend(const TimeControl *control, Timer *t, int64_t ms, bool ends_turn) {
    if (ms > timer_budget(control, t)) {
        t->flag_fell = true;
        return false;
    }
    if (!has_game_limit(control))
        return true;
    int64_t from_main = ms < t->main_left_ms ? ms : t->main_left_ms;
    t->main_left_ms -= from_main;
    if (ms > from_main)
        spend_periods(control, t, ms - from_main);
    if (ends_turn)
        t->main_left_ms += control->increment_ms;
    return true;
}

static bool parse_seconds(Scanner *s, int64_t *ms, Error *err) {
    int whole;
    if (!scanner_number(s, SECONDS_MAX, &whole))
        return error_set(err, "expected seconds, at most %d", SECONDS_MAX);
    *ms = (int64_t)whole * 1000;
    if (!scanner_accept(s, '.'))
        return true;
    int64_t unit = 100;
    for (int c; (c = scanner_peek(s)) >= '0' && c <= '9' && unit > 0; unit /= 10)
        *ms += (scanner_next(s) - '0') * unit;
    return unit < 100 || error_set(err, "expected digits after the decimal point");
}

bool seconds_parse(const char *text, int64_t *ms, Error *err) {
    Scanner s = scanner_over(text, strlen(text));
    int64_t parsed;
    Error reason;
    if (!parse_seconds(&s, &parsed, &reason) || !scanner_at_end(&s))
        return error_set(err, "'%.40s' is not a number of seconds", text);
    *ms = parsed;
    return true;
}

void seconds_format(int64_t ms, Str *out) {
    str_add(out, "%d", (int)(ms / 1000));
    if (ms % 1000 == 0)
        return;
    str_add(out, ".%03d", (int)(ms % 1000));
    while (out->data[out->len - 1] == '0')
        str_cut(out, out->len - 1);
}

// The part after "+": an increment or byoyomi periods.
static bool parse_extra(Scanner *s, TimeControl *out, Error *err) {
    Scanner ahead = *s;
    int periods;
    if (scanner_number(&ahead, TIMER_PERIODS_MAX, &periods) && scanner_accept(&ahead, 'x')) {
        *s = ahead;
        out->periods = periods;
        return parse_seconds(s, &out->period_ms, err) &&
               ((periods > 0 && out->period_ms > 0) ||
                error_set(err, "byoyomi needs at least one period and some time in it"));
    }
    return parse_seconds(s, &out->increment_ms, err);
}

static bool parse_part(Scanner *s, TimeControl *out, Error *err) {
    int64_t ms;
    if (!parse_seconds(s, &ms, err))
        return false;
    if (scanner_accept_word(s, "/move")) {
        if (out->move_ms > 0)
            return error_set(err, "the time per move is given twice");
        out->move_ms = ms;
        return ms > 0 || error_set(err, "the time for a move must be more than 0");
    }
    if (has_game_limit(out))
        return error_set(err, "the time for the game is given twice");
    out->main_ms = ms;
    if (scanner_accept(s, '+') && !parse_extra(s, out, err))
        return false;
    return has_game_limit(out) || error_set(err, "the time for a game must be more than 0");
}

bool time_control_parse(const char *text, TimeControl *out, Error *err) {
    TimeControl control = {0};
    if (strcmp(text, "none") != 0) {
        Scanner s = scanner_over(text, strlen(text));
        Error reason;
        bool ok = true;
        do
            ok = parse_part(&s, &control, &reason);
        while (ok && scanner_accept(&s, ','));
        if (ok && !scanner_at_end(&s))
            ok = error_set(&reason, "unexpected text at column %d", s.column);
        if (!ok)
            return error_set(
                err, "time control '%.40s': %s; write none, 300, 300+5, 10/move or 600+3x30", text,
                reason.text);
    }
    *out = control;
    return true;
}

void time_control_format(const TimeControl *control, Str *out) {
    size_t start = out->len;
    if (has_game_limit(control)) {
        seconds_format(control->main_ms, out);
        if (control->increment_ms > 0 || control->periods > 0)
            str_add_char(out, '+');
        if (control->periods > 0)
            str_add(out, "%dx", control->periods);
        if (control->increment_ms > 0 || control->periods > 0)
            seconds_format(control->periods > 0 ? control->period_ms : control->increment_ms, out);
    }
    if (control->move_ms > 0) {
        if (out->len > start)
            str_add_char(out, ',');
        seconds_format(control->move_ms, out);
        str_add_text(out, "/move");
    }
    if (out->len == start)
        str_add_text(out, "none");
}
