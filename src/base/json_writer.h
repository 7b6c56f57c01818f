// JSON writer: appends to a Str in the order of the calls.
//
// Adds commas and colons itself. `key` is NULL inside arrays.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    Str *out;
    bool first; // the innermost object or array is still empty
} JsonWriter;

JsonWriter json_writer_into(Str *out);

void write_object(JsonWriter *w, const char *key);
void write_array(JsonWriter *w, const char *key);
void write_end_object(JsonWriter *w);
void write_end_array(JsonWriter *w);

void write_text(JsonWriter *w, const char *key, const char *text); // NULL writes null
void write_number(JsonWriter *w, const char *key, int64_t number);
void write_optional(JsonWriter *w, const char *key, int64_t number); // negative writes null
void write_flag(JsonWriter *w, const char *key, bool flag);
void write_null(JsonWriter *w, const char *key);

// `json` is already valid JSON.
void write_raw(JsonWriter *w, const char *key, const char *json);
