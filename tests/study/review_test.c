// Grades of moves, given the engine's values of their positions.
#include "study/review.h"

#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"
#include "test.h"

#include <string.h>

typedef struct {
    int value; // for the side to move
    const char *best;
} Found;

enum { WIN = 30000, MOVES_MAX = 20 };

static const struct {
    const char *name, *moves, *grades;
    Found found[MOVES_MAX];
} games[] = {
    {"a side that never defends",
     "h8a1i8a15j8o1k8o15l8",
     "6 mistake allowed, 8 lost",
     {{334, "h8"},
      {-364, "g7"},
      {628, "i7"},
      {-917, "g8"},
      {1431, "h9"},
      {-1470, "k8"}, // nearly lost, but the open three can be blocked
      {WIN - 3, "g8"},
      {2 - WIN, "g8"},
      {WIN - 1, "l8"}}},
    {"wins missed at 96 percent",
     "h8i9i7g9j8k7j9k8k10h7l11m12h6g5j6i10",
     "6 mistake, 10 doubtful allowed, 12 lost, 13 blunder missed, 14 doubtful allowed, "
     "15 blunder missed, 16 mistake allowed",
     {{334, "h8"},
      {-356, "g9"},
      {362, "j9"},
      {-333, "g9"},
      {329, "h9"},
      {-236, "h6"},
      {770, "h6"},
      {-590, "h6"},
      {643, "h6"},
      {-837, "h6"},
      {WIN - 7, "j10"},
      {8 - WIN, "m12"},
      {WIN - 7, "j10"},
      {-640, "k9"},
      {WIN - 7, "j10"},
      {-640, "j7"},
      {WIN - 3, "j7"}}},
    {"another winning move, the engine's own move, and a slower loss",
     "h8a1i8a2j8",
     "2 lost, 4 lost",
     {{WIN - 9, "h8"},
      {6 - WIN, "b1"},
      {WIN - 5, "b2"},
      {4 - WIN, "b3"},
      {WIN - 3, "b4"},
      {2 - WIN, "b5"}}},
    {"from 99 to 92 percent, and from 92 to 84",
     "h8a1i8",
     "1 doubtful",
     {{919, "h9"}, {-488, "a1"}, {488, "i9"}, {-332, "a2"}}},
};

static Point point_named(const char *text) {
    Point p;
    int count;
    Error err = {0};
    CHECK(text, points_parse(text, 15, 1, &p, &count, &err));
    return p;
}

static Record *record_of(const char *moves) {
    Point points[MOVES_MAX];
    int count;
    Error err = {0};
    CHECK(moves, points_parse(moves, 15, MOVES_MAX, points, &count, &err));
    Record *r = record_new(15, &rules_freestyle);
    for (int i = 0; i < count; i++)
        record_add_move(r, record_last(r), i % 2 ? WHITE : BLACK, points[i]);
    return r;
}

static void add_grade(const ReviewedMove *m, int number, Str *out) {
    if (!m->played || (!m->grade && !m->was_lost && !m->missed_win && !m->allowed_win))
        return;
    str_add(out, "%s%d %s%s%s", out->len > 0 ? ", " : "", number,
            m->was_lost ? "lost" : grade_name(m->grade), m->missed_win ? " missed" : "",
            m->allowed_win ? " allowed" : "");
}

// Playing all moves again for each position would take seconds for a long game, in the server.
TEST(review_plays_each_move_once) {
    enum { MOVES = 105 };
    Record *r = record_new(15, &rules_freestyle);
    for (int i = 0; i < MOVES; i++) // alternating, with rows left out: no five
        record_add_move(r, record_last(r), i % 2 ? WHITE : BLACK,
                        point_at(i % 15, 2 * (i / 15) + (i / 15) % 2));
    Review v;
    Error err = {0};
    size_t before = mem_allocation_count();
    CHECK("begin", review_begin(r, &v, &err));
    CHECK_INT("positions", v.count, MOVES + 1);
    CHECK("allocations", mem_allocation_count() - before < MOVES / 2);
    review_release(&v);
    record_free(r);
}

TEST(review_grades_moves) {
    for (int i = 0; i < COUNT(games); i++) {
        Record *r = record_of(games[i].moves);
        Review v;
        Error err = {0};
        Str grades = {0};
        CHECK(games[i].name, review_begin(r, &v, &err));
        for (int k = v.count - 1; k >= 0; k--) { // graded again after each result
            const Found *f = &games[i].found[k];
            review_set_best(&v.moves[k],
                            &(EngineLine){.move = point_named(f->best), .value = f->value});
            review_grade_moves_near(&v, k);
        }
        for (int k = 0; k < v.count; k++)
            add_grade(&v.moves[k], k + 1, &grades);
        CHECK_TEXT(games[i].name, str_text(&grades), games[i].grades);
        str_release(&grades);
        review_release(&v);
        record_free(r);
    }
}
