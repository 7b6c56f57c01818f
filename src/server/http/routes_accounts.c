// Routes of users: guests, sessions (session cookie), registration, login, passwords, API tokens,
// profiles. Passwords are hashed on libuv's thread pool while the request is suspended.
#include "server/http/routes.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "games/rating.h"
#include "server/accounts/login_throttle.h"
#include "server/accounts/secret.h"
#include "server/log.h"
#include "server/server_internal.h"
#include "server/websocket/frames.h"
#include "store/users.h"

#include <math.h>
#include <string.h>

// Password jobs at once on the thread pool, and extra ones for known devices, which a flood of
// other logins cannot take.
enum { PASSWORD_JOBS_MAX = 16, PASSWORD_JOBS_KNOWN_DEVICES = 4, BEST_MAX = 50, SESSIONS_MAX = 50 };

// ---- Responses and cookies

static Status respond_me(Request *r, const UserRow *user) {
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    server_encode_me(r->server, &w, user);
    write_end_object(&w);
    return STATUS_OK;
}

static Status respond_no_session(Request *r) {
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    write_null(&w, "name");
    write_end_object(&w);
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
    format_cookie(r, &(Cookie){"session", value, max_age}, r->session_cookie,
                  sizeof r->session_cookie);
}

// Makes room for one more. Where there are far more than that, from earlier versions, the next
// logins end the others: each takes a search, and the loop waits for it.
static bool end_oldest_sessions(Request *r, UserId user, Error *err) {
    enum { AT_ONCE = 32 };
    Store *store = r->server->store;
    int64_t id;
    for (int i = 0; i < AT_ONCE && (id = login_session_oldest(store, user, SESSIONS_MAX, err));
         i++) {
        if (!login_session_delete(store, user, id, err))
            return false;
        websockets_end_session(r->server, user, id, 0, CLOSE_POLICY);
    }
    return !*err->text;
}

static bool begin_session(Request *r, UserId user, Error *err) {
    Secret secret = secret_new(r->server->randomness);
    SecretHash hash = secret_hash(secret.text);
    if (!end_oldest_sessions(r, user, err))
        return false;
    if (!login_session_add(r->server->store, &hash, user, NULL, server_now(r->server).wall_ms, err))
        return false;
    set_session_cookie(r, secret.text, YEAR_S);
    return true;
}

// Sets the device token cookie. It outlives the session.
static void remember_device(Request *r, const char *password_hash) {
    DeviceToken device = device_token_new(r->server->randomness, password_hash);
    format_cookie(r, &(Cookie){"device", device.text, YEAR_S}, r->device_cookie,
                  sizeof r->device_cookie);
}

static bool is_known_device(const Request *r, const char *password_hash,
                            char device[static DEVICE_TOKEN_SIZE]) {
    const char *name = r->server->secure ? "__Host-device" : "device";
    return cookie_find(r->headers.cookie, name, device, DEVICE_TOKEN_SIZE) &&
           device_token_verify(device, password_hash);
}

// ---- Guests

static bool is_free(Store *store, const char *folded) {
    UserRow there;
    Error ignored = {0};
    return !user_find_by_name(store, folded, &there, &ignored);
}

static UserId add_guest(Server *s, UserRow *user, Error *err) {
    *user = (UserRow){
        .kind = USER_GUEST, .chat = true, .shows_online = true, .created = server_now(s).wall_ms};
    ScopedStr folded = {0};
    do {
        uint32_t number;
        s->randomness.fill(s->randomness.context, &number, sizeof number);
        snprintf(user->name, sizeof user->name, "Guest %u", 1000000 + number % 9000000);
        str_clear(&folded);
        username_fold(user->name, &folded);
    } while (!is_free(s->store, str_text(&folded)));
    user->id = user_add(s->store, user, str_text(&folded), NULL, err);
    return user->id;
}

Status route_session_get(Request *r, Error *err) {
    (void)err;
    return r->has_session ? respond_me(r, &r->user) : respond_no_session(r);
}

