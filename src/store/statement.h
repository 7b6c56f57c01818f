// Statements: a table of all SQL except the schema, typed parameters and typed columns, and the
// engine (SQLite or PostgreSQL) behind them.
//
// For this folder only. SQL is never built from values: values are bound. No file but the engines
// includes the header of a database.
#pragma once

#include "store/store.h"
#include "store/users.h"

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
    SQL_USERS_BY_ID,
    SQL_USER_PASSWORD,
    SQL_USERS_LOCK,
    SQL_USER_SCORE,
    SQL_USERS_UNUSED,
    SQL_USERS_BY_NAME,
    SQL_USER_BAN,
    SQL_USER_ANONYMIZE,
    SQL_USER_DROP_RATINGS,
    SQL_USER_DROP_RATING_HISTORY,
    SQL_USER_DROP_ATTEMPTS,
    SQL_USER_DROP_CHAT,
    SQL_USER_DROP_INVITATIONS,
    SQL_PASSWORD_RESET_ADD,
    SQL_PASSWORD_RESET_FIND,
    SQL_PASSWORD_RESET_DELETE,
    SQL_USER_DELETE,
    SQL_SESSION_ADD,
    SQL_SESSION_FIND,
    SQL_SESSION_USED,
    SQL_SESSION_LAST_USED,
    SQL_SESSION_OLDEST,
    SQL_SESSION_DELETE,
    SQL_SESSION_DELETE_OTHERS,
    SQL_SESSION_DELETE_UNUSED,
    SQL_TOKENS,
    SQL_TOKEN_REVOKE,
    SQL_RATING_GET,
    SQL_RATINGS_OF_USERS,
    SQL_RATING_PUT,
    SQL_RATING_LEADERBOARD,
    SQL_RATING_HISTORY_ADD,
    SQL_RATING_HISTORY,
    SQL_GAME_ADD,
    SQL_GAME_UPDATE,
    SQL_GAME_UPDATE_AFTER_MOVE,
    SQL_GAME_SET_OPPONENT,
    SQL_GAMES_LOCK,
    SQL_GAME_VERSION,
    SQL_GAME_VERSIONS,
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
    SQL_MOVES_OF_GAMES,
    SQL_TRY_ADD,
    SQL_TRIES,
    SQL_TRIES_OF_GAMES,
    SQL_ABSENCE_PUT,
    SQL_ABSENCE_GET,
    SQL_ABSENCES_CLEAN_UP,
    SQL_CHAT_ADD,
    SQL_CHAT_BY_KEY,
    SQL_CHAT_LAST,
    SQL_CHAT_LINE,
    SQL_ROUND_LOCK,
    SQL_CHAT,
    SQL_ANALYSES_FIND,
    SQL_ANALYSIS_DROP_LESSER,
    SQL_ANALYSIS_ADD,
    SQL_ANALYSIS_EVICT_OLDEST,
    SQL_PUZZLE_ATTEMPT_ADD,
    SQL_PUZZLE_ATTEMPTS_EVICT_EARLIEST,
    SQL_PUZZLE_ATTEMPTS,
    SQL_STUDY_GET,
    SQL_STUDY_VERSION,
    SQL_STUDY_PUT,
    SQL_STUDY_USED,
    SQL_STUDIES_DELETE_UNUSED,
    SQL_STORE_END, // those before it belong to a store; those from here on, to a job queue
    SQL_JOB_TAKE = SQL_STORE_END,
    SQL_JOB_RENEW,
    SQL_JOB_FINISH,
    SQL_JOB_LEAVE,
    SQL_JOB_OTHER_BUILD,
    SQL_JOB_WORKER_END, // a worker's role may not prepare the rest
    SQL_JOB_BATCH_FIND = SQL_JOB_WORKER_END,
    SQL_JOB_BATCH_ADD,
    SQL_JOB_BATCH_REPORT,
    SQL_JOB_BATCH_CLEAR,
    SQL_JOB_BATCH_STOP,
    SQL_JOB_BATCHES,
    SQL_JOB_POST,
    SQL_JOB_RESULTS,
    SQL_JOB_WATCH,
    SQL_JOB_BATCHES_DROP,
    SQL_JOB_BATCHES_STOP,
    SQL_JOB_FORGET,
    SQL_JOB_DELETE,
    SQL_JOB_GRANT,
    SQL_JOB_FIGURES,
    SQL_JOB_WORKERS,
    SQL_JOB_THREADS,
    SQL_COUNT,
} SqlId;

