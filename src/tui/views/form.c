#include "tui/views/form.h"

#include "base/util.h"
#include "tui/keys.h"

#include <string.h>

enum { TOP = 2, LEFT = 3, LABEL_COLS = 10 };

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

static void select_row(Form *f, int row) {
    f->selected = int_max(0, int_min(row, f->count));
}

FormResult form_handle_key(Form *f, Settings *all, int32_t key) {
    switch (key_action(KEYS_LIST, key)) {
    case ACTION_UP:
        select_row(f, f->selected - 1);
        break;
    case ACTION_DOWN:
        select_row(f, f->selected + 1);
        break;
    case ACTION_LEFT:
        step(f, all, -1);
        break;
    case ACTION_RIGHT:
        step(f, all, 1);
        break;
    case ACTION_PAGE_UP:
        select_row(f, 0);
        break;
    case ACTION_PAGE_DOWN:
        select_row(f, f->count);
        break;
    case ACTION_PLACE:
        return enter(f, all);
    case ACTION_MENU:
        return FORM_CANCEL;
    default:
        break;
    }
    return FORM_CONTINUE;
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
    int end = screen_put(s, line, 0, col, (Style){FG_TEXT, bg}, str_text(&value));
    line.cols += 2;
    if (selected)
        screen_put(s, line, 0, int_min(end + 1, line.cols - 1), (Style){FG_KEY, bg},
                   ascii ? ">" : "›");
    str_release(&value);
}

static void draw_submit(const Form *f, Screen *s) {
    bool selected = is_on_submit(f);
    Str text = {0};
    str_add(&text, selected ? "[ %s ]" : "  %s  ", f->submit_label);
    Style style = {FG_KEY, selected ? BG_SELECTED : BG_SCREEN};
    screen_put(s, screen_area(s), screen_row(f, f->count), LEFT, style, str_text(&text));
    str_release(&text);
}

static void add_full_value(const Settings *all, Setting setting, const Screen *s, Str *out) {
    Str value = {0};
    settings_show_value(all, setting, &value);
    if (!fits(s, &value))
        str_add(out, " %s.", str_text(&value));
    str_release(&value);
}

static void draw_help(const Form *f, const Settings *all, Screen *s) {
    Str text = {0};
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
    str_release(&text);
}

void form_draw(const Form *f, const Settings *all, StoneStyle stones, Screen *s) {
    screen_put(s, screen_area(s), 0, LEFT, (Style){FG_TITLE, BG_SCREEN}, f->title);
    for (int i = 0; i < f->count; i++)
        draw_row(f, all, stones, i, s);
    draw_submit(f, s);
    draw_help(f, all, s);
}
