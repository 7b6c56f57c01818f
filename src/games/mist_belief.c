#include "games/mist_belief.h"

#include "core/mist.h"

void mist_belief_init(MistBelief *belief) {
    *belief = (MistBelief){0};
    board_init(&belief->board, &rules_freestyle, MIST_BOARD_SIZE);
}

static void set_point(MistBelief *belief, Stone color, Point p, bool guess) {
    if (belief->board.at[p] != EMPTY)
        board_remove(&belief->board, p, belief->board.turn, EMPTY);
    if (color != EMPTY)
        board_place(&belief->board, color, p);
    belief->guessed[p] = guess;
}

static Point cell_point(const MistView *view, int i) {
    return point_at(point_x(view->center) - MIST_REACH + i % MIST_WIDTH,
                    point_y(view->center) - MIST_REACH + i / MIST_WIDTH);
}

// Copies the contents of the hole. True if it shows the opponent's last stone.
static bool copy_view(MistBelief *belief, Stone me, const MistView *view) {
    bool found = false;
    for (int i = 0; i < MIST_CELLS; i++) {
        if (view->cells[i] == WALL)
            continue;
        Point p = cell_point(view, i);
        bool known = belief->board.at[p] == view->cells[i] && !belief->guessed[p];
        found |=
            !known && view->cells[i] == stone_other(me) && mist_center_after(p) == view->center;
        if (!known)
            set_point(belief, view->cells[i], p, false);
    }
    return found;
}

static bool is_visible(const MistView *view, Point p) {
    return point_distance(p, view->center) <= MIST_REACH;
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

// The place of the window leaves at most four candidates for the opponent's last stone. Takes the
// one nearest to other stones, as a guess unless it is the only one.
static void infer_last_stone(MistBelief *belief, Stone me, const MistView *view) {
    Point best = POINT_NONE;
    int candidates = 0, nearest = 0;
    for (int i = 0; i < MIST_BOARD_SIZE * MIST_BOARD_SIZE; i++) {
        Point p = point_at(i % MIST_BOARD_SIZE, i / MIST_BOARD_SIZE);
        if (mist_center_after(p) != view->center || is_visible(view, p) ||
            (belief->board.at[p] != EMPTY && !belief->guessed[p]))
            continue;
        int distance = distance_to_stones(&belief->board, p);
        if (candidates++ == 0 || distance < nearest) {
            best = p;
            nearest = distance;
        }
    }
    if (candidates > 0)
        set_point(belief, stone_other(me), best, candidates > 1);
}

void mist_belief_observe(MistBelief *belief, Stone me, const MistView *view) {
    bool first = belief->board.stones == 0 && me == BLACK;
    if (!copy_view(belief, me, view) && !first)
        infer_last_stone(belief, me, view);
}

void mist_belief_know(MistBelief *belief, Stone color, Point p) {
    set_point(belief, color, p, false);
}

static Board make_board(const MistBelief *belief, bool drop_guesses) {
    Board board;
    board_init(&board, &rules_freestyle, MIST_BOARD_SIZE);
    for (int i = 0; i < POINT_COUNT; i++)
        if ((belief->board.at[i] == BLACK || belief->board.at[i] == WHITE) &&
            !(drop_guesses && belief->guessed[i]))
            board_place(&board, belief->board.at[i], (Point)i);
    return board;
}

bool mist_belief_board(const MistBelief *belief, Stone me, Board *out) {
    *out = make_board(belief, false);
    if (out->winner != EMPTY)
        *out = make_board(belief, true);
    out->turn = (uint8_t)me;
    return out->winner == EMPTY && !board_is_full(out);
}
