// Pairs of a side with forbidden moves: what the checker accepts is played out.
#include "ask.h"
#include "base/number.h"
#include "core/notation.h"
#include "proof/proof.h"
#include "support.h"

#include <string.h>

static bool accepts(const Board *b, const Point *points, int pair_count, Error *err) {
    Proof p;
    ProofCheck check = {0};
    proof_init(&p, b);
    proof_add_pairs(&p, POINT_NONE, points, pair_count);
    bool ok = proof_node_holds(&p, BLACK, b, 0, &check, err);
    proof_release(&p);
    return ok;
}

// ---- The game that the pairs are for, slow and obvious

typedef struct {
    Point partner[POINT_COUNT];
    int positions;
} Pairs;

static bool black_holds(Pairs *pairs, const Board *b);

// Black answers in the pair; outside of the pairs it may play anything.
static bool answer_holds(Pairs *pairs, const Board *b, Point reply) {
    Point empty[BOARD_MAX * BOARD_MAX], answer = pairs->partner[reply];
    int n = board_empty_points(b, empty);
    bool is_free = answer == POINT_NONE || b->at[answer] != EMPTY;
    for (int i = 0; i < n; i++) {
        Board after = *b;
        if (!is_free && empty[i] != answer)
            continue;
        if (board_play(&after, empty[i]) != PLAY_OK) {
            if (!is_free)
                return false;
            continue;
        }
        if (after.winner == EMPTY && !black_holds(pairs, &after))
            return false;
    }
    return true;
}

static bool black_holds(Pairs *pairs, const Board *b) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    pairs->positions++;
    for (int i = 0; i < n; i++) {
        Board after = *b;
        if (board_play(&after, empty[i]) != PLAY_OK)
            continue;
        if (after.winner == WHITE || !answer_holds(pairs, &after, empty[i]))
            return false;
    }
    return true;
}

// With more black than white stones, so that many moves are forbidden.
static Board position_of(int size, int empty, Rng *rng) {
    Board b;
    board_init(&b, &rules_renju, size);
    for (int i = 0; i < size * size; i++)
        if (rng_below(rng, size * size - i) >= empty)
            board_place(&b, rng_below(rng, 20) < 7 ? WHITE : BLACK, point_at(i % size, i / size));
        else
            empty--;
    b.turn = WHITE;
    board_recompute_winner(&b);
    return b;
}

TEST(pairs_with_fouls_hold_when_played_out) {
    enum { EMPTY_MAX = 8 };
    Rng rng = {9};
    int accepted = 0, saved = 0, cases = random_cases(60000);
    for (int i = 0; i < cases; i++) {
        Board b = position_of(5 + i % 4, 5 + rng_below(&rng, EMPTY_MAX - 4), &rng);
        Point points[BOARD_MAX * BOARD_MAX];
        Pairs pairs = {.positions = 0};
        Error err = {0};
        if (b.winner != EMPTY)
            continue;
        int n = board_empty_points(&b, points);
        for (int k = n - 1; k > 0; k--) {
            int other = rng_below(&rng, k + 1);
            Point p = points[k];
            points[k] = points[other];
            points[other] = p;
        }
        int count = 1 + rng_below(&rng, n / 2);
        for (int k = 0; k < 2 * count; k++)
            pairs.partner[points[k]] = points[k ^ 1];
        if (accepts(&b, points, count, &err)) {
            CHECK("every answer is legal and stops White", black_holds(&pairs, &b));
            accepted++;
        } else if (strncmp(err.text, "the answer may be forbidden", 27) == 0) {
            saved += !black_holds(&pairs, &b);
        }
    }
    CHECK("some are accepted", accepted > cases / 100);
    CHECK("some would fail", saved > 0);
}

// ---- Settled pairs, played out in the same way

typedef struct {
    Point partner[POINT_COUNT];
    int open, free_moves; // open points after Black's move; how often Black had to open a pair
} SettledGame;

static bool settled_holds(SettledGame *g, const Board *b);