// A row of the table. The text is SQLite's, with parameters ?1, ?2 and so on; most of it is SQL
// that both engines understand.
typedef struct {
    const char *types;    // of the parameters: n number, r real, t text, b blob
    const char *text;     // for both engines, unless there is another for PostgreSQL
    const char *postgres; // NULL: the same, translated by sql_translate
} StatementText;

const StatementText *statement_text(SqlId id);

typedef enum { VALUE_END, VALUE_NUMBER, VALUE_REAL, VALUE_TEXT, VALUE_BLOB } ValueKind;

// The value of a parameter or a column. Data is borrowed: of a parameter until the statement has
// run, of a column until the next step.
typedef struct {
    ValueKind kind;
    bool is_null;
    int64_t number;
    double real;
    const void *data;
    size_t len; // of a blob, and of a text in a column
} SqlValue;

static inline SqlValue sql_number(int64_t n) {
    return (SqlValue){VALUE_NUMBER, .number = n};
}

static inline SqlValue sql_optional(int64_t n) { // NULL if negative
    return (SqlValue){VALUE_NUMBER, .number = n, .is_null = n < 0};
}

static inline SqlValue sql_real(double x) {
    return (SqlValue){VALUE_REAL, .real = x};
}

static inline SqlValue sql_text(const char *text) { // may be NULL
    return (SqlValue){VALUE_TEXT, .data = text, .is_null = !text};
}

static inline SqlValue sql_blob(const void *data, size_t len) {
    return (SqlValue){VALUE_BLOB, .data = data, .len = len};
}

// The values of the parameters ?1, ?2 and so on. A statement may have fewer parameters.
#define VALUES(...) ((const SqlValue[]){__VA_ARGS__, {VALUE_END}})

// A prepared statement, and its current row while it is read.
typedef struct {
    Store *store;
    const StatementText *text;
    int number;    // of this statement in its store, from 0
    bool is_open;  // is being read
    int row;       // PostgreSQL: the current row of the result
    void *engines; // SQLite: the prepared statement; PostgreSQL: the result
} Statement;

// ---- Engines. What a database must do for the store: a row of functions for each.

typedef struct {
    // Prepares stmt->text.
    bool (*prepare)(Statement *stmt, Error *err);
    void (*finalize)(Statement *stmt);

    bool (*begin)(Store *s, Error *err);

    // May report a failure later, at the next `open` or at `commit`.
    bool (*write)(Statement *stmt, const SqlValue *values, Error *err);

    // Reads what the transaction has written, too.
    bool (*open)(Statement *stmt, const SqlValue *values, Error *err);
    bool (*step)(Statement *stmt, Error *err); // false without an error: no more rows
    void (*reset)(Statement *stmt);
    SqlValue (*column)(const Statement *stmt, int i);
    // What `column` says, faster.
    bool (*is_null)(const Statement *stmt, int i);
    int64_t (*number)(const Statement *stmt, int i);     // 0 for NULL
    const char *(*string)(const Statement *stmt, int i); // may be NULL for NULL

    // Makes the transaction durable. If it fails, nothing of it is left.
    bool (*commit)(Store *s, Error *err);
    void (*rollback)(Store *s);

    // Checking references is switched off while guests are deleted; see delete_users.
    void (*check_references)(Store *s, bool on);
    StoreState (*poll)(Store *s, Error *err); // see store_poll; NULL: always ready

    // Only if instances share the database; see store.h.
    void (*heartbeat)(Store *s);
    bool (*let_others_start)(Store *s, Error *err);
    bool (*is_alive)(const Store *s, int64_t instance);
    bool (*next_note)(Store *s, char out[static NOTE_MAX]);
    int (*socket)(const Store *s);

    // Rows were copied into the empty database with their ids: new ids come after these.
    bool (*skip_ids)(Store *s, Error *err);
    void (*close)(Store *s); // rolls back, and frees the store
} StoreEngine;

// Users as they were last read, by their id: every message of a client needs its user. Their
// ratings, too: each game of a list shows two. Set-associative, by a seeded hash: nobody can choose
// whose place is taken, which with PostgreSQL would cost the others a wait each.
enum { USER_CACHE_SETS = 512, USER_CACHE_WAYS = 4, RATING_CACHE_POOLS = 4 };

typedef struct {
    char pool[POOL_SIZE]; // "": free
    bool is_rated;
    RatingRow row;
} CachedRating;

