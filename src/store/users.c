#include "store/users.h"

#include "store/statement.h"

#include <assert.h>
#include <string.h>

// ---- Users

UserId user_add(Store *s, const UserRow *user, const char *folded, const char *password,
                Error *err) {
    sqlite3_stmt *q = statement_for_write(s, SQL_USER_ADD);
    bind_number(q, 1, user->kind);
    bind_number(q, 2, user->level);
    bind_text(q, 3, user->name);
    bind_text(q, 4, folded);
    bind_text(q, 5, password);
    bind_number(q, 6, user->created);
    return statement_run(s, q, err) ? sqlite3_last_insert_rowid(s->db) : 0;
}

bool user_update(Store *s, const UserRow *user, const char *folded, const char *password,
                 Error *err) {
    sqlite3_stmt *q = statement_for_write(s, SQL_USER_PUT);
    bind_number(q, 1, user->id);
    bind_number(q, 2, user->kind);
    bind_text(q, 3, user->name);
    bind_text(q, 4, folded);
    bind_text(q, 5, password);
    bind_number(q, 6, user->chat);
    return statement_run(s, q, err);
}

static UserRow user_row(sqlite3_stmt *q) {
    UserRow u = {
        .id = sqlite3_column_int64(q, 0),
        .kind = (UserKind)sqlite3_column_int(q, 1),
        .level = sqlite3_column_int(q, 2),
        .chat = sqlite3_column_int(q, 4) != 0,
        .created = sqlite3_column_int64(q, 5),
        .won = sqlite3_column_int(q, 6),
        .lost = sqlite3_column_int(q, 7),
        .drawn = sqlite3_column_int(q, 8),
    };
    column_text(q, 3, u.name, sizeof u.name);
    return u;
}

static bool find_user(Store *s, sqlite3_stmt *q, UserRow *out, Error *err) {
    bool found = statement_step(s, q, err);
    if (found) {
        *out = user_row(q);
        statement_reset(q);
    }
    return found;
}

bool user_find(Store *s, UserId id, UserRow *out, Error *err) {
    sqlite3_stmt *q = statement(s, SQL_USER_BY_ID);
    bind_number(q, 1, id);
    return find_user(s, q, out, err);
}

bool user_find_by_name(Store *s, const char *folded, UserRow *out, Error *err) {
    sqlite3_stmt *q = statement(s, SQL_USER_BY_NAME);
    bind_text(q, 1, folded);
    return find_user(s, q, out, err);
}

bool user_password_hash(Store *s, UserId id, Str *out, Error *err) {
    sqlite3_stmt *q = statement(s, SQL_USER_PASSWORD);
    bind_number(q, 1, id);
    bool found = statement_step(s, q, err);
    if (!found)
        return false;
    const char *text = (const char *)sqlite3_column_text(q, 0);
    if (text)
        str_add_text(out, text);
    statement_reset(q);
    return out->len > 0;
}

bool user_add_score(Store *s, UserId id, int won, int lost, int drawn, Error *err) {
    sqlite3_stmt *q = statement_for_write(s, SQL_USER_SCORE);
    bind_number(q, 1, id);
    bind_number(q, 2, won);
    bind_number(q, 3, lost);
    bind_number(q, 4, drawn);
    return statement_run(s, q, err);
}

// Who never sat down is named by no other row. SQLite would look through all games and chat to see
// that, guest by guest; so it is not asked to. The newest user stays: its number would be given
// again.
static bool delete_users(Store *s, const UserId *ids, int count, Error *err) {
    sqlite3_exec(s->db, "PRAGMA foreign_keys=OFF", NULL, NULL, NULL);
    for (int i = 0; i < count; i++) {
        sqlite3_stmt *q = statement_for_write(s, SQL_USER_FORGET);
        bind_number(q, 1, ids[i]);
        statement_run(s, q, err);
    }
    bool done = store_commit(s, err);
    sqlite3_exec(s->db, "PRAGMA foreign_keys=ON", NULL, NULL, NULL);
    return done;
}

bool user_delete_unused_guests(Store *s, UserId *after, int64_t before, Error *err) {
    assert(!store_in_transaction(s)); // a batch that is open would keep SQLite looking
    UserId unknown[GUEST_BATCH_SIZE];
    int seen = 0, count = 0;
    sqlite3_stmt *q = statement(s, SQL_USERS_UNKNOWN);
    bind_number(q, 1, *after);
    bind_number(q, 2, before);
    bind_number(q, 3, GUEST_BATCH_SIZE);
    for (; statement_step(s, q, err); seen++) {
        *after = sqlite3_column_int64(q, 0);
        if (sqlite3_column_int(q, 1))
            unknown[count++] = *after;
    }
    if (seen < GUEST_BATCH_SIZE)
        *after = 0;
    return count == 0 || delete_users(s, unknown, count, err);
}

// ---- Sessions

static void bind_hash(sqlite3_stmt *q, int i, const SecretHash *hash) {
    sqlite3_bind_blob(q, i, hash->bytes, sizeof hash->bytes, SQLITE_STATIC);
}

