// Screen layout: where the board, the panel beside it, the status line and the line of keys go.
//
// Uses the largest board scale that fits. A board too large for every scale is shown in part,
// scrolled to the cursor.
#pragma once

#include "core/point.h"
#include "tui/screen/screen.h"

typedef struct {
    bool too_small;           // nothing fits; the other fields are not valid
    int size;                 // lines of the board
    int step_x, step_y;       // columns and rows from one point to the next
    int margin;               // columns left and right of the points, for brackets around a stone
    bool has_labels;          // left and below
    bool has_more_labels;     // right and above too
    int first_x, first_y;     // the point at the corner of `points`
    int visible_x, visible_y; // points per row and per column on the screen
    Area board;               // with its labels
    Area points;              // the visible points, including the margins
    Area panel;               // rows == 0 if there is no room beside the board
    Area status, keys;        // one row each; keys.rows may be 0
} Layout;

enum { LAYOUT_ROWS_MIN = 10, LAYOUT_COLS_MIN = 24 };

typedef struct {
    int rows, cols; // of the screen
    int size;
    Point visible;       // must be on the screen
    bool no_large_scale; // do not use the scale for large windows
} LayoutRequest;

Layout layout_for(const LayoutRequest *request);

// Finds the screen position of a point. False if the point is not visible.
bool layout_locate(const Layout *l, Point p, int *row, int *col);

// The board point nearest to a screen position; POINT_NONE outside the board.
Point layout_point_at(const Layout *l, int row, int col);
