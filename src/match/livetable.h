// A few lines at the bottom of a terminal that are drawn again in place, while other lines scroll
// by above them.
#pragma once

#include "base/str.h"

#include <stdio.h>

typedef struct {
    FILE *out; // a terminal; NULL: nothing is shown
    Str shown; // what stands there now
} LiveTable;

// Shows on the first of the streams that is a terminal which can move its cursor.
LiveTable livetable_on(FILE *first, FILE *second);

// How many columns there are, one less than would make a full line wrap; 0: nobody sees them.
int livetable_width(const LiveTable *t);

// Replaces what stands there. Lines too long or too many for the terminal are cut.
void livetable_show(LiveTable *t, const Str *text);

// Makes room for a line above, or for the end; keeps no memory.
void livetable_clear(LiveTable *t);

// As many lines of `text` as fit, each cut to the width: what livetable_show draws. Where some have
// to go it is the middle ones: the last say how far it is.
void livetable_fit(const char *text, int width, int height, Str *out);
