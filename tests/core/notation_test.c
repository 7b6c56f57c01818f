#include "base/number.h"
#include "core/notation.h"
#include "test.h"

#include <string.h>

static const struct {
    const char *name, *text;
    Notation notation;
    int size, x, y;
} good_rows[] = {
    {"GTP, bottom left", "A1", NOTATION_GTP, 19, 0, 18},
    {"GTP, small letters", "a1", NOTATION_GTP, 19, 0, 18},
    {"GTP skips I", "J9", NOTATION_GTP, 9, 8, 0},
    {"GTP, the letter before I", "H1", NOTATION_GTP, 19, 7, 18},
    {"GTP, top right of the largest board", "Z25", NOTATION_GTP, 25, 24, 0},
    {"GTP, a leading zero", "a01", NOTATION_GTP, 19, 0, 18},
    {"pos has I", "i9", NOTATION_POS, 9, 8, 0},
    {"pos, capitals", "H8", NOTATION_POS, 15, 7, 7},
    {"pos, bottom left", "a1", NOTATION_POS, 15, 0, 14},
    {"pos, the largest board", "y25", NOTATION_POS, 25, 24, 0},
    {"pos-top, top left", "a1", NOTATION_POS_TOP, 15, 0, 0},
    {"pos-top, bottom left", "a15", NOTATION_POS_TOP, 15, 0, 14},
    {"xy", "3,11", NOTATION_XY, 15, 3, 11},
    {"xy, top left", "0,0", NOTATION_XY, 15, 0, 0},
    {"SGF, column first", "ab", NOTATION_SGF, 15, 0, 1},
    {"SGF, the largest board", "yy", NOTATION_SGF, 25, 24, 24},
    {"the smallest board", "b2", NOTATION_POS, 2, 1, 0},
};

// The characters beside the digits and letters are neither.
TEST(point_parse_no_other_characters) {
    static const struct {
        const char *text;
        Notation notation;
    } rows[] = {
        {"a/", NOTATION_POS},          {"a:", NOTATION_POS},    {"a1/", NOTATION_POS},
        {"a1:", NOTATION_POS},         {"a/1", NOTATION_POS},   {"a:1", NOTATION_POS},
        {"@1", NOTATION_POS},          {"[1", NOTATION_POS},    {"`1", NOTATION_POS},
        {"{1", NOTATION_POS},          {"z1", NOTATION_POS},    {"@1", NOTATION_GTP},
        {"[1", NOTATION_GTP},          {"`1", NOTATION_GTP},    {"{1", NOTATION_GTP},
        {"/,1", NOTATION_XY},          {":,1", NOTATION_XY},    {"1,/", NOTATION_XY},
        {"1,:", NOTATION_XY},          {"1:,1", NOTATION_XY},   {"1,1:", NOTATION_XY},
        {",1", NOTATION_XY},           {"1,", NOTATION_XY},     {"1,1,", NOTATION_XY},
        {"a`", NOTATION_SGF},          {"a{", NOTATION_SGF},    {"`a", NOTATION_SGF},
        {"{a", NOTATION_SGF},          {"a@", NOTATION_SGF},    {"a[", NOTATION_SGF},
        {"25,0", NOTATION_XY},         {"0,25", NOTATION_XY},   {"a26", NOTATION_POS},
        {"a260", NOTATION_POS},        {"a2600", NOTATION_POS}, {"a4294967297", NOTATION_POS},
        {"0,4294967296", NOTATION_XY},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Point p = POINT_NONE;
        Error err = {0};
        CHECK(rows[i].text, !point_parse(rows[i].text, rows[i].notation, 25, &p, &err));
        CHECK(rows[i].text, strstr(err.text, "is not a point of the board"));
    }
}

TEST(point_parse_valid_rows) {
    for (int i = 0; i < COUNT(good_rows); i++) {
        Point p = POINT_NONE;
        Error err = {0};
        CHECK(good_rows[i].name,
              point_parse(good_rows[i].text, good_rows[i].notation, good_rows[i].size, &p, &err));
        CHECK_INT(good_rows[i].name, point_x(p), good_rows[i].x);
        CHECK_INT(good_rows[i].name, point_y(p), good_rows[i].y);
    }
}

