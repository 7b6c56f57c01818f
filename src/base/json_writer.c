#include "base/json_writer.h"

#include "base/utf8.h"

#include <math.h>
#include <string.h>

JsonWriter json_writer_into(Str *out) {
    return (JsonWriter){.out = out, .first = true};
}

// The number of bytes before the first one that must be escaped.
static size_t plain_length(const char *text, size_t len) {
    size_t at = 0;
    while (at < len) {
        unsigned char c = (unsigned char)text[at];
        int bytes = c < ' ' || c == '"' || c == '\\' ? 0
                    : c < 0x80                       ? 1
                                                     : utf8_length(text + at, len - at);
        if (bytes == 0)
            break;
        at += (size_t)bytes;
    }
    return at;
}

static void add_escape(Str *out, unsigned char c) {
    if (c == '"' || c == '\\')
        str_add(out, "\\%c", c);
    else
        str_add(out, "\\u%04x", c < ' ' ? c : 0xfffdU);
}

static void add_quoted(Str *out, const char *text, size_t len) {
    str_add_char(out, '"');
    for (;;) {
        size_t plain = plain_length(text, len);
        str_add_bytes(out, text, plain);
        if (plain == len)
            break;
        add_escape(out, (unsigned char)text[plain]);
        text += plain + 1;
        len -= plain + 1;
    }
    str_add_char(out, '"');
}

static void add_newline(JsonWriter *w) {
    if (w->newline)
        str_add_char(w->out, '\n');
    w->newline = false;
}

static void begin_value(JsonWriter *w, const char *key) {
    if (!w->first)
        str_add_char(w->out, ',');
    w->first = false;
    add_newline(w);
    if (key) {
        add_quoted(w->out, key, strlen(key));
        str_add_char(w->out, ':');
    }
}

static void open_bracket(JsonWriter *w, const char *key, char bracket) {
    begin_value(w, key);
    str_add_char(w->out, bracket);
    w->first = true;
}

static void close_bracket(JsonWriter *w, char bracket) {
    add_newline(w);
    str_add_char(w->out, bracket);
    w->first = false;
}

void write_object(JsonWriter *w, const char *key) {
    open_bracket(w, key, '{');
}

void write_array(JsonWriter *w, const char *key) {
    open_bracket(w, key, '[');
}

void write_end_object(JsonWriter *w) {
    close_bracket(w, '}');
}

void write_end_array(JsonWriter *w) {
    close_bracket(w, ']');
}

void write_newline(JsonWriter *w) {
    w->newline = true;
}

void write_raw(JsonWriter *w, const char *key, const char *json) {
    begin_value(w, key);
    str_add_text(w->out, json);
}

void write_null(JsonWriter *w, const char *key) {
    write_raw(w, key, "null");
}

void write_text(JsonWriter *w, const char *key, const char *text) {
    if (!text) {
        write_null(w, key);
        return;
    }
    begin_value(w, key);
    add_quoted(w->out, text, strlen(text));
}

void write_number(JsonWriter *w, const char *key, int64_t number) {
    begin_value(w, key);
    char digits[20], *end = digits + sizeof digits, *at = end;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        str_add_char(w->out, '-');
    str_add_bytes(w->out, at, (size_t)(end - at));
}

void write_optional(JsonWriter *w, const char *key, int64_t number) {
    if (number < 0)
        write_null(w, key);
    else
        write_number(w, key, number);
}

void write_real(JsonWriter *w, const char *key, double number, int decimals) {
    if (!isfinite(number)) { // JSON has no word for it
        write_null(w, key);
        return;
    }
    begin_value(w, key);
    str_add(w->out, "%.*f", decimals, number);
}

void write_flag(JsonWriter *w, const char *key, bool flag) {
    write_raw(w, key, flag ? "true" : "false");
}
