// Menus, forms and the list of games.
#include "base/number.h"
#include "tui/actions.h"
#include "tui/views/views.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

static int clamp(int i, int last) {
    return int_max(0, int_min(i, last));
}

int list_step(int32_t key, int page) {
    Action action = action_of_key(KEYS_LIST, key);
    return action == ACTION_LIST_UP          ? -1
           : action == ACTION_LIST_DOWN      ? 1
           : action == ACTION_LIST_PAGE_UP   ? -page
           : action == ACTION_LIST_PAGE_DOWN ? page
                                             : 0;
}

// ---- Menu

enum { MENU_LEFT = 2, KEY_COL = 40, KEY_COLS = 6 };

void menu_add(Menu *m, int code, const char *format, ...) {
    assert(m->count < MENU_ITEMS_MAX);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(m->items[m->count].text, MENU_TEXT_MAX, format, arguments);
    va_end(arguments);
    m->items[m->count++].code = code;
}

int menu_handle_key(Menu *m, int32_t key) {
    Action action = action_of_key(KEYS_LIST, key);
    m->selected = clamp(m->selected + list_step(key, m->count), m->count - 1);
    if (action == ACTION_LIST_CHOOSE || key == ' ')
        return m->items[m->selected].code;
    return action == ACTION_LIST_BACK ? MENU_CANCELLED : MENU_NO_CHOICE;
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
    return MENU_LEFT + widest;
}

int menu_handle_click(Menu *m, int row) {
    int i = row - first_row(m);
    if (i < 0 || i >= m->count)
        return MENU_NO_CHOICE;
    m->selected = i;
    return m->items[i].code;
}

static void draw_name(StoneStyle stones, Area area, Screen *s) {
    int col = screen_put(s, area, 1, MENU_LEFT, (Style){FG_TITLE, BG_SCREEN}, "P E N T A D");
    Style style = {FG_BLACK, BG_BOARD};
    screen_fill(s, (Area){area.row + 1, area.col + col + 3, 1, 11}, style);
    for (int i = 0; i < 5; i++)
        screen_put(s, area, 1, col + 4 + 2 * i, style, stone_glyph(stones, BLACK));
    screen_put(s, area, 3, MENU_LEFT, (Style){FG_DIM, BG_SCREEN}, "five in a row");
}

// Decoration: a board beside the menu, if there is room.
static void draw_sample_board(StoneStyle stones, Area area, Screen *s) {
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
    Str keys = {0};
    action_format_keys((Action)code, &keys);
    screen_put_str(s, line, 0, KEY_COL, (Style){FG_KEY, bg}, &keys);
}

void menu_draw(const Menu *m, StoneStyle stones, Area area, Screen *s) {
    screen_fill(s, area, (Style){FG_TEXT, BG_SCREEN});
    if (m->title)
        screen_put(s, area, 0, MENU_LEFT, (Style){FG_TITLE, BG_SCREEN}, m->title);
    else
        draw_name(stones, area, s);
    if (!m->title)
        draw_sample_board(stones, area, s);
    for (int i = 0; i < m->count; i++) {
        bool selected = i == m->selected;
        Area line = {area.row + first_row(m) + i, area.col, 1, area.cols};
        Style style = {FG_TEXT, selected ? BG_SELECTED : BG_SCREEN};
        if (selected)
            screen_fill(s, line, style);
        screen_put(s, line, 0, 0, (Style){FG_KEY, style.bg}, selected ? ">" : " ");
        int end = screen_put(s, line, 0, MENU_LEFT, style, m->items[i].text);
        if (!m->title && end < KEY_COL && KEY_COL + KEY_COLS <= line.cols)
            draw_key(line, style.bg, m->items[i].code, s);
    }
}

// ---- Form

enum { TOP = 2, LEFT = 3, LABEL_COLS = 10, FOOT = 2 };

Setting form_setting(const Form *f) {
    return (Setting)(f->first + int_min(f->selected, f->count - 1));
}

static bool is_on_submit(const Form *f) {
    return f->selected == f->count;
}

static void step(const Form *f, Settings *all, int by) {
    if (!is_on_submit(f))
        settings_step(all, form_setting(f), by);
}

// Enter steps through values that cannot be typed.
static FormResult enter(const Form *f, Settings *all) {
    if (is_on_submit(f))
        return FORM_SUBMIT;
    if (setting_row(form_setting(f))->typed_help)
        return FORM_EDIT_VALUE;
    step(f, all, 1);
    return FORM_CONTINUE;
}

FormResult form_handle_key(Form *f, Settings *all, int32_t key) {
    Action action = action_of_key(KEYS_LIST, key);
    f->selected = clamp(f->selected + list_step(key, f->count), f->count);
    if (action == ACTION_LIST_LEFT || action == ACTION_LIST_RIGHT)
        step(f, all, action == ACTION_LIST_LEFT ? -1 : 1);
    if (action == ACTION_LIST_CHOOSE)
        return enter(f, all);
    return action == ACTION_LIST_BACK ? FORM_CANCEL : FORM_CONTINUE;
}

// There is an empty row above the submit row.
static int screen_row(const Form *f, int row) {
    return TOP + row + (row == f->count);
}

FormResult form_handle_click(Form *f, Settings *all, int row) {
    for (int i = 0; i <= f->count; i++)
        if (screen_row(f, i) == row) {
            f->selected = i;
            if (is_on_submit(f))
                return FORM_SUBMIT;
            step(f, all, 1);
        }
    return FORM_CONTINUE;
}

