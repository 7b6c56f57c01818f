#include "base/mem.h"
#include "base/number.h"
#include "engine/board/position.h"
#include "engine/shape_reference.h"
#include "support.h"
#include "test.h"

#include <string.h>

static Point random_empty(const Board *b, Rng *rng) {
    Point empty[BOARD_MAX * BOARD_MAX];
    return empty[rng_below(rng, board_empty_points(b, empty))];
}

// Everything except the history and possibly stale fields.
static void check_same(const char *row, const Position *a, const Position *b) {
    CHECK(row, !memcmp(a->board.at, b->board.at, sizeof a->board.at));
    CHECK(row, !memcmp(a->lines, b->lines, sizeof a->lines));
    CHECK(row, !memcmp(a->area, b->area, sizeof a->area));
    CHECK(row, !memcmp(a->state.counts, b->state.counts, sizeof a->state.counts));
    CHECK(row, !memcmp(a->state.value, b->state.value, sizeof a->state.value));
    CHECK_INT(row, (long long)a->state.hash, (long long)b->state.hash);
    CHECK_INT(row, a->board.turn, b->board.turn);
    CHECK_INT(row, a->board.stones, b->board.stones);
    for (Point p = 0; p < POINT_COUNT; p++)
        if (a->board.at[p] == EMPTY)
            CHECK(row, !memcmp(&a->cells[p], &b->cells[p], sizeof a->cells[p]));
}

// Counts and sums computed from the definitions.
typedef struct {
    int counts[2][CATEGORY_COUNT], value[2], near;
} Recount;

typedef struct {
    const Rules *rules;
    Patterns *patterns;
    Weights weights;
    ShapeReference *references[2];
    int seen[CATEGORY_COUNT]; // to check that every category occurred
} Reference;

static Reference reference_new(const Rules *rules, Rng *rng) {
    Reference r = {.rules = rules};
    int16_t *numbers = &r.weights.value[0][0]; // any weights within their bounds will do
    weights_default(rules, &r.weights);
    for (int i = 0; i < 2 * WEIGHTS_CODES; i++)
        numbers[i] = (int16_t)(rng_below(rng, 2 * WEIGHTS_VALUE_MAX + 1) - WEIGHTS_VALUE_MAX);
    r.patterns = patterns_new_with_weights(rules, &r.weights);
    r.references[0] = shape_reference_new(&rules->black);
    r.references[1] = shape_reference_new(&rules->white);
    return r;
}

static void reference_release(Reference *r) {
    patterns_free(r->patterns);
    shape_reference_free(r->references[0]);
    shape_reference_free(r->references[1]);
}

static void check_point(Reference *r, const Position *s, Point p, Recount *sum) {
    int attack[2], defense[2];
    for (int c = 0; c < 2; c++) {
        Stone color = c ? WHITE : BLACK;
        const SideRules *side = c ? &r->rules->white : &r->rules->black;
        Shape shapes[STEP_COUNT];
        for (int d = 0; d < STEP_COUNT; d++) {
            shapes[d] = shape_reference_at(r->references[c], &s->board, color, p, point_steps[d]);
            CHECK_INT(r->rules->name, position_shape(s, color, p, d), shapes[d]);
        }
        Category category = shape_reference_category(side, shapes);
        CHECK_INT(r->rules->name, position_raw_category(s, color, p), category);
        int code = pattern_code(shapes);
        CHECK_INT(r->rules->name, s->cells[p].values[c], r->weights.value[c][code]);
        attack[c] = int_min(r->weights.attack[c][code], WEIGHTS_SCORE_MAX);
        defense[c] = int_min(r->weights.defense[c][code], WEIGHTS_SCORE_MAX);
        sum->counts[c][category]++;
        sum->value[c] += r->weights.value[c][code];
        r->seen[category]++;
    }
    CHECK_INT(r->rules->name, s->cells[p].scores[0], attack[0] + defense[1]);
    CHECK_INT(r->rules->name, s->cells[p].scores[1], attack[1] + defense[0]);
}

static bool is_near_a_stone(const Board *b, Point p) {
    for (Point q = 0; q < POINT_COUNT; q++)
        if ((b->at[q] == BLACK || b->at[q] == WHITE) && point_distance(p, q) <= POSITION_NEAR)
            return true;
    return false;
}

static void check_by_definition(Reference *r, const Position *s) {
    Recount sum = {0};
    Point near[BOARD_MAX * BOARD_MAX], points[BOARD_MAX * BOARD_MAX];
    for (Point p = 0; p < POINT_COUNT; p++) {
        if (s->board.at[p] != EMPTY)
            continue;
        check_point(r, s, p, &sum);
        if (is_near_a_stone(&s->board, p))
            near[sum.near++] = p;
    }
    for (int c = 0; c < 2; c++) {
        CHECK_INT(r->rules->name, s->state.value[c], sum.value[c]);
        for (int i = 0; i < CATEGORY_COUNT; i++)
            CHECK_INT(r->rules->name, s->state.counts[c][i], sum.counts[c][i]);
    }
    if (sum.near > 0) {
        CHECK_INT(r->rules->name, position_candidates(s, points), sum.near);
        CHECK(r->rules->name, !memcmp(points, near, (size_t)sum.near * sizeof *near));
    }
}

// Random makes and undos, mostly makes.
static void make_and_undo(Position *s, int steps, Rng *rng) {
    for (int i = 0; i < steps; i++) {
        bool full = board_is_full(&s->board);
        if (s->plies > 0 && (full || rng_below(rng, 3) == 0))
            position_undo(s);
        else if (!full)
            position_make(s, random_empty(&s->board, rng));
    }
}

