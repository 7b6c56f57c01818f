#include "player/opening_play.h"

#include "player/moves.h"

// Is somebody asked to choose, now or later?
static bool leads_to_a_choice(const Opening *o) {
    for (int i = o->step; i < OPENING_STEPS_MAX; i++)
        if (o->rule->steps[i].choices)
            return true;
    return false;
}

// The side that stands better. Placing two more stones would let the other side choose, which is
// never worth more.
static Point choose_side(Engine *e, const Game *g, const OpeningStep *step,
                         const EngineLimits *limits) {
    int value = engine_think(e, &g->board, limits).lines[0].value;
    bool has_the_move = game_seat_of(g, g->board.turn) == game_seat(g);
    bool stays = has_the_move == (value >= 0);
    if (stays && step->choices & MAY_STAY)
        return POINT_STAY;
    return step->choices & MAY_SWAP ? POINT_SWAP : POINT_STAY;
}

// The last of several stones decides whether they are balanced; those before it only make a shape.
static Point place_stone(Engine *e, const Game *g, const OpeningStep *step,
                         const EngineLimits *limits) {
    Point legal[BOARD_MAX * BOARD_MAX];
    int n = moves_legal(g, legal);
    EngineLimits among = *limits;
    among.only = legal;
    among.only_count = n;
    if (n == 0)
        return POINT_PASS;
    if (!leads_to_a_choice(&g->opening))
        return engine_think(e, &g->board, &among).lines[0].move;
    if (g->opening.placed + 1 < step->stones)
        return moves_most_central(&g->board, legal, n);
    return engine_balance(e, &g->board, 0, &among).lines[0].move;
}

Point opening_play(Engine *e, const Game *g, const EngineLimits *limits) {
    const OpeningStep *step = opening_step(&g->opening);
    return step->choices ? choose_side(e, g, step, limits) : place_stone(e, g, step, limits);
}

// A short search would not come to see each point of a zone, which is most of the board: they are
// ordered at first sight.
EngineLimits opening_limits(Engine *e, const Game *g, const EngineLimits *limits,
                            Point points[static ENGINE_LINES_MAX]) {
    EngineLimits narrowed = *limits;
    if (!opening_has_zone(&g->opening, &g->board))
        return narrowed;
    Point legal[BOARD_MAX * BOARD_MAX];
    int n = moves_legal(g, legal);
    EngineAnswer seen = engine_glance(
        e, &g->board, &(EngineLimits){.only = legal, .only_count = n, .lines = ENGINE_LINES_MAX});
    for (int i = 0; i < seen.count; i++)
        points[i] = seen.lines[i].move;
    narrowed.only = points;
    narrowed.only_count = seen.count;
    return narrowed;
}
