// What a person types and what that does: points, and the commands of one table.
#pragma once

#include "core/notation.h"
#include "tui/sitting.h"

typedef struct {
    Sitting sitting;
    Notation notation;
    bool show_always; // the board after every change, or only when asked for
    bool show_now;    // it was asked for
    bool quit;
} Dialogue;

// Does what the line says and appends the answer, as whole lines, to `reply`. The line is cut into
// words in place.
void dialogue_answer(Dialogue *d, char *line, Str *reply);

// The commands, a line each.
void dialogue_list(Str *out);
