#include "store/users.h"

#include "store/statement.h"

#include <assert.h>

// ---- Users

const char *user_kind_name(UserKind kind) {
    static const char *const names[] = {
        [USER_GUEST] = "guest", [USER_ACCOUNT] = "account", [USER_LEVEL] = "level"};
    return names[kind];
}

UserId user_add(Store *s, const UserRow *user, const char *folded, const char *password,
                Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_USER_ADD);
    bind_number(stmt, 1, user->kind);
    bind_number(stmt, 2, user->level);
    bind_text(stmt, 3, user->name);
    bind_text(stmt, 4, folded);
    bind_text(stmt, 5, password);
    bind_number(stmt, 6, user->created);
    return statement_run(s, stmt, err) ? sqlite3_last_insert_rowid(s->db) : 0;
}

bool user_update(Store *s, const UserRow *user, const char *folded, const char *password,
                 Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_USER_UPDATE);
    bind_number(stmt, 1, user->id);
    bind_number(stmt, 2, user->kind);
    bind_text(stmt, 3, user->name);
    bind_text(stmt, 4, folded);
    bind_text(stmt, 5, password);
    bind_number(stmt, 6, user->chat);
    bind_number(stmt, 7, user->shows_online);
    return statement_run(s, stmt, err);
}

static UserRow user_row(sqlite3_stmt *stmt) {
    UserRow u = {
        .id = sqlite3_column_int64(stmt, 0),
        .kind = (UserKind)sqlite3_column_int(stmt, 1),
        .level = sqlite3_column_int(stmt, 2),
        .chat = sqlite3_column_int(stmt, 4) != 0,
        .created = sqlite3_column_int64(stmt, 5),
        .won = sqlite3_column_int(stmt, 6),
        .lost = sqlite3_column_int(stmt, 7),
        .drawn = sqlite3_column_int(stmt, 8),
        .is_bot = sqlite3_column_int(stmt, 9) != 0,
        .shows_online = sqlite3_column_int(stmt, 10) != 0,
    };
    column_text(stmt, 3, u.name, sizeof u.name);
    return u;
}

static bool find_user(Store *s, sqlite3_stmt *stmt, UserRow *out, Error *err) {
    bool found = statement_step(s, stmt, err);
    if (found) {
        *out = user_row(stmt);
        statement_reset(stmt);
    }
    return found;
}

bool user_find(Store *s, UserId id, UserRow *out, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_USER_BY_ID);
    bind_number(stmt, 1, id);
    return find_user(s, stmt, out, err);
}

bool user_find_by_name(Store *s, const char *folded, UserRow *out, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_USER_BY_NAME);
    bind_text(stmt, 1, folded);
    return find_user(s, stmt, out, err);
}

bool user_password_hash(Store *s, UserId id, Str *out, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_USER_PASSWORD);
    bind_number(stmt, 1, id);
    bool found = statement_step(s, stmt, err);
    if (!found)
        return false;
    const char *text = (const char *)sqlite3_column_text(stmt, 0);
    if (text)
        str_add_text(out, text);
    statement_reset(stmt);
    return out->len > 0;
}

bool user_add_score(Store *s, UserId id, int won, int lost, int drawn, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_USER_SCORE);
    bind_number(stmt, 1, id);
    bind_number(stmt, 2, won);
    bind_number(stmt, 3, lost);
    bind_number(stmt, 4, drawn);
    return statement_run(s, stmt, err);
}

// No other row refers to a guest who never took a seat. With foreign keys on, SQLite would scan all
// games and chat for each guest to check that, so they are off meanwhile. The newest user is kept:
// its id would be reused.
static bool delete_users(Store *s, const UserId *ids, int count, Error *err) {
    sqlite3_exec(s->db, "PRAGMA foreign_keys=OFF", NULL, NULL, NULL);
    for (int i = 0; i < count; i++) {
        sqlite3_stmt *stmt = statement_for_write(s, SQL_USER_DELETE);
        bind_number(stmt, 1, ids[i]);
        statement_run(s, stmt, err);
    }
    bool done = store_commit(s, err);
    sqlite3_exec(s->db, "PRAGMA foreign_keys=ON", NULL, NULL, NULL);
    return done;
}

bool user_delete_unused_guests(Store *s, UserId *after, int64_t before, Error *err) {
    assert(!store_in_transaction(s)); // the pragma has no effect inside one
    UserId unused[GUEST_BATCH_SIZE];
    int seen = 0, count = 0;
    sqlite3_stmt *stmt = statement(s, SQL_USERS_UNUSED);
    bind_number(stmt, 1, *after);
    bind_number(stmt, 2, before);
    bind_number(stmt, 3, GUEST_BATCH_SIZE);
    for (; statement_step(s, stmt, err); seen++) {
        *after = sqlite3_column_int64(stmt, 0);
        if (sqlite3_column_int(stmt, 1))
            unused[count++] = *after;
    }
    if (seen < GUEST_BATCH_SIZE)
        *after = 0;
    return count == 0 || delete_users(s, unused, count, err);
}

