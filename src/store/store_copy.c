#include "store/store_copy.h"

#include "base/number.h"
#include "base/str.h"
#include "store/statement.h"

#include <sha2.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

enum { COLUMNS_MAX = 32, KEYS_MAX = 3, PAGE_ROWS = 2000 };

// Every table with its columns, those of its primary key first. Users stand before the rows that
// refer to them.
// clang-format off
static const struct TableText {
    const char *name, *columns, *types;
    int keys;
} tables[] = {
    {"facts", "name, value", "tn", 1},
    {"users", "id, kind, level, name, folded, password, chat, created, won, lost, drawn, online, banned", "nnntttnnnnnnn", 1},
    {"password_resets", "user, hash, expires", "nbn", 1},
    {"sessions", "id, hash, user, label, created, used", "nbntnn", 1},
    {"ratings", "user, pool, rating, deviation, volatility, games", "ntrrrn", 2},
    {"rating_history", "user, pool, n, rating", "ntnr", 3},
    {"games", "id, state, rules, size, opening, time, mist, rated, chat, opponent, owner, seat0, seat1, created, started, ended, "
        "turn_began, seq, ply, line, draw_offer, takeback_offer, takeback_plies, rematch, winner, reason, next, key, last_turn_ms, "
        "version, writer",
        "tntnttnnntnnnnnnnnnnnnnnntttnnn", 1},
    {"seats", "user, created, game", "nnt", 3},
    {"moves", "game, ply, move, ms", "tntn", 2},
    {"tries", "game, ply, n, move", "tnnt", 3},
    {"chat", "game, n, user, text, at, key", "tnntnt", 2},
    {"absences", "game, seat0, seat1", "tnn", 1},
    {"attempts", "user, at, puzzle, score, day", "nntnn", 3},
    {"studies", "game, version, leader, used, tree", "tnnnt", 1},
    {"findings", "n, position, engine, lines, ms, nodes, settled, result", "nttnnnnt", 1},
};
// clang-format on

// ---- The statements of a table

static const char *skip_columns(const char *columns, int count) {
    for (; count > 0 && *columns; count--)
        columns += strcspn(columns, ",") + (count > 1);
    return columns;
}

static void add_keys(const struct TableText *t, Str *out) {
    str_add_bytes(out, t->columns, (size_t)(skip_columns(t->columns, t->keys) - t->columns));
}

static void add_parameters(int count, Str *out) {
    for (int i = 1; i <= count; i++)
        str_add(out, "%s?%d", i > 1 ? ", " : "", i);
}

// A page of rows after a key, so that no table has to fit into memory.
static void add_select(const struct TableText *t, Str *out) {
    str_add(out, "SELECT %s FROM %s WHERE (", t->columns, t->name);
    add_keys(t, out);
    str_add_text(out, ") > (");
    add_parameters(t->keys, out);
    str_add_text(out, ") ORDER BY ");
    add_keys(t, out);
    str_add(out, " LIMIT ?%d", t->keys + 1);
}

static void add_insert(const struct TableText *t, Str *out) {
    str_add(out, "INSERT INTO %s (%s) VALUES (", t->name, t->columns);
    add_parameters((int)strlen(t->types), out);
    str_add_text(out, ")");
}

// ---- Reading a table

typedef struct {
    const struct TableText *table;
    SqlValue values[KEYS_MAX + 2]; // of the last row, then the size of a page, then the end
    Str texts[KEYS_MAX];           // own the texts of the key
} Cursor;

// Before every key: numbers and texts are never that small.
static void cursor_begin(Cursor *c, const struct TableText *table) {
    *c = (Cursor){.table = table};
    for (int i = 0; i < table->keys; i++)
        c->values[i] = table->types[i] == 'n' ? sql_number(INT64_MIN) : sql_text("");
    c->values[table->keys] = sql_number(PAGE_ROWS);
}

static void cursor_move(Cursor *c, const SqlValue *row) {
    for (int i = 0; i < c->table->keys; i++) {
        c->values[i] = row[i];
        if (row[i].kind != VALUE_TEXT)
            continue;
        str_clear(&c->texts[i]);
        str_add_text(&c->texts[i], row[i].data);
        c->values[i] = sql_text(str_text(&c->texts[i]));
    }
}

static void cursor_end(Cursor *c) {
    for (int i = 0; i < KEYS_MAX; i++)
        str_release(&c->texts[i]);
}

static ValueKind kind_of(char type) {
    return type == 'n'   ? VALUE_NUMBER
           : type == 'r' ? VALUE_REAL
           : type == 't' ? VALUE_TEXT
                         : VALUE_BLOB;
}

// The values of a row, then the end. A file of SQLite may have values of any type anywhere.
static bool read_row(const Statement *stmt, const struct TableText *t, SqlValue *out, Error *err) {
    int i = 0;
    for (; t->types[i]; i++) {
        out[i] = column_value(stmt, i);
        ValueKind expected = kind_of(t->types[i]);
        if (!out[i].is_null && out[i].kind != expected)
            return error_set(err, "%s: column %d of a row has the wrong type", t->name, i + 1);
        out[i].kind = expected;
    }
    out[i] = (SqlValue){VALUE_END};
    return true;
}

static void add_value(const SqlValue *v, Str *out) {
    if (v->is_null)
        str_add_text(out, "-");
    else if (v->kind == VALUE_NUMBER)
        str_add(out, "n%lld", (long long)v->number);
    else if (v->kind == VALUE_REAL)
        str_add(out, "r%.17g", v->real);
    else
        str_add(out, "t%zu:", v->len);
    if (!v->is_null && (v->kind == VALUE_TEXT || v->kind == VALUE_BLOB))
        str_add_bytes(out, v->data, v->len);
    str_add_char(out, ',');
}