typedef struct {
    UserId id;            // 0: free
    int64_t used;         // counts; the smallest of a set is the first to go
    UserRow row;          // its id is 0 before it was read
    bool has_all_ratings; // a pool that is not among these has none
    CachedRating ratings[RATING_CACHE_POOLS];
} CachedUser;

// The first member of each engine's own struct.
struct Store {
    const StoreEngine *engine;
    Statement statements[SQL_COUNT];
    CachedUser users[USER_CACHE_SETS][USER_CACHE_WAYS];
    uint64_t user_seed;
    int64_t user_uses;
    int prepared; // statements so far
    bool in_transaction;
    bool has_failed; // a statement of the transaction failed, so it cannot be committed
    bool has_waited; // a read waited for long, in vain: the transaction reads nothing more
    bool has_round_lock, is_flushing;
    int64_t began_ms; // of the transaction, by clock_now_ms; 0: none is open
    Error error;      // the first failure of the transaction
    Error why;        // the last failure of the engine
    void (*flush)(void *context);
    void *flush_context;
    StoreWait *wait;
    void *wait_context;
    bool is_waiting; // in `wait`, which must not use the store

    bool is_lost;     // the connection to a database server
    int64_t instance; // 0: the database is not shared
    bool is_leader, is_first, was_taken_for_gone;
    int64_t beat_ms;      // of the last heartbeat, by the database's clock; 0: none yet
    int64_t beat_at_ms;   // the same by clock_now_ms
    int64_t clock_offset; // of the database's clock to clock_now_ms
    int64_t clock_step;   // see store_take_clock_step
    bool clock_has_jumped, is_clock_in_doubt;
    Str notes;           // to be sent with the commit, a line each
    int64_t round_trips; // how often it has waited for a database server
};

// Opens a database with its newest schema; then store_open prepares the statements.
Store *sqlite_open(const char *path, Error *err);
Store *postgres_open(const char *url, bool shared, Error *err);

// A connection for the job queue, without the server's tables and its lock. `creates`: makes the
// queue's tables, or brings them to the newest version.
Store *postgres_open_jobs(const char *url, bool creates, Error *err);

void *sqlite_connection(Store *s); // the sqlite3 of a store in SQLite, for tests

bool statement_prepare(Store *s, const StatementText *text, Statement *out, Error *err);
void statement_finalize(Statement *stmt);

// ---- Running statements

// Runs a statement that writes and has no result rows; begins a transaction if none is open. A
// failure fails the transaction; PostgreSQL may report it only at the next read or the commit.
// NULL: no values.
bool statement_write(Store *s, SqlId id, const SqlValue *values, Error *err);
bool statement_run(Statement *stmt, const SqlValue *values, Error *err);

// A statement that writes and returns the id of the new row; 0 on failure.
int64_t statement_insert(Store *s, SqlId id, const SqlValue *values, Error *err);

// A statement that reads, ready for its first step, which reports an error. A read that fails also
// fails the transaction, or begins one that cannot be committed: no reply that was computed without
// the rows is sent.
Statement *statement_read(Store *s, SqlId id, const SqlValue *values);
void statement_open(Statement *stmt, const SqlValue *values);

// Steps to the next row; false after the last one or on an error. Then the statement is reset.
bool statement_step(Statement *stmt, Error *err);

void statement_reset(Statement *stmt);

SqlValue column_value(const Statement *stmt, int i);
int64_t column_number(const Statement *stmt, int i); // 0 for NULL
int column_int(const Statement *stmt, int i);
int64_t column_optional(const Statement *stmt, int i); // -1 for NULL
double column_real(const Statement *stmt, int i);
const char *column_string(const Statement *stmt,
                          int i); // "" for NULL; borrowed until the next step

// Copies a column's text, truncated to `size`; our own rows always fit.
void column_text(const Statement *stmt, int i, char *out, size_t size);

// The database schema as a list of migrations: migration N turns version N - 1 into version N. A
// released migration never changes; to change the schema, add a migration. They are written for
// SQLite; sql_translate makes them PostgreSQL's.

// The SQL of the migration to `version` (from 1); NULL after the last.
const char *schema_migration(int version);

int schema_version(void); // the newest

// The same for the job queue, which only PostgreSQL has: in its own words, not to be translated.
const char *jobs_migration(int version);
int jobs_schema_version(void);

// Appends a statement or a migration in the words of PostgreSQL: $1 for ?1, its names of types.
// Texts sort by bytes, as in SQLite. References between tables are left out: docs/develop/scale.md.
void sql_translate(const char *sql, Str *out);