// ---- Login sessions and API tokens

static void bind_hash(sqlite3_stmt *stmt, int i, const SecretHash *hash) {
    sqlite3_bind_blob(stmt, i, hash->bytes, sizeof hash->bytes, SQLITE_STATIC);
}

bool login_session_add(Store *s, const SecretHash *hash, UserId user, const char *label,
                       int64_t now, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_SESSION_ADD);
    bind_hash(stmt, 1, hash);
    bind_number(stmt, 2, user);
    bind_text(stmt, 3, label);
    bind_number(stmt, 4, now);
    return statement_run(s, stmt, err);
}

bool login_session_find(Store *s, const SecretHash *hash, LoginSessionRow *out, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_SESSION_FIND);
    bind_hash(stmt, 1, hash);
    if (!statement_step(s, stmt, err))
        return false;
    *out = (LoginSessionRow){
        .id = sqlite3_column_int64(stmt, 0),
        .user = sqlite3_column_int64(stmt, 1),
        .is_token = sqlite3_column_int(stmt, 2) != 0,
        .used = sqlite3_column_int64(stmt, 3),
    };
    statement_reset(stmt);
    return true;
}

bool login_session_touch(Store *s, int64_t id, int64_t now, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_SESSION_USED);
    bind_number(stmt, 1, id);
    bind_number(stmt, 2, now);
    return statement_run(s, stmt, err);
}

int64_t login_session_last_used(Store *s, UserId user, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_SESSION_LAST_USED);
    bind_number(stmt, 1, user);
    if (!statement_step(s, stmt, err))
        return 0;
    int64_t used = sqlite3_column_int64(stmt, 0);
    statement_reset(stmt);
    return used;
}

bool login_session_delete(Store *s, int64_t id, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_SESSION_DELETE);
    bind_number(stmt, 1, id);
    return statement_run(s, stmt, err);
}

bool login_session_delete_others(Store *s, UserId user, int64_t kept, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_SESSION_DELETE_OTHERS);
    bind_number(stmt, 1, user);
    bind_number(stmt, 2, kept);
    return statement_run(s, stmt, err);
}

bool login_session_delete_unused(Store *s, int64_t before, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_SESSION_DELETE_UNUSED);
    bind_number(stmt, 1, before);
    return statement_run(s, stmt, err);
}

int token_list(Store *s, UserId user, TokenRow out[static TOKENS_MAX], Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_TOKENS);
    bind_number(stmt, 1, user);
    int n = 0;
    while (statement_step(s, stmt, err)) {
        if (n == TOKENS_MAX)
            continue;
        out[n].id = sqlite3_column_int64(stmt, 0);
        column_text(stmt, 1, out[n].label, sizeof out[n].label);
        out[n].created = sqlite3_column_int64(stmt, 2);
        out[n++].used = sqlite3_column_int64(stmt, 3);
    }
    return n;
}

bool token_revoke(Store *s, UserId user, int64_t id, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_TOKEN_REVOKE);
    bind_number(stmt, 1, id);
    bind_number(stmt, 2, user);
    return statement_run(s, stmt, err);
}

// ---- Ratings

static RatingRow rating_row(sqlite3_stmt *stmt, int first) {
    return (RatingRow){
        .rating = sqlite3_column_double(stmt, first),
        .deviation = sqlite3_column_double(stmt, first + 1),
        .volatility = sqlite3_column_double(stmt, first + 2),
        .games = sqlite3_column_int(stmt, first + 3),
    };
}

bool rating_find(Store *s, UserId user, const char *pool, RatingRow *out, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_RATING_GET);
    bind_number(stmt, 1, user);
    bind_text(stmt, 2, pool);
    if (!statement_step(s, stmt, err))
        return false;
    *out = rating_row(stmt, 0);
    statement_reset(stmt);
    return true;
}

bool rating_save(Store *s, UserId user, const char *pool, const RatingRow *row, Error *err) {
    sqlite3_stmt *stmt = statement_for_write(s, SQL_RATING_PUT);
    bind_number(stmt, 1, user);
    bind_text(stmt, 2, pool);
    bind_real(stmt, 3, row->rating);
    bind_real(stmt, 4, row->deviation);
    bind_real(stmt, 5, row->volatility);
    bind_number(stmt, 6, row->games);
    return statement_run(s, stmt, err);
}

int rating_leaderboard(Store *s, const char *pool, LeaderboardRow *out, int max, Error *err) {
    sqlite3_stmt *stmt = statement(s, SQL_RATING_LEADERBOARD);
    bind_text(stmt, 1, pool);
    bind_number(stmt, 2, max);
    int n = 0;
    while (statement_step(s, stmt, err))
        out[n++] = (LeaderboardRow){user_row(stmt), rating_row(stmt, 11)};
    return n;
}

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
