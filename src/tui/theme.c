#include "tui/theme.h"

#include "base/suggest.h"
#include "base/util.h"

#include <stdlib.h>
#include <strings.h>

// {-1, -1} leaves the terminal's own color.
static const Theme themes[] = {
    {"wood",
     "a wooden board on the terminal's own ground",
     {[INK_TEXT] = {-1, -1},
      [INK_DIM] = {0x8a8a8a, 8},
      [INK_TITLE] = {0xd7af5f, 11},
      [INK_KEY] = {0xd7af5f, 11},
      [INK_GRID] = {0x875f00, 0},
      [INK_LABEL] = {0xaf875f, 3},
      [INK_BLACK] = {0x121212, 0},
      [INK_WHITE] = {0xffffff, 15},
      [INK_MARK] = {0xd70000, 1},
      [INK_NUMBER] = {0x121212, 0},
      [INK_GOOD] = {0x5faf5f, 10},
      [INK_BAD] = {0xff5f5f, 9}},
     {[PAPER_SCREEN] = {-1, -1},
      [PAPER_BAR] = {0x303030, 8},
      [PAPER_PICKED] = {0x5f4a1f, 4},
      [PAPER_BOARD] = {0xd7af5f, 3},
      [PAPER_CURSOR] = {0xffd75f, 11},
      [PAPER_LAST] = {0xd7875f, 6},
      [PAPER_WIN] = {0x87af5f, 2},
      [PAPER_MIST] = {0x8a8a8a, 7},
      [PAPER_HEAT_1] = {0xd7875f, 1},
      [PAPER_BLACK] = {0x121212, 0},
      [PAPER_WHITE] = {0xffffff, 15},
      [PAPER_HEAT_2] = {0xd7af5f, 3},
      [PAPER_HEAT_3] = {0xd7d75f, 11},
      [PAPER_HEAT_4] = {0xafd75f, 10},
      [PAPER_HEAT_5] = {0x5faf00, 2}}},
    {"night",
     "dark, with little light",
     {[INK_TEXT] = {0xbcbcbc, 7},
      [INK_DIM] = {0x6c6c6c, 8},
      [INK_TITLE] = {0x87afd7, 12},
      [INK_KEY] = {0x87afd7, 12},
      [INK_GRID] = {0x4e4e4e, 8},
      [INK_LABEL] = {0x6c6c6c, 8},
      [INK_BLACK] = {0x5f87d7, 12},
      [INK_WHITE] = {0xe4e4e4, 15},
      [INK_MARK] = {0xd75f5f, 9},
      [INK_NUMBER] = {0xffffff, 15},
      [INK_GOOD] = {0x5faf87, 10},
      [INK_BAD] = {0xd75f5f, 9}},
     {[PAPER_SCREEN] = {0x121212, 0},
      [PAPER_BAR] = {0x262626, 0},
      [PAPER_PICKED] = {0x3a4a5f, 5},
      [PAPER_BOARD] = {0x1c1c1c, 0},
      [PAPER_CURSOR] = {0x5f5f87, 6},
      [PAPER_LAST] = {0x444444, 5},
      [PAPER_WIN] = {0x005f5f, 2},
      [PAPER_MIST] = {0x3a3a3a, 4},
      [PAPER_HEAT_1] = {0x5f0000, 1},
      [PAPER_BLACK] = {0x5f87d7, 12},
      [PAPER_WHITE] = {0xe4e4e4, 15},
      [PAPER_HEAT_2] = {0x5f3700, 3},
      [PAPER_HEAT_3] = {0x5f5f00, 3},
      [PAPER_HEAT_4] = {0x375f00, 2},
      [PAPER_HEAT_5] = {0x008700, 2}}},
    {"paper",
     "ink on a white page",
     {[INK_TEXT] = {0x303030, 0},
      [INK_DIM] = {0x8a8a8a, 8},
      [INK_TITLE] = {0x005f87, 4},
      [INK_KEY] = {0x005f87, 4},
      [INK_GRID] = {0xb2b2b2, 8},
      [INK_LABEL] = {0x767676, 8},
      [INK_BLACK] = {0x000000, 0},
      [INK_WHITE] = {0xd75f00, 1},
      [INK_MARK] = {0x0087d7, 4},
      [INK_NUMBER] = {0x000000, 0},
      [INK_GOOD] = {0x008700, 2},
      [INK_BAD] = {0xd70000, 1}},
     {[PAPER_SCREEN] = {0xffffff, 15},
      [PAPER_BAR] = {0xe4e4e4, 7},
      [PAPER_PICKED] = {0xafd7ff, 14},
      [PAPER_BOARD] = {0xffffff, 15},
      [PAPER_CURSOR] = {0xafd7ff, 14},
      [PAPER_LAST] = {0xffd7af, 11},
      [PAPER_WIN] = {0xafffaf, 10},
      [PAPER_MIST] = {0xd0d0d0, 7},
      [PAPER_HEAT_1] = {0xffafaf, 9},
      [PAPER_BLACK] = {0x000000, 0},
      [PAPER_WHITE] = {0xd75f00, 1},
      [PAPER_HEAT_2] = {0xffd7af, 11},
      [PAPER_HEAT_3] = {0xffffaf, 11},
      [PAPER_HEAT_4] = {0xd7ffaf, 10},
      [PAPER_HEAT_5] = {0x87d787, 2}}},
    {"contrast",
     "black, white and yellow, as far apart as can be",
     {[INK_TEXT] = {0xffffff, 15},
      [INK_DIM] = {0xffffff, 15},
      [INK_TITLE] = {0xffff00, 11},
      [INK_KEY] = {0xffff00, 11},
      [INK_GRID] = {0xa8a8a8, 7},
      [INK_LABEL] = {0xffffff, 15},
      [INK_BLACK] = {0x00ffff, 14},
      [INK_WHITE] = {0xffffff, 15},
      [INK_MARK] = {0xff5f5f, 9},
      [INK_NUMBER] = {0xffffff, 15},
      [INK_GOOD] = {0x00ff00, 10},
      [INK_BAD] = {0xff5f5f, 9}},
     {[PAPER_SCREEN] = {0x000000, 0},
      [PAPER_BAR] = {0x000000, 0},
      [PAPER_PICKED] = {0x0000af, 4},
      [PAPER_BOARD] = {0x000000, 0},
      [PAPER_CURSOR] = {0x0000d7, 4},
      [PAPER_LAST] = {0x5f5f00, 5},
      [PAPER_WIN] = {0x005f00, 2},
      [PAPER_MIST] = {0x4e4e4e, 8},
      [PAPER_HEAT_1] = {0x870000, 1},
      [PAPER_BLACK] = {0x00ffff, 14},
      [PAPER_WHITE] = {0xffffff, 15},
      [PAPER_HEAT_2] = {0x5f0000, 1},
      [PAPER_HEAT_3] = {0x303030, 8},
      [PAPER_HEAT_4] = {0x005f00, 2},
      [PAPER_HEAT_5] = {0x008700, 2}}},
};

