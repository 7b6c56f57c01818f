#include "tui/views/menu.h"

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

static void select_item(Menu *m, int i) {
    m->selected = int_max(0, int_min(i, m->count - 1));
}

int menu_handle_key(Menu *m, int32_t key) {
    switch (key_action(KEYS_LIST, key == ' ' ? KEYCODE_ENTER : key)) {
    case ACTION_UP:
        select_item(m, m->selected - 1);
        break;
    case ACTION_DOWN:
        select_item(m, m->selected + 1);
        break;
    case ACTION_PLACE:
        return m->items[m->selected].code;
    case ACTION_MENU:
        return MENU_CANCELLED;
    default:
        break;
    }
    return MENU_NO_CHOICE;
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
    int widest = m->title ? text_width(m->title) : 0;
    for (int i = 0; i < m->count; i++)
        widest = int_max(widest, text_width(m->items[i].text));
    return LEFT + widest;
}

int menu_handle_click(Menu *m, int row) {
    int i = row - first_row(m);
    if (i < 0 || i >= m->count)
        return MENU_NO_CHOICE;
    m->selected = i;
    return m->items[i].code;
}

static void draw_name(StoneStyle stones, Area area, Screen *s) {
    int col = screen_put(s, area, 1, LEFT, (Style){FG_TITLE, BG_SCREEN}, "P E N T A D");
    Style style = {FG_BLACK, BG_BOARD};
    screen_fill(s, (Area){area.row + 1, area.col + col + 3, 1, 11}, style);
    for (int i = 0; i < 5; i++)
        screen_put(s, area, 1, col + 4 + 2 * i, style, stone_glyph(stones, BLACK));
    screen_put(s, area, 3, LEFT, (Style){FG_DIM, BG_SCREEN}, "five in a row");
}

// Decoration: a board beside the menu, if there is room.
static void draw_board(StoneStyle stones, Area area, Screen *s) {
    enum { SIZE = 9, ROWS = 12, COLS = 24, TOP = 8, BESIDE = 52 };
    static const uint8_t stones_at[][2] = {{4, 4}, {3, 4}, {3, 3}, {5, 3}, {5, 5}, {2, 2},
                                           {6, 6}, {4, 3}, {2, 6}, {5, 4}, {7, 7}};
    if (area.rows < TOP + SIZE + 3 || area.cols < BESIDE + COLS)
        return;
    BoardView v = {.stones = stones};
    Layout l = layout_for(&(LayoutRequest){ROWS, COLS, SIZE, point_center(SIZE), true});
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

// Shows the key that does the same in a game.
static void draw_key(Area line, BgColor bg, int code, Screen *s) {
    const KeyRow *row;
    for (int i = 0; (row = key_row_at(KEYS_GAME, i)); i++)
        if ((int)row->action == code)
            screen_put(s, line, 0, KEY_COL, (Style){FG_KEY, bg}, row->names);
}

void menu_draw(const Menu *m, StoneStyle stones, Area area, Screen *s) {
    screen_fill(s, area, (Style){FG_TEXT, BG_SCREEN});
    if (m->title)
        screen_put(s, area, 0, LEFT, (Style){FG_TITLE, BG_SCREEN}, m->title);
    else
        draw_name(stones, area, s);
    if (!m->title)
        draw_board(stones, area, s);
    for (int i = 0; i < m->count; i++) {
        bool selected = i == m->selected;
        Area line = {area.row + first_row(m) + i, area.col, 1, area.cols};
        Style style = {FG_TEXT, selected ? BG_SELECTED : BG_SCREEN};
        if (selected)
            screen_fill(s, line, style);
        screen_put(s, line, 0, 0, (Style){FG_KEY, style.bg}, selected ? ">" : " ");
        int end = screen_put(s, line, 0, LEFT, style, m->items[i].text);
        if (!m->title && end < KEY_COL && KEY_COL + KEY_COLS <= line.cols)
            draw_key(line, style.bg, m->items[i].code, s);
    }
}
