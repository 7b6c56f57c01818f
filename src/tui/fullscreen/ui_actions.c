// Actions of the full screen. Those without a function here run the session's command.
#include "base/mem.h"
#include "base/number.h"
#include "tui/fullscreen/ui.h"
#include "tui/session/messages.h"

#include <unistd.h>

// Shows ui->text.
static void show_text(Ui *ui) {
    ui->text_top = ui->text_next = 0;
    ui->text_return_view = ui->view == VIEW_TEXT ? ui->text_return_view : ui->view;
    ui->view = VIEW_TEXT;
}

void ui_save_settings(Ui *ui) {
    Error err = {0};
    if (ui->config && !config_save(ui->config, &ui->settings, &err))
        str_add(ui_new_message(ui), "the settings cannot be saved: %s", err.text);
}

// ---- Games

void ui_return_to_game(Ui *ui) {
    ui->view = ui->board_hidden ? VIEW_HANDOVER : VIEW_GAME;
}

// After a change: shows another game from its beginning. If two people play in the mist, hides the
// board, so that neither sees the other's view.
static void follow_session(Ui *ui) {
    TerminalSession *s = &ui->session;
    ui->hint = POINT_NONE;
    if (s->replaced) {
        ui->playing = true;
        ui->moves_scrolled = 0;
        ui->cursor = point_center(s->play.game.board.size);
        if (ui->view != VIEW_TEXT)
            ui->view = VIEW_GAME;
    }
    if (s->replaced || s->changed)
        ui->board_hidden = terminal_session_in_mist(s) && terminal_session_count_people(s) == 2;
    if (s->changed && ui->board_hidden)
        ui->view = VIEW_HANDOVER;
    s->replaced = false;
}

// Runs a typed line. A short reply becomes the message, a long one VIEW_TEXT.
static void run_line(Ui *ui, const char *line) {
    enum { SHORT_LINES = 2 }; // that fit below the board
    ui_stop_thinking(ui);
    char *copy = mem_copy_text(line);
    str_clear(&ui->text);
    action_run_line(&ui->session, copy, &ui->text);
    mem_free(copy);
    ui->redraw |= ui->session.show_now;
    ui->session.show_now = false;
    if (ui_count_lines(ui) > SHORT_LINES)
        show_text(ui);
    else
        ui_show_message(ui, str_text(&ui->text));
    follow_session(ui);
}

// Only for placing stones: choices are made in a menu or by the computer.
static void show_opening_message(Ui *ui) {
    const OpeningStep *step = opening_step(&ui->session.play.game.opening);
    str_clear(&ui->message);
    if (step && !step->choices)
        message_add_opening(&ui->session, &ui->message);
}

void ui_start_game(Ui *ui) {
    Error err = {0};
    ui_stop_thinking(ui);
    if (!settings_start_game(&ui->settings, &ui->session, &err)) {
        ui_show_message(ui, err.text);
        return;
    }
    show_opening_message(ui);
    ui_save_settings(ui);
    follow_session(ui);
}

void ui_place_stone(Ui *ui, Point p) {
    TerminalSession *s = &ui->session;
    if (terminal_session_is_computers_turn(s)) {
        str_add(ui_new_message(ui), "%s is thinking", stone_name(s->play.game.board.turn));
        return;
    }
    ui_stop_thinking(ui);
    ui->moves_scrolled = 0;
    Error err = {0};
    if (terminal_session_play(s, p, &err)) {
        show_opening_message(ui);
    } else {
        message_add_point(s, p, ui_new_message(ui));
        str_add(&ui->message, ": %s", err.text);
    }
    follow_session(ui);
}

static void resume_game(Ui *ui, const char *path) {
    Error err = {0};
    ui_stop_thinking(ui);
    if (terminal_session_resume_file(&ui->session, path, &err)) {
        follow_session(ui);
        ui_show_message(ui, "The game continues where it was.");
    } else {
        ui_open_main_menu(ui);
        ui_show_message(ui, err.text);
    }
}

void ui_start_review(Ui *ui) {
    Error err = {0};
    ui_stop_thinking(ui);
    if (!terminal_session_start_review(&ui->session, &err))
        ui_show_message(ui, err.text);
    else if (ui->message.len == 0)
        ui_show_message(ui, "Left and right step through the game, Enter continues from there.");
}

static void start_review(Ui *ui) {
    str_clear(&ui->message);
    ui_start_review(ui);
}

