// SQLite behind the store: one file in WAL mode.
#include "store/statement.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdalign.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A database up to CHECKED_BYTES is checked within a quarter of a second.
enum { CHECKED_BYTES = 32 << 20, CHECK_STEPS = 10000 };
enum { BUSY_MS = 2000, BACKUP_PAGES = 256, BACKUP_PAUSE_MS = 5 };

typedef struct {
    Store base;
    sqlite3 *db;
    int lock; // file descriptor; -1: none
} SqliteStore;

// ---- Memory

// Before each block, for SQLite asks for its size.
typedef struct {
    alignas(max_align_t) size_t size;
} BlockHeader;

static void *memory_resize(void *block, int size) {
    BlockHeader *old = block ? (BlockHeader *)block - 1 : NULL;
    BlockHeader *header = mem_resize(old, sizeof *header + (size_t)size);
    header->size = (size_t)size;
    return header + 1;
}

static void *memory_alloc(int size) {
    return memory_resize(NULL, size);
}

static void memory_free(void *block) {
    mem_free(block ? (BlockHeader *)block - 1 : NULL);
}

static int memory_size(void *block) {
    return block ? (int)((BlockHeader *)block - 1)->size : 0;
}

static int memory_round_up(int size) {
    return (size + 7) & ~7;
}

static int memory_init(void *context) {
    (void)context;
    return SQLITE_OK;
}

static void memory_shutdown(void *context) {
    (void)context;
}

void store_use_reserve(void) {
    static const sqlite3_mem_methods methods = {
        memory_alloc,    memory_free, memory_resize,   memory_size,
        memory_round_up, memory_init, memory_shutdown, NULL};
    sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

// ---- Opening

static bool fail_as_damaged(const char *how, Error *err) {
    return error_set(err, "it is damaged (%.100s); restore a backup", how);
}

static bool fail(sqlite3 *db, Error *err) {
    int code = sqlite3_errcode(db); // SQLITE_NOMEM if there is no `db`
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return fail_as_damaged(sqlite3_errmsg(db), err);
    return error_set(err, "%.160s", sqlite3_errmsg(db));
}

static bool execute(sqlite3 *db, const char *sql, Error *err) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || fail(db, err);
}

// The text result of a one-row query, such as a pragma.
static bool query_text(sqlite3 *db, const char *sql, char *out, size_t size, Error *err) {
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        return fail(db, err);
    bool ok = sqlite3_step(stmt) == SQLITE_ROW || fail(db, err);
    if (ok)
        snprintf(out, size, "%s", (const char *)sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    return ok;
}

// A WAL checkpoint stalls the server for some milliseconds. It runs after about 950 moves, as late
// as a log of 8 MiB allows, so that fewer than one move in a hundred waits for one.
//
// synchronous=FULL makes an acknowledged move survive a power cut. The other settings keep a
// damaged or malicious file from doing harm.
static bool set_pragmas(sqlite3 *db, Error *err) {
    sqlite3_busy_timeout(db, BUSY_MS);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    char mode[16] = "";
    if (!query_text(db, "PRAGMA journal_mode=WAL", mode, sizeof mode, err))
        return false;
    if (strcmp(mode, "wal") != 0 && strcmp(mode, "memory") != 0)
        return error_set(err, "its file system has no shared memory, which the write-ahead log "
                              "needs; choose another data directory");
    return execute(db,
                   "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cell_size_check=ON;"
                   "PRAGMA journal_size_limit=8388608; PRAGMA wal_autocheckpoint=1900;",
                   err);
}

static bool check_integrity(sqlite3 *db, Error *err) {
    char answer[160] = "";
    if (!query_text(db, "PRAGMA quick_check(1)", answer, sizeof answer, err))
        return false;
    return !strcmp(answer, "ok") || fail_as_damaged(answer, err);
}

static int should_stop(void *stop) {
    return atomic_load((atomic_bool *)stop);
}

bool store_check(const char *path, atomic_bool *stop, Error *err) {
    sqlite3 *db = NULL;
    bool ok = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK || fail(db, err);
    if (ok) {
        sqlite3_busy_timeout(db, BUSY_MS);
        sqlite3_progress_handler(db, CHECK_STEPS, should_stop, stop);
        ok = check_integrity(db, err) || atomic_load(stop);
    }
    int code = sqlite3_errcode(db);
    sqlite3_close(db);
    // Short of file descriptors or memory, it says nothing about the file.
    return ok || error_prefix(err, path) || code == SQLITE_CANTOPEN || code == SQLITE_BUSY ||
           code == SQLITE_NOMEM;
}

bool store_is_large(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && info.st_size > CHECKED_BYTES;
}

static bool migrate_to(sqlite3 *db, int version, Error *err) {
    char finish[64];
    snprintf(finish, sizeof finish, "PRAGMA user_version=%d; COMMIT", version);
    bool ok = execute(db, "BEGIN IMMEDIATE", err) && execute(db, schema_migration(version), err) &&
              execute(db, finish, err);
    if (!ok)
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return ok;
}

static bool migrate(sqlite3 *db, Error *err) {
    char answer[32] = "";
    if (!query_text(db, "PRAGMA user_version", answer, sizeof answer, err))
        return false;
    int version = (int)strtol(answer, NULL, 10);
    if (version > schema_version())
        return error_set(err, "it has version %d, made by a newer program; this one knows up to %d",
                         version, schema_version());
    while (version < schema_version())
        if (!migrate_to(db, ++version, err))
            return false;
    return true;
}

// Outside its folder the server cannot write. A migration may sort more than fits into memory, so
// it comes first.
static bool keep_temporary_data_in_memory(sqlite3 *db, Error *err) {
    return execute(db, "PRAGMA temp_store=MEMORY", err);
}

// A backup that root restored belongs to root, and the server runs as another user: says so, and
// what to do. SQLite reports only that it cannot open the file.
static bool may_open(const char *path, const char *ending, Error *err) {
    ScopedStr name = {0};
    struct stat info;
    str_add(&name, "%s%s", path, ending);
    int fd = open(str_text(&name), O_RDWR | O_CLOEXEC);
    bool is_denied = fd < 0 && (errno == EACCES || errno == EPERM);
    if (fd >= 0)
        close(fd);
    if (!is_denied || stat(str_text(&name), &info) != 0)
        return true; // reported by whoever creates or opens it
    long long owner = (long long)info.st_uid, user = (long long)geteuid();
    if (owner == user)
        return error_set(err, "Permission denied; run: chmod u+rw %.100s", str_text(&name));
    return error_set(err,
                     "%.40s belongs to user %lld%s, but this program runs as user %lld; "
                     "as root, run: chown %lld %.80s",
                     file_name(str_text(&name)), owner, owner == 0 ? " (root)" : "", user, user,
                     str_text(&name));
}

static bool may_open_all(const char *path, Error *err) {
    return may_open(path, "", err) && may_open(path, "-wal", err) && may_open(path, "-shm", err) &&
           may_open(path, ".lock", err);
}

// Only the owner may read the file: it holds password hashes and private games.
static bool create_private(const char *path, Error *err) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0)
        return error_set(err, "%s", strerror(errno));
    close(fd);
    return true;
}

