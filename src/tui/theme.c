#include "tui/theme.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/number.h"

#include <stddef.h>
#include <stdlib.h>

static const Theme themes[] = {
    {"wood", "a wooden board on the terminal's own background"},
    {"night", "a slate board on a dark background"},
    {"paper", "a gray board on a white page"},
    {"contrast", "black, white and yellow, as far apart as possible"},
};

typedef struct {
    int32_t rgb; // 0xRRGGBB; -1: the terminal's default color
    int8_t ansi; // 0 to 15; -1: the terminal's default color
} ThemeColor;

// A row for each role, a column for each theme. Stones have their own colors in every theme, so
// what is behind them (BG_BOARD to BG_WIN) must be halfway between black and white.
// clang-format off
static const ThemeColor fg_colors[FG_COUNT][COUNT(themes)] = {
    [FG_TEXT] =        {{-1, -1},        {0xbcbcbc, 7},   {0x303030, 0},   {0xffffff, 15}},
    [FG_DIM] =         {{0x8a8a8a, 8},   {0x6c6c6c, 8},   {0x8a8a8a, 8},   {0xffffff, 15}},
    [FG_TITLE] =       {{0xd7af5f, 11},  {0x87afd7, 12},  {0x005f87, 4},   {0xffff00, 11}},
    [FG_KEY] =         {{0xd7af5f, 11},  {0x87afd7, 12},  {0x005f87, 4},   {0xffff00, 11}},
    [FG_GRID] =        {{0x875f00, 0},   {0x303030, 0},   {0x767676, 0},   {0x000000, 0}},
    [FG_LABEL] =       {{0xaf875f, 3},   {0x6c6c6c, 8},   {0x767676, 8},   {0xffffff, 15}},
    [FG_BLACK] =       {{0x121212, 0},   {0x000000, 0},   {0x000000, 0},   {0x000000, 0}},
    [FG_WHITE] =       {{0xffffff, 15},  {0xe4e4e4, 15},  {0xffffff, 15},  {0xffffff, 15}},
    [FG_MARK] =        {{0xd70000, 1},   {0xffd75f, 11},  {0xaf0000, 1},   {0xffff00, 11}},
    [FG_NUMBER] =      {{0x121212, 0},   {0xffffff, 15},  {0x000000, 0},   {0xffffff, 15}},
    [FG_GOOD] =        {{0x5faf5f, 10},  {0x5faf87, 10},  {0x008700, 2},   {0x00ff00, 10}},
    [FG_BAD] =         {{0xff5f5f, 9},   {0xd75f5f, 9},   {0xd70000, 1},   {0xff5f5f, 9}},
};

static const ThemeColor bg_colors[BG_COUNT][COUNT(themes)] = {
    [BG_SCREEN] =      {{-1, -1},        {0x1c1c1c, 0},   {0xffffff, 15},  {0x000000, 0}},
    [BG_BAR] =         {{0x303030, 8},   {0x262626, 0},   {0xe4e4e4, 7},   {0x000000, 0}},
    [BG_SELECTED] =    {{0x5f4a1f, 4},   {0x3a4a5f, 5},   {0xafd7ff, 14},  {0x0000af, 4}},
    [BG_BOARD] =       {{0xd7af5f, 3},   {0x5f5f87, 6},   {0xb2b2b2, 6},   {0x767676, 6}},
    [BG_CURSOR] =      {{0xffaf00, 11},  {0x875f00, 5},   {0x87afff, 3},   {0xd75f00, 1}},
    [BG_LAST_MOVE] =   {{0xd7875f, 6},   {0x875f87, 4},   {0xd7875f, 5},   {0x0087d7, 5}},
    [BG_WIN] =         {{0x87af5f, 2},   {0x5f875f, 2},   {0x5faf5f, 2},   {0x008700, 2}},
    [BG_BLACK] =       {{0x121212, 0},   {0x000000, 0},   {0x000000, 0},   {0x000000, 0}},
    [BG_WHITE] =       {{0xffffff, 15},  {0xe4e4e4, 15},  {0xffffff, 15},  {0xffffff, 15}},
    [BG_MIST] =        {{0x8a8a8a, 7},   {0x3a3a3a, 4},   {0xd0d0d0, 7},   {0x4e4e4e, 4}},
    [BG_HEAT_1] =      {{0xd7875f, 1},   {0x5f0000, 1},   {0xffafaf, 9},   {0x870000, 1}},
    [BG_HEAT_2] =      {{0xd7af5f, 3},   {0x5f3700, 3},   {0xffd7af, 11},  {0x5f0000, 1}},
    [BG_HEAT_3] =      {{0xd7d75f, 11},  {0x5f5f00, 3},   {0xffffaf, 11},  {0x303030, 8}},
    [BG_HEAT_4] =      {{0xafd75f, 10},  {0x375f00, 2},   {0xd7ffaf, 10},  {0x005f00, 2}},
    [BG_HEAT_5] =      {{0x5faf00, 2},   {0x008700, 2},   {0x87d787, 2},   {0x008700, 2}},
};
// clang-format on

