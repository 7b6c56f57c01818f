#include "core/mist.h"

Point mist_first_centre(void) {
    return point_centre(MIST_BOARD_SIZE);
}

// The course counts columns and rows from 1, rows from the bottom.
Point mist_centre_after(Point stone) {
    int column = point_x(stone) + 1;
    int row = MIST_BOARD_SIZE - point_y(stone);
    int hole_column = 1 + (5 * column * column + 3 * column + 4) % MIST_BOARD_SIZE;
    int hole_row = 1 + (4 * row * row + 2 * row - 4) % MIST_BOARD_SIZE;
    return point_at(hole_column - 1, MIST_BOARD_SIZE - hole_row);
}

static uint8_t seen_at(const Board *b, int x, int y) {
    // The hole reaches further than the frame.
    return grid_has(board_grid(b), x, y) ? b->at[point_at(x, y)] : WALL;
}

MistView mist_view(const Board *b, Point centre) {
    MistView view = {.centre = centre};
    for (int i = 0; i < MIST_CELLS; i++) {
        int x = point_x(centre) - MIST_REACH + i % MIST_WIDTH;
        int y = point_y(centre) - MIST_REACH + i / MIST_WIDTH;
        view.cells[i] = seen_at(b, x, y);
    }
    return view;
}
