// JSON read as a tree. Strict: what the standard (RFC 8259) does not allow is refused, with its
// place. Numbers keep their spelling until somebody asks for one.
#pragma once

#include "base/arena.h"
#include "base/error.h"
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
    bool truth;       // of a boolean
    const char *name; // inside an object; NULL elsewhere
    const char *text; // a text without its escapes, in UTF-8; a number as it is written
    const Json *first, *next;
    int line, column; // where it stood
};

enum { JSON_DEPTH_MAX = 64 };

// The whole text must be one value. It lives in the arena. NULL, and where it went wrong, if not.
const Json *json_parse(Arena *arena, const char *text, size_t len, Error *err);

// The member of an object with that name, the first if there are several; NULL if there is none, or
// if it is no object.
const Json *json_find(const Json *object, const char *name);

// A whole number in a range; `what` names it in the error.
bool json_integer(const Json *j, const char *what, int64_t min, int64_t max, int64_t *out,
                  Error *err);

// Sets "line L, column C: ..." and returns false.
bool json_error(const Json *j, Error *err, const char *why);

// A text with quotes and escapes.
void json_add_string(Str *out, const char *text);
