// Full-screen user interface of the game, without a terminal: events in, a Screen out.
//
// Wraps the same Interpreter as the line mode: keys become its commands, and its replies become the
// message below the board. Searches run on background threads; nothing here blocks. ui.c has the
// life cycle and state, ui_events.c the dispatch of keys and clicks, ui_actions.c the actions,
// ui_games.c starting and opening games, ui_menus.c menus and questions, ui_input.c typed lines,
// ui_jobs.c the background jobs, ui_draw.c the drawing.
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
    TerminalSessionOptions session; // its game and players come from the settings
    const char *path;               // file to open; NULL: none
    const char *config;             // configuration file; NULL: settings are not saved
    const char *note;               // first message; NULL: none
    bool start;                     // start with a game, not with the menu
    bool ponders;                   // the engine searches during the person's turn, too
    bool colors, unicode;           // what the terminal supports
} UiOptions;

typedef enum {
    VIEW_MENU,
    VIEW_FORM,
    VIEW_GAME,
    VIEW_TEXT,
    VIEW_GAME_LIST,
    VIEW_HANDOVER, // two people in the mist: hides the board until the other one presses Enter
} UiView;

// All but the first are questions, shown beside the board.
typedef enum {
    MENU_MAIN,
    MENU_OPENING,
    MENU_RESIGN,
    MENU_REMATCH,
    MENU_REPLACE,
    MENU_QUIT_UNSAVED, // the game could not be autosaved
} MenuKind;

// What the prompt asks for.
typedef enum {
    INPUT_NONE,
    INPUT_COMMAND,
    INPUT_SAVE,
    INPUT_OPEN,
    INPUT_VALUE,
    INPUT_SEARCH,
} InputKind;

// Background job: the computer's move, or a hint.
typedef struct {
    MoveRequest request;
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
    bool playing;        // a game was started
    bool board_hidden;   // VIEW_HANDOVER must be confirmed first
    bool warned_unsaved; // that the game cannot be autosaved
    bool quit;
    bool redraw; // redraw the whole screen once

    Menu menu;
    MenuKind menu_kind;
    int offered_game; // number of the unfinished game that the main menu offers
    Form form;
    InputKind input;
    Prompt prompt;
    Str file_path;           // typed for saving or opening; used by MENU_REPLACE
    Str text;                // of VIEW_TEXT
    int text_top;            // first line shown
    UiView text_return_view; // the view before VIEW_TEXT
    GameList games;

    Str message; // one line
    Point cursor, hint;
    bool showing_panel; // in a narrow window: the panel instead of the board
    int moves_scrolled; // rows that the move list is scrolled back
    bool analysing, threats, graph, hide_fouls;

    Background *move_thread;
    MoveJob move_job;
    bool ponders; // as in UiOptions
    Background *ponder_thread;
    MoveRequest ponder_request;
    GameAnalysis *game_analysis;
} Ui;

bool ui_init(Ui *ui, const UiOptions *options, Error *err);
void ui_release(Ui *ui);

void ui_handle(Ui *ui, const Event *e);
void ui_draw(const Ui *ui, Screen *s);

// Timeout for waiting on input, in milliseconds; -1: only input can change the screen.
int ui_poll_timeout_ms(const Ui *ui);

const Theme *ui_theme(const Ui *ui);

// The rest is internal to ui*.c.

StoneStyle ui_stone_style(const Ui *ui);
Layout ui_layout(const Ui *ui);
Area ui_menu_area(const Ui *ui);
KeyTable ui_key_table(const Ui *ui);

// Joins several lines into one.
void ui_show_message(Ui *ui, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ui_show_text(Ui *ui, const char *text);

// Collects results of background jobs and starts the next ones.
void ui_update_jobs(Ui *ui);
void ui_start_hint(Ui *ui);

// Stops the computer's search and pondering, so that the session can be changed.
void ui_stop_thinking(Ui *ui);

// Handles one event, without the follow-up work of ui_handle.
void ui_dispatch_event(Ui *ui, const Event *e);

void ui_apply_appearance(Ui *ui);
void ui_save_settings(Ui *ui);

void ui_run_action(Ui *ui, Action action);

// ---- ui_games.c

// Runs a command of the interpreter. A short reply becomes the message, a long one VIEW_TEXT.
void ui_run_command(Ui *ui, const char *line);
void ui_start_game(Ui *ui); // with the current settings
void ui_place_stone(Ui *ui, Point p);
void ui_rematch(Ui *ui);
void ui_resume_game(Ui *ui, int number);
void ui_load_game(Ui *ui, const char *path);
void ui_save_game(Ui *ui, const char *command); // to ui->file_path, with "save" or "save!"
void ui_start_review(Ui *ui);                   // explains the keys unless a message is shown
void ui_open_game_list(Ui *ui);
void ui_open_selected_game(Ui *ui);
void ui_return_to_game(Ui *ui);

// Shows VIEW_HANDOVER if two people play in the mist, so that neither sees the other's view.
void ui_hand_over(Ui *ui);

// ---- ui_menus.c

void ui_open_main_menu(Ui *ui);
void ui_handle_menu_choice(Ui *ui, int code);

// Asks a yes/no question; "no" is selected first.
void ui_confirm(Ui *ui, MenuKind kind, const char *title, const char *no, Action action,
                const char *yes);
void ui_confirm_resign(Ui *ui);
void ui_confirm_rematch(Ui *ui);

// ---- ui_input.c

void ui_prompt(Ui *ui, InputKind kind, const char *label, const char *text);
void ui_handle_input(Ui *ui);
