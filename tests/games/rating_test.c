// Glicko-2, as a table. The first row is what every calculator gives for two new players; the
// others were computed from the formulas of Glickman's paper by another program.
#include "games/rating.h"

#include "base/number.h"
#include "test.h"

#include <math.h>

static const struct {
    const char *name;
    Rating player, opponent;
    double score;
    Rating after;
} rows[] = {
    {"a new player beats a new player",
     {1500, 350, 0.06},
     {1500, 350, 0.06},
     1,
     {1662.31, 290.32, 0.06}},
    {"a new player loses to a new player",
     {1500, 350, 0.06},
     {1500, 350, 0.06},
     0,
     {1337.69, 290.32, 0.06}},
    {"a draw between equals changes no rating",
     {1500, 200, 0.06},
     {1500, 200, 0.06},
     0.5,
     {1500, 180.08, 0.06}},
    {"the paper's player beats its first opponent",
     {1500, 200, 0.06},
     {1400, 30, 0.06},
     1,
     {1563.56, 175.40, 0.06}},
};

TEST(rating_after_one_game) {
    for (int i = 0; i < COUNT(rows); i++) {
        Rating r = rating_after_game(rows[i].player, rows[i].opponent, rows[i].score);
        CHECK_INT(rows[i].name, lround(r.rating), lround(rows[i].after.rating));
        CHECK(rows[i].name, fabs(r.deviation - rows[i].after.deviation) < 0.01);
        CHECK(rows[i].name, fabs(r.volatility - rows[i].after.volatility) < 0.001);
    }
}

TEST(rating_deviation_shrinks_to_its_minimum) {
    Rating a = rating_initial();
    CHECK("initial", rating_is_provisional(a));
    for (int i = 0; i < 200; i++) {
        Rating next = rating_after_game(a, (Rating){1500, 60, 0.06}, i % 2);
        CHECK("deviation", next.deviation <= a.deviation + 5);
        a = next;
    }
    CHECK("after 200 games", !rating_is_provisional(a) && a.deviation >= 45);
}

TEST(rating_pools) {
    CHECK_TEXT("freestyle", rating_pool("freestyle", false), "gomoku");
    CHECK_TEXT("caro", rating_pool("caro-overline", false), "caro");
    CHECK_TEXT("mist", rating_pool("freestyle", true), "mist");
}