// A file opens as a review.
static void load_game(Ui *ui, const char *path) {
    Error err = {0};
    ui_stop_thinking(ui);
    if (terminal_session_load(&ui->session, path, ui_new_message(ui), &err)) {
        follow_session(ui);
        ui_start_review(ui);
    } else {
        ui_show_message(ui, err.text);
    }
}

void ui_open_selected_game(Ui *ui) {
    const GameList *l = &ui->session.games;
    if (l->count == 0)
        return;
    if (l->games[l->selected].unfinished)
        resume_game(ui, l->games[l->selected].path);
    else
        load_game(ui, l->games[l->selected].path);
}

static void list_games(Ui *ui) {
    terminal_session_list_games(&ui->session);
    ui->view = VIEW_GAME_LIST;
    str_clear(&ui->message);
}

static void save_game(Ui *ui, Action action) {
    ScopedStr line = {0};
    str_add(&line, "%s %s", action_row(action)->command, str_text(&ui->file_path));
    run_line(ui, str_text(&line));
}

// ---- Menus and questions

// Offers the newest readable unfinished game. The game list shows what is wrong with the others.
static void offer_saved_games(Ui *ui) {
    GameList saved = terminal_session_list_saved(&ui->session);
    int i = 0;
    while (i < saved.count && saved.games[i].unreadable)
        i++;
    str_clear(&ui->offered_path);
    if (i < saved.count) {
        str_add_text(&ui->offered_path, saved.games[i].path);
        menu_add(&ui->menu, ACTION_RESUME, "Continue the unfinished game");
        str_add(ui_new_message(ui), "Unfinished: %s", saved.games[i].text);
    }
    game_list_clear(&saved);
}

void ui_open_main_menu(Ui *ui) {
    ui->menu = (Menu){0};
    ui->view = VIEW_MENU;
    str_clear(&ui->message);
    if (ui->playing)
        menu_add(&ui->menu, ACTION_MENU, "Back to the game");
    else
        offer_saved_games(ui);
    menu_add(&ui->menu, ACTION_NEW, "New game");
    menu_add(&ui->menu, ACTION_GAMES, "Saved games");
    menu_add(&ui->menu, ACTION_LOAD, "Open a file");
    menu_add(&ui->menu, ACTION_SETTINGS, "Preferences");
    menu_add(&ui->menu, ACTION_HELP, "Keys");
    menu_add(&ui->menu, ACTION_QUIT, "Quit");
}

static void handle_main_menu(Ui *ui, int code) {
    if (code == ACTION_RESUME)
        resume_game(ui, str_text(&ui->offered_path));
    else if (code != MENU_CANCELLED && code != ACTION_MENU)
        ui_run_action(ui, (Action)code);
    else if (ui->playing)
        ui_return_to_game(ui);
    else
        ui_run_action(ui, ACTION_QUIT);
}

// Asks a yes/no question before `action`; "no" is selected first.
static void confirm(Ui *ui, Action action, const char *title, const char *no, const char *yes) {
    ui->menu = (Menu){.title = title};
    ui->view = VIEW_MENU;
    menu_add(&ui->menu, ACTION_NONE, "%s", no);
    menu_add(&ui->menu, (int)action, "%s", yes);
}

static void run_confirmed(Ui *ui, Action action) {
    if (action == ACTION_QUIT)
        ui->session.quit = true; // loses the game
    else if (action == ACTION_REPLACE)
        save_game(ui, action);
    else
        run_line(ui, action_row(action)->command);
}

// An opening must be answered, but the main menu can be opened instead.
void ui_handle_menu_choice(Ui *ui, int code) {
    if (code == MENU_NO_CHOICE)
        return;
    if (!ui->menu.title) {
        handle_main_menu(ui, code);
        return;
    }
    ui_return_to_game(ui);
    if (code == MENU_CANCELLED && !menu_has(&ui->menu, ACTION_NONE))
        ui_open_main_menu(ui);
    else if (code != MENU_CANCELLED && code != ACTION_NONE)
        run_confirmed(ui, (Action)code);
}

static void resign(Ui *ui) {
    if (terminal_session_is_over(&ui->session))
        ui_show_message(ui, "The game is over.");
    else
        confirm(ui, ACTION_RESIGN, "Resign this game?", "No, keep playing", "Yes, resign");
}

// Asks only if the current game is unfinished.
static void rematch(Ui *ui) {
    if (terminal_session_needs_saving(&ui->session))
        confirm(ui, ACTION_REMATCH, "Start over with sides swapped?", "No, keep playing",
                "Yes; this game is kept");
    else
        run_line(ui, "rematch");
}