TEST(position_matches_its_definition) {
    Rng rng = {41};
    for (int i = 0; rules_at(i); i++) {
        Reference r = reference_new(rules_at(i), &rng);
        for (int size = BOARD_MIN_PLAYABLE; size <= BOARD_MAX; size++) {
            Board start = board_random(r.rules, size, rng_below(&rng, size * size / 2), &rng);
            Position *s = position_new(r.patterns, &start);
            for (int check = 0; check < 8; check++) {
                make_and_undo(s, 1 + rng_below(&rng, 3 * size), &rng);
                check_by_definition(&r, s);
            }
            position_free(s);
        }
        for (Category c = 0; c < CATEGORY_COUNT; c++)
            CHECK(rules_at(i)->name, r.seen[c] > 20 || c == CATEGORY_SUSPECT);
        CHECK_INT(rules_at(i)->name, r.seen[CATEGORY_SUSPECT] > 20, r.rules->black.has_fouls);
        reference_release(&r);
    }
}

TEST(position_updated_incrementally_equals_a_new_one) {
    Rng rng = {11};
    for (int i = 0; rules_at(i); i++) {
        Patterns *patterns = patterns_new(rules_at(i));
        for (int size = BOARD_MIN_PLAYABLE; size <= BOARD_MAX; size++) {
            Board start = board_random(rules_at(i), size, rng_below(&rng, size * size / 2), &rng);
            Position *updated = position_new(patterns, &start);
            Position *before = position_new(patterns, &start);
            make_and_undo(updated, size * size, &rng);
            Position *fresh = position_new(patterns, &updated->board);
            check_same("after moves", updated, fresh);
            while (updated->plies > 0)
                position_undo(updated);
            check_same("after undo", updated, before);
            position_free(updated);
            position_free(before);
            position_free(fresh);
        }
        patterns_free(patterns);
    }
}

// The transposition table outlives a game, and the next one may have another board size.
TEST(position_hash_depends_on_the_size) {
    Patterns *patterns = patterns_new(&rules_freestyle);
    uint64_t seen[BOARD_MAX + 1] = {0};
    for (int size = 5; size <= BOARD_MAX; size++) {
        Board b;
        board_init(&b, &rules_freestyle, size);
        board_play(&b, point_at(2, 2));
        Position *s = position_new(patterns, &b);
        seen[size] = s->state.hash;
        for (int other = 5; other < size; other++)
            CHECK("another board", seen[other] != seen[size]);
        position_free(s);
    }
    patterns_free(patterns);
}

// The Zobrist hash depends on stones and turn, not on the move order, and distinguishes positions.
TEST(position_hash_depends_only_on_stones_and_turn) {
    Patterns *patterns = patterns_new(&rules_freestyle);
    Rng rng = {5};
    Board empty;
    board_init(&empty, &rules_freestyle, 15);
    Position *s = position_new(patterns, &empty), *t = position_new(patterns, &empty);
    enum { MOVES = 40 };
    uint64_t seen[100 * MOVES];
    int n = 0;
    for (int game = 0; game < 100; game++) {
        Point moves[MOVES];
        for (int i = 0; i < MOVES; i++) {
            moves[i] = random_empty(&s->board, &rng);
            position_make(s, moves[i]);
            seen[n++] = s->state.hash;
        }
        for (int i = MOVES - 2; i >= 0; i -= 2) { // each colour's moves in reverse order
            position_make(t, moves[i]);
            position_make(t, moves[i + 1]);
        }
        CHECK("another order", s->state.hash == t->state.hash);
        t->board.turn = WHITE;
        Position *other_turn = position_new(patterns, &t->board);
        CHECK("the other side to move", other_turn->state.hash != s->state.hash);
        position_free(other_turn);
        t->board.turn = BLACK;
        for (; s->plies > 0; position_undo(s))
            position_undo(t);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            CHECK("no two are the same", i % MOVES == j % MOVES || seen[i] != seen[j]);
    position_free(s);
    position_free(t);
    patterns_free(patterns);
}

TEST(pattern_codes_are_unique_per_set_of_shapes) {
    Patterns *patterns = patterns_new(&rules_freestyle);
    int first_of[WEIGHTS_CODES] = {0}; // the sorted shapes of a code, plus one
    int codes = 0;
    for (int quad = 0; quad < PATTERN_QUADS; quad++) {
        int count[16] = {0}, sorted = 0;
        for (int d = 0; d < 4; d++)
            count[quad >> 4 * d & 15]++;
        for (int shape = 0; shape < 16; shape++)
            for (int i = 0; i < count[shape]; i++)
                sorted = sorted << 4 | shape;
        if (count[SHAPE_COUNT] > 0)
            continue;
        int *first = &first_of[patterns->codes[quad]];
        codes += *first == 0;
        if (*first == 0)
            *first = sorted + 1;
        CHECK_INT("shapes of the code", *first, sorted + 1);
    }
    CHECK_INT("codes", codes, WEIGHTS_CODES);
    patterns_free(patterns);
}

// Removes the colour's stones outside the line through `p` along `step`, so that no other line
// wins.
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

// Counts the points that complete a five through `p` next, by the rules of the board.
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

TEST(shapes_of_fours_and_fives_match_the_rules) {
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

TEST(position_make_and_undo_do_not_allocate) {
    Patterns *patterns = patterns_new(&rules_renju);
    Board b;
    board_init(&b, &rules_renju, 15);
    Position *s = position_new(patterns, &b);
    size_t allocations = mem_allocation_count();
    for (int i = 0; i < 100; i++)
        position_make(s, point_at(i % 15, i / 15));
    while (s->plies > 0)
        position_undo(s);
    CHECK_INT("allocations", (long long)mem_allocation_count(), (long long)allocations);
    position_free(s);
    patterns_free(patterns);
}
