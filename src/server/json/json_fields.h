// JSON as it comes: an object read by a table of fields, and nothing but these.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    JSON_FIELD_TEXT,   // a const char *, borrowed from the Document
    JSON_FIELD_NUMBER, // an int from min to max
    JSON_FIELD_FLAG,   // a bool
} JsonFieldKind;

typedef struct {
    const char *name;
    JsonFieldKind kind;
    size_t offset; // of the variable, in the struct that is filled
    int min, max;
} JsonField;

// What was read; opaque, because it is somebody else's type.
typedef struct JsonObject JsonObject;

// The text as a JSON object. NULL, and where it is wrong, if it is none.
JsonObject *json_fields_parse(const char *text, size_t len, Error *err);
void json_fields_free(JsonObject *d);

// The text of a field that is there and is text; otherwise NULL.
const char *json_fields_text(const JsonObject *d, const char *name);

// Fills *out. `allowed` lists the fields that may be there, separated by blanks; those without a
// question mark behind them must be. What is not there stays as it is.
bool json_fields_fill(const JsonObject *d, const JsonField *table, const char *allowed, void *out,
                      Error *err);
