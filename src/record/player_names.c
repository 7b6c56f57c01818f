#include "record/player_names.h"

#include "base/utf8.h"

#include <string.h>

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
    Error reason = {0};
    if (!decode(line->text + line->at, line->len - line->at, charset, out, &reason))
        return scanner_error(line, err, "the name cannot be read: %s", reason.text);
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
