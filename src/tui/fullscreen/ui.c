#include "tui/fullscreen/ui.h"

#include "base/mem.h"
#include "base/number.h"
#include "tui/session/messages.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

// ---- Life cycle

static bool open_session(Ui *ui, const PlayOptions *options, Error *err) {
    TerminalSessionOptions session = options->session;
    settings_to_options(&ui->settings, &session);
    if (!terminal_session_init(&ui->session, &session, err))
        return false;
    return !options->path || terminal_session_load(&ui->session, options->path, &ui->message, err);
}

bool ui_init(Ui *ui, const PlayOptions *options, Error *err) {
    *ui = (Ui){
        .settings = options->settings,
        .config = options->config ? mem_copy_text(options->config) : NULL,
        .colors = options->colors,
        .unicode = options->unicode,
        .rows = 24,
        .cols = 80,
        .view = VIEW_GAME,
        .playing = options->start || options->path,
        .move_thread = background_new(),
        .ponders = options->ponders,
        .ponder_thread = background_new(),
        .game_analysis = game_analysis_new(),
    };
    if (!open_session(ui, options, err)) {
        ui_release(ui);
        return false;
    }
    ui->session.replaced = false; // shown from the beginning
    ui->cursor = point_center(ui->session.play.game.board.size);
    if (!ui->playing)
        ui_open_main_menu(ui);
    else if (options->path)
        ui_start_review(ui);
    if (options->note)
        ui_show_message(ui, options->note);
    return true;
}

void ui_release(Ui *ui) {
    background_free(ui->move_thread);
    background_free(ui->ponder_thread);
    game_analysis_free(ui->game_analysis);
    terminal_session_release(&ui->session);
    str_release(&ui->offered_path);
    str_release(&ui->prompt.text);
    str_release(&ui->file_path);
    str_release(&ui->text);
    str_release(&ui->message);
    mem_free(ui->config);
    *ui = (Ui){0};
}

// ---- State

StoneStyle ui_stone_style(const Ui *ui) {
    bool ascii = !ui->unicode || !strcmp(ui->settings.values[SETTING_SIGNS], "ascii");
    return ascii ? STONES_ASCII : ui->colors ? STONES_COLORED : STONES_SHAPED;
}

const Theme *ui_theme(const Ui *ui) {
    Error ignored;
    const Theme *theme = theme_find(ui->settings.values[SETTING_THEME], &ignored);
    return theme ? theme : theme_at(0);
}

Layout ui_layout(const Ui *ui) {
    return layout_for(&(LayoutRequest){
        .rows = ui->rows,
        .cols = ui->cols,
        .size = terminal_session_shown_game(&ui->session)->board.size,
        .visible = ui->cursor,
        .no_large_scale = !strcmp(ui->settings.values[SETTING_BOARD], "small") ||
                          ui_stone_style(ui) != STONES_COLORED,
    });
}

KeyContext ui_key_context(const Ui *ui) {
    if (ui->view != VIEW_GAME)
        return KEYS_LIST;
    if (ui->session.review.record)
        return KEYS_REVIEW;
    return terminal_session_is_over(&ui->session) ? KEYS_GAME_OVER : KEYS_GAME;
}

Str *ui_new_message(Ui *ui) {
    str_clear(&ui->message);
    return &ui->message;
}

void ui_show_message(Ui *ui, const char *text) {
    str_add_text(ui_new_message(ui), text);
}

int ui_count_lines(const Ui *ui) {
    int lines = 0;
    for (const char *at = str_text(&ui->text); (at = strchr(at, '\n')); at++)
        lines++;
    return lines;
}

static void join_lines(Str *text) {
    while (text->len > 0 && text->data[text->len - 1] == '\n')
        str_cut(text, text->len - 1);
    for (size_t i = 0; i < text->len; i++)
        if (text->data[i] == '\n')
            text->data[i] = ' ';
}

// ---- Keys

