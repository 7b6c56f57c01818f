// Shared by text diagrams and SVG: coordinate labels and star points (hoshi) of a drawn board.
#pragma once

#include "core/notation.h"

#include <stdbool.h>

typedef struct {
    char text[4];
} Label;

// Letters or numbers, from the top or the bottom, as in the notation.
Label label_of_column(Notation notation, int x);
Label label_of_row(Notation notation, int size, int y);

bool is_star_point(int size, Point p);
