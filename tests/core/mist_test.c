// The mist course's test vectors about the board: where the hole moves and what it shows.
#include "base/number.h"
#include "core/mist.h"
#include "core/notation.h"
#include "test.h"

#include <string.h>

static Point at(const char *text) {
    Point p = POINT_NONE;
    Error err = {0};
    CHECK(text, point_parse(text, NOTATION_POS, MIST_BOARD_SIZE, &p, &err));
    return p;
}

// For the stone's columns A to S and its rows 1 to 19.
static const char hole_columns[] = "MLBBLMEGSCPAOAPCSGE";
static const int hole_rows[] = {3, 17, 1, 12, 12, 1, 17, 3, 16, 18, 9, 8, 15, 11, 15, 8, 9, 18, 16};

TEST(mist_hole_after_a_stone_on_every_point) {
    for (int column = 0; column < MIST_BOARD_SIZE; column++)
        for (int row = 1; row <= MIST_BOARD_SIZE; row++) {
            char stone[8], hole[8];
            snprintf(stone, sizeof stone, "%c%d", 'A' + column, row);
            snprintf(hole, sizeof hole, "%c%d", hole_columns[column], hole_rows[row - 1]);
            CHECK_INT(stone, mist_center_after(at(stone)), at(hole));
        }
}

TEST(mist_hole_starts_in_the_center) {
    CHECK_INT("J10", mist_first_center(), at("J10"));
}

enum { STONES_MAX = 3 };
#define DOTS_7 "......."
#define DOTS_21 DOTS_7 DOTS_7 DOTS_7
#define DOTS_42 DOTS_21 DOTS_21
#define OFF_7 "xxxxxxx"

static const struct {
    const char *name;
    const char *stones[STONES_MAX]; // Black first, alternating
    const char *center, *cells;
} view_rows[] = {
    {"M05: at the start", {NULL}, "J10", DOTS_42 DOTS_7},
    {"M06: over the bottom edge", {"A1"}, "M3", DOTS_42 OFF_7},
    {"M07: the stone is out of sight", {"S19"}, "E16", DOTS_42 DOTS_7},
    {"M08: over the top left corner",
     {"J10"},
     "C18",
     OFF_7 OFF_7 "x......x......x......x......x......"},
    {"M09: first view", {"R1"}, "G3", DOTS_42 OFF_7},
    {"M09: second view", {"R1", "E5"}, "L12", DOTS_42 DOTS_7},
    {"M31: first view", {"K1"}, "P3", DOTS_42 OFF_7},
    {"M31: over the left edge",
     {"K1", "C4"},
     "B12",
     "xx.....xx.....xx.....xx.....xx.....xx.....xx....."},
    {"M34: stones of both colours",
     {"A1", "B2", "C3"},
     "B1",
     "xx.....xx..#..xx.o...xx#...." OFF_7 OFF_7 OFF_7},
};

TEST(mist_view_rows) {
    for (int i = 0; i < COUNT(view_rows); i++) {
        Board b;
        board_init(&b, &rules_freestyle, MIST_BOARD_SIZE);
        Point center = mist_first_center();
        for (int k = 0; k < STONES_MAX && view_rows[i].stones[k]; k++) {
            board_play(&b, at(view_rows[i].stones[k]));
            center = mist_center_after(at(view_rows[i].stones[k]));
        }
        MistView view = mist_view(&b, center);
        char cells[MIST_CELLS + 1] = "";
        for (int k = 0; k < MIST_CELLS; k++)
            cells[k] = ".#ox"[view.cells[k]];
        CHECK_INT(view_rows[i].name, view.center, at(view_rows[i].center));
        CHECK_TEXT(view_rows[i].name, cells, view_rows[i].cells);
    }
}