// Space shows the whole text, page by page, and then goes back.
static void handle_text_key(Ui *ui, int32_t key) {
    int page_up = (ui->rows - 2) / 2; // a line may take two rows
    int by = list_step(key, page_up);
    bool at_end = ui->text_next < 0;
    if (key == ' ' ? at_end : by == 0)
        ui->view = ui->text_return_view;
    else if (by < 0)
        ui->text_top = int_max(0, ui->text_top + by);
    else if (!at_end)
        ui->text_top = by == 1 ? ui->text_top + 1 : ui->text_next;
}

static void return_to_game_or_menu(Ui *ui) {
    if (ui->playing)
        ui_return_to_game(ui);
    else
        ui_open_main_menu(ui);
}

static void handle_game_list_key(Ui *ui, int32_t key) {
    GameList *l = &ui->session.games;
    Action action = action_of_key(KEYS_LIST, key);
    game_list_select(l, l->selected + list_step(key, int_max(1, ui->rows - 5)));
    if (action == ACTION_LIST_CHOOSE)
        ui_open_selected_game(ui);
    else if (action == ACTION_LIST_SEARCH)
        ui_prompt(ui, action, str_text(&l->search));
    else if (action == ACTION_LIST_BACK)
        return_to_game_or_menu(ui);
}

static void handle_form_result(Ui *ui, FormResult result) {
    bool is_new_game = ui->form.first == 0;
    Error ignored;
    notation_find(ui->settings.values[SETTING_POINTS], &ui->session.notation, &ignored);
    if (result == FORM_EDIT_VALUE) {
        ui_prompt(ui, ACTION_SETTINGS, ui->settings.values[form_setting(&ui->form)]);
    } else if (result == FORM_SUBMIT && is_new_game) {
        ui_start_game(ui);
    } else if (result != FORM_CONTINUE) {
        ui_save_settings(ui);
        return_to_game_or_menu(ui);
    }
}

// Game keys work in the main menu, too; y and n answer a question. The choice in an opening can be
// typed; offer_opening_choices asks again unless that was done.
static void handle_menu_key(Ui *ui, int32_t key) {
    Action action = action_of_key(KEYS_GAME, key);
    int code;
    if (action == ACTION_TYPE && menu_has(&ui->menu, ACTION_STAY)) {
        ui_return_to_game(ui);
        ui_prompt(ui, action, "");
        return;
    }
    if (!ui->menu.title && menu_has(&ui->menu, (int)action))
        code = (int)action;
    else if (menu_has(&ui->menu, ACTION_NONE) && (key == 'n' || key == 'y'))
        code = ui->menu.items[key == 'y'].code;
    else
        code = menu_handle_key(&ui->menu, key);
    ui_handle_menu_choice(ui, code);
}

static void handle_handover_key(Ui *ui, int32_t key) {
    if (key == KEYCODE_ENTER) {
        ui->board_hidden = false;
        ui->view = VIEW_GAME;
        terminal_session_start_turn(&ui->session);
    } else if (key == KEYCODE_ESCAPE)
        ui_open_main_menu(ui);
    else if (key == 'q')
        ui_run_action(ui, ACTION_QUIT);
}

// ---- Points typed on the board
//
// The letter of a column, as in h8, may also be a key of the game; the next key decides. The prompt
// shows the letter meanwhile, and after a pause it is the key. The cursor keys do not wait: a digit
// takes their step back.

static bool is_digit(int32_t key) {
    return key >= '0' && key <= '9';
}

static bool is_column(const Ui *ui, int32_t key) {
    const TerminalSession *s = &ui->session;
    bool found = false;
    for (int x = 0; x < s->play.game.board.size && !found; x++)
        found = tolower(notation_column_letter(s->notation, x)) == key;
    return found && s->notation != NOTATION_SGF; // a letter follows there, not a digit
}

static bool is_cursor_key(Action action) {
    return action >= ACTION_LEFT && action <= ACTION_RIGHT;
}

static void begin_letter(Ui *ui, int32_t key, Action action) {
    ui->letter = key;
    ui->letter_cursor = ui->cursor;
    if (is_cursor_key(action))
        ui_run_action(ui, action);
    else
        ui_prompt(ui, ACTION_TYPE, (const char[]){(char)key, '\0'});
}

