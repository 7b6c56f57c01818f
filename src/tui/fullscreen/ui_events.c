// What keys and clicks mean to the face, by what is on the screen.
#include "base/util.h"
#include "tui/fullscreen/ui.h"

#include <ctype.h>
#include <string.h>

static int count_lines(const char *text) {
    int lines = 0;
    for (; (text = strchr(text, '\n')); text++)
        lines++;
    return lines;
}

static void press_text(Ui *f, int32_t key) {
    int page = int_max(1, (f->rows - 3) / 2); // lines may take two rows
    int by = 0;
    switch (key_action(KEYS_LIST, key)) {
    case ACTION_UP:
        by = -1;
        break;
    case ACTION_DOWN:
        by = 1;
        break;
    case ACTION_PAGE_UP:
        by = -page;
        break;
    case ACTION_PAGE_DOWN:
        by = page;
        break;
    default:
        f->view = f->text_return_view;
        break;
    }
    int most = int_max(0, count_lines(str_text(&f->text)) - 1);
    f->text_top = int_max(0, int_min(f->text_top + by, most));
}

static void leave_to_game(Ui *f) {
    if (f->playing)
        ui_return_to_game(f);
    else
        ui_open_main_menu(f);
}

static void press_games(Ui *f, int32_t key) {
    int page = int_max(1, f->rows - 5);
    switch (key_action(KEYS_LIST, key)) {
    case ACTION_UP:
        game_list_move_selection(&f->games, -1);
        break;
    case ACTION_DOWN:
        game_list_move_selection(&f->games, 1);
        break;
    case ACTION_PAGE_UP:
        game_list_move_selection(&f->games, -page);
        break;
    case ACTION_PAGE_DOWN:
        game_list_move_selection(&f->games, page);
        break;
    case ACTION_PLACE:
        ui_open_selected_game(f);
        break;
    case ACTION_TYPE:
        ui_prompt(f, INPUT_SEARCH, "Player, date, result ...:", str_text(&f->games.words));
        break;
    case ACTION_MENU:
        leave_to_game(f);
        break;
    default:
        break;
    }
}

static void leave_form(Ui *f) {
    ui_save_settings(f);
    leave_to_game(f);
}

static void take_form(Ui *f, FormResult result) {
    bool is_new_game = f->form.first == 0;
    ui_apply_appearance(f);
    if (result == FORM_EDIT_VALUE)
        ui_prompt(f, INPUT_VALUE, setting_row(form_setting(&f->form))->label,
                  f->settings.values[form_setting(&f->form)]);
    else if (result == FORM_SUBMIT && is_new_game)
        ui_start_game(f);
    else if (result != FORM_CONTINUE)
        leave_form(f);
}

static void take_menu(Ui *f, int code) {
    if (code != MENU_NO_CHOICE)
        ui_handle_menu_choice(f, code);
}

// The keys of the game work in its menu as well, and questions can be answered by their letter.
static void press_menu(Ui *f, int32_t key) {
    Action action = key_action(KEYS_GAME, key);
    bool is_question = f->menu_kind != MENU_MAIN && f->menu_kind != MENU_OPENING;
    if (f->menu_kind == MENU_MAIN && menu_has(&f->menu, (int)action))
        take_menu(f, (int)action);
    else if (is_question && (key == 'n' || key == 'y'))
        take_menu(f, f->menu.items[key == 'y'].code);
    else
        take_menu(f, menu_handle_key(&f->menu, key));
}

static void press_curtain(Ui *f, int32_t key) {
    if (key == KEYCODE_ENTER) {
        f->board_hidden = false;
        f->view = VIEW_GAME;
        terminal_session_start_turn(&f->interpreter.session);
    } else if (key == KEYCODE_ESCAPE)
        ui_open_main_menu(f);
    else if (key == 'q')
        ui_run_action(f, ACTION_QUIT);
}

// Capitals and digits begin a point, as nothing else is on them.
static bool begins_point(int32_t key) {
    return (key >= 'A' && key <= 'Z') || (key >= '0' && key <= '9');
}

