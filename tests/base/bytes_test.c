#include "base/str.h"

#include "test.h"

#include <string.h>

TEST(bytes_are_little_endian) {
    Str s = {0};
    bytes_add_u16(&s, 0x12345);
    bytes_add_u32(&s, 0xfedcba98u);
    static const unsigned char want[] = {0x45, 0x23, 0x98, 0xba, 0xdc, 0xfe};
    CHECK_INT("length", (long long)s.len, sizeof want);
    CHECK("bytes", !memcmp(s.data, want, sizeof want));
    CHECK_INT("short", bytes_u16_at(want), 0x2345);
    CHECK_INT("word", bytes_u32_at(want + 2), 0xfedcba98u);
    str_release(&s);
}

// The published values of FNV-1a.
TEST(bytes_fnv1a_matches_published_values) {
    CHECK_INT("empty", bytes_fnv1a("", 0), 0x811c9dc5u);
    CHECK_INT("a", bytes_fnv1a("a", 1), 0xe40c292cu);
    CHECK_INT("foobar", bytes_fnv1a("foobar", 6), 0xbf9cf968u);
}
