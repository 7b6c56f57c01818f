#include "tui/menu.h"

#include "base/util.h"
#include "tui/keys.h"

#include <assert.h>
#include <stdarg.h>

enum { LEFT = 2, KEY_COL = 40, KEY_COLS = 6 };

void menu_begin(Menu *m, const char *title) {
    *m = (Menu){.title = title};
}

void menu_add(Menu *m, int code, const char *format, ...) {
    assert(m->count < MENU_ITEMS_MAX);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(m->items[m->count].text, MENU_TEXT_MAX, format, arguments);
    va_end(arguments);
    m->items[m->count++].code = code;
}

static void pick(Menu *m, int i) {
    m->picked = int_max(0, int_min(i, m->count - 1));
}

int menu_press(Menu *m, int32_t key) {
    switch (key_action(KEYS_LIST, key == ' ' ? PRESS_ENTER : key)) {
    case ACT_UP:
        pick(m, m->picked - 1);
        break;
    case ACT_DOWN:
        pick(m, m->picked + 1);
        break;
    case ACT_PLACE:
        return m->items[m->picked].code;
    case ACT_MENU:
        return MENU_LEFT;
    default:
        break;
    }
    return MENU_STAYS;
}

bool menu_has(const Menu *m, int code) {
    for (int i = 0; i < m->count; i++)
        if (m->items[i].code == code)
            return true;
    return false;
}

static int first_row(const Menu *m) {
    return m->title ? 2 : 6;
}

int menu_rows(const Menu *m) {
    return first_row(m) + m->count;
}

int menu_cols(const Menu *m) {
    int widest = m->title ? text_columns(m->title) : 0;
    for (int i = 0; i < m->count; i++)
        widest = int_max(widest, text_columns(m->items[i].text));
    return LEFT + widest;
}

int menu_click(Menu *m, int row) {
    int i = row - first_row(m);
    if (i < 0 || i >= m->count)
        return MENU_STAYS;
    m->picked = i;
    return m->items[i].code;
}

static void draw_name(Stones stones, Area area, Screen *s) {
    int col = screen_put(s, area, 1, LEFT, (Style){INK_TITLE, PAPER_SCREEN}, "P E N T A D");
    Style style = {INK_BLACK, PAPER_BOARD};
    screen_fill(s, (Area){area.row + 1, area.col + col + 3, 1, 11}, style);
    for (int i = 0; i < 5; i++)
        screen_put(s, area, 1, col + 4 + 2 * i, style, stone_sign(stones, BLACK));
    screen_put(s, area, 3, LEFT, (Style){INK_DIM, PAPER_SCREEN}, "five in a row");
}

// A board beside the menu, where there is room for one.
static void draw_board(Stones stones, Area area, Screen *s) {
    enum { SIZE = 9, ROWS = 12, COLS = 24, TOP = 8, BESIDE = 52 };
    static const uint8_t stones_at[][2] = {{4, 4}, {3, 4}, {3, 3}, {5, 3}, {5, 5}, {2, 2},
                                           {6, 6}, {4, 3}, {2, 6}, {5, 4}, {7, 7}};
    if (area.rows < TOP + SIZE + 3 || area.cols < BESIDE + COLS)
        return;
    BoardView v = {.stones = stones};
    Layout l = layout_for(&(LayoutRequest){ROWS, COLS, SIZE, point_centre(SIZE), true});
    l.has_labels = false;
    l.points.row += area.row + TOP - l.board.row;
    l.points.col += area.col + BESIDE;
    board_init(&v.board, &rules_freestyle, SIZE);
    for (int i = 0; i < COUNT(stones_at); i++)
        board_place(&v.board, v.board.turn, point_at(stones_at[i][0], stones_at[i][1]));
    for (int i = 3; i <= 7; i++)
        v.winning[point_at(i, i)] = true;
    board_view_draw(&v, &l, s);
    s->cursor_row = -1;
}

// The key that does the same without the menu.
static void draw_key(Area line, Paper paper, int code, Screen *s) {
    const KeyRow *row;
    for (int i = 0; (row = key_row_at(KEYS_GAME, i)); i++)
        if ((int)row->action == code)
            screen_put(s, line, 0, KEY_COL, (Style){INK_KEY, paper}, row->names);
}

void menu_draw(const Menu *m, Stones stones, Area area, Screen *s) {
    screen_fill(s, area, (Style){INK_TEXT, PAPER_SCREEN});
    if (m->title)
        screen_put(s, area, 0, LEFT, (Style){INK_TITLE, PAPER_SCREEN}, m->title);
    else
        draw_name(stones, area, s);
    if (!m->title)
        draw_board(stones, area, s);
    for (int i = 0; i < m->count; i++) {
        bool picked = i == m->picked;
        Area line = {area.row + first_row(m) + i, area.col, 1, area.cols};
        Style style = {INK_TEXT, picked ? PAPER_PICKED : PAPER_SCREEN};
        if (picked)
            screen_fill(s, line, style);
        screen_put(s, line, 0, 0, (Style){INK_KEY, style.paper}, picked ? ">" : " ");
        int end = screen_put(s, line, 0, LEFT, style, m->items[i].text);
        if (!m->title && end < KEY_COL && KEY_COL + KEY_COLS <= line.cols)
            draw_key(line, style.paper, m->items[i].code, s);
    }
}
