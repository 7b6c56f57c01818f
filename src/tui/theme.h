// What inks and papers look like, as rows: colours in full, and what stands for them where a
// terminal has only sixteen.
#pragma once

#include "base/error.h"
#include "tui/screen.h"

typedef struct {
    int32_t rgb; // 0xRRGGBB; -1: as the terminal has it
    int8_t ansi; // 0 to 15; -1: as the terminal has it
} Colour;

typedef struct {
    const char *name, *summary;
    Colour inks[INK_COUNT], papers[PAPER_COUNT];
} Theme;

const Theme *theme_at(int i); // NULL after the last
const char *theme_name(int i);
const Theme *theme_find(const char *name, Error *err);

// The nearest of the 256 colours that terminals agree on.
int colour_of_256(int32_t rgb);

// What a style comes to on a terminal of so many colours: their numbers there, -1: its own.
typedef struct {
    int ink, paper;
    bool bold;
} Tint;

Tint theme_tint(const Theme *theme, Style style, int colours);

// Without colours: what makes it stand out, as bits.
enum { PLAIN_BOLD = 1, PLAIN_DIM = 2, PLAIN_REVERSE = 4, PLAIN_UNDERLINE = 8 };
int plain_marks(Style style);