static void quit(Ui *ui) {
    run_line(ui, "quit");
    if (!ui->session.quit)
        confirm(ui, ACTION_QUIT, "Leave and lose this game?", "No, stay", "Yes, lose it");
}

// ---- Typed lines

void ui_prompt(Ui *ui, Action action, const char *text) {
    const char *label = action == ACTION_SAVE       ? "Save as (name.sgf, .psq, .rec, .pos, .svg):"
                        : action == ACTION_LOAD     ? "Open file:"
                        : action == ACTION_SETTINGS ? setting_row(form_setting(&ui->form))->label
                        : action == ACTION_LIST_SEARCH ? "Player, date, result ...:"
                                                       : "Point or command:";
    ui->input = action;
    prompt_begin(&ui->prompt, label, text);
}

// A command without arguments does what its key does. An analysis runs in the background in any
// case.
static void handle_command(Ui *ui, const char *line) {
    bool has_arguments;
    Action action = action_of_line(&ui->session, line, &has_arguments);
    if (action && (!has_arguments || action == ACTION_ANALYSE))
        ui_run_action(ui, action);
    else
        run_line(ui, line);
}

static void handle_save_path(Ui *ui, const char *typed) {
    str_clear(&ui->file_path);
    path_complete(typed, &ui->file_path);
    if (access(str_text(&ui->file_path), F_OK) != 0)
        save_game(ui, ACTION_SAVE);
    else
        confirm(ui, ACTION_REPLACE, "A file with that name exists", "No, keep it",
                "Yes, replace it");
}

static void handle_value(Ui *ui, const char *typed) {
    Error err = {0};
    if (!settings_set(&ui->settings, form_setting(&ui->form), typed, &err))
        ui_show_message(ui, err.text);
}

static void handle_open_path(Ui *ui, const char *typed) {
    ScopedStr path = {0};
    path_expand(typed, &path);
    load_game(ui, str_text(&path));
}

static void handle_search(Ui *ui, const char *typed) {
    str_clear(&ui->session.games.search);
    str_add_text(&ui->session.games.search, typed);
    list_games(ui);
}

void ui_handle_input(Ui *ui) {
    Action action = ui->input;
    const char *typed = str_text(&ui->prompt.text);
    ui->input = ACTION_NONE;
    str_clear(&ui->message);
    if (action == ACTION_LIST_SEARCH)
        handle_search(ui, typed);
    else if (!*typed)
        return;
    else if (action == ACTION_SAVE)
        handle_save_path(ui, typed);
    else if (action == ACTION_LOAD)
        handle_open_path(ui, typed);
    else if (action == ACTION_SETTINGS)
        handle_value(ui, typed);
    else
        handle_command(ui, typed);
}

// ---- Looking at the game

static void move_cursor(Ui *ui, Action action) {
    int last = terminal_session_shown_game(&ui->session)->board.size - 1;
    int x = point_x(ui->cursor) + (action == ACTION_RIGHT) - (action == ACTION_LEFT);
    int y = point_y(ui->cursor) + (action == ACTION_DOWN) - (action == ACTION_UP);
    ui->cursor = point_at(int_max(0, int_min(x, last)), int_max(0, int_min(y, last)));
    str_clear(&ui->message);
}

static void toggle(Ui *ui, bool *option, const char *on, const char *off) {
    *option = !*option;
    ui_show_message(ui, *option ? on : off);
}

static void toggle_option(Ui *ui, Action action) {
    if (action == ACTION_ANALYSE)
        toggle(ui, &ui->analyzing, "Analysis: the board shows the win rates of the best moves.",
               "Analysis off.");
    else if (action == ACTION_THREATS)
        toggle(ui, &ui->threats, "Threats: 5 makes five, 4 a four that cannot be stopped.",
               "Threats hidden.");
    else if (action == ACTION_GRAPH)
        toggle(ui, &ui->graph, "Black's win rate during the game.", "Graph hidden.");
    else
        toggle(ui, &ui->hide_fouls, "Forbidden points are not shown.",
               "In renju the points forbidden to Black are shown.");
}

