// Progress display: a few status lines at the bottom of a terminal, redrawn in place while other
// lines scroll by above them.
#pragma once

#include "base/str.h"

#include <stdio.h>

typedef struct {
    FILE *out; // a terminal; NULL: shows nothing
    Str shown; // the text on screen
} ProgressDisplay;

// Uses the first of the two streams that is a terminal with cursor movement.
ProgressDisplay progress_display_on(FILE *first, FILE *second);

// Columns that can be used without wrapping the line; 0 if nothing is shown.
int progress_display_width(const ProgressDisplay *t);

// Replaces the text on screen. Cuts it to the size of the terminal.
void progress_display_show(ProgressDisplay *t, const Str *text);

// Erases the text, to print a line above or to finish. Frees its memory.
void progress_display_clear(ProgressDisplay *t);

// Cuts `text` to `width` and `height`, as progress_display_show does. If there are too many lines,
// drops the middle ones, because the last lines show the progress.
void progress_display_fit(const char *text, int width, int height, Str *out);
