// A screen as a value: rows of cells, each a character with an ink and a paper.
//
// Views draw into it, the terminal shows it, and tests read it: what a person would see is known
// without a terminal. Colours are roles here; a theme says what they look like.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    INK_TEXT,
    INK_DIM,   // beside the point
    INK_TITLE, // headings
    INK_KEY,   // what can be pressed
    INK_GRID,  // the board's lines
    INK_LABEL, // its coordinates
    INK_BLACK, // the stones
    INK_WHITE,
    INK_MARK,   // on the board: a hint, a threat, a forbidden point
    INK_NUMBER, // on the papers of values
    INK_GOOD,
    INK_BAD,
    INK_COUNT,
} Ink;

typedef enum {
    PAPER_SCREEN,
    PAPER_BAR,    // the lines at the bottom
    PAPER_PICKED, // the row of a list that Enter takes
    PAPER_BOARD,
    PAPER_CURSOR,
    PAPER_LAST,  // the last move
    PAPER_WIN,   // the winning line
    PAPER_BLACK, // large stones
    PAPER_WHITE,
    PAPER_MIST,
    PAPER_HEAT_1, // values of moves, from bad to good
    PAPER_HEAT_2,
    PAPER_HEAT_3,
    PAPER_HEAT_4,
    PAPER_HEAT_5,
    PAPER_COUNT,
} Paper;

typedef struct {
    Ink ink;
    Paper paper;
} Style;

typedef struct {
    uint32_t letter; // a code point; 0 in the right half of a wide one
    Style style;
} Cell;

typedef struct {
    int row, col, rows, cols;
} Area;

typedef struct {
    int rows, cols;
    Cell *cells;                // row by row
    int cursor_row, cursor_col; // where the terminal's cursor belongs; row -1: nowhere
} Screen;

// Blank, in INK_TEXT on PAPER_SCREEN. A screen may be begun anew in another size.
void screen_begin(Screen *s, int rows, int cols);
void screen_release(Screen *s);

Area screen_area(const Screen *s);
bool area_has(Area a, int row, int col);

// Rows and columns count from the area's corner, and nothing is drawn outside it. Text is UTF-8;
// what could act on a terminal becomes a question mark. Returns the column behind it.
int screen_put(Screen *s, Area within, int row, int col, Style style, const char *text);
int screen_put_letter(Screen *s, Area within, int row, int col, Style style, uint32_t letter);
void screen_fill(Screen *s, Area a, Style style);

// The cell at a place of the screen, NULL outside.
Cell *screen_at(const Screen *s, int row, int col);

// How many columns the text takes.
int text_columns(const char *text);

// Text over several rows, broken at blanks and where a line ends. Returns how many rows it took,
// also of those that the area has no room for.
int screen_put_paragraph(Screen *s, Area within, int row, Style style, const char *text);

// All letters, a line a row, without blanks at their ends.
void screen_format(const Screen *s, Str *out);
