// Schema migration from every earlier version: no data is lost, the schema equals that of a new
// file, and a power cut during the migration does no harm.
#include "store/store.h"

#include "base/str.h"
#include "simulated_disk.h"
#include "store/statement.h"
#include "test.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char path[64]; // only its lock is a real file

// With the process in its name: tests of several trees may run at once.
static void set_path(void) {
    snprintf(path, sizeof path, "/tmp/pentad-migration-%ld", (long)getpid());
}

static void clean(void) {
    char lock[sizeof path + 5];
    snprintf(lock, sizeof lock, "%s.lock", path);
    unlink(path);
    unlink(lock);
}

// Appends the rows of a query, one per line.
static void add_rows(sqlite3 *db, const char *sql, Str *out) {
    sqlite3_stmt *stmt = NULL;
    CHECK_INT(sql, sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(stmt); i++) {
            const char *text = (const char *)sqlite3_column_text(stmt, i);
            str_add(out, "%s|", text ? text : "NULL");
        }
        str_add_char(out, '\n');
    }
    sqlite3_finalize(stmt);
}

static void add_data(sqlite3 *db, Str *out) {
    // `users` and `games` have got columns since.
    static const struct {
        const char *name, *columns;
    } tables[] = {
        {"users", "id, kind, level, name, folded, password, chat, created, won, lost, drawn"},
        {"sessions", "*"},
        {"ratings", "*"},
        {"games",
         "id, state, rules, size, opening, time, mist, rated, chat, opponent, owner, seat0, "
         "seat1, created, started, ended, turn_began, seq, ply, line, draw_offer, "
         "takeback_offer, takeback_plies, rematch, winner, reason, next, key"},
        {"seats", "*"},
        {"moves", "*"},
        {"chat", "*"},
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        char sql[512];
        snprintf(sql, sizeof sql, "SELECT %s FROM %s ORDER BY 1, 2, 3", tables[i].columns,
                 tables[i].name);
        str_add(out, "%s\n", tables[i].name);
        add_rows(db, sql, out);
    }
}

static void add_schema(sqlite3 *db, Str *out) {
    add_rows(db, "SELECT type, name, sql FROM sqlite_master ORDER BY type, name", out);
}

// A disk with a database of that version; appends its data to `data`.
static Disk *old_disk(int version, Str *data) {
    sqlite3 *db = NULL;
    Disk *disk = disk_of_version(path, version);
    CHECK("a database of every version", disk != NULL);
    disk_mount(disk);
    sqlite3_open(path, &db);
    add_data(db, data);
    sqlite3_close(db);
    disk_unmount(disk);
    return disk_without_log(disk);
}

static void check_store(const char *row, Disk *disk, const Str *data, const Str *schema) {
    Error err = {0};
    Str now_data = {0}, now_schema = {0};
    disk_mount(disk);
    Store *s = store_open(path, &err);
    CHECK_TEXT(row, err.text, "");
    add_data(sqlite_connection(s), &now_data);
    add_schema(sqlite_connection(s), &now_schema);
    store_close(s);
    disk_unmount(disk);
    CHECK_TEXT(row, str_text(&now_data), str_text(data));
    CHECK_TEXT(row, str_text(&now_schema), str_text(schema));
    str_release(&now_data);
    str_release(&now_schema);
}

static void read_new_schema(Str *schema) {
    Error err = {0};
    Store *s = store_open(":memory:", &err);
    add_schema(sqlite_connection(s), schema);
    store_close(s);
}

// Cuts the power after every operation, in every way. Then again, with other operations lost, until
// there were `cuts`.
static void cut_everywhere(const Disk *disk, const Str *data, const Str *schema, int cuts) {
    Rng rng = {3};
    bool all_kinds = true;
    for (int done = 0; done == 0 || done < cuts; all_kinds = false) {
        Replay *r = replay_new(disk);
        for (int ops = 0; ops <= disk_op_count(disk); ops++) {
            replay_to(r, ops);
            for (int kind = all_kinds ? 0 : CUT_LOSES_SOME; kind < CUT_KINDS; kind++, done++) {
                Disk *left = replay_cut(r, (CutKind)kind, &rng);
                check_store("after a power cut", left, data, schema);
                disk_free(left);
            }
        }
        replay_free(r);
    }
}

TEST(migration_from_every_version) {
    Str schema = {0};
    set_path();
    read_new_schema(&schema);
    CHECK("there are earlier versions", schema_version() > 1);
    int versions = schema_version() - 1;
    for (int version = 1; version <= versions; version++) {
        Str data = {0};
        Disk *disk = old_disk(version, &data);
        CHECK("has data", strstr(str_text(&data), "Ann") != NULL);
        check_store("migrated", disk, &data, &schema);
        check_store("opened again", disk, &data, &schema);
        cut_everywhere(disk, &data, &schema, counted_cases("CUTS", 500) / versions);
        disk_free(disk);
        str_release(&data);
    }
    str_release(&schema);
    clean();
}
