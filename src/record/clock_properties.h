// Clocks in a record, as SGF has them: the time control in TM and OT of the root; BL and WL, what
// Black and White have left after a move; and ET, what the move cost, in milliseconds, which is
// ours.
//
// TM is the main time. OT is any of "3x30 byo-yomi", "5 fischer" (an increment) and "10/move",
// separated by commas. Times are seconds with up to three decimals.
#pragma once

#include "record/record.h"

// No limit, and nothing is written.
void clock_properties_write_control(Record *r, const TimeControl *control);

// No limit if the record does not say, or not in these words.
TimeControl clock_properties_read_control(const Record *r);

// What the game's i-th move, that of `node`, cost and left.
void clock_properties_write_move(Record *r, Node *node, const Game *g, int i);

// The node's times, for the game's last move. A flag does not fall by that: the record says how the
// game ended.
void clock_properties_apply_move(const Node *node, Game *g);
