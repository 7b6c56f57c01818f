// The generator of the line tables: engine/board/patterns.h says what shapes are.
#pragma once

#include "engine/board/patterns.h"

// Fills Patterns.shapes, for lines of `reach` points to either side.
void shapes_fill(const Rules *rules, int reach, uint8_t shapes[static PATTERN_LINES]);
