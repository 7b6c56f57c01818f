// Shapes and categories once more, slow and obvious: a second opinion on src/engine/pattern.
//
// A line is text: '.' empty, 'X' the colour in question, 'O' the other one, '#' off the board. It
// is looked at further than the engine looks, an edge is never taken for a stone, and what a line
// is follows from trying stones in it.
#pragma once

#include "core/board.h"
#include "engine/pattern.h"

enum { TWIN_REACH = 6, TWIN_WIDTH = 2 * TWIN_REACH + 1 };

typedef struct ShapeTwin ShapeTwin;

ShapeTwin *shape_twin_new(const SideRules *side);
void shape_twin_free(ShapeTwin *t);

// What a stone of `color` on the empty point `p` makes of the line along `step`.
Shape shape_twin_at(ShapeTwin *t, const Board *b, Stone color, Point p, int step);

// What four such shapes are together.
Category shape_twin_category(const SideRules *side, const Shape shapes[static 4]);
