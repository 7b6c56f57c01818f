#include "study/puzzle_difficulty.h"

#include <math.h>
#include <string.h>

// By the scores of each level against the one below (tests/strength/results.md), from 600 on.
static const int level_elo[PUZZLE_LEVELS] = {600, 888, 1003, 1185, 1277, 1362, 1470, 1771};

// ---- The engine

typedef struct {
    Point solution;
    int64_t found_at; // -1: it wants something else
} Hunt;

static void follow(void *context, const Analysis *so_far) {
    Hunt *h = context;
    if (so_far->lines[0].move != h->solution)
        h->found_at = -1;
    else if (h->found_at < 0)
        h->found_at = so_far->nodes;
}

typedef struct {
    const DifficultyTools *tools;
    Hunt hunt;
} Watching;

static bool is_stopped(void *context) {
    const DifficultyTools *tools = ((Watching *)context)->tools;
    return tools->interrupted && tools->interrupted(tools->context);
}

static void watch(void *context, const Analysis *so_far) {
    follow(&((Watching *)context)->hunt, so_far);
}

static Analysis think(const DifficultyTools *tools, Watching *watching, const Board *b,
                      const Point *barred, int barred_count) {
    Question q = {
        .limits = {.nodes = tools->nodes, .interrupted = is_stopped, .context = watching},
        .barred = barred,
        .barred_count = barred_count,
        .report = watch,
    };
    analyst_forget(tools->analyst);
    Analysis found = analyst_think(tools->analyst, b, &q);
    watch(watching, &found); // what it knows at first sight is not reported
    return found;
}

// ---- The rating

// How often a player of that strength finds a puzzle of that rating.
static double chance(double elo, double rating) {
    return 1 / (1 + pow(10, (rating - elo) / 400));
}

// What the levels' finds would be too many for if it is above 0, too few if below. Two made-up
// tries, one found by nobody and one missed by everybody, keep it within reach of the levels.
static double excess(const int percent[static PUZZLE_LEVELS], double rating) {
    static const double below = 300, above = 2100;
    double sum = 1 - chance(below, rating) - chance(above, rating);
    for (int i = 0; i < PUZZLE_LEVELS; i++)
        sum += percent[i] / 100.0 - chance(level_elo[i], rating);
    return sum;
}

int puzzle_rating(const int percent[static PUZZLE_LEVELS]) {
    double low = 0, high = 3000; // the more are found, the lower it is
    while (high - low > 0.1) {
        double middle = (low + high) / 2;
        if (excess(percent, middle) > 0)
            high = middle;
        else
            low = middle;
    }
    return (int)lround((low + high) / 2);
}

// ---- All of it

bool puzzle_measure_difficulty(const DifficultyTools *tools, Puzzle *p) {
    Board b;
    puzzle_board(&p->game, &b);
    Watching watching = {tools, {p->solution, -1}};
    Analysis all = think(tools, &watching, &b, NULL, 0);
    p->nodes = watching.hunt.found_at;
    Analysis others = think(tools, &watching, &b, &p->solution, 1);
    p->others.best = others.lines[0].value;
    if (analyst_certainty(p->others.best) > 0 || analyst_certainty(all.lines[0].value) < 0)
        return false;
    for (int i = 0; i < PUZZLE_LEVELS; i++)
        p->percent[i] =
            (int)lround(100 * level_move_probability(tools->gauge, i + 1, &b, p->solution));
    p->rating = puzzle_rating(p->percent);
    return true;
}
