#include "base/number.h"
#include "tui/views/views.h"

enum { STEP = 2, NODES_MAX = 2000 };

// A node's place in the drawing: moves from the first node, and row of its variation.
typedef struct {
    const Node *node;
    int column, row;
    int parent_row;
} PlacedNode;

// Holds only what the window can show: the whole tree may be very large.
typedef struct {
    int columns; // of the window
    int rows;    // used so far
    int count;
    PlacedNode nodes[NODES_MAX];
} Tree;

static void lay_out(Tree *t, const Node *node, int column, int row, int parent_row) {
    if (column >= t->columns || t->count == NODES_MAX)
        return;
    t->nodes[t->count++] = (PlacedNode){node, column, row, parent_row};
    t->rows = int_max(t->rows, row + 1);
    for (const Node *child = node->child; child && t->count < NODES_MAX; child = child->next)
        lay_out(t, child, column + 1, child == node->child ? row : t->rows, row);
}

static const Node *ancestor(const Node *node, int steps) {
    while (steps-- > 0 && node->parent)
        node = node->parent;
    return node;
}

typedef struct {
    Screen *screen;
    Area area;
    StoneStyle stones;
    int first_row;
} TreeCanvas;

static void put(const TreeCanvas *canvas, int row, int col, Style style, const char *glyph,
                const char *ascii) {
    screen_put(canvas->screen, canvas->area, row - canvas->first_row, col, style,
               canvas->stones == STONES_ASCII ? ascii : glyph);
}

// True if an earlier variation branches off there.
static bool has_fork(const TreeCanvas *canvas, int row, int col) {
    const ScreenCell *cell = screen_cell(canvas->screen, canvas->area.row + row - canvas->first_row,
                                         canvas->area.col + col);
    return cell && (cell->character == L'└' || cell->character == L'├' || cell->character == '`' ||
                    cell->character == '+');
}

static void draw_branch(const TreeCanvas *canvas, const PlacedNode *p) {
    static const Style dim = {FG_DIM, BG_SCREEN};
    int col = p->column * STEP - 1;
    if (p->column == 0)
        return;
    if (p->row == p->parent_row) {
        put(canvas, p->row, col, dim, "─", "-");
        return;
    }
    for (int row = p->parent_row + 1; row < p->row; row++) {
        bool fork = has_fork(canvas, row, col - 1);
        put(canvas, row, col - 1, dim, fork ? "├" : "│", fork ? "+" : "|");
    }
    put(canvas, p->row, col - 1, dim, "└", "`");
    put(canvas, p->row, col, dim, "─", "-");
}

static void draw_node(const TreeCanvas *canvas, const PlacedNode *p, const Node *at) {
    bool is_here = p->node == at;
    bool has_stone = p->node->point != POINT_NONE;
    bool on_board = canvas->stones == STONES_COLORED && has_stone;
    Style style = {p->node->color == BLACK ? FG_BLACK : FG_WHITE, BG_SCREEN};
    if (is_here)
        style.bg = BG_CURSOR;
    else if (on_board)
        style.bg = BG_BOARD;
    const char *glyph = stone_glyph(canvas->stones, p->node->color == BLACK ? BLACK : WHITE);
    if (!has_stone) {
        style.fg = FG_TEXT;
        glyph = ".";
    }
    screen_put(canvas->screen, canvas->area, p->row - canvas->first_row, p->column * STEP, style,
               glyph);
}

static const PlacedNode *find(const Tree *t, const Node *node) {
    for (int i = 0; i < t->count; i++)
        if (t->nodes[i].node == node)
            return &t->nodes[i];
    return NULL;
}

// Lays out the tree from an ancestor of `at`, as far back as still leaves `at` in the window.
static const PlacedNode *lay_out_around(Tree *t, const Node *at, int steps) {
    const PlacedNode *found;
    do {
        t->rows = t->count = 0;
        lay_out(t, ancestor(at, steps), 0, 0, 0);
        found = find(t, at);
        steps /= 2;
    } while (!found);
    return found;
}

int tree_view_draw(const Node *at, StoneStyle stones, Area area, Screen *s) {
    if (area.rows <= 0 || area.cols <= 0)
        return 0;
    static const int thirds_before = 2; // how much of the window is before `at`
    Tree t = {.columns = (area.cols + 1) / STEP};
    const PlacedNode *here = lay_out_around(&t, at, t.columns * thirds_before / 3);
    int first_row = int_max(0, int_min(here->row - area.rows / 2, t.rows - area.rows));
    TreeCanvas canvas = {s, area, stones, first_row};
    for (int i = 0; i < t.count; i++)
        draw_branch(&canvas, &t.nodes[i]);
    for (int i = 0; i < t.count; i++)
        draw_node(&canvas, &t.nodes[i], at);
    return int_min(t.rows, area.rows);
}
