// PostgreSQL behind the store, by libpq in pipeline mode: the writes of a round are sent together,
// with BEGIN and COMMIT around them, and only the commit waits for the server: one round trip. A
// read waits, too, for itself and for the writes before it.
//
// Every wait blocks the caller, as fsync does with SQLite, but not longer than ANSWER_MS: then the
// connection counts as lost. Connecting again does not block. If an answer is slow, the caller's
// function waits for it (store_set_wait).
//
// Several servers ("instances") may share a database. Each holds one advisory lock in shared mode,
// which keeps away programs that need the database for themselves; one of them holds another, and
// is the leader. They write to each other by NOTIFY, with the commit.
#include "store/statement.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"

#include <assert.h>
#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Results are small, but the server stops reading if nobody takes them: PIPELINE_MAX bounds how
// many it may have to keep.
enum { PARAMETERS_MAX = 32, PIPELINE_MAX = 256 };
enum {
    LOCK_MS = 3000,
    LOCK_PAUSE_MS = 20,
    RETRY_MS = 500,
    CONNECT_MS = 10000,
    CONNECT_STEP_MS = 5,
    QUICK_MS = 20,        // most answers come within this time; the others are slow
    LONG_MS = 1000,       // a server does not wait for that long twice in a round
    ANSWER_MS = 10000,    // how long an answer may take
    MIGRATE_MS = 600000,  // the same for a migration
    MIGRATION_MS = 60000, // how long another instance may take to migrate
    LEASE_MS = 5000,      // an instance without a heartbeat for so long is gone
    OUTAGE_MS = 2500,     // no instance had a connection if none had a heartbeat for so long
    STEP_MS = 1000,       // more than a clock that is slowed down or sped up gains in a while
    NOTIFY_MAX = 7500,    // bytes; PostgreSQL takes less than 8000
    CLOCK_TRIP_MS = 20    // a slower answer says too little about the database's clock
};

// Advisory locks: of the whole database, of its leader, of a migration.
enum { DATABASE_LOCK = 1346719316, LEADER_LOCK, MIGRATION_LOCK };
#define LOCK_KEY "hashtext(COALESCE(current_schema(), ''))"

// The types of parameters and columns, as numbered in the catalog of every PostgreSQL.
enum {
    BOOL_TYPE = 16,
    BLOB_TYPE = 17,
    NUMBER_TYPE = 20,
    INT4_TYPE = 23,
    TEXT_TYPE = 25,
    REAL_TYPE = 701
};

typedef struct {
    Store base;
    char *url;
    PGconn *conn;       // in pipeline mode
    int pending;        // statements sent, whose results were not read
    int64_t generation; // of server_state: changes whenever a server opens the database
    bool is_superseded;
    Error why;       // the connection was lost
    PGconn *next;    // being established after the connection was lost; NULL: none
    int64_t next_ms; // when to try again, or to give up `next`
    PostgresPollingStatusType next_wants;

    // If it is shared.
    char channel[64]; // of NOTIFY
    Str inbox;        // notes that have arrived
    size_t inbox_at;
    Str live; // the numbers of the live instances, each after a space
} PostgresStore;

static PostgresStore *postgres_of(Store *s) {
    return (PostgresStore *)s;
}

// ---- Messages

// The first line of what libpq says, without a URL, which may have a password.
static bool fail(const char *message, Error *err) {
    size_t len = strcspn(message, "\n");
    const char *url = strstr(message, ": \"postgres");
    if (url && (size_t)(url - message) < len)
        len = (size_t)(url - message);
    return error_set(err, "%.*s", (int)(len < 200 ? len : 200), message);
}

static bool fail_result(const PGresult *result, Error *err) {
    const char *primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    return fail(primary ? primary : PQresultErrorMessage(result), err);
}

// Closes the connection, so that PostgreSQL ends the transaction.
static bool lose(PostgresStore *p, Error *err) {
    if (!p->base.is_lost) {
        Error why = {0};
        fail(PQerrorMessage(p->conn), &why);
        error_set(&p->why, "lost the connection to PostgreSQL: %.160s",
                  *why.text ? why.text : "it was closed, or did not answer");
        PQfinish(p->conn);
        p->conn = NULL;
    }
    p->base.is_lost = true;
    *err = p->why;
    return false;
}

// Like poll(). Most answers are quick, and then the caller's function would only cost time.
static int wait_for_socket(PostgresStore *p, struct pollfd *fd, int64_t deadline_ms) {
    Store *s = &p->base;
    int ms = clock_ms_until(deadline_ms);
    int ready = poll(fd, 1, s->wait && ms > QUICK_MS ? QUICK_MS : ms);
    if (ready != 0 || !s->wait || ms <= QUICK_MS)
        return ready;
    s->is_waiting = true;
    ready = s->wait(s->wait_context, fd, clock_ms_until(deadline_ms));
    s->is_waiting = false;
    return ready;
}

