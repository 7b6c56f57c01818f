#include "engine/tactics/fours.h"

#include "core/forbidden.h"
#include "support.h"
#include "test.h"

// Counts the points where `color` makes five, by the rules alone.
static int fives_by_rules(const Board *b, Stone color) {
    Board trial = *b;
    int count = 0;
    for (Point p = 0; p < POINT_COUNT; p++) {
        if (b->at[p] != EMPTY)
            continue;
        trial.at[p] = (uint8_t)color;
        count += board_wins_at(&trial, p);
        trial.at[p] = EMPTY;
    }
    return count;
}

static int count_windows(const Fours *f, int fours) {
    int n = 0;
    for (int d = 0; d < STEP_COUNT; d++)
        for (int i = 0; i < FOURS_LINES; i++)
            n += __builtin_popcount(fours ? f->lines[d][i].fours : f->lines[d][i].threes);
    return n;
}

TEST(fours_agrees_with_the_rules_on_fives_and_fouls) {
    Rng rng = {3};
    int fives = 0, fouls = 0;
    for (int r = 0; rules_at(r); r++)
        for (int size = 5; size <= 25; size += 5) {
            static Fours f;
            fours_init(&f, rules_at(r), size, r % 2 ? WHITE : BLACK);
            for (int i = 0; i < 60; i++) {
                Board b = board_random(rules_at(r), size, 4 * size, &rng);
                fours_sync(&f, &b);
                for (Stone color = BLACK; color <= WHITE; color++) {
                    int want = fives_by_rules(&b, color);
                    CHECK_INT(rules_at(r)->name, fours_has_five(&f, color), want > 0);
                    fives += want > 0;
                }
                for (Point p = 0; p < POINT_COUNT && rules_at(r)->black.has_fouls; p++)
                    if (b.at[p] == EMPTY) {
                        bool foul = forbidden_check(&b, p) != PLAY_OK;
                        CHECK_INT("foul", fours_is_foul(&f, p), foul);
                        fouls += foul;
                    }
            }
        }
    CHECK("fives were seen", fives > 100);
    CHECK("fouls were seen", fouls > 100);
}

TEST(fours_after_a_stone_agrees_with_the_rules) {
    Rng rng = {8};
    int seen = 0;
    for (int r = 0; rules_at(r); r++) {
        static Fours f;
        fours_init(&f, rules_at(r), 11, BLACK);
        for (int i = 0; i < 200; i++) {
            Board b = board_random(rules_at(r), 11, 40, &rng);
            fours_sync(&f, &b);
            int before = count_windows(&f, 1), before_threes = count_windows(&f, 0);
            uint64_t hash = f.hash;
            for (Stone color = BLACK; color <= WHITE; color++)
                for (Point p = 0; p < POINT_COUNT; p++) {
                    if (b.at[p] != EMPTY || fives_by_rules(&b, color) > 0)
                        continue;
                    FoursUndo undo;
                    Point fives[FIVES_MAX];
                    fours_place(&f, p, color, &undo);
                    int count = fours_five_points(&f, color, p, fives);
                    CHECK_INT(rules_at(r)->name, count, fives_by_rules(&f.board, color));
                    seen += count > 0;
                    fours_remove(&f, &undo);
                }
            CHECK_INT("undone", count_windows(&f, 1), before);
            CHECK_INT("undone", count_windows(&f, 0), before_threes);
            CHECK("undone", f.hash == hash);
        }
    }
    CHECK("fours were seen", seen > 1000);
}