static void step(Ui *ui, CursorStep direction, int times) {
    static const char *const ends[] = {
        [STEP_BACK] = "This is the beginning.",
        [STEP_FORWARD] = "This is the end of the line.",
        [STEP_FIRST] = "This is the beginning.",
        [STEP_LAST] = "This is the end of the line.",
        [STEP_PREVIOUS_VARIATION] = "There is no variation above.",
        [STEP_NEXT_VARIATION] = "There is no variation below.",
    };
    GameCursor *cursor = &ui->session.review;
    ui_start_review(ui); // a typed command may begin one
    int done = 0;
    while (cursor->record && done < times && game_cursor_step(cursor, direction))
        done++;
    if (!cursor->record)
        return;
    ui_show_message(ui, done == 0 ? ends[direction] : "");
    Point last = game_last_stone(&cursor->game);
    if (last != POINT_NONE)
        ui->cursor = last;
}

static void page(Ui *ui, bool up) {
    enum { JUMP_MOVES = 10, PAGE_ROWS = 5 };
    int scrolled = ui->moves_scrolled + (up ? PAGE_ROWS : -PAGE_ROWS);
    if (ui->session.review.record)
        step(ui, up ? STEP_BACK : STEP_FORWARD, JUMP_MOVES);
    else
        ui->moves_scrolled = int_max(0, int_min(scrolled, GAME_MOVES_MAX));
}

static void open_form(Ui *ui, Action action) {
    if (action == ACTION_NEW)
        ui->form = (Form){.title = "New game",
                          .submit_label = "Start",
                          .count = GAME_SETTING_COUNT,
                          .selected = GAME_SETTING_COUNT};
    else
        ui->form = (Form){.title = "Preferences",
                          .submit_label = "Done",
                          .first = GAME_SETTING_COUNT,
                          .count = SETTING_COUNT - GAME_SETTING_COUNT};
    ui->view = VIEW_FORM;
    str_clear(&ui->message);
}

static void next_theme(Ui *ui) {
    int i = 0;
    while (theme_at(i) != ui_theme(ui))
        i++;
    const Theme *next = theme_at(i + 1) ? theme_at(i + 1) : theme_at(0);
    Error ignored;
    settings_set(&ui->settings, SETTING_THEME, next->name, &ignored);
    str_add(ui_new_message(ui), "Theme %s: %s.", next->name, next->summary);
    ui_save_settings(ui);
}

static void show_keys(Ui *ui) {
    str_clear(&ui->text);
    actions_format_keys(&ui->text);
    str_add_text(&ui->text, "\nCommands that can be typed after a colon:\n");
    actions_format_commands(&ui->text);
    show_text(ui);
}

static bool is_between(Action action, Action first, Action last) {
    return action >= first && action <= last;
}

// An unfinished game of others is continued only by Enter.
static bool leaves_to_menu(const Ui *ui, Action action) {
    const TerminalSession *s = &ui->session;
    return action == ACTION_MENU || (action == ACTION_LEAVE && terminal_session_shows_others(s) &&
                                     !terminal_session_is_over(s));
}

// False if the session's command does it.
static bool run_on_screen(Ui *ui, Action action) {
    if (is_between(action, ACTION_LEFT, ACTION_RIGHT))
        move_cursor(ui, action);
    else if (action == ACTION_PLACE)
        ui_place_stone(ui, ui->cursor);
    else if (action == ACTION_TYPE || action == ACTION_SAVE || action == ACTION_LOAD)
        ui_prompt(ui, action, "");
    else if (action == ACTION_HINT)
        ui_start_hint(ui);
    else if (is_between(action, ACTION_BACK, ACTION_LAST))
        step(ui, (CursorStep)action_row(action)->argument, 1);
    else if (is_between(action, ACTION_ANALYSE, ACTION_FOULS))
        toggle_option(ui, action);
    else if (action == ACTION_RESIGN)
        resign(ui);
    else if (action == ACTION_REMATCH)
        rematch(ui);
    else if (action == ACTION_NEW || action == ACTION_SETTINGS)
        open_form(ui, action);
    else if (action == ACTION_GAMES)
        list_games(ui);
    else if (action == ACTION_REVIEW)
        start_review(ui);
    else if (action == ACTION_PANEL)
        ui->showing_panel = !ui->showing_panel;
    else if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN)
        page(ui, action == ACTION_PAGE_UP);
    else if (action == ACTION_THEME)
        next_theme(ui);
    else if (action == ACTION_HELP)
        show_keys(ui);
    else if (leaves_to_menu(ui, action))
        ui_open_main_menu(ui);
    else if (action == ACTION_QUIT)
        quit(ui);
    else
        return false;
    return true;
}

void ui_run_action(Ui *ui, Action action) {
    Error err = {0};
    if (!action_check(&ui->session, action, &err))
        ui_show_message(ui, err.text);
    else if (!run_on_screen(ui, action))
        run_line(ui, action_row(action)->command);
}
