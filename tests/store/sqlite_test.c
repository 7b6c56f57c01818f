// SQLite behind the store: its settings, files that are rejected, backups.
#include "store/game_store.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"
#include "store/statement.h"
#include "store/test_database.h"
#include "test.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sqlite3.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t pragma(Store *s, const char *sql) {
    sqlite3_stmt *stmt;
    sqlite3_prepare_v2(sqlite_connection(s), sql, -1, &stmt, NULL);
    sqlite3_step(stmt);
    int64_t value = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return value;
}

// With synchronous=NORMAL an acknowledged move would not survive a power cut.
TEST(sqlite_uses_wal_and_full_sync) {
    Str path = test_file();
    Store *s = test_store_reopen(&path);
    CHECK_INT("synchronous", pragma(s, "PRAGMA synchronous"), 2);
    sqlite3_stmt *stmt;
    sqlite3_prepare_v2(sqlite_connection(s), "PRAGMA journal_mode", -1, &stmt, NULL);
    sqlite3_step(stmt);
    CHECK_TEXT("journal", (const char *)sqlite3_column_text(stmt, 0), "wal");
    sqlite3_finalize(stmt);
    CHECK_INT("version", pragma(s, "PRAGMA user_version"), schema_version());
    CHECK_INT("foreign keys", pragma(s, "PRAGMA foreign_keys"), 1);
    CHECK_INT("cells are checked", pragma(s, "PRAGMA cell_size_check"), 1);
    CHECK_INT("the schema is not trusted", pragma(s, "PRAGMA trusted_schema"), 0);
    CHECK_INT("size of the log", pragma(s, "PRAGMA journal_size_limit"), 8388608);
    CHECK_INT("pages in the log", pragma(s, "PRAGMA wal_autocheckpoint"), 1900);
    CHECK_INT("waits for a lock", pragma(s, "PRAGMA busy_timeout"), 2000);
    store_close(s);
    test_location_remove(&path);
}

static UserId add_user(Store *s, const char *name) {
    UserRow user = {.kind = USER_ACCOUNT, .created = 1};
    Error err = {0};
    snprintf(user.name, sizeof user.name, "%s", name);
    return user_add(s, &user, name, NULL, &err);
}

static GameRow some_game(Store *s) {
    UserId owner = add_user(s, "ann");
    return (GameRow){.id = {"aaaaaaaaaaaa"},
                     .rules = "renju",
                     .opening = "swap2",
                     .time = "300+5",
                     .size = 15,
                     .opponent = "anyone",
                     .owner = owner,
                     .seats = {owner, 0},
                     .started = -1,
                     .ended = -1,
                     .draw_offer = -1,
                     .takeback_offer = -1,
                     .winner = -1,
                     .state = GAME_PLAYING};
}

// The latency of a move is that of its commit, so count the pages it writes.
TEST(sqlite_a_move_writes_two_pages) {
    Str path = test_file();
    Error err = {0};
    Store *s = test_store_reopen(&path);
    GameRow g = some_game(s), got;
    CHECK("a game", game_store_add(s, &g, &err) && store_commit(s, &err));
    int before = 0, after = 0;
    sqlite3_wal_checkpoint_v2(sqlite_connection(s), NULL, SQLITE_CHECKPOINT_PASSIVE, &before, NULL);
    g.turn_began = 99;
    g.seq = 5;
    g.ply = 1;
    CHECK("a move", game_store_add_move(s, &g.id, 0, &(MoveRow){"h8", 12}, &err) &&
                        game_store_update_after_move(s, &g, &err) && store_commit(s, &err));
    sqlite3_wal_checkpoint_v2(sqlite_connection(s), NULL, SQLITE_CHECKPOINT_PASSIVE, &after, NULL);
    CHECK("log restarted", before > after);
    CHECK_INT("pages in the log", after, 2);
    CHECK("found", game_store_find(s, g.id.text, &got, &err));
    CHECK_INT("its changes", got.seq, 5);
    store_close(s);
    test_location_remove(&path);
}

TEST(sqlite_check_takes_only_damage_for_damage) {
    atomic_bool stop = false;
    Error err = {0};
    CHECK("not opened", store_check("/nowhere/pentad.db", &stop, &err));
    CHECK("the reason", strstr(err.text, "unable to open"));
}

