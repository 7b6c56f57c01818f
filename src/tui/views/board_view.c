#include "tui/views/board_view.h"

#include "base/util.h"
#include "record/drawing.h"

typedef struct {
    const BoardView *view;
    const Layout *layout;
    Screen *screen;
} Drawer;

const char *stone_glyph(StoneStyle stones, Stone color) {
    if (stones == STONES_ASCII)
        return color == BLACK ? "X" : "O";
    return color == WHITE && stones == STONES_SHAPED ? "○" : "●";
}

static bool is_large(const Drawer *d) {
    return d->layout->step_y > 1 && d->view->stones == STONES_COLORED;
}

static void put(const Drawer *d, int row, int col, FgColor fg, BgColor bg, const char *text) {
    screen_put(d->screen, screen_area(d->screen), row, col, (Style){fg, bg}, text);
}

// ---- Lines

static const char *crossing(const Drawer *d, Point p) {
    static const char *const signs[3][3] = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
    int last = d->view->board.size - 1, x = point_x(p), y = point_y(p);
    bool is_star = is_star_point(d->view->board.size, p);
    if (d->view->stones == STONES_ASCII)
        return is_star ? "+" : ".";
    if (is_star)
        return "╋";
    return signs[y == 0 ? 0 : y == last ? 2 : 1][x == 0 ? 0 : x == last ? 2 : 1];
}

static BgColor ground_at(const Drawer *d, Point p) {
    return d->view->hidden[p] ? BG_MIST : BG_BOARD;
}

// Mist lies on the board's edges too.
static void cover_margins(const Drawer *d, Point p, int row, int col) {
    const char *sign = d->view->stones == STONES_ASCII ? " " : "░";
    for (int i = 1; i <= d->layout->margin; i++) {
        if (point_x(p) == 0)
            put(d, row, col - i, FG_GRID, BG_MIST, sign);
        if (point_x(p) == d->view->board.size - 1)
            put(d, row, col + i, FG_GRID, BG_MIST, sign);
    }
}

// To the next point right and below. Mist covers what lies between two hidden points.
static void draw_lines_from(const Drawer *d, Point p, int row, int col) {
    const Layout *l = d->layout;
    bool ascii = d->view->stones == STONES_ASCII;
    Point right = (Point)(p + 1), below = (Point)(p + POINT_STRIDE);
    bool in_mist =
        d->view->hidden[p] && (!board_has(&d->view->board, right) || d->view->hidden[right]);
    for (int i = 1; i < l->step_x && board_has(&d->view->board, right); i++)
        put(d, row, col + i, FG_GRID, in_mist ? BG_MIST : BG_BOARD,
            ascii     ? " "
            : in_mist ? "░"
                      : "─");
    if (d->view->hidden[p])
        cover_margins(d, p, row, col);
    for (int i = 1; i < l->step_y && board_has(&d->view->board, below); i++)
        put(d, row + i, col, FG_GRID, ground_at(d, p), ascii ? " " : "│");
}

// ---- Points

static void put_around(const Drawer *d, int row, int col, BgColor bg, const char *signs[2]) {
    if (d->layout->step_x < 2)
        return;
    int gap = d->layout->margin;
    put(d, row, col - gap, FG_MARK, bg, signs[0]);
    put(d, row, col + gap, FG_MARK, bg, signs[1]);
}

static BgColor paper_of(const Drawer *d, Point p) {
    const BoardView *v = d->view;
    if (v->winning[p])
        return BG_WIN;
    if (p == v->cursor)
        return BG_CURSOR;
    return p == v->last ? BG_LAST_MOVE : ground_at(d, p);
}

static void draw_large_stone(const Drawer *d, Point p, int row, int col) {
    bool is_black = d->view->board.at[p] == BLACK;
    FgColor fg = is_black ? FG_BLACK : FG_WHITE;
    BgColor around = d->view->winning[p] ? BG_WIN : ground_at(d, p);
    put(d, row, col - 1, fg, around, "▐");
    put(d, row, col + 1, fg, around, "▌");
    put(d, row, col, FG_MARK, is_black ? BG_BLACK : BG_WHITE, p == d->view->last ? "•" : " ");
}

static void draw_stone(const Drawer *d, Point p, int row, int col) {
    if (is_large(d)) {
        draw_large_stone(d, p, row, col);
        return;
    }
    Stone color = d->view->board.at[p];
    put(d, row, col, color == BLACK ? FG_BLACK : FG_WHITE, paper_of(d, p),
        stone_glyph(d->view->stones, color));
}

static const struct {
    const char *sign, *ascii;
    FgColor fg;
} mark_signs[MARK_COUNT] = {
    [MARK_FOUL] = {"×", "x", FG_MARK},        [MARK_HINT] = {"★", "*", FG_MARK},
    [MARK_BLACK_FIVE] = {"5", "5", FG_BLACK}, [MARK_WHITE_FIVE] = {"5", "5", FG_WHITE},
    [MARK_BLACK_FOUR] = {"4", "4", FG_BLACK}, [MARK_WHITE_FOUR] = {"4", "4", FG_WHITE},
};

static BgColor heat_of(int percent) {
    return (BgColor)(BG_HEAT_1 + int_min(percent / 20, 4));
}

