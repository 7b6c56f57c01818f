#include "core/board.h"

#include "core/forbidden.h"

#include <assert.h>
#include <string.h>

void board_init(Board *b, const Rules *rules, int size) {
    assert(size >= BOARD_MIN && size <= BOARD_MAX);
    memset(b, 0, sizeof *b); // also the padding, because boards are compared with memcmp
    b->rules = rules;
    b->size = (int16_t)size;
    b->turn = BLACK;
    memset(b->at, WALL, sizeof b->at);
    for (int y = 0; y < size; y++)
        memset(b->at + point_at(0, y), EMPTY, (size_t)size);
}

static int stones_from(const Board *b, Stone color, Point p, int step) {
    int n = 0;
    for (const uint8_t *at = b->at + p + step; *at == color; at += step)
        n++;
    return n;
}

int board_run_length(const Board *b, Stone color, Point p, int step) {
    return 1 + stones_from(b, color, p, step) + stones_from(b, color, p, -step);
}

static bool line_wins(const Board *b, Stone color, Point p, int step) {
    int after = stones_from(b, color, p, step);
    int before = stones_from(b, color, p, -step);
    int length = before + 1 + after;
    if (length < 5)
        return false;
    const SideRules *side = color == BLACK ? &b->rules->black : &b->rules->white;
    if (length > 5)
        return side->overline_wins;
    Stone other = stone_other(color);
    bool blocked =
        b->at[p - (before + 1) * step] == other && b->at[p + (after + 1) * step] == other;
    return !blocked || side->blocked_five_wins;
}

static bool wins_with(const Board *b, Stone color, Point p) {
    for (int d = 0; d < STEP_COUNT; d++)
        if (line_wins(b, color, p, point_steps[d]))
            return true;
    return false;
}

bool board_wins_at(const Board *b, Point p) {
    return wins_with(b, b->at[p], p);
}

static bool has_fouls(const Board *b) {
    return b->turn == BLACK && b->rules->black.has_fouls;
}

PlayResult board_check(const Board *b, Point p) {
    if (!board_has(b, p))
        return PLAY_OFF_BOARD;
    if (b->winner != EMPTY)
        return PLAY_GAME_OVER;
    if (b->at[p] != EMPTY)
        return PLAY_OCCUPIED;
    return has_fouls(b) ? forbidden_check(b, p) : PLAY_OK;
}

void board_place(Board *b, Stone color, Point p) {
    assert(b->at[p] == EMPTY && (color == BLACK || color == WHITE));
    b->at[p] = (uint8_t)color;
    b->stones++;
    b->turn = (uint8_t)stone_other(color);
    if (b->winner == EMPTY && wins_with(b, color, p))
        b->winner = (uint8_t)color;
}

PlayResult board_play(Board *b, Point p) {
    PlayResult r = board_check(b, p);
    if (r == PLAY_OK)
        board_place(b, b->turn, p);
    return r;
}

void board_remove(Board *b, Point p, Stone turn, Stone winner) {
    assert(b->at[p] == BLACK || b->at[p] == WHITE);
    b->at[p] = EMPTY;
    b->stones--;
    b->turn = (uint8_t)turn;
    b->winner = (uint8_t)winner;
}

int board_winning_line(const Board *b, Stone color, Point *line) {
    for (int i = 0; i < b->size * b->size; i++) {
        Point p = point_at(i % b->size, i / b->size);
        for (int d = 0; d < STEP_COUNT; d++) {
            int step = point_steps[d];
            // The scan starts at the top left, so it meets the first stone of a line first.
            if (b->at[p] != color || !line_wins(b, color, p, step))
                continue;
            int n = 0;
            for (; b->at[p] == color; p = (Point)(p + step))
                line[n++] = p;
            return n;
        }
    }
    return 0;
}

static bool has_winning_line(const Board *b, Stone color) {
    Point line[BOARD_MAX];
    return board_winning_line(b, color, line) > 0;
}

