#include "base/number.h"
#include "record/picture.h"
#include "tui/views/views.h"

typedef struct {
    const BoardView *view;
    const Layout *layout;
    Screen *screen;
} Canvas;

// The last stone has a ring or dot inside. Brackets are for the cursor, so both can be at one
// point.
static const char *last_stone_glyph(StoneStyle stones, Stone color) {
    return color == WHITE && stones == STONES_SHAPED ? "◎" : "◉";
}

const char *stone_glyph(StoneStyle stones, Stone color) {
    if (stones == STONES_ASCII)
        return color == BLACK ? "X" : "O";
    return color == WHITE && stones == STONES_SHAPED ? "○" : "●";
}

static bool is_large(const Canvas *c) {
    return c->layout->step_y > 1 && c->view->stones == STONES_COLORED;
}

static void put(const Canvas *c, int row, int col, FgColor fg, BgColor bg, const char *text) {
    screen_put(c->screen, screen_area(c->screen), row, col, (Style){fg, bg}, text);
}

// ---- Grid

static const char *grid_glyph(const Canvas *c, Point p) {
    static const char *const glyphs[3][3] = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
    int last = c->view->board.size - 1, x = point_x(p), y = point_y(p);
    bool is_star = is_star_point(c->view->board.size, p);
    if (c->view->stones == STONES_ASCII)
        return is_star ? "+" : ".";
    if (is_star)
        return "╋";
    return glyphs[y == 0 ? 0 : y == last ? 2 : 1][x == 0 ? 0 : x == last ? 2 : 1];
}

static BgColor board_background(const Canvas *c, Point p) {
    return c->view->hidden[p] ? BG_MIST : BG_BOARD;
}

// Extends the mist to the margins at the board's edges.
static void hide_margins(const Canvas *c, Point p, int row, int col) {
    const char *glyph = c->view->stones == STONES_ASCII ? " " : "░";
    for (int i = 1; i <= c->layout->margin; i++) {
        if (point_x(p) == 0)
            put(c, row, col - i, FG_GRID, BG_MIST, glyph);
        if (point_x(p) == c->view->board.size - 1)
            put(c, row, col + i, FG_GRID, BG_MIST, glyph);
    }
}

// Draws the lines to the next point right and below. Between two hidden points there is mist.
static void draw_lines_from(const Canvas *c, Point p, int row, int col) {
    const Layout *l = c->layout;
    bool ascii = c->view->stones == STONES_ASCII;
    Point right = (Point)(p + 1), below = (Point)(p + POINT_STRIDE);
    bool in_mist =
        c->view->hidden[p] && (!board_has(&c->view->board, right) || c->view->hidden[right]);
    for (int i = 1; i < l->step_x && board_has(&c->view->board, right); i++)
        put(c, row, col + i, FG_GRID, in_mist ? BG_MIST : BG_BOARD,
            ascii     ? " "
            : in_mist ? "░"
                      : "─");
    if (c->view->hidden[p])
        hide_margins(c, p, row, col);
    for (int i = 1; i < l->step_y && board_has(&c->view->board, below); i++)
        put(c, row + i, col, FG_GRID, board_background(c, p), ascii ? " " : "│");
}

// ---- Points

static void put_brackets(const Canvas *c, int row, int col, BgColor bg, const char *glyphs[2]) {
    if (c->layout->step_x < 2)
        return;
    int gap = c->layout->margin;
    put(c, row, col - gap, FG_MARK, bg, glyphs[0]);
    put(c, row, col + gap, FG_MARK, bg, glyphs[1]);
}

static BgColor point_background(const Canvas *c, Point p) {
    const BoardView *v = c->view;
    if (v->winning[p])
        return BG_WIN;
    if (p == v->cursor)
        return BG_CURSOR;
    return p == v->last ? BG_LAST_MOVE : board_background(c, p);
}

static void draw_large_stone(const Canvas *c, Point p, int row, int col) {
    bool is_black = c->view->board.at[p] == BLACK;
    FgColor fg = is_black ? FG_BLACK : FG_WHITE;
    BgColor around = c->view->winning[p] ? BG_WIN : board_background(c, p);
    put(c, row, col - 1, fg, around, "▐");
    put(c, row, col + 1, fg, around, "▌");
    put(c, row, col, is_black ? FG_WHITE : FG_BLACK, is_black ? BG_BLACK : BG_WHITE,
        p == c->view->last ? "•" : " ");
}

static void draw_stone(const Canvas *c, Point p, int row, int col) {
    if (is_large(c)) {
        draw_large_stone(c, p, row, col);
        return;
    }
    Stone color = c->view->board.at[p];
    bool is_last = p == c->view->last && c->view->stones != STONES_ASCII;
    put(c, row, col, color == BLACK ? FG_BLACK : FG_WHITE, point_background(c, p),
        is_last ? last_stone_glyph(c->view->stones, color) : stone_glyph(c->view->stones, color));
}

static const struct {
    const char *glyph, *ascii;
    FgColor fg;
} mark_glyphs[MARK_COUNT] = {
    [MARK_FOUL] = {"×", "x", FG_MARK},        [MARK_HINT] = {"★", "*", FG_MARK},
    [MARK_BLACK_FIVE] = {"5", "5", FG_BLACK}, [MARK_WHITE_FIVE] = {"5", "5", FG_WHITE},
    [MARK_BLACK_FOUR] = {"4", "4", FG_BLACK}, [MARK_WHITE_FOUR] = {"4", "4", FG_WHITE},
    [MARK_GUESS] = {"?", "?", FG_MARK},
};

