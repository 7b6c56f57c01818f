// Routes: who somebody is. Passwords are hashed on libuv's threads, the request waits meanwhile.
#include "server/http/routes.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "games/rating.h"
#include "games/username.h"
#include "server/accounts/login_throttle.h"
#include "server/accounts/secret.h"
#include "server/json/json_fields.h"
#include "server/log.h"
#include "server/server_internal.h"
#include "server/websocket/frames.h"

#include <math.h>
#include <string.h>

// At once, on libuv's threads; and as many more from devices that are known, which a crowd of
// strangers cannot take away.
enum { PASSWORDS_AT_ONCE = 16, PASSWORDS_OF_KNOWN = 4, BEST_MAX = 50 };

// ---- Answers

static Status answer_me(Request *r, const UserRow *user) {
    JsonWriter w = json_writer_into(&r->answer);
    write_object(&w, NULL);
    server_encode_me(r->server, &w, user);
    write_end_object(&w);
    return STATUS_OK;
}

static Status answer_nobody(Request *r) {
    str_add_text(&r->answer, "{\"name\":null}");
    return STATUS_OK;
}

static const long YEAR_S = 365L * 24 * 3600;

typedef struct {
    const char *name, *value;
    long max_age;
} Cookie;

static void format_cookie(const Request *r, const Cookie *c, char *out, size_t size) {
    bool secure = r->server->secure;
    snprintf(out, size, "%s%s=%s; Path=/; HttpOnly; SameSite=Lax%s; Max-Age=%ld",
             secure ? "__Host-" : "", c->name, c->value, secure ? "; Secure" : "", c->max_age);
}

static void set_session_cookie(Request *r, const char *value, long max_age) {
    format_cookie(r, &(Cookie){"session", value, max_age}, r->cookie, sizeof r->cookie);
}

static bool begin_session(Request *r, UserId user, Error *err) {
    Secret secret = secret_new(r->server->randomness);
    SecretHash hash = secret_hash(secret.text);
    if (!login_session_add(r->server->store, &hash, user, NULL, server_now(r->server).wall_ms, err))
        return false;
    set_session_cookie(r, secret.text, YEAR_S);
    return true;
}

// From now on the account knows this device, which outlasts logging out.
static void remember_device(Request *r, const char *password_hash) {
    DeviceToken device = device_token_new(r->server->randomness, password_hash);
    format_cookie(r, &(Cookie){"device", device.text, YEAR_S}, r->device, sizeof r->device);
}

static bool is_known_device(const Request *r, const char *password_hash,
                            char device[static DEVICE_TOKEN_SIZE]) {
    const char *name = r->server->secure ? "__Host-device" : "device";
    return cookie_find(r->head.cookie, name, device, DEVICE_TOKEN_SIZE) &&
           device_token_verify(device, password_hash);
}

// ---- Guests

static bool is_free(Store *store, const char *folded) {
    UserRow there;
    Error ignored = {0};
    return !user_find_by_name(store, folded, &there, &ignored);
}

static UserId add_guest(Server *s, UserRow *user, Error *err) {
    *user = (UserRow){.kind = USER_GUEST, .chat = true, .created = server_now(s).wall_ms};
    Str folded = {0};
    do {
        uint32_t number;
        s->randomness.fill(s->randomness.context, &number, sizeof number);
        snprintf(user->name, sizeof user->name, "Guest %u", 1000000 + number % 9000000);
        str_clear(&folded);
        username_fold(user->name, &folded);
    } while (!is_free(s->store, str_text(&folded)));
    user->id = user_add(s->store, user, str_text(&folded), NULL, err);
    str_release(&folded);
    return user->id;
}

Status route_session_get(Request *r, Error *err) {
    (void)err;
    return r->has_session ? answer_me(r, &r->user) : answer_nobody(r);
}

// Who comes back within a year stays who they are.
static void renew_cookie(Request *r) {
    char secret[SECRET_TEXT_SIZE];
    const char *name = r->server->secure ? "__Host-session" : "session";
    if (!r->session.is_token && cookie_find(r->head.cookie, name, secret, sizeof secret))
        set_session_cookie(r, secret, YEAR_S);
}

