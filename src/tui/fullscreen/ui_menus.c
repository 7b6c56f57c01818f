// The main menu and yes/no questions.
#include "tui/fullscreen/ui.h"
#include "tui/session/messages.h"

// Offers the newest readable unfinished game. The game list shows what is wrong with the others.
static void offer_unfinished(Ui *ui) {
    SavedGameList unfinished = terminal_session_list_unfinished(&ui->interpreter.session);
    Str line = {0};
    int i = 0;
    while (i < unfinished.count && !message_add_unfinished_game(&unfinished.games[i], &line)) {
        str_clear(&line);
        i++;
    }
    ui->offered_game = i + 1;
    if (i < unfinished.count) {
        menu_add(&ui->menu, ACTION_PLAY_HERE, "Go on with the unfinished game");
        ui_show_message(ui, "Unfinished: %s", str_text(&line));
    }
    str_release(&line);
    saved_games_release(&unfinished);
}

static void open_menu(Ui *ui, MenuKind kind, const char *title) {
    menu_begin(&ui->menu, title);
    ui->menu_kind = kind;
    ui->view = VIEW_MENU;
}

void ui_open_main_menu(Ui *ui) {
    open_menu(ui, MENU_MAIN, NULL);
    str_clear(&ui->message);
    if (ui->playing)
        menu_add(&ui->menu, ACTION_MENU, "Back to the game");
    else
        offer_unfinished(ui);
    menu_add(&ui->menu, ACTION_NEW, "New game");
    menu_add(&ui->menu, ACTION_GAMES, "Games played, and those that wait");
    menu_add(&ui->menu, ACTION_OPEN, "Open a file");
    menu_add(&ui->menu, ACTION_SETTINGS, "Preferences");
    menu_add(&ui->menu, ACTION_HELP, "Keys");
    menu_add(&ui->menu, ACTION_QUIT, "Quit");
}

static void handle_main_menu(Ui *ui, int code) {
    if (code == ACTION_PLAY_HERE)
        ui_resume_game(ui, ui->offered_game);
    else if (code != MENU_CANCELLED && code != ACTION_MENU)
        ui_run_action(ui, (Action)code);
    else if (ui->playing)
        ui_return_to_game(ui);
    else
        ui_run_action(ui, ACTION_QUIT);
}

void ui_handle_menu_choice(Ui *ui, int code) {
    if (ui->menu_kind == MENU_MAIN) {
        handle_main_menu(ui, code);
        return;
    }
    ui_return_to_game(ui);
    if (ui->menu_kind == MENU_OPENING && code == MENU_CANCELLED)
        ui_open_main_menu(ui);
    else if (ui->menu_kind == MENU_OPENING)
        ui_place_stone(ui, (Point)code);
    else if (ui->menu_kind == MENU_RESIGN && code == ACTION_RESIGN)
        ui_run_command(ui, "resign");
    else if (ui->menu_kind == MENU_REMATCH && code == ACTION_REMATCH)
        ui_rematch(ui);
    else if (ui->menu_kind == MENU_REPLACE && code == ACTION_SAVE)
        ui_save_game(ui, "save!");
    else if (ui->menu_kind == MENU_QUIT_UNSAVED && code == ACTION_QUIT)
        ui->quit = true;
}

void ui_confirm(Ui *ui, MenuKind kind, const char *title, const char *no, Action action,
                const char *yes) {
    open_menu(ui, kind, title);
    menu_add(&ui->menu, ACTION_NONE, "%s", no);
    menu_add(&ui->menu, (int)action, "%s", yes);
}

void ui_confirm_resign(Ui *ui) {
    if (terminal_session_is_over(&ui->interpreter.session)) {
        ui_show_message(ui, "The game is over.");
        return;
    }
    ui_confirm(ui, MENU_RESIGN, "Give up this game?", "No, play on", ACTION_RESIGN, "Yes, resign");
}

// Asks only if the current game is unfinished.
void ui_confirm_rematch(Ui *ui) {
    if (terminal_session_needs_saving(&ui->interpreter.session))
        ui_confirm(ui, MENU_REMATCH, "Start again with sides changed?", "No, play on",
                   ACTION_REMATCH, "Yes; this game is kept");
    else
        ui_rematch(ui);
}
