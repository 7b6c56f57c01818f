// The test vectors C03 to C68 of the sequences course, against the C functions.
#include "base/number.h"
#include "core/sequence.h"
#include "support.h"
#include "test.h"

#include <string.h>

enum { COURSE_SIZE = 8, PUTS_MAX = 3 };

// Stones in a line from (y, x), with the arguments of the course's put_seq_on_board.
typedef struct {
    int y, x, down, right, length;
    Stone color;
} Put;

static Board board_of(const Put puts[PUTS_MAX]) {
    Board b;
    board_init(&b, &rules_standard, COURSE_SIZE);
    for (int i = 0; i < PUTS_MAX; i++)
        for (int k = 0; k < puts[i].length; k++) {
            Point p = point_at(puts[i].x + k * puts[i].right, puts[i].y + k * puts[i].down);
            if (b.at[p] == EMPTY) // lines may cross
                board_place(&b, puts[i].color, p);
        }
    return b;
}

static int step_of(int down, int right) {
    return down * POINT_STRIDE + right;
}

static const struct {
    const char *name;
    Put puts[PUTS_MAX];
    int y_end, x_end, length, down, right;
    Bound want;
} bound_rows[] = {
    {"C03", {{1, 5, 1, 0, 3, WHITE}}, 3, 5, 3, 1, 0, OPEN},
    {"C04", {{4, 1, 1, 0, 3, WHITE}}, 6, 1, 3, 1, 0, OPEN},
    {"C05", {{3, 3, 0, 1, 3, BLACK}, {3, 6, 0, 1, 1, WHITE}}, 3, 5, 3, 0, 1, SEMI_OPEN},
    {"C06", {{3, 0, 0, 1, 4, WHITE}, {3, 4, 0, 1, 1, BLACK}}, 3, 3, 4, 0, 1, CLOSED},
    {"C07", {{5, 0, 1, 1, 3, BLACK}}, 7, 2, 3, 1, 1, CLOSED},
    {"C08", {{0, 6, 1, -1, 4, WHITE}}, 3, 3, 4, 1, -1, SEMI_OPEN},
    {"C09", {{0, 0, 1, 1, 2, BLACK}}, 1, 1, 2, 1, 1, SEMI_OPEN},
    {"C10", {{6, 6, 1, 1, 2, BLACK}}, 7, 7, 2, 1, 1, SEMI_OPEN},
    {"C11", {{3, 0, 0, 1, 8, BLACK}}, 3, 7, 8, 0, 1, CLOSED},
    {"C12", {{0, 4, 1, -1, 5, WHITE}}, 4, 0, 5, 1, -1, CLOSED},
};

TEST(sequence_bound_rows) {
    for (int i = 0; i < COUNT(bound_rows); i++) {
        Board b = board_of(bound_rows[i].puts);
        Point end = point_at(bound_rows[i].x_end, bound_rows[i].y_end);
        int step = step_of(bound_rows[i].down, bound_rows[i].right);
        CHECK_INT(bound_rows[i].name,
                  grid_run_bound(board_grid(&b), end, bound_rows[i].length, step),
                  bound_rows[i].want);
    }
}

static const struct {
    const char *name;
    Put puts[PUTS_MAX];
    Stone color;
    int y, x, length, down, right;
    int open, semi_open;
} line_rows[] = {
    {"C13", {{1, 5, 1, 0, 3, WHITE}}, WHITE, 0, 5, 3, 1, 0, 1, 0},
    {"C14", {{1, 5, 1, 0, 3, WHITE}}, WHITE, 0, 5, 2, 1, 0, 0, 0},
    {"C15", {{1, 5, 1, 0, 3, WHITE}}, BLACK, 0, 5, 3, 1, 0, 0, 0},
    {"C16", {{0, 0, 1, 0, 3, BLACK}, {5, 0, 1, 0, 3, BLACK}}, BLACK, 0, 0, 3, 1, 0, 0, 2},
    {"C17",
     {{2, 0, 0, 1, 2, BLACK}, {2, 3, 0, 1, 2, BLACK}, {2, 6, 0, 1, 2, BLACK}},
     BLACK,
     2,
     0,
     2,
     0,
     1,
     1,
     2},
    {"C18",
     {{2, 0, 0, 1, 2, BLACK}, {2, 2, 0, 1, 1, WHITE}, {2, 3, 0, 1, 2, BLACK}},
     BLACK,
     2,
     0,
     2,
     0,
     1,
     0,
     1},
    {"C19", {{3, 6, 1, -1, 3, BLACK}}, BLACK, 2, 7, 3, 1, -1, 1, 0},
    {"C20", {{3, 1, 0, 1, 6, BLACK}}, BLACK, 3, 0, 5, 0, 1, 0, 0},
};