// PQgetResult until a deadline. NULL at the end of a statement's results, and if the connection is
// lost or the deadline has passed: then *ok is false.
static PGresult *next_result(PostgresStore *p, int64_t deadline_ms, bool *ok) {
    while (*ok && PQisBusy(p->conn)) {
        int unsent = PQflush(p->conn);
        struct pollfd fd = {.fd = PQsocket(p->conn),
                            .events = (short)(POLLIN | (unsent > 0 ? POLLOUT : 0))};
        *ok = unsent >= 0 && (wait_for_socket(p, &fd, deadline_ms) > 0 || errno == EINTR) &&
              (!(fd.revents & (POLLIN | POLLERR | POLLHUP)) || PQconsumeInput(p->conn)) &&
              clock_ms_until(deadline_ms) > 0;
    }
    return *ok ? PQgetResult(p->conn) : NULL;
}

// ---- Pipeline

// Waits for the results of all that was sent. `last` receives the last one; may be NULL.
static bool collect(PostgresStore *p, PGresult **last, Error *err) {
    bool ok = true, is_synced = false, is_answered = true;
    int64_t deadline_ms = clock_now_ms() + ANSWER_MS;
    p->base.round_trips++;
    if (p->base.is_lost || !PQpipelineSync(p->conn))
        return lose(p, err);
    // For each statement its result and NULL, then one for the sync.
    for (int left = 2 * p->pending + 2; !is_synced && is_answered && left > 0; left--) {
        PGresult *result = next_result(p, deadline_ms, &is_answered);
        ExecStatusType status = PQresultStatus(result);
        is_synced = status == PGRES_PIPELINE_SYNC;
        if (ok && result && status == PGRES_FATAL_ERROR)
            ok = fail_result(result, err);
        if (last && result && !is_synced) {
            PQclear(*last);
            *last = result;
        } else {
            PQclear(result);
        }
        if (!result && PQstatus(p->conn) == CONNECTION_BAD)
            break;
    }
    p->pending = 0;
    return is_synced ? ok : lose(p, err);
}

static bool sent(PostgresStore *p, int result, Error *err) {
    p->pending++;
    return result == 1 || lose(p, err);
}

static bool is_connected(const PostgresStore *p, Error *err) {
    if (p->base.is_lost)
        *err = p->why;
    return !p->base.is_lost;
}

static bool send_command(PostgresStore *p, const char *sql, Error *err) {
    return is_connected(p, err) &&
           sent(p, PQsendQueryParams(p->conn, sql, 0, NULL, NULL, NULL, NULL, 1), err);
}

// After an error PostgreSQL refuses everything until the transaction is rolled back. What was sent
// may have failed, and then ROLLBACK is skipped with it: so try twice.
static void rollback(Store *s) {
    PostgresStore *p = postgres_of(s);
    Error ignored = {0};
    for (int i = 0; i < 2 && !p->base.is_lost; i++)
        if ((p->pending > 0 || PQtransactionStatus(p->conn) != PQTRANS_IDLE) &&
            send_command(p, "ROLLBACK", &ignored))
            collect(p, NULL, &ignored);
}

// ---- Statements

static Oid type_of(char type) {
    return type == 'n'   ? NUMBER_TYPE
           : type == 'r' ? REAL_TYPE
           : type == 'b' ? BLOB_TYPE
                         : TEXT_TYPE;
}

typedef struct {
    char text[16];
} StatementName;

static StatementName name_of(const Statement *stmt) {
    StatementName name;
    snprintf(name.text, sizeof name.text, "p%d", stmt->number);
    return name;
}

static bool prepare(Statement *stmt, Error *err) {
    PostgresStore *p = postgres_of(stmt->store);
    const StatementText *t = stmt->text;
    Oid types[PARAMETERS_MAX];
    int count = (int)strlen(t->types);
    assert(count <= PARAMETERS_MAX);
    for (int i = 0; i < count; i++)
        types[i] = type_of(t->types[i]);
    ScopedStr sql = {0};
    sql_translate(t->postgres ? t->postgres : t->text, &sql);
    return is_connected(p, err) &&
           sent(p, PQsendPrepare(p->conn, name_of(stmt).text, str_text(&sql), count, types), err) &&
           collect(p, NULL, err);
}

static void finalize(Statement *stmt) {
    PQclear(stmt->engines);
}

typedef struct {
    const char *values[PARAMETERS_MAX];
    int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX]; // all binary
    unsigned char numbers[PARAMETERS_MAX][8];
} Parameters;

static void put_big_endian(uint64_t n, unsigned char out[8]) {
    for (int i = 7; i >= 0; i--, n >>= 8)
        out[i] = (unsigned char)n;
}

static uint64_t real_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void set_parameter(Parameters *p, int i, const SqlValue *v) {
    bool is_text = v->kind == VALUE_TEXT;
    p->formats[i] = 1;
    p->values[i] = NULL;
    if (v->is_null)
        return;
    if (is_text || v->kind == VALUE_BLOB) {
        p->values[i] = v->data;
        p->lengths[i] = (int)(is_text ? strlen(v->data) : v->len);
        return;
    }
    put_big_endian(v->kind == VALUE_REAL ? real_bits(v->real) : (uint64_t)v->number, p->numbers[i]);
    p->values[i] = (const char *)p->numbers[i];
    p->lengths[i] = 8;
}

