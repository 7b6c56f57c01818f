#include "base/error.h"
#include "test.h"

#include <string.h>

TEST(error_set_sets_text_and_returns_false) {
    Error err = {0};
    CHECK("false", !error_set(&err, "%s has %d rows", "board", 3));
    CHECK_TEXT("text", err.text, "board has 3 rows");
}

TEST(error_prefix_prepends_context) {
    Error err = {0};
    error_set(&err, "file is cut short");
    CHECK("false", !error_prefix(&err, "big.net"));
    CHECK_TEXT("text", err.text, "big.net: file is cut short");
}

TEST(error_prefix_shortens_long_context_in_the_middle) {
    char path[301], wide[301] = "";
    memset(path, 'm', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    memcpy(path, "/start/", 7);
    memcpy(path + sizeof path - 9, "/end.sgf", 8);
    Error err = {0};
    error_set(&err, "No such file or directory");
    error_prefix(&err, path);
    CHECK("the start", strncmp(err.text, "/start/mmm", 10) == 0);
    CHECK("the end and the reason", strstr(err.text, "m/end.sgf: No such file or directory"));
    CHECK("something is missing", strstr(err.text, "mm...mm"));

    wide[0] = 'x'; // so that both cuts meet the middle of a character
    for (int i = 1; i + 2 < (int)sizeof wide; i += 2)
        memcpy(wide + i, "\xc3\xa9", 2);
    error_set(&err, "why");
    error_prefix(&err, wide);
    CHECK("no half character", !strchr(err.text, '?'));
}

TEST(error_text_has_no_control_characters) {
    Error err = {0};
    error_set(&err, "no move %s here", "\x1b[31mred\n\t\xff");
    CHECK_TEXT("escape, newline, tab, a stray byte", err.text,
               "no move ?[31mred??"
               "? here");
}

TEST(error_text_is_truncated_to_valid_utf8) {
    char long_text[1000];
    memset(long_text, 'x', sizeof long_text);
    long_text[sizeof long_text - 1] = '\0';
    Error err = {0};
    error_set(&err, "%s", long_text);
    CHECK_INT("length", (long long)strlen(err.text), (long long)sizeof err.text - 1);
    error_prefix(&err, "context");
    CHECK("the context is kept", strncmp(err.text, "context: xxx", 12) == 0);

    for (int i = 0; i + 2 < (int)sizeof long_text; i += 2)
        memcpy(long_text + i, "\xc3\xa9", 2); // cut in the middle of a character
    error_set(&err, "%s", long_text);
    CHECK("no half character", err.text[strlen(err.text) - 1] == '?');
}

TEST(error_may_be_null) {
    CHECK("set", !error_set(NULL, "why"));
    CHECK("prefix", !error_prefix(NULL, "context"));
    CHECK("locate", !error_locate(NULL, 1, 2));
}

TEST(error_locate_prepends_line_and_column) {
    Error err = {0};
    error_set(&err, "why");
    CHECK("returns false", !error_locate(&err, 3, 14));
    CHECK_TEXT("text", err.text, "line 3, column 14: why");
}
