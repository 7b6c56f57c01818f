// Shapes and categories once more, slow and obvious: a second opinion on src/engine/pattern.
//
// A line is text: '.' empty, 'X' the colour in question, 'O' the other one, '#' off the board. It
// is looked at further than the engine looks, an edge is never taken for a stone, and what a line
// is follows from trying stones in it.
#pragma once

#include "core/board.h"
#include "engine/board/patterns.h"

enum { REFERENCE_REACH = 6, REFERENCE_WIDTH = 2 * REFERENCE_REACH + 1 };

typedef struct ShapeReference ShapeReference;

ShapeReference *shape_reference_new(const SideRules *side);
void shape_reference_free(ShapeReference *t);

// What a stone of `color` on the empty point `p` makes of the line along `step`.
Shape shape_reference_at(ShapeReference *t, const Board *b, Stone color, Point p, int step);

// What four such shapes are together.
Category shape_reference_category(const SideRules *side, const Shape shapes[static 4]);