static bool send_statement(Statement *stmt, const SqlValue *values, Error *err) {
    PostgresStore *p = postgres_of(stmt->store);
    Parameters parameters;
    int count = (int)strlen(stmt->text->types);
    for (int i = 0; i < count; i++)
        set_parameter(&parameters, i, &values[i]);
    return is_connected(p, err) &&
           sent(p,
                PQsendQueryPrepared(p->conn, name_of(stmt).text, count, parameters.values,
                                    parameters.lengths, parameters.formats, 1),
                err);
}

static bool begin(Store *s, Error *err) {
    return send_statement(&s->statements[SQL_BEGIN], NULL, err);
}

static bool write_row(Statement *stmt, const SqlValue *values, Error *err) {
    PostgresStore *p = postgres_of(stmt->store);
    if (!send_statement(stmt, values, err))
        return false;
    if (p->pending < PIPELINE_MAX || collect(p, NULL, err))
        return true;
    rollback(stmt->store);
    return false;
}

static void reset(Statement *stmt) {
    PQclear(stmt->engines);
    stmt->engines = NULL;
}

// If a server waits for a lock in vain, the round is refused. Whatever else is in it must not wait,
// too: these may be hundreds of requests, 3 s each.
static bool open_read(Statement *stmt, const SqlValue *values, Error *err) {
    PGresult *result = NULL;
    int64_t began_ms = clock_now_ms();
    reset(stmt);
    bool ok = send_statement(stmt, values, err) &&
              collect(postgres_of(stmt->store), &result, err) &&
              (PQresultStatus(result) == PGRES_TUPLES_OK || fail_result(result, err));
    stmt->engines = result;
    stmt->row = -1;
    if (!ok) {
        reset(stmt);
        rollback(stmt->store);
        stmt->store->has_waited |= stmt->store->wait && clock_now_ms() - began_ms >= LONG_MS;
    }
    return ok;
}

static bool step(Statement *stmt, Error *err) {
    (void)err;
    return ++stmt->row < PQntuples(stmt->engines);
}

static int64_t big_endian_at(const char *bytes, int len) {
    int64_t n = len > 0 && (bytes[0] & 0x80) && len > 1 ? -1 : 0;
    for (int i = 0; i < len; i++)
        n = (int64_t)((uint64_t)n << 8 | (unsigned char)bytes[i]);
    return n;
}

static SqlValue column(const Statement *stmt, int i) {
    const PGresult *r = stmt->engines;
    if (PQgetisnull(r, stmt->row, i))
        return (SqlValue){VALUE_NUMBER, .is_null = true};
    const char *data = PQgetvalue(r, stmt->row, i);
    int len = PQgetlength(r, stmt->row, i);
    int64_t bits;
    double real;
    switch (PQftype(r, i)) {
    case BOOL_TYPE:
    case INT4_TYPE:
    case NUMBER_TYPE:
        return sql_number(big_endian_at(data, len));
    case REAL_TYPE:
        bits = big_endian_at(data, len);
        memcpy(&real, &bits, sizeof real);
        return sql_real(real);
    case BLOB_TYPE:
        return sql_blob(data, (size_t)len);
    default:
        return (SqlValue){VALUE_TEXT, .data = data, .len = (size_t)len};
    }
}

static bool is_null(const Statement *stmt, int i) {
    return PQgetisnull(stmt->engines, stmt->row, i);
}

static int64_t number(const Statement *stmt, int i) {
    return big_endian_at(PQgetvalue(stmt->engines, stmt->row, i),
                         PQgetlength(stmt->engines, stmt->row, i));
}

static const char *string(const Statement *stmt, int i) {
    return PQgetvalue(stmt->engines, stmt->row, i);
}

// If the connection is lost here, the transaction may be durable or not. It is not acknowledged,
// and rows in memory are read again, so both are right.
static bool send_notes(PostgresStore *p, const char *notes, Error *err) {
    for (size_t len; *notes; notes += len) {
        len = strlen(notes);
        if (len > NOTIFY_MAX)
            for (len = NOTIFY_MAX; notes[len - 1] != '\n'; len--)
                ;
        ScopedStr part = {0};
        str_add_bytes(&part, notes, len);
        const char *values[] = {p->channel, str_text(&part)};
        if (!is_connected(p, err) || !sent(p,
                                           PQsendQueryParams(p->conn, "SELECT pg_notify($1, $2)", 2,
                                                             NULL, values, NULL, NULL, 1),
                                           err))
            return false;
    }
    return true;
}

static bool commit(Store *s, Error *err) {
    PostgresStore *p = postgres_of(s);
    PGresult *result = NULL;
    bool ok = send_notes(p, str_text(&s->notes), err) &&
              send_statement(&s->statements[SQL_COMMIT], NULL, err) && collect(p, &result, err) &&
              (!strcmp(PQcmdStatus(result), "COMMIT") ||
               error_set(err, "PostgreSQL rolled the transaction back"));
    PQclear(result);
    if (!ok)
        rollback(s);
    return ok;
}

