// A record's tree, as far as it fits around one node: moves go to the right, variations below.
#pragma once

#include "record/record.h"
#include "tui/views/board_view.h"

// Returns how many rows it took.
int tree_view_draw(const Node *at, StoneStyle stones, Area area, Screen *s);
