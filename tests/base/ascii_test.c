// Letter case of ASCII only.
#include "base/ascii.h"
#include "base/number.h"
#include "test.h"

TEST(ascii_case_is_ignored) {
    static const struct {
        const char *a, *b;
        int len; // -1: the whole texts
        bool equal;
    } rows[] = {
        {"gif", "GIF", -1, true},     {"gif", "gift", -1, false}, {"gift", "GIF", 3, true},
        {"gi", "GIF", 3, false},      {"gi", "GI\0x", 9, true},   {"", "", -1, true},
        {"@[`{", "`{@[", -1, false},  {"z", "Z", 1, true},        {"a", "b", 0, true},
        {"\xc4\xb0", "i", -1, false}, // the Turkish capital
        {"\xe9", "\xc9", -1, false},  // a letter in Latin-1 only
    };
    for (int i = 0; i < COUNT(rows); i++) {
        bool equal = rows[i].len < 0 ? ascii_equal(rows[i].a, rows[i].b)
                                     : ascii_equal_part(rows[i].a, rows[i].b, (size_t)rows[i].len);
        CHECK_INT(rows[i].a, equal, rows[i].equal);
    }
}
