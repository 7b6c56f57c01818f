#include "store/puzzle_attempts.h"

#include "store/statement.h"

static bool drop_earliest(Store *s, UserId user, Error *err) {
    sqlite3_stmt *q = statement_for_write(s, SQL_ATTEMPTS_DROP_EARLIEST);
    bind_number(q, 1, user);
    bind_number(q, 2, PUZZLE_ATTEMPTS_MAX);
    return statement_run(s, q, err);
}

bool puzzle_attempt_add(Store *s, UserId user, const PuzzleAttemptRow *row, Error *err) {
    sqlite3_stmt *q = statement_for_write(s, SQL_ATTEMPT_ADD);
    bind_number(q, 1, user);
    bind_number(q, 2, row->at);
    bind_text(q, 3, row->puzzle);
    bind_number(q, 4, row->score);
    bind_optional(q, 5, row->day);
    return statement_run(s, q, err) && drop_earliest(s, user, err);
}

bool puzzle_attempt_each(Store *s, UserId user,
                         void (*tell)(void *context, const PuzzleAttemptRow *row), void *context,
                         Error *err) {
    sqlite3_stmt *q = statement(s, SQL_ATTEMPTS);
    bind_number(q, 1, user);
    while (statement_step(s, q, err)) {
        PuzzleAttemptRow row = {
            .at = sqlite3_column_int64(q, 0),
            .score = sqlite3_column_int(q, 2),
            .day = (int)column_optional(q, 3),
        };
        column_text(q, 1, row.puzzle, sizeof row.puzzle);
        tell(context, &row);
    }
    return !*err->text;
}
