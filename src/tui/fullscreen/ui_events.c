// Dispatches keys, clicks and scrolling, depending on the current view.
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

static void handle_text_key(Ui *ui, int32_t key) {
    int page = int_max(1, (ui->rows - 3) / 2); // a line may take two rows
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
        ui->view = ui->text_return_view;
        break;
    }
    int max_top = int_max(0, count_lines(str_text(&ui->text)) - 1);
    ui->text_top = int_max(0, int_min(ui->text_top + by, max_top));
}

static void return_to_game_or_menu(Ui *ui) {
    if (ui->playing)
        ui_return_to_game(ui);
    else
        ui_open_main_menu(ui);
}

static void handle_game_list_key(Ui *ui, int32_t key) {
    int page = int_max(1, ui->rows - 5);
    switch (key_action(KEYS_LIST, key)) {
    case ACTION_UP:
        game_list_move_selection(&ui->games, -1);
        break;
    case ACTION_DOWN:
        game_list_move_selection(&ui->games, 1);
        break;
    case ACTION_PAGE_UP:
        game_list_move_selection(&ui->games, -page);
        break;
    case ACTION_PAGE_DOWN:
        game_list_move_selection(&ui->games, page);
        break;
    case ACTION_PLACE:
        ui_open_selected_game(ui);
        break;
    case ACTION_TYPE:
        ui_prompt(ui, INPUT_SEARCH, "Player, date, result ...:", str_text(&ui->games.search));
        break;
    case ACTION_MENU:
        return_to_game_or_menu(ui);
        break;
    default:
        break;
    }
}

static void leave_form(Ui *ui) {
    ui_save_settings(ui);
    return_to_game_or_menu(ui);
}

static void handle_form_result(Ui *ui, FormResult result) {
    bool is_new_game = ui->form.first == 0;
    ui_apply_appearance(ui);
    if (result == FORM_EDIT_VALUE)
        ui_prompt(ui, INPUT_VALUE, setting_row(form_setting(&ui->form))->label,
                  ui->settings.values[form_setting(&ui->form)]);
    else if (result == FORM_SUBMIT && is_new_game)
        ui_start_game(ui);
    else if (result != FORM_CONTINUE)
        leave_form(ui);
}

static void handle_menu_result(Ui *ui, int code) {
    if (code != MENU_NO_CHOICE)
        ui_handle_menu_choice(ui, code);
}

// Game keys work in the main menu, too; y and n answer a question.
static void handle_menu_key(Ui *ui, int32_t key) {
    Action action = key_action(KEYS_GAME, key);
    bool is_question = ui->menu_kind != MENU_MAIN && ui->menu_kind != MENU_OPENING;
    if (ui->menu_kind == MENU_MAIN && menu_has(&ui->menu, (int)action))
        handle_menu_result(ui, (int)action);
    else if (is_question && (key == 'n' || key == 'y'))
        handle_menu_result(ui, ui->menu.items[key == 'y'].code);
    else
        handle_menu_result(ui, menu_handle_key(&ui->menu, key));
}

static void handle_handover_key(Ui *ui, int32_t key) {
    if (key == KEYCODE_ENTER) {
        ui->board_hidden = false;
        ui->view = VIEW_GAME;
        terminal_session_start_turn(&ui->interpreter.session);
    } else if (key == KEYCODE_ESCAPE)
        ui_open_main_menu(ui);
    else if (key == 'q')
        ui_run_action(ui, ACTION_QUIT);
}

// Capital letters and digits have no other meaning, so they start a point.
static bool begins_point(int32_t key) {
    return (key >= 'A' && key <= 'Z') || (key >= '0' && key <= '9');
}

static void handle_game_key(Ui *ui, int32_t key) {
    Action action = key_action(ui_key_table(ui), key);
    if (action != ACTION_NONE) {
        ui_run_action(ui, action);
    } else if (begins_point(key) && !ui->interpreter.review.record) {
        char start[] = {(char)tolower(key), '\0'};
        ui_prompt(ui, INPUT_COMMAND, "Point or command:", start);
    }
}