static void check_references(Store *s, bool on) { // the tables have no references
    (void)s;
    (void)on;
}

// ---- Opening

static bool execute_within(PostgresStore *p, int64_t ms, const char *sql, char *out, size_t size,
                           Error *err) {
    bool ok = PQsendQuery(p->conn, sql) || fail(PQerrorMessage(p->conn), err), is_answered = true;
    int64_t deadline_ms = clock_now_ms() + ms;
    for (PGresult *result; ok && (result = next_result(p, deadline_ms, &is_answered));) {
        ExecStatusType status = PQresultStatus(result);
        ok = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || fail_result(result, err);
        if (ok && out)
            snprintf(out, size, "%s", PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "");
        PQclear(result);
    }
    if (!ok) // what is left of the answer
        for (PGresult *result; (result = next_result(p, deadline_ms, &is_answered));)
            PQclear(result);
    return ok && (is_answered || error_set(err, "it does not answer"));
}

// Runs commands before the pipeline begins. `out` receives the text of the first value; NULL: none
// is expected.
static bool execute(PostgresStore *p, const char *sql, char *out, size_t size, Error *err) {
    return execute_within(p, ANSWER_MS, sql, out, size, err);
}

static bool skip_ids(Store *s, Error *err) {
    static const char *const ids[] = {
        "SELECT setval(pg_get_serial_sequence('users', 'id'), COALESCE(MAX(id), 0) + 1, false) "
        "FROM users",
        "SELECT setval(pg_get_serial_sequence('sessions', 'id'), COALESCE(MAX(id), 0) + 1, false) "
        "FROM sessions",
        "SELECT setval(pg_get_serial_sequence('findings', 'n'), COALESCE(MAX(n), 0) + 1, false) "
        "FROM findings",
    };
    PostgresStore *p = postgres_of(s);
    for (int i = 0; i < COUNT(ids); i++)
        if (!send_command(p, ids[i], err) || !collect(p, NULL, err))
            return false;
    return true;
}

// Settings with which a power cut or a crash of the machine could lose a transaction after its
// commit. All of them are on unless somebody has changed them.
static bool is_durable(PostgresStore *p, Error *err) {
    char off[64] = "";
    if (!execute(p,
                 "SELECT name FROM pg_settings WHERE setting = 'off' AND "
                 "name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name",
                 off, sizeof off, err))
        return false;
    return !*off || error_set(err,
                              "its setting %s is off, so a power cut could lose acknowledged "
                              "moves; set %s = on in postgresql.conf, or for this database or role",
                              off, off);
}

static bool is_unicode(PostgresStore *p, Error *err) {
    char encoding[32] = "";
    return execute(p, "SHOW server_encoding", encoding, sizeof encoding, err) &&
           (!strcmp(encoding, "UTF8") ||
            error_set(err,
                      "its encoding is %s; create it with: createdb --encoding UTF8 "
                      "--template template0 %.60s",
                      encoding, PQdb(p->conn)));
}

// Every statement has an index to go by. PostgreSQL would read whole tables instead while it takes
// them for small, and keep to that plan until its statistics are made; with that, a plan of a
// forbidden kind counts as so expensive that it would be compiled.
static bool set_planner(PostgresStore *p, Error *err) {
    return execute(p, "SET enable_seqscan = off; SET jit = off", NULL, 0, err);
}

// ---- Locks. They end with the connection.

static bool try_lock(PostgresStore *p, const char *function, int lock, bool *is_locked,
                     Error *err) {
    char sql[160], answer[8] = "";
    snprintf(sql, sizeof sql, "SELECT %s(%d, " LOCK_KEY ")", function, lock);
    bool ok = execute(p, sql, answer, sizeof answer, err);
    *is_locked = !strcmp(answer, "t");
    return ok;
}

static const char exclusive[] = "pg_try_advisory_lock",
                  shared_mode[] = "pg_try_advisory_lock_shared";

// Asked for by an instance that holds the database's lock, so that nobody starts as the first one
// afterwards.
static bool is_first_starting(PostgresStore *p, bool *out, Error *err) {
    bool is_free = false;
    bool ok = try_lock(p, "pg_try_advisory_xact_lock_shared", MIGRATION_LOCK, &is_free, err);
    *out = !is_free;
    return ok;
}

static bool wait_for_lock(PostgresStore *p, const char *function, int lock, int64_t ms,
                          Error *err) {
    bool is_locked = false;
    for (int64_t end = clock_now_ms() + ms; clock_now_ms() < end;) {
        if (!try_lock(p, function, lock, &is_locked, err) || is_locked)
            return is_locked;
        nanosleep(&(struct timespec){.tv_nsec = LOCK_PAUSE_MS * 1000000}, NULL);
    }
    return error_set(err, "another server uses it: it holds the advisory lock");
}