Status route_session_post(Request *r, Error *err) {
    if (r->has_session) {
        renew_cookie(r);
        return answer_me(r, &r->user);
    }
    if (!rate_limiter_take(r->server->limiter, RATE_LIMIT_SESSIONS, r->network,
                           server_ms(r->server))) {
        error_set(err, "too many new sessions from this address; wait a minute");
        return STATUS_TOO_MANY;
    }
    UserRow user;
    if (!add_guest(r->server, &user, err) || !begin_session(r, user.id, err))
        return STATUS_UNAVAILABLE;
    return answer_me(r, &user);
}

Status route_logout(Request *r, Error *err) {
    if (!login_session_delete(r->server->store, r->session.id, err))
        return STATUS_UNAVAILABLE;
    websockets_close_session(r->server, r->user.id, r->session.id, 0, CLOSE_POLICY);
    set_session_cookie(r, "", 0);
    return answer_nobody(r);
}

// ---- Passwords

typedef struct {
    const char *name, *password, *old, *new, *label;
    bool chat;
} Body;

static const JsonField fields[] = {
    {"name", JSON_FIELD_TEXT, offsetof(Body, name), 0, 0},
    {"password", JSON_FIELD_TEXT, offsetof(Body, password), 0, 0},
    {"old", JSON_FIELD_TEXT, offsetof(Body, old), 0, 0},
    {"new", JSON_FIELD_TEXT, offsetof(Body, new), 0, 0},
    {"label", JSON_FIELD_TEXT, offsetof(Body, label), 0, 0},
    {"chat", JSON_FIELD_FLAG, offsetof(Body, chat), 0, 0},
    {0},
};

static JsonObject *read_body(const Request *r, const char *allowed, Body *out, Error *err) {
    JsonObject *d = json_fields_parse(str_text(&r->body), r->body.len, err);
    if (d && json_fields_fill(d, fields, allowed, out, err))
        return d;
    json_fields_free(d);
    return NULL;
}

// What a thread does for a request, which waits for it; the server does not end before.
typedef struct PasswordWork PasswordWork;
struct PasswordWork {
    uv_work_t work;
    Request *request;
    char *given; // to be checked against `stored`; NULL: nothing is
    Str stored;
    char *chosen; // to be hashed; NULL: nothing is
    Str hashed;
    bool fits;
    UserRow user;         // whom it is about
    bool is_known;        // the device is
    ThrottleCharge tries; // that it counts as until the password is found right
    Status (*then)(PasswordWork *w, Error *err);
};

static void work_on(uv_work_t *work) {
    PasswordWork *w = (PasswordWork *)(void *)work;
    w->fits = !w->given || password_verify(w->given, str_text(&w->stored));
    if (w->fits && w->chosen)
        w->fits = password_hash(w->chosen, secret_randomness(), &w->hashed);
}

static void erase(char *text) {
    secret_erase(text, text ? strlen(text) : 0);
    mem_free(text);
}

static void free_work(PasswordWork *w) {
    erase(w->given);
    erase(w->chosen);
    str_release(&w->stored);
    str_release(&w->hashed);
    mem_free(w);
}

static void worked(uv_work_t *work, int status) {
    (void)status;
    PasswordWork *w = (PasswordWork *)(void *)work;
    Request *r = w->request;
    Error err = {0};
    server_now(r->server);
    r->server->passwords--;
    Status no = w->then(w, &err);
    if (no)
        request_refuse(r, no, err.text);
    http_resume(r);
    free_work(w);
}

static Status begin_work(Request *r, const PasswordWork *what, Error *err) {
    PasswordWork *w = mem_alloc(sizeof *w);
    *w = *what;
    w->request = r;
    int most = PASSWORDS_AT_ONCE + (w->is_known ? PASSWORDS_OF_KNOWN : 0);
    if (r->server->passwords >= most ||
        uv_queue_work(&r->server->loop, &w->work, work_on, worked) != 0) {
        login_throttle_refund(r->server->limiter, &w->tries, server_ms(r->server));
        free_work(w);
        error_set(err, "too many people log in at once; try again");
        return STATUS_TOO_MANY;
    }
    r->server->passwords++;
    secret_erase(r->body.data, r->body.len);
    http_wait_for_thread(r);
    return STATUS_OK;
}

