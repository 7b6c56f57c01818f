// Anti-aliased raster graphics in RGB: disks, rings, strokes and text, for pictures as PNG and GIF.
// Every shape is drawn from its distance function, so the same picture has the same bytes on every
// machine. Text uses a built-in stroke font, so a server needs no fonts installed.
#pragma once

#include "record/format.h"

#include <stdint.h>

typedef struct {
    int left, top, right, bottom; // inclusive, in pixels
} PixelBox;

typedef struct {
    int width;     // in pixels; a canvas is square
    double scale;  // pixels per unit; the functions below take units
    uint8_t *rgb;  // three bytes per pixel, row by row
    PixelBox clip; // only these pixels are drawn
} Canvas;

typedef uint32_t Color; // 0xRRGGBB

// `width` is in pixels. The canvas is `units` wide and high.
void canvas_init(Canvas *c, int width, double units);
void canvas_release(Canvas *c);

typedef struct {
    double x, y;
} Vec;

// Clips to the square of `radius` around `center`; canvas_unclip resets that to the whole canvas.
void canvas_clip(Canvas *c, Vec center, double radius);
void canvas_unclip(Canvas *c);

void canvas_clear(Canvas *c, Color color);

// A line with round ends.
void canvas_line(Canvas *c, Vec from, Vec to, double width, Color color, double alpha);
void canvas_square(Canvas *c, double from, double to, double width, Color color); // the outline
void canvas_disk(Canvas *c, Vec center, double radius, Color color, double alpha);
void canvas_ring(Canvas *c, Vec center, double radius, double width, Color color);

// A disk lit from the upper left: three colors, from the highlight to the far edge.
void canvas_ball(Canvas *c, Vec center, double radius, const Color shades[3]);

// ASCII letters and digits, centered on `center`. `height` is the height of a digit, `weight` the
// stroke width.
void canvas_text(Canvas *c, Vec center, double height, double weight, Color color,
                 const char *text);

// ---- A board on a canvas, with the proportions of the SVG picture (board_image.c)

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
