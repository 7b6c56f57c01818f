#include "base/utf8.h"

#include <ctype.h>
#include <errno.h>
#include <iconv.h>
#include <locale.h>
#include <stdint.h>
#include <string.h>
#include <wctype.h>

// The range of the second byte is what keeps out over-long forms, surrogates and too large codes.
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
    int length = utf8_length(*text, 4); // a NUL is no part of a character, so it ends the look
    *text += length > 0 ? length : 1;
    if (length == 0 || is_control(byte, length))
        return '?';
    return decode(byte, length);
}

void utf8_add(Str *out, uint32_t letter) {
    static const uint8_t marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    bool is_surrogate = letter >= 0xd800 && letter < 0xe000;
    if (letter == 0 || letter > 0x10ffff || is_surrogate)
        letter = '?';
    int length = letter < 0x80 ? 1 : letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4;
    char bytes[4];
    for (int i = length - 1; i > 0; i--, letter >>= 6)
        bytes[i] = (char)(0x80 | (letter & 0x3f));
    bytes[0] = (char)(marks[length] | letter);
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

// The locale of the process does not matter, and one without this locale changes only ASCII.
static uint32_t capital(uint32_t code) {
    if (code < 0x80)
        return code >= 'a' && code <= 'z' ? code - 'a' + 'A' : code;
    locale_t unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (!unicode)
        return code;
    uint32_t result = (uint32_t)towupper_l((wint_t)code, unicode);
    freelocale(unicode);
    return result;
}

void utf8_add_capitalised(Str *out, const char *text, size_t len) {
    int first = utf8_length(text, len);
    if (first == 0)
        return;
    utf8_add(out, capital(decode((const uint8_t *)text, first)));
    str_add_bytes(out, text + first, len - (size_t)first);
}

// Numbers as UTF-32LE has them. NUL stays: it separates texts that are converted together.
static void add_letters(Str *out, const char *bytes, size_t len) {
    const uint8_t *b = (const uint8_t *)bytes;
    for (; len >= 4; b += 4, len -= 4) {
        uint32_t letter = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
        if (letter)
            utf8_add(out, letter);
        else
            str_add_char(out, '\0');
    }
}

static bool convert(iconv_t cd, Str *out, const char *text, size_t len, Error *err) {
    char *in = (char *)(uintptr_t)text; // iconv's parameter lacks a const it keeps to
    while (len > 0) {
        char buffer[1024];
        char *to = buffer;
        size_t room = sizeof buffer;
        size_t result = iconv(cd, &in, &len, &to, &room);
        add_letters(out, buffer, sizeof buffer - room);
        if (result == (size_t)-1 && errno != E2BIG)
            return error_set(err, "byte %zu does not fit the character set", (size_t)(in - text));
    }
    return true;
}

static bool add_utf8(Str *out, const char *text, size_t len, Error *err) {
    size_t good = 0;
    for (int n; good < len && (n = utf8_length(text + good, len - good)); good += (size_t)n)
        ;
    str_add_bytes(out, text, good);
    return good == len || error_set(err, "byte %zu does not fit the character set", good);
}

// As the names of character sets are compared: without regard to capitals and hyphens.
static bool names_utf8(const char *charset) {
    const char *wanted = "utf8";
    for (; *charset; charset++)
        if (isalnum((unsigned char)*charset) && tolower((unsigned char)*charset) != *wanted++)
            return false;
    return !*wanted;
}

// iconv of wasi-libc does UTF-8 by the locale of the process, which is none: so that is done here,
// and everything else comes as UTF-32.
bool utf8_add_converted(Str *out, const char *charset, const char *text, size_t len, Error *err) {
    if (names_utf8(charset))
        return add_utf8(out, text, len, err);
    iconv_t cd = iconv_open("UTF-32LE", charset);
    if (cd == (iconv_t)-1) // NOLINT(performance-no-int-to-ptr): the interface is what it is
        return error_set(err, "unknown character set '%s'", charset);
    bool ok = convert(cd, out, text, len, err);
    iconv_close(cd);
    return ok;
}