static Status too_many_tries(Error *err) {
    error_set(err, "too many attempts; wait a minute");
    return STATUS_TOO_MANY;
}

static Status take_try(Request *r, const char *name, const char *device, PasswordWork *w,
                       Error *err) {
    LoginAttempt who = {.name = name, .network = r->network, .device = device};
    w->is_known = device != NULL;
    return login_throttle_take(r->server->limiter, &who, server_ms(r->server), &w->tries)
               ? STATUS_OK
               : too_many_tries(err);
}

static void was_right(PasswordWork *w) {
    Server *s = w->request->server;
    login_throttle_refund(s->limiter, &w->tries, server_ms(s));
}

// ---- Accounts

static Status name_taken(Error *err) {
    error_set(err, "somebody has that name");
    return STATUS_NAME_TAKEN;
}

// Somebody else may have taken the name meanwhile.
static Status registered(PasswordWork *w, Error *err) {
    Request *r = w->request;
    Status no = STATUS_OK;
    Str folded = {0};
    username_fold(w->user.name, &folded);
    if (!is_free(r->server->store, str_text(&folded)))
        no = name_taken(err);
    else if (!w->fits ||
             !user_update(r->server->store, &w->user, str_text(&folded), str_text(&w->hashed), err))
        no = STATUS_UNAVAILABLE;
    str_release(&folded);
    if (no)
        return no;
    // Whoever knew the guest's cookie does not know the account's.
    if (!login_session_delete_others(r->server->store, w->user.id, 0, err) ||
        !begin_session(r, w->user.id, err))
        return STATUS_UNAVAILABLE;
    remember_device(r, str_text(&w->hashed));
    websockets_close_session(r->server, w->user.id, 0, 0, CLOSE_GOING_AWAY);
    log_event("registered", "name", w->user.name);
    return answer_me(r, &w->user);
}

static Status check_registration(Request *r, const Body *body, Error *err) {
    if (r->user.kind != USER_GUEST) {
        error_set(err, "you have an account; log out first");
        return STATUS_NOT_NOW;
    }
    if (!username_check(body->name, err) || !password_check(body->password, body->name, err))
        return STATUS_BAD_VALUE;
    Str folded = {0};
    username_fold(body->name, &folded);
    bool is_new = is_free(r->server->store, str_text(&folded));
    str_release(&folded);
    if (!is_new)
        return name_taken(err);
    return rate_limiter_take(r->server->limiter, RATE_LIMIT_LOGINS, r->network,
                             server_ms(r->server))
               ? STATUS_OK
               : too_many_tries(err);
}

Status route_register(Request *r, Error *err) {
    Body body = {0};
    JsonObject *d = read_body(r, "name password", &body, err);
    if (!d)
        return STATUS_MALFORMED;
    Status no = check_registration(r, &body, err);
    if (!no) {
        PasswordWork w = {
            .chosen = mem_copy_text(body.password), .user = r->user, .then = registered};
        w.user.kind = USER_ACCOUNT;
        snprintf(w.user.name, sizeof w.user.name, "%s", body.name);
        no = begin_work(r, &w, err);
    }
    json_fields_free(d);
    return no;
}

static Status wrong_password(Request *r, Error *err) {
    r->server->counters.logins_failed++;
    log_event("login_failed", "address", r->address);
    error_set(err, "name and password do not fit");
    return STATUS_WRONG_PASSWORD;
}

static Status logged_in(PasswordWork *w, Error *err) {
    Request *r = w->request;
    if (!w->fits || !w->user.id)
        return wrong_password(r, err);
    was_right(w);
    if (!begin_session(r, w->user.id, err))
        return STATUS_UNAVAILABLE;
    remember_device(r, str_text(&w->stored));
    return answer_me(r, &w->user);
}

