// Color themes: maps the foreground and background roles of a Screen to 24-bit, 256, 16 or 8
// colors, or to attributes on a monochrome terminal.
#pragma once

#include "base/error.h"
#include "tui/screen/screen.h"

typedef struct {
    const char *name, *summary;
} Theme;

const Theme *theme_at(int i); // NULL after the last
const char *theme_name(int i);
const Theme *theme_find(const char *name, Error *err);

// The nearest color of the xterm 256-color palette, without the first 16.
int nearest_256_color(int32_t rgb);

// Color numbers on a given terminal; -1 is its default color.
typedef struct {
    int fg, bg;
    bool bold;
} ResolvedStyle;

ResolvedStyle theme_resolve(const Theme *theme, Style style, int colors);

// Attributes that replace colors on a monochrome terminal, as bits.
enum { MONOCHROME_BOLD = 1, MONOCHROME_DIM = 2, MONOCHROME_REVERSE = 4, MONOCHROME_UNDERLINE = 8 };
int monochrome_attributes(Style style);
