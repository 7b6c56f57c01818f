// Raster image of a position, for PNG and GIF, with the proportions of the SVG picture.
#pragma once

#include "record/canvas.h"
#include "record/format.h"

void board_image_init(Canvas *c, int board_size, const WriteOptions *options);

// Draws over everything that was there.
void board_image_draw(Canvas *c, const Game *g, const WriteOptions *options);

// Turns a picture of `before` into one of `g`. Same pixels as board_image_draw, but draws only the
// points that differ.
void board_image_redraw(Canvas *c, const Game *before, const Game *g, const WriteOptions *options);

// Color ramps that together cover every color in a picture: the palette of a GIF.
typedef struct {
    Color from, to;
    int steps; // number of colors, including both ends
} ColorRamp;

extern const ColorRamp board_image_colors[]; // ends with a row whose `steps` is 0
