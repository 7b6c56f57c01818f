// JSON parser (RFC 8259) that builds a tree, and reads objects into structs by a table of fields.
//
// Strict, for untrusted input: a syntax error, a duplicate name in an object, a NUL or ill-formed
// UTF-8 is an error with line and column. Numbers stay text until they are converted.
#pragma once

#include "base/error.h"
#include "base/mem.h"
#include "base/scanner.h"

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
// json_scan parses the rest of the scanner's text, such as a line of a file.
const Json *json_parse(Arena *arena, const char *text, size_t len, Error *err);
const Json *json_scan(Arena *arena, const Scanner *s, Error *err);

// The member with that name; NULL if it is missing or `object` is not an object. json_text: its
// text; NULL unless it is a string.
const Json *json_find(const Json *object, const char *name);
const char *json_text(const Json *object, const char *name);

// The member with that name and kind; NULL and an error if it is missing or of another kind.
const Json *json_member(const Json *object, const char *name, JsonKind kind, Error *err);

// Reads an integer from min to max. `what` names it in the error.
bool json_integer(const Json *j, const char *what, int64_t min, int64_t max, int64_t *out,
                  Error *err);

// Sets "line L, column C: ...", or prepends that to *err. Both return false.
bool json_error(const Json *j, Error *err, const char *why);
bool json_locate(const Json *j, Error *err);

// ---- Objects with known fields, as in requests

typedef enum {
    JSON_FIELD_TEXT,   // a const char *, borrowed from the tree
    JSON_FIELD_NUMBER, // an int from min to max
    JSON_FIELD_FLAG,   // a bool
} JsonFieldKind;

typedef struct {
    const char *name;
    JsonFieldKind kind;
    size_t offset; // of the member in the struct
    int min, max;
} JsonField;

// Like json_parse, but the value must be an object.
const Json *json_parse_object(Arena *arena, const char *text, size_t len, Error *err);

// Fills *out. `allowed` lists the fields, separated by spaces; "name?" is optional; any other field
// is an error. Struct members of missing fields keep their values.
bool json_fill(const Json *object, const JsonField *table, const char *allowed, void *out,
               Error *err);
