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
} Writer;

Writer writer_into(Str *out);

void write_object(Writer *w, const char *key);
void write_array(Writer *w, const char *key);
void write_end_object(Writer *w);
void write_end_array(Writer *w);

void write_text(Writer *w, const char *key, const char *text); // NULL: null
void write_number(Writer *w, const char *key, int64_t number);
void write_optional(Writer *w, const char *key, int64_t number); // negative: null
void write_flag(Writer *w, const char *key, bool flag);
void write_null(Writer *w, const char *key);

// Something that is JSON already.
void write_raw(Writer *w, const char *key, const char *json);
