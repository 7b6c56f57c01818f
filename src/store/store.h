// The server's storage: one SQLite file in WAL mode with synchronous=FULL.
//
// Group commit: writes collect in one transaction, and store_commit makes all of it durable with
// one fsync, or nothing. Tell nobody about a write before that. Reads see the open transaction. If
// one write fails, the whole transaction fails and store_commit reports the error; then copies of
// rows in memory must be read again.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Store Store;

// Opens or creates the file and migrates its schema. Fails on a file from a newer program, a
// damaged file, and one that another process is serving.
Store *store_open(const char *path, Error *err);
void store_close(Store *s); // rolls back an open transaction

bool store_in_transaction(const Store *s);
bool store_commit(Store *s, Error *err);

// Hot backup: a consistent copy of the database `path` in the new file `copy`, while a server uses
// it.
bool store_backup(const char *path, const char *copy, Error *err);

// Named numbers (a key-value table); 0 if never put.
int64_t store_value(Store *s, const char *name);
bool store_put_value(Store *s, const char *name, int64_t value, Error *err);