TEST(sqlite_rejects_newer_and_damaged_files_and_a_second_backup) {
    Str path = test_file(), copy = {0};
    Error err = {0};
    Store *s = test_store_reopen(&path);
    str_add(&copy, "%s.copy", str_text(&path));
    CHECK("backup", store_backup(str_text(&path), str_text(&copy), &err));
    CHECK("onto itself", !store_backup(str_text(&path), str_text(&copy), &err));
    sqlite3_exec(sqlite_connection(s), "PRAGMA user_version=999", NULL, NULL, NULL);
    store_close(s);
    CHECK("newer", !store_open(str_text(&path), &err));
    CHECK("message", strstr(err.text, "newer") != NULL);
    FILE *f = fopen(str_text(&path), "w");
    fputs("This is not a database, but it is longer than the header of one, so SQLite checks "
          "what it says.............",
          f);
    fclose(f);
    CHECK("damaged", !store_open(str_text(&path), &err));
    CHECK(err.text, strstr(err.text, "restore a backup"));
    str_release(&copy);
    test_location_remove(&path);
}

// As root, after a restore: the server's user owns the folder, root a file in it.
TEST(sqlite_names_the_owner_of_a_file_that_it_may_not_open) {
    enum { USER = 65534 };
    static const char *const endings[] = {"", "-wal", "-shm", ".lock"};
    for (int i = 0; i < COUNT(endings); i++) {
        Str path = test_file();
        store_close(test_store_reopen(&path));
        Str file = {0}, folder = {0}, expected = {0};
        str_add(&file, "%s%s", str_text(&path), endings[i]);
        str_add(&folder, "%.*s", (int)path.len - 3, str_text(&path));
        FILE *made = fopen(str_text(&file), "a");
        CHECK("made", made && fclose(made) == 0);
        bool is_root = geteuid() == 0;
        if (is_root) {
            CHECK("given away", chown(str_text(&folder), USER, USER) == 0);
            for (int j = 0; j < COUNT(endings); j++) {
                Str other = {0};
                str_add(&other, "%s%s", str_text(&path), endings[j]);
                CHECK("given away", j == i || chown(str_text(&other), USER, USER) == 0 || j > 0);
                str_release(&other);
            }
            CHECK("private", chmod(str_text(&file), S_IRUSR | S_IWUSR) == 0);
            CHECK("another user", seteuid(USER) == 0);
            str_add(&expected,
                    "%s: db%s belongs to user 0 (root), but this program runs as user 65534; "
                    "as root, run: chown 65534 %s",
                    str_text(&path), endings[i], str_text(&file));
        } else {
            CHECK("closed to its owner", chmod(str_text(&file), 0) == 0);
            str_add(&expected, "%s: Permission denied; run: chmod u+rw %s", str_text(&path),
                    str_text(&file));
        }
        Error err = {0};
        CHECK(endings[i], store_open(str_text(&path), &err) == NULL);
        CHECK("root again", !is_root || seteuid(0) == 0);
        CHECK_TEXT(endings[i], err.text, str_text(&expected));
        str_release(&file);
        str_release(&folder);
        str_release(&expected);
        test_location_remove(&path);
    }
}

TEST(sqlite_checks_references_again_after_deleting_guests) {
    Error err = {0};
    Str path = test_file();
    Store *s = test_store_reopen(&path);
    for (int i = 0; i < 3; i++) {
        UserRow guest = {.kind = USER_GUEST, .created = 1};
        snprintf(guest.name, sizeof guest.name, "%d", i);
        user_add(s, &guest, guest.name, NULL, &err);
    }
    CHECK("committing", store_commit(s, &err));
    UserId after = 0;
    CHECK("deleting", user_delete_unused_guests(s, &after, 100, &err));
    CHECK_INT("left", pragma(s, "SELECT count(*) FROM users"), 1);
    CHECK_INT("foreign keys are on again", pragma(s, "PRAGMA foreign_keys"), 1);
    CHECK_INT("dangling references", pragma(s, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    store_close(s);
    test_location_remove(&path);
}

static int64_t mode_of(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 ? (int64_t)(info.st_mode & 0777) : -1;
}

// Fails in another process: locks are of a process.
static bool opens_in_another_process(const char *path) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        Error err = {0};
        Store *s = store_open(path, &err);
        _exit(s ? 0 : strstr(err.text, "another server uses it") ? 1 : 2);
    }
    waitpid(child, &status, 0);
    CHECK("the reason is the lock", WIFEXITED(status) && WEXITSTATUS(status) < 2);
    return WEXITSTATUS(status) == 0;
}

