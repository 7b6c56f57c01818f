// Threat display: points where a side can make five or an unstoppable four, and Renju's forbidden
// points.
#include "tui/views/views.h"

static void mark(const Point *points, int count, Mark mark, uint8_t marks[static POINT_COUNT]) {
    for (int i = 0; i < count; i++)
        marks[points[i]] = (uint8_t)mark;
}

// What matters more is marked later.
void mark_threats(const Board *b, uint8_t marks[static POINT_COUNT]) {
    Point points[BOARD_MAX * BOARD_MAX];
    const Stone colors[] = {stone_other(b->turn), b->turn};
    if (b->winner != EMPTY)
        return;
    for (int i = 0; i < 2; i++)
        mark(points, board_four_points(b, colors[i], points),
             colors[i] == BLACK ? MARK_BLACK_FOUR : MARK_WHITE_FOUR, marks);
    for (int i = 0; i < 2; i++)
        mark(points, board_five_points(b, colors[i], points),
             colors[i] == BLACK ? MARK_BLACK_FIVE : MARK_WHITE_FIVE, marks);
}

void mark_fouls(const Board *b, uint8_t marks[static POINT_COUNT]) {
    if (b->turn != BLACK || !b->rules->black.has_fouls || b->winner != EMPTY)
        return;
    for (Point p = 0; p < POINT_COUNT; p++)
        if (b->at[p] == EMPTY && play_result_is_foul(board_check(b, p)))
            marks[p] = MARK_FOUL;
}
