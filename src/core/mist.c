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

MistView mist_view(const Board *b, Point center) {
    MistView view = {.center = center};
    for (int i = 0; i < MIST_CELLS; i++) {
        Point p = mist_view_point(&view, i);
        view.cells[i] = p != POINT_NONE ? b->at[p] : WALL;
    }
    return view;
}

Point mist_center(const Game *g) {
    Point last = game_last_stone(g);
    return last == POINT_NONE ? mist_first_center() : mist_center_after(last);
}

bool mist_has_game(const Game *g) {
    const Board *b = &g->board;
    bool ok = b->rules == &rules_freestyle && b->size == MIST_BOARD_SIZE &&
              g->opening.rule == &opening_none && g->start.stones == 0 &&
              b->turn == (g->count % 2 ? WHITE : BLACK);
    for (int i = 0; i < g->count && ok; i++)
        ok = g->moves[i].color == (i % 2 ? WHITE : BLACK) && board_has(b, g->moves[i].point);
    return ok;
}