static bool unlock(PostgresStore *p, int lock, Error *err) {
    char sql[120];
    snprintf(sql, sizeof sql, "SELECT pg_advisory_unlock(%d, " LOCK_KEY ")", lock);
    return execute(p, sql, NULL, 0, err);
}

// PostgreSQL may take a moment to see that a server that was killed is gone. The first instance has
// the database for itself for a moment.
static bool acquire_lock(PostgresStore *p, bool shared, Error *err) {
    if (!shared)
        return wait_for_lock(p, exclusive, DATABASE_LOCK, LOCK_MS, err);
    return try_lock(p, exclusive, DATABASE_LOCK, &p->base.is_first, err) &&
           wait_for_lock(p, shared_mode, DATABASE_LOCK, LOCK_MS, err) &&
           (!p->base.is_first || unlock(p, DATABASE_LOCK, err));
}

static bool read_number(PostgresStore *p, const char *sql, int64_t *out, Error *err) {
    char text[32] = "";
    return execute(p, sql, text, sizeof text, err) &&
           number_parse(text, INT64_MIN, INT64_MAX, out, err);
}

// Several statements are one transaction.
static bool migrate_to(PostgresStore *p, int version, Error *err) {
    ScopedStr sql = {0};
    sql_translate(schema_migration(version), &sql);
    str_add(&sql, "UPDATE server_state SET version = %d", version);
    return execute_within(p, MIGRATE_MS, str_text(&sql), NULL, 0, err);
}

static bool check_version(int64_t version, Error *err) {
    return version <= schema_version() ||
           error_set(err, "it has version %lld, made by a newer program; this one knows up to %d",
                     (long long)version, schema_version());
}

// Called with the lock held, so that one instance migrates.
static bool migrate(PostgresStore *p, Error *err) {
    int64_t version = 0;
    if (!execute(
            p,
            "CREATE TABLE IF NOT EXISTS server_state (version BIGINT NOT NULL, "
            "generation BIGINT NOT NULL);"
            "ALTER TABLE server_state ADD COLUMN IF NOT EXISTS channel TEXT NOT NULL "
            "DEFAULT replace(gen_random_uuid()::text, '-', '');"
            "INSERT INTO server_state SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM server_state);"
            "CREATE UNLOGGED TABLE IF NOT EXISTS instances (id BIGINT PRIMARY KEY, seen BIGINT NOT "
            "NULL)",
            NULL, 0, err) ||
        !read_number(p, "SELECT version FROM server_state", &version, err) ||
        !check_version(version, err))
        return false;
    while (version < schema_version())
        if (!migrate_to(p, (int)++version, err))
            return false;
    return true;
}

// The first instance unlocks it when the others may start.
static bool end_migration(PostgresStore *p, Error *err) {
    return p->base.is_first || unlock(p, MIGRATION_LOCK, err);
}

static bool let_others_start(Store *s, Error *err) {
    char sql[120];
    snprintf(sql, sizeof sql, "SELECT pg_advisory_unlock(%d, " LOCK_KEY ")", MIGRATION_LOCK);
    return send_command(postgres_of(s), sql, err) && collect(postgres_of(s), NULL, err);
}

