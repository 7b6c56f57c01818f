// All SQL of the program but the schema, as rows, prepared once; and how values get in and out.
//
// For the files of this folder only. Nobody builds SQL from text: values are bound.
#pragma once

#include "store/store.h"

#include <sqlite3.h>
#include <stddef.h>

typedef enum {
    SQL_FACT_GET,
    SQL_FACT_PUT,
    SQL_USER_ADD,
    SQL_USER_PUT,
    SQL_USER_BY_ID,
    SQL_USER_BY_NAME,
    SQL_USER_PASSWORD,
    SQL_USER_SCORE,
    SQL_USERS_UNKNOWN,
    SQL_USER_FORGET,
    SQL_SESSION_ADD,
    SQL_SESSION_FIND,
    SQL_SESSION_USED,
    SQL_SESSION_LAST_USED,
    SQL_SESSION_END,
    SQL_SESSION_END_OTHERS,
    SQL_SESSION_FORGET,
    SQL_TOKENS,
    SQL_TOKEN_END,
    SQL_RATING_GET,
    SQL_RATING_PUT,
    SQL_RATING_BEST,
    SQL_GAME_ADD,
    SQL_GAME_PUT,
    SQL_GAME_MOVED,
    SQL_GAME_GET,
    SQL_GAME_BY_KEY,
    SQL_SEAT_ADD,
    SQL_GAMES_GOING_ON,
    SQL_GAME_NEWEST,
    SQL_GAMES_FOUND,
    SQL_GAMES_OF_PLAYER,
    SQL_MOVE_ADD,
    SQL_MOVES_CUT,
    SQL_MOVES,
    SQL_TRY_ADD,
    SQL_TRIES,
    SQL_CHAT_ADD,
    SQL_CHAT_BY_KEY,
    SQL_CHAT_LAST,
    SQL_CHAT,
    SQL_FINDING_FIND,
    SQL_FINDING_DROP_LESSER,
    SQL_FINDING_ADD,
    SQL_FINDINGS_DROP_OLDEST,
    SQL_ATTEMPT_ADD,
    SQL_ATTEMPTS_DROP_EARLIEST,
    SQL_ATTEMPTS,
    SQL_COUNT,
} SqlId;

struct Store {
    sqlite3 *db;
    sqlite3_stmt *statements[SQL_COUNT];
    bool in_batch; // a transaction is open
    bool spoiled;  // something in it failed: it cannot be committed
    Error why;
    int lock; // a descriptor; -1: none
};

const char *statement_text(SqlId id);

// A statement for reading, ready to bind.
sqlite3_stmt *statement(Store *s, SqlId id);

// The same for writing: begins the batch if none is open.
sqlite3_stmt *statement_for_write(Store *s, SqlId id);

// Values in order, from 1. Text is borrowed until the statement ran. NULL text and, in
// bind_optional, negative numbers are NULL.
void bind_number(sqlite3_stmt *q, int i, int64_t value);
void bind_optional(sqlite3_stmt *q, int i, int64_t value);
void bind_real(sqlite3_stmt *q, int i, double value);
void bind_text(sqlite3_stmt *q, int i, const char *text);

// Copies a column's text; what is too long for `out`, which a row of ours never is, is cut.
void column_text(sqlite3_stmt *q, int i, char *out, size_t size);
int64_t column_optional(sqlite3_stmt *q, int i); // -1 for NULL

// Runs a statement that gives no rows and makes it ready again. A failure spoils the batch.
bool statement_run(Store *s, sqlite3_stmt *q, Error *err);

// The next row? After the last, or a failure, which is kept in *err, the statement is ready again.
bool statement_step(Store *s, sqlite3_stmt *q, Error *err);

void statement_reset(sqlite3_stmt *q);