// Extends the session cookie by another year.
static void renew_cookie(Request *r) {
    char secret[SECRET_TEXT_SIZE];
    const char *name = r->server->secure ? "__Host-session" : "session";
    if (!r->session.is_token && cookie_find(r->headers.cookie, name, secret, sizeof secret))
        set_session_cookie(r, secret, YEAR_S);
}

Status route_session_post(Request *r, Error *err) {
    if (r->has_session) {
        renew_cookie(r);
        return respond_me(r, &r->user);
    }
    if (!rate_limiter_take(r->server->rate_limiter, RATE_LIMIT_SESSIONS, r->network,
                           server_ms(r->server))) {
        error_set(err, "too many new sessions from this address; wait a minute");
        return STATUS_TOO_MANY;
    }
    UserRow user;
    if (!add_guest(r->server, &user, err) || !begin_session(r, user.id, err))
        return STATUS_UNAVAILABLE;
    return respond_me(r, &user);
}

Status route_logout(Request *r, Error *err) {
    if (!login_session_delete(r->server->store, r->user.id, r->session.id, err))
        return STATUS_UNAVAILABLE;
    websockets_end_session(r->server, r->user.id, r->session.id, 0, CLOSE_POLICY);
    set_session_cookie(r, "", 0);
    return respond_no_session(r);
}

// ---- Passwords

typedef struct {
    const char *name, *password, *old, *new, *label, *secret;
    bool chat, online;
} Body;

static const JsonField fields[] = {
    {"name", JSON_FIELD_TEXT, offsetof(Body, name), 0, 0},
    {"password", JSON_FIELD_TEXT, offsetof(Body, password), 0, 0},
    {"old", JSON_FIELD_TEXT, offsetof(Body, old), 0, 0},
    {"new", JSON_FIELD_TEXT, offsetof(Body, new), 0, 0},
    {"secret", JSON_FIELD_TEXT, offsetof(Body, secret), 0, 0},
    {"label", JSON_FIELD_TEXT, offsetof(Body, label), 0, 0},
    {"chat", JSON_FIELD_FLAG, offsetof(Body, chat), 0, 0},
    {"online", JSON_FIELD_FLAG, offsetof(Body, online), 0, 0},
    {0},
};

// Verifying or hashing passwords on a thread, for a suspended request. The server does not stop
// before it is done.
typedef struct PasswordJob PasswordJob;
struct PasswordJob {
    uv_work_t work;
    Request *request;
    char *password; // to verify against `stored`; NULL: nothing to verify
    Str stored;
    char *new_password; // to hash; NULL: nothing to hash
    Str hashed;
    PasswordResult result;
    UserRow user;           // the account
    SecretHash reset;       // of the secret in a one-time link
    bool from_known_device; // the request has a valid device token
    ThrottleCharge charge;  // taken by the login throttle; refunded if the password is right
    Status (*then)(PasswordJob *job, Error *err);
};

static void run_password_job(uv_work_t *work) {
    PasswordJob *job = (PasswordJob *)(void *)work;
    job->result =
        job->password ? password_verify(job->password, str_text(&job->stored)) : PASSWORD_RIGHT;
    if (job->result == PASSWORD_RIGHT && job->new_password &&
        !password_hash(job->new_password, secret_randomness(), &job->hashed))
        job->result = PASSWORD_NO_MEMORY;
}

static void erase(char *text) {
    secret_erase(text, text ? strlen(text) : 0);
    mem_free(text);
}

static void free_password_job(PasswordJob *job) {
    erase(job->password);
    erase(job->new_password);
    str_release(&job->stored);
    str_release(&job->hashed);
    mem_free(job);
}

static void refund_attempt(PasswordJob *job) {
    Server *s = job->request->server;
    login_throttle_refund(s->rate_limiter, &job->charge, server_ms(s));
}

static Status no_memory_for_password(PasswordJob *job, Error *err) {
    refund_attempt(job);
    error_set(err, "the server is short of memory; try again");
    return STATUS_UNAVAILABLE;
}

