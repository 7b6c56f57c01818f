// The face's menu, and the questions that it asks.
#include "tui/fullscreen/ui.h"
#include "tui/session/messages.h"

// The newest that can be read; what is wrong with the others is seen in the list of games.
static void offer_waiting(Ui *f) {
    SavedGameList waiting = terminal_session_list_unfinished(&f->interpreter.session);
    Str line = {0};
    int i = 0;
    while (i < waiting.count && !message_add_unfinished_game(&waiting.games[i], &line)) {
        str_clear(&line);
        i++;
    }
    f->offered = i + 1;
    if (i < waiting.count) {
        menu_add(&f->menu, ACTION_PLAY_HERE, "Go on with the unfinished game");
        ui_show_message(f, "Unfinished: %s", str_text(&line));
    }
    str_release(&line);
    saved_games_release(&waiting);
}

static void open_menu(Ui *f, MenuKind kind, const char *title) {
    menu_begin(&f->menu, title);
    f->menu_kind = kind;
    f->view = VIEW_MENU;
}

void ui_open_main_menu(Ui *f) {
    open_menu(f, MENU_MAIN, NULL);
    str_clear(&f->message);
    if (f->playing)
        menu_add(&f->menu, ACTION_MENU, "Back to the game");
    else
        offer_waiting(f);
    menu_add(&f->menu, ACTION_NEW, "New game");
    menu_add(&f->menu, ACTION_GAMES, "Games played, and those that wait");
    menu_add(&f->menu, ACTION_OPEN, "Open a file");
    menu_add(&f->menu, ACTION_SETTINGS, "Preferences");
    menu_add(&f->menu, ACTION_HELP, "Keys");
    menu_add(&f->menu, ACTION_QUIT, "Quit");
}

static void take_main_menu(Ui *f, int code) {
    if (code == ACTION_PLAY_HERE)
        ui_resume_game(f, f->offered);
    else if (code != MENU_CANCELLED && code != ACTION_MENU)
        ui_run_action(f, (Action)code);
    else if (f->playing)
        ui_return_to_game(f);
    else
        ui_run_action(f, ACTION_QUIT);
}

void ui_handle_menu_choice(Ui *f, int code) {
    if (f->menu_kind == MENU_MAIN) {
        take_main_menu(f, code);
        return;
    }
    ui_return_to_game(f);
    if (f->menu_kind == MENU_OPENING && code == MENU_CANCELLED)
        ui_open_main_menu(f);
    else if (f->menu_kind == MENU_OPENING)
        ui_place_stone(f, (Point)code);
    else if (f->menu_kind == MENU_RESIGN && code == ACTION_RESIGN)
        ui_run_command(f, "resign");
    else if (f->menu_kind == MENU_REMATCH && code == ACTION_REMATCH)
        ui_rematch(f);
    else if (f->menu_kind == MENU_REPLACE && code == ACTION_SAVE)
        ui_save_game(f, "save!");
    else if (f->menu_kind == MENU_QUIT_UNSAVED && code == ACTION_QUIT)
        f->quit = true;
}

void ui_confirm(Ui *f, MenuKind kind, const char *title, const char *no, Action action,
                const char *yes) {
    open_menu(f, kind, title);
    menu_add(&f->menu, ACTION_NONE, "%s", no);
    menu_add(&f->menu, (int)action, "%s", yes);
}

void ui_confirm_resign(Ui *f) {
    if (terminal_session_is_over(&f->interpreter.session)) {
        ui_show_message(f, "The game is over.");
        return;
    }
    ui_confirm(f, MENU_RESIGN, "Give up this game?", "No, play on", ACTION_RESIGN, "Yes, resign");
}

// Only a game that would be left in its middle is worth a question.
void ui_confirm_rematch(Ui *f) {
    if (terminal_session_needs_saving(&f->interpreter.session))
        ui_confirm(f, MENU_REMATCH, "Begin anew, with sides changed?", "No, play on",
                   ACTION_REMATCH, "Yes; this game is kept");
    else
        ui_rematch(f);
}
