#include "base/number.h"
#include "core/timer.h"
#include "test.h"

static const struct {
    const char *name, *text;
    TimeControl want;
    const char *written; // NULL: the same text
} good_rows[] = {
    {"no limit", "none", {0}, NULL},
    {"for the game", "300", {.main_ms = 300000}, NULL},
    {"with an increment", "300+5", {.main_ms = 300000, .increment_ms = 5000}, NULL},
    {"only an increment", "0+5", {.increment_ms = 5000}, NULL},
    {"for a move", "10/move", {.move_ms = 10000}, NULL},
    {"byoyomi", "600+3x30", {.main_ms = 600000, .period_ms = 30000, .periods = 3}, NULL},
    {"only byoyomi", "0+1x30", {.period_ms = 30000, .periods = 1}, NULL},
    {"both kinds",
     "300+5,30/move",
     {.main_ms = 300000, .increment_ms = 5000, .move_ms = 30000},
     NULL},
    {"both kinds, the other way",
     "30/move,300",
     {.main_ms = 300000, .move_ms = 30000},
     "300,30/move"},
    {"decimals", "0.5/move", {.move_ms = 500}, NULL},
    {"three decimals", "1.025+0.1", {.main_ms = 1025, .increment_ms = 100}, NULL},
    {"decimals that are not needed", "2.500", {.main_ms = 2500}, "2.5"},
    {"the longest", "1000000", {.main_ms = 1000000000}, NULL},
};

TEST(time_control_parse_valid_rows) {
    for (int i = 0; i < COUNT(good_rows); i++) {
        TimeControl got = {0};
        const TimeControl *want = &good_rows[i].want;
        Error err = {0};
        Str text = {0};
        CHECK(good_rows[i].name, time_control_parse(good_rows[i].text, &got, &err));
        CHECK_INT(good_rows[i].name, got.main_ms, want->main_ms);
        CHECK_INT(good_rows[i].name, got.increment_ms, want->increment_ms);
        CHECK_INT(good_rows[i].name, got.move_ms, want->move_ms);
        CHECK_INT(good_rows[i].name, got.period_ms, want->period_ms);
        CHECK_INT(good_rows[i].name, got.periods, want->periods);
        time_control_format(&got, &text);
        CHECK_TEXT(good_rows[i].name, str_text(&text),
                   good_rows[i].written ? good_rows[i].written : good_rows[i].text);
        str_release(&text);
    }
}

#define ADVICE "; write none, 300, 300+5, 10/move or 600+3x30"

static const struct {
    const char *name, *text, *error;
} bad_rows[] = {
    {"nothing", "", "time control '': expected seconds, at most 1000000" ADVICE},
    {"a word", "fast", "time control 'fast': expected seconds, at most 1000000" ADVICE},
    {"too long", "1000001", "time control '1000001': expected seconds, at most 1000000" ADVICE},
    {"negative", "-5", "time control '-5': expected seconds, at most 1000000" ADVICE},
    {"no time at all", "0", "time control '0': the time for a game must be more than 0" ADVICE},
    {"no time at all, twice", "0+0",
     "time control '0+0': the time for a game must be more than 0" ADVICE},
    {"no time for a move", "0/move",
     "time control '0/move': the time for a move must be more than 0" ADVICE},
    {"no periods", "5+0x30",
     "time control '5+0x30': byoyomi needs at least one period and some time in it" ADVICE},
    {"no time in a period", "5+3x0",
     "time control '5+3x0': byoyomi needs at least one period and some time in it" ADVICE},
    {"too many periods", "5+101x3", "time control '5+101x3': unexpected text at column 6" ADVICE},
    {"a point without digits", "5.",
     "time control '5.': expected digits after the decimal point" ADVICE},
    {"too many decimals", "5.1234", "time control '5.1234': unexpected text at column 6" ADVICE},
    {"a blank", "300 +5", "time control '300 +5': unexpected text at column 4" ADVICE},
    {"text after it", "300+5x", "time control '300+5x': expected seconds, at most 1000000" ADVICE},
    {"a trailing comma", "300,", "time control '300,': expected seconds, at most 1000000" ADVICE},
    {"two times for the game", "300,400",
     "time control '300,400': the time for the game is given twice" ADVICE},
    {"two times for a move", "3/move,4/move",
     "time control '3/move,4/move': the time per move is given twice" ADVICE},
};

TEST(time_control_parse_errors) {
    for (int i = 0; i < COUNT(bad_rows); i++) {
        TimeControl got = {.main_ms = 77};
        Error err = {0};
        CHECK(bad_rows[i].name, !time_control_parse(bad_rows[i].text, &got, &err));
        CHECK_TEXT(bad_rows[i].name, err.text, bad_rows[i].error);
        CHECK_INT(bad_rows[i].name, got.main_ms, 77);
    }
}

enum { MOVES_MAX = 4, FELL = -1 };