static void ignore_notice(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

// What the URL says comes after these, and so wins.
static PGconn *start_connecting(const char *url, bool waits) {
    static const char *const names[] = {"application_name",
                                        "client_encoding",
                                        "connect_timeout",
                                        "keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "tcp_user_timeout",
                                        "dbname",
                                        NULL};
    const char *const values[] = {"pentad", "UTF8", "10", "5", "2", "3", "10000", url, NULL};
    PGconn *conn =
        waits ? PQconnectdbParams(names, values, 1) : PQconnectStartParams(names, values, 1);
    PQsetNoticeReceiver(conn, ignore_notice, NULL);
    return conn;
}

static bool fail_connection(PGconn *conn, Error *err) {
    const char *message = PQerrorMessage(conn);
    Error why = {0};
    bool is_missing = strstr(message, "database \"") && strstr(message, "does not exist");
    fail(message, &why);
    return error_set(err, "%.190s%s", why.text, is_missing ? "; create it with createdb" : "");
}

static bool begin_pipeline(PostgresStore *p, Error *err) {
    return PQenterPipelineMode(p->conn) || fail(PQerrorMessage(p->conn), err);
}

static void close_database(Store *s) {
    PostgresStore *p = postgres_of(s);
    PQfinish(p->conn); // which rolls back
    PQfinish(p->next);
    str_release(&p->inbox);
    str_release(&p->live);
    mem_free(p->url);
    mem_free(p);
}

// ---- Several instances

// A transaction that waits for a lock, or for its server, must not hold the others up.
static bool set_limits(PostgresStore *p, Error *err) {
    return execute(p, "SET lock_timeout = '3s'; SET idle_in_transaction_session_timeout = '5s'",
                   NULL, 0, err);
}

// Every role of the cluster may listen to any channel, and notify it: the name is a secret of those
// that may read the table.
static bool listen_for_notes(PostgresStore *p, Error *err) {
    char sql[sizeof p->channel + 16];
    if (!execute(p, "SELECT 'pentad_' || channel FROM server_state", p->channel, sizeof p->channel,
                 err))
        return false;
    snprintf(sql, sizeof sql, "LISTEN %s", p->channel);
    return execute(p, sql, NULL, 0, err);
}

static bool take_line(PostgresStore *p, char out[static NOTE_MAX]) {
    const char *at = str_text(&p->inbox) + p->inbox_at;
    size_t len = strcspn(at, "\n");
    p->inbox_at += len + (at[len] == '\n');
    snprintf(out, NOTE_MAX, "%.*s", (int)len, at);
    if (len == 0 && p->inbox_at >= p->inbox.len) {
        str_clear(&p->inbox);
        p->inbox_at = 0;
    }
    return len > 0;
}

static void receive_notes(PostgresStore *p) {
    Error ignored = {0};
    if (!PQconsumeInput(p->conn))
        lose(p, &ignored);
    for (PGnotify *n; !p->base.is_lost && (n = PQnotifies(p->conn)); PQfreemem(n))
        if (n->be_pid != PQbackendPID(p->conn))
            str_add_text(&p->inbox, n->extra);
}

static bool next_note(Store *s, char out[static NOTE_MAX]) {
    PostgresStore *p = postgres_of(s);
    if (take_line(p, out))
        return true;
    if (!p->base.is_lost)
        receive_notes(p);
    return take_line(p, out);
}

static int socket_of(const Store *s) {
    return PQsocket(((const PostgresStore *)s)->conn); // -1 without a connection
}

static bool is_alive(const Store *s, int64_t instance) {
    char text[24];
    snprintf(text, sizeof text, " %lld", (long long)instance);
    const char *live = str_text(&((const PostgresStore *)s)->live), *found = strstr(live, text);
    while (found && found[strlen(text)] != ' ' && found[strlen(text)])
        found = strstr(found + 1, text);
    return found != NULL;
}

static bool has_company(const PostgresStore *p) {
    int count = 0;
    for (const char *at = str_text(&p->live); *at; at++)
        count += *at == ' ';
    return count > is_alive(&p->base, p->base.instance);
}

// If the database's clock was set, the heartbeats of all others are old for the first instance that
// notices it. Each other one waits until the first has written how the time of the server goes on.
// If nobody has, its own machine stood still.
static void note_jump(PostgresStore *p, int64_t step) {
    Store *s = &p->base;
    s->clock_has_jumped = true;
    if (!s->is_clock_in_doubt)
        s->clock_step += step;
}

static void note_clock(PostgresStore *p, int64_t offset, int64_t trip_ms) {
    Store *s = &p->base;
    int64_t step = offset - s->clock_offset, most = STEP_MS + trip_ms;
    bool jumps = s->clock_offset && (step > most || step < -most);
    if (s->clock_offset && !jumps && trip_ms > CLOCK_TRIP_MS)
        return;
    if (jumps && !s->is_clock_in_doubt && has_company(p)) {
        s->is_clock_in_doubt = true;
        return;
    }
    if (jumps)
        note_jump(p, step);
    s->is_clock_in_doubt = false;
    s->clock_offset = offset;
}

// "now": the time of the database, in ms. "beat": this instance was seen.
static void add_beat(const Store *s, Str *sql) {
    str_add(sql,
            "WITH now(ms) AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint), "
            "beat AS (INSERT INTO instances SELECT %lld, ms FROM now "
            "ON CONFLICT (id) DO UPDATE SET seen = EXCLUDED.seen)",
            (long long)s->instance);
}

// Clocks stand still while no instance has a connection, since nobody can move. The first one that
// is back leaves that time out of the time of the server. PostgreSQL empties the table of instances
// when it crashes; then the last saved time of the server says when it was.
static bool leave_outage_out(PostgresStore *p, Error *err) {
    const Store *s = &p->base;
    ScopedStr sql = {0};
    str_add_text(&sql, "SELECT 1 FROM facts WHERE name = '" CLOCK_OFFSET_VALUE "' FOR UPDATE;");
    add_beat(s, &sql);
    str_add(
        &sql,
        ", saved(ms, offset_ms) AS (SELECT MAX(value) FILTER (WHERE name = '" CLOCK_VALUE
        "'), MAX(value) FILTER (WHERE name = '" CLOCK_OFFSET_VALUE "') FROM facts), "
        "outage(ms) AS (SELECT LEAST(%lld, now.ms - GREATEST((SELECT MAX(seen) FROM instances), "
        "saved.ms - offset_ms)) FROM now, saved) "
        "UPDATE facts SET value = value - outage.ms FROM outage "
        "WHERE name = '" CLOCK_OFFSET_VALUE "' AND outage.ms > %d",
        (long long)(clock_now_ms() - s->beat_at_ms), OUTAGE_MS);
    return execute(p, str_text(&sql), NULL, 0, err);
}

static void heartbeat(Store *s) {
    PostgresStore *p = postgres_of(s);
    char lead[80];
    snprintf(lead, sizeof lead, "pg_try_advisory_lock(%d, " LOCK_KEY ")", LEADER_LOCK);
    Error ignored = {0};
    PGresult *result = NULL;
    ScopedStr sql = {0};
    add_beat(s, &sql);
    str_add(&sql,
            " SELECT ms, %s, COALESCE((SELECT string_agg(' ' || id, '') FROM instances "
            "WHERE seen > ms - %d AND seen < ms + %d), '') FROM now",
            s->is_leader ? "true" : lead, LEASE_MS, LEASE_MS);
    int64_t sent_ms = clock_now_ms();
    bool ok = send_command(p, str_text(&sql), &ignored) && collect(p, &result, &ignored) &&
              PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1;
    int64_t trip_ms = clock_now_ms() - sent_ms;
    if (ok) {
        int64_t beat_ms = big_endian_at(PQgetvalue(result, 0, 0), 8);
        s->is_leader = *PQgetvalue(result, 0, 1) != 0;
        s->was_taken_for_gone |= s->beat_ms && llabs(beat_ms - s->beat_ms) >= LEASE_MS;
        s->clock_has_jumped |= s->beat_ms && beat_ms - s->beat_ms >= OUTAGE_MS;
        s->beat_ms = beat_ms;
        s->beat_at_ms = sent_ms;
        str_clear(&p->live);
        str_add_text(&p->live, PQgetvalue(result, 0, 2));
        note_clock(p, beat_ms - sent_ms - trip_ms / 2, trip_ms);
    } else {
        rollback(s);
    }
    PQclear(result);
}

static StoreState poll_connection(Store *s, Error *err);

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
    .poll = poll_connection,
    .heartbeat = heartbeat,
    .let_others_start = let_others_start,
    .is_alive = is_alive,
    .next_note = next_note,
    .socket = socket_of,
    .skip_ids = skip_ids,
    .close = close_database,
};