// Black has to play in a pair: any that is empty, on one of its points.
static bool free_move_holds(SettledGame *g, const Board *b) {
    for (int i = 0; i < b->size * b->size; i++) {
        Point pair[2] = {point_at(i % b->size, i / b->size)};
        bool holds = false;
        pair[1] = g->partner[pair[0]];
        if (pair[1] <= pair[0] || b->at[pair[0]] != EMPTY || b->at[pair[1]] != EMPTY)
            continue;
        g->free_moves++;
        for (int k = 0; k < 2 && !holds; k++) {
            Board after = *b;
            holds = board_play(&after, pair[k]) == PLAY_OK &&
                    (after.winner == BLACK || settled_holds(g, &after));
        }
        if (!holds)
            return false;
    }
    return true;
}

// White is to move. A stone on one of several open points leads to another entry.
static bool settled_holds(SettledGame *g, const Board *b) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    for (int i = 0; i < n; i++) {
        Board after = *b;
        Point answer = g->partner[empty[i]];
        bool has_answer = answer != POINT_NONE && b->at[answer] == EMPTY;
        if (board_play(&after, empty[i]) != PLAY_OK)
            continue;
        if (after.winner == WHITE || (has_answer && board_play(&after, answer) != PLAY_OK))
            return false;
        if (after.winner == BLACK || (!has_answer && g->open > 1))
            continue;
        if (has_answer ? !settled_holds(g, &after) : !free_move_holds(g, &after))
            return false;
    }
    return true;
}

static bool has_overline(const Board *b) {
    for (int i = 0; i < b->size * b->size; i++)
        for (int d = 0; d < STEP_COUNT; d++) {
            Point p = point_at(i % b->size, i / b->size);
            int n = 0;
            while (b->at[p + n * point_steps[d]] == BLACK)
                n++;
            if (n > 5)
                return true;
        }
    return false;
}

// In every position that the entry is about: its settled pairs are empty or shared.
static bool settled_entry_holds(SettledGame *g, const Board *b, const Point *settled, int pairs,
                                Point move) {
    int cases = 1;
    for (int i = 0; i < pairs; i++)
        cases *= 3;
    for (int i = 0; i < cases; i++) {
        Board after = *b;
        for (int k = 0, left = i; k < pairs; k++, left /= 3) {
            if (left % 3 == 0)
                continue;
            after.at[settled[2 * k]] = left % 3 == 1 ? BLACK : WHITE;
            after.at[settled[2 * k + 1]] = left % 3 == 1 ? WHITE : BLACK;
        }
        board_recompute_winner(&after);
        after.turn = BLACK;
        if (after.winner != EMPTY || has_overline(&after))
            continue; // not reached: the game is over, or Black has made a foul
        if (board_play(&after, move) != PLAY_OK ||
            (after.winner == EMPTY && !settled_holds(g, &after)))
            return false;
    }
    return true;
}

// Two lines where a stone on one point makes a three in each, which is too rare at random. Stripes
// without a five are around them.
static Board two_threes(int size, Rng *rng) {
    Board b;
    board_init(&b, &rules_renju, size);
    int shift = rng_below(rng, 4), first = rng_below(rng, STEP_COUNT), i = 0;
    Point p = point_at(rng_below(rng, size), rng_below(rng, size));
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            board_place(&b, (x + 2 * y + shift) % 4 < 2 ? BLACK : WHITE, point_at(x, y));
    while (i < 2) {
        int step = point_steps[(first + i) % STEP_COUNT];
        int own = 1 + rng_below(rng, 4), gap = 1 + rng_below(rng, 4);
        int ends[] = {p - own * step, p + (5 - own) * step};
        if (gap == own)
            continue;
        for (int k = 0; k < 6 && board_has(&b, (Point)ends[0]) && board_has(&b, (Point)ends[1]);
             k++)
            b.at[ends[0] + k * step] = k % 5 == 0 || k == own || k == gap ? EMPTY : BLACK;
        i++;
    }
    board_recompute_winner(&b);
    return b;
}

