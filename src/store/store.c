#include "store/store.h"

#include "base/clock.h"
#include "base/number.h"
#include "store/statement.h"

#include <assert.h>
#include <string.h>

static const char sqlite_scheme[] = "sqlite:";
static const char *const postgres_schemes[] = {"postgresql://", "postgres://"};

static bool begins_with(const char *text, const char *start) {
    return !strncmp(text, start, strlen(start));
}

static bool is_postgres(const char *location) {
    return begins_with(location, postgres_schemes[0]) || begins_with(location, postgres_schemes[1]);
}

const char *store_file(const char *location) {
    if (is_postgres(location))
        return NULL;
    return location + (begins_with(location, sqlite_scheme) ? strlen(sqlite_scheme) : 0);
}

static bool prepare_statements(Store *s, Error *err) {
    for (int i = 0; i < SQL_STORE_END; i++)
        if (!statement_prepare(s, statement_text((SqlId)i), &s->statements[i], err))
            return false;
    return true;
}

static bool is_supported(const char *location, Error *err) {
    const char *file = store_file(location);
    return !file || !strstr(file, "://") ||
           error_set(err, "a database is sqlite:PATH or postgresql://USER@HOST/NAME");
}

static Store *open_as(const char *location, bool shared, Error *err) {
    if (!is_supported(location, err))
        return NULL;
    const char *file = store_file(location);
    Store *s = file ? sqlite_open(file, err) : postgres_open(location, shared, err);
    if (s)
        s->user_seed = rng_fresh_seed();
    if (s && !prepare_statements(s, err)) {
        store_close(s);
        s = NULL;
    }
    return s;
}

Store *store_open(const char *location, Error *err) {
    return open_as(location, false, err);
}

Store *store_open_shared(const char *location, Error *err) {
    return open_as(location, true, err);
}

void store_close(Store *s) {
    if (!s)
        return;
    for (int i = 0; i < SQL_COUNT; i++)
        statement_finalize(&s->statements[i]);
    str_release(&s->notes);
    s->engine->close(s);
}

bool store_in_transaction(const Store *s) {
    return s->in_transaction;
}

int64_t store_transaction_ms(const Store *s) {
    return s->began_ms ? clock_now_ms() - s->began_ms : 0;
}

void store_before_commit(Store *s, void (*flush)(void *context), void *context) {
    s->flush = flush;
    s->flush_context = context;
}

bool store_commit(Store *s, Error *err) {
    assert(!s->is_waiting);
    if (!s->in_transaction)
        return true;
    s->is_flushing = true;
    if (s->flush && !s->has_failed)
        s->flush(s->flush_context);
    s->is_flushing = false;
    bool ok = s->has_failed ? error_set(err, "%s", s->error.text) : s->engine->commit(s, err);
    if (s->has_failed)
        s->engine->rollback(s);
    if (!ok)
        users_forget(s);
    str_clear(&s->notes);
    s->in_transaction = s->has_failed = s->has_waited = s->has_round_lock = false;
    s->began_ms = 0;
    return ok;
}

StoreState store_poll(Store *s, Error *err) {
    return s->engine->poll ? s->engine->poll(s, err) : STORE_READY;
}

bool store_is_connected(const Store *s) {
    return !s->is_lost;
}

void store_set_wait(Store *s, StoreWait *wait, void *context) {
    s->wait = wait;
    s->wait_context = context;
}

int64_t store_round_trips(const Store *s) {
    return s->round_trips;
}

// ---- Several instances

bool store_is_shared(const Store *s) {
    return s->instance != 0;
}

int64_t store_instance(const Store *s) {
    return s->instance;
}

bool store_is_leader(const Store *s) {
    return !s->instance || s->is_leader;
}

bool store_is_first(const Store *s) {
    return s->is_first;
}

bool store_take_clock_step(Store *s, int64_t *step) {
    bool has_jumped = s->clock_has_jumped;
    *step = s->clock_step;
    s->clock_step = 0;
    s->clock_has_jumped = false;
    return has_jumped;
}

bool store_was_taken_for_gone(Store *s) {
    bool was = s->was_taken_for_gone;
    s->was_taken_for_gone = false;
    return was;
}

bool store_let_others_start(Store *s, Error *err) {
    return !s->is_first || s->engine->let_others_start(s, err);
}

int64_t store_clock_ms(const Store *s) {
    return clock_now_ms() + s->clock_offset;
}

void store_heartbeat(Store *s) {
    if (s->instance)
        s->engine->heartbeat(s);
}

bool store_instance_is_alive(const Store *s, int64_t instance) {
    return s->instance && s->engine->is_alive(s, instance);
}

void store_send_note(Store *s, const char *note) {
    if (!s->instance)
        return;
    store_begin(s);
    str_add(&s->notes, "%s\n", note);
}

bool store_next_note(Store *s, char out[static NOTE_MAX]) {
    return s->instance && s->engine->next_note(s, out);
}

bool note_word(const char **at, char *out, size_t size) {
    size_t len = strcspn(*at, " ");
    if (len == 0 || len >= size)
        return false;
    memcpy(out, *at, len);
    out[len] = '\0';
    *at += len + ((*at)[len] == ' ');
    return true;
}

bool note_number(const char **at, int64_t *out) {
    char text[24];
    Error ignored = {0};
    return note_word(at, text, sizeof text) &&
           number_parse(text, INT64_MIN, INT64_MAX, out, &ignored);
}

int store_socket(const Store *s) {
    return s->instance ? s->engine->socket(s) : -1;
}

bool store_find_value(Store *s, const char *name, int64_t *out) {
    Error reported_by_commit = {0};
    bool found = false;
    Statement *stmt = statement_read(s, SQL_VALUE_GET, VALUES(sql_text(name)));
    for (; statement_step(stmt, &reported_by_commit); found = true)
        *out = column_number(stmt, 0);
    return found;
}

int64_t store_value(Store *s, const char *name) {
    int64_t value = 0;
    store_find_value(s, name, &value);
    return value;
}

bool store_put_value(Store *s, const char *name, int64_t value, Error *err) {
    return statement_write(s, SQL_VALUE_PUT, VALUES(sql_text(name), sql_number(value)), err);
}

void analysis_cache_each(Store *s, const char *positions, const AnalysisCacheKey *key,
                         AnalysisCacheVisitor *visit, void *context, Error *err) {
    Statement *stmt =
        statement_read(s, SQL_ANALYSES_FIND,
                       VALUES(sql_text(positions), sql_text(key->engine), sql_number(key->lines),
                              sql_number(key->ms), sql_number(key->nodes)));
    while (statement_step(stmt, err) && *column_string(stmt, 1) &&
           visit(context, column_string(stmt, 1)))
        ;
    statement_reset(stmt);
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
