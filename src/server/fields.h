// JSON as it comes: an object read by a table of fields, and nothing but these.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    FIELD_TEXT,   // a const char *, borrowed from the Document
    FIELD_NUMBER, // an int from min to max
    FIELD_FLAG,   // a bool
} FieldKind;

typedef struct {
    const char *name;
    FieldKind kind;
    size_t offset; // of the variable, in the struct that is filled
    int min, max;
} Field;

// What was read; opaque, because it is somebody else's type.
typedef struct Document Document;

// The text as a JSON object. NULL, and where it is wrong, if it is none.
Document *document_read(const char *text, size_t len, Error *err);
void document_free(Document *d);

// The text of a field that is there and is text; otherwise NULL.
const char *document_text(const Document *d, const char *name);

// Fills *out. `allowed` lists the fields that may be there, separated by blanks; those without a
// question mark behind them must be. What is not there stays as it is.
bool document_fill(const Document *d, const Field *table, const char *allowed, void *out,
                   Error *err);
