#include "base/number.h"
#include "base/utf8.h"
#include "record/format.h"
#include "test.h"

#include <string.h>

static Record *game_from(const char *moves, int size) {
    Error err = {0};
    Record *r = format_pos.read(moves, strlen(moves), &(ReadOptions){.size = size}, &err);
    CHECK_TEXT(moves, err.text, "");
    return r;
}

static void draw(const Record *r, const WriteOptions *options, Str *out) {
    Error err = {0};
    str_clear(out);
    CHECK("drawn", format_svg.write(r, options, out, &err));
}

static int count(const Str *text, const char *part) {
    int n = 0;
    for (const char *at = str_text(text); (at = strstr(at, part)); at += strlen(part))
        n++;
    return n;
}

TEST(svg_shows_stones_numbers_and_labels) {
    static const struct {
        const char *name, *moves;
        WriteOptions options;
        int size;
        const char *part;
        int times;
    } rows[] = {
        {"an empty board has no stones", "", {0}, 5, "<circle", 1}, // the star point in the center
        {"black stones", "a1b1c1", {0}, 15, "url(#pentad-black)", 2},
        {"white stones", "a1b1c1", {0}, 15, "url(#pentad-white)", 1},
        {"numbers", "a1b1c1", {0}, 15, "font-size=\"20\"", 3},
        {"the last number is bold", "a1b1c1", {0}, 15, ">3</text>\n</svg>", 1},
        {"only one is", "a1b1c1", {0}, 15, "bold", 1},
        {"no numbers on plain stones", "a1b1c1", {.plain_stones = true}, 15, "font-size=\"20\"", 0},
        {"a dot for the last plain stone", "a1b1c1", {.plain_stones = true}, 15, "r=\"6\"", 1},
        {"no dot without stones", "", {.plain_stones = true}, 15, "r=\"6\"", 0},
        {"GTP has no column I", "", {.notation = NOTATION_GTP}, 15, ">I</text>", 0},
        {"the 15th column of GTP", "", {.notation = NOTATION_GTP}, 15, ">P</text>", 2},
        {"x,y counts from 0", "", {.notation = NOTATION_XY}, 15, ">0</text>", 4},
        {"SGF has letters on four sides", "", {.notation = NOTATION_SGF}, 15, ">o</text>", 4},
        {"no winner", "a1a2b1b2c1c2d1d2", {0}, 15, "stroke-linecap", 0},
        {"the line that won", "a1a2b1b2c1c2d1d2e1", {0}, 15, "stroke-linecap", 1},
        {"a ring for each of its stones", "a1a2b1b2c1c2d1d2e1", {0}, 15, "stroke-width=\"3\"", 5},
        {"the size sets the scale", "", {0}, 15, "viewBox=\"0 0 664 664\"", 1},
        {"a 19x19 board has nine stars", "", {0}, 19, "<circle", 9},
        {"a 15x15 board has five", "", {0}, 15, "<circle", 5},
        {"an 8x8 board has none", "", {0}, 8, "<circle", 0},
    };
    Str out = {0};
    for (int i = 0; i < COUNT(rows); i++) {
        Record *r = game_from(rows[i].moves, rows[i].size);
        draw(r, &rows[i].options, &out);
        CHECK_INT(rows[i].name, count(&out, rows[i].part), rows[i].times);
        record_free(r);
    }
    str_release(&out);
}

TEST(svg_numbers_moves_and_not_setup) {
    Str out = {0};
    Record *r = record_new(15, &rules_freestyle);
    record_add_setup(r, r->root, WHITE, point_at(0, 0));
    record_add_move(r, record_add_move(r, r->root, BLACK, POINT_PASS), WHITE, point_at(1, 0));
    draw(r, &(WriteOptions){0}, &out);
    CHECK_INT("stones", count(&out, "url(#pentad-white)"), 2);
    CHECK_INT("numbers", count(&out, "font-size=\"20\""), 1);
    CHECK_INT("the pass counts", count(&out, ">2</text>\n</svg>"), 1);
    draw(r, &(WriteOptions){.end = r->root}, &out);
    CHECK_INT("the position asked for", count(&out, "url(#pentad-white)"), 1);
    record_free(r);
    str_release(&out);
}

TEST(svg_title_is_safe_text) {
    static const struct {
        const char *name, *black, *white, *title;
    } rows[] = {
        {"no names", NULL, NULL, "<title>Black \xe2\x80\x93 White</title>"},
        {"names", "Ann", "Bob", "<title>Ann \xe2\x80\x93 Bob</title>"},
        {"markup", "<b>&\"'", "]]>",
         "<title>&lt;b&gt;&amp;&quot;&#39; \xe2\x80\x93 ]]&gt;</title>"},
        {"controls", "a\033\n\x7f", "\xc2\x85", "<title>a?\n? \xe2\x80\x93 ?</title>"},
        {"characters XML has not", "\xef\xbf\xbe\xef\xbf\xbf", "\xef\xbf\xbd",
         "<title>?? \xe2\x80\x93 \xef\xbf\xbd</title>"},
        {"ill-formed", "\xff\xc3", "x", "<title>?? \xe2\x80\x93 x</title>"},
    };
    Str out = {0};
    for (int i = 0; i < COUNT(rows); i++) {
        Record *r = record_new(15, &rules_freestyle);
        record_set_value(r, r->root, "PB", rows[i].black);
        record_set_value(r, r->root, "PW", rows[i].white);
        draw(r, &(WriteOptions){0}, &out);
        CHECK_INT(rows[i].name, count(&out, rows[i].title), 1);
        CHECK(rows[i].name, utf8_is_valid(out.data, out.len));
        record_free(r);
    }
    str_release(&out);
}

TEST(svg_title_has_the_result) {
    Str out = {0};
    Record *r = game_from("a1a2b1b2c1c2d1d2e1", 15);
    draw(r, &(WriteOptions){0}, &out);
    CHECK_INT("won", count(&out, "White: Black wins by five in a row</title>"), 1);
    record_free(r);
    str_release(&out);
}

TEST(svg_rejects_an_illegal_game) {
    Error err = {0};
    Str out = {0};
    Record *r = record_new(15, &rules_freestyle);
    record_add_move(r, record_add_move(r, r->root, BLACK, point_at(0, 0)), WHITE, point_at(0, 0));
    CHECK("refused", !format_svg.write(r, &(WriteOptions){0}, &out, &err));
    CHECK_TEXT("refused", err.text, "move 2: the point is occupied");
    str_release(&out);
    record_free(r);
}
