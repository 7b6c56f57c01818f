// What every drawn board needs, whether in characters or in SVG: the labels at its sides and the
// points to mark for the eye.
#pragma once

#include "core/notation.h"

#include <stdbool.h>

typedef struct {
    char text[4];
} Label;

// As points are written in the notation: letters or numbers, from the top or from the bottom.
Label label_of_column(Notation notation, int x);
Label label_of_row(Notation notation, int size, int y);

bool is_star_point(int size, Point p);
