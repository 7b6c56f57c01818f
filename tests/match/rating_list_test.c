#include "match/rating_list.h"

#include "base/number.h"
#include "test.h"

#include <math.h>
#include <string.h>

static const double unit = 400 / 2.302585092994046; // Elo

static void add_games(Results *r, const char *black, const char *white, const char *score, int n) {
    Error err = {0};
    for (int i = 0; i < n; i++)
        CHECK(err.text, results_add(r, black, white, score, &err));
}

static const RatedPlayer *rated_player(const RatingList *l, int player) {
    for (int i = 0; i < l->count; i++)
        if (l->players[i].player == player)
            return &l->players[i];
    return NULL;
}

// ---- Computed by hand

TEST(rating_list_of_two_is_the_log_odds) {
    Results r = {0};
    add_games(&r, "a", "b", "1-0", 1500);
    add_games(&r, "b", "a", "0-1", 1500);
    add_games(&r, "a", "b", "0-1", 500);
    add_games(&r, "b", "a", "1-0", 500);
    RatingList l;
    Error err = {0};
    CHECK("fits", rating_list_fit(&r, 1, &l, &err));
    CHECK_TEXT("a is first", r.names[l.players[0].player], "a");
    CHECK("odds 3:1", fabs(l.players[0].elo.value - 400 * log10(3)) < 0.5);
    // the standard error of log odds is sqrt(1/3000 + 1/1000)
    double half = (l.players[0].elo.high - l.players[0].elo.low) / 2;
    CHECK("its error", fabs(half - 1.96 * sqrt(1.0 / 3000 + 1.0 / 1000) * unit) < 0.2);
    CHECK("the anchor", l.players[1].elo.value == 0 && l.players[1].elo.high < 1e-6);
    CHECK("no color advantage", fabs(l.black_advantage.value) < 1e-6);
    CHECK("sure", l.players[0].los > 0.999);
    CHECK_INT("games", l.games, 4000);
    CHECK_INT("groups", l.groups, 1);
    rating_list_release(&l);
    results_release(&r);
}

TEST(rating_list_estimates_black_advantage) {
    Results r = {0};
    add_games(&r, "a", "b", "1-0", 2000);
    add_games(&r, "a", "b", "0-1", 1000);
    add_games(&r, "b", "a", "1-0", 2000);
    add_games(&r, "b", "a", "0-1", 1000);
    RatingList l;
    Error err = {0};
    CHECK("fits", rating_list_fit(&r, -1, &l, &err));
    CHECK("odds 2:1", fabs(l.black_advantage.value - 400 * log10(2)) < 0.5);
    CHECK("equal", fabs(l.players[0].elo.value) < 1e-6 && fabs(l.players[0].los - 0.5) < 1e-6);
    rating_list_release(&l);
    results_release(&r);
}

TEST(rating_list_estimates_draw_rate) {
    Results r = {0};
    add_games(&r, "a", "b", "1-0", 1000);
    add_games(&r, "a", "b", "1/2-1/2", 2000);
    add_games(&r, "a", "b", "0-1", 1000);
    RatingList l;
    Error err = {0};
    CHECK("fits", rating_list_fit(&r, -1, &l, &err));
    CHECK("a half", fabs(l.draw_rate - 0.5) < 0.01);
    rating_list_release(&l);
    results_release(&r);
}

TEST(rating_list_survives_extremes) {
    static const char *const scores[] = {"1-0", "0-1", "1/2-1/2"};
    for (int i = 0; i < COUNT(scores); i++)
        for (int games = 1; games <= 1000; games *= 1000) {
            Results r = {0};
            add_games(&r, "a", "b", scores[i], games);
            add_games(&r, "c", "d", scores[i], games);
            RatingList l;
            Error err = {0};
            CHECK(scores[i], rating_list_fit(&r, -1, &l, &err));
            for (int k = 0; k < l.count; k++)
                CHECK(scores[i], isfinite(l.players[k].elo.low) &&
                                     isfinite(l.players[k].elo.high) &&
                                     fabs(l.players[k].elo.value) < 2000);
            CHECK_INT(scores[i], l.groups, 2);
            rating_list_release(&l);
            results_release(&r);
        }
    RatingList l;
    Error err = {0};
    CHECK("no game", !rating_list_fit(&(Results){0}, -1, &l, &err));
    CHECK_TEXT("no game", err.text, "no games in the files");
}

// ---- Simulated results with known ratings

enum { PLAYERS = 6, PAIRS = 40, TOURNAMENTS = 200 };

static const double truth[PLAYERS] = {250, 120, 40, 0, -110, -300}; // their average is 0
static const double black_advantage = 60, margin = 70;

static double win_chance(double ahead) {
    return 1 / (1 + pow(10, -(ahead - margin) / 400));
}

static const char *play(int black, int white, Rng *rng) {
    double ahead = truth[black] - truth[white] + black_advantage;
    double dice = (double)(rng_next(rng) >> 11) * 0x1p-53, won = win_chance(ahead);
    return dice < won ? "1-0" : dice < won + win_chance(-ahead) ? "0-1" : "1/2-1/2";
}

