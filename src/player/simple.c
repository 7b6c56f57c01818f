// The simple players, without the engine: easy, greedy, random and the simulated beginners.
#include "base/mem.h"
#include "base/number.h"
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

// ---- beginner

// Simulated beginners, by which the lowest levels are measured. Beginner 1 sees only its own
// stones: it completes a five, else prolongs its longest row, at a random one of the best points.
// Beginner 2 also stops a five. Neither answers a three.
typedef struct {
    int64_t number;
    Rng rng;
} Beginner;

static void *beginner_open(const char *options, Error *err) {
    Beginner *s = mem_alloc(sizeof *s);
    s->number = 1;
    if (player_options_parse(options, 1, 2, &s->number, &s->rng, err))
        return s;
    mem_free(s);
    return NULL;
}

// Own stones on the five points from `p` along `step`; -1 if the opponent or the edge is in the
// way.
static int row_of_five(const Board *b, int p, int step) {
    int own = 0;
    for (int i = 0; i < 5; i++, p += step) {
        if (p < 0 || p >= POINT_COUNT || (b->at[p] != EMPTY && b->at[p] != b->turn))
            return -1;
        own += b->at[p] == b->turn;
    }
    return own;
}

static int longest_row(const Board *b, Point p) {
    int longest = 0;
    for (int i = 0; i < STEP_COUNT; i++)
        for (int back = 0; back < 5; back++)
            longest = int_max(longest, row_of_five(b, p - back * point_steps[i], point_steps[i]));
    return longest;
}

static bool is_next_to_a_stone(const Board *b, Point p) {
    for (int i = 0; i < STEP_COUNT; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            int at = b->at[p + sign * point_steps[i]];
            if (at == BLACK || at == WHITE)
                return true;
        }
    return false;
}

static Point prolong_row(const Board *b, const Point *legal, int n, Rng *rng) {
    Point best[BOARD_MAX * BOARD_MAX];
    int count = 0, most = -1;
    for (int i = 0; i < n; i++) {
        int worth = is_next_to_a_stone(b, legal[i]) ? 1 + longest_row(b, legal[i]) : 0;
        if (worth > most)
            count = 0, most = worth;
        if (worth == most)
            best[count++] = legal[i];
    }
    return best[rng_below(rng, count)];
}

static bool beginner_choose(void *self, const Game *g, const Budget *budget, StopToken stop,
                            PlayerMove *out, Error *err) {
    (void)budget, (void)stop, (void)err;
    Beginner *s = self;
    const Board *b = &g->board;
    Point legal[BOARD_MAX * BOARD_MAX];
    int n = moves_legal(g, legal);
    Point p = s->number == 1 ? moves_first_win(b, b->turn, legal, n) : win_or_block(b, legal, n);
    if (n == 0)
        out->move = POINT_PASS;
    else if (p != POINT_NONE)
        out->move = p;
    else
        out->move =
            b->stones == 0 ? moves_most_central(b, legal, n) : prolong_row(b, legal, n, &s->rng);
    return true;
}

const PlayerKind player_beginner = {
    .name = "beginner",
    .summary = "a simulated beginner: 1 sees only its own rows, 2 also stops fives",
    .options = "[1|2][,SEED]",
    .open = beginner_open,
    .choose = beginner_choose,
    .close = mem_free,
};
