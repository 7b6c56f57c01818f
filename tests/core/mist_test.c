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

TEST(mist_memory_has_everything_seen) {
    Game g;
    game_init(&g, &(GameOptions){.rules = &rules_freestyle, .size = MIST_BOARD_SIZE});
    static const char *const moves[] = {"A1", "B2", "C3", "P16"};
    for (int i = 0; i < COUNT(moves); i++)
        CHECK(moves[i], game_play(&g, at(moves[i])) == PLAY_OK);
    // After C3 the hole is at B1, where White, who moved next, saw all three stones (row M34).
    Board white = mist_memory(&g, WHITE), black = mist_memory(&g, BLACK);
    CHECK_INT("White saw A1", white.at[at("A1")], BLACK);
    CHECK_INT("White saw C3", white.at[at("C3")], BLACK);
    CHECK_INT("White knows the own stones", white.at[at("P16")], WHITE);
    CHECK_INT("Black knows the own stones", black.at[at("C3")], BLACK);
    // Black's turns were with the hole at J10, after B2 at L17, and now after P16 at C8.
    CHECK_INT("Black has not seen B2", black.at[at("B2")], EMPTY);
    CHECK_INT("Black has not seen P16", black.at[at("P16")], EMPTY);
    CHECK_INT("Black is to move", black.turn, BLACK);
    CHECK_INT("the hole now", mist_center(&g), at("C8"));
}

// A pass leaves the hole where it is, and the player sees the same again.
TEST(mist_memory_skips_passes) {
    static Game g;
    game_init(&g, &(GameOptions){.size = MIST_BOARD_SIZE, .passes = true});
    CHECK_INT("a stone", game_play(&g, point_at(9, 9)), PLAY_OK);
    CHECK_INT("a pass", game_play(&g, POINT_PASS), PLAY_OK);
    CHECK_INT("a stone", game_play(&g, point_at(3, 3)), PLAY_OK);
    Board known = mist_memory(&g, BLACK);
    CHECK_INT("own stones", known.stones, 2);
    CHECK("both", known.at[point_at(9, 9)] == BLACK && known.at[point_at(3, 3)] == BLACK);
    CHECK_INT("to move", known.turn, BLACK);
}

// White's first stone is on each cell of the hole that its second one opens.
TEST(mist_memory_has_every_cell_of_the_hole) {
    Point second = point_at(0, 1), center;
    do
        center = mist_center_after(++second); // a hole that is all on the board
    while (point_x(second) < 0 || point_x(second) >= MIST_BOARD_SIZE ||
           point_x(center) < MIST_REACH || point_y(center) < MIST_REACH ||
           point_x(center) + MIST_REACH >= MIST_BOARD_SIZE ||
           point_y(center) + MIST_REACH >= MIST_BOARD_SIZE);
    Point outside[2];
    for (int k = 0, found = 0; found < 2; k++) {
        Point p = point_at(k, k);
        if (p != second && point_distance(p, center) > MIST_REACH)
            outside[found++] = p;
    }
    for (int i = 0; i < MIST_CELLS; i++) {
        static Game g;
        int x = point_x(center) - MIST_REACH + i % MIST_WIDTH;
        int y = point_y(center) - MIST_REACH + i / MIST_WIDTH;
        game_init(&g, &(GameOptions){.size = MIST_BOARD_SIZE});
        if (point_at(x, y) == second)
            continue;
        game_place(&g, BLACK, outside[0]);
        game_place(&g, WHITE, point_at(x, y));
        game_place(&g, BLACK, outside[1]);
        game_place(&g, WHITE, second);
        Board known = mist_memory(&g, BLACK);
        CHECK_INT("seen", known.at[point_at(x, y)], WHITE);
    }
}
