#include "study/puzzle.h"

#include "player/player.h"

#include <math.h>

// Elo of the levels that rated the stored puzzles: level 1 is 600, the others come from matches of
// each level against the one below. They played without a net. Before new puzzles are rated, take
// the Elo of the current levels from tests/strength/results.md.
static const int level_elo[PUZZLE_LEVELS] = {600, 888, 1003, 1185, 1277, 1362, 1470, 1771};

// ---- The engine

typedef struct {
    Point solution;
    int64_t found_at; // nodes when the solution became the best move for good; -1: it is not
} Tracker;

static void track(void *context, const EngineResult *so_far) {
    Tracker *t = context;
    if (so_far->lines[0].move != t->solution)
        t->found_at = -1;
    else if (t->found_at < 0)
        t->found_at = so_far->nodes;
}

static EngineResult analyze(const PuzzleTools *tools, Tracker *tracker, const Board *b,
                            const Point *excluded, int excluded_count) {
    EngineRequest request = {
        .board = b,
        .budget = tools->grading,
        .excluded = excluded,
        .excluded_count = excluded_count,
        .stop = tools->stop,
        .on_progress = track,
        .progress_context = tracker,
    };
    engine_clear(tools->engine);
    EngineResult found = engine_run(tools->engine, &request);
    track(tracker, &found); // a result found without a search is not reported
    return found;
}

// ---- The rating

// The Elo formula: how often a player of this strength solves a puzzle of this rating.
static double expected_score(double elo, double rating) {
    return 1 / (1 + pow(10, (rating - elo) / 400));
}

// Observed minus expected solutions at this rating: positive if the rating is too high. Two virtual
// results, a weak player who fails and a strong one who solves it, keep the fit finite.
static double surplus(const int percent[static PUZZLE_LEVELS], double rating) {
    static const double below = 300, above = 2100;
    double sum = 1 - expected_score(below, rating) - expected_score(above, rating);
    for (int i = 0; i < PUZZLE_LEVELS; i++)
        sum += percent[i] / 100.0 - expected_score(level_elo[i], rating);
    return sum;
}

int puzzle_rating(const int percent[static PUZZLE_LEVELS]) {
    double low = 0, high = 3000; // bisection: more solutions mean a lower rating
    while (high - low > 0.1) {
        double middle = (low + high) / 2;
        if (surplus(percent, middle) > 0)
            high = middle;
        else
            low = middle;
    }
    return (int)lround((low + high) / 2);
}

// ---- Both

bool puzzle_measure_difficulty(const PuzzleTools *tools, Puzzle *p) {
    Board b;
    puzzle_board(&p->game, &b);
    Tracker tracker = {p->solution, -1};
    EngineResult all = analyze(tools, &tracker, &b, NULL, 0);
    p->nodes = tracker.found_at;
    EngineResult others = analyze(tools, &tracker, &b, &p->solution, 1);
    p->others.best = others.lines[0].value;
    if (p->others.best > ENGINE_CERTAIN || all.lines[0].value < -ENGINE_CERTAIN)
        return false;
    for (int i = 0; i < PUZZLE_LEVELS; i++)
        p->percent[i] =
            (int)lround(100 * level_move_probability(tools->engine, i + 1, &b, p->solution));
    p->rating = puzzle_rating(p->percent);
    return true;
}
