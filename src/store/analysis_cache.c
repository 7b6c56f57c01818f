#include "store/analysis_cache.h"

#include "store/statement.h"

static void bind_key(sqlite3_stmt *stmt, const AnalysisCacheKey *key) {
    bind_text(stmt, 1, key->position);
    bind_text(stmt, 2, key->engine);
    bind_number(stmt, 3, key->lines);
    bind_number(stmt, 4, key->ms);
    bind_number(stmt, 5, key->nodes);
}

bool analysis_cache_find(Store *s, const AnalysisCacheKey *key, Str *result, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_ANALYSIS_FIND);
    bind_key(stmt, key);
    if (!statement_step(s, stmt, err))
        return false;
    str_add_text(result, (const char *)sqlite3_column_text(stmt, 0));
    statement_reset(stmt);
    return true;
}

// Row numbers only grow, so those that lag by more than ANALYSIS_CACHE_MAX are the oldest.
bool analysis_cache_put(Store *s, const AnalysisCacheKey *key, bool settled, const char *result,
                        Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_ANALYSIS_DROP_LESSER);
    bind_key(stmt, key);
    bind_number(stmt, 6, settled);
    if (!statement_run(s, stmt, err))
        return false;
    stmt = statement_for_write(s, SQL_ANALYSIS_ADD);
    bind_key(stmt, key);
    bind_number(stmt, 6, settled);
    bind_text(stmt, 7, result);
    if (!statement_run(s, stmt, err))
        return false;
    stmt = statement_for_write(s, SQL_ANALYSIS_EVICT_OLDEST);
    bind_number(stmt, 1, ANALYSIS_CACHE_MAX);
    return statement_run(s, stmt, err);
}