const Theme *theme_at(int i) {
    return i < COUNT(themes) ? &themes[i] : NULL;
}

const char *theme_name(int i) {
    return i < COUNT(themes) ? themes[i].name : NULL;
}

const Theme *theme_find(const char *name, Error *err) {
    for (int i = 0; i < COUNT(themes); i++)
        if (!strcasecmp(themes[i].name, name))
            return &themes[i];
    suggest_refuse(err, "theme", name, theme_name);
    return NULL;
}

static int channel(int32_t rgb, int shift) {
    return rgb >> shift & 0xff;
}

static int distance(int32_t a, int32_t b) {
    int sum = 0;
    for (int shift = 0; shift <= 16; shift += 8)
        sum += abs(channel(a, shift) - channel(b, shift));
    return sum;
}

// 16 to 231 are a cube of 6x6x6, 232 to 255 a ladder of greys; the first 16 differ everywhere.
static int32_t rgb_of_256(int number) {
    static const uint8_t steps[] = {0, 95, 135, 175, 215, 255};
    if (number >= 232)
        return (8 + 10 * (number - 232)) * 0x010101;
    int cube = number - 16;
    return steps[cube / 36] << 16 | steps[cube / 6 % 6] << 8 | steps[cube % 6];
}

int colour_of_256(int32_t rgb) {
    int nearest = 16;
    for (int i = 16; i < 256; i++)
        if (distance(rgb_of_256(i), rgb) < distance(rgb_of_256(nearest), rgb))
            nearest = i;
    return nearest;
}

// ---- Colours of a terminal

enum { GREY = 8, WHITE_OF_8 = 7, DIRECT = 1 << 24, PALETTE_MAX = 256 };

// Terminals that take colours as they are keep the lowest numbers for a palette. A trace of red
// leads past it.
static int direct_number(int32_t rgb) {
    return rgb < PALETTE_MAX ? rgb + 0x010000 : rgb;
}

static int number_of(Colour c, int colours) {
    if (c.rgb < 0)
        return -1;
    if (colours >= DIRECT)
        return direct_number(c.rgb);
    return colours >= 256 ? colour_of_256(c.rgb) : c.ansi;
}

// Among eight there is no grey: on its ground, dark, light or not known, it must still be seen.
static int ink_of_8(const Theme *t, Colour c) {
    int ground = t->papers[PAPER_SCREEN].ansi;
    if (c.ansi != GREY)
        return c.ansi < 0 ? -1 : c.ansi & 7;
    return ground < 0 ? -1 : ground == 0 ? WHITE_OF_8 : 0;
}

static int paper_of_8(const Theme *t, Colour c) {
    int number = c.ansi == GREY ? t->papers[PAPER_SCREEN].ansi : c.ansi;
    return number < 0 ? -1 : number & 7;
}

Tint theme_tint(const Theme *t, Style style, int colours) {
    Colour ink = t->inks[style.ink], paper = t->papers[style.paper];
    bool bold = style.ink == INK_TITLE || style.ink == INK_KEY;
    if (colours >= 16)
        return (Tint){number_of(ink, colours), number_of(paper, colours), bold};
    return (Tint){ink_of_8(t, ink), paper_of_8(t, paper), bold || ink.ansi > GREY};
}

int plain_marks(Style style) {
    static const uint8_t inks[INK_COUNT] = {
        [INK_TITLE] = PLAIN_BOLD, [INK_KEY] = PLAIN_BOLD,  [INK_DIM] = PLAIN_DIM,
        [INK_GRID] = PLAIN_DIM,   [INK_LABEL] = PLAIN_DIM, [INK_BLACK] = PLAIN_BOLD,
        [INK_WHITE] = PLAIN_BOLD, [INK_MARK] = PLAIN_BOLD, [INK_BAD] = PLAIN_BOLD,
    };
    static const uint8_t papers[PAPER_COUNT] = {
        [PAPER_BAR] = PLAIN_REVERSE,    [PAPER_PICKED] = PLAIN_REVERSE, [PAPER_WIN] = PLAIN_REVERSE,
        [PAPER_LAST] = PLAIN_UNDERLINE, [PAPER_CURSOR] = PLAIN_REVERSE,
    };
    return inks[style.ink] | papers[style.paper];
}
