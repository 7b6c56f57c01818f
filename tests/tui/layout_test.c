// Layout: every board fits every window that is large enough, and clicks map back to points.
#include "tui/screen/layout.h"

#include "base/number.h"
#include "test.h"

static const struct {
    const char *name;
    int rows, cols, size;
    int step_x;
    bool labels, panel, whole;
} rows[] = {
    {"15 in 80x24", 24, 80, 15, 2, true, true, true},
    {"15 in 120x40", 40, 120, 15, 4, true, true, true},
    {"15 in 40x20", 20, 40, 15, 2, true, false, true},
    {"19 in 80x24", 24, 80, 19, 2, true, true, true},
    {"19 in 40x20, without labels", 20, 40, 19, 2, false, false, true},
    {"20 in 80x24", 24, 80, 20, 2, true, true, true},
    {"25 in 80x24 is shown in part", 24, 80, 25, 2, true, true, false},
    {"25 in 60x30", 30, 60, 25, 2, true, false, true},
    {"25 in a narrow window", 30, 35, 25, 1, true, false, true},
    {"5 in the smallest", 10, 24, 5, 2, true, false, true},
    {"15 in the smallest is shown in part", 10, 24, 15, 2, true, false, false},
};

TEST(layout_uses_the_largest_scale_that_fits) {
    for (int i = 0; i < COUNT(rows); i++) {
        Layout l = layout_for(&(LayoutRequest){rows[i].rows, rows[i].cols, rows[i].size,
                                               point_center(rows[i].size), false});
        CHECK(rows[i].name, !l.too_small);
        CHECK_INT(rows[i].name, l.step_x, rows[i].step_x);
        CHECK_INT(rows[i].name, l.has_labels, rows[i].labels);
        CHECK_INT(rows[i].name, l.panel.rows > 0, rows[i].panel);
        CHECK_INT(rows[i].name, l.visible_x == l.size && l.visible_y == l.size, rows[i].whole);
    }
}

TEST(layout_is_centered) {
    Layout narrow = layout_for(&(LayoutRequest){20, 40, 15, point_center(15), false});
    CHECK_INT("a board alone", narrow.board.col, (40 - narrow.board.cols) / 2);
    Layout vast = layout_for(&(LayoutRequest){60, 200, 15, point_center(15), false});
    int right = 200 - vast.panel.col - vast.panel.cols;
    CHECK("board and panel", vast.board.col > 10 && right - vast.board.col <= 1);
    CHECK("below the edge", vast.board.row > 5);
}

static bool is_inside(Area a, int rows_, int cols) {
    return a.row >= 0 && a.col >= 0 && a.row + a.rows <= rows_ && a.col + a.cols <= cols;
}

// Every visible point maps to a screen position inside the board and back.
static void check_places(const Layout *l, Point visible, const char *row) {
    bool seen = false;
    for (int y = 0; y < l->size; y++)
        for (int x = 0; x < l->size; x++) {
            int r, c;
            Point p = point_at(x, y);
            if (!layout_locate(l, p, &r, &c))
                continue;
            seen |= p == visible;
            CHECK_INT(row, layout_point_at(l, r, c), p);
            CHECK(row, area_contains(l->points, r, c - 1) && area_contains(l->points, r, c + 1));
        }
    CHECK(row, seen);
}

TEST(layout_works_in_every_window) {
    int in_part = 0;
    for (int size = 5; size <= 25; size += 4)
        for (int r = LAYOUT_ROWS_MIN; r < 60; r += 3)
            for (int c = LAYOUT_COLS_MIN; c < 150; c += 7) {
                Point visible = point_at((r * c) % size, (r + c) % size);
                Layout l = layout_for(&(LayoutRequest){r, c, size, visible, r % 2});
                CHECK("board", is_inside(l.board, l.status.row, c));
                CHECK("points", is_inside(l.points, l.status.row, c));
                CHECK("panel", is_inside(l.panel, l.status.row, c));
                CHECK("status", is_inside(l.status, r, c));
                CHECK("keys", is_inside(l.keys, r, c));
                in_part += l.visible_y < size;
                check_places(&l, visible, "points");
            }
    CHECK("some were shown in part", in_part > 100);
}

TEST(layout_reports_windows_that_are_too_small) {
    CHECK("rows", layout_for(&(LayoutRequest){9, 80, 15, 0, false}).too_small);
    CHECK("columns", layout_for(&(LayoutRequest){24, 23, 15, 0, false}).too_small);
}
