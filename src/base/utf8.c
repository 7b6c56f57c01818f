#include "base/utf8.h"

#include "base/ascii.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

// The range of the second byte excludes overlong forms, surrogates and code points above U+10FFFF.
static const struct {
    uint8_t first_min, first_max, second_min, second_max, length;
} forms[] = {
    {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

int utf8_length(const char *text, size_t len) {
    const uint8_t *byte = (const uint8_t *)text;
    if (len == 0)
        return 0;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (byte[0] < forms[i].first_min || byte[0] > forms[i].first_max)
            continue;
        int length = forms[i].length;
        if ((size_t)length > len)
            return 0;
        if (length > 1 && (byte[1] < forms[i].second_min || byte[1] > forms[i].second_max))
            return 0;
        for (int k = 2; k < length; k++)
            if ((byte[k] & 0xc0) != 0x80)
                return 0;
        return length;
    }
    return 0;
}

bool utf8_is_prefix(const char *text, size_t len) {
    const uint8_t *byte = (const uint8_t *)text;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (len > 0 && byte[0] >= forms[i].first_min && byte[0] <= forms[i].first_max)
            return len < forms[i].length &&
                   (len < 2 ||
                    (byte[1] >= forms[i].second_min && byte[1] <= forms[i].second_max)) &&
                   (len < 3 || (byte[2] & 0xc0) == 0x80);
    return false;
}

bool utf8_is_valid(const char *text, size_t len) {
    for (size_t i = 0; i < len;) {
        int n = utf8_length(text + i, len - i);
        if (n == 0)
            return false;
        i += (size_t)n;
    }
    return true;
}

int utf8_count(const char *text, size_t len) {
    int count = 0;
    for (size_t i = 0; i < len; i++)
        count += !utf8_is_continuation(text[i]);
    return count;
}

size_t utf8_cut(const char *text, size_t len, int max) {
    size_t at = 0;
    for (int count = 0; at < len; at++)
        if (!utf8_is_continuation(text[at]) && count++ == max)
            break;
    return at;
}

static bool is_control(const uint8_t *c, int length) {
    return (length == 1 && (c[0] < 0x20 || c[0] == 0x7f)) ||
           (length == 2 && c[0] == 0xc2 && c[1] < 0xa0); // the C1 controls
}

static uint32_t decode(const uint8_t *c, int length) {
    uint32_t code = length == 1 ? c[0] : c[0] & (0x7fu >> length);
    for (int k = 1; k < length; k++)
        code = code << 6 | (c[k] & 0x3fu);
    return code;
}

uint32_t utf8_next(const char **text) {
    const uint8_t *byte = (const uint8_t *)*text;
    int length = utf8_length(*text, 4); // does not read past a NUL: it ends the character
    *text += length > 0 ? length : 1;
    if (length == 0 || is_control(byte, length))
        return '?';
    return decode(byte, length);
}

void utf8_add(Str *out, uint32_t code) {
    static const uint8_t marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    bool is_surrogate = code >= 0xd800 && code < 0xe000;
    if (code == 0 || code > 0x10ffff || is_surrogate)
        code = '?';
    int length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    char bytes[4];
    for (int i = length - 1; i > 0; i--, code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(marks[length] | code);
    str_add_bytes(out, bytes, (size_t)length);
}

void utf8_make_printable(char *text) {
    size_t len = strlen(text);
    size_t to = 0;
    for (size_t i = 0; i < len;) {
        int n = utf8_length(text + i, len - i);
        if (n == 0 || is_control((const uint8_t *)text + i, n)) {
            text[to++] = '?';
            i += n ? (size_t)n : 1;
            continue;
        }
        memmove(text + to, text + i, (size_t)n);
        to += (size_t)n;
        i += (size_t)n;
    }
    text[to] = '\0';
}

bool utf8_is_printable(const char *text, size_t len) {
    for (size_t i = 0; i < len;) {
        int n = utf8_length(text + i, len - i);
        if (n == 0 || is_control((const uint8_t *)text + i, n))
            return false;
        i += (size_t)n;
    }
    return true;
}

bool utf8_has_invisible(const char *text, size_t len) {
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0xad, 0xad},     {0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200b},   {0x200e, 0x200f},
        {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfdd0, 0xfdef}, {0xfeff, 0xfeff},   {0xfff9, 0xfffb},
        {0xfffe, 0xffff}, {0x3164, 0x3164}, {0xffa0, 0xffa0}, {0xe0000, 0xe0fff},
    };
    for (size_t i = 0, n; i < len; i += n) {
        n = (size_t)utf8_length(text + i, len - i);
        if (n == 0)
            return false;
        uint32_t code = decode((const uint8_t *)text + i, (int)n);
        for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; k++)
            if (code >= ranges[k].first && code <= ranges[k].last)
                return true;
    }
    return false;
}

