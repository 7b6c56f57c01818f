// What inks and papers look like, as rows: colours in full, and what stands for them where a
// terminal has only sixteen.
#pragma once

#include "base/error.h"
#include "tui/screen/screen.h"

typedef struct {
    int32_t rgb; // 0xRRGGBB; -1: as the terminal has it
    int8_t ansi; // 0 to 15; -1: as the terminal has it
} ThemeColor;

typedef struct {
    const char *name, *summary;
    ThemeColor fg_colors[FG_COUNT], bg_colors[BG_COUNT];
} Theme;

const Theme *theme_at(int i); // NULL after the last
const char *theme_name(int i);
const Theme *theme_find(const char *name, Error *err);

// The nearest of the 256 colours that terminals agree on.
int nearest_256_color(int32_t rgb);

// What a style comes to on a terminal of so many colours: their numbers there, -1: its own.
typedef struct {
    int fg, bg;
    bool bold;
} ResolvedStyle;

ResolvedStyle theme_resolve(const Theme *theme, Style style, int colors);

// Without colours: what makes it stand out, as bits.
enum { MONOCHROME_BOLD = 1, MONOCHROME_DIM = 2, MONOCHROME_REVERSE = 4, MONOCHROME_UNDERLINE = 8 };
int monochrome_attributes(Style style);
