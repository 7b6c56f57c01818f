#include "base/json.h"
#include "base/json_writer.h"
#include "base/number.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
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
        {"-0", NULL},
        {"1E400", NULL},
        {"00", "line 1, column 2: expected nothing more, not '0'"},
        {"-01", "line 1, column 3: expected nothing more, not '1'"},
        {"+1", "line 1, column 1: expected a value, not '+'"},
        {".5", "line 1, column 1: expected a value, not '.'"},
        {"1.", "line 1, column 3: expected a digit, not the end"},
        {"1.e1", "line 1, column 3: expected a digit, not 'e'"},
        {"1e+", "line 1, column 4: expected a digit, not the end"},
        {"0x1", "line 1, column 2: expected nothing more, not 'x'"},
        {"NaN", "line 1, column 1: expected a value, not 'N'"},
        {"nul", "line 1, column 1: expected a value, not 'n'"},
        {"nulls", "line 1, column 5: expected nothing more, not 's'"},
        {"[1 true]", "line 1, column 4: expected a comma or ], not 't'"},
        {"[,1]", "line 1, column 2: expected a value, not ','"},
        {"[1", "line 1, column 3: expected a comma or ], not the end"},
        {"[1}", "line 1, column 3: expected a comma or ], not '}'"},
        {"{,}", "line 1, column 2: expected a string in quotes, not ','"},
        {"{\"a\":1,}", "line 1, column 8: expected a string in quotes, not '}'"},
        {"{\"a\":}", "line 1, column 6: expected a value, not '}'"},
        {"{\"a\":1 \"b\":2}", "line 1, column 8: expected a comma or }, not '\"'"},
        {"{1:1}", "line 1, column 2: expected a string in quotes, not '1'"},
        {"{} {}", "line 1, column 4: expected nothing more, not '{'"},
        {"// a\n1", "line 1, column 1: expected a value, not '/'"},
        {"\v1", "line 1, column 1: expected a value, not the byte 0x0b"},
        {"\xef\xbb\xbf{}", "line 1, column 1: expected a value, not the byte 0xef"},
        {"\xc2\xa0{}", "line 1, column 1: expected a value, not the byte 0xc2"},
        {"\"a", "line 1, column 3: expected the quote that ends the string, not the end"},
        {"\"a\\", "line 1, column 4: expected an escape such as \\n, not the end"},
        {"\"\\u12g4\"", "line 1, column 6: expected four hexadecimal digits, not 'g'"},
        {"\"\\U0041\"", "line 1, column 3: expected an escape such as \\n, not 'U'"},
        {"\"\\ud800\\u0041\"", "line 1, column 14: unpaired surrogate"},
        {"\"\\ud800\\ud800\"", "line 1, column 14: unpaired surrogate"},
        {"\"\\udc00\"", "line 1, column 8: unpaired surrogate"},
        {"\"\x7f\"", NULL},
        {"\"\xf4\x8f\xbf\xbf\"", NULL},
        {"\"\xff\"", "line 1, column 4: the string is not valid UTF-8"},
        {"\"\x80\"", "line 1, column 4: the string is not valid UTF-8"},
        {"\"\xc0\xaf\"", "line 1, column 5: the string is not valid UTF-8"},
        {"\"\xe2\x82\"", "line 1, column 5: the string is not valid UTF-8"},
        {"\"\xed\xa0\x80\"", "line 1, column 6: the string is not valid UTF-8"},
        {"\"\xf4\x90\x80\x80\"", "line 1, column 7: the string is not valid UTF-8"},
        {"{\"a\":1,\"b\":{\"a\":2},\"A\":3}", NULL},
        {"{\"a\":1,\"b\":2,\"a\":3}", "line 1, column 18: an earlier member has the same name"},
        {"[{\"a\":1,\n\"\\u0061\":1}]", "line 2, column 10: an earlier member has the same name"},
        {"{\"\":1,\"\":2}", "line 1, column 10: an earlier member has the same name"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
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
    CHECK_TEXT("a string", json_text(j, "t"), "a\"b\xc3\xa9");
    CHECK("not a string", !json_text(j, "n") && !json_text(j, "x"));
    arena_release(&arena);
}

TEST(json_stops_at_a_nul) {
    Arena arena = {0};
    Error err = {0};
    CHECK("after the value", !json_parse(&arena, "1\0", 2, &err));
    CHECK("in a string", !json_parse(&arena, "\"a\0b\"", 5, &err));
    arena_release(&arena);
}

