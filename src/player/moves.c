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

Point moves_most_central(const Board *b, const Point *points, int count) {
    Point centre = point_centre(b->size);
    Point best = points[0];
    for (int i = 1; i < count; i++)
        if (point_distance(points[i], centre) < point_distance(best, centre))
            best = points[i];
    return best;
}
