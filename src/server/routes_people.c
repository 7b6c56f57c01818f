// Routes: who somebody is. Passwords are hashed on libuv's threads, the request waits meanwhile.
#include "server/routes.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "room/rating.h"
#include "room/username.h"
#include "server/fields.h"
#include "server/frames.h"
#include "server/inside.h"
#include "server/logbook.h"
#include "server/secret.h"
#include "server/tries.h"

#include <math.h>
#include <string.h>

// At once, on libuv's threads; and as many more from devices that are known, which a crowd of
// strangers cannot take away.
enum { PASSWORDS_AT_ONCE = 16, PASSWORDS_OF_KNOWN = 4, BEST_MAX = 50 };

// ---- Answers

static Refusal answer_me(Request *r, const UserRow *user) {
    Writer w = writer_into(&r->answer);
    write_object(&w, NULL);
    server_encode_me(r->server, &w, user);
    write_end_object(&w);
    return REFUSED_NOT;
}

static Refusal answer_nobody(Request *r) {
    str_add_text(&r->answer, "{\"name\":null}");
    return REFUSED_NOT;
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
    if (!session_add(r->server->store, &hash, user, NULL, server_now(r->server).wall_ms, err))
        return false;
    set_session_cookie(r, secret.text, YEAR_S);
    return true;
}

// From now on the account knows this device, which outlasts logging out.
static void remember_device(Request *r, const char *password_hash) {
    Device device = device_new(r->server->randomness, password_hash);
    format_cookie(r, &(Cookie){"device", device.text, YEAR_S}, r->device, sizeof r->device);
}

static bool is_known_device(const Request *r, const char *password_hash,
                            char device[static DEVICE_TEXT_SIZE]) {
    const char *name = r->server->secure ? "__Host-device" : "device";
    return cookie_find(r->head.cookie, name, device, DEVICE_TEXT_SIZE) &&
           device_fits(device, password_hash);
}

// ---- Guests

static bool is_free(Store *store, const char *folded) {
    UserRow there;
    Error ignored = {0};
    return !people_find_name(store, folded, &there, &ignored);
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
    user->id = people_add(s->store, user, str_text(&folded), NULL, err);
    str_release(&folded);
    return user->id;
}

