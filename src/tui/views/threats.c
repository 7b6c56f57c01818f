// Threat display: points where a side can make five or an unstoppable four, and Renju's forbidden
// points.
#include "tui/views/views.h"

enum { REACH = 4 }; // a stone farther away cannot be in the same five

static bool may_place(const Board *b, Stone color, Point p) {
    Board own = *b;
    own.turn = (uint8_t)color;
    return board_check(&own, p) == PLAY_OK;
}

static bool wins_at(const Board *b, Stone color, Point p) {
    if (b->at[p] != EMPTY || !may_place(b, color, p))
        return false;
    Board after = *b;
    board_place(&after, color, p);
    return board_wins_at(&after, p);
}

// Counts the points in line with `p` where another stone wins. Two cannot both be blocked.
static int count_wins_around(const Board *b, Stone color, Point p) {
    int wins = 0;
    for (int i = 0; i < STEP_COUNT; i++)
        for (int sign = -1; sign <= 1; sign += 2)
            for (int n = 1; n <= REACH; n++) {
                Point q = (Point)(p + sign * n * point_steps[i]);
                if (!board_has(b, q) || b->at[q] == stone_other(color))
                    break;
                wins += wins_at(b, color, q);
            }
    return wins;
}

static bool makes_four(const Board *b, Stone color, Point p) {
    if (!may_place(b, color, p))
        return false;
    Board after = *b;
    board_place(&after, color, p);
    return count_wins_around(&after, color, p) >= 2;
}

static Mark mark_for(const Board *b, Stone color, Point p) {
    if (wins_at(b, color, p))
        return color == BLACK ? MARK_BLACK_FIVE : MARK_WHITE_FIVE;
    if (makes_four(b, color, p))
        return color == BLACK ? MARK_BLACK_FOUR : MARK_WHITE_FOUR;
    return MARK_NONE;
}

static bool is_five(Mark m) {
    return m == MARK_BLACK_FIVE || m == MARK_WHITE_FIVE;
}

// A point without stones nearby makes no threat; this skips most of the board.
static bool has_neighbour(const Board *b, Point p) {
    for (int i = 0; i < STEP_COUNT; i++)
        for (int n = -REACH; n <= REACH; n++) {
            Point q = (Point)(p + n * point_steps[i]);
            if (board_has(b, q) && b->at[q] != EMPTY)
                return true;
        }
    return false;
}

void mark_threats(const Board *b, uint8_t marks[static POINT_COUNT]) {
    if (b->winner != EMPTY)
        return;
    for (Point p = 0; p < POINT_COUNT; p++) {
        if (b->at[p] != EMPTY || !has_neighbour(b, p))
            continue;
        Mark own = mark_for(b, b->turn, p), other = mark_for(b, stone_other(b->turn), p);
        Mark found = own == MARK_NONE || (is_five(other) && !is_five(own)) ? other : own;
        if (found != MARK_NONE)
            marks[p] = (uint8_t)found;
    }
}

void mark_fouls(const Board *b, uint8_t marks[static POINT_COUNT]) {
    if (b->turn != BLACK || !b->rules->black.has_fouls || b->winner != EMPTY)
        return;
    for (Point p = 0; p < POINT_COUNT; p++)
        if (b->at[p] == EMPTY && play_result_is_foul(board_check(b, p)))
            marks[p] = MARK_FOUL;
}
