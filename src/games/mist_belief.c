#include "games/mist_belief.h"

#include "core/mist.h"

void mist_belief_init(MistBelief *b) {
    *b = (MistBelief){0};
    board_init(&b->board, &rules_freestyle, MIST_BOARD_SIZE);
}

static void put(MistBelief *b, Stone color, Point p, bool guess) {
    if (b->board.at[p] != EMPTY)
        board_remove(&b->board, p, b->board.turn, EMPTY);
    if (color != EMPTY)
        board_place(&b->board, color, p);
    b->guessed[p] = guess;
}

static Point cell_point(const MistView *view, int i) {
    return point_at(point_x(view->centre) - MIST_REACH + i % MIST_WIDTH,
                    point_y(view->centre) - MIST_REACH + i / MIST_WIDTH);
}

// Whether the view shows a stone that was not known: then the last one is found.
static bool look(MistBelief *b, Stone me, const MistView *view) {
    bool found = false;
    for (int i = 0; i < MIST_CELLS; i++) {
        if (view->cells[i] == WALL)
            continue;
        Point p = cell_point(view, i);
        bool known = b->board.at[p] == view->cells[i] && !b->guessed[p];
        found |=
            !known && view->cells[i] == stone_other(me) && mist_centre_after(p) == view->centre;
        if (!known)
            put(b, view->cells[i], p, false);
    }
    return found;
}

static bool is_in(const MistView *view, Point p) {
    return point_distance(p, view->centre) <= MIST_REACH;
}

static int distance_to_stones(const Board *b, Point p) {
    int nearest = MIST_BOARD_SIZE;
    for (int i = 0; i < MIST_BOARD_SIZE * MIST_BOARD_SIZE; i++) {
        Point q = point_at(i % MIST_BOARD_SIZE, i / MIST_BOARD_SIZE);
        if (b->at[q] != EMPTY && point_distance(p, q) < nearest)
            nearest = point_distance(p, q);
    }
    return nearest;
}

// The hole's place leaves at most four points for the last stone. Of those that can be it the one
// nearest to other stones is believed, for certain if it is the only one.
static void infer(MistBelief *b, Stone me, const MistView *view) {
    Point best = POINT_NONE;
    int candidates = 0, nearest = 0;
    for (int i = 0; i < MIST_BOARD_SIZE * MIST_BOARD_SIZE; i++) {
        Point p = point_at(i % MIST_BOARD_SIZE, i / MIST_BOARD_SIZE);
        if (mist_centre_after(p) != view->centre || is_in(view, p) ||
            (b->board.at[p] != EMPTY && !b->guessed[p]))
            continue;
        int distance = distance_to_stones(&b->board, p);
        if (candidates++ == 0 || distance < nearest) {
            best = p;
            nearest = distance;
        }
    }
    if (candidates > 0)
        put(b, stone_other(me), best, candidates > 1);
}

void mist_belief_observe(MistBelief *b, Stone me, const MistView *view) {
    bool first = b->board.stones == 0 && me == BLACK;
    if (!look(b, me, view) && !first)
        infer(b, me, view);
}

void mist_belief_play(MistBelief *b, Stone me, Point p) {
    put(b, me, p, false);
}

static Board without_guesses(const MistBelief *b, bool drop) {
    Board board;
    board_init(&board, &rules_freestyle, MIST_BOARD_SIZE);
    for (int i = 0; i < POINT_COUNT; i++)
        if ((b->board.at[i] == BLACK || b->board.at[i] == WHITE) && !(drop && b->guessed[i]))
            board_place(&board, b->board.at[i], (Point)i);
    return board;
}

bool mist_belief_board(const MistBelief *b, Stone me, Board *out) {
    *out = without_guesses(b, false);
    if (out->winner != EMPTY)
        *out = without_guesses(b, true);
    out->turn = (uint8_t)me;
    return out->winner == EMPTY && !board_is_full(out);
}