static void password_job_done(uv_work_t *work, int uv_status) {
    (void)uv_status;
    PasswordJob *job = (PasswordJob *)(void *)work;
    Request *r = job->request;
    Server *s = r->server;
    Error err = {0};
    server_now(s);
    s->password_jobs--;
    Status status = job->result == PASSWORD_NO_MEMORY ? no_memory_for_password(job, &err)
                                                      : job->then(job, &err);
    if (status)
        request_refuse(r, status, err.text);
    http_resume(r);
    free_password_job(job);
}

static Status start_password_job(Request *r, const PasswordJob *template, Error *err) {
    PasswordJob *job = mem_alloc(sizeof *job);
    *job = *template;
    job->request = r;
    int most = PASSWORD_JOBS_MAX + (job->from_known_device ? PASSWORD_JOBS_KNOWN_DEVICES : 0);
    if (r->server->password_jobs >= most ||
        uv_queue_work(&r->server->loop, &job->work, run_password_job, password_job_done) != 0) {
        login_throttle_refund(r->server->rate_limiter, &job->charge, server_ms(r->server));
        free_password_job(job);
        error_set(err, "too many logins at once; try again");
        return STATUS_TOO_MANY;
    }
    r->server->password_jobs++;
    secret_erase(r->body.data, r->body.len);
    http_wait_for_thread(r);
    return STATUS_OK;
}

static Status too_many_attempts(Error *err) {
    error_set(err, "too many attempts; wait a minute");
    return STATUS_TOO_MANY;
}

static Status throttle_login(Request *r, const char *name, const char *device, PasswordJob *job,
                             Error *err) {
    LoginAttempt who = {.name = name, .network = r->network, .device = device};
    job->from_known_device = device != NULL;
    return login_throttle_take(r->server->rate_limiter, &who, server_ms(r->server), &job->charge)
               ? STATUS_OK
               : too_many_attempts(err);
}

// The user as it is now, and stays until the commit: another instance may be changing it.
static bool find_and_lock(Store *store, UserId id, UserRow *out, Error *err) {
    if (store_is_shared(store)) {
        char text[24];
        snprintf(text, sizeof text, "%lld", (long long)id);
        store_begin(store);
        user_lock(store, text, err);
        user_forget(store, id);
    }
    return user_find(store, id, out, err);
}

// ---- Accounts

static Status name_taken(Error *err) {
    error_set(err, "that name is taken");
    return STATUS_NAME_TAKEN;
}

static Status account_exists(Error *err) {
    error_set(err, "you already have an account; log out first");
    return STATUS_NOT_NOW;
}

// The name may have been taken, or the guest registered, since check_registration. After
// find_and_lock no other instance gives the name to somebody until the commit.
static Status finish_registration(PasswordJob *job, Error *err) {
    Request *r = job->request;
    Status status = STATUS_OK;
    ScopedStr folded = {0};
    UserRow guest;
    username_fold(job->user.name, &folded);
    if (!find_and_lock(r->server->store, job->user.id, &guest, err) || guest.kind != USER_GUEST)
        status = account_exists(err);
    else if (guest.banned)
        status = status_fail(STATUS_BANNED, err);
    else if (!is_free(r->server->store, str_text(&folded)))
        status = name_taken(err);
    else if (!user_update(r->server->store, &job->user, str_text(&folded), str_text(&job->hashed),
                          err))
        status = STATUS_UNAVAILABLE;
    if (status)
        return status;
    // Against session fixation: the guest's cookie does not become the account's.
    if (!login_session_delete_others(r->server->store, job->user.id, 0, err) ||
        !begin_session(r, job->user.id, err))
        return STATUS_UNAVAILABLE;
    remember_device(r, str_text(&job->hashed));
    websockets_end_session(r->server, job->user.id, 0, 0, CLOSE_GOING_AWAY);
    presence_note_request(r->server->presence, &job->user, r->network, server_ms(r->server));
    r->server->lobby_changed = true; // its names
    log_event("registered", "name", job->user.name);
    return respond_me(r, &job->user);
}

