#include "store/test_database.h"

#include "store/statement.h"
#include "test.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *base_url(void) {
    return getenv("PENTAD_TEST_DATABASE");
}

bool test_on_postgres(void) {
    return base_url() != NULL;
}

static void execute(const char *url, const char *sql) {
    PGconn *conn = PQconnectdb(url);
    PGresult *result = PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(result);
    CHECK_TEXT(sql, PQerrorMessage(conn), "");
    CHECK(sql, status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK);
    PQclear(result);
    PQfinish(conn);
}

void test_postgres_execute(const Str *location, const char *sql) {
    execute(str_text(location), sql);
}

// A schema per database is quicker than a database.
static Str new_schema(void) {
    static int count;
    Str location = {0};
    char sql[64];
    snprintf(sql, sizeof sql, "CREATE SCHEMA t%ld_%d", (long)getpid(), ++count);
    execute(base_url(), sql);
    str_add(&location, "%s&options=-csearch_path%%3Dt%ld_%d", base_url(), (long)getpid(), count);
    return location;
}

Str test_location(void) {
    return test_on_postgres() ? new_schema() : test_file();
}

Str test_file(void) {
    char folder[] = "/tmp/pentad-store-XXXXXX";
    Str path = {0};
    CHECK("a folder", mkdtemp(folder) != NULL);
    str_add(&path, "%s/db", folder);
    return path;
}

void test_location_remove(Str *location) {
    static const char *const endings[] = {"", "-wal", "-shm", ".lock", ".copy"};
    for (int i = 0; store_file(str_text(location)) && i < (int)(sizeof endings / sizeof *endings);
         i++) {
        Str name = {0};
        str_add(&name, "%s%s", str_text(location), endings[i]);
        unlink(str_text(&name));
        str_release(&name);
    }
    if (store_file(str_text(location))) {
        str_cut(location, location->len - strlen("/db"));
        rmdir(str_text(location));
    }
    str_release(location); // the whole cluster is removed after the tests
}

Store *test_store_reopen(const Str *location) {
    Error err = {0};
    Store *s = store_open(str_text(location), &err);
    CHECK_TEXT("opening", err.text, "");
    return s;
}

Store *test_store_open(void) {
    Str location = {0};
    if (test_on_postgres())
        location = new_schema();
    else
        str_add_text(&location, ":memory:");
    Store *s = test_store_reopen(&location);
    str_release(&location);
    return s;
}

int64_t test_number(Store *s, const char *sql) {
    Error err = {0};
    Statement stmt = {0};
    int64_t value = 0;
    CHECK(sql, statement_prepare(s, &(const StatementText){"", sql}, &stmt, &err));
    statement_open(&stmt, NULL);
    while (statement_step(&stmt, &err))
        value = column_number(&stmt, 0);
    CHECK_TEXT(sql, err.text, "");
    statement_finalize(&stmt);
    return value;
}
