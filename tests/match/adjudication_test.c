#include "match/referee.h"

#include "base/number.h"
#include "test.h"

static const AdjudicationRules rules = {
    .win_score = 1000, .win_moves = 2, .draw_score = 10, .draw_moves = 3, .draw_from = 12};

enum { SCORES_MAX = 16, NO_SCORE = 99999, END = 77777 };

// Scores of Black, White, Black ..., each from its own point of view. `at` is the move that ends
// the game; 0: it does not end.
// clang-format off
static const struct {
    const char *name;
    int scores[SCORES_MAX];
    int at;
    Stone winner;
} rows[] = {
    {"Black wins", {1000, -1000, 2000, -3000, 5, END}, 4, BLACK},
    {"White wins", {-1500, 1500, -1500, 1500, END}, 4, WHITE},
    {"White wins, seen by White first", {0, 1500, -1500, 1500, -1500, 0, END}, 5, WHITE},
    {"not for long enough", {1000, -1000, 2000, 0, END}, 0, EMPTY},
    {"only one side agrees", {5000, 0, 5000, 0, 5000, 0, 5000, 0, END}, 0, EMPTY},
    {"both claim a win", {5000, 5000, 5000, 5000, 5000, 5000, END}, 0, EMPTY},
    {"just below the limit", {999, -999, 999, -999, 999, -999, END}, 0, EMPTY},
    {"one has no score", {5000, NO_SCORE, 5000, NO_SCORE, 5000, NO_SCORE, 5000, NO_SCORE, END}, 0, EMPTY},
    {"an interrupted streak", {2000, -2000, 2000, 20, 2000, -2000, 2000, -2000, END}, 8, BLACK},
    {"a draw, but too early", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, END}, 0, EMPTY},
    {"a draw", {0, 9, -10, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, END}, 12, EMPTY},
    {"one score above the draw limit", {0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, END}, 0, EMPTY},
};
// clang-format on

TEST(adjudication_ends_what_both_agree_on) {
    for (int i = 0; i < COUNT(rows); i++) {
        Adjudication a = {0};
        Result r = {0};
        int moves = 0;
        while (rows[i].scores[moves] != END && r.reason == END_NONE) {
            int score = rows[i].scores[moves];
            PlayerMove m = {.has_value = score != NO_SCORE, .value = score};
            adjudication_add_score(&a, &rules, moves % 2 == 0 ? BLACK : WHITE, &m);
            moves++;
            r = adjudication_result(&a, &rules, moves);
        }
        CHECK_INT(rows[i].name, r.reason, rows[i].at > 0 ? END_AGREED : END_NONE);
        CHECK_INT(rows[i].name, rows[i].at > 0 ? moves : 0, rows[i].at);
        CHECK_INT(rows[i].name, r.winner, rows[i].winner);
    }
}

TEST(adjudication_without_rules_ends_nothing) {
    Adjudication a = {0};
    AdjudicationRules none = {0};
    for (int i = 0; i < 400; i++)
        adjudication_add_score(&a, &none, i % 2 == 0 ? BLACK : WHITE,
                               &(PlayerMove){.has_value = true});
    CHECK_INT("none", adjudication_result(&a, &none, 400).reason, END_NONE);
}
