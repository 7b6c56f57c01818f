// Prepared statements: all SQL of the program except the schema, as a table, prepared once; and
// binding of parameters and reading of columns.
//
// For this folder only. SQL is never built from text: values are bound.
#pragma once

#include "store/store.h"

#include <sqlite3.h>
#include <stddef.h>

typedef enum {
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
    SQL_GAME_ADD,
    SQL_GAME_UPDATE,
    SQL_GAME_UPDATE_AFTER_MOVE,
    SQL_GAME_GET,
    SQL_GAME_BY_KEY,
    SQL_SEAT_ADD,
    SQL_GAMES_ACTIVE,
    SQL_GAME_NEWEST,
    SQL_GAMES_SEARCH,
    SQL_GAMES_OF_PLAYER,
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

struct Store {
    sqlite3 *db;
    sqlite3_stmt *statements[SQL_COUNT];
    bool in_transaction;
    bool has_failed; // a write of the transaction failed, so it cannot be committed
    Error error;     // the first one of the transaction
    int lock;        // file descriptor; -1: none
};

const char *statement_text(SqlId id);

// A statement for reading, ready to bind.
sqlite3_stmt *statement(Store *s, SqlId id);

// The same for writing: begins a transaction if none is open.
sqlite3_stmt *statement_for_write(Store *s, SqlId id);

// Parameters are numbered from 1. Text is borrowed until the statement has run. NULL text is bound
// as NULL, and bind_optional binds negative numbers as NULL.
void bind_number(sqlite3_stmt *stmt, int i, int64_t value);
void bind_optional(sqlite3_stmt *stmt, int i, int64_t value);
void bind_real(sqlite3_stmt *stmt, int i, double value);
void bind_text(sqlite3_stmt *stmt, int i, const char *text);

// Copies a column's text, truncated to `size`; our own rows always fit.
void column_text(sqlite3_stmt *stmt, int i, char *out, size_t size);
int64_t column_optional(sqlite3_stmt *stmt, int i); // -1 for NULL

// Runs a statement without result rows and resets it. A failure fails the transaction.
bool statement_run(Store *s, sqlite3_stmt *stmt, Error *err);

// Steps to the next row; false after the last one or on an error. Then the statement is reset.
bool statement_step(Store *s, sqlite3_stmt *stmt, Error *err);

void statement_reset(sqlite3_stmt *stmt);

// The database schema as a list of migrations: migration N turns version N - 1 into version N. A
// released migration never changes; a change of the schema is a new migration.

// The SQL of the migration to `version` (from 1); NULL after the last.
const char *schema_migration(int version);

int schema_version(void); // the newest