// True if there is room for the value and the arrow after it.
static bool fits(const Screen *s, const Str *value) {
    return LEFT + LABEL_COLS + text_width(str_text(value)) <= s->cols - 4;
}

// Shortens "renju: ..." to the name; draw_help shows the full text below the form.
static void drop_explanation(Str *value) {
    const char *colon = strstr(str_text(value), ": ");
    if (colon)
        str_cut(value, (size_t)(colon - value->data));
}

static void draw_row(const Form *f, const Settings *all, StoneStyle stones, int i, Screen *s) {
    Setting setting = (Setting)(f->first + i);
    bool selected = i == f->selected;
    bool ascii = stones == STONES_ASCII;
    BgColor bg = selected ? BG_SELECTED : BG_SCREEN;
    Area line = {screen_row(f, i), 1, 1, s->cols - 2};
    Str value = {0};
    settings_show_value(all, setting, &value);
    if (!fits(s, &value))
        drop_explanation(&value);
    if (selected)
        screen_fill(s, line, (Style){FG_TEXT, bg});
    screen_put(s, line, 0, LEFT - 1, (Style){FG_TITLE, bg}, setting_row(setting)->label);
    int col = LEFT + LABEL_COLS;
    if (selected)
        screen_put(s, line, 0, col - 2, (Style){FG_KEY, bg}, ascii ? "<" : "‹");
    line.cols -= 2; // room for the arrow
    int end = screen_put_str(s, line, 0, col, (Style){FG_TEXT, bg}, &value);
    line.cols += 2;
    if (selected)
        screen_put(s, line, 0, int_min(end + 1, line.cols - 1), (Style){FG_KEY, bg},
                   ascii ? ">" : "›");
}

static void draw_submit(const Form *f, Screen *s) {
    bool selected = is_on_submit(f);
    Str text = {0};
    str_add(&text, selected ? "[ %s ]" : "  %s  ", f->submit_label);
    Style style = {FG_KEY, selected ? BG_SELECTED : BG_SCREEN};
    screen_put_str(s, screen_area(s), screen_row(f, f->count), LEFT, style, &text);
}

static void add_full_value(const Settings *all, Setting setting, const Screen *s, Str *out) {
    ScopedStr value = {0};
    settings_show_value(all, setting, &value);
    if (!fits(s, &value))
        str_add(out, " %s.", str_text(&value));
}

static void draw_help(const Form *f, const Settings *all, Screen *s) {
    ScopedStr text = {0};
    if (is_on_submit(f)) {
        str_add_text(&text, "Up and down choose a row, left and right change it.");
    } else {
        const SettingRow *row = setting_row(form_setting(f));
        str_add(&text, "%s: %s.", row->label, row->help);
        add_full_value(all, form_setting(f), s, &text);
        if (row->typed_help)
            str_add(&text, " Enter types another: %s.", row->typed_help);
    }
    Area below = {screen_row(f, f->count) + 2, LEFT, 5, s->cols - 2 * LEFT};
    screen_put_paragraph(s, below, 0, (Style){FG_DIM, BG_SCREEN}, str_text(&text));
}

void form_draw(const Form *f, const Settings *all, StoneStyle stones, Screen *s) {
    screen_put(s, screen_area(s), 0, LEFT, (Style){FG_TITLE, BG_SCREEN}, f->title);
    for (int i = 0; i < f->count; i++)
        draw_row(f, all, stones, i, s);
    draw_submit(f, s);
    draw_help(f, all, s);
}

// ---- List of games

void game_list_select(GameList *l, int row) {
    l->selected = clamp(row, l->count - 1);
}

static int visible_rows(int screen_rows) {
    return int_max(1, screen_rows - TOP - FOOT);
}

// Scrolls so that the selected game is visible.
static int first_shown(const GameList *l, int screen_rows) {
    return int_max(0, l->selected - visible_rows(screen_rows) + 1);
}

int game_list_index_at(const GameList *l, int screen_rows, int row) {
    int i = row - TOP + first_shown(l, screen_rows);
    return row >= TOP && row < TOP + visible_rows(screen_rows) && i < l->count ? i : -1;
}

static void draw_heading(const GameList *l, Screen *s) {
    Area all = screen_area(s);
    Style title = {FG_TITLE, BG_SCREEN}, dim = {FG_DIM, BG_SCREEN};
    int col = screen_put(s, all, 0, LEFT, title, "Games");
    if (l->search.len > 0) {
        col = screen_put(s, all, 0, col, dim, " with: ");
        screen_put(s, all, 0, col, (Style){FG_KEY, BG_SCREEN}, str_text(&l->search));
    }
    if (l->count == 0)
        screen_put(s, all, TOP, LEFT, dim, l->search.len > 0 ? "No games found." : "No games yet.");
}

void game_list_draw(const GameList *l, Screen *s) {
    draw_heading(l, s);
    int first = first_shown(l, s->rows);
    for (int i = 0; i < visible_rows(s->rows) && first + i < l->count; i++) {
        const ListedGame *game = &l->games[first + i];
        bool selected = first + i == l->selected;
        Area line = {TOP + i, 1, 1, s->cols - 2};
        Style style = {game->unfinished ? FG_KEY : FG_TEXT, selected ? BG_SELECTED : BG_SCREEN};
        screen_fill(s, line, style);
        int col = screen_put(s, line, 0, 0, style, selected ? "> " : "  ");
        if (game->unfinished)
            col = screen_put(s, line, 0, col, style, "unfinished: ");
        screen_put(s, line, 0, col, style, game->text);
    }
}
