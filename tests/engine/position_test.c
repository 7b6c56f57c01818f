#include "base/mem.h"
#include "engine/position.h"
#include "support.h"
#include "test.h"

#include <string.h>

// Everything but the history, which is deeper in one than in the other.
static void check_same(const char *row, const Position *a, const Position *b) {
    CHECK(row, !memcmp(a->board.at, b->board.at, sizeof a->board.at));
    CHECK(row, !memcmp(a->lines, b->lines, sizeof a->lines));
    CHECK(row, !memcmp(a->area, b->area, sizeof a->area));
    CHECK_INT(row, (long long)a->now.hash, (long long)b->now.hash);
    for (int c = 0; c < 2; c++) {
        CHECK_INT(row, a->now.value[c], b->now.value[c]);
        for (int i = 0; i < CATEGORY_COUNT; i++)
            CHECK_INT(row, a->now.counts[c][i], b->now.counts[c][i]);
        for (Point p = 0; p < POINT_COUNT; p++)
            if (a->board.at[p] == EMPTY) {
                CHECK_INT(row, a->cells[p].quads, b->cells[p].quads);
                CHECK_INT(row, a->cells[p].values[c], b->cells[p].values[c]);
                CHECK_INT(row, a->cells[p].scores[c], b->cells[p].scores[c]);
                CHECK_INT(row, a->cells[p].categories[c], b->cells[p].categories[c]);
            }
    }
}

static Point random_empty(const Board *b, Rng *rng) {
    Point empty[BOARD_MAX * BOARD_MAX];
    return empty[rng_below(rng, board_empty_points(b, empty))];
}

TEST(position_kept_up_to_date_equals_one_made_anew) {
    static const int sizes[] = {5, 6, 9, 15, 19, 25};
    Rng rng = {11};
    for (int r = 0; rules_at(r); r++) {
        Patterns *patterns = patterns_new(rules_at(r));
        for (int i = 0; i < 60; i++) {
            int size = sizes[i % 6];
            Board start = board_random(rules_at(r), size, rng_below(&rng, size * size / 2), &rng);
            Position *walked = position_new(patterns, &start);
            Position *before = position_new(patterns, &start);
            int moves = rng_below(&rng, 12);
            for (int m = 0; m < moves && !board_is_full(&walked->board); m++)
                position_make(walked, random_empty(&walked->board, &rng));
            Position *fresh = position_new(patterns, &walked->board);
            check_same("after moves", walked, fresh);
            while (walked->plies > 0)
                position_undo(walked);
            check_same("after undo", walked, before);
            position_free(walked);
            position_free(before);
            position_free(fresh);
        }
        patterns_free(patterns);
    }
}

// Only the line through `p` along `step` is left of that colour's stones, so that no other can win.
static Board line_alone(const Board *b, Stone color, Point p, int step) {
    Board alone = *b;
    for (Point q = 0; q < POINT_COUNT; q++)
        if (alone.at[q] == color)
            alone.at[q] = EMPTY;
    for (int sign = -1; sign <= 1; sign += 2)
        for (int k = 0; b->at[p + sign * k * step] != WALL; k++)
            alone.at[p + sign * k * step] = b->at[p + sign * k * step];
    return alone;
}

// The points that complete a five through `p` next, counted on the board by its own rules.
static int completions(const Board *b, Stone color, Point p, int step) {
    Board alone = line_alone(b, color, p, step);
    int n = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        Point q = p; // the first gap on either side is the only one that joins p
        while (alone.at[q] == color)
            q = (Point)(q + sign * step);
        if (alone.at[q] != EMPTY)
            continue;
        alone.at[q] = (uint8_t)color;
        n += board_wins_at(&alone, q);
        alone.at[q] = EMPTY;
    }
    return n;
}

TEST(shapes_of_four_and_five_are_what_the_rules_say) {
    Rng rng = {23};
    int fives = 0, fours = 0;
    for (int r = 0; rules_at(r); r++) {
        const Rules *rules = rules_at(r);
        Patterns *patterns = patterns_new(rules);
        for (int i = 0; i < 200; i++) {
            Board b = board_random(rules, 5 + rng_below(&rng, 11), 60, &rng);
            Position *s = position_new(patterns, &b);
            for (Stone color = BLACK; color <= WHITE; color++)
                for (Point p = 0; p < POINT_COUNT; p++) {
                    if (b.at[p] != EMPTY)
                        continue;
                    Board with = b;
                    with.at[p] = (uint8_t)color;
                    bool five = position_raw_category(s, color, p) == CATEGORY_FIVE;
                    CHECK_INT("five", five, board_wins_at(&with, p));
                    fives += five;
                    for (int d = 0; d < STEP_COUNT && !five; d++) {
                        Shape shape = position_shape(s, color, p, d);
                        int ways = completions(&with, color, p, point_steps[d]);
                        CHECK_INT("four", shape >= SHAPE_FOUR, ways > 0 && shape != SHAPE_OVERLINE);
                        fours += ways > 0;
                    }
                }
            position_free(s);
        }
        patterns_free(patterns);
    }
    CHECK("fives were seen", fives > 100);
    CHECK("fours were seen", fours > 1000);
}

TEST(position_walks_without_allocating) {
    Patterns *patterns = patterns_new(&rules_renju);
    Board b;
    board_init(&b, &rules_renju, 15);
    Position *s = position_new(patterns, &b);
    size_t allocations = mem_count();
    for (int i = 0; i < 100; i++)
        position_make(s, point_at(i % 15, i / 15));
    while (s->plies > 0)
        position_undo(s);
    CHECK_INT("allocations", (long long)mem_count(), (long long)allocations);
    position_free(s);
    patterns_free(patterns);
}
