#include "tui/screen/layout.h"

#include "base/util.h"

enum {
    LABEL_COLS = 2,
    PANEL_COLS_MIN = 22,
    PANEL_COLS_WANTED = 34,
    PANEL_COLS_MAX = 64,
    GAP = 2,
    KEYS_ROWS_MIN = 16,
    ROOMY = 4,
    VAST = 12,
};

typedef struct {
    int step_x, step_y;
    bool labels, more_labels;
    int panel_cols; // that must be left
} Drawing;

// From the best to the least.
static const Drawing drawings[] = {
    {4, 2, true, true, PANEL_COLS_WANTED},
    {2, 1, true, true, 0},
    {2, 1, true, false, 0},
    {2, 1, false, false, 0},
    {1, 1, true, false, 0},
    {1, 1, false, false, 0},
};

enum { IN_PART = 2 }; // what a board that fits in none is drawn as, as far as there is room

static int label_cols(const Drawing *d) {
    return LABEL_COLS * (d->labels + d->more_labels);
}

static int label_rows(const Drawing *d) {
    return d->labels + d->more_labels;
}

static int margin_of(const Drawing *d) {
    return d->step_x > 2 ? 2 : 1;
}

static int cols_of(const Drawing *d, int points) {
    return (points - 1) * d->step_x + 1 + 2 * margin_of(d);
}

static int rows_of(const Drawing *d, int points) {
    return (points - 1) * d->step_y + 1;
}

static bool fits(const Drawing *d, int size, int rows, int cols) {
    int panel = d->panel_cols ? d->panel_cols + GAP : 0;
    return cols_of(d, size) + label_cols(d) + panel <= cols &&
           rows_of(d, size) + label_rows(d) <= rows;
}

// NULL if the board fits in no drawing.
static const Drawing *choose(const LayoutRequest *r, int rows) {
    for (int i = r->no_large; i < COUNT(drawings); i++)
        if (fits(&drawings[i], r->size, rows, r->cols))
            return &drawings[i];
    return NULL;
}

// The first of `seen` points out of `size` so that `wanted` is among them, in the middle if it can
// be.
static int scroll_to(int wanted, int seen, int size) {
    return int_max(0, int_min(wanted - seen / 2, size - seen));
}

// What is left over beside the board and the panel, if there is room for one.
static int spare_cols(const Layout *l, int cols) {
    int beside = cols - l->board.cols;
    bool has_panel = beside >= GAP + PANEL_COLS_MIN;
    return int_max(0, has_panel ? beside - GAP - PANEL_COLS_MAX : beside);
}

static void place_board(Layout *l, const Drawing *d, const LayoutRequest *r, int rows) {
    int room_x = (r->cols - label_cols(d) - 2 * margin_of(d) - 1) / d->step_x + 1;
    int room_y = (rows - label_rows(d) - 1) / d->step_y + 1;
    l->seen_x = int_min(r->size, room_x);
    l->seen_y = int_min(r->size, room_y);
    l->first_x = scroll_to(point_x(r->visible), l->seen_x, r->size);
    l->first_y = scroll_to(point_y(r->visible), l->seen_y, r->size);
    l->board.cols = cols_of(d, l->seen_x) + label_cols(d);
    l->board.rows = rows_of(d, l->seen_y) + label_rows(d);
    int spare = rows - l->board.rows;
    l->board.row = spare < ROOMY ? 0 : 1 + int_max(0, spare - VAST) / 2;
    l->board.col = spare_cols(l, r->cols) / 2;
    l->points = (Area){l->board.row + d->more_labels, l->board.col + LABEL_COLS * d->labels,
                       rows_of(d, l->seen_y), cols_of(d, l->seen_x)};
}

static void place_panel(Layout *l, const LayoutRequest *r, int rows) {
    int left = l->board.col + l->board.cols + GAP;
    if (r->cols - left >= PANEL_COLS_MIN)
        l->panel = (Area){l->board.row, left, rows - l->board.row,
                          int_min(r->cols - left, PANEL_COLS_MAX)};
}

Layout layout_for(const LayoutRequest *r) {
    Layout l = {.size = r->size};
    l.too_small = r->rows < LAYOUT_ROWS_MIN || r->cols < LAYOUT_COLS_MIN;
    if (l.too_small)
        return l;
    int footer = r->rows >= KEYS_ROWS_MIN ? 2 : 1;
    const Drawing *d = choose(r, r->rows - footer);
    if (!d && (d = choose(r, r->rows - 1))) // the line of keys makes way
        footer = 1;
    if (!d)
        d = &drawings[IN_PART];
    int rows = r->rows - footer;
    l.status = (Area){rows, 0, 1, r->cols};
    l.keys = (Area){rows + 1, 0, footer - 1, r->cols};
    l.step_x = d->step_x;
    l.step_y = d->step_y;
    l.margin = margin_of(d);
    l.has_labels = d->labels;
    l.has_more_labels = d->more_labels;
    place_board(&l, d, r, rows);
    place_panel(&l, r, rows);
    return l;
}

bool layout_locate(const Layout *l, Point p, int *row, int *col) {
    int x = point_x(p) - l->first_x, y = point_y(p) - l->first_y;
    *row = l->points.row + y * l->step_y;
    *col = l->points.col + l->margin + x * l->step_x;
    return x >= 0 && y >= 0 && x < l->seen_x && y < l->seen_y;
}

Point layout_point_at(const Layout *l, int row, int col) {
    if (!area_contains(l->points, row, col))
        return POINT_NONE;
    int x = (col - l->points.col - l->margin + l->step_x / 2) / l->step_x;
    int y = (row - l->points.row + (l->step_y - 1) / 2) / l->step_y;
    return point_at(l->first_x + int_min(x, l->seen_x - 1), l->first_y + int_min(y, l->seen_y - 1));
}
