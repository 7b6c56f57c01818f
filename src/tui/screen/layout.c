#include "tui/screen/layout.h"

#include "base/number.h"

enum {
    LABEL_COLS = 2,
    PANEL_COLS_MIN = 22,
    PANEL_COLS_WANTED = 34,
    PANEL_COLS_MAX = 64,
    GAP = 2,
    KEYS_ROWS_MIN = 16,
    TOP_MARGIN_MIN = 4,
    CENTERING_MIN = 12,
};

typedef struct {
    int step_x, step_y;
    bool labels, more_labels;
    int panel_cols; // required beside the board
} BoardScale;

// In order of preference.
static const BoardScale scales[] = {
    {4, 2, true, true, PANEL_COLS_WANTED},
    {2, 1, true, true, 0},
    {2, 1, true, false, 0},
    {2, 1, false, false, 0},
    {1, 1, true, false, 0},
    {1, 1, false, false, 0},
};

enum { PARTIAL_SCALE = 2 }; // index into `scales` for a board that fits at no scale

static int label_cols(const BoardScale *scale) {
    return LABEL_COLS * (scale->labels + scale->more_labels);
}

static int label_rows(const BoardScale *scale) {
    return scale->labels + scale->more_labels;
}

static int margin_of(const BoardScale *scale) {
    return scale->step_x > 2 ? 2 : 1;
}

static int cols_of(const BoardScale *scale, int points) {
    return (points - 1) * scale->step_x + 1 + 2 * margin_of(scale);
}

static int rows_of(const BoardScale *scale, int points) {
    return (points - 1) * scale->step_y + 1;
}

static bool fits(const BoardScale *scale, int size, int rows, int cols) {
    int panel = scale->panel_cols ? scale->panel_cols + GAP : 0;
    return cols_of(scale, size) + label_cols(scale) + panel <= cols &&
           rows_of(scale, size) + label_rows(scale) <= rows;
}

// NULL if the board fits at no scale.
static const BoardScale *choose_scale(const LayoutRequest *r, int rows) {
    for (int i = r->no_large_scale; i < COUNT(scales); i++)
        if (fits(&scales[i], r->size, rows, r->cols))
            return &scales[i];
    return NULL;
}

// Returns the first visible point, so that `wanted` is visible and centered if possible.
static int scroll_to(int wanted, int visible, int size) {
    return int_max(0, int_min(wanted - visible / 2, size - visible));
}

// Columns left over beside the board and the panel (if there is room for one).
static int spare_cols(const Layout *l, int cols) {
    int beside = cols - l->board.cols;
    bool has_panel = beside >= GAP + PANEL_COLS_MIN;
    return int_max(0, has_panel ? beside - GAP - PANEL_COLS_MAX : beside);
}

static void place_board(Layout *l, const BoardScale *scale, const LayoutRequest *r, int rows) {
    int fit_x = (r->cols - label_cols(scale) - 2 * margin_of(scale) - 1) / scale->step_x + 1;
    int fit_y = (rows - label_rows(scale) - 1) / scale->step_y + 1;
    l->visible_x = int_min(r->size, fit_x);
    l->visible_y = int_min(r->size, fit_y);
    l->first_x = scroll_to(point_x(r->visible), l->visible_x, r->size);
    l->first_y = scroll_to(point_y(r->visible), l->visible_y, r->size);
    l->board.cols = cols_of(scale, l->visible_x) + label_cols(scale);
    l->board.rows = rows_of(scale, l->visible_y) + label_rows(scale);
    int spare = rows - l->board.rows;
    l->board.row = spare < TOP_MARGIN_MIN ? 0 : 1 + int_max(0, spare - CENTERING_MIN) / 2;
    l->board.col = spare_cols(l, r->cols) / 2;
    l->points = (Area){l->board.row + scale->more_labels, l->board.col + LABEL_COLS * scale->labels,
                       rows_of(scale, l->visible_y), cols_of(scale, l->visible_x)};
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
    const BoardScale *scale = choose_scale(r, r->rows - footer);
    if (!scale && (scale = choose_scale(r, r->rows - 1))) // drop the line of keys
        footer = 1;
    if (!scale)
        scale = &scales[PARTIAL_SCALE];
    int rows = r->rows - footer;
    l.status = (Area){rows, 0, 1, r->cols};
    l.keys = (Area){rows + 1, 0, footer - 1, r->cols};
    l.step_x = scale->step_x;
    l.step_y = scale->step_y;
    l.margin = margin_of(scale);
    l.has_labels = scale->labels;
    l.has_more_labels = scale->more_labels;
    place_board(&l, scale, r, rows);
    place_panel(&l, r, rows);
    return l;
}

bool layout_locate(const Layout *l, Point p, int *row, int *col) {
    int x = point_x(p) - l->first_x, y = point_y(p) - l->first_y;
    *row = l->points.row + y * l->step_y;
    *col = l->points.col + l->margin + x * l->step_x;
    return x >= 0 && y >= 0 && x < l->visible_x && y < l->visible_y;
}

Point layout_point_at(const Layout *l, int row, int col) {
    if (!area_contains(l->points, row, col))
        return POINT_NONE;
    int x = (col - l->points.col - l->margin + l->step_x / 2) / l->step_x;
    int y = (row - l->points.row + (l->step_y - 1) / 2) / l->step_y;
    return point_at(l->first_x + int_min(x, l->visible_x - 1),
                    l->first_y + int_min(y, l->visible_y - 1));
}