// The percentage where there is room for it; otherwise only the best moves have a number.
static void draw_chance(const Drawer *d, Point p, int row, int col) {
    int percent = int_min(d->view->chance[p] - 1, 99), rank = d->view->rank[p];
    char text[3] = {(char)('0' + percent / 10), (char)('0' + percent % 10)};
    if (d->layout->step_x < 3) {
        text[0] = (char)('0' + rank);
        text[1] = '\0';
    }
    bool has_number = d->layout->step_x >= 3 || (rank > 0 && rank < 10);
    put(d, row, col, has_number ? FG_NUMBER : FG_GRID, heat_of(percent),
        has_number ? text : crossing(d, p));
}

static void draw_empty(const Drawer *d, Point p, int row, int col) {
    const BoardView *v = d->view;
    Mark mark = v->marks[p];
    bool ascii = v->stones == STONES_ASCII;
    if (v->hidden[p] && mark == MARK_NONE)
        put(d, row, col, FG_GRID, paper_of(d, p), ascii ? "~" : "░");
    else if (mark != MARK_NONE)
        put(d, row, col, mark_signs[mark].fg, paper_of(d, p),
            ascii ? mark_signs[mark].ascii : mark_signs[mark].sign);
    else if (v->chance[p])
        draw_chance(d, p, row, col);
    else
        put(d, row, col, FG_GRID, paper_of(d, p), crossing(d, p));
}

static void draw_point(const Drawer *d, Point p, int row, int col) {
    const BoardView *v = d->view;
    bool is_empty = v->board.at[p] == EMPTY;
    if (is_empty)
        draw_empty(d, p, row, col);
    else
        draw_stone(d, p, row, col);
    if (p == v->cursor)
        put_around(d, row, col, BG_CURSOR, (const char *[]){"[", "]"});
    else if (p == v->last && !is_empty && !is_large(d))
        put_around(d, row, col, ground_at(d, p), (const char *[]){"(", ")"});
}

// ---- Around the board

static void draw_column_labels(const Drawer *d, int row) {
    const Layout *l = d->layout;
    for (int i = 0; i < l->seen_x; i++) {
        Label label = label_of_column(d->view->notation, l->first_x + i);
        int col = l->points.col + l->margin + i * l->step_x;
        // Numbers of two digits stand only where there is room for every one.
        bool too_wide = label.text[1] && l->step_x < 3 && i % 2;
        if (!too_wide)
            put(d, row, col - (label.text[1] && l->step_x > 2), FG_LABEL, BG_SCREEN, label.text);
    }
}

static void draw_row_labels(const Drawer *d) {
    const Layout *l = d->layout;
    for (int i = 0; i < l->seen_y; i++) {
        Label label = label_of_row(d->view->notation, l->size, l->first_y + i);
        int row = l->points.row + i * l->step_y;
        put(d, row, l->board.col + !label.text[1], FG_LABEL, BG_SCREEN, label.text);
        if (l->has_more_labels)
            put(d, row, l->points.col + l->points.cols, FG_LABEL, BG_SCREEN, label.text);
    }
}

static void draw_labels(const Drawer *d) {
    const Layout *l = d->layout;
    if (!l->has_labels)
        return;
    draw_row_labels(d);
    draw_column_labels(d, l->points.row + l->points.rows);
    if (l->has_more_labels)
        draw_column_labels(d, l->board.row);
}

// Calls `draw` for every point that is on the screen.
static void for_points(const Drawer *d, void (*draw)(const Drawer *d, Point p, int row, int col)) {
    const Layout *l = d->layout;
    for (int y = 0; y < l->seen_y; y++)
        for (int x = 0; x < l->seen_x; x++) {
            int row, col;
            Point p = point_at(l->first_x + x, l->first_y + y);
            if (layout_locate(l, p, &row, &col))
                draw(d, p, row, col);
        }
}

// A column or row that goes on beyond the screen.
static void draw_edges(const Drawer *d) {
    const Layout *l = d->layout;
    int last_row = l->points.row + l->points.rows - 1,
        last_col = l->points.col + l->points.cols - 1;
    bool ascii = d->view->stones == STONES_ASCII;
    for (int i = 0; i < l->points.rows; i++) {
        if (l->first_x > 0)
            put(d, l->points.row + i, l->points.col, FG_DIM, BG_SCREEN, ascii ? "<" : "‹");
        if (l->first_x + l->seen_x < l->size)
            put(d, l->points.row + i, last_col, FG_DIM, BG_SCREEN, ascii ? ">" : "›");
    }
    if (l->first_y > 0)
        put(d, l->points.row, l->points.col, FG_DIM, BG_SCREEN, "^");
    if (l->first_y + l->seen_y < l->size)
        put(d, last_row, l->points.col, FG_DIM, BG_SCREEN, "v");
}

void board_view_draw(const BoardView *v, const Layout *l, Screen *s) {
    Drawer d = {v, l, s};
    screen_fill(s, l->points, (Style){FG_GRID, BG_BOARD});
    for_points(&d, draw_lines_from);
    for_points(&d, draw_point);
    draw_labels(&d);
    draw_edges(&d);
    int row, col;
    if (board_has(&v->board, v->cursor) && layout_locate(l, v->cursor, &row, &col)) {
        s->cursor_row = row;
        s->cursor_col = col;
    }
}
