// Screen cells, text and clipping; themes and their colors.
#include "tui/screen/screen.h"

#include "base/number.h"
#include "test.h"
#include "tui/theme.h"

#include <math.h>

static const Style plain = {FG_TEXT, BG_SCREEN};

static void check_screen(const char *row, const Screen *s, const char *want) {
    Str text = {0};
    screen_format(s, &text);
    CHECK_TEXT(row, str_text(&text), want);
    str_release(&text);
}

static const struct {
    const char *name;
    Area within;
    int row, col;
    const char *text, *want;
} put_rows[] = {
    {"inside", {0, 0, 2, 6}, 0, 1, "abc", " abc\n\n"},
    {"cut at the right", {0, 0, 2, 6}, 1, 4, "abc", "\n    ab\n"},
    {"cut at the left", {0, 0, 2, 6}, 0, -2, "abc", "c\n\n"},
    {"below the area", {0, 0, 1, 6}, 1, 0, "abc", "\n\n"},
    {"relative to the area", {1, 2, 1, 3}, 0, 0, "abcd", "\n  abc\n"},
    {"an area that reaches beyond the screen", {0, 4, 9, 9}, 0, 0, "abcd", "    ab\n\n"},
    {"a wide letter takes two", {0, 0, 2, 6}, 0, 0, "五a", "五a\n\n"},
    {"half of a wide letter is not drawn", {0, 0, 2, 6}, 0, 5, "五", "\n\n"},
    {"combining marks are left out",
     {0, 0, 2, 6},
     0,
     0,
     "e\xcc\x81"
     "f",
     "ef\n\n"},
    {"control characters", {0, 0, 2, 6}, 0, 0, "\x1b[2J\xc2\x9b", "?[2J?\n\n"},
    {"ill-formed", {0, 0, 2, 6}, 0, 0, "\xff\xe2\x97", "???\n\n"},
};

TEST(screen_puts_text_where_it_belongs) {
    Screen s = {0};
    for (int i = 0; i < COUNT(put_rows); i++) {
        screen_reset(&s, 2, 6);
        screen_put(&s, put_rows[i].within, put_rows[i].row, put_rows[i].col, plain,
                   put_rows[i].text);
        check_screen(put_rows[i].name, &s, put_rows[i].want);
    }
    screen_release(&s);
}

TEST(screen_breaks_paragraphs_at_blanks) {
    Screen s = {0};
    screen_reset(&s, 4, 8);
    CHECK_INT("rows",
              screen_put_paragraph(&s, screen_area(&s), 0, plain, "one two three fourteens"), 4);
    check_screen("text", &s, "one two\nthree\nfourteen\ns\n");
    CHECK_INT("no room", screen_put_paragraph(&s, (Area){0, 0, 4, 0}, 0, plain, "one"), 0);
    screen_release(&s);
}

TEST(text_width_counts_columns_not_bytes) {
    CHECK_INT("empty", text_width(""), 0);
    CHECK_INT("two bytes", text_width("é"), 1);
    CHECK_INT("wide", text_width("五子棋"), 6);
}