// Stones outside the hole do not change a byte of the view.
TEST(mist_view_shows_nothing_outside_the_hole) {
    for (int i = 0; i < MIST_BOARD_SIZE * MIST_BOARD_SIZE; i++) {
        Board b, full;
        board_init(&b, &rules_freestyle, MIST_BOARD_SIZE);
        full = b;
        Point center = point_at(i % MIST_BOARD_SIZE, i / MIST_BOARD_SIZE);
        for (int k = 0; k < MIST_BOARD_SIZE * MIST_BOARD_SIZE; k++) {
            Point p = point_at(k % MIST_BOARD_SIZE, k / MIST_BOARD_SIZE);
            if (point_distance(p, center) > MIST_REACH)
                board_place(&full, k % 2 ? BLACK : WHITE, p);
        }
        MistView seen = mist_view(&b, center), seen_full = mist_view(&full, center);
        CHECK_INT("centre", seen.center, seen_full.center);
        CHECK("cells", memcmp(seen.cells, seen_full.cells, sizeof seen.cells) == 0);
    }
}

TEST(mist_view_points_are_the_cells_in_their_order) {
    for (int i = 0; i < MIST_BOARD_SIZE * MIST_BOARD_SIZE; i++) {
        Point center = point_at(i % MIST_BOARD_SIZE, i / MIST_BOARD_SIZE);
        MistView view = {.center = center};
        int cell = 0;
        for (int dy = -MIST_REACH; dy <= MIST_REACH; dy++)
            for (int dx = -MIST_REACH; dx <= MIST_REACH; dx++) {
                int x = point_x(center) + dx, y = point_y(center) + dy;
                bool on_board = x >= 0 && y >= 0 && x < MIST_BOARD_SIZE && y < MIST_BOARD_SIZE;
                CHECK_INT("point", mist_view_point(&view, cell++),
                          on_board ? point_at(x, y) : POINT_NONE);
            }
    }
}

// Files can have anything.
TEST(mist_has_only_games_that_its_rules_allow) {
    static const struct {
        const char *name;
        GameOptions options;
        Stone setup, turn, colors[3];
        const char *moves[3];
        bool want;
    } rows[] = {
        {"no moves", {.size = 19}, EMPTY, BLACK, {0}, {0}, true},
        {"stones in turn", {.size = 19}, EMPTY, BLACK, {BLACK, WHITE}, {"A1", "B2"}, true},
        {"White first", {.size = 19}, EMPTY, BLACK, {WHITE, BLACK}, {"A1", "B2"}, false},
        {"White to begin", {.size = 19}, EMPTY, WHITE, {0}, {0}, false},
        {"the same color twice", {.size = 19}, EMPTY, BLACK, {BLACK, BLACK}, {"A1", "B2"}, false},
        {"a pass", {.size = 19, .passes = true}, EMPTY, BLACK, {BLACK, WHITE}, {"A1", ""}, false},
        {"another size", {.size = 15}, EMPTY, BLACK, {BLACK}, {"A19"}, false},
        {"other rules", {.rules = &rules_renju, .size = 19}, EMPTY, BLACK, {0}, {0}, false},
        {"an opening", {.opening = &opening_swap, .size = 19}, EMPTY, BLACK, {0}, {0}, false},
        {"a stone from the start", {.size = 19}, BLACK, WHITE, {WHITE}, {"A1"}, false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        static Game g;
        game_init(&g, &rows[i].options);
        Board start = g.board;
        if (rows[i].setup != EMPTY)
            board_place(&start, rows[i].setup, at("J10"));
        start.turn = (uint8_t)rows[i].turn;
        if (rows[i].setup != EMPTY || rows[i].turn != BLACK)
            game_start_from(&g, &start);
        for (int k = 0; k < COUNT(rows[i].moves) && rows[i].moves[k]; k++) {
            Point p = *rows[i].moves[k] ? at(rows[i].moves[k]) : POINT_PASS;
            CHECK_INT(rows[i].name, game_place(&g, rows[i].colors[k], p), PLAY_OK);
        }
        CHECK_INT(rows[i].name, mist_has_game(&g), rows[i].want);
    }
}
