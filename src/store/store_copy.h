// Copies a whole database into an empty one, of the same engine or the other, and compares row
// counts and hashes of every table.
//
// Tables are read in pages by their primary keys, so their size does not matter. The hash covers
// the typed values of all rows in the order of their keys, and so is the same for both engines.
#pragma once

#include "base/clock.h"
#include "store/store.h"

enum { COPY_HASH_SIZE = 65 }; // SHA-256 in hexadecimal

typedef struct {
    const char *table;
    int64_t rows;
    char hash[COPY_HASH_SIZE]; // "": not finished
} CopiedTable;

// Called after each page, and for every table when all are copied and compared.
typedef void CopyVisitor(void *context, const CopiedTable *table);

// One transaction: after a failure, or if it was stopped, the target is as empty as before once it
// is closed. Fails on a target that has rows.
bool store_copy(Store *from, Store *to, StopToken stop, CopyVisitor *visit, void *context,
                Error *err);