static const struct {
    const char *name, *text;
    Notation notation;
    const char *error;
} bad_rows[] = {
    {"GTP has no I", "I5", NOTATION_GTP, "'I5' is not a point of the board; the last one is P15"},
    {"GTP, beyond the board", "Q1", NOTATION_GTP,
     "'Q1' is not a point of the board; the last one is P15"},
    {"row zero", "a0", NOTATION_POS, "'a0' is not a point of the board; the last one is o15"},
    {"row too large", "a16", NOTATION_POS,
     "'a16' is not a point of the board; the last one is o15"},
    {"row far too large", "a99999999999999999999", NOTATION_POS,
     "'a99999999999999999999' is not a point of the board; the last one is o15"},
    {"negative row", "a-1", NOTATION_POS, "'a-1' is not a point of the board; the last one is o15"},
    {"a letter after it", "a1b", NOTATION_POS,
     "'a1b' is not a point of the board; the last one is o15"},
    {"a space after it", "a1 ", NOTATION_POS,
     "'a1 ' is not a point of the board; the last one is o15"},
    {"a blank before", " a1", NOTATION_POS,
     "' a1' is not a point of the board; the last one is o15"},
    {"no row", "a", NOTATION_POS, "'a' is not a point of the board; the last one is o15"},
    {"no column", "1", NOTATION_POS, "'1' is not a point of the board; the last one is o15"},
    {"nothing", "", NOTATION_GTP, "'' is not a point of the board; the last one is P15"},
    {"no letter",
     "\xc3\xa9"
     "1",
     NOTATION_POS_TOP,
     "'\xc3\xa9"
     "1' is not a point of the board; the last one is o15"},
    {"xy, too large", "15,0", NOTATION_XY,
     "'15,0' is not a point of the board; the last one is 14,14"},
    {"xy, one number", "7", NOTATION_XY, "'7' is not a point of the board; the last one is 14,14"},
    {"xy, three numbers", "1,2,3", NOTATION_XY,
     "'1,2,3' is not a point of the board; the last one is 14,14"},
    {"xy, no first", ",3", NOTATION_XY, "',3' is not a point of the board; the last one is 14,14"},
    {"xy, no second", "3,", NOTATION_XY, "'3,' is not a point of the board; the last one is 14,14"},
    {"xy, a sign", "+1,2", NOTATION_XY,
     "'+1,2' is not a point of the board; the last one is 14,14"},
    {"SGF, capitals are other letters", "AA", NOTATION_SGF,
     "'AA' is not a point of the board; the last one is oo"},
    {"SGF, one letter", "a", NOTATION_SGF, "'a' is not a point of the board; the last one is oo"},
    {"SGF, three letters", "aaa", NOTATION_SGF,
     "'aaa' is not a point of the board; the last one is oo"},
    {"SGF, beyond the board", "tt", NOTATION_SGF,
     "'tt' is not a point of the board; the last one is oo"},
};

TEST(point_parse_errors) {
    for (int i = 0; i < COUNT(bad_rows); i++) {
        Point p = POINT_PASS;
        Error err = {0};
        CHECK(bad_rows[i].name, !point_parse(bad_rows[i].text, bad_rows[i].notation, 15, &p, &err));
        CHECK_TEXT(bad_rows[i].name, err.text, bad_rows[i].error);
        CHECK_INT(bad_rows[i].name, p, POINT_PASS);
    }
}

TEST(point_notations_round_trip) {
    for (int n = 0; n < NOTATION_COUNT; n++)
        for (int size = BOARD_MIN; size <= BOARD_MAX; size++)
            for (int i = 0; i < size * size; i++) {
                Point p = point_at(i % size, i / size), back = POINT_NONE;
                Str text = {0};
                Error err = {0};
                point_format(p, (Notation)n, size, &text);
                CHECK(str_text(&text),
                      point_parse(str_text(&text), (Notation)n, size, &back, &err));
                CHECK_INT(str_text(&text), back, p);
                str_release(&text);
            }
}

TEST(point_format_rows) {
    static const char *const want[] = {
        [NOTATION_POS] = "d3",  [NOTATION_GTP] = "D3", [NOTATION_POS_TOP] = "d13",
        [NOTATION_XY] = "3,12", [NOTATION_SGF] = "dm",
    };
    for (int n = 0; n < NOTATION_COUNT; n++) {
        Str text = {0};
        point_format(point_at(3, 12), (Notation)n, 15, &text);
        CHECK_TEXT(notation_name(n), str_text(&text), want[n]);
        str_release(&text);
    }
}

