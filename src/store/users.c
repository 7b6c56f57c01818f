#include "store/users.h"

#include "base/number.h"
#include "base/utf8.h"
#include "store/statement.h"

#include <assert.h>
#include <string.h>

// ---- Names

static unsigned code_point(const char *at, int len) {
    const unsigned char *s = (const unsigned char *)at;
    if (len == 3)
        return (s[0] & 0x0fu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu);
    return len == 1 ? s[0] : 0;
}

static bool may_be_in_name(unsigned c) {
    static const struct {
        unsigned first, last;
    } ranges[] = {
        {'0', '9'},       {'A', 'Z'},       {'a', 'z'},       {'-', '-'},
        {'_', '_'},       {0x3041, 0x3096}, {0x30a1, 0x30fa}, {0x30fc, 0x30fc},
        {0x3400, 0x4dbf}, {0x4e00, 0x9fff}, {0xac00, 0xd7a3}, {0x3005, 0x3007},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

// Matches text without - and _ with a pattern in which # stands for digits.
static bool is_like(const char *text, const char *pattern) {
    for (; *pattern; pattern++) {
        text += strspn(text, "-_");
        size_t digits = strspn(text, "0123456789");
        if (*pattern == '#' ? digits == 0 : *text != *pattern)
            return false;
        while (*pattern == '#' && strspn(text, "-_0123456789") > 0)
            text++;
        text += *pattern != '#';
    }
    return text[strspn(text, "-_")] == '\0';
}

// Names that the server gives, in any language of the page, or what could be taken for one, or for
// somebody who runs it.
static bool is_like_ours(const char *name) {
    static const char *const ours[] = {
        "level#",   "guest#",    "deleted#",      "レベル#",  "第#级",    "pentad", "admin",
        "admin#",   "moderator", "administrator", "system",   "operator", "server", "support",
        "official", "管理员",    "管理員",        "管理者",   "管理人",   "官方",   "系统",
        "运营",     "運営",      "公式",          "サーバー", "システム",
    };
    ScopedStr folded = {0};
    username_fold(name, &folded);
    for (int i = 0; i < COUNT(ours); i++)
        if (is_like(str_text(&folded), ours[i]))
            return true;
    return false;
}

Status username_check(const char *name, Error *err) {
    const char *checked = name;
    size_t left = strlen(name);
    int count = 0;
    for (int len; left > 0; name += len, left -= (size_t)len, count++) {
        len = utf8_length(name, left);
        if (len == 0 || !may_be_in_name(code_point(name, len)))
            return status_fail(STATUS_NAME_LETTERS, err);
    }
    if (count < USERNAME_MIN || count > USERNAME_MAX) {
        error_set(err, "a name has %d to %d characters", USERNAME_MIN, USERNAME_MAX);
        return STATUS_NAME_LENGTH;
    }
    if (!is_like_ours(checked))
        return STATUS_OK;
    error_set(err, "that name looks like one of a level, a guest, a deleted user or the operator");
    return STATUS_NAME_TAKEN;
}

void username_fold(const char *name, Str *out) {
    for (; *name; name++)
        str_add_char(out, (char)(*name >= 'A' && *name <= 'Z' ? *name + ('a' - 'A') : *name));
}

// ---- Users

const char *user_kind_name(UserKind kind) {
    static const char *const names[] = {
        [USER_GUEST] = "guest", [USER_ACCOUNT] = "account", [USER_LEVEL] = "level"};
    return names[kind];
}

UserId user_add(Store *s, const UserRow *user, const char *folded, const char *password,
                Error *err) {
    return statement_insert(s, SQL_USER_ADD,
                            VALUES(sql_number(user->kind), sql_number(user->level),
                                   sql_text(user->name), sql_text(folded), sql_text(password),
                                   sql_number(user->created)),
                            err);
}

// ---- The cache. Whatever changes a UserRow, a rating, or a token, which `is_bot` shows, forgets
// the user.

// Where the user is; otherwise the place of its set that has been unused the longest.
static CachedUser *place_of(Store *s, UserId id) {
    CachedUser *set = s->users[rng_mix((uint64_t)id ^ s->user_seed) % USER_CACHE_SETS];
    CachedUser *oldest = &set[0];
    for (int i = 0; i < USER_CACHE_WAYS; i++) {
        if (set[i].id == id)
            return &set[i];
        if (set[i].used < oldest->used)
            oldest = &set[i];
    }
    return oldest;
}

static CachedUser *cached_user(Store *s, UserId id) {
    CachedUser *place = place_of(s, id);
    if (place->id != id)
        *place = (CachedUser){.id = id};
    place->used = ++s->user_uses;
    return place;
}

void user_forget(Store *s, UserId id) {
    CachedUser *place = place_of(s, id);
    if (place->id == id)
        *place = (CachedUser){0};
}

// The other instances forget it with the commit.
static void forget_user(Store *s, UserId id) {
    char note[32];
    snprintf(note, sizeof note, "u %lld", (long long)id);
    store_send_note(s, note);
    user_forget(s, id);
}

void users_forget(Store *s) {
    memset(s->users, 0, sizeof s->users);
}

bool user_update(Store *s, const UserRow *user, const char *folded, const char *password,
                 Error *err) {
    forget_user(s, user->id);
    return statement_write(s, SQL_USER_UPDATE,
                           VALUES(sql_number(user->id), sql_number(user->kind),
                                  sql_text(user->name), sql_text(folded), sql_text(password),
                                  sql_number(user->chat), sql_number(user->shows_online)),
                           err);
}

static UserRow user_row(Statement *stmt) {
    UserRow u = {
        .id = column_number(stmt, 0),
        .kind = (UserKind)column_int(stmt, 1),
        .level = column_int(stmt, 2),
        .chat = column_int(stmt, 4) != 0,
        .created = column_number(stmt, 5),
        .won = column_int(stmt, 6),
        .lost = column_int(stmt, 7),
        .drawn = column_int(stmt, 8),
        .is_bot = column_int(stmt, 9) != 0,
        .shows_online = column_int(stmt, 10) != 0,
        .banned = column_number(stmt, 11),
    };
    column_text(stmt, 3, u.name, sizeof u.name);
    return u;
}

static bool find_user(Statement *stmt, UserRow *out, Error *err) {
    bool found = statement_step(stmt, err);
    if (found) {
        *out = user_row(stmt);
        statement_reset(stmt);
    }
    return found;
}

bool user_find(Store *s, UserId id, UserRow *out, Error *err) {
    const CachedUser *known = place_of(s, id);
    if (id == 0 || known->id != id || !known->row.id) {
        Statement *stmt = statement_read(s, SQL_USER_BY_ID, VALUES(sql_number(id)));
        if (!find_user(stmt, out, err))
            return false;
        cached_user(s, id)->row = *out;
    }
    *out = cached_user(s, id)->row;
    return true;
}

static RatingRow rating_row(Statement *stmt, int first) {
    return (RatingRow){
        .rating = column_real(stmt, first),
        .deviation = column_real(stmt, first + 1),
        .volatility = column_real(stmt, first + 2),
        .games = column_int(stmt, first + 3),
    };
}

static bool is_known(Store *s, UserId id) {
    const CachedUser *known = place_of(s, id);
    return known->id == id && known->row.id && known->has_all_ratings;
}

static void read_users(Store *s, const char *ids) {
    Error reported_by_commit = {0};
    Statement *stmt = statement_read(s, SQL_USERS_BY_ID, VALUES(sql_text(ids)));
    while (statement_step(stmt, &reported_by_commit)) {
        UserRow row = user_row(stmt);
        CachedUser *user = cached_user(s, row.id);
        user->row = row;
        memset(user->ratings, 0, sizeof user->ratings);
        user->has_all_ratings = true;
    }
}

static void read_ratings(Store *s, const char *ids) {
    Error reported_by_commit = {0};
    Statement *stmt = statement_read(s, SQL_RATINGS_OF_USERS, VALUES(sql_text(ids)));
    while (statement_step(stmt, &reported_by_commit)) {
        CachedUser *user = place_of(s, column_number(stmt, 0));
        CachedRating *free = user->ratings;
        while (free < user->ratings + RATING_CACHE_POOLS && *free->pool)
            free++;
        if (user->id != column_number(stmt, 0) || !user->has_all_ratings)
            continue; // others have taken its place
        if (free == user->ratings + RATING_CACHE_POOLS) {
            user->has_all_ratings = false;
            continue;
        }
        *free = (CachedRating){.is_rated = true, .row = rating_row(stmt, 2)};
        column_text(stmt, 1, free->pool, sizeof free->pool);
    }
}

void users_prefetch(Store *s, const UserId *ids, int count) {
    ScopedStr unknown = {0};
    int found = 0;
    for (int i = 0; i < count && found < USERS_PREFETCH_MAX; i++)
        if (s->instance && ids[i] && !is_known(s, ids[i])) {
            str_add(&unknown, "%s%lld", found ? " " : "", (long long)ids[i]);
            found++;
        }
    if (found < 2)
        return;
    read_users(s, str_text(&unknown));
    read_ratings(s, str_text(&unknown));
}

bool user_find_by_name(Store *s, const char *folded, UserRow *out, Error *err) {
    Statement *stmt = statement_read(s, SQL_USER_BY_NAME, VALUES(sql_text(folded)));
    return find_user(stmt, out, err);
}

bool user_password_hash(Store *s, UserId id, Str *out, Error *err) {
    Statement *stmt = statement_read(s, SQL_USER_PASSWORD, VALUES(sql_number(id)));
    bool found = statement_step(stmt, err);
    if (!found)
        return false;
    str_add_text(out, column_string(stmt, 0));
    statement_reset(stmt);
    return out->len > 0;
}

void user_lock(Store *s, const char *ids, Error *err) {
    store_lock_round(s);
    Statement *stmt = statement_read(s, SQL_USERS_LOCK, VALUES(sql_text(ids)));
    while (statement_step(stmt, err))
        ;
}

bool user_add_score(Store *s, UserId id, int won, int lost, int drawn, Error *err) {
    forget_user(s, id);
    return statement_write(
        s, SQL_USER_SCORE,
        VALUES(sql_number(id), sql_number(won), sql_number(lost), sql_number(drawn)), err);
}

bool user_each(Store *s, const UserQuery *query, UserVisitor *visit, void *context, Error *err) {
    Statement *stmt =
        statement_read(s, SQL_USERS_BY_NAME,
                       VALUES(sql_number(query->guests), sql_number(query->only_banned),
                              sql_text(query->from), sql_number(query->limit)));
    while (statement_step(stmt, err)) {
        UserRow user = user_row(stmt);
        visit(context, &user);
    }
    return !*err->text;
}

bool user_set_banned(Store *s, UserId id, int64_t since, Error *err) {
    forget_user(s, id);
    return statement_write(s, SQL_USER_BAN, VALUES(sql_number(id), sql_number(since)), err);
}

// Nobody can choose the new name: it has a blank.
bool user_anonymize(Store *s, UserRow *user, Error *err) {
    static const SqlId owned[] = {SQL_USER_DROP_RATINGS,     SQL_USER_DROP_RATING_HISTORY,
                                  SQL_USER_DROP_ATTEMPTS,    SQL_USER_DROP_CHAT,
                                  SQL_USER_DROP_INVITATIONS, SQL_PASSWORD_RESET_DELETE};
    ScopedStr folded = {0};
    forget_user(s, user->id);
    snprintf(user->name, sizeof user->name, "Deleted %lld", (long long)user->id);
    username_fold(user->name, &folded);
    bool ok = login_session_delete_others(s, user->id, 0, err) &&
              statement_write(s, SQL_USER_ANONYMIZE,
                              VALUES(sql_number(user->id), sql_text(user->name),
                                     sql_text(str_text(&folded)), sql_number(user->banned)),
                              err);
    for (int i = 0; ok && i < COUNT(owned); i++)
        ok = statement_write(s, owned[i], VALUES(sql_number(user->id)), err);
    return ok;
}

// No other row refers to a guest who never took a seat. With foreign keys on, SQLite would scan all
// games and chat for each guest to check that, so they are off meanwhile. The newest user is kept:
// its id would be reused.
static bool delete_users(Store *s, const UserId *ids, int count, Error *err) {
    s->engine->check_references(s, false);
    for (int i = 0; i < count; i++) {
        forget_user(s, ids[i]);
        statement_write(s, SQL_USER_DELETE, VALUES(sql_number(ids[i])), err);
    }
    bool done = store_commit(s, err);
    s->engine->check_references(s, true);
    return done;
}

bool user_delete_unused_guests(Store *s, UserId *after, int64_t before, Error *err) {
    assert(!store_in_transaction(s)); // SQLite's pragma has no effect inside one
    UserId unused[GUEST_BATCH_SIZE];
    int seen = 0, count = 0;
    Statement *stmt = statement_read(
        s, SQL_USERS_UNUSED,
        VALUES(sql_number(*after), sql_number(before), sql_number(GUEST_BATCH_SIZE)));
    for (; statement_step(stmt, err); seen++) {
        *after = column_number(stmt, 0);
        if (column_int(stmt, 1))
            unused[count++] = *after;
    }
    if (seen < GUEST_BATCH_SIZE)
        *after = 0;
    return count == 0 || delete_users(s, unused, count, err);
}

// ---- Login sessions and API tokens

static SqlValue sql_hash(const SecretHash *hash) {
    return sql_blob(hash->bytes, sizeof hash->bytes);
}

bool login_session_add(Store *s, const SecretHash *hash, UserId user, const char *label,
                       int64_t now, Error *err) {
    if (label)
        forget_user(s, user);
    return statement_write(
        s, SQL_SESSION_ADD,
        VALUES(sql_hash(hash), sql_number(user), sql_text(label), sql_number(now)), err);
}

bool login_session_find(Store *s, const SecretHash *hash, LoginSessionRow *out, Error *err) {
    Statement *stmt = statement_read(s, SQL_SESSION_FIND, VALUES(sql_hash(hash)));
    if (!statement_step(stmt, err))
        return false;
    *out = (LoginSessionRow){
        .id = column_number(stmt, 0),
        .user = column_number(stmt, 1),
        .is_token = column_int(stmt, 2) != 0,
        .used = column_number(stmt, 3),
    };
    statement_reset(stmt);
    return true;
}

bool password_reset_add(Store *s, const SecretHash *hash, UserId user, int64_t expires,
                        Error *err) {
    return statement_write(s, SQL_PASSWORD_RESET_ADD,
                           VALUES(sql_number(user), sql_hash(hash), sql_number(expires)), err);
}

UserId password_reset_find(Store *s, const SecretHash *hash, int64_t now, Error *err) {
    Statement *stmt =
        statement_read(s, SQL_PASSWORD_RESET_FIND, VALUES(sql_hash(hash), sql_number(now)));
    UserId user = 0;
    while (statement_step(stmt, err))
        user = column_number(stmt, 0);
    return user;
}

bool password_reset_delete(Store *s, UserId user, Error *err) {
    return statement_write(s, SQL_PASSWORD_RESET_DELETE, VALUES(sql_number(user)), err);
}

bool login_session_touch(Store *s, int64_t id, int64_t now, Error *err) {
    return statement_write(s, SQL_SESSION_USED, VALUES(sql_number(id), sql_number(now)), err);
}

int64_t login_session_last_used(Store *s, UserId user, Error *err) {
    Statement *stmt = statement_read(s, SQL_SESSION_LAST_USED, VALUES(sql_number(user)));
    if (!statement_step(stmt, err))
        return 0;
    int64_t used = column_number(stmt, 0);
    statement_reset(stmt);
    return used;
}

bool login_session_delete(Store *s, UserId user, int64_t id, Error *err) {
    forget_user(s, user); // it may be a token
    return statement_write(s, SQL_SESSION_DELETE, VALUES(sql_number(id)), err);
}

bool login_session_delete_others(Store *s, UserId user, int64_t kept, Error *err) {
    forget_user(s, user);
    return statement_write(s, SQL_SESSION_DELETE_OTHERS, VALUES(sql_number(user), sql_number(kept)),
                           err);
}

bool login_session_delete_unused(Store *s, int64_t before, Error *err) {
    return statement_write(s, SQL_SESSION_DELETE_UNUSED, VALUES(sql_number(before)), err);
}

int64_t login_session_oldest(Store *s, UserId user, int count, Error *err) {
    Statement *stmt =
        statement_read(s, SQL_SESSION_OLDEST, VALUES(sql_number(user), sql_number(count)));
    int64_t id = 0;
    while (statement_step(stmt, err))
        id = column_number(stmt, 0);
    return id;
}

int token_list(Store *s, UserId user, TokenRow out[static TOKENS_MAX], Error *err) {
    Statement *stmt = statement_read(s, SQL_TOKENS, VALUES(sql_number(user)));
    int n = 0;
    while (statement_step(stmt, err)) {
        if (n == TOKENS_MAX)
            continue;
        out[n].id = column_number(stmt, 0);
        column_text(stmt, 1, out[n].label, sizeof out[n].label);
        out[n].created = column_number(stmt, 2);
        out[n++].used = column_number(stmt, 3);
    }
    return n;
}

bool token_revoke(Store *s, UserId user, int64_t id, Error *err) {
    forget_user(s, user);
    return statement_write(s, SQL_TOKEN_REVOKE, VALUES(sql_number(id), sql_number(user)), err);
}

// ---- Ratings

bool rating_find(Store *s, UserId user, const char *pool, RatingRow *out, Error *err) {
    Statement *stmt = statement_read(s, SQL_RATING_GET, VALUES(sql_number(user), sql_text(pool)));
    if (!statement_step(stmt, err))
        return false;
    *out = rating_row(stmt, 0);
    statement_reset(stmt);
    return true;
}

// The place of a rating in the cache, or one that is free or may be used for it.
static CachedRating *cached_rating(Store *s, UserId user, const char *pool) {
    CachedRating *row = cached_user(s, user)->ratings;
    int free = 0;
    for (int i = RATING_CACHE_POOLS - 1; i >= 0; i--) {
        if (!strcmp(row[i].pool, pool))
            return &row[i];
        free = *row[i].pool ? free : i;
    }
    return &row[free];
}

bool rating_find_cached(Store *s, UserId user, const char *pool, RatingRow *out, Error *err) {
    CachedRating *cached = cached_rating(s, user, pool);
    if (strcmp(cached->pool, pool) != 0) {
        if (cached_user(s, user)->has_all_ratings)
            return false;
        Error why = {0};
        CachedRating found = {0};
        found.is_rated = rating_find(s, user, pool, &found.row, &why);
        snprintf(found.pool, sizeof found.pool, "%s", pool);
        if (*why.text) {
            *err = why;
            return false;
        }
        *cached = found;
    }
    if (cached->is_rated)
        *out = cached->row;
    return cached->is_rated;
}

bool rating_save(Store *s, UserId user, const char *pool, const RatingRow *row, Error *err) {
    forget_user(s, user);
    return statement_write(s, SQL_RATING_PUT,
                           VALUES(sql_number(user), sql_text(pool), sql_real(row->rating),
                                  sql_real(row->deviation), sql_real(row->volatility),
                                  sql_number(row->games)),
                           err) &&
           statement_write(s, SQL_RATING_HISTORY_ADD,
                           VALUES(sql_number(user), sql_text(pool), sql_number(row->games),
                                  sql_real(row->rating)),
                           err);
}

int rating_history(Store *s, UserId user, const char *pool, double out[static RATING_HISTORY_MAX],
                   Error *err) {
    Statement *stmt =
        statement_read(s, SQL_RATING_HISTORY,
                       VALUES(sql_number(user), sql_text(pool), sql_number(RATING_HISTORY_MAX)));
    int n = 0;
    while (statement_step(stmt, err))
        out[n++] = column_real(stmt, 0);
    return n;
}

int rating_leaderboard(Store *s, const char *pool, LeaderboardRow *out, int max, Error *err) {
    Statement *stmt =
        statement_read(s, SQL_RATING_LEADERBOARD, VALUES(sql_text(pool), sql_number(max)));
    int n = 0;
    while (statement_step(stmt, err))
        out[n++] = (LeaderboardRow){user_row(stmt), rating_row(stmt, 12)};
    return n;
}

static bool evict_earliest(Store *s, UserId user, Error *err) {
    return statement_write(s, SQL_PUZZLE_ATTEMPTS_EVICT_EARLIEST,
                           VALUES(sql_number(user), sql_number(PUZZLE_ATTEMPTS_MAX)), err);
}

bool puzzle_attempt_add(Store *s, UserId user, const PuzzleAttemptRow *row, Error *err) {
    return statement_write(s, SQL_PUZZLE_ATTEMPT_ADD,
                           VALUES(sql_number(user), sql_number(row->at), sql_text(row->puzzle),
                                  sql_number(row->score), sql_optional(row->day)),
                           err) &&
           evict_earliest(s, user, err);
}

bool puzzle_attempt_each(Store *s, UserId user,
                         void (*visit)(void *context, const PuzzleAttemptRow *row), void *context,
                         Error *err) {
    Statement *stmt = statement_read(s, SQL_PUZZLE_ATTEMPTS, VALUES(sql_number(user)));
    while (statement_step(stmt, err)) {
        PuzzleAttemptRow row = {
            .at = column_number(stmt, 0),
            .score = column_int(stmt, 2),
            .day = (int)column_optional(stmt, 3),
        };
        column_text(stmt, 1, row.puzzle, sizeof row.puzzle);
        visit(context, &row);
    }
    return !*err->text;
}
