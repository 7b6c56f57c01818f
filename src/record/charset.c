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
    ScopedStr decoded = {0};
    bool ok = utf8_add_converted(&decoded, named, sample, strlen(sample), err);
    if (ok && strcmp(str_text(&decoded), sample) != 0)
        ok = error_set(err, "the file is not in the character set '%s' it names", named);
    return ok;
}

static bool decode_as(const char *charset, const char *text, size_t len, Str *out, Error *err) {
    if (!utf8_add_converted(out, charset, "", 0, err)) // unknown charset
        return false;
    return utf8_add_converted(out, charset, text, len, err) ||
           error_set(err, "the text is not valid in the character set '%.40s'", charset);
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
    record_note(r, "the file names the character set '%.40s', which is not supported; read as %s",
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

static bool is_control(char c) {
    return ((unsigned char)c < ' ' && c != '\t') || c == '\x7f';
}

bool player_name_is_blank(const char *name) {
    return name[strspn(name, " \t\r\n\v\f")] == '\0';
}

static bool decode(const char *text, size_t len, const char *charset, Str *out, Error *err) {
    if (!charset && !utf8_is_valid(text, len))
        charset = "ISO-8859-1"; // cannot fail, because every byte is valid
    if (charset)
        return utf8_add_converted(out, charset, text, len, err);
    str_add_bytes(out, text, len);
    return true;
}

bool player_name_read(const Scanner *line, const char *charset, Str *out, Error *err) {
    if (!decode(line->text + line->at, line->len - line->at, charset, out, err))
        return error_prefix(err, "the name cannot be read") || scanner_locate(line, err);
    for (size_t i = 0; i < out->len; i++)
        if (is_control(out->data[i]))
            return scanner_error(line, err, "a name must not contain control characters");
    return true;
}

void player_name_write(const Record *r, const char *id, const char *fallback, Str *out) {
    size_t start = out->len;
    const char *name = node_value(r->root, id);
    str_add_text(out, name ? name : "");
    for (size_t i = start; i < out->len; i++)
        if (is_control(out->data[i]))
            out->data[i] = ' ';
    if (!player_name_is_blank(str_text(out) + start))
        return;
    str_cut(out, start);
    str_add_text(out, fallback);
}
