// Databases for tests of both engines: SQLite, or PostgreSQL if tests/store/with_postgres.py has
// started one and named it in PENTAD_TEST_DATABASE.
#pragma once

#include "base/str.h"
#include "store/store.h"
#include "test.h"

bool test_on_postgres(void);

// The location of a new, empty database: a file in a new folder, or a new schema in PostgreSQL.
Str test_location(void);
Str test_file(void);                      // always for SQLite
void test_location_remove(Str *location); // and releases it

// An empty store. SQLite's is in memory.
Store *test_store_open(void);

// Opens it; a failure fails the test.
Store *test_store_reopen(const Str *location);

// The only value of a query, in the SQL of the table in statement.c.
int64_t test_number(Store *s, const char *sql);

// Runs SQL of PostgreSQL over another connection, as its superuser.
void test_postgres_execute(const Str *location, const char *sql);

// A test that is there only if there is a PostgreSQL.
#define POSTGRES_TEST(name)                                                                        \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void register_##name(void) {                               \
        if (test_on_postgres())                                                                    \
            test_register(#name, name);                                                            \
    }                                                                                              \
    static void name(void **state __attribute__((unused)))
