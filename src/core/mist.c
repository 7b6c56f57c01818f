#include "core/mist.h"

Point mist_first_center(void) {
    return point_center(MIST_BOARD_SIZE);
}

// The formula of the course counts columns and rows from 1, rows from the bottom.
Point mist_center_after(Point stone) {
    int column = point_x(stone) + 1;
    int row = MIST_BOARD_SIZE - point_y(stone);
    int hole_column = 1 + (5 * column * column + 3 * column + 4) % MIST_BOARD_SIZE;
    int hole_row = 1 + (4 * row * row + 2 * row - 4) % MIST_BOARD_SIZE;
    return point_at(hole_column - 1, MIST_BOARD_SIZE - hole_row);
}

static uint8_t seen_at(const Board *b, int x, int y) {
    // The hole can extend beyond the border of the board.
    return grid_has(board_grid(b), x, y) ? b->at[point_at(x, y)] : WALL;
}

MistView mist_view(const Board *b, Point center) {
    MistView view = {.center = center};
    for (int i = 0; i < MIST_CELLS; i++) {
        int x = point_x(center) - MIST_REACH + i % MIST_WIDTH;
        int y = point_y(center) - MIST_REACH + i / MIST_WIDTH;
        view.cells[i] = seen_at(b, x, y);
    }
    return view;
}

Point mist_center(const Game *g) {
    Point last = game_last_stone(g);
    return last == POINT_NONE ? mist_first_center() : mist_center_after(last);
}

static void remember(Board *known, const MistView *view) {
    for (int i = 0; i < MIST_CELLS; i++) {
        int x = point_x(view->center) - MIST_REACH + i % MIST_WIDTH;
        int y = point_y(view->center) - MIST_REACH + i / MIST_WIDTH;
        Stone seen = view->cells[i];
        if ((seen == BLACK || seen == WHITE) && known->at[point_at(x, y)] == EMPTY)
            board_place(known, seen, point_at(x, y));
    }
}

Board mist_memory(const Game *g, Stone color) {
    Board now = g->start, known = g->start;
    Point center = mist_first_center();
    for (int i = 0; i <= g->count; i++) {
        if (now.turn == color) {
            MistView view = mist_view(&now, center);
            remember(&known, &view);
        }
        if (i == g->count || !board_has(&now, g->moves[i].point))
            continue;
        Point p = g->moves[i].point;
        if (g->moves[i].color == color)
            board_place(&known, color, p);
        board_place(&now, g->moves[i].color, p);
        center = mist_center_after(p);
    }
    known.turn = (uint8_t)color;
    return known;
}