TEST(sequence_count_line_rows) {
    for (int i = 0; i < COUNT(line_rows); i++) {
        Board b = board_of(line_rows[i].puts);
        Point start = point_at(line_rows[i].x, line_rows[i].y);
        SequenceCount count =
            grid_count_line(board_grid(&b), line_rows[i].color, line_rows[i].length, start,
                            step_of(line_rows[i].down, line_rows[i].right));
        CHECK_INT(line_rows[i].name, count.runs[OPEN], line_rows[i].open);
        CHECK_INT(line_rows[i].name, count.runs[SEMI_OPEN], line_rows[i].semi_open);
    }
}

static const struct {
    const char *name;
    Put puts[PUTS_MAX];
    Stone color;
    int length, open, semi_open;
} count_rows[] = {
    {"C21", {{1, 5, 1, 0, 3, WHITE}}, WHITE, 3, 1, 0},
    {"C22", {{4, 1, 1, 0, 3, WHITE}}, WHITE, 2, 0, 0},
    {"C23", {{2, 3, 0, 1, 4, BLACK}, {0, 6, 1, 0, 4, BLACK}}, BLACK, 4, 1, 1},
    {"C24", {{5, 0, 1, 1, 3, BLACK}}, BLACK, 3, 0, 0},
    {"C25", {{3, 3, 0, 1, 2, BLACK}, {4, 3, 0, 1, 2, BLACK}}, BLACK, 2, 6, 0},
    {"C26", {{3, 1, 0, 1, 6, BLACK}}, BLACK, 6, 1, 0},
};

TEST(sequence_count_rows) {
    for (int i = 0; i < COUNT(count_rows); i++) {
        Board b = board_of(count_rows[i].puts);
        SequenceCount count = grid_count(board_grid(&b), count_rows[i].color, count_rows[i].length);
        CHECK_INT(count_rows[i].name, count.runs[OPEN], count_rows[i].open);
        CHECK_INT(count_rows[i].name, count.runs[SEMI_OPEN], count_rows[i].semi_open);
    }
}

static const struct {
    const char *name;
    Put puts[PUTS_MAX];
    int want;
} score_rows[] = {
    {"C27", {{0}}, 0},
    {"C28", {{3, 2, 0, 1, 5, BLACK}}, 100000},
    {"C29", {{3, 2, 0, 1, 5, WHITE}}, -100000},
    {"C30", {{1, 1, 0, 1, 5, BLACK}, {5, 1, 0, 1, 5, WHITE}}, 100000},
    {"C31", {{3, 0, 0, 1, 5, BLACK}, {3, 5, 0, 1, 1, WHITE}}, 0},
    {"C32", {{3, 1, 0, 1, 6, BLACK}}, 0},
    {"C33", {{3, 2, 0, 1, 4, BLACK}}, 500},
    {"C34", {{3, 0, 0, 1, 4, BLACK}}, 50},
    {"C35", {{3, 2, 0, 1, 4, WHITE}}, -10000},
    {"C36", {{3, 0, 0, 1, 4, WHITE}}, -10000},
    {"C37", {{3, 2, 0, 1, 3, BLACK}}, 50},
    {"C38", {{3, 0, 0, 1, 3, BLACK}}, 10},
    {"C39", {{3, 2, 0, 1, 3, WHITE}}, -100},
    {"C40", {{3, 0, 0, 1, 3, WHITE}}, -30},
    {"C41", {{3, 3, 0, 1, 2, BLACK}}, 1},
    {"C42", {{0, 0, 0, 1, 2, WHITE}}, -1},
    {"C43", {{1, 1, 0, 1, 3, BLACK}, {5, 5, 1, 0, 2, WHITE}, {7, 0, 0, 1, 2, WHITE}}, 48},
};

TEST(sequence_score_rows) {
    for (int i = 0; i < COUNT(score_rows); i++) {
        Board b = board_of(score_rows[i].puts);
        CHECK_INT(score_rows[i].name, grid_score(board_grid(&b), BLACK), score_rows[i].want);
    }
}

static const struct {
    const char *name;
    Put puts[PUTS_MAX];
    int y, x;
} best_rows[] = {
    {"C44", {{0, 5, 1, 0, 4, WHITE}, {0, 6, 1, 0, 4, BLACK}}, 4, 6},
    {"C45", {{4, 4, 0, 1, 1, BLACK}}, 3, 3},
    {"C46", {{4, 4, 0, 1, 1, BLACK}, {3, 3, 0, 1, 1, WHITE}}, 3, 4},
    {"C47", {{3, 2, 0, 1, 4, BLACK}}, 3, 1},
    {"C48", {{3, 2, 0, 1, 3, WHITE}}, 3, 1},
    {"C49", {{3, 2, 0, 1, 4, WHITE}}, 0, 0},
    {"C50", {{2, 1, 0, 1, 4, WHITE}, {2, 0, 0, 1, 1, BLACK}}, 2, 5},
    {"C51", {{3, 0, 0, 1, 4, BLACK}, {3, 5, 0, 1, 1, WHITE}}, 2, 1},
    {"C52", {{0}}, 0, 0},
};

TEST(sequence_best_point_rows) {
    for (int i = 0; i < COUNT(best_rows); i++) {
        Board b = board_of(best_rows[i].puts), before = b;
        Point want = point_at(best_rows[i].x, best_rows[i].y);
        CHECK_INT(best_rows[i].name, sequence_best_point(&b, BLACK), want);
        CHECK(best_rows[i].name, memcmp(&before, &b, sizeof b) == 0);
    }
}

