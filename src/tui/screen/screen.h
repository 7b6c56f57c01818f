// A screen as a value: rows of cells, each a character with an ink and a paper.
//
// Views draw into it, the terminal shows it, and tests read it: what a person would see is known
// without a terminal. Colours are roles here; a theme says what they look like.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    FG_TEXT,
    FG_DIM,   // beside the point
    FG_TITLE, // headings
    FG_KEY,   // what can be pressed
    FG_GRID,  // the board's lines
    FG_LABEL, // its coordinates
    FG_BLACK, // the stones
    FG_WHITE,
    FG_MARK,   // on the board: a hint, a threat, a forbidden point
    FG_NUMBER, // on the papers of values
    FG_GOOD,
    FG_BAD,
    FG_COUNT,
} FgColor;

typedef enum {
    BG_SCREEN,
    BG_BAR,      // the lines at the bottom
    BG_SELECTED, // the row of a list that Enter takes
    BG_BOARD,
    BG_CURSOR,
    BG_LAST_MOVE, // the last move
    BG_WIN,       // the winning line
    BG_BLACK,     // large stones
    BG_WHITE,
    BG_MIST,
    BG_HEAT_1, // values of moves, from bad to good
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
    int cursor_row, cursor_col; // where the terminal's cursor belongs; row -1: nowhere
} Screen;

// Blank, in FG_TEXT on BG_SCREEN. A screen may be begun anew in another size.
void screen_reset(Screen *s, int rows, int cols);
void screen_release(Screen *s);

Area screen_area(const Screen *s);
bool area_contains(Area a, int row, int col);

// Rows and columns count from the area's corner, and nothing is drawn outside it. Text is UTF-8;
// what could act on a terminal becomes a question mark. Returns the column behind it.
int screen_put(Screen *s, Area within, int row, int col, Style style, const char *text);
int screen_put_character(Screen *s, Area within, int row, int col, Style style, uint32_t character);
void screen_fill(Screen *s, Area a, Style style);

// The cell at a place of the screen, NULL outside.
ScreenCell *screen_cell(const Screen *s, int row, int col);

// How many columns the text takes.
int text_width(const char *text);

// Text over several rows, broken at blanks and where a line ends. Returns how many rows it took,
// also of those that the area has no room for.
int screen_put_paragraph(Screen *s, Area within, int row, Style style, const char *text);

// All letters, a line a row, without blanks at their ends.
void screen_format(const Screen *s, Str *out);
