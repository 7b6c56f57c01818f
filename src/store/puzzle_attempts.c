#include "store/puzzle_attempts.h"

#include "store/statement.h"

static bool evict_earliest(Store *s, UserId user, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_PUZZLE_ATTEMPTS_EVICT_EARLIEST);
    bind_number(stmt, 1, user);
    bind_number(stmt, 2, PUZZLE_ATTEMPTS_MAX);
    return statement_run(s, stmt, err);
}

bool puzzle_attempt_add(Store *s, UserId user, const PuzzleAttemptRow *row, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_PUZZLE_ATTEMPT_ADD);
    bind_number(stmt, 1, user);
    bind_number(stmt, 2, row->at);
    bind_text(stmt, 3, row->puzzle);
    bind_number(stmt, 4, row->score);
    bind_optional(stmt, 5, row->day);
    return statement_run(s, stmt, err) && evict_earliest(s, user, err);
}

bool puzzle_attempt_each(Store *s, UserId user,
                         void (*visit)(void *context, const PuzzleAttemptRow *row), void *context,
                         Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_PUZZLE_ATTEMPTS);
    bind_number(stmt, 1, user);
    while (statement_step(s, stmt, err)) {
        PuzzleAttemptRow row = {
            .at = sqlite3_column_int64(stmt, 0),
            .score = sqlite3_column_int(stmt, 2),
            .day = (int)column_optional(stmt, 3),
        };
        column_text(stmt, 1, row.puzzle, sizeof row.puzzle);
        visit(context, &row);
    }
    return !*err->text;
}