Refusal route_session_get(Request *r, Error *err) {
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

Refusal route_session_post(Request *r, Error *err) {
    if (r->has_session) {
        renew_cookie(r);
        return answer_me(r, &r->user);
    }
    if (!limiter_take(r->server->limiter, BUCKET_SESSIONS, r->network, server_ms(r->server))) {
        error_set(err, "too many new sessions from this address; wait a minute");
        return REFUSED_TOO_MANY;
    }
    UserRow user;
    if (!add_guest(r->server, &user, err) || !begin_session(r, user.id, err))
        return REFUSED_UNAVAILABLE;
    return answer_me(r, &user);
}

Refusal route_logout(Request *r, Error *err) {
    if (!session_end(r->server->store, r->session.id, err))
        return REFUSED_UNAVAILABLE;
    sockets_close_session(r->server, r->user.id, r->session.id, 0, CLOSE_POLICY);
    set_session_cookie(r, "", 0);
    return answer_nobody(r);
}

// ---- Passwords

typedef struct {
    const char *name, *password, *old, *new, *label;
    bool chat;
} Body;

static const Field fields[] = {
    {"name", FIELD_TEXT, offsetof(Body, name), 0, 0},
    {"password", FIELD_TEXT, offsetof(Body, password), 0, 0},
    {"old", FIELD_TEXT, offsetof(Body, old), 0, 0},
    {"new", FIELD_TEXT, offsetof(Body, new), 0, 0},
    {"label", FIELD_TEXT, offsetof(Body, label), 0, 0},
    {"chat", FIELD_FLAG, offsetof(Body, chat), 0, 0},
    {0},
};

static Document *read_body(const Request *r, const char *allowed, Body *out, Error *err) {
    Document *d = document_read(str_text(&r->body), r->body.len, err);
    if (d && document_fill(d, fields, allowed, out, err))
        return d;
    document_free(d);
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
    UserRow user;  // whom it is about
    bool is_known; // the device is
    Tries tries;   // that it counts as until the password is found right
    Refusal (*then)(PasswordWork *w, Error *err);
};

static void work_on(uv_work_t *work) {
    PasswordWork *w = (PasswordWork *)(void *)work;
    w->fits = !w->given || password_fits(w->given, str_text(&w->stored));
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
    Refusal no = w->then(w, &err);
    if (no)
        request_refuse(r, no, err.text);
    http_resume(r);
    free_work(w);
}

static Refusal begin_work(Request *r, const PasswordWork *what, Error *err) {
    PasswordWork *w = mem_alloc(sizeof *w);
    *w = *what;
    w->request = r;
    int most = PASSWORDS_AT_ONCE + (w->is_known ? PASSWORDS_OF_KNOWN : 0);
    if (r->server->passwords >= most ||
        uv_queue_work(&r->server->loop, &w->work, work_on, worked) != 0) {
        tries_give_back(r->server->limiter, &w->tries, server_ms(r->server));
        free_work(w);
        error_set(err, "too many people log in at once; try again");
        return REFUSED_TOO_MANY;
    }
    r->server->passwords++;
    secret_erase(r->body.data, r->body.len);
    http_wait_for_thread(r);
    return REFUSED_NOT;
}

static Refusal too_many_tries(Error *err) {
    error_set(err, "too many attempts; wait a minute");
    return REFUSED_TOO_MANY;
}

static Refusal take_try(Request *r, const char *name, const char *device, PasswordWork *w,
                        Error *err) {
    Trier who = {.name = name, .network = r->network, .device = device};
    w->is_known = device != NULL;
    return tries_take(r->server->limiter, &who, server_ms(r->server), &w->tries)
               ? REFUSED_NOT
               : too_many_tries(err);
}

static void was_right(PasswordWork *w) {
    Server *s = w->request->server;
    tries_give_back(s->limiter, &w->tries, server_ms(s));
}

// ---- Accounts

static Refusal name_taken(Error *err) {
    error_set(err, "somebody has that name");
    return REFUSED_NAME_TAKEN;
}

// Somebody else may have taken the name meanwhile.
static Refusal registered(PasswordWork *w, Error *err) {
    Request *r = w->request;
    Refusal no = REFUSED_NOT;
    Str folded = {0};
    username_fold(w->user.name, &folded);
    if (!is_free(r->server->store, str_text(&folded)))
        no = name_taken(err);
    else if (!w->fits ||
             !people_put(r->server->store, &w->user, str_text(&folded), str_text(&w->hashed), err))
        no = REFUSED_UNAVAILABLE;
    str_release(&folded);
    if (no)
        return no;
    // Whoever knew the guest's cookie does not know the account's.
    if (!session_end_others(r->server->store, w->user.id, 0, err) ||
        !begin_session(r, w->user.id, err))
        return REFUSED_UNAVAILABLE;
    remember_device(r, str_text(&w->hashed));
    sockets_close_session(r->server, w->user.id, 0, 0, CLOSE_GOING_AWAY);
    log_event("registered", "name", w->user.name);
    return answer_me(r, &w->user);
}

static Refusal check_registration(Request *r, const Body *body, Error *err) {
    if (r->user.kind != USER_GUEST) {
        error_set(err, "you have an account; log out first");
        return REFUSED_NOT_NOW;
    }
    if (!username_check(body->name, err) || !password_check(body->password, body->name, err))
        return REFUSED_BAD_VALUE;
    Str folded = {0};
    username_fold(body->name, &folded);
    bool is_new = is_free(r->server->store, str_text(&folded));
    str_release(&folded);
    if (!is_new)
        return name_taken(err);
    return limiter_take(r->server->limiter, BUCKET_LOGINS, r->network, server_ms(r->server))
               ? REFUSED_NOT
               : too_many_tries(err);
}

Refusal route_register(Request *r, Error *err) {
    Body body = {0};
    Document *d = read_body(r, "name password", &body, err);
    if (!d)
        return REFUSED_MALFORMED;
    Refusal no = check_registration(r, &body, err);
    if (!no) {
        PasswordWork w = {
            .chosen = mem_copy_text(body.password), .user = r->user, .then = registered};
        w.user.kind = USER_ACCOUNT;
        snprintf(w.user.name, sizeof w.user.name, "%s", body.name);
        no = begin_work(r, &w, err);
    }
    document_free(d);
    return no;
}

static Refusal wrong_password(Request *r, Error *err) {
    r->server->counters.logins_failed++;
    log_event("login_failed", "address", r->address);
    error_set(err, "name and password do not fit");
    return REFUSED_WRONG_PASSWORD;
}

static Refusal logged_in(PasswordWork *w, Error *err) {
    Request *r = w->request;
    if (!w->fits || !w->user.id)
        return wrong_password(r, err);
    was_right(w);
    if (!begin_session(r, w->user.id, err))
        return REFUSED_UNAVAILABLE;
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
    if (!people_find_name(store, str_text(&folded), user, &ignored) ||
        !people_password(store, user->id, stored, &ignored)) {
        user->id = 0;
        str_add_text(stored, nobodys);
    }
    str_release(&folded);
}

Refusal route_login(Request *r, Error *err) {
    Body body = {0};
    Document *d = read_body(r, "name password", &body, err);
    if (!d)
        return REFUSED_MALFORMED;
    PasswordWork w = {.then = logged_in};
    char device[DEVICE_TEXT_SIZE];
    find_password(r->server->store, body.name, &w.user, &w.stored);
    bool known = w.user.id && is_known_device(r, str_text(&w.stored), device);
    Refusal no = take_try(r, body.name, known ? device : NULL, &w, err);
    if (no) {
        str_release(&w.stored);
    } else {
        w.given = mem_copy_text(body.password);
        no = begin_work(r, &w, err);
    }
    document_free(d);
    return no;
}

static Refusal changed_password(PasswordWork *w, Error *err) {
    Request *r = w->request;
    if (!w->fits)
        return wrong_password(r, err);
    was_right(w);
    Str folded = {0};
    username_fold(w->user.name, &folded);
    bool ok =
        people_put(r->server->store, &w->user, str_text(&folded), str_text(&w->hashed), err) &&
        session_end_others(r->server->store, w->user.id, r->session.id, err);
    str_release(&folded);
    if (!ok)
        return REFUSED_UNAVAILABLE;
    remember_device(r, str_text(&w->hashed));
    sockets_close_session(r->server, w->user.id, 0, r->session.id, CLOSE_POLICY);
    return answer_me(r, &w->user);
}

// Whoever has a session is known, and all of these count together.
Refusal route_password(Request *r, Error *err) {
    Body body = {0};
    Document *d = read_body(r, "old new", &body, err);
    if (!d)
        return REFUSED_MALFORMED;
    PasswordWork w = {.user = r->user, .then = changed_password};
    Refusal no = password_check(body.new, r->user.name, err)
                     ? take_try(r, r->user.name, r->user.name, &w, err)
                     : REFUSED_BAD_VALUE;
    if (!no) {
        w.given = mem_copy_text(body.old);
        w.chosen = mem_copy_text(body.new);
        people_password(r->server->store, r->user.id, &w.stored, err);
        no = begin_work(r, &w, err);
    }
    document_free(d);
    return no;
}

Refusal route_settings(Request *r, Error *err) {
    Body body = {0};
    Document *d = read_body(r, "chat", &body, err);
    if (!d)
        return REFUSED_MALFORMED;
    document_free(d);
    Str folded = {0};
    r->user.chat = body.chat;
    username_fold(r->user.name, &folded);
    bool ok = people_put(r->server->store, &r->user, str_text(&folded), NULL, err);
    str_release(&folded);
    return ok ? answer_me(r, &r->user) : REFUSED_UNAVAILABLE;
}

// ---- Tokens

static Refusal answer_tokens(Request *r, const char *secret, Error *err) {
    TokenRow tokens[TOKENS_MAX];
    int count = token_list(r->server->store, r->user.id, tokens, err);
    Writer w = writer_into(&r->answer);
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
    return REFUSED_NOT;
}

Refusal route_tokens_get(Request *r, Error *err) {
    return answer_tokens(r, NULL, err);
}

static Refusal check_label(const Request *r, const char *label, Error *err) {
    TokenRow tokens[TOKENS_MAX];
    size_t len = strlen(label);
    if (len == 0 || len >= LABEL_SIZE || !utf8_is_printable(label, len)) {
        error_set(err, "a label has 1 to %d bytes", LABEL_SIZE - 1);
        return REFUSED_BAD_VALUE;
    }
    if (token_list(r->server->store, r->user.id, tokens, err) < TOKENS_MAX)
        return REFUSED_NOT;
    error_set(err, "you have %d tokens; end one first", TOKENS_MAX);
    return REFUSED_TOO_MANY;
}

Refusal route_tokens_post(Request *r, Error *err) {
    Body body = {0};
    Document *d = read_body(r, "label", &body, err);
    if (!d)
        return REFUSED_MALFORMED;
    Refusal no = check_label(r, body.label, err);
    Secret secret = secret_new(r->server->randomness);
    SecretHash hash = secret_hash(secret.text);
    if (!no && !session_add(r->server->store, &hash, r->user.id, body.label,
                            server_now(r->server).wall_ms, err))
        no = REFUSED_UNAVAILABLE;
    document_free(d);
    r->status = 201;
    return no ? no : answer_tokens(r, secret.text, err);
}

Refusal route_tokens_delete(Request *r, Error *err) {
    int64_t id;
    if (!number_parse(r->path.parts[2], 1, INT64_MAX, &id, err))
        return REFUSED_NOT_FOUND;
    if (!token_end(r->server->store, r->user.id, id, err))
        return REFUSED_UNAVAILABLE;
    sockets_close_session(r->server, r->user.id, id, 0, CLOSE_POLICY);
    return answer_tokens(r, NULL, err);
}

// ---- Others

Refusal route_user(Request *r, Error *err) {
    UserRow user;
    Str folded = {0};
    username_fold(r->path.parts[2], &folded);
    bool found = people_find_name(r->server->store, str_text(&folded), &user, err);
    str_release(&folded);
    if (!found) {
        error_set(err, "there is no user with that name");
        return REFUSED_NOT_FOUND;
    }
    Writer w = writer_into(&r->answer);
    write_object(&w, NULL);
    write_text(&w, "name", user.name);
    write_text(&w, "kind", user_kind_name(user.kind));
    encode_ratings(&w, "rating", r->server->store, user.id);
    write_number(&w, "won", user.won);
    write_number(&w, "lost", user.lost);
    write_number(&w, "drawn", user.drawn);
    write_number(&w, "created", user.created);
    write_end_object(&w);
    return REFUSED_NOT;
}

Refusal route_ratings(Request *r, Error *err) {
    char pool[POOL_SIZE];
    if (!request_query(r, "pool", pool, sizeof pool))
        snprintf(pool, sizeof pool, "%s", rating_pool_name(0));
    RankedRow *best = mem_alloc(BEST_MAX * sizeof *best);
    int count = rating_best(r->server->store, pool, best, BEST_MAX, err);
    Writer w = writer_into(&r->answer);
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
    return REFUSED_NOT;
}