static void play_tournament(Results *r, Rng *rng) {
    static const char *const names[PLAYERS] = {"a", "b", "c", "d", "e", "f"};
    for (int black = 0; black < PLAYERS; black++)
        for (int white = 0; white < PLAYERS; white++)
            for (int n = 0; black != white && n < PAIRS; n++)
                add_games(r, names[black], names[white], play(black, white, rng), 1);
}

TEST(rating_list_intervals_hold_the_truth_95_percent) {
    Rng rng = {11};
    int inside = 0, black_inside = 0;
    double errors[PLAYERS] = {0};
    for (int t = 0; t < TOURNAMENTS; t++) {
        Results r = {0};
        play_tournament(&r, &rng);
        RatingList l;
        Error err = {0};
        CHECK("fits", rating_list_fit(&r, -1, &l, &err));
        for (int i = 0; i < PLAYERS; i++) {
            const RatedPlayer *rated =
                rated_player(&l, results_find(&r, (char[]){(char)('a' + i), '\0'}));
            inside += truth[i] >= rated->elo.low && truth[i] <= rated->elo.high;
            errors[i] += rated->elo.value - truth[i];
        }
        black_inside +=
            black_advantage >= l.black_advantage.low && black_advantage <= l.black_advantage.high;
        rating_list_release(&l);
        results_release(&r);
    }
    CHECK("93 to 97 %",
          inside > 0.93 * TOURNAMENTS * PLAYERS && inside < 0.97 * TOURNAMENTS * PLAYERS);
    CHECK("Black too", black_inside > 0.90 * TOURNAMENTS && black_inside < 0.99 * TOURNAMENTS);
    for (int i = 0; i < PLAYERS; i++)
        CHECK("unbiased", fabs(errors[i] / TOURNAMENTS) < 5);
}

// ---- Reading

// clang-format off
static const struct {
    const char *name, *text;
    int players, games;
    const char *error; // NULL: none
} files[] = {
    {"as written by pentad match", "{\"game\":1,\"black\":\"a\",\"white\":\"b\",\"size\":15,\"score\":\"1-0\",\"longest_ms\":[1,2]}\n", 2, 1, NULL},
    {"blanks and nested values", "{ \"x\" : {\"y\":[1,{}]}, \"white\" : \"b\" , \"score\":\"0-1\", \"black\":\"a\" }", 2, 1, NULL},
    {"escapes", "{\"black\":\"a\\\"\\u00e4\",\"white\":\"b\\\\\",\"score\":\"1/2-1/2\"}", 2, 1, NULL},
    {"commas", "a,b,1-0\nb,a,0-1\n", 2, 2, NULL},
    {"tabs, comments, empty lines", "# two\r\n\r\na b\tc\t1-0\r\n", 2, 1, NULL},
    {"empty file", "", 0, 0, NULL},
    {"no score", "{\"black\":\"a\",\"white\":\"b\"}", 0, 0, "line 1, column 1: the game has no \"score\""},
    {"another score", "a,b,2-0", 0, 0, "line 1, column 1: the score must be 1-0, 0-1 or 1/2-1/2, not '2-0'"},
    {"against itself", "a,a,1-0", 0, 0, "line 1, column 1: 'a' plays against itself"},
    {"two fields", "a,b", 0, 0, "line 1, column 4: expected a JSON object, or black, white and score"},
    {"four fields", "a,b,1-0,x", 0, 0, "line 1, column 9: more fields than black, white and score"},
    {"no name", ",b,1-0", 0, 0, "line 1, column 1: a player has no name"},
    {"unterminated string", "{\"black\":\"a", 0, 0, "line 1, column 12: expected the quote that ends the string, not the end"},
    {"no value", "{\"black\"}", 0, 0, "line 1, column 9: expected a colon, not '}'"},
    {"a number for a name", "{\"black\":1}", 0, 0, "line 1, column 1: the game has no \"black\""},
    {"missing bracket", "a,b,1-0\n{\"x\":[1", 0, 0, "line 2, column 8: expected a comma or ], not the end"},
    {"unknown escape", "{\"black\":\"\\q\"}", 0, 0, "line 1, column 12: expected an escape such as \\n, not 'q'"},
    {"incomplete code", "{\"black\":\"\\u00", 0, 0, "line 1, column 15: expected four hexadecimal digits, not the end"},
};
// clang-format on

TEST(results_parse_or_report_position) {
    for (int i = 0; i < COUNT(files); i++) {
        Results r = {0};
        Error err = {0};
        bool ok = results_parse(&r, files[i].text, strlen(files[i].text), &err);
        CHECK_TEXT(files[i].name, err.text, files[i].error ? files[i].error : "");
        CHECK_INT(files[i].name, ok, !files[i].error);
        int games = 0;
        for (int k = 0; k < r.count; k++)
            games += r.entries[k].won + r.entries[k].drawn + r.entries[k].lost;
        if (ok) {
            CHECK_INT(files[i].name, r.players, files[i].players);
            CHECK_INT(files[i].name, games, files[i].games);
        }
        results_release(&r);
    }
}
