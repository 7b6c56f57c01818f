#include "match/standings.h"

#include "base/number.h"
#include "match/progress_display.h"
#include "test.h"

#include <string.h>

static const char *const names[] = {"gomocup:./pbrain-with-a-long-name --option", "näme", "c"};

static const Standings standings = {
    .games = 300,
    .rows = {{.won = 100, .lost = 100, .longest_ms = 1234, .pairs = {{20, 20, 20, 20, 20}}},
             {.won = 150, .drawn = 50, .faults = 3, .pairs = {{0, 0, 0, 50, 50}}},
             {0}},
};

static int longest_line(const char *text) {
    int longest = 0, length = 0;
    for (; *text; text++)
        if (*text == '\n') {
            longest = int_max(longest, length);
            length = 0;
        } else {
            length += ((unsigned char)*text & 0xc0) != 0x80;
        }
    return longest;
}

TEST(standings_fit_every_terminal) {
    for (int width = 40; width < 140; width++) {
        Str out = {0};
        standings_format(&standings, &(TableLayout){names, 3, width}, &out);
        CHECK_INT("no line is too long", longest_line(str_text(&out)) > width, 0);
        CHECK("the score is there", strstr(str_text(&out), " 50.0 %") != NULL);
        CHECK_INT("the Elo", strstr(str_text(&out), " Elo") != NULL, true);
        CHECK("the interval, in a terminal of 60 columns too",
              width < 59 || strstr(str_text(&out), "95 %") != NULL);
        CHECK_INT("the longest move if there is room", strstr(str_text(&out), "1234 ms") != NULL,
                  width >= 5 + (int)strlen(names[0]) + 70);
        str_release(&out);
    }
}

TEST(standings_show_all_columns_without_a_width) {
    Str out = {0};
    standings_format(&standings, &(TableLayout){names, 3, 0}, &out);
    CHECK("the name", strstr(str_text(&out), names[0]) != NULL);
    CHECK("the time", strstr(str_text(&out), "1234 ms") != NULL);
    CHECK("all participants", strstr(str_text(&out), names[2]) != NULL);
    str_release(&out);
}

TEST(standings_count_one_game) {
    Str out = {0};
    standings_format_signature(&(Standings){.games = 1}, &out);
    CHECK_TEXT("one", str_text(&out), "1 game, signature 0000000000000000\n");
    str_release(&out);
}

// clang-format off
static const struct {
    const char *name, *text;
    int width, height;
    const char *want;
} fits[] = {
    {"fits", "ab\ncd\n", 2, 2, "ab\ncd\n"},
    {"too wide", "abc\nd\n", 2, 2, "ab\nd\n"},
    {"too high: drops the middle", "a\nb\nc\nd\ne\n", 9, 4, "a\nb\nd\ne\n"},
    {"two lines", "a\nb\nc\n", 9, 2, "a\nc\n"},
    {"one line", "a\nb\nc\n", 9, 1, "c\n"},
    {"two-byte letters", "äöü\n", 2, 9, "äö\n"},
    {"no newline at the end", "ab", 9, 9, "ab\n"},
    {"empty", "", 9, 9, ""},
};
// clang-format on

TEST(progress_display_cuts_long_text) {
    for (int i = 0; i < COUNT(fits); i++) {
        Str out = {0};
        progress_display_fit(fits[i].text, fits[i].width, fits[i].height, &out);
        CHECK_TEXT(fits[i].name, str_text(&out), fits[i].want);
        str_release(&out);
    }
}
