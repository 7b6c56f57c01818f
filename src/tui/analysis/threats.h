// Where either side could make five, or a four that cannot be stopped, with its next stone.
#pragma once

#include "core/board.h"
#include "tui/views/board_view.h"

// Writes a Mark for every such point. Five counts before four, the side to move before the other.
void mark_threats(const Board *b, uint8_t marks[static POINT_COUNT]);

// Black's fouls, where that is a matter of the rules and Black is to move.
void mark_fouls(const Board *b, uint8_t marks[static POINT_COUNT]);
