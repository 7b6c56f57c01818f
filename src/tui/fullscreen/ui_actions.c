// What keys do, action by action.
#include "base/util.h"
#include "tui/fullscreen/ui.h"

static void move_cursor(Ui *f, int dx, int dy) {
    int last = interpreter_game(&f->interpreter)->board.size - 1;
    int x = int_max(0, int_min(point_x(f->cursor) + dx, last));
    int y = int_max(0, int_min(point_y(f->cursor) + dy, last));
    f->cursor = point_at(x, y);
    str_clear(&f->message);
}

static void next_theme(Ui *f) {
    int i = 0;
    while (theme_at(i) != ui_theme(f))
        i++;
    const Theme *next = theme_at(i + 1) ? theme_at(i + 1) : theme_at(0);
    Error ignored;
    settings_set(&f->settings, SETTING_THEME, next->name, &ignored);
    ui_show_message(f, "Theme %s: %s.", next->name, next->summary);
    ui_save_settings(f);
}

static void toggle(Ui *f, bool *what, const char *on, const char *off) {
    if (terminal_session_in_mist(&f->interpreter.session)) {
        ui_show_message(f, "Not in the mist.");
        return;
    }
    *what = !*what;
    ui_show_message(f, "%s", *what ? on : off);
}

static void show_keys(Ui *f) {
    Str text = {0};
    keys_format_help(&text);
    str_add_text(&text, "\nCommands that can be typed behind a colon:\n");
    interpreter_format_help(&text);
    ui_show_text(f, str_text(&text));
    str_release(&text);
}

static void open_form(Ui *f) {
    f->form = (Form){.title = "New game", .go = "Start", .count = GAME_SETTING_COUNT};
    f->form.selected = f->form.count;
    f->view = VIEW_FORM;
    str_clear(&f->message);
}

static void open_settings(Ui *f) {
    f->form = (Form){.title = "Preferences",
                     .go = "Done",
                     .first = GAME_SETTING_COUNT,
                     .count = SETTING_COUNT - GAME_SETTING_COUNT};
    f->view = VIEW_FORM;
    str_clear(&f->message);
}

static void quit(Ui *f) {
    Error err = {0};
    ui_stop_thinking(f);
    f->quit = terminal_session_suspend(&f->interpreter.session, &err);
    if (f->quit)
        return;
    ui_show_message(f, "%s", err.text);
    ui_confirm(f, MENU_QUIT_UNSAVED, "Leave, and lose this game?", "No, stay", ACTION_QUIT,
               "Yes, lose it");
}

static void step(Ui *f, CursorStep way, int times) {
    static const char *const ends[] = {
        [STEP_BACK] = "This is the beginning.",
        [STEP_FORWARD] = "This is the end of the line.",
        [STEP_FIRST] = "This is the beginning.",
        [STEP_LAST] = "This is the end of the line.",
        [STEP_PREVIOUS_VARIATION] = "There is no variation above.",
        [STEP_NEXT_VARIATION] = "There is no variation below.",
    };
    GameCursor *w = &f->interpreter.walk;
    int done = 0;
    while (done < times && game_cursor_step(w, way))
        done++;
    ui_show_message(f, "%s", done == 0 ? ends[way] : "");
    Point last = game_last_stone(&w->game);
    if (last != POINT_NONE)
        f->cursor = last;
}

static void leave_review(Ui *f) {
    game_cursor_close(&f->interpreter.walk);
    str_clear(&f->message);
}

enum { LEAP = 10, PAGE_ROWS = 5 };