// Relative luminance by the definition of WCAG.
static double luminance(int32_t rgb) {
    static const double shares[] = {0.0722, 0.7152, 0.2126}; // blue, green, red
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double c = (rgb >> 8 * i & 0xff) / 255.0;
        sum += shares[i] * (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

TEST(stones_have_their_own_color_in_every_theme) {
    enum { DIRECT = 1 << 24, BLACK_OF_16 = 0, GRAY_OF_16 = 8 };
    for (int i = 0; theme_at(i); i++)
        for (BgColor bg = BG_BOARD; bg <= BG_WIN; bg++) {
            const Theme *t = theme_at(i);
            ResolvedStyle black = theme_resolve(t, (Style){FG_BLACK, bg}, DIRECT);
            ResolvedStyle white = theme_resolve(t, (Style){FG_WHITE, bg}, DIRECT);
            double behind = luminance(black.bg) + 0.05;
            CHECK(t->name, luminance(black.fg) < 0.01 && luminance(white.fg) > 0.7);
            CHECK(t->name, behind / (luminance(black.fg) + 0.05) > 2.5);
            CHECK(t->name, (luminance(white.fg) + 0.05) / behind > 1.4);
            for (int colors = 8; colors <= 16; colors += 8) {
                black = theme_resolve(t, (Style){FG_BLACK, bg}, colors);
                white = theme_resolve(t, (Style){FG_WHITE, bg}, colors);
                CHECK_INT(t->name, black.fg, BLACK_OF_16);
                CHECK_INT(t->name, white.fg, colors - 1);
                CHECK(t->name, black.bg % 8 != 0 && black.bg % 8 != 7);
            }
        }
}

TEST(themes_have_a_name_and_all_colors) {
    CHECK("at least three", theme_at(2) != NULL);
    for (int i = 0; theme_at(i); i++) {
        const Theme *t = theme_at(i);
        Error err = {0};
        CHECK(t->name, theme_find(t->name, &err) == t);
        // Equal colors for stones and board would mean a missing row.
        for (int k = 0; k < 2; k++) {
            int colors = k == 0 ? 16 : 1 << 24;
            ResolvedStyle black = theme_resolve(t, (Style){FG_BLACK, BG_BOARD}, colors);
            ResolvedStyle white = theme_resolve(t, (Style){FG_WHITE, BG_BOARD}, colors);
            CHECK(t->name, black.fg != white.fg && black.fg != black.bg && white.fg != white.bg);
        }
    }
    Error err = {0};
    CHECK("unknown", !theme_find("wod", &err));
    CHECK_TEXT("unknown", err.text, "there is no theme 'wod'; did you mean 'wood'?");
}

TEST(colors_of_256_are_the_nearest) {
    static const struct {
        int32_t rgb;
        int number;
    } rows[] = {{0x000000, 16},  {0xffffff, 231}, {0xff0000, 196},
                {0xd7af5f, 179}, {0x080808, 232}, {0x767676, 243}};
    for (int i = 0; i < COUNT(rows); i++)
        CHECK_INT("colour", nearest_256_color(rows[i].rgb), rows[i].number);
}

// Foreground and background pairs that must be readable.
static const Style read_styles[] = {
    {FG_TEXT, BG_SCREEN},   {FG_DIM, BG_SCREEN},      {FG_TITLE, BG_SCREEN},
    {FG_KEY, BG_SCREEN},    {FG_LABEL, BG_SCREEN},    {FG_GOOD, BG_SCREEN},
    {FG_BAD, BG_SCREEN},    {FG_TEXT, BG_BAR},        {FG_KEY, BG_BAR},
    {FG_TEXT, BG_SELECTED}, {FG_KEY, BG_SELECTED},    {FG_TITLE, BG_SELECTED},
    {FG_GRID, BG_BOARD},    {FG_BLACK, BG_BOARD},     {FG_WHITE, BG_BOARD},
    {FG_MARK, BG_BOARD},    {FG_BLACK, BG_CURSOR},    {FG_WHITE, BG_CURSOR},
    {FG_MARK, BG_CURSOR},   {FG_BLACK, BG_LAST_MOVE}, {FG_WHITE, BG_LAST_MOVE},
    {FG_BLACK, BG_WIN},     {FG_WHITE, BG_WIN},       {FG_GRID, BG_MIST},
    {FG_MARK, BG_BLACK},    {FG_MARK, BG_WHITE},      {FG_NUMBER, BG_HEAT_1},
    {FG_NUMBER, BG_HEAT_2}, {FG_NUMBER, BG_HEAT_3},   {FG_NUMBER, BG_HEAT_4},
    {FG_NUMBER, BG_HEAT_5},
};

TEST(themes_are_readable_with_any_number_of_colors) {
    static const int colors[] = {8, 16, 256, 1 << 24};
    for (int i = 0; theme_at(i); i++)
        for (int k = 0; k < COUNT(colors); k++)
            for (int n = 0; n < COUNT(read_styles); n++) {
                ResolvedStyle resolved = theme_resolve(theme_at(i), read_styles[n], colors[k]);
                char row[80];
                snprintf(row, sizeof row, "%s, %d colors, foreground %d on background %d",
                         theme_at(i)->name, colors[k], (int)read_styles[n].fg,
                         (int)read_styles[n].bg);
                CHECK(row, resolved.fg != resolved.bg || resolved.fg == -1);
                // The default background may be black.
                CHECK(row, resolved.bg != -1 || resolved.fg != 0);
            }
}

TEST(direct_colors_avoid_the_palette_numbers) {
    for (int i = 0; theme_at(i); i++)
        for (int fg = 0; fg < FG_COUNT; fg++)
            for (int bg = 0; bg < BG_COUNT; bg++) {
                Style style = {(FgColor)fg, (BgColor)bg};
                ResolvedStyle resolved = theme_resolve(theme_at(i), style, 1 << 24);
                CHECK(theme_at(i)->name, resolved.fg == -1 || resolved.fg >= 256);
                CHECK(theme_at(i)->name, resolved.bg == -1 || resolved.bg >= 256);
            }
}

TEST(paragraphs_break_at_blanks_and_newlines) {
    Screen s = {0};
    screen_reset(&s, 5, 10);
    int rows = screen_put_paragraph(&s, screen_area(&s), 0, (Style){0}, "one two three\n\nfour");
    CHECK_INT("rows", rows, 4);
    Str text = {0};
    screen_format(&s, &text);
    CHECK_TEXT("lines", str_text(&text), "one two\nthree\n\nfour\n\n");
    str_release(&text);
    screen_release(&s);
}