// Seconds, if every pair of names were compared.
TEST(json_large_objects_are_checked_for_duplicates) {
    enum { MEMBERS = 100000 };
    Str text = {0};
    JsonWriter w = json_writer_into(&text);
    write_object(&w, NULL);
    for (int i = 0; i < MEMBERS; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i * 7919 % MEMBERS);
        write_number(&w, name, i);
    }
    write_end_object(&w);
    Arena arena = {0};
    Error err = {0};
    CHECK("all differ", json_parse(&arena, str_text(&text), text.len, &err));
    str_cut(&text, text.len - 1);
    str_add_text(&text, ",\"4711\":0}");
    CHECK("one is there twice", !json_parse(&arena, str_text(&text), text.len, &err));
    arena_release(&arena);
    str_release(&text);
}

typedef struct {
    const char *text;
    int number;
    bool flag;
} Sample;

static const JsonField sample_fields[] = {
    {"text", JSON_FIELD_TEXT, offsetof(Sample, text), 0, 0},
    {"number", JSON_FIELD_NUMBER, offsetof(Sample, number), 0, 10},
    {"flag", JSON_FIELD_FLAG, offsetof(Sample, flag), 0, 0},
    {0},
};

TEST(json_fill_errors) {
    static const struct {
        const char *json, *error; // "": valid
    } rows[] = {
        {"{\"text\":\"a\"}", ""},
        {"{\"text\":\"a\",\"number\":10,\"flag\":true}", ""},
        {"{}", "text is missing"},
        {"{\"text\":1}", "text must be a string"},
        {"{\"text\":\"a\",\"number\":11}", "number must be a whole number from 0 to 10"},
        {"{\"text\":\"a\",\"number\":1.0}", "number must be a whole number from 0 to 10"},
        {"{\"text\":\"a\",\"number\":99999999999}", "number must be a whole number from 0 to 10"},
        {"{\"text\":\"a\",\"flag\":1}", "flag must be true or false"},
        {"{\"text\":\"a\",\"other\":1}", "unknown field"},
        {"{\"text\":\"a\",\"number\":-0}", ""},
        {"{\"text\":\"a\",\"number\":1e1}", "number must be a whole number from 0 to 10"},
        {"{\"text\":\"a\",\"number\":99999999999999999999999}",
         "number must be a whole number from 0 to 10"},
        {"{\"text\":\"a\",\"number\":\"1\"}", "number must be a whole number from 0 to 10"},
        {"{\"text\":null}", "text must be a string"},
        {"{\"te\\u0078t\":\"a\"}", ""},
        {"{\"text\":\"a\",\"text\":\"b\"}",
         "not JSON: line 1, column 20: an earlier member has the same name"},
        {"[]", "expected a JSON object: {...}"},
        {"\"text\"", "expected a JSON object: {...}"},
        {"{\"text\"", "not JSON: line 1, column 8: expected a colon, not the end"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Error err = {0};
        Sample s = {0};
        Arena arena = {0};
        const Json *j = json_parse_object(&arena, rows[i].json, strlen(rows[i].json), &err);
        if (j)
            json_fill(j, sample_fields, "text number? flag?", &s, &err);
        CHECK_TEXT(rows[i].json, err.text, rows[i].error);
        arena_release(&arena);
    }
}

TEST(json_writer_writes_every_kind) {
    Str out = {0};
    JsonWriter w = json_writer_into(&out);
    write_object(&w, NULL);
    write_text(&w, "text", "a\"b\\c\n\x01\x7f\xc3\xa9");
    write_text(&w, "ill-formed", "a\xff\xc3z");
    write_text(&w, "no text", NULL);
    write_number(&w, "number", INT64_MIN);
    write_optional(&w, "optional", -1);
    write_real(&w, "real", 0.12345, 4);
    write_real(&w, "not a number", NAN, 4);
    write_flag(&w, "flag", true);
    write_null(&w, "a \"key\"");
    write_raw(&w, "raw", "[1]");
    write_array(&w, "empty");
    write_end_array(&w);
    write_array(&w, "lines");
    for (int i = 0; i < 2; i++) {
        write_newline(&w);
        write_object(&w, NULL);
        write_number(&w, "i", i);
        write_end_object(&w);
    }
    write_newline(&w);
    write_end_array(&w);
    write_end_object(&w);
    CHECK_TEXT(
        "all of them", str_text(&out),
        "{\"text\":\"a\\\"b\\\\c\\u000a\\u0001\x7f\xc3\xa9\","
        "\"ill-formed\":\"a\\ufffd\\ufffdz\",\"no text\":null,"
        "\"number\":-9223372036854775808,\"optional\":null,\"real\":0.1235,"
        "\"not a number\":null,\"flag\":true,\"a \\\"key\\\"\":null,\"raw\":[1],\"empty\":[],"
        "\"lines\":[\n{\"i\":0},\n{\"i\":1}\n]}");
    str_release(&out);
}