// Each move: the time used and the budget after it; FELL if the flag fell.
static const struct {
    const char *name, *control;
    int64_t budget; // of the first move
    struct {
        int64_t ms, budget;
    } moves[MOVES_MAX];
} spend_rows[] = {
    {"no limit", "none", INT64_MAX, {{1000000000, INT64_MAX}, {5, INT64_MAX}}},
    {"for the game", "10", 10000, {{4000, 6000}, {0, 6000}, {6000, 0}, {1, FELL}}},
    {"one millisecond too long", "10", 10000, {{10001, FELL}}},
    {"an increment comes after the move",
     "10+2",
     10000,
     {{4000, 8000}, {8000, 2000}, {2001, FELL}}},
    {"only an increment: the first move has one too",
     "0+2",
     2000,
     {{1500, 2500}, {2500, 2000}, {2001, FELL}}},
    {"for a move", "3/move", 3000, {{3000, 3000}, {1, 3000}, {3001, FELL}}},
    {"both: the move's limit first",
     "10,3/move",
     3000,
     {{3000, 3000}, {3000, 3000}, {3000, 1000}, {1001, FELL}}},
    {"byoyomi: main time first",
     "10+2x5",
     20000,
     {{10000, 10000}, {4999, 10000}, {5000, 10000}, {5001, 5000}}},
    {"byoyomi: from main time into the periods",
     "1+3x5",
     16000,
     {{6000, 15000}, {6000, 10000}, {10000, 5000}, {5001, FELL}}},
    {"byoyomi: all of it at once", "1+3x5", 16000, {{16000, 5000}, {5000, 5000}, {5001, FELL}}},
    {"byoyomi: more than there is", "1+3x5", 16000, {{16001, FELL}}},
};

TEST(timer_spend_rows) {
    for (int i = 0; i < COUNT(spend_rows); i++) {
        const char *name = spend_rows[i].name;
        TimeControl control;
        Error err = {0};
        CHECK(name, time_control_parse(spend_rows[i].control, &control, &err));
        Timer t = timer_start(&control);
        CHECK_INT(name, timer_budget(&control, &t), spend_rows[i].budget);
        for (int k = 0;
             k < MOVES_MAX && (spend_rows[i].moves[k].ms || spend_rows[i].moves[k].budget); k++) {
            int64_t want = spend_rows[i].moves[k].budget;
            CHECK_INT(name, timer_spend(&control, &t, spend_rows[i].moves[k].ms, true),
                      want != FELL);
            CHECK_INT(name, t.flag_fell, want == FELL);
            CHECK_INT(name, timer_budget(&control, &t), want == FELL ? 0 : want);
        }
    }
}

static const struct {
    const char *name;
    TimeControl control;
    Timer timer;
    int64_t usual, most;
} shares[] = {
    {"no limit, no share", {0}, {0}, 0, 0},
    {"a twentieth of the game, or four", {.main_ms = 20000}, {.main_left_ms = 20000}, 1000, 4000},
    {"and the increment",
     {.main_ms = 20000, .increment_ms = 500},
     {.main_left_ms = 20000},
     1500,
     6000},
    {"nothing is saved of a move's own time", {.move_ms = 1000}, {0}, 942, 942},
    {"the reserve does not grow for ever", {.move_ms = 60000}, {0}, 59800, 59800},
    {"never more than a move's own time",
     {.main_ms = 100000, .move_ms = 1000},
     {.main_left_ms = 100000},
     942,
     942},
    {"which may be more than usual",
     {.main_ms = 10000, .move_ms = 1000},
     {.main_left_ms = 10000},
     500,
     942},
    {"an increment that is not there yet",
     {.main_ms = 20000, .increment_ms = 500},
     {.main_left_ms = 40},
     30,
     30},
    {"a period of several: the others are for the moves to come",
     {.main_ms = 20000, .periods = 3, .period_ms = 2000},
     {.periods_left = 3},
     1892,
     1892},
    {"never nothing", {.move_ms = 1}, {0}, 1, 1},
    {"not even when all is gone", {.main_ms = 20000}, {0}, 1, 1},
    {"or the flag fell", {.main_ms = 20000}, {.main_left_ms = 20000, .flag_fell = true}, 1, 1},
};

TEST(timer_move_time_rows) {
    for (int i = 0; i < COUNT(shares); i++) {
        MoveTime share = timer_move_time(&shares[i].control, &shares[i].timer);
        CHECK_INT(shares[i].name, share.usual_ms, shares[i].usual);
        CHECK_INT(shares[i].name, share.most_ms, shares[i].most);
    }
}

TEST(seconds_parse_rows) {
    static const struct {
        const char *text;
        int64_t ms; // -1: an error
    } rows[] = {
        {"0", 0},        {"1", 1000},    {"1.5", 1500},
        {"1.05", 1050},  {"0.001", 1},   {"1000000", 1000000000},
        {"1000001", -1}, {"", -1},       {"1.", -1},
        {".5", -1},      {"1.0005", -1}, {"1.5s", -1},
        {"1.:", -1},     {"-1", -1},     {"1 ", -1},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        int64_t ms = -1;
        Error err = {0};
        CHECK_INT(rows[i].text, seconds_parse(rows[i].text, &ms, &err), rows[i].ms >= 0);
        CHECK_INT(rows[i].text, ms, rows[i].ms);
        CHECK_INT(rows[i].text, *err.text == '\0', rows[i].ms >= 0);
    }
}