const Theme *theme_at(int i) {
    return i < COUNT(themes) ? &themes[i] : NULL;
}

const char *theme_name(int i) {
    return i < COUNT(themes) ? themes[i].name : NULL;
}

const Theme *theme_find(const char *name, Error *err) {
    for (int i = 0; i < COUNT(themes); i++)
        if (ascii_equal(themes[i].name, name))
            return &themes[i];
    did_you_mean_error(err, "theme", name, theme_name);
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

// xterm palette: 16 to 231 are a 6x6x6 cube, 232 to 255 are greys. The first 16 vary by terminal.
static int32_t rgb_of_256(int number) {
    static const uint8_t steps[] = {0, 95, 135, 175, 215, 255};
    if (number >= 232)
        return (8 + 10 * (number - 232)) * 0x010101;
    int cube = number - 16;
    return steps[cube / 36] << 16 | steps[cube / 6 % 6] << 8 | steps[cube % 6];
}

int nearest_256_color(int32_t rgb) {
    int nearest = 16;
    for (int i = 16; i < 256; i++)
        if (distance(rgb_of_256(i), rgb) < distance(rgb_of_256(nearest), rgb))
            nearest = i;
    return nearest;
}

// ---- Terminal colors

enum { GREY = 8, WHITE_OF_8 = 7, DIRECT = 1 << 24, PALETTE_MAX = 256 };

// Direct-color terminals reserve the lowest numbers for a palette. Adding a little red avoids them.
static int direct_number(int32_t rgb) {
    return rgb < PALETTE_MAX ? rgb + 0x010000 : rgb;
}

static int color_number(ThemeColor c, int colors) {
    if (c.rgb < 0)
        return -1;
    if (colors >= DIRECT)
        return direct_number(c.rgb);
    return colors >= 256 ? nearest_256_color(c.rgb) : c.ansi;
}

// Eight colors have no grey: picks a color that is visible on the screen's background.
static int fg_of_8(ThemeColor c, int screen_bg) {
    if (c.ansi != GREY)
        return c.ansi < 0 ? -1 : c.ansi & 7;
    return screen_bg < 0 ? -1 : screen_bg == 0 ? WHITE_OF_8 : 0;
}

static int bg_of_8(ThemeColor c, int screen_bg) {
    int number = c.ansi == GREY ? screen_bg : c.ansi;
    return number < 0 ? -1 : number & 7;
}

ResolvedStyle theme_resolve(const Theme *t, Style style, int colors) {
    ptrdiff_t column = t - themes;
    ThemeColor fg = fg_colors[style.fg][column], bg = bg_colors[style.bg][column];
    int screen_bg = bg_colors[BG_SCREEN][column].ansi;
    bool bold = style.fg == FG_TITLE || style.fg == FG_KEY;
    if (colors >= 16)
        return (ResolvedStyle){color_number(fg, colors), color_number(bg, colors), bold};
    return (ResolvedStyle){fg_of_8(fg, screen_bg), bg_of_8(bg, screen_bg), bold || fg.ansi > GREY};
}

int monochrome_attributes(Style style) {
    static const uint8_t fg_attributes[FG_COUNT] = {
        [FG_TITLE] = MONOCHROME_BOLD, [FG_KEY] = MONOCHROME_BOLD,  [FG_DIM] = MONOCHROME_DIM,
        [FG_GRID] = MONOCHROME_DIM,   [FG_LABEL] = MONOCHROME_DIM, [FG_BLACK] = MONOCHROME_BOLD,
        [FG_WHITE] = MONOCHROME_BOLD, [FG_MARK] = MONOCHROME_BOLD, [FG_BAD] = MONOCHROME_BOLD,
    };
    static const uint8_t bg_attributes[BG_COUNT] = {
        [BG_BAR] = MONOCHROME_REVERSE,    [BG_SELECTED] = MONOCHROME_REVERSE,
        [BG_WIN] = MONOCHROME_REVERSE,    [BG_LAST_MOVE] = MONOCHROME_UNDERLINE,
        [BG_CURSOR] = MONOCHROME_REVERSE,
    };
    return fg_attributes[style.fg] | bg_attributes[style.bg];
}
