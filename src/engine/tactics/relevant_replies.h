// Relevant replies: the moves that may refute a threatened VCF (relevance zone). If the opponent
// wins by continuous fours after a pass, only a few points affect that win. Every other reply loses
// to it.
#pragma once

#include "engine/board/position.h"
#include "engine/tactics/fours.h"

// The attacker's lines and the undo stack of the stones tried on them.
enum { UNDO_STACK_MAX = 256 };

typedef struct {
    Fours fours;
    FoursUndo undo[UNDO_STACK_MAX];
} UndoStack;

// Adds the empty points that affect `line`, a VCF of the attacker from vcf_search: its points;
// points where a forced answer makes a counter-four; and all points that may change a forbidden
// answer or a blocked five. The defender's own fours have to be added by the caller.
void relevant_replies_add(UndoStack *stack, const Point *line, int count, PointSet *set);

// True if the VCF `line` still wins on the current board. Only for rules in which a four has at
// most one answer.
bool relevant_replies_line_wins(UndoStack *stack, const Point *line, int count);
