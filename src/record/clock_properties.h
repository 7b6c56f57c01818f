// SGF clock properties: the time control in TM and OT of the root; BL and WL, the time Black and
// White have left after a move; and ET, the time used for the move in milliseconds, a private
// property.
//
// TM is the main time. OT is any of "3x30 byo-yomi", "5 fischer" (an increment) and "10/move",
// separated by commas. Times are seconds with up to three decimals.
#pragma once

#include "record/record.h"

// Writes TM and OT. Writes nothing if there is no limit.
void clock_properties_write_control(Record *r, const TimeControl *control);

// No limit if TM and OT are missing or not in the form above.
TimeControl clock_properties_read_control(const Record *r);

// Writes ET and BL or WL of the game's i-th move to its node.
void clock_properties_write_move(Record *r, Node *node, const Game *g, int i);

// Applies the node's times to the game's last move. The flag never falls here: the record states
// how the game ended.
void clock_properties_apply_move(const Node *node, Game *g);
