#include "base/error.h"
#include "test.h"

#include <string.h>

TEST(error_set_says_why_and_is_false) {
    Error err = {0};
    CHECK("false", !error_set(&err, "%s has %d rows", "board", 3));
    CHECK_TEXT("text", err.text, "board has 3 rows");
}

TEST(error_prefix_puts_the_context_in_front) {
    Error err = {0};
    error_set(&err, "file is cut short");
    CHECK("false", !error_prefix(&err, "big.net"));
    CHECK_TEXT("text", err.text, "big.net: file is cut short");
}

TEST(error_text_never_holds_control_characters) {
    Error err = {0};
    error_set(&err, "no move %s here", "\x1b[31mred\n\t\xff");
    CHECK_TEXT("escape, newline, tab, a stray byte", err.text,
               "no move ?[31mred??"
               "? here");
}

TEST(error_text_too_long_is_cut_and_stays_valid) {
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
