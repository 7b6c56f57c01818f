// Screen buffer and input events.
//
// The buffer is a grid of cells, each a character with a foreground and a background color.
// Views draw into it, the terminal shows it, and tests read it, so they need no terminal. Colors
// are roles; a theme maps them to real ones.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    FG_TEXT,
    FG_DIM,   // secondary text
    FG_TITLE, // headings
    FG_KEY,   // names of keys, and what Enter selects
    FG_GRID,  // the board's lines
    FG_LABEL, // the board's coordinates
    FG_BLACK, // stones
    FG_WHITE,
    FG_MARK,   // on the board: a hint, a threat, a forbidden point
    FG_NUMBER, // on BG_HEAT_*
    FG_GOOD,
    FG_BAD,
    FG_COUNT,
} FgColor;

typedef enum {
    BG_SCREEN,
    BG_BAR,      // the status line
    BG_SELECTED, // the selected row of a list
    BG_BOARD,
    BG_CURSOR,
    BG_LAST_MOVE,
    BG_WIN,   // the winning line
    BG_BLACK, // large stones
    BG_WHITE,
    BG_MIST,
    BG_HEAT_1, // win rates of moves, from bad to good
    BG_HEAT_2,
    BG_HEAT_3,
    BG_HEAT_4,
    BG_HEAT_5,
    BG_COUNT,
} BgColor;

typedef struct {
    FgColor fg;
    BgColor bg;
} Style;

typedef struct {
    uint32_t character; // a code point; 0 in the right half of a wide one
    Style style;
} ScreenCell;

typedef struct {
    int row, col, rows, cols;
} Area;

typedef struct {
    int rows, cols;
    ScreenCell *cells;          // row by row
    int cursor_row, cursor_col; // the terminal's cursor; row -1: hidden
} Screen;

// Clears the screen to blanks in FG_TEXT on BG_SCREEN and sets its size. `s` may be zeroed.
void screen_reset(Screen *s, int rows, int cols);
void screen_release(Screen *s);

Area screen_area(const Screen *s);
bool area_contains(Area a, int row, int col);

// Writes UTF-8 text, clipped to the area; `row` and `col` are relative to it. Control characters
// become question marks. Returns the column after the text.
int screen_put(Screen *s, Area within, int row, int col, Style style, const char *text);
int screen_put_str(Screen *s, Area within, int row, int col, Style style, Str *text); // releases it
int screen_put_character(Screen *s, Area within, int row, int col, Style style, uint32_t character);
void screen_fill(Screen *s, Area a, Style style);

// NULL outside the screen.
ScreenCell *screen_cell(const Screen *s, int row, int col);

// Display width in columns, as wcwidth counts but independent of the locale.
int text_width(const char *text);

// Word-wraps text over several rows, at blanks and newlines. Returns the number of rows, including
// those that did not fit into the area.
int screen_put_paragraph(Screen *s, Area within, int row, Style style, const char *text);

// Appends the characters, one line per row, without trailing blanks.
void screen_format(const Screen *s, Str *out);

// ---- Input events: keys, mouse and window size, independent of the terminal's escape sequences

typedef enum {
    EVENT_KEY,
    EVENT_CLICK,
    EVENT_SCROLL_UP,
    EVENT_SCROLL_DOWN,
    EVENT_RESIZE,
    EVENT_TICK,  // no input: time to check clocks and background jobs
    EVENT_PAUSE, // no key for a moment: a letter that waited for a digit is a key of its own
} EventKind;

// A key is a Unicode code point or one of these.
typedef enum {
    SPECIAL_KEYS_FIRST = 0x110000,
    KEYCODE_UP = SPECIAL_KEYS_FIRST,
    KEYCODE_DOWN,
    KEYCODE_LEFT,
    KEYCODE_RIGHT,
    KEYCODE_HOME,
    KEYCODE_END,
    KEYCODE_PAGE_UP,
    KEYCODE_PAGE_DOWN,
    KEYCODE_ENTER,
    KEYCODE_ESCAPE,
    KEYCODE_BACKSPACE,
    KEYCODE_TAB,
    KEYCODE_CTRL_L,
    KEYCODE_CTRL_R,
    KEYCODE_CTRL_U,
    SPECIAL_KEYS_LIMIT,
} KeyCode;

typedef struct {
    EventKind kind;
    int32_t key;  // EVENT_KEY
    int row, col; // EVENT_CLICK: the position; EVENT_RESIZE: the new size
} Event;