TEST(sqlite_file_is_private_and_of_one_server) {
    Str path = test_file(), lock = {0}, copy = {0};
    Error err = {0};
    str_add(&lock, "%s.lock", str_text(&path));
    str_add(&copy, "%s.copy", str_text(&path));
    mode_t before = umask(0);
    Store *s = test_store_reopen(&path);
    CHECK("a second server", !opens_in_another_process(str_text(&path)));
    CHECK("backup", store_backup(str_text(&path), str_text(&copy), &err));
    umask(before);
    CHECK_INT("the file", mode_of(str_text(&path)), 0600);
    CHECK_INT("the lock", mode_of(str_text(&lock)), 0600);
    CHECK_INT("the backup", mode_of(str_text(&copy)), 0600);
    store_close(s);
    CHECK("after that", opens_in_another_process(str_text(&path)));
    str_release(&lock);
    str_release(&copy);
    test_location_remove(&path);
}

TEST(sqlite_backup_has_what_was_committed) {
    Str path = test_file(), copy = {0};
    Error err = {0};
    GameRow got;
    Store *s = test_store_reopen(&path);
    GameRow g = some_game(s);
    str_add(&copy, "%s.copy", str_text(&path));
    CHECK("committed", game_store_add(s, &g, &err) && store_commit(s, &err));
    CHECK("backup", store_backup(str_text(&path), str_text(&copy), &err));
    store_close(s);
    s = test_store_reopen(&copy);
    CHECK("found", game_store_find(s, "aaaaaaaaaaaa", &got, &err));
    store_close(s);
    static const char *const endings[] = {"-wal", "-shm", ".lock"};
    for (int i = 0; i < COUNT(endings); i++) {
        Str name = {0};
        str_add(&name, "%s%s", str_text(&copy), endings[i]);
        unlink(str_text(&name));
        str_release(&name);
    }
    unlink(str_text(&copy));
    CHECK("of a file that is not there", !store_backup("/nowhere/db", str_text(&copy), &err));
    CHECK("leaves nothing", access(str_text(&copy), F_OK) != 0);
    CHECK("into a folder that is not there", !store_backup(str_text(&path), "/nowhere/copy", &err));
    str_release(&copy);
    test_location_remove(&path);
}

typedef struct {
    const char *path;
    atomic_bool started, stop;
    bool gave_up;
} BusyWriter;

// Writes as another process would, for ten seconds at most.
static void *keep_writing(void *context) {
    BusyWriter *w = context;
    sqlite3 *db = NULL;
    sqlite3_open(w->path, &db);
    sqlite3_busy_timeout(db, 1000);
    sqlite3_exec(db, "PRAGMA synchronous=OFF", NULL, NULL, NULL);
    time_t end = time(NULL) + 10;
    while (!w->stop && !w->gave_up) {
        sqlite3_exec(db, "UPDATE ballast SET n = n + 1 WHERE id = 1", NULL, NULL, NULL);
        w->started = true;
        w->gave_up = time(NULL) > end;
    }
    sqlite3_close(db);
    return NULL;
}

// SQLite begins again at each change, so a copy in many steps would never end.
TEST(sqlite_backup_ends_while_somebody_writes) {
    Str path = test_file(), copy = {0};
    Error err = {0};
    Store *s = test_store_reopen(&path);
    str_add(&copy, "%s.copy", str_text(&path));
    sqlite3_exec(sqlite_connection(s),
                 "CREATE TABLE ballast (id INTEGER PRIMARY KEY, n INT, x BLOB);"
                 "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 32) "
                 "INSERT INTO ballast SELECT n, 0, zeroblob(1000000) FROM i",
                 NULL, NULL, NULL);
    BusyWriter writer = {.path = str_text(&path)};
    pthread_t thread;
    CHECK("thread", pthread_create(&thread, NULL, keep_writing, &writer) == 0);
    while (!writer.started)
        sched_yield();
    CHECK("backup", store_backup(str_text(&path), str_text(&copy), &err));
    CHECK_TEXT("no error", err.text, "");
    writer.stop = true;
    pthread_join(thread, NULL);
    CHECK("while it was written to", !writer.gave_up);
    store_close(s);
    unlink(str_text(&copy));
    str_release(&copy);
    test_location_remove(&path);
}

