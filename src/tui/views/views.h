// Views of the full screen: the board, the side panel, menus, forms, lists and the line editor.
// They draw into a Screen.
#pragma once

#include "tui/analysis/analysis.h"
#include "tui/screen/layout.h"
#include "tui/session/terminal_session.h"
#include "tui/settings.h"

// ---- Board

typedef enum {
    STONES_COLORED, // one glyph in two colors
    STONES_SHAPED,  // two glyphs, for terminals without colors
    STONES_ASCII,   // X and O; everything else is ASCII too
} StoneStyle;

typedef enum {
    MARK_NONE,
    MARK_HINT,
    MARK_BLACK_FIVE, // a stone there wins at once
    MARK_WHITE_FIVE,
    MARK_BLACK_FOUR, // a stone there makes an unstoppable four
    MARK_WHITE_FOUR,
    MARK_FOUL,  // forbidden to Black
    MARK_GUESS, // a hidden stone could be there
    MARK_COUNT,
} Mark;

// Zeroed: no marks and no cursor.
typedef struct {
    Board board;
    Notation notation; // of the labels
    StoneStyle stones;
    Point cursor, last;
    bool hidden[POINT_COUNT];      // by the mist
    bool winning[POINT_COUNT];     // in the winning line
    uint8_t marks[POINT_COUNT];    // a Mark each
    uint8_t win_rate[POINT_COUNT]; // of a move there: 1 + percent; 0: not known
    uint8_t rank[POINT_COUNT];     // 1 for the best move, 2 for the next ...; 0: not ranked
} BoardView;

void board_view_draw(const BoardView *v, const Layout *l, Screen *s);

// The stone as a character in running text.
const char *stone_glyph(StoneStyle stones, Stone color);

// Marks the points where a side can make five or an unstoppable four. Five takes precedence over
// four, then the side to move over the other.
void mark_threats(const Board *b, uint8_t marks[static POINT_COUNT]);

// Marks the points forbidden to Black, if the rules have such points and Black is to move.
void mark_fouls(const Board *b, uint8_t marks[static POINT_COUNT]);

// ---- Tree of variations around one node: moves run to the right, variations below

// Returns the number of rows used.
int tree_view_draw(const Node *at, StoneStyle stones, Area area, Screen *s);

// ---- Side panel. Each function draws from `row` of the area on and returns the row after it

typedef struct {
    Screen *screen;
    Area area;
    StoneStyle stones;
    const TerminalSession *session;
} Panel;

int panel_draw_heading(const Panel *p, int row, const char *text);
int panel_draw_title(const Panel *p, int row);

// The players, whose turn it is, and the clocks.
int panel_draw_players(const Panel *p, int row);

// The move list down to the bottom of the area, scrolled back by up to `scrolled` rows.
int panel_draw_moves(const Panel *p, int row, int scrolled);

// The win rate as a bar, then at most `lines` best lines.
int panel_draw_analysis(const Panel *p, int row, const EngineResult *a, int lines);

// Black's win rate through the game as a graph.
int panel_draw_graph(const Panel *p, int row, WinRates win_rates, int height);

// ---- Menu: the main menu, the choices of an opening, and yes/no questions

enum { MENU_ITEMS_MAX = 10, MENU_TEXT_MAX = 120 };

typedef struct {
    const char *title; // NULL: the program's name, as in the main menu
    int count, selected;
    struct {
        int code; // chosen by the caller
        char text[MENU_TEXT_MAX];
    } items[MENU_ITEMS_MAX];
} Menu;

enum { MENU_NO_CHOICE = -1, MENU_CANCELLED = -2 };

void menu_add(Menu *m, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

// Return the code of the chosen item, MENU_NO_CHOICE or MENU_CANCELLED.
int menu_handle_key(Menu *m, int32_t key);
int menu_handle_click(Menu *m, int row); // relative to the menu's area

bool menu_has(const Menu *m, int code);

// The space it needs.
int menu_rows(const Menu *m);
int menu_cols(const Menu *m);

void menu_draw(const Menu *m, StoneStyle stones, Area area, Screen *s);

// ---- Form: a list of settings. Arrow keys change a value; Enter edits it, or submits on the last
// row

typedef struct {
    const char *title, *submit_label;
    int first, count; // the settings: first and number
    int selected;     // row, from 0; `count` is the submit row
} Form;

typedef enum { FORM_CONTINUE, FORM_SUBMIT, FORM_CANCEL, FORM_EDIT_VALUE } FormResult;

// FORM_EDIT_VALUE: ask the player to type a value for form_setting.
FormResult form_handle_key(Form *f, Settings *all, int32_t key);
FormResult form_handle_click(Form *f, Settings *all, int row);
Setting form_setting(const Form *f);

void form_draw(const Form *f, const Settings *all, StoneStyle stones, Screen *s);

// ---- List of games

void game_list_select(GameList *l, int row);
void game_list_draw(const GameList *l, Screen *s);

// Index of the game shown on a row of the screen; -1 if there is none.
int game_list_index_at(const GameList *l, int screen_rows, int row);

// How many rows a key moves the selection of a list; 0 if it does not.
int list_step(int32_t key, int page);

// ---- Line editor at the bottom of the screen

typedef struct {
    const char *label;
    Str text;  // UTF-8
    size_t at; // cursor, in bytes
} Prompt;

typedef enum { PROMPT_CONTINUE, PROMPT_DONE, PROMPT_CANCELLED } PromptResult;

void prompt_begin(Prompt *p, const char *label, const char *text);
PromptResult prompt_handle_key(Prompt *p, int32_t key);
void prompt_draw(const Prompt *p, Area line, Screen *s);
