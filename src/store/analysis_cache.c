#include "store/analysis_cache.h"

#include "store/statement.h"

static void bind_query(sqlite3_stmt *q, const AnalysisCacheKey *query) {
    bind_text(q, 1, query->position);
    bind_text(q, 2, query->engine);
    bind_number(q, 3, query->lines);
    bind_number(q, 4, query->ms);
    bind_number(q, 5, query->nodes);
}

bool analysis_cache_find(Store *s, const AnalysisCacheKey *query, Str *result, Error *err) {
    sqlite3_stmt *q = statement(s, SQL_FINDING_FIND);
    bind_query(q, query);
    if (!statement_step(s, q, err))
        return false;
    str_add_text(result, (const char *)sqlite3_column_text(q, 0));
    statement_reset(q);
    return true;
}

// Numbers only grow, so those that are too small by ANALYSIS_CACHE_MAX are the oldest.
bool analysis_cache_put(Store *s, const AnalysisCacheKey *found, bool settled, const char *result,
                        Error *err) {
    sqlite3_stmt *q = statement_for_write(s, SQL_FINDING_DROP_LESSER);
    bind_query(q, found);
    bind_number(q, 6, settled);
    if (!statement_run(s, q, err))
        return false;
    q = statement_for_write(s, SQL_FINDING_ADD);
    bind_query(q, found);
    bind_number(q, 6, settled);
    bind_text(q, 7, result);
    if (!statement_run(s, q, err))
        return false;
    q = statement_for_write(s, SQL_FINDINGS_DROP_OLDEST);
    bind_number(q, 1, ANALYSIS_CACHE_MAX);
    return statement_run(s, q, err);
}
