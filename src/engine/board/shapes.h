// Shape generator: fills the line table of Patterns. Shapes are defined in engine/board/patterns.h.
#pragma once

#include "engine/board/patterns.h"

// Fills Patterns.shapes for lines of `reach` points on each side.
void shapes_fill(const Rules *rules, int reach, uint8_t shapes[static PATTERN_LINES]);
