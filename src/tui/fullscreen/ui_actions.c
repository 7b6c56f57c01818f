// Runs the actions that key bindings name.
#include "base/util.h"
#include "tui/fullscreen/ui.h"

static void move_cursor(Ui *ui, int dx, int dy) {
    int last = interpreter_game(&ui->interpreter)->board.size - 1;
    int x = int_max(0, int_min(point_x(ui->cursor) + dx, last));
    int y = int_max(0, int_min(point_y(ui->cursor) + dy, last));
    ui->cursor = point_at(x, y);
    str_clear(&ui->message);
}

static void next_theme(Ui *ui) {
    int i = 0;
    while (theme_at(i) != ui_theme(ui))
        i++;
    const Theme *next = theme_at(i + 1) ? theme_at(i + 1) : theme_at(0);
    Error ignored;
    settings_set(&ui->settings, SETTING_THEME, next->name, &ignored);
    ui_show_message(ui, "Theme %s: %s.", next->name, next->summary);
    ui_save_settings(ui);
}

static void toggle(Ui *ui, bool *option, const char *on, const char *off) {
    if (terminal_session_in_mist(&ui->interpreter.session)) {
        ui_show_message(ui, "Not in the mist.");
        return;
    }
    *option = !*option;
    ui_show_message(ui, "%s", *option ? on : off);
}

static void show_keys(Ui *ui) {
    Str text = {0};
    keys_format_help(&text);
    str_add_text(&text, "\nCommands that can be typed after a colon:\n");
    interpreter_format_help(&text);
    ui_show_text(ui, str_text(&text));
    str_release(&text);
}

static void open_form(Ui *ui) {
    ui->form = (Form){.title = "New game", .submit_label = "Start", .count = GAME_SETTING_COUNT};
    ui->form.selected = ui->form.count;
    ui->view = VIEW_FORM;
    str_clear(&ui->message);
}

static void open_settings(Ui *ui) {
    ui->form = (Form){.title = "Preferences",
                      .submit_label = "Done",
                      .first = GAME_SETTING_COUNT,
                      .count = SETTING_COUNT - GAME_SETTING_COUNT};
    ui->view = VIEW_FORM;
    str_clear(&ui->message);
}

static void quit(Ui *ui) {
    Error err = {0};
    ui_stop_thinking(ui);
    ui->quit = terminal_session_suspend(&ui->interpreter.session, &err);
    if (ui->quit)
        return;
    ui_show_message(ui, "%s", err.text);
    ui_confirm(ui, MENU_QUIT_UNSAVED, "Leave, and lose this game?", "No, stay", ACTION_QUIT,
               "Yes, lose it");
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
    GameCursor *cursor = &ui->interpreter.review;
    int done = 0;
    while (done < times && game_cursor_step(cursor, direction))
        done++;
    ui_show_message(ui, "%s", done == 0 ? ends[direction] : "");
    Point last = game_last_stone(&cursor->game);
    if (last != POINT_NONE)
        ui->cursor = last;
}

static void leave_review(Ui *ui) {
    game_cursor_close(&ui->interpreter.review);
    str_clear(&ui->message);
}

enum { JUMP_MOVES = 10, PAGE_ROWS = 5 };

// Actions that exist only in reviews or differ there. False if the action is not one of them.
static bool run_review_action(Ui *ui, Action action) {
    static const struct {
        Action action;
        CursorStep direction;
        int times;
    } steps[] = {
        {ACTION_BACK, STEP_BACK, 1},
        {ACTION_FORWARD, STEP_FORWARD, 1},
        {ACTION_PAGE_UP, STEP_BACK, JUMP_MOVES},
        {ACTION_PAGE_DOWN, STEP_FORWARD, JUMP_MOVES},
        {ACTION_FIRST, STEP_FIRST, 1},
        {ACTION_LAST, STEP_LAST, 1},
        {ACTION_PREVIOUS_VARIATION, STEP_PREVIOUS_VARIATION, 1},
        {ACTION_NEXT_VARIATION, STEP_NEXT_VARIATION, 1},
    };
    for (int i = 0; i < COUNT(steps); i++)
        if (steps[i].action == action) {
            step(ui, steps[i].direction, steps[i].times);
            return true;
        }
    if (action == ACTION_PLAY_HERE)
        ui_run_command(ui, "here");
    else if (action == ACTION_MENU)
        leave_review(ui);
    return action == ACTION_PLAY_HERE || action == ACTION_MENU;
}