// Whether there is such a user is not told, not even by how long the answer takes: what does not
// exist has a password too, which nobody knows, and knows no devices.
static void find_password(Store *store, const char *name, UserRow *user, Str *stored) {
    static const char nobodys[] = "$argon2id$v=19$m=32768,t=3,p=1$AAAAAAAAAAAAAAAAAAAAAA$"
                                  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    Error ignored = {0};
    Str folded = {0};
    username_fold(name, &folded);
    if (!user_find_by_name(store, str_text(&folded), user, &ignored) ||
        !user_password_hash(store, user->id, stored, &ignored)) {
        user->id = 0;
        str_add_text(stored, nobodys);
    }
    str_release(&folded);
}

Status route_login(Request *r, Error *err) {
    Body body = {0};
    JsonObject *d = read_body(r, "name password", &body, err);
    if (!d)
        return STATUS_MALFORMED;
    PasswordWork w = {.then = logged_in};
    char device[DEVICE_TOKEN_SIZE];
    find_password(r->server->store, body.name, &w.user, &w.stored);
    bool known = w.user.id && is_known_device(r, str_text(&w.stored), device);
    Status no = take_try(r, body.name, known ? device : NULL, &w, err);
    if (no) {
        str_release(&w.stored);
    } else {
        w.given = mem_copy_text(body.password);
        no = begin_work(r, &w, err);
    }
    json_fields_free(d);
    return no;
}

static Status changed_password(PasswordWork *w, Error *err) {
    Request *r = w->request;
    if (!w->fits)
        return wrong_password(r, err);
    was_right(w);
    Str folded = {0};
    username_fold(w->user.name, &folded);
    bool ok =
        user_update(r->server->store, &w->user, str_text(&folded), str_text(&w->hashed), err) &&
        login_session_delete_others(r->server->store, w->user.id, r->session.id, err);
    str_release(&folded);
    if (!ok)
        return STATUS_UNAVAILABLE;
    remember_device(r, str_text(&w->hashed));
    websockets_close_session(r->server, w->user.id, 0, r->session.id, CLOSE_POLICY);
    return answer_me(r, &w->user);
}

// Whoever has a session is known, and all of these count together.
Status route_password(Request *r, Error *err) {
    Body body = {0};
    JsonObject *d = read_body(r, "old new", &body, err);
    if (!d)
        return STATUS_MALFORMED;
    PasswordWork w = {.user = r->user, .then = changed_password};
    Status no = password_check(body.new, r->user.name, err)
                    ? take_try(r, r->user.name, r->user.name, &w, err)
                    : STATUS_BAD_VALUE;
    if (!no) {
        w.given = mem_copy_text(body.old);
        w.chosen = mem_copy_text(body.new);
        user_password_hash(r->server->store, r->user.id, &w.stored, err);
        no = begin_work(r, &w, err);
    }
    json_fields_free(d);
    return no;
}

Status route_settings(Request *r, Error *err) {
    Body body = {0};
    JsonObject *d = read_body(r, "chat", &body, err);
    if (!d)
        return STATUS_MALFORMED;
    json_fields_free(d);
    Str folded = {0};
    r->user.chat = body.chat;
    username_fold(r->user.name, &folded);
    bool ok = user_update(r->server->store, &r->user, str_text(&folded), NULL, err);
    str_release(&folded);
    return ok ? answer_me(r, &r->user) : STATUS_UNAVAILABLE;
}

// ---- Tokens

static Status answer_tokens(Request *r, const char *secret, Error *err) {
    TokenRow tokens[TOKENS_MAX];
    int count = token_list(r->server->store, r->user.id, tokens, err);
    JsonWriter w = json_writer_into(&r->answer);
    write_object(&w, NULL);
    if (secret)
        write_text(&w, "secret", secret);
    write_array(&w, "tokens");
    for (int i = 0; i < count; i++) {
        write_object(&w, NULL);
        write_number(&w, "token", tokens[i].id);
        write_text(&w, "label", tokens[i].label);
        write_number(&w, "created", tokens[i].created);
        write_number(&w, "used", tokens[i].used);
        write_end_object(&w);
    }
    write_end_array(&w);
    write_end_object(&w);
    return STATUS_OK;
}

