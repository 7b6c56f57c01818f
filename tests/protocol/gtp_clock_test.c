#include "base/number.h"
#include "protocol/gtp_session.h"
#include "support.h"
#include "test.h"

enum { MOVES_MAX = 3 };

static const struct {
    const char *name;
    int64_t main_s, period_s;
    int stones;
    int64_t spent_ms[MOVES_MAX]; // 0: no more moves
    int64_t usual, most;
} rows[] = {
    {"no limit", 0, 0, 0, {0}, 0, 0},
    {"a period without stones means no limit", 60, 10, 0, {0}, 0, 0},
    {"main time is shared by the moves to come", 60, 0, 0, {0}, 3000, 12000},
    {"minus the time spent", 60, 0, 0, {20000, 20000}, 1000, 4000},
    {"all of it spent", 60, 0, 0, {59000, 2000}, 1, 1},
    {"a period of one stone", 0, 10, 1, {0}, 9800, 9800},
    {"it repeats", 0, 10, 1, {9000, 9000}, 9800, 9800},
    {"a period of five stones", 0, 10, 5, {0}, 2000, 8000},
    {"the rest of a period", 0, 10, 5, {1000, 1000, 2000}, 3000, 5800},
    {"main time first", 60, 10, 5, {0}, 3000, 12000},
    {"then the period", 60, 10, 5, {60000}, 2000, 8000},
};

TEST(gtp_clock_shares_the_remaining_time) {
    for (int i = 0; i < COUNT(rows); i++) {
        GtpClock c = {0};
        gtp_clock_set(&c, rows[i].main_s, rows[i].period_s, rows[i].stones);
        for (int k = 0; k < MOVES_MAX && rows[i].spent_ms[k] > 0; k++)
            gtp_clock_spend(&c, rows[i].spent_ms[k]);
        MoveTime move_time = gtp_clock_move_time(&c);
        CHECK_INT(rows[i].name, move_time.usual_ms, rows[i].usual);
        CHECK_INT(rows[i].name, move_time.most_ms, rows[i].most);
    }
}

TEST(gtp_clock_takes_over_time_left) {
    GtpClock c = {0};
    gtp_clock_set(&c, 60, 0, 0);
    gtp_clock_set_left(&c, 20, 0);
    CHECK_INT("main time", gtp_clock_move_time(&c).usual_ms, 1000);
    gtp_clock_set_left(&c, 20, 4);
    CHECK_INT("a period", gtp_clock_move_time(&c).usual_ms, 5000);
    gtp_clock_set_left(&c, 0, 0);
    CHECK_INT("no time means the quickest answer", gtp_clock_move_time(&c).most_ms, 1);
    gtp_clock_start(&c);
    CHECK_INT("a new game starts with all of it", gtp_clock_move_time(&c).usual_ms, 3000);
    c.move_ms = 1000;
    CHECK_INT("a limit per move", gtp_clock_move_time(&c).most_ms, 942);
}
