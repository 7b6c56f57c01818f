#include "base/json_writer.h"

#include <string.h>

JsonWriter json_writer_into(Str *out) {
    return (JsonWriter){.out = out, .first = true};
}

static void add_quoted(Str *out, const char *text) {
    str_add_char(out, '"');
    for (const char *run = text;; run++) {
        // Appends runs without escapes at once: nearly all text needs none.
        size_t len = strcspn(run, "\"\\\b\f\n\r\t\x01\x02\x03\x04\x05\x06\x07\x0b\x0e\x0f\x10\x11"
                                  "\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f");
        str_add_bytes(out, run, len);
        run += len;
        if (!*run)
            break;
        if (*run == '"' || *run == '\\')
            str_add(out, "\\%c", *run);
        else
            str_add(out, "\\u%04x", (unsigned)(unsigned char)*run);
    }
    str_add_char(out, '"');
}

static void begin_value(JsonWriter *w, const char *key) {
    if (!w->first)
        str_add_char(w->out, ',');
    w->first = false;
    if (key) {
        add_quoted(w->out, key);
        str_add_char(w->out, ':');
    }
}

static void open_bracket(JsonWriter *w, const char *key, char bracket) {
    begin_value(w, key);
    str_add_char(w->out, bracket);
    w->first = true;
}

static void close_bracket(JsonWriter *w, char bracket) {
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
    add_quoted(w->out, text);
}

void write_number(JsonWriter *w, const char *key, int64_t number) {
    begin_value(w, key);
    str_add(w->out, "%lld", (long long)number);
}

void write_optional(JsonWriter *w, const char *key, int64_t number) {
    if (number < 0)
        write_null(w, key);
    else
        write_number(w, key, number);
}

void write_flag(JsonWriter *w, const char *key, bool flag) {
    write_raw(w, key, flag ? "true" : "false");
}