static Status check_registration(Request *r, const Body *body, Error *err) {
    if (r->user.kind != USER_GUEST)
        return account_exists(err);
    Status status = username_check(body->name, err);
    if (!status)
        status = password_check(body->password, body->name, err);
    if (status)
        return status;
    ScopedStr folded = {0};
    username_fold(body->name, &folded);
    bool is_new = is_free(r->server->store, str_text(&folded));
    if (!is_new)
        return name_taken(err);
    return rate_limiter_take(r->server->rate_limiter, RATE_LIMIT_LOGINS, r->network,
                             server_ms(r->server))
               ? STATUS_OK
               : too_many_attempts(err);
}

Status route_register(Request *r, Error *err) {
    Body body = {0};
    if (!request_fields(r, fields, "name password", &body, err))
        return STATUS_MALFORMED;
    Status status = check_registration(r, &body, err);
    if (!status) {
        PasswordJob job = {.new_password = mem_copy_text(body.password),
                           .user = r->user,
                           .then = finish_registration};
        job.user.kind = USER_ACCOUNT;
        snprintf(job.user.name, sizeof job.user.name, "%s", body.name);
        status = start_password_job(r, &job, err);
    }
    return status;
}

static Status wrong_password(Request *r, Error *err) {
    r->server->counters.logins_failed++;
    log_event("login_failed", "address", r->address);
    error_set(err, "wrong name or password");
    return STATUS_WRONG_PASSWORD;
}

// After the job. Meanwhile the user may have been renamed, banned, deleted or given a new password.
static Status check_password(PasswordJob *job, Error *err) {
    Request *r = job->request;
    if (job->result != PASSWORD_RIGHT || !job->user.id)
        return wrong_password(r, err);
    refund_attempt(job);
    ScopedStr stored = {0};
    if (!find_and_lock(r->server->store, job->user.id, &job->user, err) ||
        !user_password_hash(r->server->store, job->user.id, &stored, err) ||
        strcmp(str_text(&stored), str_text(&job->stored)) != 0)
        return wrong_password(r, err);
    return job->user.banned ? status_fail(STATUS_BANNED, err) : STATUS_OK;
}

static Status finish_login(PasswordJob *job, Error *err) {
    Request *r = job->request;
    Status status = check_password(job, err);
    if (status)
        return status;
    if (!begin_session(r, job->user.id, err))
        return STATUS_UNAVAILABLE;
    remember_device(r, str_text(&job->stored));
    return respond_me(r, &job->user);
}

// Against user enumeration, also by timing: a missing user gets a dummy hash that no password
// matches, and has no known devices. False if the database cannot be read: that is no wrong
// password.
static bool find_password_hash(Store *store, const char *name, UserRow *user, Str *stored,
                               Error *err) {
    static const char dummy_hash[] = "$argon2id$v=19$m=32768,t=3,p=1$AAAAAAAAAAAAAAAAAAAAAA$"
                                     "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    ScopedStr folded = {0};
    username_fold(name, &folded);
    if (!user_find_by_name(store, str_text(&folded), user, err) ||
        !user_password_hash(store, user->id, stored, err)) {
        user->id = 0;
        str_add_text(stored, dummy_hash);
    }
    return !*err->text;
}

Status route_login(Request *r, Error *err) {
    Body body = {0};
    if (!request_fields(r, fields, "name password", &body, err))
        return STATUS_MALFORMED;
    PasswordJob job = {.then = finish_login};
    char device[DEVICE_TOKEN_SIZE];
    if (!find_password_hash(r->server->store, body.name, &job.user, &job.stored, err)) {
        str_release(&job.stored);
        return STATUS_UNAVAILABLE;
    }
    bool known = job.user.id && is_known_device(r, str_text(&job.stored), device);
    Status status = throttle_login(r, body.name, known ? device : NULL, &job, err);
    if (status) {
        str_release(&job.stored);
    } else {
        job.password = mem_copy_text(body.password);
        status = start_password_job(r, &job, err);
    }
    return status;
}

