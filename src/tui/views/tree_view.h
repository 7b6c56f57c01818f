// Tree view: the variations around one node. Moves run to the right, variations below.
#pragma once

#include "record/record.h"
#include "tui/views/board_view.h"

// Returns the number of rows used.
int tree_view_draw(const Node *at, StoneStyle stones, Area area, Screen *s);
