// The analysis course's player, greedy one-ply search: the point where core/sequence.h scores
// highest after the stone, and the centre of an empty board.
//
// Under standard rules, which the course uses, it plays exactly like the course's player (as far as
// its moves are legal). Under other rules the score's definition of a five differs from the
// board's, so it first checks for a win and for a win to block by the actual rules, and breaks ties
// by the most central point instead of the first.
#include "core/sequence.h"
#include "player/moves.h"
#include "player/player.h"

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
    Point p = moves_first_win(b, b->turn, legal, n);
    if (p == POINT_NONE)
        p = moves_first_win(b, stone_other(b->turn), legal, n);
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