static void handle_prompt_key(Ui *ui, int32_t key) {
    PromptResult result = prompt_handle_key(&ui->prompt, key);
    if (result == PROMPT_DONE)
        ui_handle_input(ui);
    else if (result == PROMPT_CANCELLED)
        ui->input = INPUT_NONE;
}

static void handle_key(Ui *ui, int32_t key) {
    if (ui->input) {
        handle_prompt_key(ui, key);
        return;
    }
    bool has_list_keys =
        ui->view == VIEW_MENU || ui->view == VIEW_FORM || ui->view == VIEW_GAME_LIST;
    if (has_list_keys && key_action(KEYS_LIST, key) == ACTION_HELP) {
        ui_run_action(ui, ACTION_HELP);
        return;
    }
    switch (ui->view) {
    case VIEW_MENU:
        handle_menu_key(ui, key);
        break;
    case VIEW_FORM:
        handle_form_result(ui, form_handle_key(&ui->form, &ui->settings, key));
        break;
    case VIEW_TEXT:
        handle_text_key(ui, key);
        break;
    case VIEW_GAME_LIST:
        handle_game_list_key(ui, key);
        break;
    case VIEW_HANDOVER:
        handle_handover_key(ui, key);
        break;
    case VIEW_GAME:
        handle_game_key(ui, key);
        break;
    }
}

static void handle_game_click(Ui *ui, const Event *e) {
    Layout l = ui_layout(ui);
    bool no_board = l.too_small || (ui->showing_panel && l.panel.rows == 0);
    Point p = no_board ? POINT_NONE : layout_point_at(&l, e->row, e->col);
    if (p == POINT_NONE || ui->interpreter.review.record)
        return;
    ui->cursor = p;
    ui_place_stone(ui, p);
}

// The first click selects a game, the second opens it.
static void handle_game_list_click(Ui *ui, const Event *e) {
    int row = game_list_index_at(&ui->games, ui->rows, e->row);
    if (row < 0)
        return;
    bool again = row == ui->games.selected;
    ui->games.selected = row;
    if (again)
        ui_open_selected_game(ui);
}

static void handle_click(Ui *ui, const Event *e) {
    if (ui->input)
        return;
    switch (ui->view) {
    case VIEW_MENU:
        handle_menu_result(ui, menu_handle_click(&ui->menu, e->row - ui_menu_area(ui).row));
        break;
    case VIEW_FORM:
        handle_form_result(ui, form_handle_click(&ui->form, &ui->settings, e->row));
        break;
    case VIEW_GAME_LIST:
        handle_game_list_click(ui, e);
        break;
    case VIEW_GAME:
        handle_game_click(ui, e);
        break;
    case VIEW_TEXT:
    case VIEW_HANDOVER:
        break;
    }
}

// The mouse wheel steps through a review, or scrolls.
static void handle_scroll(Ui *ui, int by) {
    if (ui->input || ui->view == VIEW_FORM || ui->view == VIEW_HANDOVER)
        return;
    if (ui->view != VIEW_GAME)
        handle_key(ui, by < 0 ? KEYCODE_UP : KEYCODE_DOWN);
    else if (ui->interpreter.review.record)
        ui_run_action(ui, by < 0 ? ACTION_BACK : ACTION_FORWARD);
    else
        ui_run_action(ui, by < 0 ? ACTION_PAGE_UP : ACTION_PAGE_DOWN);
}

void ui_dispatch_event(Ui *ui, const Event *e) {
    switch (e->kind) {
    case EVENT_KEY:
        handle_key(ui, e->key);
        break;
    case EVENT_CLICK:
        handle_click(ui, e);
        break;
    case EVENT_SCROLL_UP:
        handle_scroll(ui, -1);
        break;
    case EVENT_SCROLL_DOWN:
        handle_scroll(ui, 1);
        break;
    case EVENT_RESIZE:
        ui->rows = e->row;
        ui->cols = e->col;
        break;
    case EVENT_TICK:
        break;
    }
}
