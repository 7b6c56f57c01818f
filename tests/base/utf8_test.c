#include "base/number.h"
#include "base/utf8.h"
#include "test.h"

#include <string.h>

static const struct {
    const char *name, *bytes;
    int length;
} length_rows[] = {
    {"ASCII", "a", 1},
    {"two bytes, the first", "\xc2\x80", 2},
    {"two bytes, the last", "\xdf\xbf", 2},
    {"three bytes, the first", "\xe0\xa0\x80", 3},
    {"three bytes, the last before the surrogates", "\xed\x9f\xbf", 3},
    {"three bytes, the first after the surrogates", "\xee\x80\x80", 3},
    {"three bytes, the last", "\xef\xbf\xbf", 3},
    {"four bytes, the first", "\xf0\x90\x80\x80", 4},
    {"four bytes, the last code there is", "\xf4\x8f\xbf\xbf", 4},
    {"nothing", "", 0},
    {"a continuation byte by itself", "\x80", 0},
    {"over-long slash in two bytes", "\xc0\xaf", 0},
    {"over-long in two bytes, the largest", "\xc1\xbf", 0},
    {"over-long in three bytes", "\xe0\x9f\xbf", 0},
    {"over-long in four bytes", "\xf0\x8f\xbf\xbf", 0},
    {"a surrogate", "\xed\xa0\x80", 0},
    {"beyond the last code", "\xf4\x90\x80\x80", 0},
    {"five bytes", "\xf8\x88\x80\x80\x80", 0},
    {"no byte of UTF-8", "\xff", 0},
    {"cut after one of two", "\xc3", 0},
    {"cut after two of three", "\xe2\x82", 0},
    {"cut after three of four", "\xf0\x9f\x98", 0},
    {"third byte no continuation", "\xe2\x82\x41", 0},
    {"fourth byte no continuation", "\xf0\x9f\x98\x41", 0},
};

TEST(utf8_length_of_one_character) {
    for (int i = 0; i < COUNT(length_rows); i++)
        CHECK_INT(length_rows[i].name,
                  utf8_length(length_rows[i].bytes, strlen(length_rows[i].bytes)),
                  length_rows[i].length);
}

