// JSON as it leaves: written straight into a Str, in the order of the calls.
//
// Commas and colons come by themselves. A key is NULL inside arrays.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    Str *out;
    bool first; // nothing was written in the innermost object or array
} JsonWriter;

JsonWriter json_writer_into(Str *out);

void write_object(JsonWriter *w, const char *key);
void write_array(JsonWriter *w, const char *key);
void write_end_object(JsonWriter *w);
void write_end_array(JsonWriter *w);

void write_text(JsonWriter *w, const char *key, const char *text); // NULL: null
void write_number(JsonWriter *w, const char *key, int64_t number);
void write_optional(JsonWriter *w, const char *key, int64_t number); // negative: null
void write_flag(JsonWriter *w, const char *key, bool flag);
void write_null(JsonWriter *w, const char *key);

// Something that is JSON already.
void write_raw(JsonWriter *w, const char *key, const char *json);
