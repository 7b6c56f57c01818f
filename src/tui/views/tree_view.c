#include "tui/views/tree_view.h"

#include "base/util.h"

enum { STEP = 2, NODES_MAX = 2000 };

// Where a node is: how many moves from the window's first, and in which row of variations.
typedef struct {
    const Node *node;
    int column, row;
    int parent_row;
} Place;

// A tree may be as large as its file: only what the window can show is ever looked at.
typedef struct {
    int columns; // of the window
    int rows;    // used so far
    int count;
    Place places[NODES_MAX];
} Tree;

static void lay(Tree *t, const Node *node, int column, int row, int parent_row) {
    if (column >= t->columns || t->count == NODES_MAX)
        return;
    t->places[t->count++] = (Place){node, column, row, parent_row};
    t->rows = int_max(t->rows, row + 1);
    for (const Node *child = node->child; child && t->count < NODES_MAX; child = child->next)
        lay(t, child, column + 1, child == node->child ? row : t->rows, row);
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
} Drawer;

static void put(const Drawer *d, int row, int col, Style style, const char *sign,
                const char *ascii) {
    screen_put(d->screen, d->area, row - d->first_row, col, style,
               d->stones == STONES_ASCII ? ascii : sign);
}

// Does a variation begin there that was drawn before?
static bool has_corner(const Drawer *d, int row, int col) {
    const ScreenCell *cell =
        screen_cell(d->screen, d->area.row + row - d->first_row, d->area.col + col);
    return cell && (cell->character == L'└' || cell->character == L'├' || cell->character == '`' ||
                    cell->character == '+');
}

static void draw_branch(const Drawer *d, const Place *p) {
    static const Style dim = {FG_DIM, BG_SCREEN};
    int col = p->column * STEP - 1;
    if (p->column == 0)
        return;
    if (p->row == p->parent_row) {
        put(d, p->row, col, dim, "─", "-");
        return;
    }
    for (int row = p->parent_row + 1; row < p->row; row++) {
        bool corner = has_corner(d, row, col - 1);
        put(d, row, col - 1, dim, corner ? "├" : "│", corner ? "+" : "|");
    }
    put(d, p->row, col - 1, dim, "└", "`");
    put(d, p->row, col, dim, "─", "-");
}

static void draw_node(const Drawer *d, const Place *p, const Node *at) {
    bool is_here = p->node == at;
    bool has_stone = p->node->point != POINT_NONE;
    bool on_board = d->stones == STONES_COLORED && has_stone;
    Style style = {p->node->color == BLACK ? FG_BLACK : FG_WHITE, BG_SCREEN};
    if (is_here)
        style.bg = BG_CURSOR;
    else if (on_board)
        style.bg = BG_BOARD;
    const char *sign = stone_glyph(d->stones, p->node->color == BLACK ? BLACK : WHITE);
    if (!has_stone) {
        style.fg = FG_TEXT;
        sign = ".";
    }
    screen_put(d->screen, d->area, p->row - d->first_row, p->column * STEP, style, sign);
}

static const Place *find(const Tree *t, const Node *node) {
    for (int i = 0; i < t->count; i++)
        if (t->places[i].node == node)
            return &t->places[i];
    return NULL;
}

// From as far before the node as leaves it in the tree.
static const Place *lay_around(Tree *t, const Node *at, int steps) {
    const Place *found;
    do {
        t->rows = t->count = 0;
        lay(t, ancestor(at, steps), 0, 0, 0);
        found = find(t, at);
        steps /= 2;
    } while (!found);
    return found;
}

int tree_view_draw(const Node *at, StoneStyle stones, Area area, Screen *s) {
    if (area.rows <= 0 || area.cols <= 0)
        return 0;
    static const int shown_before = 2; // of three parts of the window
    Tree t = {.columns = (area.cols + 1) / STEP};
    const Place *here = lay_around(&t, at, t.columns * shown_before / 3);
    int first_row = int_max(0, int_min(here->row - area.rows / 2, t.rows - area.rows));
    Drawer d = {s, area, stones, first_row};
    for (int i = 0; i < t.count; i++)
        draw_branch(&d, &t.places[i]);
    for (int i = 0; i < t.count; i++)
        draw_node(&d, &t.places[i], at);
    return int_min(t.rows, area.rows);
}