typedef struct {
    sqlite3 *db;
    int64_t ms;
} Holder;

// With this mode nobody else can even read.
static sqlite3 *lock_file(const char *path) {
    sqlite3 *db = NULL;
    sqlite3_open(path, &db);
    CHECK("locked", sqlite3_exec(db,
                                 "PRAGMA locking_mode=EXCLUSIVE; BEGIN IMMEDIATE;"
                                 "INSERT INTO facts VALUES ('x', 1); COMMIT",
                                 NULL, NULL, NULL) == SQLITE_OK);
    return db;
}

static void *unlock_later(void *context) {
    const Holder *h = context;
    nanosleep(&(struct timespec){.tv_nsec = h->ms * 1000000}, NULL);
    sqlite3_close(h->db);
    return NULL;
}

TEST(sqlite_backup_of_a_locked_file) {
    for (int is_released = 0; is_released < 2; is_released++) {
        Str path = test_file(), copy = {0};
        Error err = {0};
        pthread_t thread;
        store_close(test_store_reopen(&path));
        str_add(&copy, "%s.copy", str_text(&path));
        Holder holder = {.db = lock_file(str_text(&path)), .ms = 100};
        if (is_released)
            pthread_create(&thread, NULL, unlock_later, &holder);
        CHECK_INT("backup", store_backup(str_text(&path), str_text(&copy), &err), is_released);
        CHECK_TEXT("why", err.text, is_released ? "" : "database is locked");
        CHECK_INT("the copy", access(str_text(&copy), F_OK) == 0, is_released);
        if (is_released)
            pthread_join(thread, NULL);
        else
            sqlite3_close(holder.db);
        unlink(str_text(&copy));
        str_release(&copy);
        test_location_remove(&path);
    }
}

// A database that is complete, but for the bytes of some pages: every second one, or the last.
static void damage(const char *path, bool only_last) {
    Error err = {0};
    Store *s = store_open(path, &err);
    CHECK_TEXT("opening", err.text, "");
    for (int i = 0; i < 500; i++) {
        char name[20];
        snprintf(name, sizeof name, "user%d", i);
        add_user(s, name);
    }
    CHECK("committed", store_commit(s, &err));
    store_close(s);
    struct stat info;
    char bytes[4096];
    memset(bytes, 0xab, sizeof bytes);
    CHECK("its size", stat(path, &info) == 0 && info.st_size > 8 * 4096);
    FILE *f = fopen(path, "r+");
    long first = only_last ? (long)info.st_size - 4096 : 4096;
    for (long at = first; f && at < info.st_size; at += 2 * 4096) {
        fseek(f, at, SEEK_SET);
        fwrite(bytes, sizeof bytes, 1, f);
    }
    CHECK("written", f && fclose(f) == 0);
}

TEST(sqlite_check_of_a_sound_file) {
    Str path = test_file();
    Error err = {0};
    atomic_bool stop = false;
    store_close(test_store_reopen(&path));
    CHECK("sound", store_check(str_text(&path), &stop, &err));
    CHECK_TEXT("no error", err.text, "");
    test_location_remove(&path);
}

// SQLite reports damage as the result of a check, or fails. Both say what to do.
TEST(sqlite_refuses_a_damaged_file) {
    for (int only_last = 0; only_last < 2; only_last++) {
        Str path = test_file(), copy = {0};
        Error err = {0};
        atomic_bool stop = false;
        damage(str_text(&path), only_last);
        CHECK("not opened", !store_open(str_text(&path), &err));
        CHECK(err.text,
              strstr(err.text, ": it is damaged (") && strstr(err.text, "restore a backup"));
        err = (Error){0};
        CHECK("found by the check", !store_check(str_text(&path), &stop, &err));
        CHECK(err.text, strstr(err.text, str_text(&path)) && strstr(err.text, "it is damaged ("));
        str_add(&copy, "%s.copy", str_text(&path));
        CHECK("not copied", !store_backup(str_text(&path), str_text(&copy), &err));
        CHECK("no copy is left", access(str_text(&copy), F_OK) != 0);
        str_release(&copy);
        test_location_remove(&path);
    }
}