TEST(utf8_is_valid_checks_the_whole_text) {
    CHECK("empty", utf8_is_valid("", 0));
    CHECK("mixed", utf8_is_valid("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 10));
    CHECK("a bad byte at the end", !utf8_is_valid("abc\xff", 4));
    CHECK("a NUL is a character", utf8_is_valid("a\0b", 3));
}

static const struct {
    const char *name, *text, *want;
} printable_rows[] = {
    {"plain text stays", "a move", "a move"},
    {"other languages stay", "\xe4\xba\x94\xe5\xad\x90\xe6\xa3\x8b",
     "\xe4\xba\x94\xe5\xad\x90\xe6\xa3\x8b"},
    {"an escape sequence", "\x1b[2J", "?[2J"},
    {"line ends and tabs", "a\r\n\tb", "a???b"},
    {"delete", "a\x7f", "a?"},
    {"a C1 control is one character",
     "a\xc2\x9b"
     "b",
     "a?b"},
    {"no-break space is not a control character", "a\xc2\xa0", "a\xc2\xa0"},
    {"ill-formed bytes, one by one", "\xff\xfe", "??"},
    {"empty", "", ""},
};

TEST(utf8_make_printable_removes_control_characters) {
    for (int i = 0; i < COUNT(printable_rows); i++) {
        char text[64] = "";
        memcpy(text, printable_rows[i].text, strlen(printable_rows[i].text));
        utf8_make_printable(text);
        CHECK_TEXT(printable_rows[i].name, text, printable_rows[i].want);
    }
}

static const struct {
    const char *name, *charset, *bytes, *want, *error;
} charset_rows[] = {
    {"Latin-1", "ISO-8859-1", "caf\xe9", "caf\xc3\xa9", NULL},
    {"GB18030", "GB18030", "\xce\xe5", "\xe4\xba\x94", NULL},
    {"Cyrillic", "windows-1251", "\xef\xf0", "\xd0\xbf\xd1\x80", NULL},
    {"Shift_JIS", "Shift_JIS", "\x8c\xdc", "\xe4\xba\x94", NULL},
    {"beyond 16 bits", "GB18030", "\x94\x39\xfc\x36", "\xf0\x9f\x98\x80", NULL},
    {"UTF-8", "utf8", "\xe4\xba\x94", "\xe4\xba\x94", NULL},
    {"nearly that name", "utf88", "x", NULL, "unknown character set 'utf88'"},
    {"nothing", "ISO-8859-1", "", "", NULL},
    {"unknown", "no-such-set", "x", NULL, "unknown character set 'no-such-set'"},
    {"does not fit", "ASCII", "ab\xe9", NULL, "byte 2 is not valid in the character set"},
    {"cut short", "UTF-8", "a\xc3", NULL, "byte 1 is not valid in the character set"},
};

TEST(utf8_add_converted_from_other_charsets) {
    for (int i = 0; i < COUNT(charset_rows); i++) {
        Str out = {0};
        Error err = {0};
        bool ok = utf8_add_converted(&out, charset_rows[i].charset, charset_rows[i].bytes,
                                     strlen(charset_rows[i].bytes), &err);
        CHECK_INT(charset_rows[i].name, ok, !charset_rows[i].error);
        CHECK_TEXT(charset_rows[i].name, ok ? str_text(&out) : err.text,
                   ok ? charset_rows[i].want : charset_rows[i].error);
        str_release(&out);
    }
}

TEST(utf8_add_converted_text_longer_than_its_buffer) {
    char bytes[1000];
    memset(bytes, '\xe9', sizeof bytes);
    Str out = {0};
    Error err = {0};
    CHECK("converted", utf8_add_converted(&out, "ISO-8859-1", bytes, sizeof bytes, &err));
    CHECK_INT("two bytes each", (long long)out.len, 2000);
    CHECK("valid", utf8_is_valid(out.data, out.len));
    str_release(&out);
}

TEST(utf8_next_and_add_round_trip) {
    static const struct {
        const char *name, *text;
        uint32_t letter;
    } rows[] = {{"ASCII", "a", 'a'},
                {"two bytes", "\xc3\xa9", 0xe9},
                {"three", "\xe2\x97\x8f", 0x25cf},
                {"four", "\xf0\x9f\x98\x80", 0x1f600}};
    for (int i = 0; i < COUNT(rows); i++) {
        const char *at = rows[i].text;
        CHECK_INT(rows[i].name, utf8_next(&at), rows[i].letter);
        CHECK_TEXT(rows[i].name, at, "");
        Str out = {0};
        utf8_add(&out, rows[i].letter);
        CHECK_TEXT(rows[i].name, str_text(&out), rows[i].text);
        str_release(&out);
    }
}

TEST(utf8_add_replaces_invalid_code_points) {
    const char *at = "\xff\x1b\xe2\x97";
    for (int i = 0; i < 4; i++)
        CHECK_INT("byte", utf8_next(&at), '?');
    Str out = {0};
    utf8_add(&out, 0);
    utf8_add(&out, 0xd800);
    utf8_add(&out, 0x110000);
    CHECK_TEXT("code points", str_text(&out), "???");
    str_release(&out);
}

TEST(utf8_stacks_marks_rows) {
    static const struct {
        const char *row, *text;
        bool stacks;
    } rows[] = {
        {"empty", "", false},
        {"Latin", "e\u0301\u0323\u0302\u0308 ", false},
        {"one mark more", "e\u0301\u0323\u0302\u0308\u0301", true},
        {"after a letter again", "e\u0301\u0323\u0302\u0308e\u0301", false},
        {"at the beginning", "\u0301\u0301\u0301\u0301\u0301", true},
        {"Hebrew with vowels and accents", "\u05d1\u05bc\u05b0\u05bd\u0591\u05e8", false},
        {"Vietnamese, decomposed", "Ti\u00ea\u0301ng Vi\u00ea\u0323t", false},
        {"Thai", "\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48", false},
        {"Thai, stacked", "\u0e17\u0e35\u0e48\u0e48\u0e48\u0e48", true},
        {"an emoji with a modifier and joiners", "\U0001f468\U0001f3fd\u200d\u2764\ufe0f", false},
        {"enclosing", "a\u20dd\u20dd\u20dd\u20dd\u20dd", true},
    };
    for (int i = 0; i < COUNT(rows); i++)
        CHECK_INT(rows[i].row, utf8_stacks_marks(rows[i].text, strlen(rows[i].text)),
                  rows[i].stacks);
}

TEST(utf8_add_xml_escapes) {
    static const char *const rows[][2] = {
        {"a b", "a b"},
        {"<a href=\"x\">'&amp;", "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;"},
        {"two\nlines\t\x1b[31m\x7f", "two\nlines??[31m?"},
        {"\xc3\xa9\xf0\x9f\x98\x80", "\xc3\xa9\xf0\x9f\x98\x80"},
        {"\xff\xc3z", "??z"},
        {"\xef\xbf\xbe\xef\xbf\xbf\xef\xbf\xbd", "??\xef\xbf\xbd"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Str out = {0};
        utf8_add_xml(&out, rows[i][0]);
        CHECK_TEXT(rows[i][0], str_text(&out), rows[i][1]);
        str_release(&out);
    }
}