// Of the scripts whose marks fonts put on top of each other.
static bool is_mark(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x300, 0x36f},   {0x483, 0x489},     {0x591, 0x5bd},     {0x5bf, 0x5c7},
        {0x610, 0x61a},   {0x64b, 0x65f},     {0x670, 0x670},     {0x6d6, 0x6ed},
        {0x730, 0x74a},   {0x7eb, 0x7f3},     {0x816, 0x82d},     {0x859, 0x85b},
        {0x898, 0x902},   {0x93a, 0x93c},     {0x941, 0x957},     {0xe31, 0xe31},
        {0xe34, 0xe3a},   {0xe47, 0xe4e},     {0xeb1, 0xeb1},     {0xeb4, 0xebc},
        {0xec8, 0xece},   {0xf18, 0xf19},     {0xf35, 0xf39},     {0xf71, 0xfbc},
        {0x102d, 0x103e}, {0x17b4, 0x17d3},   {0x1ab0, 0x1ace},   {0x1dc0, 0x1dff},
        {0x20d0, 0x20f0}, {0x2cef, 0x2cf1},   {0x2de0, 0x2dff},   {0x302a, 0x302f},
        {0x3099, 0x309a}, {0xa66f, 0xa67d},   {0xa8e0, 0xa8f1},   {0xfe00, 0xfe0f},
        {0xfe20, 0xfe2f}, {0x1d165, 0x1d169}, {0x1d16d, 0x1d182},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

bool utf8_stacks_marks(const char *text, size_t len) {
    enum { MARKS_MAX = 4 };
    int marks = 0;
    for (size_t i = 0, n; i < len; i += n) {
        n = (size_t)utf8_length(text + i, len - i);
        if (n == 0)
            return false;
        marks = is_mark(decode((const uint8_t *)text + i, (int)n)) ? marks + 1 : 0;
        if (marks > MARKS_MAX)
            return true;
    }
    return false;
}

void utf8_add_capitalized(Str *out, const char *text, size_t len) {
    int first = utf8_length(text, len);
    if (first == 0)
        return;
    utf8_add(out, unicode_capital(decode((const uint8_t *)text, first)));
    str_add_bytes(out, text + first, len - (size_t)first);
}

void utf8_add_xml(Str *out, const char *text) {
    static const char *const escapes['>' + 1] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;",
    };
    while (*text) {
        uint32_t code = *text == '\n' ? (uint32_t)*text++ : utf8_next(&text);
        if (code <= '>' && escapes[code])
            str_add_text(out, escapes[code]);
        else
            utf8_add(out, code == 0xfffe || code == 0xffff ? '?' : code);
    }
}

static bool add_utf8(Str *out, const char *text, size_t len, Error *err) {
    size_t good = 0;
    for (int n; good < len && (n = utf8_length(text + good, len - good)); good += (size_t)n)
        ;
    str_add_bytes(out, text, good);
    return good == len || error_set(err, "byte %zu is not valid in the character set", good);
}

// "UTF-8" in any spelling: case and punctuation are ignored in charset names.
static bool names_utf8(const char *charset) {
    const char *wanted = "utf8";
    for (; *charset; charset++)
        if (isalnum((unsigned char)*charset) && ascii_lower(*charset) != *wanted++)
            return false;
    return !*wanted;
}

bool utf8_add_converted(Str *out, const char *charset, const char *text, size_t len, Error *err) {
    return names_utf8(charset) ? add_utf8(out, text, len, err)
                               : unicode_add_converted(out, charset, text, len, err);
}
