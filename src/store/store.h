// The database behind the server: one SQLite file, written ahead and synced in full.
//
// Writes gather in a batch; store_commit makes the whole batch durable with one fsync, or none of
// it. Nothing may be told to anybody before that. What is read sees the batch too. If any write of
// a batch fails, all the others of it do, and store_commit says why; whoever keeps copies of rows
// in memory must then read them anew.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Store Store;

// Makes or opens the file and brings it up to date. Refuses what a newer program made, what is
// damaged, and what another process is serving.
Store *store_open(const char *path, Error *err);
void store_close(Store *s); // an open batch is dropped

bool store_in_transaction(const Store *s);
bool store_commit(Store *s, Error *err);

// A consistent copy of the database in `path` as a new file `copy`, while a server uses it.
bool store_backup(const char *path, const char *copy, Error *err);

// Numbers that there is one of; 0 if never put.
int64_t store_value(Store *s, const char *name);
bool store_put_value(Store *s, const char *name, int64_t value, Error *err);
