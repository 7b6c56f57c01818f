// Full-screen user interface of the game, without a terminal: events in, a Screen out.
//
// Runs the actions of a terminal session, as the line mode does: keys become commands, and replies
// become the message below the board. Searches run on background threads; nothing here blocks. ui.c
// has the life cycle and the dispatch of keys and clicks, ui_actions.c the actions, menus and typed
// lines, ui_jobs.c the background jobs, ui_draw.c the drawing.
#pragma once

#include "tui/actions.h"
#include "tui/play.h"
#include "tui/theme.h"
#include "tui/views/views.h"

typedef enum {
    VIEW_MENU,
    VIEW_FORM,
    VIEW_GAME,
    VIEW_TEXT,
    VIEW_GAME_LIST,
    VIEW_HANDOVER, // two people in the mist: hides the board until the other one presses Enter
} UiView;

// Background job: the computer's move, or a hint.
typedef struct {
    MoveRequest request;
    bool is_hint;
    Point choice;
    bool ok;
    Error err;
} UiMoveJob;

typedef struct {
    TerminalSession session;
    Settings settings;
    char *config;
    bool colors, unicode;
    int rows, cols;
    UiView view;
    bool playing;      // a game was started
    bool board_hidden; // VIEW_HANDOVER must be confirmed first
    bool redraw;       // redraw the whole screen once

    Menu menu;        // without a title it is the main menu, otherwise a question beside the board
    Str offered_path; // file of the unfinished game that the main menu offers
    Form form;
    Action input; // what the prompt is for; ACTION_NONE: there is no prompt
    Prompt prompt;
    int32_t letter;          // the last key, if it may begin a point, as in h8; 0: none
    Point letter_cursor;     // the cursor before that key
    Str file_path;           // typed for saving; used by ACTION_REPLACE
    Str text;                // of VIEW_TEXT
    int text_top;            // first line shown
    int text_next;           // first line that does not fit below; -1: the end is shown
    UiView text_return_view; // the view before VIEW_TEXT

    Str message; // one line
    Point cursor, hint;
    bool showing_panel; // in a narrow window: the panel instead of the board
    int moves_scrolled; // rows that the move list is scrolled back
    bool analyzing, threats, graph, hide_fouls;

    Background *move_thread;
    UiMoveJob move_job;
    bool ponders; // as in PlayOptions
    Background *ponder_thread;
    MoveRequest ponder_request;
    GameAnalysis *game_analysis;
} Ui;

bool ui_init(Ui *ui, const PlayOptions *options, Error *err);
void ui_release(Ui *ui);

void ui_handle(Ui *ui, const Event *e);
void ui_draw(Ui *ui, Screen *s); // also sets text_next

// True if a letter waits for the next key or EVENT_PAUSE to decide whether it begins a point.
bool ui_awaits_digit(const Ui *ui);

// Timeout for waiting on input, in milliseconds; -1: only input can change the screen.
int ui_poll_timeout_ms(const Ui *ui);

const Theme *ui_theme(const Ui *ui);

// The rest is internal to ui*.c.

StoneStyle ui_stone_style(const Ui *ui);
Layout ui_layout(const Ui *ui);
Area ui_menu_area(const Ui *ui);
KeyContext ui_key_context(const Ui *ui);

// Clears the message and returns it to append to. Lines are joined into one.
Str *ui_new_message(Ui *ui);
void ui_show_message(Ui *ui, const char *text);

int ui_count_lines(const Ui *ui); // of ui->text

// Collects results of background jobs and starts the next ones.
void ui_update_jobs(Ui *ui);
void ui_start_hint(Ui *ui);

// Stops the computer's search and pondering, so that the session can be changed.
void ui_stop_thinking(Ui *ui);

// ---- ui_actions.c

void ui_run_action(Ui *ui, Action action);
void ui_place_stone(Ui *ui, Point p);
void ui_open_selected_game(Ui *ui);
void ui_start_game(Ui *ui); // with the current settings
void ui_return_to_game(Ui *ui);
void ui_open_main_menu(Ui *ui);
void ui_start_review(Ui *ui); // explains the keys unless a message is shown
void ui_handle_menu_choice(Ui *ui, int code);
void ui_prompt(Ui *ui, Action action, const char *text);
void ui_handle_input(Ui *ui);
void ui_save_settings(Ui *ui);
