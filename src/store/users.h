// Users (accounts, guests, levels), their login sessions, API tokens and ratings, as stored.
#pragma once

#include "base/str.h"
#include "session/game_types.h"
#include "session/status.h"
#include "store/store.h"

typedef int64_t UserId; // from 1; 0: nobody

typedef enum { USER_GUEST, USER_ACCOUNT, USER_LEVEL } UserKind;

const char *user_kind_name(UserKind kind); // "guest", "account", "level"

enum { HASH_SIZE = 32, LABEL_SIZE = 84, POOL_SIZE = 16 };

typedef struct {
    UserId id;
    UserKind kind;
    int level; // of a USER_LEVEL
    char name[NAME_SIZE];
    bool chat;         // wants to receive chat
    bool shows_online; // is listed among the accounts online
    int64_t created;
    int won, lost, drawn;
    bool is_bot;    // has an API token, so a program can play under this name; read only
    int64_t banned; // since when; 0: is not
} UserRow;

// ---- Names

enum { USERNAME_MIN = 2, USERNAME_MAX = 20 }; // characters

// Allows a-z, A-Z, 0-9, - and _, and Chinese, Japanese and Korean characters. Scripts with letters
// that look like Latin ones (homoglyphs) are excluded, and names like "level-3" or "Admin".
Status username_check(const char *name, Error *err);

// Appends the name in lower case.
void username_fold(const char *name, Str *out);

// ---- Accounts

// `folded` is the name in lower case, which is unique. `password` is a hash, or NULL. Returns 0 on
// failure.
UserId user_add(Store *s, const UserRow *user, const char *folded, const char *password,
                Error *err);

// Updates kind, name, chat and shows_online, and the password unless it is NULL.
bool user_update(Store *s, const UserRow *user, const char *folded, const char *password,
                 Error *err);
void user_forget(Store *s, UserId id); // reads the user again the next time
void users_forget(Store *s);           // the same for all
bool user_find(Store *s, UserId id, UserRow *out, Error *err);

// Reads those of the users, and their ratings, that are not in memory, by two statements: with
// PostgreSQL user_find and rating_find_cached would wait for each.
enum { USERS_PREFETCH_MAX = 256 };
void users_prefetch(Store *s, const UserId *ids, int count);
bool user_find_by_name(Store *s, const char *folded, UserRow *out, Error *err);
bool user_password_hash(Store *s, UserId id, Str *out, Error *err); // false: the user has none
// Locks their rows until the end of the transaction, in a store that instances share. `ids` has
// spaces between.
void user_lock(Store *s, const char *ids, Error *err);
bool user_add_score(Store *s, UserId id, int won, int lost, int drawn, Error *err);

// Accounts in the order of their names, and guests if `guests`; never levels.
typedef struct {
    bool guests, only_banned;
    const char *from; // the first name, folded; "": all
    int limit;
} UserQuery;

typedef void UserVisitor(void *context, const UserRow *user);
bool user_each(Store *s, const UserQuery *query, UserVisitor *visit, void *context, Error *err);

bool user_set_banned(Store *s, UserId id, int64_t since, Error *err); // 0: no longer

// Deletes what belongs to the user alone: name, password, sessions, tokens, ratings, puzzle
// attempts, chat. The games stay, as those of "Deleted N". Sets user->name to that.
bool user_anonymize(Store *s, UserRow *user, Error *err);

// Deletes guests created before `before` who never took a seat and cannot return, because they have
// no session. Checks one batch of users after the cursor *after; sets *after to 0 at the end. Call
// it outside a transaction.
enum { GUEST_BATCH_SIZE = 200 };

bool user_delete_unused_guests(Store *s, UserId *after, int64_t before, Error *err);

// ---- Login sessions and API tokens. A token is a session with a label.

typedef struct {
    int64_t id;
    UserId user;
    bool is_token;
    int64_t used;
} LoginSessionRow;

typedef struct {
    uint8_t bytes[HASH_SIZE];
} SecretHash;

// `label` is the name of a token; NULL for a browser's session.
bool login_session_add(Store *s, const SecretHash *hash, UserId user, const char *label,
                       int64_t now, Error *err);
bool login_session_find(Store *s, const SecretHash *hash, LoginSessionRow *out, Error *err);
bool login_session_touch(Store *s, int64_t id, int64_t now, Error *err);
int64_t login_session_last_used(Store *s, UserId user, Error *err); // of any session; 0: none
bool login_session_delete(Store *s, UserId user, int64_t id, Error *err);
bool login_session_delete_others(Store *s, UserId user, int64_t kept, Error *err);
bool login_session_delete_unused(Store *s, int64_t before, Error *err); // keeps tokens

// The session of a browser that was unused longest, if the user has `count` of them; otherwise 0.
int64_t login_session_oldest(Store *s, UserId user, int count, Error *err);

typedef struct {
    int64_t id;
    char label[LABEL_SIZE];
    int64_t created, used;
} TokenRow;

enum { TOKENS_MAX = 20 };

int token_list(Store *s, UserId user, TokenRow out[static TOKENS_MAX], Error *err);
bool token_revoke(Store *s, UserId user, int64_t id, Error *err);

// ---- One-time links for a new password. A user has one at most.

bool password_reset_add(Store *s, const SecretHash *hash, UserId user, int64_t expires, Error *err);
UserId password_reset_find(Store *s, const SecretHash *hash, int64_t now, Error *err); // 0: none
bool password_reset_delete(Store *s, UserId user, Error *err);

// ---- Ratings

typedef struct {
    double rating, deviation, volatility;
    int games;
} RatingRow;

// False if the user has no rating in that pool. rating_find_cached is for what is shown: it may be
// from memory, and another instance may just be changing it.
bool rating_find(Store *s, UserId user, const char *pool, RatingRow *out, Error *err);
bool rating_find_cached(Store *s, UserId user, const char *pool, RatingRow *out, Error *err);
bool rating_save(Store *s, UserId user, const char *pool, const RatingRow *row, Error *err);

// The ratings after the user's last games in that pool, earliest first; returns how many.
enum { RATING_HISTORY_MAX = 100 };

int rating_history(Store *s, UserId user, const char *pool, double out[static RATING_HISTORY_MAX],
                   Error *err);

typedef struct {
    UserRow user;
    RatingRow rating;
} LeaderboardRow;

// Best first. Returns how many were written, at most `max`.
int rating_leaderboard(Store *s, const char *pool, LeaderboardRow *out, int max, Error *err);

// Puzzle attempts: each user's first try at a puzzle, as reported by the browser.

enum { PUZZLE_ID_SIZE = 17, PUZZLE_ATTEMPTS_MAX = 1500 };

typedef struct {
    int64_t at; // seconds since 1970
    char puzzle[PUZZLE_ID_SIZE];
    int score; // percent
    int day;   // days since 1970 if it was the daily puzzle, otherwise -1
} PuzzleAttemptRow;

// Adding the same attempt again has no effect. Keeps the latest PUZZLE_ATTEMPTS_MAX of each user.
bool puzzle_attempt_add(Store *s, UserId user, const PuzzleAttemptRow *row, Error *err);

// Visits the user's attempts, earliest first.
bool puzzle_attempt_each(Store *s, UserId user,
                         void (*visit)(void *context, const PuzzleAttemptRow *row), void *context,
                         Error *err);
