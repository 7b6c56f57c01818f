#include "player/moves.h"

static bool is_legal(const Game *g, Point p) {
    Error ignored;
    return board_check(&g->board, p) == PLAY_OK &&
           opening_allows(&g->opening, &g->board, p, &ignored);
}

int moves_legal(const Game *g, Point points[static BOARD_MAX * BOARD_MAX]) {
    int empty = board_empty_points(&g->board, points);
    int legal = 0;
    for (int i = 0; i < empty; i++)
        if (is_legal(g, points[i]))
            points[legal++] = points[i];
    return legal;
}

Point moves_first_win(const Board *b, Stone color, const Point *points, int count) {
    Board trial = *b;
    for (int i = 0; i < count; i++) {
        trial.at[points[i]] = (uint8_t)color;
        bool wins = board_wins_at(&trial, points[i]);
        trial.at[points[i]] = EMPTY;
        if (wins)
            return points[i];
    }
    return POINT_NONE;
}

const char *moves_reason(const Board *b, Point move) {
    if (!board_has(b, move))
        return NULL;
    if (moves_first_win(b, b->turn, &move, 1) != POINT_NONE)
        return "makes five";
    return moves_first_win(b, stone_other(b->turn), &move, 1) != POINT_NONE ? "stops five" : NULL;
}

Point moves_most_central(const Board *b, const Point *points, int count) {
    Point center = point_center(b->size);
    Point best = points[0];
    for (int i = 1; i < count; i++)
        if (point_distance(points[i], center) < point_distance(best, center))
            best = points[i];
    return best;
}

// Will a player choose sides, now or later?
static bool leads_to_a_choice(const Opening *o) {
    for (int i = o->step; i < OPENING_STEPS_MAX; i++)
        if (o->rule->steps[i].choices)
            return true;
    return false;
}

// Takes the better side. Placing two more stones would give the choice to the opponent, which is
// never better.
static Point choose_side(Engine *e, const Game *g, const OpeningStep *step,
                         const EngineRequest *request) {
    int value = engine_run(e, request).lines[0].value;
    bool has_the_move = game_seat_of(g, g->board.turn) == game_seat(g);
    bool stays = has_the_move == (value >= 0);
    if (stays && step->choices & MAY_STAY)
        return POINT_STAY;
    return step->choices & MAY_SWAP ? POINT_SWAP : POINT_STAY;
}

// Only the last of several stones has to balance the position; the earlier ones go near the center.
static Point place_stone(Engine *e, const Game *g, const OpeningStep *step,
                         const EngineRequest *request) {
    Point legal[BOARD_MAX * BOARD_MAX];
    int n = moves_legal(g, legal);
    EngineRequest among = *request;
    among.allowed = legal;
    among.allowed_count = n;
    if (n == 0)
        return POINT_PASS;
    if (!leads_to_a_choice(&g->opening))
        return engine_run(e, &among).lines[0].move;
    if (g->opening.placed + 1 < step->stones)
        return moves_most_central(&g->board, legal, n);
    among.kind = REQUEST_BALANCE;
    return engine_run(e, &among).lines[0].move;
}

Point opening_play(Engine *e, const Game *g, const EngineRequest *request) {
    const OpeningStep *step = opening_step(&g->opening);
    EngineRequest search = *request;
    search.kind = REQUEST_SEARCH;
    return step->choices ? choose_side(e, g, step, &search) : place_stone(e, g, step, &search);
}

// The zone is most of the board, and a short search would not reach every point of it, so the
// points are ranked by static move ordering first.
EngineRequest opening_request(Engine *e, const Game *g, const EngineRequest *request,
                              Point points[static ENGINE_LINES_MAX]) {
    EngineRequest narrowed = *request;
    if (opening_zone(&g->opening, &g->board).kind == ZONE_NONE)
        return narrowed;
    Point legal[BOARD_MAX * BOARD_MAX];
    EngineRequest order = {.kind = REQUEST_ORDER,
                           .board = &g->board,
                           .line_count = ENGINE_LINES_MAX,
                           .allowed = legal,
                           .allowed_count = moves_legal(g, legal)};
    EngineResult ranked = engine_run(e, &order);
    for (int i = 0; i < ranked.line_count; i++)
        points[i] = ranked.lines[i].move;
    narrowed.allowed = points;
    narrowed.allowed_count = ranked.line_count;
    return narrowed;
}
