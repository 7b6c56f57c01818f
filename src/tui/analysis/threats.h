// Threat display: points where a side can make five or an unstoppable four, and Renju's forbidden
// points.
#pragma once

#include "core/board.h"
#include "tui/views/board_view.h"

// Sets a Mark on every such point. Five takes precedence over four, then the side to move over the
// other.
void mark_threats(const Board *b, uint8_t marks[static POINT_COUNT]);

// Marks the points forbidden to Black, if the rules have such points and Black is to move.
void mark_fouls(const Board *b, uint8_t marks[static POINT_COUNT]);
