// Prepared statements: a table of all SQL except the schema, prepared once; parameter binding and
// column access.
//
// For this folder only. SQL is never built from text: values are bound.
#pragma once

#include "store/store.h"
#include "store/users.h"

#include <sqlite3.h>
#include <stddef.h>

typedef enum {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_VALUE_GET,
    SQL_VALUE_PUT,
    SQL_USER_ADD,
    SQL_USER_UPDATE,
    SQL_USER_BY_ID,
    SQL_USER_BY_NAME,
    SQL_USER_PASSWORD,
    SQL_USER_SCORE,
    SQL_USERS_UNUSED,
    SQL_USER_DELETE,
    SQL_SESSION_ADD,
    SQL_SESSION_FIND,
    SQL_SESSION_USED,
    SQL_SESSION_LAST_USED,
    SQL_SESSION_DELETE,
    SQL_SESSION_DELETE_OTHERS,
    SQL_SESSION_DELETE_UNUSED,
    SQL_TOKENS,
    SQL_TOKEN_REVOKE,
    SQL_RATING_GET,
    SQL_RATING_PUT,
    SQL_RATING_LEADERBOARD,
    SQL_RATING_HISTORY_ADD,
    SQL_RATING_HISTORY,
    SQL_GAME_ADD,
    SQL_GAME_UPDATE,
    SQL_GAME_UPDATE_AFTER_MOVE,
    SQL_GAME_GET,
    SQL_GAME_BY_KEY,
    SQL_SEAT_ADD,
    SQL_GAMES_ACTIVE,
    SQL_GAME_NEWEST,
    SQL_GAMES_NEWEST,
    SQL_GAMES_SEARCH,
    SQL_GAMES_OF_PLAYER,
    SQL_PLAYER_SCAN_END,
    SQL_MOVE_ADD,
    SQL_MOVES_DELETE_FROM,
    SQL_MOVES,
    SQL_TRY_ADD,
    SQL_TRIES,
    SQL_ABSENCE_PUT,
    SQL_ABSENCE_GET,
    SQL_ABSENCES_CLEAN_UP,
    SQL_CHAT_ADD,
    SQL_CHAT_BY_KEY,
    SQL_CHAT_LAST,
    SQL_CHAT,
    SQL_ANALYSIS_FIND,
    SQL_ANALYSIS_DROP_LESSER,
    SQL_ANALYSIS_ADD,
    SQL_ANALYSIS_EVICT_OLDEST,
    SQL_PUZZLE_ATTEMPT_ADD,
    SQL_PUZZLE_ATTEMPTS_EVICT_EARLIEST,
    SQL_PUZZLE_ATTEMPTS,
    SQL_COUNT,
} SqlId;

// Users as they were last read, by their id. Every message of a client needs its user.
enum { USER_CACHE_SIZE = 1024 };

struct Store {
    sqlite3 *db;
    sqlite3_stmt *statements[SQL_COUNT];
    UserRow users[USER_CACHE_SIZE];
    bool in_transaction;
    bool has_failed; // a write of the transaction failed, so it cannot be committed
    Error error;     // the first failure of the transaction
    int lock;        // file descriptor; -1: none
};

const char *statement_text(SqlId id);

// A value for a parameter of a statement. Data is borrowed until the statement has run.
typedef struct {
    enum { VALUE_END, VALUE_NULL, VALUE_NUMBER, VALUE_REAL, VALUE_TEXT, VALUE_BLOB } kind;
    int64_t number; // also the length of a blob
    double real;
    const void *data;
} SqlValue;

static inline SqlValue sql_number(int64_t n) {
    return (SqlValue){VALUE_NUMBER, .number = n};
}

static inline SqlValue sql_optional(int64_t n) { // NULL if negative
    return n < 0 ? (SqlValue){VALUE_NULL} : sql_number(n);
}

static inline SqlValue sql_real(double x) {
    return (SqlValue){VALUE_REAL, .real = x};
}

static inline SqlValue sql_text(const char *text) { // may be NULL
    return (SqlValue){VALUE_TEXT, .data = text};
}

// The values of the parameters ?1, ?2 and so on. A statement may have fewer parameters.
#define VALUES(...) ((const SqlValue[]){__VA_ARGS__, {VALUE_END}})

// Runs a statement that writes and has no result rows; begins a transaction if none is open. A
// failure fails the transaction. NULL: no values.
bool statement_write(Store *s, SqlId id, const SqlValue *values, Error *err);

// Runs a statement without values or rows. False: sqlite3_errmsg says why.
bool statement_run(Store *s, SqlId id);

// A statement that reads, ready for its first step.
sqlite3_stmt *statement_read(Store *s, SqlId id, const SqlValue *values);

// Copies a column's text, truncated to `size`; our own rows always fit.
void column_text(sqlite3_stmt *stmt, int i, char *out, size_t size);
int64_t column_optional(sqlite3_stmt *stmt, int i); // -1 for NULL

// Steps to the next row; false after the last one or on an error. Then the statement is reset.
bool statement_step(Store *s, sqlite3_stmt *stmt, Error *err);

void statement_reset(sqlite3_stmt *stmt);

// The database schema as a list of migrations: migration N turns version N - 1 into version N. A
// released migration never changes; to change the schema, add a migration.

// The SQL of the migration to `version` (from 1); NULL after the last.
const char *schema_migration(int version);

int schema_version(void); // the newest

// Empties the cache of users, after a rollback.
void users_forget(Store *s);