// What an action does in a review, where that is something else or the action is of reviews alone.
static bool act_in_review(Ui *f, Action action) {
    static const struct {
        Action action;
        CursorStep way;
        int times;
    } steps[] = {
        {ACTION_BACK, STEP_BACK, 1},
        {ACTION_FORWARD, STEP_FORWARD, 1},
        {ACTION_PAGE_UP, STEP_BACK, LEAP},
        {ACTION_PAGE_DOWN, STEP_FORWARD, LEAP},
        {ACTION_FIRST, STEP_FIRST, 1},
        {ACTION_LAST, STEP_LAST, 1},
        {ACTION_PREVIOUS_VARIATION, STEP_PREVIOUS_VARIATION, 1},
        {ACTION_NEXT_VARIATION, STEP_NEXT_VARIATION, 1},
    };
    for (int i = 0; i < COUNT(steps); i++)
        if (steps[i].action == action) {
            step(f, steps[i].way, steps[i].times);
            return true;
        }
    if (action == ACTION_PLAY_HERE)
        ui_run_command(f, "here");
    else if (action == ACTION_MENU)
        leave_review(f);
    return action == ACTION_PLAY_HERE || action == ACTION_MENU;
}

void ui_run_action(Ui *f, Action action) {
    if (f->interpreter.walk.record && f->view == VIEW_GAME && act_in_review(f, action))
        return;
    switch (action) {
    case ACTION_LEFT:
        move_cursor(f, -1, 0);
        break;
    case ACTION_RIGHT:
        move_cursor(f, 1, 0);
        break;
    case ACTION_UP:
        move_cursor(f, 0, -1);
        break;
    case ACTION_DOWN:
        move_cursor(f, 0, 1);
        break;
    case ACTION_PLACE:
        ui_place_stone(f, f->cursor);
        break;
    case ACTION_TYPE:
        ui_prompt(f, INPUT_COMMAND, "Point or command:", "");
        break;
    case ACTION_UNDO:
        ui_run_command(f, "undo");
        break;
    case ACTION_REDO:
        ui_run_command(f, "redo");
        break;
    case ACTION_HINT:
        ui_start_hint(f);
        break;
    case ACTION_ANALYSE:
        toggle(f, &f->analysing, "Analysis: the chances of the best moves are on the board.",
               "Analysis off.");
        break;
    case ACTION_THREATS:
        toggle(f, &f->threats, "Threats: 5 makes five, 4 a four that cannot be stopped.",
               "Threats hidden.");
        break;
    case ACTION_GRAPH:
        toggle(f, &f->graph, "Black's chances through the game.", "Graph hidden.");
        break;
    case ACTION_FOULS:
        f->hide_fouls = !f->hide_fouls;
        ui_show_message(f, f->hide_fouls ? "Forbidden points are not shown."
                                         : "In renju the points forbidden to Black are shown.");
        break;
    case ACTION_SWITCH:
        ui_run_command(f, "switch");
        break;
    case ACTION_RESIGN:
        ui_confirm_resign(f);
        break;
    case ACTION_REMATCH:
        ui_confirm_rematch(f);
        break;
    case ACTION_NEW:
        open_form(f);
        break;
    case ACTION_SAVE:
        ui_prompt(f, INPUT_SAVE, "Save as (name.sgf, .psq, .rec, .pos, .svg):", "");
        break;
    case ACTION_OPEN:
        ui_prompt(f, INPUT_OPEN, "Open file:", "");
        break;
    case ACTION_GAMES:
        ui_open_game_list(f);
        break;
    case ACTION_REVIEW:
        str_clear(&f->message);
        ui_start_review(f);
        break;
    case ACTION_PANEL:
        f->showing_panel = !f->showing_panel;
        break;
    case ACTION_PAGE_UP:
        f->moves_scrolled = int_min(f->moves_scrolled + PAGE_ROWS, GAME_MOVES_MAX);
        break;
    case ACTION_PAGE_DOWN:
        f->moves_scrolled = int_max(0, f->moves_scrolled - PAGE_ROWS);
        break;
    case ACTION_SETTINGS:
        open_settings(f);
        break;
    case ACTION_THEME:
        next_theme(f);
        break;
    case ACTION_REDRAW:
        f->redraw = true;
        break;
    case ACTION_HELP:
        show_keys(f);
        break;
    case ACTION_MENU:
        ui_open_main_menu(f);
        break;
    case ACTION_QUIT:
        quit(f);
        break;
    default:
        break;
    }
}