TEST(settled_pairs_hold_when_played_out) {
    enum { PAIRS_MAX = 4 };
    Rng rng = {11};
    int accepted = 0, saved = 0, cases = random_cases(200000), free_moves = 0, shared = 0;
    for (int i = 0; i < cases; i++) {
        int size = 5 + i / 4 % 4;
        Board b = i % 4 == 3 ? two_threes(size, &rng)
                             : position_of(size, 2 + rng_below(&rng, 2 * PAIRS_MAX), &rng);
        Point points[BOARD_MAX * BOARD_MAX], before[POINT_COUNT] = {0};
        SettledGame g = {0};
        Error err = {0};
        int n = board_empty_points(&b, points);
        b.turn = BLACK;
        if (b.winner != EMPTY || n == 0)
            continue;
        for (int k = n - 1; k > 0; k--) {
            int other = rng_below(&rng, k + 1);
            Point p = points[k];
            points[k] = points[other];
            points[other] = p;
        }
        int pairs = (n - 1 - rng_below(&rng, 2) * 2) / 2;
        int settled = pairs > 0 ? rng_below(&rng, pairs + 1) : 0;
        Point move = points[n - 1];
        for (int k = 0; k < 2 * pairs; k++) {
            g.partner[points[k]] = points[k ^ 1];
            before[points[k]] = k < 2 * settled ? points[k ^ 1] : POINT_NONE;
        }
        g.open = n - 1 - 2 * (pairs > 0 ? pairs : 0);
        Board after = b;
        bool is_legal = settled_move_is_legal(&b, before, move);
        board_place(&after, BLACK, move);
        bool ok = settled_pairs_hold(&after, g.partner, &err);
        if (ok && is_legal) {
            CHECK("every move is legal and stops White",
                  settled_entry_holds(&g, &b, points, settled, move));
            accepted++;
            shared += settled > 0;
            free_moves += g.free_moves > 0;
            continue;
        }
        saved += !settled_entry_holds(&g, &b, points, settled, move);
    }
    CHECK("some are accepted", accepted > cases / 100);
    CHECK("with pairs that were settled before", shared > cases / 200);
    CHECK("with free moves", free_moves > cases / 500);
    CHECK("some would fail", saved > cases / 100);
}

// ---- By hand

TEST(pairs_with_fouls_by_hand) {
    static const struct {
        const char *row, *board, *pairs, *why;
    } rows[] = {
        {"no window is open", "X.XOX OXOXO XOOOX OOOXO XOXOX", "", ""},
        {"no window is White's", "..X.X OXOXO XOOOX OOOXO XOXOX", "", ""},
        {"one window of its own", "...XX XXOXO OOOXX OXO.O XOXOX", "a5d2", ""},
        {"two windows: a four in each", "...XX .XOXO .OOXX XXO.O XOXOX", "a5d2",
         "the answer may be forbidden on a5"},
        {"the partner is in one of them", "...XX .XOXO .OOXX XXO.O XOXOX", "a5a3", ""},
        {"a pair in each of them", "...XX .XOXO .OOXX XXO.O XOXOX", "a5d2b5c5a4a3", ""},
        {"a pair in one, and a point is left", "...XX .XOXO .OOXX XXO.O XOXOX", "a5d2b5c5",
         "the answer may be forbidden on a5"},
        {"beside an overline", "XXXXXX. ....... ....... ....... ....... ....... .......", "g7b6",
         "pairs beside an overline, at a7"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Board b = board_from_picture(&rules_renju, rows[i].board);
        Point points[8];
        int n = 0;
        Error err = {0};
        b.turn = WHITE;
        board_recompute_winner(&b); // six were five for a moment
        CHECK_INT(rows[i].row, b.winner, EMPTY);
        if (*rows[i].pairs)
            CHECK(rows[i].row,
                  points_parse(rows[i].pairs, b.size, COUNT(points), points, &n, NULL));
        CHECK_INT(rows[i].row, accepts(&b, points, n / 2, &err), *rows[i].why == '\0');
        CHECK_TEXT(rows[i].row, err.text, rows[i].why);
    }
}
