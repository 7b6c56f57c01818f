// JSON parser (RFC 8259) that builds a tree. Strict: anything else is an error with line and
// column. Numbers stay text until json_integer converts them.
#pragma once

#include "base/error.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    JSON_NULL,
    JSON_BOOLEAN,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
} JsonKind;

typedef struct Json Json;
struct Json {
    JsonKind kind;
    bool boolean;             // the value of a JSON_BOOLEAN
    const char *name;         // key inside an object; NULL elsewhere
    const char *text;         // a string, unescaped, in UTF-8; a number as written
    const Json *first, *next; // first member of an array or object; next sibling
    int line, column;         // position in the text
};

enum { JSON_DEPTH_MAX = 64 };

// The whole text must be one value. The tree is allocated in the arena. Returns NULL on error.
const Json *json_parse(Arena *arena, const char *text, size_t len, Error *err);

// The first member with that name; NULL if there is none or `object` is not an object.
const Json *json_find(const Json *object, const char *name);

// Reads an integer from min to max. `what` names it in the error.
bool json_integer(const Json *j, const char *what, int64_t min, int64_t max, int64_t *out,
                  Error *err);

// Sets "line L, column C: ..." and returns false.
bool json_error(const Json *j, Error *err, const char *why);

// Appends `text` as a JSON string, with quotes and escapes.
void json_add_string(Str *out, const char *text);
