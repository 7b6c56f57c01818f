#include "games/username.h"

#include "base/utf8.h"

#include <string.h>

static unsigned code_point(const char *at, int len) {
    const unsigned char *s = (const unsigned char *)at;
    if (len == 3)
        return (s[0] & 0x0fu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu);
    return len == 1 ? s[0] : 0;
}

static bool may_be_in_name(unsigned c) {
    static const struct {
        unsigned first, last;
    } ranges[] = {
        {'0', '9'},       {'A', 'Z'},       {'a', 'z'},       {'-', '-'},
        {'_', '_'},       {0x3041, 0x3096}, {0x30a1, 0x30fa}, {0x30fc, 0x30fc},
        {0x3400, 0x4dbf}, {0x4e00, 0x9fff}, {0xac00, 0xd7a3}, {0x3005, 0x3007},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

Status username_check(const char *name, Error *err) {
    size_t left = strlen(name);
    int count = 0;
    for (int len; left > 0; name += len, left -= (size_t)len, count++) {
        len = utf8_length(name, left);
        if (len == 0 || !may_be_in_name(code_point(name, len)))
            return status_fail(STATUS_NAME_LETTERS, err);
    }
    if (count >= USERNAME_MIN && count <= USERNAME_MAX)
        return STATUS_OK;
    error_set(err, "a name has %d to %d characters", USERNAME_MIN, USERNAME_MAX);
    return STATUS_NAME_LENGTH;
}

void username_fold(const char *name, Str *out) {
    for (; *name; name++)
        str_add_char(out, (char)(*name >= 'A' && *name <= 'Z' ? *name + ('a' - 'A') : *name));
}