void board_recompute_winner(Board *b) {
    Stone last = stone_other(b->turn);
    b->winner = (uint8_t)(has_winning_line(b, last)      ? last
                          : has_winning_line(b, b->turn) ? b->turn
                                                         : EMPTY);
}

bool board_is_full(const Board *b) {
    return b->stones == b->size * b->size;
}

int board_empty_points(const Board *b, Point points[static BOARD_MAX * BOARD_MAX]) {
    int n = 0;
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            if (b->at[point_at(x, y)] == EMPTY)
                points[n++] = point_at(x, y);
    return n;
}

// Leaves the board as it was, except whose turn it is.
static bool makes_five(Board *b, Stone color, Point p) {
    Stone winner = b->winner;
    b->turn = (uint8_t)color;
    if (board_play(b, p) != PLAY_OK)
        return false;
    bool wins = b->winner == color;
    board_remove(b, p, color, winner);
    return wins;
}

// Counts the points in line with `p` where another stone makes five, up to the reach of a five.
static int count_fives_around(Board *b, Stone color, Point p) {
    enum { REACH = 4 };
    int fives = 0;
    for (int i = 0; i < STEP_COUNT; i++)
        for (int sign = -1; sign <= 1; sign += 2)
            for (int n = 1; n <= REACH; n++) {
                Point q = (Point)(p + sign * n * point_steps[i]);
                if (!board_has(b, q) || b->at[q] == stone_other(color))
                    break;
                fives += makes_five(b, color, q);
            }
    return fives;
}

static bool makes_four(Board *b, Stone color, Point p) {
    Stone winner = b->winner;
    b->turn = (uint8_t)color;
    if (board_play(b, p) != PLAY_OK)
        return false;
    bool unstoppable = b->winner == EMPTY && count_fives_around(b, color, p) >= 2;
    board_remove(b, p, color, winner);
    return unstoppable;
}

static int list_threats(const Board *b, Stone color,
                        bool (*is_threat)(Board *b, Stone color, Point p), Point *points) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty), count = 0;
    Board trial = *b;
    for (int i = 0; i < n; i++)
        if (is_threat(&trial, color, empty[i]))
            points[count++] = empty[i];
    return count;
}

int board_five_points(const Board *b, Stone color, Point points[static BOARD_MAX * BOARD_MAX]) {
    return list_threats(b, color, makes_five, points);
}

int board_four_points(const Board *b, Stone color, Point points[static BOARD_MAX * BOARD_MAX]) {
    return list_threats(b, color, makes_four, points);
}

bool board_has_legal_move(const Board *b) {
    if (b->winner != EMPTY || board_is_full(b))
        return false;
    if (!has_fouls(b))
        return true;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    for (int i = 0; i < n; i++)
        if (board_check(b, empty[i]) == PLAY_OK)
            return true;
    return false;
}

bool play_result_is_foul(PlayResult r) {
    return r >= PLAY_OVERLINE && r <= PLAY_DOUBLE_THREE;
}

const char *play_result_foul(PlayResult r) {
    static const char *const names[] = {"overline", "double-four", "double-three"};
    return play_result_is_foul(r) ? names[r - PLAY_OVERLINE] : NULL;
}

const char *play_result_text(PlayResult r) {
    static const char *const texts[] = {
        [PLAY_OK] = "the move is legal",
        [PLAY_OFF_BOARD] = "there is no such point on the board",
        [PLAY_OCCUPIED] = "the point is occupied",
        [PLAY_OVERLINE] = "forbidden to Black: an overline (six or more in a row)",
        [PLAY_DOUBLE_FOUR] = "forbidden to Black: a double four",
        [PLAY_DOUBLE_THREE] = "forbidden to Black: a double three",
        [PLAY_GAME_OVER] = "the game is over",
        [PLAY_OPENING] = "the opening rule asks for something else now",
        [PLAY_NO_PASS] = "passing is not allowed",
        [PLAY_TOO_LONG] = "the game has reached its maximum length",
    };
    return texts[r];
}
