#include "base/number.h"
#include "base/str.h"
#include "test.h"

#include <string.h>

TEST(str_is_empty_when_zeroed) {
    Str s = {0};
    CHECK_TEXT("text", str_text(&s), "");
    str_clear(&s);
    str_add(&s, "%s", "");
    str_add_text(&s, "");
    str_add_bytes(&s, NULL, 0);
    str_add_repeated(&s, 'x', 0);
    CHECK_TEXT("nothing added", str_text(&s), "");
    CHECK_INT("length", (long long)s.len, 0);
    str_release(&s);
}

TEST(str_grows_with_every_add_function) {
    Str s = {0};
    str_add(&s, "%d-%s", 12, "ab");
    str_add_text(&s, "cd");
    str_add_char(&s, 'e');
    str_add_bytes(&s, "fgh", 2);
    str_add_repeated(&s, '.', 3);
    CHECK_TEXT("all of it", str_text(&s), "12-abcdefg...");
    CHECK_INT("length", (long long)s.len, 13);
    str_release(&s);
    CHECK_TEXT("released", str_text(&s), "");
}

TEST(str_keeps_nul_bytes) {
    Str s = {0};
    str_add_bytes(&s, "a\0b", 3);
    CHECK_INT("length", (long long)s.len, 3);
    CHECK("bytes and the final NUL", memcmp(s.data, "a\0b", 4) == 0);
    str_release(&s);
}

TEST(str_cut_truncates) {
    Str s = {0};
    str_add_text(&s, "abcdef");
    str_cut(&s, 10);
    CHECK_TEXT("longer than it is", str_text(&s), "abcdef");
    str_cut(&s, 2);
    CHECK_TEXT("cut", str_text(&s), "ab");
    str_add_text(&s, "z");
    CHECK_TEXT("appends after the cut", str_text(&s), "abz");
    size_t capacity = s.capacity;
    str_clear(&s);
    CHECK_TEXT("cleared", str_text(&s), "");
    CHECK("keeps its memory", s.capacity == capacity);
    str_release(&s);
}

TEST(str_grows_to_any_size) {
    Str s = {0};
    for (int i = 0; i < 10000; i++)
        str_add(&s, "%04d", i);
    CHECK_INT("length", (long long)s.len, 40000);
    CHECK("the end", strcmp(s.data + s.len - 8, "99989999") == 0);
    str_release(&s);
}

TEST(str_remove_nuls_removes_all) {
    Str s = {0};
    str_add_bytes(&s, "\0a\0\0b\0", 6);
    str_remove_nuls(&s);
    CHECK_TEXT("what is left", str_text(&s), "ab");
    CHECK_INT("length", (long long)s.len, 2);
    str_release(&s);
}

TEST(str_trim_removes_white_space_at_both_ends) {
    static const char *const rows[][2] = {
        {"", ""}, {" ", ""}, {" \t\r\n\v\f", ""}, {"a", "a"}, {"  a b\t", "a b"}, {"\na\n", "a"},
    };
    Str s = {0};
    str_trim(&s);
    CHECK_TEXT("nothing added yet", str_text(&s), "");
    for (int i = 0; i < COUNT(rows); i++) {
        str_clear(&s);
        str_add_text(&s, rows[i][0]);
        str_trim(&s);
        CHECK_TEXT(rows[i][0], str_text(&s), rows[i][1]);
        CHECK(rows[i][0], s.len == strlen(rows[i][1]));
    }
    str_release(&s);
}