static int open_descriptors(void) {
    int count = 0;
    for (int fd = 0; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

// Whatever fails, what was opened before is closed again; ASan looks for the memory.
TEST(sqlite_closes_what_it_could_not_open) {
    Str path = test_file(), inside = {0};
    Error err = {0};
    str_add(&inside, "%s/pentad.db", str_text(&path));
    store_close(test_store_reopen(&path));
    int before = open_descriptors();
    CHECK("below a file", !store_open(str_text(&inside), &err));
    CHECK("nowhere", !store_open("/nowhere/pentad.db", &err));
    damage(str_text(&path), false);
    CHECK("damaged", !store_open(str_text(&path), &err));
    CHECK_INT("descriptors", open_descriptors(), before);
    str_release(&inside);
    test_location_remove(&path);
}

TEST(sqlite_large_databases_are_checked_later) {
    enum { LIMIT = 32 << 20 };
    Str path = test_file();
    CHECK("no file", !store_is_large(str_text(&path)));
    FILE *f = fopen(str_text(&path), "w");
    CHECK("made", f && fclose(f) == 0);
    CHECK("empty", !store_is_large(str_text(&path)));
    CHECK("set", truncate(str_text(&path), LIMIT) == 0);
    CHECK("at the limit", !store_is_large(str_text(&path)));
    CHECK("set", truncate(str_text(&path), LIMIT + 1) == 0);
    CHECK("above it", store_is_large(str_text(&path)));
    test_location_remove(&path);
}

// What SQLite reports of a write is reported, and nothing is written after it.
TEST(sqlite_an_error_names_its_reason) {
    Error err = {0};
    Store *s = store_open(":memory:", &err);
    GameRow g = some_game(s);
    CHECK("committed", store_commit(s, &err));
    g.owner = 99; // no such user
    CHECK("adding", !game_store_add(s, &g, &err));
    CHECK(err.text, strstr(err.text, "cannot write to the database: FOREIGN KEY"));
    CHECK("in a transaction", store_in_transaction(s));
    CHECK("nothing more is written", add_user(s, "ben") == 0);
    err = (Error){0};
    CHECK("not committed", !store_commit(s, &err));
    CHECK(err.text, strstr(err.text, "FOREIGN KEY"));
    CHECK("over", !store_in_transaction(s));
    CHECK("nothing to commit", store_commit(s, &err));
    CHECK("it goes on", add_user(s, "ben") != 0 && store_commit(s, &err));
    store_close(s);
}

// In a process of its own, since it is for the whole program. Returns what failed; "" if nothing.
static const char *with_reserve(void) {
    Error err = {0};
    sqlite3_shutdown();
    store_use_reserve();
    unsigned char *p = sqlite3_malloc(99);
    if (!p || (uintptr_t)p % alignof(max_align_t) != 0)
        return "alignment";
    if (sqlite3_msize(p) != 104) // rounded up
        return "size";
    memset(p, 7, 104);
    p = sqlite3_realloc(p, 100000);
    if (!p || sqlite3_msize(p) != 100000)
        return "new size";
    for (int i = 0; i < 104; i++)
        if (p[i] != 7)
            return "contents";
    memset(p, 8, 100000);
    sqlite3_free(p);
    size_t before = mem_allocation_count();
    Store *s = store_open(":memory:", &err);
    if (!s || !add_user(s, "ann") || !store_commit(s, &err))
        return "a store";
    store_close(s);
    return mem_allocation_count() > before + 100 ? "" : "it does not use mem_alloc";
}

TEST(sqlite_allocates_by_mem_alloc) {
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        const char *failed = with_reserve();
        fputs(failed, stderr);
        _exit(*failed ? 1 : 0);
    }
    CHECK("waited", waitpid(child, &status, 0) == child);
    CHECK_INT("exit status", status, 0);
}
