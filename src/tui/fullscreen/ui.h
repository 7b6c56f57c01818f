// The game on a full screen, without a terminal: events in, a Screen out.
//
// The shell around a Dialogue, which is the same as in the line mode: keys become its commands, and
// what it answers becomes the message below the board. Thinking is done on other threads; nothing
// here waits. face.c is its life and state, ui_dispatch_event.c what keys and clicks mean,
// ui_run_action.c what they do, ui_game.c games, ui_menu.c the menu and questions, ui_type.c typed
// lines, ui_update_jobs.c the thinking, ui_draw.c the screen.
#pragma once

#include "tui/analysis/background.h"
#include "tui/analysis/game_analysis.h"
#include "tui/interpreter.h"
#include "tui/keys.h"
#include "tui/screen/event.h"
#include "tui/theme.h"
#include "tui/views/form.h"
#include "tui/views/game_list.h"
#include "tui/views/menu.h"
#include "tui/views/prompt.h"

typedef struct {
    Settings settings;
    TerminalSessionOptions session; // the game and the players are of the settings
    const char *path;               // the file whose game is gone on with; NULL: none
    const char *config;             // where settings are remembered; NULL: nowhere
    const char *note;               // said at the start; NULL: nothing
    bool start;                     // with a game, not with the menu
    bool ponders;                   // computers think on people's time too, those that can
    bool colors, unicode;           // what the terminal can
} UiOptions;

typedef enum {
    VIEW_MENU,
    VIEW_FORM,
    VIEW_GAME,
    VIEW_TEXT,
    VIEW_GAME_LIST,
    VIEW_HANDOVER, // nothing is seen until the other person sits there
} UiView;

// All but the first are questions about the game that is seen beside them.
typedef enum {
    MENU_MAIN,
    MENU_OPENING,
    MENU_RESIGN,
    MENU_REMATCH,
    MENU_REPLACE,
    MENU_QUIT_UNSAVED, // a game that cannot be kept
} MenuKind;

// What is being typed.
typedef enum {
    INPUT_NONE,
    INPUT_COMMAND,
    INPUT_SAVE,
    INPUT_OPEN,
    INPUT_VALUE,
    INPUT_SEARCH,
} InputKind;

// A computer that thinks, about its move or about a hint.
typedef struct {
    MoveRequest thought;
    bool is_hint;
    Point choice;
    bool ok;
    Error err;
} MoveJob;

typedef struct {
    Interpreter interpreter;
    Settings settings;
    char *config;
    bool colors, unicode;
    int rows, cols;
    UiView view;
    bool playing;        // a game was begun
    bool board_hidden;   // the board, until who is to act draws the curtain
    bool warned_unsaved; // that the game would be lost with the program
    bool quit;
    bool redraw; // the whole screen, once

    Menu menu;
    MenuKind menu_kind;
    int offered; // the number of the waiting game that the main menu has
    Form form;
    InputKind typing;
    Prompt prompt;
    Str path;                // that MENU_REPLACE is about
    Str text;                // of VIEW_TEXT
    int text_top;            // its first line that is shown
    UiView text_return_view; // where it leads back to
    GameList games;

    Str message; // one line
    Point cursor, hint;
    bool showing_panel; // in a window with room for one of the two
    int moves_scrolled; // rows of the list of moves
    bool analysing, threats, graph, hide_fouls;

    Background *move_thread;
    MoveJob move_job;
    bool ponders;              // as in UiOptions
    Background *ponder_thread; // a computer that thinks while a person does
    MoveRequest ponder_request;
    GameAnalysis *game_analysis;
} Ui;

bool ui_init(Ui *f, const UiOptions *options, Error *err);
void ui_release(Ui *f);

void ui_handle(Ui *f, const Event *e);
void ui_draw(const Ui *f, Screen *s);

// Until when nothing moves by itself: milliseconds; -1: as long as no key is pressed.
int ui_poll_timeout_ms(const Ui *f);

const Theme *ui_theme(const Ui *f);

// The rest is for the files of the face alone.

StoneStyle ui_stone_style(const Ui *f);
Layout ui_layout(const Ui *f);
Area ui_menu_area(const Ui *f);
KeyTable ui_key_table(const Ui *f);

// Several lines become one.
void ui_show_message(Ui *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ui_show_text(Ui *f, const char *text);

// Takes results, begins what is due.
void ui_update_jobs(Ui *f);
void ui_start_hint(Ui *f);

// Ends what the computer is thinking about, so that the sitting can be changed.
void ui_stop_thinking(Ui *f);

// A key or click, without what follows from it.
void ui_dispatch_event(Ui *f, const Event *e);

void ui_apply_appearance(Ui *f);
void ui_save_settings(Ui *f); // the settings, in their file

void ui_run_action(Ui *f, Action action);

// ---- ui_game.c

// A line of the dialogue; the answer is said, or shown where it is long.
void ui_run_command(Ui *f, const char *line);
void ui_start_game(Ui *f); // as the settings have it
void ui_place_stone(Ui *f, Point p);
void ui_rematch(Ui *f);
void ui_resume_game(Ui *f, int number);
void ui_load_game(Ui *f, const char *path);
void ui_save_game(Ui *f, const char *word); // to f->path, by "save" or "save!"
void ui_start_review(Ui *f);                // what was said stays; otherwise it says how to walk
void ui_open_game_list(Ui *f);
void ui_open_selected_game(Ui *f); // the one picked in the list
void ui_return_to_game(Ui *f);

// In the mist nobody may see what is for the other's eyes.
void ui_hand_over(Ui *f);

// ---- ui_menu.c

void ui_open_main_menu(Ui *f);
void ui_handle_menu_choice(Ui *f, int code);

// The first answer changes nothing.
void ui_confirm(Ui *f, MenuKind kind, const char *title, const char *no, Action action,
                const char *yes);
void ui_confirm_resign(Ui *f);
void ui_confirm_rematch(Ui *f);

// ---- ui_type.c

void ui_prompt(Ui *f, InputKind kind, const char *question, const char *text);
void ui_handle_input(Ui *f);
