#include "study/puzzle.h"

#include "core/notation.h"
#include "support.h"
#include "test.h"

static const struct {
    const char *name, *picture, *line, *themes;
    const Rules *rules;
} rows[] = {
    {"an open four", "....... ....... ....... ..XXX.. ....... OOO.... .......", "f4g4b4", "four",
     &rules_freestyle},
    {"two fours at once",
     "......... .OXXX.... ......... .....X... .....X... .....X... .....O... .......OO .........",
     "f8", "double-four", &rules_freestyle},
    {"a four that is also a three",
     "......... .OXXX.... ......... .....X... .....X... ......... ......... .......OO ......O..",
     "f8g8f7", "four-three", &rules_freestyle},
    {"a three first", "....... ....... ....... ..XX... ....... OO..... .......", "e4a7f4", "vct",
     &rules_freestyle},
};

static void themes_text(const bool themes[static PUZZLE_THEME_COUNT], Str *out) {
    for (int i = 0; i < PUZZLE_THEME_COUNT; i++)
        if (themes[i])
            str_add(out, "%s%s", out->len > 0 ? " " : "", puzzle_theme_name(i));
}

TEST(puzzle_themes_of_wins) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Board b = board_from_picture(rows[i].rules, rows[i].picture);
        Point line[16];
        int count;
        Error err = {0};
        bool themes[PUZZLE_THEME_COUNT] = {0};
        Str text = {0};
        b.turn = BLACK;
        CHECK(rows[i].name, points_parse(rows[i].line, b.size, 16, line, &count, &err));
        puzzle_themes_of_win(&b, line, count, themes);
        themes_text(themes, &text);
        CHECK_TEXT(rows[i].name, str_text(&text), rows[i].themes);
        str_release(&text);
    }
}
