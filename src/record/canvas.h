// Anti-aliased raster graphics in RGB: disks, rings, strokes and text, for pictures as PNG and GIF.
// Every shape is drawn from its distance function, so the same picture has the same bytes on every
// machine. Text has a stroke font of its own: a server needs no fonts.
#pragma once

#include <stdint.h>

typedef struct {
    int left, top, right, bottom; // inclusive, in pixels
} PixelBox;

typedef struct {
    int width;     // in pixels; a canvas is square
    double scale;  // pixels per unit; the functions below take units
    uint8_t *rgb;  // three bytes per pixel, row by row
    PixelBox clip; // only these are drawn on
} Canvas;

typedef uint32_t Color; // 0xRRGGBB

// The canvas is `units` wide and high.
void canvas_init(Canvas *c, int width, double units);
void canvas_release(Canvas *c);

typedef struct {
    double x, y;
} Vec;

// Clips to the square of `radius` around `center`; canvas_unclip to the whole canvas.
void canvas_clip(Canvas *c, Vec center, double radius);
void canvas_unclip(Canvas *c);

void canvas_clear(Canvas *c, Color color);

// With round ends.
void canvas_line(Canvas *c, Vec from, Vec to, double width, Color color, double alpha);
void canvas_square(Canvas *c, double from, double to, double width, Color color); // the outline
void canvas_disk(Canvas *c, Vec center, double radius, Color color, double alpha);
void canvas_ring(Canvas *c, Vec center, double radius, double width, Color color);

// A disk lit from the upper left: three colors from the light to the far edge.
void canvas_ball(Canvas *c, Vec center, double radius, const Color shades[3]);

// Letters and digits of ASCII, with their middle at `center`. `height` is that of a digit, `weight`
// the width of the strokes.
void canvas_text(Canvas *c, Vec center, double height, double weight, Color color,
                 const char *text);
