#include "base/utf8.h"

#include <errno.h>
#include <iconv.h>
#include <locale.h>
#include <wctype.h>

#if defined(__APPLE__)
    #include <xlocale.h>
static const char unicode_locale[] = "UTF-8";
#else
static const char unicode_locale[] = "C.UTF-8";
#endif

// Independent of the process's locale. Where that for Unicode is missing, only ASCII is
// capitalized.
uint32_t unicode_capital(uint32_t code) {
    if (code < 0x80)
        return code >= 'a' && code <= 'z' ? code - 'a' + 'A' : code;
    locale_t unicode = newlocale(LC_CTYPE_MASK, unicode_locale, (locale_t)0);
    if (!unicode)
        return code;
    uint32_t result = (uint32_t)towupper_l((wint_t)code, unicode);
    freelocale(unicode);
    return result;
}

// Appends UTF-32LE as UTF-8. NULs stay: callers use them to separate texts converted together.
static void add_utf32(Str *out, const char *bytes, size_t len) {
    const uint8_t *b = (const uint8_t *)bytes;
    for (; len >= 4; b += 4, len -= 4) {
        uint32_t code = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
        if (code)
            utf8_add(out, code);
        else
            str_add_char(out, '\0');
    }
}

static bool convert(iconv_t cd, Str *out, const char *text, size_t len, Error *err) {
    char *in =
        (char *)(uintptr_t)text; // iconv does not write to it, but its parameter is not const
    while (len > 0) {
        char buffer[1024];
        char *to = buffer;
        size_t room = sizeof buffer;
        size_t result = iconv(cd, &in, &len, &to, &room);
        add_utf32(out, buffer, sizeof buffer - room);
        if (result == (size_t)-1 && errno != E2BIG)
            return error_set(err, "byte %zu is not valid in the character set",
                             (size_t)(in - text));
    }
    return true;
}

// In wasi-libc, iconv to UTF-8 depends on a locale, which WebAssembly does not have. So iconv only
// converts to UTF-32.
bool unicode_add_converted(Str *out, const char *charset, const char *text, size_t len,
                           Error *err) {
    iconv_t cd = iconv_open("UTF-32LE", charset);
    if (cd == (iconv_t)-1) // NOLINT(performance-no-int-to-ptr): iconv's API
        return error_set(err, "unknown character set '%s'", charset);
    bool ok = convert(cd, out, text, len, err);
    iconv_close(cd);
    return ok;
}