static BgColor heat_color(int percent) {
    return (BgColor)(BG_HEAT_1 + int_min(percent / 20, 4));
}

// Shows the percentage if there is room, otherwise the rank of the best moves.
static void draw_win_rate(const Canvas *c, Point p, int row, int col) {
    int percent = int_min(c->view->win_rate[p] - 1, 99), rank = c->view->rank[p];
    char text[3] = {(char)('0' + percent / 10), (char)('0' + percent % 10)};
    if (c->layout->step_x < 3) {
        text[0] = (char)('0' + rank);
        text[1] = '\0';
    }
    bool has_number = c->layout->step_x >= 3 || (rank > 0 && rank < 10);
    put(c, row, col, has_number ? FG_NUMBER : FG_GRID, heat_color(percent),
        has_number ? text : grid_glyph(c, p));
}

static void draw_empty(const Canvas *c, Point p, int row, int col) {
    const BoardView *v = c->view;
    Mark mark = v->marks[p];
    bool ascii = v->stones == STONES_ASCII;
    if (v->hidden[p] && mark == MARK_NONE)
        put(c, row, col, FG_GRID, point_background(c, p), ascii ? "~" : "░");
    else if (mark != MARK_NONE)
        put(c, row, col, mark_glyphs[mark].fg, point_background(c, p),
            ascii ? mark_glyphs[mark].ascii : mark_glyphs[mark].glyph);
    else if (v->win_rate[p])
        draw_win_rate(c, p, row, col);
    else
        put(c, row, col, FG_GRID, point_background(c, p), grid_glyph(c, p));
}

static void draw_point(const Canvas *c, Point p, int row, int col) {
    const BoardView *v = c->view;
    bool is_empty = v->board.at[p] == EMPTY;
    if (is_empty)
        draw_empty(c, p, row, col);
    else
        draw_stone(c, p, row, col);
    bool is_last = p == v->last && !is_empty && v->stones == STONES_ASCII;
    if (p == v->cursor)
        put_brackets(c, row, col, BG_CURSOR, (const char *[]){"[", is_last ? ")" : "]"});
    else if (is_last)
        put_brackets(c, row, col, board_background(c, p), (const char *[]){"(", ")"});
}

// ---- Labels and edges

static void draw_column_labels(const Canvas *c, int row) {
    const Layout *l = c->layout;
    for (int i = 0; i < l->visible_x; i++) {
        Label label = label_of_column(c->view->notation, l->first_x + i);
        int col = l->points.col + l->margin + i * l->step_x;
        // Without room for two digits everywhere, every other label is left out.
        bool too_wide = label.text[1] && l->step_x < 3 && i % 2;
        if (!too_wide)
            put(c, row, col - (label.text[1] && l->step_x > 2), FG_LABEL, BG_SCREEN, label.text);
    }
}

static void draw_row_labels(const Canvas *c) {
    const Layout *l = c->layout;
    for (int i = 0; i < l->visible_y; i++) {
        Label label = label_of_row(c->view->notation, l->size, l->first_y + i);
        int row = l->points.row + i * l->step_y;
        put(c, row, l->board.col + !label.text[1], FG_LABEL, BG_SCREEN, label.text);
        if (l->has_more_labels)
            put(c, row, l->points.col + l->points.cols, FG_LABEL, BG_SCREEN, label.text);
    }
}

static void draw_labels(const Canvas *c) {
    const Layout *l = c->layout;
    if (!l->has_labels)
        return;
    draw_row_labels(c);
    draw_column_labels(c, l->points.row + l->points.rows);
    if (l->has_more_labels)
        draw_column_labels(c, l->board.row);
}

// Calls `draw` for every visible point.
static void for_visible_points(const Canvas *c,
                               void (*draw)(const Canvas *c, Point p, int row, int col)) {
    const Layout *l = c->layout;
    for (int y = 0; y < l->visible_y; y++)
        for (int x = 0; x < l->visible_x; x++) {
            int row, col;
            Point p = point_at(l->first_x + x, l->first_y + y);
            if (layout_locate(l, p, &row, &col))
                draw(c, p, row, col);
        }
}

// Marks edges where the board continues beyond the screen.
static void draw_edges(const Canvas *c) {
    const Layout *l = c->layout;
    int last_row = l->points.row + l->points.rows - 1,
        last_col = l->points.col + l->points.cols - 1;
    bool ascii = c->view->stones == STONES_ASCII;
    for (int i = 0; i < l->points.rows; i++) {
        if (l->first_x > 0)
            put(c, l->points.row + i, l->points.col, FG_DIM, BG_SCREEN, ascii ? "<" : "‹");
        if (l->first_x + l->visible_x < l->size)
            put(c, l->points.row + i, last_col, FG_DIM, BG_SCREEN, ascii ? ">" : "›");
    }
    if (l->first_y > 0)
        put(c, l->points.row, l->points.col, FG_DIM, BG_SCREEN, "^");
    if (l->first_y + l->visible_y < l->size)
        put(c, last_row, l->points.col, FG_DIM, BG_SCREEN, "v");
}

void board_view_draw(const BoardView *v, const Layout *l, Screen *s) {
    Canvas c = {v, l, s};
    screen_fill(s, l->points, (Style){FG_GRID, BG_BOARD});
    for_visible_points(&c, draw_lines_from);
    for_visible_points(&c, draw_point);
    draw_labels(&c);
    draw_edges(&c);
    int row, col;
    if (board_has(&v->board, v->cursor) && layout_locate(l, v->cursor, &row, &col)) {
        s->cursor_row = row;
        s->cursor_col = col;
    }
}