bool ui_awaits_digit(const Ui *ui) {
    return ui->letter && ui->input;
}

// Neither a digit nor a key that deletes it followed: the letter is a key of the game.
static void run_letter(Ui *ui) {
    bool awaits_digit = ui_awaits_digit(ui);
    Action action = action_of_key(KEYS_GAME, ui->letter);
    ui->letter = 0;
    if (!awaits_digit)
        return;
    ui->input = ACTION_NONE;
    if (ui_key_context(ui) == KEYS_GAME)
        ui_run_action(ui, action);
}

// True if the key was consumed.
static bool handle_key_after_letter(Ui *ui, int32_t key) {
    bool awaits_digit = ui_awaits_digit(ui);
    bool begins_point = ui->letter && is_digit(key);
    bool cancels = awaits_digit &&
                   (key == KEYCODE_ESCAPE || key == KEYCODE_BACKSPACE || key == KEYCODE_CTRL_U);
    if (begins_point) {
        ui->cursor = ui->letter_cursor;
        ui_prompt(ui, ACTION_TYPE, (const char[]){(char)ui->letter, (char)key, '\0'});
        ui->letter = 0;
    } else if (cancels) {
        ui->input = ACTION_NONE;
        ui->letter = 0;
    } else {
        run_letter(ui);
    }
    return begins_point || cancels;
}

static void handle_game_key(Ui *ui, int32_t key) {
    KeyContext context = ui_key_context(ui);
    Action action = action_of_key(context, key);
    bool is_free = (key >= 'A' && key <= 'Z') || is_digit(key) || is_column(ui, key);
    if (action != ACTION_NONE && context == KEYS_GAME && is_column(ui, key))
        begin_letter(ui, key, action);
    else if (action != ACTION_NONE)
        ui_run_action(ui, action);
    else if (is_free && !ui->session.review.record)
        ui_prompt(ui, ACTION_TYPE, (const char[]){(char)tolower(key), '\0'});
}

static void handle_prompt_key(Ui *ui, int32_t key) {
    PromptResult result = prompt_handle_key(&ui->prompt, key);
    if (result == PROMPT_DONE)
        ui_handle_input(ui);
    else if (result == PROMPT_CANCELLED)
        ui->input = ACTION_NONE;
}

static void handle_key(Ui *ui, int32_t key) {
    if (handle_key_after_letter(ui, key))
        return;
    bool has_list_keys =
        ui->view == VIEW_MENU || ui->view == VIEW_FORM || ui->view == VIEW_GAME_LIST;
    if (ui->input)
        handle_prompt_key(ui, key);
    else if (has_list_keys && action_of_key(KEYS_LIST, key) == ACTION_HELP)
        ui_run_action(ui, ACTION_HELP);
    else if (ui->view == VIEW_MENU)
        handle_menu_key(ui, key);
    else if (ui->view == VIEW_FORM)
        handle_form_result(ui, form_handle_key(&ui->form, &ui->settings, key));
    else if (ui->view == VIEW_TEXT)
        handle_text_key(ui, key);
    else if (ui->view == VIEW_GAME_LIST)
        handle_game_list_key(ui, key);
    else if (ui->view == VIEW_HANDOVER)
        handle_handover_key(ui, key);
    else
        handle_game_key(ui, key);
}

// ---- Mouse

static void handle_game_click(Ui *ui, const Event *e) {
    Layout l = ui_layout(ui);
    bool no_board = l.too_small || (ui->showing_panel && l.panel.rows == 0);
    Point p = no_board ? POINT_NONE : layout_point_at(&l, e->row, e->col);
    if (p == POINT_NONE || ui->session.review.record)
        return;
    ui->cursor = p;
    ui_place_stone(ui, p);
}

// The first click selects a game, the second opens it.
static void handle_game_list_click(Ui *ui, const Event *e) {
    GameList *l = &ui->session.games;
    int row = game_list_index_at(l, ui->rows, e->row);
    if (row < 0)
        return;
    bool again = row == l->selected;
    l->selected = row;
    if (again)
        ui_open_selected_game(ui);
}

