#include "record/charset.h"

#include "base/utf8.h"

#include <string.h>

enum { NAME_MAX_LENGTH = 40 };

static bool is_ascii(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] >= 0x80)
            return false;
    return true;
}

// We could read the charset name as ASCII, so the charset must be ASCII-compatible; any other would
// garble the whole file. Only plausible names are passed to iconv.
static bool is_usable(const char *named, Error *err) {
    static const char name_bytes[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        "-_.:+";
    static const char sample[] = "(;CA[0])";
    size_t len = strlen(named);
    if (len == 0 || len > NAME_MAX_LENGTH || strspn(named, name_bytes) != len)
        return error_set(err, "unknown character set '%.40s'", named);
    Str decoded = {0};
    bool ok = utf8_add_converted(&decoded, named, sample, strlen(sample), err);
    if (ok && strcmp(str_text(&decoded), sample) != 0)
        ok = error_set(err, "the file is not in the character set '%s' it names", named);
    str_release(&decoded);
    return ok;
}

static bool decode_as(const char *charset, const char *text, size_t len, Str *out, Error *err) {
    if (!utf8_add_converted(out, charset, "", 0, err)) // unknown charset
        return false;
    return utf8_add_converted(out, charset, text, len, err) ||
           error_set(err, "the text does not fit the character set '%.40s'", charset);
}

static bool guess(Record *r, const char *text, size_t len, Str *out, Error *err) {
    bool is_utf8 = utf8_is_valid(text, len);
    if (!is_ascii(text, len))
        record_note(r, "the file does not name its character set; read as %s",
                    is_utf8 ? "UTF-8" : "Latin-1");
    if (!is_utf8)
        return decode_as("ISO-8859-1", text, len, out, err);
    str_add_bytes(out, text, len);
    return true;
}

// The file may name a wrong charset: then the user's counts. For plain ASCII it does not matter.
static bool decode_named(Record *r, const char *named, const char *given, const char *text,
                         size_t len, Str *out, Error *err) {
    Error reason;
    size_t before = out->len;
    if (is_usable(named, &reason) && decode_as(named, text, len, out, &reason))
        return true;
    if (!given && !is_ascii(text, len))
        return error_set(err, "%s", reason.text);
    str_cut(out, before);
    record_note(r, "the file names the character set '%.40s', which cannot be used; read as %s",
                named, given ? given : "ASCII");
    if (given)
        return decode_as(given, text, len, out, err);
    str_add_bytes(out, text, len);
    return true;
}

bool charset_decode(Record *r, const char *named, const char *given, const char *text, size_t len,
                    Str *out, Error *err) {
    if (named)
        return decode_named(r, named, given, text, len, out, err);
    if (given)
        return decode_as(given, text, len, out, err);
    return guess(r, text, len, out, err);
}
