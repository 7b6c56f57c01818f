#include "tui/menu.h"

#include "base/util.h"
#include "tui/keys.h"

#include <assert.h>
#include <stdarg.h>

enum { LEFT = 3 };

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

static int first_row(const Menu *m) {
    return m->title ? 3 : 6;
}

int menu_click(Menu *m, int row) {
    int i = row - first_row(m);
    if (i < 0 || i >= m->count)
        return MENU_STAYS;
    m->picked = i;
    return m->items[i].code;
}

static void draw_name(Stones stones, Screen *s) {
    Area all = screen_area(s);
    int col = screen_put(s, all, 1, LEFT, (Style){INK_TITLE, PAPER_SCREEN}, "P E N T A D");
    Style style = {INK_BLACK, PAPER_BOARD};
    screen_fill(s, (Area){1, col + 3, 1, 11}, style);
    for (int i = 0; i < 5; i++)
        screen_put(s, all, 1, col + 4 + 2 * i, style, stone_sign(stones, BLACK));
    screen_put(s, all, 3, LEFT, (Style){INK_DIM, PAPER_SCREEN}, "five in a row");
}

void menu_draw(const Menu *m, Stones stones, Screen *s) {
    Area all = screen_area(s);
    if (m->title)
        screen_put(s, all, 1, LEFT, (Style){INK_TITLE, PAPER_SCREEN}, m->title);
    else
        draw_name(stones, s);
    for (int i = 0; i < m->count; i++) {
        bool picked = i == m->picked;
        Area line = {first_row(m) + i, 1, 1, s->cols - 2};
        Style style = {INK_TEXT, picked ? PAPER_PICKED : PAPER_SCREEN};
        if (picked)
            screen_fill(s, line, style);
        screen_put(s, line, 0, 0, (Style){INK_KEY, style.paper}, picked ? ">" : " ");
        screen_put(s, line, 0, LEFT - 1, style, m->items[i].text);
    }
}
