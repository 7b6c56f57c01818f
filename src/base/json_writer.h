// JSON writer: appends to a Str in the order of the calls.
//
// Adds commas, colons and escapes itself. `key` is NULL inside arrays and for the outermost value.
// Everything that writes JSON goes through here.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    Str *out;
    bool first;   // the innermost object or array is still empty
    bool newline; // before the next value or closing bracket
} JsonWriter;

JsonWriter json_writer_into(Str *out);

void write_object(JsonWriter *w, const char *key);
void write_array(JsonWriter *w, const char *key);
void write_end_object(JsonWriter *w);
void write_end_array(JsonWriter *w);

// NULL writes null. Ill-formed UTF-8 becomes U+FFFD.
void write_text(JsonWriter *w, const char *key, const char *text);
void write_number(JsonWriter *w, const char *key, int64_t number);
void write_optional(JsonWriter *w, const char *key, int64_t number); // negative writes null
void write_real(JsonWriter *w, const char *key, double number, int decimals);
void write_flag(JsonWriter *w, const char *key, bool flag);
void write_null(JsonWriter *w, const char *key);

// `json` is already valid JSON.
void write_raw(JsonWriter *w, const char *key, const char *json);

// Starts a new line before the next value or closing bracket, for files that people may open.
void write_newline(JsonWriter *w);