static bool read_generation(PostgresStore *p, bool shared, Error *err) {
    bool ok =
        read_number(p, "UPDATE server_state SET generation = generation + 1 RETURNING generation",
                    &p->generation, err);
    p->base.instance = shared ? p->generation : 0;
    return ok;
}

static bool set_up(PostgresStore *p, bool shared, Error *err) {
    return (PQstatus(p->conn) == CONNECTION_OK || fail_connection(p->conn, err)) &&
           ((is_unicode(p, err) && is_durable(p, err) && set_planner(p, err) &&
             wait_for_lock(p, exclusive, MIGRATION_LOCK, MIGRATION_MS, err) &&
             acquire_lock(p, shared, err) && migrate(p, err) && read_generation(p, shared, err) &&
             (!shared || (set_limits(p, err) && listen_for_notes(p, err))) &&
             end_migration(p, err) && begin_pipeline(p, err)) ||
            error_prefix(err, PQdb(p->conn)));
}

Store *postgres_open(const char *url, bool shared, Error *err) {
    PostgresStore *p = mem_alloc(sizeof *p);
    p->base.engine = &engine;
    p->url = mem_copy_text(url);
    p->conn = start_connecting(url, true);
    PQsetnonblocking(p->conn, 1);
    if (set_up(p, shared, err)) {
        store_heartbeat(&p->base);
        return &p->base;
    }
    error_prefix(err, "PostgreSQL");
    close_database(&p->base);
    return NULL;
}

// ---- The job queue

// Functions keep this search path, so that nobody can put tables of his own in front of theirs.
static bool migrate_jobs_to(PostgresStore *p, int version, Error *err) {
    ScopedStr sql = {0};
    str_add_text(&sql, "SELECT set_config('search_path', quote_ident(current_schema()) || "
                       "', pg_temp', true);");
    str_add_text(&sql, jobs_migration(version));
    str_add(&sql, "UPDATE job_state SET version = %d", version);
    return execute(p, str_text(&sql), NULL, 0, err);
}

static bool migrate_jobs_locked(PostgresStore *p, Error *err) {
    int64_t has_state = 0, version = 0;
    if (!read_number(p, "SELECT (to_regclass('job_state') IS NOT NULL)::int", &has_state, err) ||
        (!has_state && !execute(p,
                                "CREATE TABLE job_state (version BIGINT NOT NULL);"
                                "INSERT INTO job_state VALUES (0)",
                                NULL, 0, err)) ||
        !read_number(p, "SELECT version FROM job_state", &version, err))
        return false;
    if (version > jobs_schema_version())
        return error_set(err,
                         "its job queue has version %lld, made by a newer program; this one "
                         "knows up to %d",
                         (long long)version, jobs_schema_version());
    while (version < jobs_schema_version())
        if (!migrate_jobs_to(p, (int)++version, err))
            return false;
    return true;
}

// The lock keeps two posters from doing it at once.
static bool migrate_jobs(PostgresStore *p, Error *err) {
    static const char *const lock = "(1346719416, hashtext(COALESCE(current_schema(), '')))";
    ScopedStr sql = {0};
    Error ignored = {0};
    str_add(&sql, "SELECT pg_advisory_lock%s", lock);
    if (!execute(p, str_text(&sql), NULL, 0, err))
        return false;
    bool ok = migrate_jobs_locked(p, err);
    str_clear(&sql);
    str_add(&sql, "SELECT pg_advisory_unlock%s", lock);
    execute(p, str_text(&sql), NULL, 0, &ignored);
    return ok;
}