static Status finish_password_change(PasswordJob *job, Error *err) {
    Request *r = job->request;
    Status status = check_password(job, err);
    if (status)
        return status;
    ScopedStr folded = {0};
    username_fold(job->user.name, &folded);
    bool ok =
        user_update(r->server->store, &job->user, str_text(&folded), str_text(&job->hashed), err) &&
        password_reset_delete(r->server->store, job->user.id, err) &&
        login_session_delete_others(r->server->store, job->user.id, r->session.id, err);
    if (!ok)
        return STATUS_UNAVAILABLE;
    remember_device(r, str_text(&job->hashed));
    websockets_end_session(r->server, job->user.id, 0, r->session.id, CLOSE_POLICY);
    return respond_me(r, &job->user);
}

// A request with a session counts as a known device. All sessions of the user share one bucket.
Status route_password(Request *r, Error *err) {
    Body body = {0};
    if (!request_fields(r, fields, "old new", &body, err))
        return STATUS_MALFORMED;
    PasswordJob job = {.user = r->user, .then = finish_password_change};
    Status status = password_check(body.new, r->user.name, err);
    if (!status && !user_password_hash(r->server->store, r->user.id, &job.stored, err))
        status = STATUS_UNAVAILABLE;
    if (!status)
        status = throttle_login(r, r->user.name, r->user.name, &job, err);
    if (status) {
        str_release(&job.stored);
    } else {
        job.password = mem_copy_text(body.old);
        job.new_password = mem_copy_text(body.new);
        status = start_password_job(r, &job, err);
    }
    return status;
}

// ---- A new password by a one-time link

// Fails if the link was used or has expired, also in the meantime.
static Status find_reset(Request *r, const SecretHash *hash, UserRow *user, Error *err) {
    Store *store = r->server->store;
    UserId id = password_reset_find(store, hash, server_now(r->server).wall_ms, err);
    if (*err->text || (id && !user_find(store, id, user, err)))
        return STATUS_UNAVAILABLE;
    if (!id)
        return status_fail(STATUS_LINK_EXPIRED, err);
    return user->banned ? status_fail(STATUS_BANNED, err) : STATUS_OK;
}

static Status finish_reset(PasswordJob *job, Error *err) {
    Request *r = job->request;
    Store *store = r->server->store;
    UserRow user;
    Status status = find_reset(r, &job->reset, &user, err);
    if (!status && find_and_lock(store, user.id, &user, err))
        status = find_reset(r, &job->reset, &user, err);
    if (status)
        return status;
    ScopedStr folded = {0};
    username_fold(user.name, &folded);
    if (!user_update(store, &user, str_text(&folded), str_text(&job->hashed), err) ||
        !password_reset_delete(store, user.id, err) ||
        !login_session_delete_others(store, user.id, 0, err) || !begin_session(r, user.id, err))
        return STATUS_UNAVAILABLE;
    remember_device(r, str_text(&job->hashed));
    websockets_end_session(r->server, user.id, 0, 0, CLOSE_POLICY);
    log_event("password_reset", "name", user.name);
    return respond_me(r, &user);
}

static Status respond_reset_name(Request *r, const UserRow *user) {
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    write_text(&w, "name", user->name);
    write_end_object(&w);
    return STATUS_OK;
}

// No throttle: a secret of 256 bits cannot be guessed.
Status route_reset(Request *r, Error *err) {
    Body body = {0};
    UserRow user;
    if (!request_fields(r, fields, "secret new?", &body, err))
        return STATUS_MALFORMED;
    PasswordJob job = {.reset = secret_hash(body.secret), .then = finish_reset};
    Status status = find_reset(r, &job.reset, &user, err);
    if (!status && !body.new)
        return respond_reset_name(r, &user);
    if (!status)
        status = password_check(body.new, user.name, err);
    if (!status) {
        job.new_password = mem_copy_text(body.new);
        status = start_password_job(r, &job, err);
    }
    return status;
}

