#include "store/store.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "store/statement.h"

#include <errno.h>
#include <fcntl.h>
#include <stdalign.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A database up to CHECKED_BYTES is checked within a quarter of a second.
enum { CHECKED_BYTES = 32 << 20, CHECK_STEPS = 10000 };
enum { BUSY_MS = 2000, BACKUP_PAGES = 256, BACKUP_PAUSE_MS = 5 };

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
        column_text(stmt, 0, out, size);
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

static bool prepare_statements(Store *s, Error *err) {
    for (int i = 0; i < SQL_COUNT; i++)
        if (sqlite3_prepare_v3(s->db, statement_text((SqlId)i), -1, SQLITE_PREPARE_PERSISTENT,
                               &s->statements[i], NULL) != SQLITE_OK)
            return fail(s->db, err);
    return true;
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
static bool acquire_lock(Store *s, const char *path, Error *err) {
    ScopedStr name = {0};
    str_add(&name, "%s.lock", path);
    s->lock = open(str_text(&name), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (s->lock < 0)
        return error_set(err, "%s", strerror(errno));
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(s->lock, F_SETLK, &whole) == 0 || error_set(err, "another server uses it");
}

Store *store_open(const char *path, Error *err) {
    Store *s = mem_alloc(sizeof *s);
    s->lock = -1;
    bool in_memory = !strcmp(path, ":memory:");
    bool ok = (in_memory || (may_open_all(path, err) && create_private(path, err) &&
                             acquire_lock(s, path, err))) &&
              (sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) ==
                   SQLITE_OK ||
               fail(s->db, err)) &&
              set_pragmas(s->db, err) && (store_is_large(path) || check_integrity(s->db, err)) &&
              migrate(s->db, err) && keep_temporary_data_in_memory(s->db, err) &&
              prepare_statements(s, err);
    if (ok)
        return s;
    error_prefix(err, path);
    store_close(s);
    return NULL;
}

void store_close(Store *s) {
    if (!s)
        return;
    for (int i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(s->statements[i]);
    sqlite3_close(s->db);
    if (s->lock >= 0)
        close(s->lock);
    mem_free(s);
}

bool store_in_transaction(const Store *s) {
    return s->in_transaction;
}

// SQLite may or may not have ended the transaction after a failed commit.
static void rollback(Store *s) {
    if (!sqlite3_get_autocommit(s->db))
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    users_forget(s);
}

bool store_commit(Store *s, Error *err) {
    if (!s->in_transaction)
        return true;
    bool ok = s->has_failed ? error_set(err, "%s", s->error.text)
                            : statement_run(s, SQL_COMMIT) || fail(s->db, err);
    if (!ok)
        rollback(s);
    s->in_transaction = s->has_failed = false;
    return ok;
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
        copy_pages(from, to, err) && check_integrity(to, err);
    sqlite3_close(from);
    sqlite3_close(to);
    if (!ok)
        unlink(copy);
    return ok;
}

int64_t store_value(Store *s, const char *name) {
    Error err = {0};
    sqlite3_stmt *stmt = statement_read(s, SQL_VALUE_GET, VALUES(sql_text(name)));
    int64_t value = 0;
    while (statement_step(s, stmt, &err))
        value = sqlite3_column_int64(stmt, 0);
    return value;
}

bool store_put_value(Store *s, const char *name, int64_t value, Error *err) {
    return statement_write(s, SQL_VALUE_PUT, VALUES(sql_text(name), sql_number(value)), err);
}

bool analysis_cache_find(Store *s, const AnalysisCacheKey *key, Str *result, Error *err) {
    sqlite3_stmt *stmt =
        statement_read(s, SQL_ANALYSIS_FIND,
                       VALUES(sql_text(key->position), sql_text(key->engine),
                              sql_number(key->lines), sql_number(key->ms), sql_number(key->nodes)));
    if (!statement_step(s, stmt, err))
        return false;
    str_add_text(result, (const char *)sqlite3_column_text(stmt, 0));
    statement_reset(stmt);
    return true;
}

// Row numbers only grow, so those that lag by more than ANALYSIS_CACHE_MAX are the oldest.
bool analysis_cache_put(Store *s, const AnalysisCacheKey *key, bool settled, const char *result,
                        Error *err) {
    const SqlValue *values =
        VALUES(sql_text(key->position), sql_text(key->engine), sql_number(key->lines),
               sql_number(key->ms), sql_number(key->nodes), sql_number(settled), sql_text(result));
    return statement_write(s, SQL_ANALYSIS_DROP_LESSER, values, err) &&
           statement_write(s, SQL_ANALYSIS_ADD, values, err) &&
           statement_write(s, SQL_ANALYSIS_EVICT_OLDEST, VALUES(sql_number(ANALYSIS_CACHE_MAX)),
                           err);
}
