// Where things are on a screen: the board, its points, the panel beside it, the two lines below.
//
// The largest drawing that fits is taken. A board that fits in none is shown in part, around the
// cursor.
#pragma once

#include "core/point.h"
#include "tui/screen/screen.h"

typedef struct {
    bool too_small;       // nothing fits; the rest says nothing then
    int size;             // lines of the board
    int step_x, step_y;   // columns and rows from a point to the next
    int margin;           // columns at either side of the points, for brackets around a stone
    bool has_labels;      // left and below
    bool has_more_labels; // right and above too
    int first_x, first_y; // the point at the corner of `points`
    int seen_x, seen_y;   // points of a row and of a column that are on the screen
    Area board;           // with its labels
    Area points;          // from the first to the last, with the margins
    Area panel;           // no rows: there is no room beside the board
    Area status, keys;    // a row each; `keys` may have none
} Layout;

enum { LAYOUT_ROWS_MIN = 10, LAYOUT_COLS_MIN = 24 };

typedef struct {
    int rows, cols; // of the screen
    int size;
    Point visible; // a point that must be on it
    bool no_large; // not the drawing for large windows
} LayoutRequest;

Layout layout_for(const LayoutRequest *request);

// The place of a point on the screen. False if it is not on it.
bool layout_locate(const Layout *l, Point p, int *row, int *col);

// The point nearest a place on the board, POINT_NONE off it.
Point layout_point_at(const Layout *l, int row, int col);
