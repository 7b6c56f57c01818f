// Reference implementation of shapes and categories, slow and simple, to test
// src/engine/board/patterns.
//
// A line is text: '.' empty, 'X' the colour in question, 'O' the other one, '#' off the board. It
// reaches further than the engine's, an edge never counts as a stone, and shapes are found by
// trying stones.
#pragma once

#include "core/board.h"
#include "engine/board/patterns.h"

enum { REFERENCE_REACH = 6, REFERENCE_WIDTH = 2 * REFERENCE_REACH + 1 };

typedef struct ShapeReference ShapeReference;

ShapeReference *shape_reference_new(const SideRules *side);
void shape_reference_free(ShapeReference *t);

// The shape that a stone of `color` on the empty point `p` makes in the line along `step`.
Shape shape_reference_at(ShapeReference *t, const Board *b, Stone color, Point p, int step);

// The category of four shapes.
Category shape_reference_category(const SideRules *side, const Shape shapes[static 4]);