static void handle_click(Ui *ui, const Event *e) {
    run_letter(ui);
    if (ui->input)
        return;
    if (ui->view == VIEW_MENU)
        ui_handle_menu_choice(ui, menu_handle_click(&ui->menu, e->row - ui_menu_area(ui).row));
    else if (ui->view == VIEW_FORM)
        handle_form_result(ui, form_handle_click(&ui->form, &ui->settings, e->row));
    else if (ui->view == VIEW_GAME_LIST)
        handle_game_list_click(ui, e);
    else if (ui->view == VIEW_GAME)
        handle_game_click(ui, e);
}

// The mouse wheel steps through a review, or scrolls.
static void handle_scroll(Ui *ui, bool up) {
    run_letter(ui);
    if (ui->input || ui->view == VIEW_FORM || ui->view == VIEW_HANDOVER)
        return;
    if (ui->view != VIEW_GAME)
        handle_key(ui, up ? KEYCODE_UP : KEYCODE_DOWN);
    else if (ui->session.review.record)
        ui_run_action(ui, up ? ACTION_BACK : ACTION_FORWARD);
    else
        ui_run_action(ui, up ? ACTION_PAGE_UP : ACTION_PAGE_DOWN);
}

// ---- Events

// Opens a menu if the person has to make an opening choice.
static void offer_opening_choices(Ui *ui) {
    const TerminalSession *s = &ui->session;
    const OpeningStep *step = opening_step(&s->play.game.opening);
    bool can_ask = ui->playing && ui->view == VIEW_GAME && !ui->input && !s->review.record;
    if (!can_ask || !step || !step->choices || terminal_session_is_over(s) ||
        terminal_session_is_computers_turn(s))
        return;
    Stone color = game_color_of(&s->play.game, (Seat)step->seat);
    ui->menu = (Menu){.title = "Choose a color"};
    if (step->choices & MAY_STAY)
        menu_add(&ui->menu, ACTION_STAY, "stay: keep %s", stone_name(color));
    if (step->choices & MAY_SWAP)
        menu_add(&ui->menu, ACTION_SWAP, "swap: take %s", stone_name(stone_other(color)));
    if (step->choices & MAY_MORE)
        menu_add(&ui->menu, ACTION_MORE, "more: add two stones, the other chooses");
    ui->view = VIEW_MENU;
}

// The result of the game, and a warning if it cannot be saved.
static void announce_changes(Ui *ui) {
    TerminalSession *s = &ui->session;
    if (s->changed && terminal_session_is_over(s))
        message_add_result(s, ui_new_message(ui));
    ScopedStr warning = {0};
    if (message_add_warning(s, &warning))
        ui_show_message(ui, str_text(&warning));
    s->changed = false;
    join_lines(&ui->message);
}

// In a window that is too small nothing is shown, so keys do nothing, except to quit.
static bool is_blind(const Ui *ui, const Event *e) {
    bool acts = e->kind == EVENT_CLICK || (e->kind == EVENT_KEY && e->key != 'q');
    return acts && ui_layout(ui).too_small;
}

void ui_handle(Ui *ui, const Event *e) {
    if (is_blind(ui, e))
        return;
    if (e->kind == EVENT_KEY)
        handle_key(ui, e->key);
    else if (e->kind == EVENT_PAUSE && ui_awaits_digit(ui))
        run_letter(ui);
    else if (e->kind == EVENT_CLICK)
        handle_click(ui, e);
    else if (e->kind == EVENT_SCROLL_UP || e->kind == EVENT_SCROLL_DOWN)
        handle_scroll(ui, e->kind == EVENT_SCROLL_UP);
    else if (e->kind == EVENT_RESIZE) {
        ui->rows = e->row;
        ui->cols = e->col;
    }
    ui_update_jobs(ui);
    offer_opening_choices(ui);
    announce_changes(ui);
    const Board *b = &terminal_session_shown_game(&ui->session)->board;
    if (!board_has(b, ui->cursor))
        ui->cursor = point_center(b->size);
}
