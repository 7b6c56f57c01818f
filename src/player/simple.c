// The simple players, without the engine: easy, greedy and random.
#include "base/mem.h"
#include "base/number.h"
#include "base/rng.h"
#include "core/sequence.h"
#include "player/moves.h"
#include "player/player.h"

// The first of `points` that wins, or that stops a win of the opponent; POINT_NONE if there is
// none.
static Point win_or_block(const Board *b, const Point *points, int count) {
    Point p = moves_first_win(b, b->turn, points, count);
    return p != POINT_NONE ? p : moves_first_win(b, stone_other(b->turn), points, count);
}

// ---- easy

// The classroom course's first player: wins if it can, else blocks a win, else takes the first
// legal point, row by row.
static bool easy_choose(void *self, const Game *g, const Budget *budget, StopToken stop,
                        PlayerMove *out, Error *err) {
    (void)self, (void)budget, (void)stop, (void)err;
    const Board *b = &g->board;
    Point legal[BOARD_MAX * BOARD_MAX];
    int n = moves_legal(g, legal);
    Point p = win_or_block(b, legal, n);
    if (p == POINT_NONE)
        p = n > 0 ? legal[0] : POINT_PASS;
    out->move = p;
    return true;
}

const PlayerKind player_easy = {
    .name = "easy",
    .summary = "wins if it can, else stops a win, else takes the first free point",
    .choose = easy_choose,
};

// ---- greedy
//
// The analysis course's player, greedy one-ply search: the point where core/sequence.h scores
// highest after the stone, and the center of an empty board.
//
// Under standard rules, which the course uses, it plays exactly like the course's player (as far as
// its moves are legal). Under other rules the score's definition of a five differs from the
// board's, so it first checks for a win and for a win to block by the actual rules, and breaks ties
// by the most central point instead of the first.

// Reduces `points` to those with the highest score, in order. Returns how many.
static int keep_best(const Board *b, Point *points, int count) {
    Board trial = *b;
    int kept = 0;
    int64_t best = 0;
    for (int i = 0; i < count; i++) {
        Point p = points[i];
        trial.at[p] = b->turn;
        int64_t score = grid_score(board_grid(&trial), b->turn);
        trial.at[p] = EMPTY;
        if (kept > 0 && score < best)
            continue;
        if (score > best)
            kept = 0;
        best = score;
        points[kept++] = p;
    }
    return kept;
}

static Point best_by_rules(const Board *b, Point *legal, int n) {
    Point p = win_or_block(b, legal, n);
    return p != POINT_NONE ? p : moves_most_central(b, legal, keep_best(b, legal, n));
}

static Point best_by_course(const Board *b, Point *legal, int n) {
    keep_best(b, legal, n);
    return legal[0];
}

static bool greedy_choose(void *self, const Game *g, const Budget *budget, StopToken stop,
                          PlayerMove *out, Error *err) {
    (void)self, (void)budget, (void)stop, (void)err;
    const Board *b = &g->board;
    Point legal[BOARD_MAX * BOARD_MAX];
    int n = moves_legal(g, legal);
    if (n == 0)
        out->move = POINT_PASS;
    else if (b->stones == 0)
        out->move = moves_most_central(b, legal, n);
    else
        out->move =
            b->rules == &rules_standard ? best_by_course(b, legal, n) : best_by_rules(b, legal, n);
    return true;
}

const PlayerKind player_greedy = {
    .name = "greedy",
    .summary = "the point with the best immediate score, without a search",
    .choose = greedy_choose,
};

// ---- random

// Uniform over the legal points. The baseline of every strength scale.
static void *random_open(const char *options, Error *err) {
    int64_t seed = 0;
    if (*options && !number_parse(options, 0, INT64_MAX, &seed, err)) {
        error_prefix(err, "seed");
        return NULL;
    }
    Rng *rng = mem_alloc(sizeof *rng);
    rng->state = *options ? (uint64_t)seed : rng_fresh_seed();
    return rng;
}

static bool random_choose(void *self, const Game *g, const Budget *budget, StopToken stop,
                          PlayerMove *out, Error *err) {
    (void)budget, (void)stop, (void)err;
    Point legal[BOARD_MAX * BOARD_MAX];
    int n = moves_legal(g, legal);
    out->move = n > 0 ? legal[rng_below(self, n)] : POINT_PASS;
    return true;
}

const PlayerKind player_random = {
    .name = "random",
    .summary = "a random legal point",
    .options = "SEED",
    .open = random_open,
    .choose = random_choose,
    .close = mem_free,
};
