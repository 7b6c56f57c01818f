#include "base/json.h"
#include "test.h"

#include <string.h>

TEST(json_accepts_only_rfc_8259) {
    static const struct {
        const char *text, *why; // NULL: it is JSON
    } rows[] = {
        {"{}", NULL},
        {" [ 1 , -2.5e+3 , true , null ] ", NULL},
        {"\"\\u00e9\\ud83d\\ude00\\n\"", NULL},
        {"0", NULL},
        {"", "line 1, column 1: expected a value, not the end"},
        {"01", "line 1, column 2: expected nothing more, not '1'"},
        {"[1,]", "line 1, column 4: expected a value, not ']'"},
        {"{\"a\" 1}", "line 1, column 6: expected a colon, not '1'"},
        {"{a: 1}", "line 1, column 2: expected a string in quotes, not 'a'"},
        {"[1\n2]", "line 2, column 1: expected a comma or ], not '2'"},
        {"\"\t\"", "line 1, column 2: expected the quote that ends the string, not the byte 0x09"},
        {"\"\\x\"", "line 1, column 3: expected an escape such as \\n, not 'x'"},
        {"\"\\ud800\"", "line 1, column 8: expected the second half of a surrogate pair, not '\"'"},
        {"\"\\u0000\"", "line 1, column 8: a string must not contain a NUL"},
        {"True", "line 1, column 1: expected a value, not 'T'"},
        {"-", "line 1, column 2: expected a digit, not the end"},
        {"\"\xff\"", "line 1, column 4: the string is not valid UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Arena arena = {0};
        Error err = {0};
        const Json *j = json_parse(&arena, rows[i].text, strlen(rows[i].text), &err);
        CHECK(rows[i].text, (j != NULL) == (rows[i].why == NULL));
        CHECK_TEXT(rows[i].text, err.text, rows[i].why ? rows[i].why : "");
        arena_release(&arena);
    }
}

TEST(json_depth_is_limited) {
    char text[2 * JSON_DEPTH_MAX + 3];
    memset(text, '[', JSON_DEPTH_MAX + 1);
    memset(text + JSON_DEPTH_MAX + 1, ']', JSON_DEPTH_MAX + 1);
    Arena arena = {0};
    Error err = {0};
    CHECK("just right", json_parse(&arena, text + 1, 2 * JSON_DEPTH_MAX, &err));
    CHECK("too deep", !json_parse(&arena, text, 2 * JSON_DEPTH_MAX + 2, &err));
    arena_release(&arena);
}

TEST(json_finds_members_and_numbers) {
    static const char text[] = "{\"n\": 12, \"t\": \"a\\\"b\\u00e9\", \"l\": [1.5]}";
    Arena arena = {0};
    Error err = {0};
    int64_t n = 0;
    const Json *j = json_parse(&arena, text, strlen(text), &err);
    CHECK("it is", j != NULL);
    CHECK("a number", json_integer(json_find(j, "n"), "n", 0, 20, &n, &err) && n == 12);
    CHECK_TEXT("a text", json_find(j, "t")->text, "a\"b\xc3\xa9");
    CHECK("none", !json_find(j, "x") && !json_find(json_find(j, "n"), "x"));
    CHECK("no integer", !json_integer(json_find(j, "l")->first, "l", 0, 20, &n, &err));
    Str out = {0};
    json_add_string(&out, "a\"b\n");
    CHECK_TEXT("written", str_text(&out), "\"a\\\"b\\u000a\"");
    str_release(&out);
    arena_release(&arena);
}