TEST(notations_are_found_by_name) {
    Notation n = NOTATION_COUNT;
    Error err = {0};
    for (int i = 0; notation_name(i); i++) {
        CHECK(notation_name(i), notation_find(notation_name(i), &n, &err));
        CHECK_INT(notation_name(i), n, i);
        CHECK(notation_name(i), *notation_summary(n));
    }
    CHECK("in capitals", notation_find("POS-TOP", &n, &err) && n == NOTATION_POS_TOP);
    CHECK("a slip", !notation_find("gpt", &n, &err));
    CHECK_TEXT("a slip", err.text, "there is no notation 'gpt'; did you mean 'gtp'?");
}

TEST(notation_column_letters) {
    CHECK_INT("GTP skips I", notation_column_letter(NOTATION_GTP, 8), 'J');
    CHECK_INT("pos does not", notation_column_letter(NOTATION_POS, 8), 'i');
    CHECK_INT("xy has no letters", notation_column_letter(NOTATION_XY, 8), 0);
}

TEST(point_coordinates_and_distance) {
    for (int y = 0; y < BOARD_MAX; y++)
        for (int x = 0; x < BOARD_MAX; x++) {
            CHECK_INT("x", point_x(point_at(x, y)), x);
            CHECK_INT("y", point_y(point_at(x, y)), y);
            CHECK("no answer is a point of the board", point_at(x, y) > POINT_MORE);
        }
    CHECK_INT("centre of an odd board", point_center(15), point_at(7, 7));
    CHECK_INT("centre of an even board", point_center(20), point_at(10, 10));
    CHECK_INT("distance to itself", point_distance(point_at(3, 3), point_at(3, 3)), 0);
    CHECK_INT("distance along a diagonal", point_distance(point_at(3, 3), point_at(4, 2)), 1);
    CHECK_INT("the larger of both", point_distance(point_at(0, 9), point_at(2, 4)), 5);
}

TEST(points_parse_rows) {
    static const struct {
        const char *name, *text;
        int max, count;
        const char *error;
    } rows[] = {
        {"none", "", 3, 0, ""},
        {"as many as there is room for", "a1o15c3", 3, 3, ""},
        {"one too many", "a1o15c3d4", 3, 3, "there are more than 3 points"},
        {"outside", "a1p1", 3, 1, "'p1' is not a point of the board; the last one is o15"},
        {"no number", "a", 3, 0, "'a' is not a point of the board; the last one is o15"},
        {"a long number", "a12345678", 3, 0,
         "'a123456' is not a point of the board; the last one is o15"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Point points[4] = {0};
        int count = -1;
        Error err = {0};
        CHECK_INT(rows[i].name, points_parse(rows[i].text, 15, rows[i].max, points, &count, &err),
                  !*rows[i].error);
        CHECK_TEXT(rows[i].name, err.text, rows[i].error);
        CHECK_INT(rows[i].name, count, rows[i].count);
        CHECK_INT(rows[i].name, points[3], 0);
    }
}

TEST(points_are_written_in_one_text) {
    static const Point points[] = {0};
    Str out = {0};
    JsonWriter w = json_writer_into(&out);
    write_object(&w, NULL);
    write_points(&w, "none", points, 0, 15);
    write_points(&w, "two", (Point[]){point_at(0, 14), point_at(14, 0)}, 2, 15);
    write_end_object(&w);
    CHECK_TEXT("JSON", str_text(&out), "{\"none\":\"\",\"two\":\"a1o15\"}");
    str_release(&out);
}

TEST(moves_have_texts) {
    static const struct {
        Point p;
        const char *text;
    } rows[] = {{POINT_STAY, "stay"}, {POINT_SWAP, "swap"}, {POINT_MORE, "more"}};
    Error err = {0};
    Point p;
    for (int i = 0; i < COUNT(rows); i++) {
        CHECK_TEXT("a choice", move_text(rows[i].p, 15).text, rows[i].text);
        CHECK(rows[i].text, move_parse(rows[i].text, 15, &p, &err) && p == rows[i].p);
    }
    CHECK_TEXT("a point", move_text(point_at(14, 0), 15).text, "o15");
    CHECK("a point", move_parse("o15", 15, &p, &err) && p == point_at(14, 0));
    CHECK("another word", !move_parse("swop", 15, &p, &err));
}
