// The face's menu, and the questions that it asks.
#include "tui/face.h"
#include "tui/speech.h"

// The newest that can be read; what is wrong with the others is seen in the list of games.
static void offer_waiting(Face *f) {
    WaitingGames waiting = sitting_waiting(&f->dialogue.sitting);
    Str line = {0};
    int i = 0;
    while (i < waiting.count && !speech_waiting_game(&waiting.games[i], &line)) {
        str_clear(&line);
        i++;
    }
    f->offered = i + 1;
    if (i < waiting.count) {
        menu_add(&f->menu, ACT_PLAY_HERE, "Go on with the unfinished game");
        face_say(f, "Unfinished: %s", str_text(&line));
    }
    str_release(&line);
    waiting_games_release(&waiting);
}

static void open_menu(Face *f, MenuKind kind, const char *title) {
    menu_begin(&f->menu, title);
    f->menu_kind = kind;
    f->view = VIEW_MENU;
}

void face_open_menu(Face *f) {
    open_menu(f, MENU_MAIN, NULL);
    str_clear(&f->message);
    if (f->playing)
        menu_add(&f->menu, ACT_MENU, "Back to the game");
    else
        offer_waiting(f);
    menu_add(&f->menu, ACT_NEW, "New game");
    menu_add(&f->menu, ACT_GAMES, "Games played, and those that wait");
    menu_add(&f->menu, ACT_OPEN, "Open a file");
    menu_add(&f->menu, ACT_SETTINGS, "Preferences");
    menu_add(&f->menu, ACT_HELP, "Keys");
    menu_add(&f->menu, ACT_QUIT, "Quit");
}

static void take_main_menu(Face *f, int code) {
    if (code == ACT_PLAY_HERE)
        face_resume(f, f->offered);
    else if (code != MENU_LEFT && code != ACT_MENU)
        face_act(f, (Action)code);
    else if (f->playing)
        face_back_to_game(f);
    else
        face_act(f, ACT_QUIT);
}

void face_take_menu(Face *f, int code) {
    if (f->menu_kind == MENU_MAIN) {
        take_main_menu(f, code);
        return;
    }
    face_back_to_game(f);
    if (f->menu_kind == MENU_OPENING && code == MENU_LEFT)
        face_open_menu(f);
    else if (f->menu_kind == MENU_OPENING)
        face_place(f, (Point)code);
    else if (f->menu_kind == MENU_RESIGN && code == ACT_RESIGN)
        face_command(f, "resign");
    else if (f->menu_kind == MENU_REMATCH && code == ACT_REMATCH)
        face_rematch(f);
    else if (f->menu_kind == MENU_REPLACE && code == ACT_SAVE)
        face_save(f, "save!");
    else if (f->menu_kind == MENU_LOSE && code == ACT_QUIT)
        f->quit = true;
}

void face_ask_whether(Face *f, MenuKind kind, const char *title, const char *no, Action action,
                      const char *yes) {
    open_menu(f, kind, title);
    menu_add(&f->menu, ACT_NONE, "%s", no);
    menu_add(&f->menu, (int)action, "%s", yes);
}

void face_ask_to_resign(Face *f) {
    if (sitting_is_over(&f->dialogue.sitting)) {
        face_say(f, "The game is over.");
        return;
    }
    face_ask_whether(f, MENU_RESIGN, "Give up this game?", "No, play on", ACT_RESIGN,
                     "Yes, resign");
}

// Only a game that would be left in its middle is worth a question.
void face_ask_for_rematch(Face *f) {
    if (sitting_needs_keeping(&f->dialogue.sitting))
        face_ask_whether(f, MENU_REMATCH, "Begin anew, with sides changed?", "No, play on",
                         ACT_REMATCH, "Yes; this game is kept");
    else
        face_rematch(f);
}