// Keeps a second server away, which would not see this one's games in memory. SQLite's own locks
// cannot be used for that, because a backup must be able to read.
static bool acquire_lock(SqliteStore *s, const char *path, Error *err) {
    ScopedStr name = {0};
    str_add(&name, "%s.lock", path);
    s->lock = open(str_text(&name), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (s->lock < 0)
        return error_set(err, "%s", strerror(errno));
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(s->lock, F_SETLK, &whole) == 0 || error_set(err, "another server uses it");
}

// SQLite copies from the start again whenever somebody has written meanwhile: for ever, if a large
// file is written to all the time. A read transaction keeps what it reads as it is now.
static bool begin_snapshot(sqlite3 *db, Error *err) {
    sqlite3_busy_timeout(db, BUSY_MS);
    return execute(db, "BEGIN; SELECT COUNT(*) FROM sqlite_master", err);
}

static bool copy_pages(sqlite3 *from, sqlite3 *to, Error *err) {
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    if (!b)
        return fail(to, err);
    int result;
    do {
        result = sqlite3_backup_step(b, BACKUP_PAGES);
        if (result == SQLITE_BUSY || result == SQLITE_LOCKED)
            sqlite3_sleep(BACKUP_PAUSE_MS);
    } while (result == SQLITE_OK || result == SQLITE_BUSY || result == SQLITE_LOCKED);
    sqlite3_backup_finish(b);
    return result == SQLITE_DONE || fail(to, err);
}

bool store_backup(const char *path, const char *copy, Error *err) {
    if (access(copy, F_OK) == 0)
        return error_set(err, "%.100s already exists; name a new file", copy);
    if (access(path, R_OK) != 0)
        return error_set_errno(err, path);
    sqlite3 *from = NULL, *to = NULL;
    bool ok =
        create_private(copy, err) &&
        (sqlite3_open_v2(path, &from, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK ||
         fail(from, err)) &&
        (sqlite3_open_v2(copy, &to, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK || fail(to, err)) &&
        begin_snapshot(from, err) && copy_pages(from, to, err) && check_integrity(to, err);
    sqlite3_close(from);
    sqlite3_close(to);
    if (!ok)
        unlink(copy);
    return ok;
}

// ---- The engine

static sqlite3 *db_of(Store *s) {
    return ((SqliteStore *)s)->db;
}

static bool prepare(Statement *stmt, Error *err) {
    sqlite3 *db = db_of(stmt->store);
    sqlite3_stmt *prepared = NULL;
    bool ok = sqlite3_prepare_v3(db, stmt->text->text, -1, SQLITE_PREPARE_PERSISTENT, &prepared,
                                 NULL) == SQLITE_OK;
    stmt->engines = prepared;
    return ok || fail(db, err);
}

static void finalize(Statement *stmt) {
    sqlite3_finalize(stmt->engines);
}

static void bind_value(sqlite3_stmt *stmt, int i, const SqlValue *v) {
    if (v->is_null)
        sqlite3_bind_null(stmt, i);
    else if (v->kind == VALUE_NUMBER)
        sqlite3_bind_int64(stmt, i, v->number);
    else if (v->kind == VALUE_REAL)
        sqlite3_bind_double(stmt, i, v->real);
    else if (v->kind == VALUE_TEXT)
        sqlite3_bind_text(stmt, i, v->data, -1, SQLITE_STATIC);
    else
        sqlite3_bind_blob(stmt, i, v->data, (int)v->len, SQLITE_STATIC);
}

static bool open_read(Statement *stmt, const SqlValue *values, Error *err) {
    (void)err;
    int count = sqlite3_bind_parameter_count(stmt->engines);
    for (int i = 1; i <= count; i++)
        bind_value(stmt->engines, i, values++);
    return true;
}

static void reset(Statement *stmt) {
    sqlite3_reset(stmt->engines);
    sqlite3_clear_bindings(stmt->engines);
}

static bool step(Statement *stmt, Error *err) {
    int result = sqlite3_step(stmt->engines);
    return result == SQLITE_ROW || (result != SQLITE_DONE && fail(db_of(stmt->store), err));
}

static bool write_row(Statement *stmt, const SqlValue *values, Error *err) {
    bool ok = open_read(stmt, values, err) &&
              (sqlite3_step(stmt->engines) == SQLITE_DONE || fail(db_of(stmt->store), err));
    reset(stmt);
    return ok;
}

static SqlValue column(const Statement *stmt, int i) {
    sqlite3_stmt *row = stmt->engines;
    switch (sqlite3_column_type(row, i)) {
    case SQLITE_INTEGER:
        return sql_number(sqlite3_column_int64(row, i));
    case SQLITE_FLOAT:
        return sql_real(sqlite3_column_double(row, i));
    case SQLITE_TEXT:
        return (SqlValue){VALUE_TEXT, .data = sqlite3_column_text(row, i),
                          .len = (size_t)sqlite3_column_bytes(row, i)};
    case SQLITE_BLOB:
        return sql_blob(sqlite3_column_blob(row, i), (size_t)sqlite3_column_bytes(row, i));
    default:
        return (SqlValue){VALUE_NUMBER, .is_null = true};
    }
}

static bool is_null(const Statement *stmt, int i) {
    return sqlite3_column_type(stmt->engines, i) == SQLITE_NULL;
}

static int64_t number(const Statement *stmt, int i) {
    return sqlite3_column_int64(stmt->engines, i);
}

static const char *string(const Statement *stmt, int i) {
    return (const char *)sqlite3_column_text(stmt->engines, i);
}

static bool begin(Store *s, Error *err) {
    return write_row(&s->statements[SQL_BEGIN], NULL, err);
}

// SQLite may or may not have ended the transaction after a failure.
static void rollback(Store *s) {
    if (!sqlite3_get_autocommit(db_of(s)))
        sqlite3_exec(db_of(s), "ROLLBACK", NULL, NULL, NULL);
}

static bool commit(Store *s, Error *err) {
    bool ok = write_row(&s->statements[SQL_COMMIT], NULL, err);
    if (!ok)
        rollback(s);
    return ok;
}

static void check_references(Store *s, bool on) {
    sqlite3_exec(db_of(s), on ? "PRAGMA foreign_keys=ON" : "PRAGMA foreign_keys=OFF", NULL, NULL,
                 NULL);
}

// SQLite takes the largest id of the table and adds one.
static bool skip_ids(Store *s, Error *err) {
    (void)s;
    (void)err;
    return true;
}

static void close_database(Store *base) {
    SqliteStore *s = (SqliteStore *)base;
    sqlite3_close(s->db);
    if (s->lock >= 0)
        close(s->lock);
    mem_free(s);
}

static const StoreEngine engine = {
    .prepare = prepare,
    .finalize = finalize,
    .begin = begin,
    .write = write_row,
    .open = open_read,
    .step = step,
    .reset = reset,
    .column = column,
    .is_null = is_null,
    .number = number,
    .string = string,
    .commit = commit,
    .rollback = rollback,
    .check_references = check_references,
    .skip_ids = skip_ids,
    .close = close_database,
};

Store *sqlite_open(const char *path, Error *err) {
    SqliteStore *s = mem_alloc(sizeof *s);
    s->base.engine = &engine;
    s->lock = -1;
    bool in_memory = !strcmp(path, ":memory:");
    bool ok = (in_memory || (may_open_all(path, err) && create_private(path, err) &&
                             acquire_lock(s, path, err))) &&
              (sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) ==
                   SQLITE_OK ||
               fail(s->db, err)) &&
              set_pragmas(s->db, err) && (store_is_large(path) || check_integrity(s->db, err)) &&
              migrate(s->db, err) && keep_temporary_data_in_memory(s->db, err);
    if (ok)
        return &s->base;
    error_prefix(err, path);
    close_database(&s->base);
    return NULL;
}

void *sqlite_connection(Store *s) {
    return db_of(s);
}