Status route_tokens_get(Request *r, Error *err) {
    return answer_tokens(r, NULL, err);
}

static Status check_label(const Request *r, const char *label, Error *err) {
    TokenRow tokens[TOKENS_MAX];
    size_t len = strlen(label);
    if (len == 0 || len >= LABEL_SIZE || !utf8_is_printable(label, len)) {
        error_set(err, "a label has 1 to %d bytes", LABEL_SIZE - 1);
        return STATUS_BAD_VALUE;
    }
    if (token_list(r->server->store, r->user.id, tokens, err) < TOKENS_MAX)
        return STATUS_OK;
    error_set(err, "you have %d tokens; end one first", TOKENS_MAX);
    return STATUS_TOO_MANY;
}

Status route_tokens_post(Request *r, Error *err) {
    Body body = {0};
    JsonObject *d = read_body(r, "label", &body, err);
    if (!d)
        return STATUS_MALFORMED;
    Status no = check_label(r, body.label, err);
    Secret secret = secret_new(r->server->randomness);
    SecretHash hash = secret_hash(secret.text);
    if (!no && !login_session_add(r->server->store, &hash, r->user.id, body.label,
                                  server_now(r->server).wall_ms, err))
        no = STATUS_UNAVAILABLE;
    json_fields_free(d);
    r->status = 201;
    return no ? no : answer_tokens(r, secret.text, err);
}

Status route_tokens_delete(Request *r, Error *err) {
    int64_t id;
    if (!number_parse(r->path.parts[2], 1, INT64_MAX, &id, err))
        return STATUS_NOT_FOUND;
    if (!token_revoke(r->server->store, r->user.id, id, err))
        return STATUS_UNAVAILABLE;
    websockets_close_session(r->server, r->user.id, id, 0, CLOSE_POLICY);
    return answer_tokens(r, NULL, err);
}

// ---- Others

Status route_user(Request *r, Error *err) {
    UserRow user;
    Str folded = {0};
    username_fold(r->path.parts[2], &folded);
    bool found = user_find_by_name(r->server->store, str_text(&folded), &user, err);
    str_release(&folded);
    if (!found) {
        error_set(err, "there is no user with that name");
        return STATUS_NOT_FOUND;
    }
    JsonWriter w = json_writer_into(&r->answer);
    write_object(&w, NULL);
    write_text(&w, "name", user.name);
    write_text(&w, "kind", user_kind_name(user.kind));
    encode_ratings(&w, "rating", r->server->store, user.id);
    write_number(&w, "won", user.won);
    write_number(&w, "lost", user.lost);
    write_number(&w, "drawn", user.drawn);
    write_number(&w, "created", user.created);
    write_end_object(&w);
    return STATUS_OK;
}

Status route_ratings(Request *r, Error *err) {
    char pool[POOL_SIZE];
    if (!request_query(r, "pool", pool, sizeof pool))
        snprintf(pool, sizeof pool, "%s", rating_pool_name(0));
    LeaderboardRow *best = mem_alloc(BEST_MAX * sizeof *best);
    int count = rating_leaderboard(r->server->store, pool, best, BEST_MAX, err);
    JsonWriter w = json_writer_into(&r->answer);
    write_object(&w, NULL);
    write_array(&w, "ratings");
    for (int i = 0; i < count; i++) {
        write_object(&w, NULL);
        write_text(&w, "name", best[i].user.name);
        write_text(&w, "kind", user_kind_name(best[i].user.kind));
        write_number(&w, "rating", lround(best[i].rating.rating));
        write_number(&w, "deviation", lround(best[i].rating.deviation));
        write_number(&w, "games", best[i].rating.games);
        write_end_object(&w);
    }
    write_end_array(&w);
    write_end_object(&w);
    mem_free(best);
    return STATUS_OK;
}