Status route_settings(Request *r, Error *err) {
    Body body = {.chat = r->user.chat, .online = r->user.shows_online};
    if (!request_fields(r, fields, "chat? online?", &body, err))
        return STATUS_MALFORMED;
    // Another instance may just be renaming or deleting the user: all of the row is written.
    if (!find_and_lock(r->server->store, r->user.id, &r->user, err))
        return STATUS_UNAVAILABLE;
    ScopedStr folded = {0};
    r->server->lobby_changed |= body.online != r->user.shows_online; // its names
    r->user.chat = body.chat;
    r->user.shows_online = body.online;
    username_fold(r->user.name, &folded);
    presence_note_request(r->server->presence, &r->user, r->network, server_ms(r->server));
    websockets_forget_settings(r->server, r->user.id);
    bool ok = user_update(r->server->store, &r->user, str_text(&folded), NULL, err);
    return ok ? respond_me(r, &r->user) : STATUS_UNAVAILABLE;
}

// ---- Tokens

static Status respond_tokens(Request *r, const char *secret, Error *err) {
    TokenRow tokens[TOKENS_MAX];
    int count = token_list(r->server->store, r->user.id, tokens, err);
    JsonWriter w = json_writer_into(&r->response);
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
    return respond_tokens(r, NULL, err);
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
    error_set(err, "you have %d tokens; delete one first", TOKENS_MAX);
    return STATUS_TOO_MANY;
}

Status route_tokens_post(Request *r, Error *err) {
    Body body = {0};
    if (!request_fields(r, fields, "label", &body, err))
        return STATUS_MALFORMED;
    Status status = check_label(r, body.label, err);
    Secret secret = secret_new(r->server->randomness);
    SecretHash hash = secret_hash(secret.text);
    if (!status && !login_session_add(r->server->store, &hash, r->user.id, body.label,
                                      server_now(r->server).wall_ms, err))
        status = STATUS_UNAVAILABLE;
    r->status = 201;
    return status ? status : respond_tokens(r, secret.text, err);
}

Status route_tokens_delete(Request *r, Error *err) {
    int64_t id;
    if (!number_parse(r->path.parts[2], 1, INT64_MAX, &id, err))
        return STATUS_NOT_FOUND;
    if (!token_revoke(r->server->store, r->user.id, id, err))
        return STATUS_UNAVAILABLE;
    websockets_end_session(r->server, r->user.id, id, 0, CLOSE_POLICY);
    return respond_tokens(r, NULL, err);
}

// ---- Profiles and ratings

static void encode_rating_history(JsonWriter *w, Store *store, UserId user) {
    write_object(w, "history");
    for (int i = 0; rating_pool_name(i); i++) {
        double ratings[RATING_HISTORY_MAX];
        Error ignored = {0};
        int count = rating_history(store, user, rating_pool_name(i), ratings, &ignored);
        write_array(w, rating_pool_name(i));
        for (int n = 0; n < count; n++)
            write_number(w, NULL, lround(ratings[n]));
        write_end_array(w);
    }
    write_end_object(w);
}

Status route_user(Request *r, Error *err) {
    UserRow user;
    ScopedStr folded = {0};
    username_fold(r->path.parts[2], &folded);
    bool found = user_find_by_name(r->server->store, str_text(&folded), &user, err);
    if (!found) {
        error_set(err, "there is no user with that name");
        return STATUS_NOT_FOUND;
    }
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    write_text(&w, "name", user.name);
    write_text(&w, "kind", user_kind_name(user.kind));
    write_flag(&w, "bot", user.is_bot);
    ratings_write(&w, "rating", r->server->store, user.id);
    encode_rating_history(&w, r->server->store, user.id);
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
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    write_array(&w, "ratings");
    for (int i = 0; i < count; i++) {
        write_object(&w, NULL);
        write_text(&w, "name", best[i].user.name);
        write_text(&w, "kind", user_kind_name(best[i].user.kind));
        write_flag(&w, "bot", best[i].user.is_bot);
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