static const struct {
    const char *name;
    Put puts[PUTS_MAX];
    SequenceState want;
} state_rows[] = {
    {"C53", {{0}}, SEQUENCE_CONTINUE},
    {"C54", {{2, 2, 0, 1, 4, BLACK}}, SEQUENCE_CONTINUE},
    {"C55", {{2, 2, 0, 1, 5, BLACK}}, SEQUENCE_BLACK_WON},
    {"C56", {{3, 7, 1, 0, 5, WHITE}}, SEQUENCE_WHITE_WON},
    {"C57", {{3, 3, 1, 1, 5, BLACK}}, SEQUENCE_BLACK_WON},
    {"C58", {{3, 4, 1, -1, 5, WHITE}}, SEQUENCE_WHITE_WON},
    {"C59", {{3, 0, 1, 1, 5, WHITE}}, SEQUENCE_WHITE_WON},
    {"C60", {{3, 0, 0, 1, 5, BLACK}, {3, 5, 0, 1, 1, WHITE}}, SEQUENCE_BLACK_WON},
    {"C61", {{3, 1, 0, 1, 6, BLACK}}, SEQUENCE_CONTINUE},
    {"C62", {{0, 0, 1, 0, 8, WHITE}}, SEQUENCE_CONTINUE},
    {"C63", {{0, 0, 0, 1, 6, BLACK}, {2, 2, 1, 0, 5, BLACK}}, SEQUENCE_BLACK_WON},
};

TEST(sequence_state_rows) {
    for (int i = 0; i < COUNT(state_rows); i++) {
        Board b = board_of(state_rows[i].puts);
        CHECK_INT(state_rows[i].name, grid_state(board_grid(&b)), state_rows[i].want);
    }
}

static const char full[] =
    "XXOOXXOO OOXXOOXX XOOXXOOX OXXOOXXO OOXXOOXX XXOOXXOO OXXOOXXO XOOXXOOX";

TEST(sequence_of_a_full_board) {
    Board b = board_from_picture(&rules_standard, full);
    CHECK_INT("C67: a draw", grid_state(board_grid(&b)), SEQUENCE_DRAW);
    CHECK_INT("C67: score", grid_score(board_grid(&b), BLACK), 0);
    CHECK_INT("C67: no point left", sequence_best_point(&b, BLACK), POINT_NONE);
    board_remove(&b, point_at(0, 0), BLACK, EMPTY);
    CHECK_INT("C68: goes on", grid_state(board_grid(&b)), SEQUENCE_CONTINUE);
    CHECK_INT("C68: the one point", sequence_best_point(&b, BLACK), point_at(0, 0));
}

TEST(sequence_state_checks_black_first) {
    Board b = board_of((Put[PUTS_MAX]){{1, 1, 0, 1, 5, WHITE}, {3, 1, 0, 1, 5, BLACK}});
    CHECK_INT("both have five", grid_state(board_grid(&b)), SEQUENCE_BLACK_WON);
}

// Sizes that no Board has: the smallest, and one above BOARD_MAX.
TEST(sequence_of_a_grid_of_any_size) {
    enum { SIZE = 40, STRIDE = SIZE + 2 };
    uint8_t small[] = {WALL, WALL, WALL, WALL, EMPTY, WALL, WALL, WALL, WALL};
    Grid one = {.at = small, .size = 1, .stride = 3};
    CHECK_INT("1 x 1, empty", grid_state(one), SEQUENCE_CONTINUE);
    small[grid_index(one, 0, 0)] = BLACK;
    CHECK_INT("1 x 1, full", grid_state(one), SEQUENCE_DRAW);
    CHECK_INT("1 x 1, four closed runs", grid_count(one, BLACK, 1).runs[CLOSED], 4);

    uint8_t at[STRIDE * STRIDE];
    memset(at, WALL, sizeof at);
    Grid large = {.at = at, .size = SIZE, .stride = STRIDE};
    for (int y = 0; y < SIZE; y++)
        memset(at + grid_index(large, 0, y), EMPTY, SIZE);
    for (int k = 0; k < 4; k++)
        at[grid_index(large, SIZE - 1 - k, 30 + k)] = WHITE;
    int end = grid_index(large, SIZE - 4, 33), step = STRIDE - 1;
    CHECK_INT("from the edge", grid_run_bound(large, end, 4, step), SEMI_OPEN);
    CHECK_INT("counted", grid_count(large, WHITE, 4).runs[SEMI_OPEN], 1);
    CHECK_INT(
        "on its line",
        grid_count_line(large, WHITE, 4, grid_index(large, SIZE - 1, 30), step).runs[SEMI_OPEN], 1);
    CHECK_INT("scored", grid_score(large, BLACK), -10000);
    at[end + step] = WHITE;
    CHECK_INT("won", grid_state(large), SEQUENCE_WHITE_WON);
}