Store *postgres_open_jobs(const char *url, bool creates, Error *err) {
    PostgresStore *p = mem_alloc(sizeof *p);
    p->base.engine = &engine;
    p->url = mem_copy_text(url);
    p->conn = start_connecting(url, true);
    if ((PQstatus(p->conn) == CONNECTION_OK || fail_connection(p->conn, err)) &&
        ((is_unicode(p, err) && set_planner(p, err) && (!creates || migrate_jobs(p, err)) &&
          begin_pipeline(p, err)) ||
         error_prefix(err, PQdb(p->conn))))
        return &p->base;
    error_prefix(err, "PostgreSQL");
    close_database(&p->base);
    return NULL;
}

// ---- Connecting again

static StoreState give_up(PostgresStore *p, const Error *why) {
    if (why)
        error_set(&p->why, "cannot connect to PostgreSQL: %.160s", why->text);
    PQfinish(p->next);
    PQfinish(p->conn);
    p->next = p->conn = NULL;
    p->base.is_lost = true;
    p->next_ms = clock_now_ms() + RETRY_MS;
    return STORE_LOST;
}

static bool prepare_all(PostgresStore *p, Error *err) {
    for (int i = 0; i < SQL_STORE_END; i++)
        if (!prepare(&p->base.statements[i], err))
            return false;
    return true;
}

// The lock was lost with the connection. If another server had the database for itself since, games
// in memory are old.
static bool take_back(PostgresStore *p, Error *why) {
    bool is_locked = false, is_early = false;
    int64_t generation = 0;
    bool shared = store_is_shared(&p->base);
    PQsetnonblocking(p->conn, 1);
    if (!is_durable(p, why) || !set_planner(p, why) ||
        !try_lock(p, shared ? shared_mode : exclusive, DATABASE_LOCK, &is_locked, why) ||
        !read_number(p, "SELECT generation FROM server_state", &generation, why) ||
        (shared && (!is_first_starting(p, &is_early, why) || !set_limits(p, why) ||
                    !listen_for_notes(p, why))))
        return false;
    if (is_early)
        return error_set(why, "another server is just starting");
    p->is_superseded = !shared && generation != p->generation;
    if (p->is_superseded)
        return error_set(&p->why,
                         "another server has used the database since the connection was lost");
    if (!is_locked) // by the old connection, which PostgreSQL has not given up yet
        return error_set(why, "another connection holds the lock");
    return !shared || leave_outage_out(p, why);
}

static StoreState resume(PostgresStore *p) {
    Error why = {0};
    p->conn = p->next;
    p->next = NULL;
    bool ok = take_back(p, &why);
    if (p->is_superseded)
        return STORE_SUPERSEDED;
    if (!ok)
        return give_up(p, &why);
    p->next_ms = 0;
    p->pending = 0;
    p->base.is_lost = p->base.is_leader = false;
    str_clear(&p->inbox);
    p->inbox_at = 0;
    if (!begin_pipeline(p, &why) || !prepare_all(p, &why))
        return give_up(p, &why);
    store_heartbeat(&p->base);
    return STORE_BACK;
}

static bool is_ready(const PostgresStore *p) {
    struct pollfd fd = {.fd = PQsocket(p->next),
                        .events = p->next_wants == PGRES_POLLING_READING ? POLLIN : POLLOUT};
    return poll(&fd, 1, CONNECT_STEP_MS) > 0;
}

static StoreState go_on_connecting(PostgresStore *p) {
    Error why = {0};
    while (p->next_wants != PGRES_POLLING_OK && p->next_wants != PGRES_POLLING_FAILED &&
           is_ready(p))
        p->next_wants = PQconnectPoll(p->next);
    if (p->next_wants == PGRES_POLLING_OK)
        return resume(p);
    if (p->next_wants == PGRES_POLLING_FAILED) {
        fail_connection(p->next, &why);
        return give_up(p, &why);
    }
    return clock_now_ms() >= p->next_ms ? give_up(p, NULL) : STORE_LOST;
}

static StoreState poll_lost(PostgresStore *p) {
    if (p->next)
        return go_on_connecting(p);
    if (clock_now_ms() < p->next_ms)
        return STORE_LOST;
    p->next = start_connecting(p->url, false);
    p->next_ms = clock_now_ms() + CONNECT_MS;
    p->next_wants =
        PQstatus(p->next) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
    return go_on_connecting(p);
}

static StoreState poll_connection(Store *s, Error *err) {
    PostgresStore *p = postgres_of(s);
    StoreState state = p->is_superseded  ? STORE_SUPERSEDED
                       : p->base.is_lost ? poll_lost(p)
                                         : STORE_READY;
    if (state == STORE_LOST || state == STORE_SUPERSEDED)
        *err = p->why;
    return state;
}