static void hash_row(SHA2_CTX *hash, const SqlValue *row, Str *scratch) {
    str_clear(scratch);
    for (; row->kind != VALUE_END; row++)
        add_value(row, scratch);
    SHA256Update(hash, (const uint8_t *)str_text(scratch), scratch->len);
}

typedef struct {
    const struct TableText *table;
    Statement select, *insert; // insert: NULL: only reads
    Cursor cursor;
    SHA2_CTX hash;
    Str scratch;
    CopiedTable result;
} Scan;

static bool take_row(Scan *scan, Error *err) {
    SqlValue row[COLUMNS_MAX + 1];
    if (!read_row(&scan->select, scan->table, row, err))
        return false;
    hash_row(&scan->hash, row, &scan->scratch);
    cursor_move(&scan->cursor, row);
    scan->result.rows++;
    return !scan->insert || statement_run(scan->insert, row, err);
}

// Sets *count to the number of rows.
static bool take_page(Scan *scan, int *count, Error *err) {
    Error why = {0};
    bool ok = true;
    *count = 0;
    statement_open(&scan->select, scan->cursor.values);
    for (; ok && statement_step(&scan->select, &why); (*count)++)
        ok = take_row(scan, &why);
    statement_reset(&scan->select);
    if (*why.text)
        *err = why;
    return ok && !*why.text;
}

typedef struct {
    StopToken stop;
    CopyVisitor *visit;
    void *context;
} Watcher;

static bool scan_pages(Scan *scan, const Watcher *watcher, Error *err) {
    for (int count = PAGE_ROWS; count == PAGE_ROWS;) {
        if (stop_requested(watcher->stop))
            return error_set(err, "interrupted; nothing was copied");
        if (!take_page(scan, &count, err))
            return false;
        watcher->visit(watcher->context, &scan->result);
    }
    return true;
}

static bool scan_table(Store *s, const struct TableText *t, Statement *insert,
                       const Watcher *watcher, CopiedTable *out, Error *err) {
    ScopedStr sql = {0}, types = {0};
    Scan scan = {.table = t, .insert = insert, .result = {.table = t->name}};
    add_select(t, &sql);
    str_add(&types, "%.*sn", t->keys, t->types);
    SHA256Init(&scan.hash);
    cursor_begin(&scan.cursor, t);
    bool ok = statement_prepare(s, &(const StatementText){str_text(&types), str_text(&sql)},
                                &scan.select, err) &&
              scan_pages(&scan, watcher, err);
    *out = scan.result;
    SHA256End(&scan.hash, out->hash);
    statement_finalize(&scan.select);
    cursor_end(&scan.cursor);
    str_release(&scan.scratch);
    return ok;
}

static void ignore_progress(void *context, const CopiedTable *table) {
    (void)context;
    (void)table;
}

static const Watcher nobody = {.visit = ignore_progress};

// ---- Copying

static bool is_empty(Store *s, const struct TableText *t, Error *err) {
    ScopedStr sql = {0};
    Statement stmt = {0};
    Error why = {0};
    str_add(&sql, "SELECT 1 FROM %s LIMIT 1", t->name);
    bool ok = statement_prepare(s, &(const StatementText){"", str_text(&sql)}, &stmt, err);
    if (ok) {
        statement_open(&stmt, NULL);
        if (statement_step(&stmt, &why))
            ok = error_set(err, "the target is not empty: it has %s", t->name);
        else if (*why.text)
            ok = error_set(err, "%s", why.text);
        statement_reset(&stmt);
    }
    statement_finalize(&stmt);
    return ok;
}

static bool copy_table(Store *from, Store *to, const struct TableText *t, const Watcher *watcher,
                       CopiedTable *out, Error *err) {
    ScopedStr sql = {0};
    Statement insert = {0};
    add_insert(t, &sql);
    bool ok =
        statement_prepare(to, &(const StatementText){t->types, str_text(&sql)}, &insert, err) &&
        scan_table(from, t, &insert, watcher, out, err);
    statement_finalize(&insert);
    return ok;
}

static bool compare(Store *to, const struct TableText *t, const CopiedTable *copied, Error *err) {
    CopiedTable found;
    if (!scan_table(to, t, NULL, &nobody, &found, err))
        return false;
    return (found.rows == copied->rows && !strcmp(found.hash, copied->hash)) ||
           error_set(err, "%s differs after copying: %lld rows read, %lld found", t->name,
                     (long long)copied->rows, (long long)found.rows);
}

static bool copy_all(Store *from, Store *to, const Watcher *watcher, CopiedTable out[COUNT(tables)],
                     Error *err) {
    for (int i = 0; i < COUNT(tables); i++)
        if (!is_empty(to, &tables[i], err))
            return false;
    for (int i = 0; i < COUNT(tables); i++)
        if (!copy_table(from, to, &tables[i], watcher, &out[i], err))
            return false;
    return true;
}

bool store_copy(Store *from, Store *to, StopToken stop, CopyVisitor *visit, void *context,
                Error *err) {
    CopiedTable copied[COUNT(tables)];
    Watcher watcher = {stop, visit, context};
    bool ok = copy_all(from, to, &watcher, copied, err);
    for (int i = 0; ok && i < COUNT(tables); i++)
        ok = compare(to, &tables[i], &copied[i], err);
    ok = ok && to->engine->skip_ids(to, err) && store_commit(to, err);
    for (int i = 0; ok && i < COUNT(tables); i++)
        visit(context, &copied[i]);
    return ok; // otherwise closing the store rolls back
}