static void press_game(Ui *f, int32_t key) {
    Action action = key_action(ui_key_table(f), key);
    if (action != ACTION_NONE) {
        ui_run_action(f, action);
    } else if (begins_point(key) && !f->interpreter.walk.record) {
        char start[] = {(char)tolower(key), '\0'};
        ui_prompt(f, INPUT_COMMAND, "Point or command:", start);
    }
}

static void press_prompt(Ui *f, int32_t key) {
    PromptResult result = prompt_handle_key(&f->prompt, key);
    if (result == PROMPT_DONE)
        ui_handle_input(f);
    else if (result == PROMPT_CANCELLED)
        f->typing = INPUT_NONE;
}

static void press(Ui *f, int32_t key) {
    if (f->typing) {
        press_prompt(f, key);
        return;
    }
    bool is_list = f->view == VIEW_MENU || f->view == VIEW_FORM || f->view == VIEW_GAME_LIST;
    if (is_list && key_action(KEYS_LIST, key) == ACTION_HELP) {
        ui_run_action(f, ACTION_HELP);
        return;
    }
    switch (f->view) {
    case VIEW_MENU:
        press_menu(f, key);
        break;
    case VIEW_FORM:
        take_form(f, form_handle_key(&f->form, &f->settings, key));
        break;
    case VIEW_TEXT:
        press_text(f, key);
        break;
    case VIEW_GAME_LIST:
        press_games(f, key);
        break;
    case VIEW_HANDOVER:
        press_curtain(f, key);
        break;
    case VIEW_GAME:
        press_game(f, key);
        break;
    }
}

static void click_game(Ui *f, const Event *e) {
    Layout l = ui_layout(f);
    bool no_board = l.too_small || (f->showing_panel && l.panel.rows == 0);
    Point p = no_board ? POINT_NONE : layout_point_at(&l, e->row, e->col);
    if (p == POINT_NONE || f->interpreter.walk.record)
        return;
    f->cursor = p;
    ui_place_stone(f, p);
}

// The first click picks, the second takes.
static void click_games(Ui *f, const Event *e) {
    int row = game_list_index_at(&f->games, f->rows, e->row);
    if (row < 0)
        return;
    bool again = row == f->games.selected;
    f->games.selected = row;
    if (again)
        ui_open_selected_game(f);
}

static void click(Ui *f, const Event *e) {
    if (f->typing)
        return;
    switch (f->view) {
    case VIEW_MENU:
        take_menu(f, menu_handle_click(&f->menu, e->row - ui_menu_area(f).row));
        break;
    case VIEW_FORM:
        take_form(f, form_handle_click(&f->form, &f->settings, e->row));
        break;
    case VIEW_GAME_LIST:
        click_games(f, e);
        break;
    case VIEW_GAME:
        click_game(f, e);
        break;
    case VIEW_TEXT:
    case VIEW_HANDOVER:
        break;
    }
}

// The wheel: through a review, or up and down what is long.
static void scroll(Ui *f, int by) {
    if (f->typing || f->view == VIEW_FORM || f->view == VIEW_HANDOVER)
        return;
    if (f->view != VIEW_GAME)
        press(f, by < 0 ? KEYCODE_UP : KEYCODE_DOWN);
    else if (f->interpreter.walk.record)
        ui_run_action(f, by < 0 ? ACTION_BACK : ACTION_FORWARD);
    else
        ui_run_action(f, by < 0 ? ACTION_PAGE_UP : ACTION_PAGE_DOWN);
}

void ui_dispatch_event(Ui *f, const Event *e) {
    switch (e->kind) {
    case EVENT_KEY:
        press(f, e->key);
        break;
    case EVENT_CLICK:
        click(f, e);
        break;
    case EVENT_SCROLL_UP:
        scroll(f, -1);
        break;
    case EVENT_SCROLL_DOWN:
        scroll(f, 1);
        break;
    case EVENT_RESIZE:
        f->rows = e->row;
        f->cols = e->col;
        break;
    case EVENT_TICK:
        break;
    }
}
