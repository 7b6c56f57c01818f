#include "base/number.h"
#include "base/scanner.h"
#include "test.h"

#include <string.h>

static Scanner over(const char *text) {
    return scanner_over(text, strlen(text));
}

TEST(scanner_tracks_line_and_column) {
    Scanner s = over("ab\nc");
    static const struct {
        int byte, line, column;
    } rows[] = {{'a', 1, 1}, {'b', 1, 2}, {'\n', 1, 3}, {'c', 2, 1}, {-1, 2, 2}, {-1, 2, 2}};
    for (int i = 0; i < COUNT(rows); i++) {
        CHECK_INT("line", s.line, rows[i].line);
        CHECK_INT("column", s.column, rows[i].column);
        CHECK_INT("peek", scanner_peek(&s), rows[i].byte);
        CHECK_INT("next", scanner_next(&s), rows[i].byte);
    }
    CHECK("at the end", scanner_at_end(&s));
}

TEST(scanner_reads_any_byte) {
    Scanner s = scanner_over("\xff\0x", 3);
    CHECK_INT("not negative", scanner_next(&s), 0xff);
    scanner_skip_blanks(&s);
    CHECK_INT("a NUL is neither blank nor the end", scanner_next(&s), 0);
    CHECK("accept compares bytes", scanner_accept(&s, 'x'));
    s = over("\xe9");
    CHECK("also above 127", scanner_accept(&s, '\xe9'));
    s = over("");
    CHECK("nothing at the end", !scanner_accept(&s, '\xff'));
}

TEST(scanner_skips_a_byte_order_mark) {
    static const struct {
        const char *text;
        int next;
    } rows[] = {{"\xef\xbb\xbf"
                 "a",
                 'a'},
                {"\xef\xbb\xbf", -1},
                {"\xef\xbb", 0xef},
                {"a", 'a'},
                {"", -1}};
    for (int i = 0; i < COUNT(rows); i++) {
        Scanner s = over(rows[i].text);
        scanner_skip_bom(&s);
        CHECK_INT(rows[i].text, scanner_peek(&s), rows[i].next);
        CHECK_INT(rows[i].text, s.column, 1);
    }
}

TEST(scanner_skips_blanks_and_newlines) {
    Scanner s = over(" \t\r\n\v\f x");
    scanner_skip_blanks(&s);
    CHECK_INT("the x", scanner_peek(&s), 'x');
    CHECK_INT("on line", s.line, 2);
    scanner_next(&s);
    scanner_skip_blanks(&s);
    CHECK("the end", scanner_at_end(&s));
}

TEST(scanner_accepts_only_what_is_next) {
    Scanner s = over("[]");
    CHECK("not this", !scanner_accept(&s, ']'));
    CHECK("this", scanner_accept(&s, '['));
    CHECK_INT("stepped", s.column, 2);
}

static const struct {
    const char *name, *text;
    int max, want; // -1: rejected
    int next;      // the byte that follows
} number_rows[] = {
    {"one digit", "7", 9, 7, -1},
    {"the largest allowed", "19", 19, 19, -1},
    {"one more", "20", 19, -1, '2'},
    {"one digit above a small limit", "7", 5, -1, '7'},
    {"one digit above the limit zero", "1", 0, -1, '1'},
    {"zero with the limit zero", "0", 0, 0, -1},
    {"stops at a letter", "12x3", 99, 12, 'x'},
    {"leading zeroes", "0012", 99, 12, -1},
    {"no digit", "x", 99, -1, 'x'},
    {"no sign", "-1", 99, -1, '-'},
    {"nothing", "", 99, -1, -1},
    {"the largest int", "2147483647", 2147483647, 2147483647, -1},
    {"beyond the largest int", "2147483648", 2147483647, -1, '2'},
    {"far beyond", "99999999999999999999", 2147483647, -1, '9'},
};

TEST(scanner_number_rows) {
    for (int i = 0; i < COUNT(number_rows); i++) {
        Scanner s = over(number_rows[i].text);
        int value = -1;
        bool ok = scanner_number(&s, number_rows[i].max, &value);
        CHECK_INT(number_rows[i].name, ok, number_rows[i].want >= 0);
        CHECK_INT(number_rows[i].name, value, number_rows[i].want);
        CHECK_INT(number_rows[i].name, scanner_peek(&s), number_rows[i].next);
    }
}

static void check_line(Scanner *s, const char *want, int number) {
    Scanner line;
    CHECK(want, scanner_line(s, &line));
    CHECK_INT(want, (long long)line.len, (long long)strlen(want));
    CHECK(want, memcmp(line.text, want, line.len) == 0);
    CHECK_INT(want, line.line, number);
    CHECK_INT(want, line.column, 1);
}

TEST(scanner_line_cuts_at_newlines) {
    Scanner s = over("first\nsecond\r\n\nlast"), line;
    check_line(&s, "first", 1);
    check_line(&s, "second", 2);
    check_line(&s, "", 3);
    check_line(&s, "last", 4);
    CHECK("no more", !scanner_line(&s, &line));
    s = over("only\n");
    check_line(&s, "only", 1);
    CHECK("no empty line after the last", !scanner_line(&s, &line));
}

TEST(scanner_line_within_a_line_keeps_the_column) {
    Scanner s = over("size 15\nrest"), line;
    for (int i = 0; i < 5; i++)
        scanner_next(&s);
    CHECK("a line", scanner_line(&s, &line));
    CHECK_INT("column", line.column, 6);
    Error err = {0};
    CHECK("false", !scanner_error(&line, &err, "%d is too large", 15));
    CHECK_TEXT("where and what", err.text, "line 1, column 6: 15 is too large");
}

TEST(scanner_accepts_words_in_any_case) {
    Scanner s = over("Black to move");
    CHECK("not this one", !scanner_accept_word(&s, "Blank"));
    CHECK_INT("nothing read", (long long)s.at, 0);
    CHECK("this one", scanner_accept_word(&s, "BLACK "));
    CHECK_INT("column", s.column, 7);
    CHECK("not beyond the end", !scanner_accept_word(&s, "to move on"));
    CHECK("the rest", scanner_accept_word(&s, "to move"));
    CHECK("at the end", scanner_at_end(&s));
}

TEST(scanner_describes_the_next_byte) {
    static const struct {
        const char *text, *want;
        size_t len;
    } rows[] = {
        {"x", "'x'", 1},
        {" ", "' '", 1},
        {"\0x", "the byte 0x00", 2},
        {"\x1b[", "the byte 0x1b", 2},
        {"\x7f", "the byte 0x7f", 1},
        {"\xc3\xa9", "the byte 0xc3", 2},
        {"", "the end", 0},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Scanner s = scanner_over(rows[i].text, rows[i].len);
        CHECK_TEXT(rows[i].want, scanner_describe_next(&s).text, rows[i].want);
    }
}