bool login_session_add(Store *s, const SecretHash *hash, UserId user, const char *label,
                       int64_t now, Error *err) {
    sqlite3_stmt *q = statement_for_write(s, SQL_SESSION_ADD);
    bind_hash(q, 1, hash);
    bind_number(q, 2, user);
    bind_text(q, 3, label);
    bind_number(q, 4, now);
    return statement_run(s, q, err);
}

bool login_session_find(Store *s, const SecretHash *hash, LoginSessionRow *out, Error *err) {
    sqlite3_stmt *q = statement(s, SQL_SESSION_FIND);
    bind_hash(q, 1, hash);
    if (!statement_step(s, q, err))
        return false;
    *out = (LoginSessionRow){
        .id = sqlite3_column_int64(q, 0),
        .user = sqlite3_column_int64(q, 1),
        .is_token = sqlite3_column_int(q, 2) != 0,
        .used = sqlite3_column_int64(q, 3),
    };
    statement_reset(q);
    return true;
}

bool login_session_touch(Store *s, int64_t id, int64_t now, Error *err) {
    sqlite3_stmt *q = statement_for_write(s, SQL_SESSION_USED);
    bind_number(q, 1, id);
    bind_number(q, 2, now);
    return statement_run(s, q, err);
}

int64_t login_session_last_used(Store *s, UserId user, Error *err) {
    sqlite3_stmt *q = statement(s, SQL_SESSION_LAST_USED);
    bind_number(q, 1, user);
    if (!statement_step(s, q, err))
        return 0;
    int64_t used = sqlite3_column_int64(q, 0);
    statement_reset(q);
    return used;
}

bool login_session_delete(Store *s, int64_t id, Error *err) {
    sqlite3_stmt *q = statement_for_write(s, SQL_SESSION_END);
    bind_number(q, 1, id);
    return statement_run(s, q, err);
}

bool login_session_delete_others(Store *s, UserId user, int64_t kept, Error *err) {
    sqlite3_stmt *q = statement_for_write(s, SQL_SESSION_END_OTHERS);
    bind_number(q, 1, user);
    bind_number(q, 2, kept);
    return statement_run(s, q, err);
}

bool login_session_delete_unused(Store *s, int64_t before, Error *err) {
    sqlite3_stmt *q = statement_for_write(s, SQL_SESSION_FORGET);
    bind_number(q, 1, before);
    return statement_run(s, q, err);
}

int token_list(Store *s, UserId user, TokenRow out[static TOKENS_MAX], Error *err) {
    sqlite3_stmt *q = statement(s, SQL_TOKENS);
    bind_number(q, 1, user);
    int n = 0;
    while (statement_step(s, q, err)) {
        if (n == TOKENS_MAX)
            continue;
        out[n].id = sqlite3_column_int64(q, 0);
        column_text(q, 1, out[n].label, sizeof out[n].label);
        out[n].created = sqlite3_column_int64(q, 2);
        out[n++].used = sqlite3_column_int64(q, 3);
    }
    return n;
}

bool token_revoke(Store *s, UserId user, int64_t id, Error *err) {
    sqlite3_stmt *q = statement_for_write(s, SQL_TOKEN_END);
    bind_number(q, 1, id);
    bind_number(q, 2, user);
    return statement_run(s, q, err);
}

// ---- Ratings

static RatingRow rating_row(sqlite3_stmt *q, int first) {
    return (RatingRow){
        .rating = sqlite3_column_double(q, first),
        .deviation = sqlite3_column_double(q, first + 1),
        .volatility = sqlite3_column_double(q, first + 2),
        .games = sqlite3_column_int(q, first + 3),
    };
}

bool rating_find(Store *s, UserId user, const char *pool, RatingRow *out, Error *err) {
    sqlite3_stmt *q = statement(s, SQL_RATING_GET);
    bind_number(q, 1, user);
    bind_text(q, 2, pool);
    if (!statement_step(s, q, err))
        return false;
    *out = rating_row(q, 0);
    statement_reset(q);
    return true;
}

bool rating_save(Store *s, UserId user, const char *pool, const RatingRow *row, Error *err) {
    sqlite3_stmt *q = statement_for_write(s, SQL_RATING_PUT);
    bind_number(q, 1, user);
    bind_text(q, 2, pool);
    bind_real(q, 3, row->rating);
    bind_real(q, 4, row->deviation);
    bind_real(q, 5, row->volatility);
    bind_number(q, 6, row->games);
    return statement_run(s, q, err);
}

int rating_leaderboard(Store *s, const char *pool, LeaderboardRow *out, int room, Error *err) {
    sqlite3_stmt *q = statement(s, SQL_RATING_BEST);
    bind_text(q, 1, pool);
    bind_number(q, 2, room);
    int n = 0;
    while (statement_step(s, q, err))
        out[n++] = (LeaderboardRow){user_row(q), rating_row(q, 9)};
    return n;
}
