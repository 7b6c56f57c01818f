// A few lines at the bottom of a terminal that are drawn again in place, while other lines scroll
// by above them.
#pragma once

#include "base/str.h"

#include <stdio.h>

typedef struct {
    FILE *out; // a terminal; NULL: nothing is shown
    Str shown; // what stands there now
} ProgressDisplay;

// Shows on the first of the streams that is a terminal which can move its cursor.
ProgressDisplay progress_display_on(FILE *first, FILE *second);

// How many columns there are, one less than would make a full line wrap; 0: nobody sees them.
int progress_display_width(const ProgressDisplay *t);

// Replaces what stands there. Lines too long or too many for the terminal are cut.
void progress_display_show(ProgressDisplay *t, const Str *text);

// Makes room for a line above, or for the end; keeps no memory.
void progress_display_clear(ProgressDisplay *t);

// As many lines of `text` as fit, each cut to the width: what progress_display_show draws. Where
// some have to go it is the middle ones: the last say how far it is.
void progress_display_fit(const char *text, int width, int height, Str *out);
