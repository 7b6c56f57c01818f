// JSON parser for requests: reads an object into a struct by a table of fields; unknown fields are
// errors.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    JSON_FIELD_TEXT,   // a const char *, borrowed from the JsonObject
    JSON_FIELD_NUMBER, // an int from min to max
    JSON_FIELD_FLAG,   // a bool
} JsonFieldKind;

typedef struct {
    const char *name;
    JsonFieldKind kind;
    size_t offset; // of the member in the struct
    int min, max;
} JsonField;

// A parsed object; opaque, because it is jansson's json_t.
typedef struct JsonObject JsonObject;

// Parses a JSON object. NULL on a syntax error, with its place in *err. Caller frees.
JsonObject *json_fields_parse(const char *text, size_t len, Error *err);
void json_fields_free(JsonObject *json);

// The value of a string field; NULL if it is missing or not a string. Borrowed.
const char *json_fields_text(const JsonObject *json, const char *name);

// Fills *out. `allowed` lists the fields, separated by spaces; "name?" is optional. Members of
// missing fields keep their values.
bool json_fields_fill(const JsonObject *json, const JsonField *table, const char *allowed,
                      void *out, Error *err);
