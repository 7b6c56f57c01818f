// Records of a position alone, without the moves that led to it: what drawn boards and the
// classroom's file hold.
#pragma once

#include "record/record.h"

// The stones are setup at the root; the side to move and, if the board shows it, the result too.
Record *record_from_position(const Board *b);
