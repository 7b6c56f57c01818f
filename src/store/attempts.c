#include "store/attempts.h"

#include "store/statement.h"

static bool drop_earliest(Store *s, UserId user, Error *err) {
    sqlite3_stmt *q = statement_to_write(s, SQL_ATTEMPTS_DROP_EARLIEST);
    bind_number(q, 1, user);
    bind_number(q, 2, ATTEMPTS_MAX);
    return statement_run(s, q, err);
}

bool attempt_add(Store *s, UserId user, const AttemptRow *row, Error *err) {
    sqlite3_stmt *q = statement_to_write(s, SQL_ATTEMPT_ADD);
    bind_number(q, 1, user);
    bind_number(q, 2, row->at);
    bind_text(q, 3, row->puzzle);
    bind_number(q, 4, row->score);
    bind_optional(q, 5, row->day);
    return statement_run(s, q, err) && drop_earliest(s, user, err);
}

bool attempt_each(Store *s, UserId user, void (*tell)(void *context, const AttemptRow *row),
                  void *context, Error *err) {
    sqlite3_stmt *q = statement(s, SQL_ATTEMPTS);
    bind_number(q, 1, user);
    while (statement_next(s, q, err)) {
        AttemptRow row = {
            .at = sqlite3_column_int64(q, 0),
            .score = sqlite3_column_int(q, 2),
            .day = (int)column_optional(q, 3),
        };
        column_text(q, 1, row.puzzle, sizeof row.puzzle);
        tell(context, &row);
    }
    return !*err->text;
}