void ui_run_action(Ui *ui, Action action) {
    if (ui->interpreter.review.record && ui->view == VIEW_GAME && run_review_action(ui, action))
        return;
    switch (action) {
    case ACTION_LEFT:
        move_cursor(ui, -1, 0);
        break;
    case ACTION_RIGHT:
        move_cursor(ui, 1, 0);
        break;
    case ACTION_UP:
        move_cursor(ui, 0, -1);
        break;
    case ACTION_DOWN:
        move_cursor(ui, 0, 1);
        break;
    case ACTION_PLACE:
        ui_place_stone(ui, ui->cursor);
        break;
    case ACTION_TYPE:
        ui_prompt(ui, INPUT_COMMAND, "Point or command:", "");
        break;
    case ACTION_UNDO:
        ui_run_command(ui, "undo");
        break;
    case ACTION_REDO:
        ui_run_command(ui, "redo");
        break;
    case ACTION_HINT:
        ui_start_hint(ui);
        break;
    case ACTION_ANALYSE:
        toggle(ui, &ui->analysing, "Analysis: the chances of the best moves are on the board.",
               "Analysis off.");
        break;
    case ACTION_THREATS:
        toggle(ui, &ui->threats, "Threats: 5 makes five, 4 a four that cannot be stopped.",
               "Threats hidden.");
        break;
    case ACTION_GRAPH:
        toggle(ui, &ui->graph, "Black's chances through the game.", "Graph hidden.");
        break;
    case ACTION_FOULS:
        ui->hide_fouls = !ui->hide_fouls;
        ui_show_message(ui, ui->hide_fouls ? "Forbidden points are not shown."
                                           : "In renju the points forbidden to Black are shown.");
        break;
    case ACTION_SWITCH:
        ui_run_command(ui, "switch");
        break;
    case ACTION_RESIGN:
        ui_confirm_resign(ui);
        break;
    case ACTION_REMATCH:
        ui_confirm_rematch(ui);
        break;
    case ACTION_NEW:
        open_form(ui);
        break;
    case ACTION_SAVE:
        ui_prompt(ui, INPUT_SAVE, "Save as (name.sgf, .psq, .rec, .pos, .svg):", "");
        break;
    case ACTION_OPEN:
        ui_prompt(ui, INPUT_OPEN, "Open file:", "");
        break;
    case ACTION_GAMES:
        ui_open_game_list(ui);
        break;
    case ACTION_REVIEW:
        str_clear(&ui->message);
        ui_start_review(ui);
        break;
    case ACTION_PANEL:
        ui->showing_panel = !ui->showing_panel;
        break;
    case ACTION_PAGE_UP:
        ui->moves_scrolled = int_min(ui->moves_scrolled + PAGE_ROWS, GAME_MOVES_MAX);
        break;
    case ACTION_PAGE_DOWN:
        ui->moves_scrolled = int_max(0, ui->moves_scrolled - PAGE_ROWS);
        break;
    case ACTION_SETTINGS:
        open_settings(ui);
        break;
    case ACTION_THEME:
        next_theme(ui);
        break;
    case ACTION_REDRAW:
        ui->redraw = true;
        break;
    case ACTION_HELP:
        show_keys(ui);
        break;
    case ACTION_MENU:
        ui_open_main_menu(ui);
        break;
    case ACTION_QUIT:
        quit(ui);
        break;
    default:
        break;
    }
}
