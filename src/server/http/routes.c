#include "server/http/routes.h"

#include "base/mem.h"
#include "base/number.h"
#include "server/accounts/secret.h"
#include "server/server_internal.h"
#include "server/websocket/messages.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

static const int64_t touch_ms = 3600 * 1000;

// clang-format off
static const Route table[] = {
    {"GET", "/api/session", NEEDS_NOBODY, "", "`me`, or `{\"name\":null}`", route_session_get},
    {"POST", "/api/session", NEEDS_NOBODY, "", "`me`; creates a guest if there is no session", route_session_post},
    {"POST", "/api/register", NEEDS_SESSION, "`name`, `password`", "`me`: the guest becomes an account", route_register},
    {"POST", "/api/login", NEEDS_NOBODY, "`name`, `password`", "`me`", route_login},
    {"POST", "/api/logout", NEEDS_SESSION, "", "`{\"name\":null}`", route_logout},
    {"POST", "/api/password", NEEDS_LOGIN, "`old`, `new`", "`me`; ends all other sessions and tokens", route_password},
    {"POST", "/api/reset", NEEDS_NOBODY, "`secret` of a one-time link, `new` (optional)", "without `new`: `name`; with it `me`: sets the password, ends all sessions and tokens", route_reset},
    {"POST", "/api/settings", NEEDS_SESSION, "`chat`, `online` (optional booleans)", "`me`; false: receive no chat; do not be named among those online", route_settings},
    {"GET", "/api/tokens", NEEDS_ACCOUNT, "", "`{\"tokens\":[{\"token\":7,\"label\":\"my bot\",\"created\":...,\"used\":...}]}`", route_tokens_get},
    {"POST", "/api/tokens", NEEDS_LOGIN, "`label`", "the new token as `secret`, once, and the list", route_tokens_post},
    {"DELETE", "/api/tokens/N", NEEDS_ACCOUNT, "", "the list", route_tokens_delete},
    {"GET", "/api/choices", NEEDS_NOBODY, "", "the catalog: see A new game", route_choices},
    {"GET", "/api/lobby", NEEDS_NOBODY, "", "`{\"open\":[SUMMARY...],\"live\":[SUMMARY...],\"online\":{\"names\":[\"Ann\",\"Machine\"],\"bots\":[\"Machine\"],\"count\":3}}`: at most 50 of each; `count` includes guests", route_lobby},
    {"GET", "/api/games", NEEDS_NOBODY, "see History", "`{\"games\":[SUMMARY...],\"more\":false,\"before\":null}`", route_games_get},
    {"POST", "/api/games", NEEDS_SESSION, "see A new game", "the snapshot; 201", route_games_post},
    {"GET", "/api/games/ID", NEEDS_NOBODY, "`?after=SEQ`: long polling, 25 s", "the snapshot", route_game_get},
    {"POST", "/api/games/ID", NEEDS_SESSION, "a message, without `id` and `game`", "the snapshot", route_game_post},
    {"GET", "/api/games/ID/chat", NEEDS_NOBODY, "", "`{\"lines\":[{\"n\":1,\"from\":\"Ann\",\"seat\":0,\"text\":\"hi\",\"at\":...}]}`, the last 100", route_chat},
    {"GET", "/api/games/ID/FORMAT", NEEDS_NOBODY, "", "the game as `sgf`, `psq`, `rec`, `pos`, `svg`", route_export},
    {"GET", "/api/turns", NEEDS_SESSION, "`?wait=true`: long polling, 25 s", "`{\"games\":[SNAPSHOT...]}`: the caller's turn", route_turns},
    {"POST", "/api/analyses", NEEDS_SESSION, "see Analyses", "the analysis; 202, or 200 if cached", route_analyses_post},
    {"GET", "/api/analyses/ID", NEEDS_SESSION, "`?after=SEQ`: long polling, 25 s", "the analysis; only for its owner", route_analysis_get},
    {"DELETE", "/api/analyses/ID", NEEDS_SESSION, "", "cancels it; the analysis so far", route_analysis_delete},
    {"GET", "/api/puzzles", NEEDS_ACCOUNT, "", "`{\"attempts\":[{\"puzzle\":\"021b4f72174a9ca7\",\"at\":1794749000,\"score\":50,\"day\":null}]}`, the latest 1500, oldest first", route_puzzles_get},
    {"POST", "/api/puzzles", NEEDS_ACCOUNT, "`puzzle`, `at` (seconds since 1970), `score` (percent), `day` (optional: of a daily puzzle)", "`{}`; idempotent", route_puzzles_post},
    {"GET", "/api/users/NAME", NEEDS_NOBODY, "", "`name`, `kind`, `bot`, `rating`, `history` (last 100 ratings of each pool), `won`, `lost`, `drawn`, `created`", route_user},
    {"GET", "/api/ratings", NEEDS_NOBODY, "`?pool=gomoku`", "`{\"ratings\":[{\"name\":...,\"kind\":...,\"bot\":...,\"rating\":...,\"games\":...}]}`, the best 50", route_ratings},
    {"GET", "/api/lab", NEEDS_NOBODY, "", "`{\"tests\":[{\"test\":7,\"state\":\"running\",\"build\":...,\"created\":...,\"report\":{...}}],\"workers\":2,\"threads\":8,\"busy\":8}`: the newest 50 distributed matches, and the workers; empty without PostgreSQL", route_lab},
    {"GET", "/api/socket", NEEDS_SESSION, "", "the WebSocket", route_socket},
    {"POST", "/api/admin/COMMAND", NEEDS_ADMIN, "for `pentad admin`", "its `--json` output", route_admin},
    {"GET", "/livez", NEEDS_LOOPBACK, "", "`ok`: the event loop turns", route_live},
    {"GET", "/readyz", NEEDS_LOOPBACK, "", "`ok`: the database can be used and answers within a second, and the server is not stopping; otherwise 503", route_ready},
    {"GET", "/healthz", NEEDS_LOOPBACK, "", "the same as `/readyz`", route_ready},
    {"GET", "/metrics", NEEDS_LOOPBACK, "", "counters, gauges and latency histograms for Prometheus", route_metrics},
    {"GET", "anything else", NEEDS_NOBODY, "", "the page and its files", route_page},
};
// clang-format on

const Route *route_at(int i) {
    return i < COUNT(table) ? &table[i] : NULL;
}

const char *route_needs_name(RouteNeeds needs) {
    static const char *const names[] = {
        [NEEDS_NOBODY] = "-",    [NEEDS_SESSION] = "session",   [NEEDS_ACCOUNT] = "account",
        [NEEDS_LOGIN] = "login", [NEEDS_LOOPBACK] = "loopback", [NEEDS_ADMIN] = "admin",
    };
    return names[needs];
}

// ---- Matching

static bool part_matches(const char *pattern, size_t len, const char *part) {
    return isupper((unsigned char)*pattern) ||
           (strlen(part) == len && strncmp(pattern, part, len) == 0);
}

bool path_matches(const char *pattern, const Path *path) {
    int i = 0;
    for (; *pattern == '/' && i < path->count; i++) {
        size_t len = strcspn(++pattern, "/");
        if (!part_matches(pattern, len, path->parts[i]))
            return false;
        pattern += len;
    }
    return !*pattern && i == path->count;
}

// HEAD is handled as GET; the body is left out of the response.
static bool method_matches(const Route *route, const char *method) {
    return !strcmp(route->method, method) ||
           (!strcmp(route->method, "GET") && !strcmp(method, "HEAD"));
}

static const Route *find_route(const Request *r, Status *status) {
    const Route *page = &table[COUNT(table) - 1];
    bool is_api = path_is_api(&r->path);
    bool is_there = !is_api;
    for (const Route *route = table; route < page; route++) {
        if (!path_matches(route->path, &r->path))
            continue;
        if (method_matches(route, r->method))
            return route;
        is_there = true;
    }
    if (!is_api && method_matches(page, r->method))
        return page;
    *status = is_there ? STATUS_WRONG_METHOD : STATUS_NOT_FOUND;
    return NULL;
}

// A page is for everybody, and probes and figures must not need the database, whatever cookies they
// come with.
static bool needs_store(const Route *route) {
    return route->run != route_page && route->run != route_live && route->run != route_ready &&
           route->run != route_metrics;
}

bool route_needs_store(const Request *r) {
    Status ignored;
    const Route *route = r->path_is_valid ? find_route(r, &ignored) : NULL;
    return route && needs_store(route) && !r->server->stopping;
}

// ---- Limits of sockets

static Status check_sockets(const Request *r, Error *err) {
    int most = LIMIT_SOCKETS_PER_ADDRESS * r->server->options.rate_limit_factor;
    if (websockets_from(r->server, r->network) >= most) {
        error_set(err, "%d sockets are open from this address", most);
        return STATUS_TOO_MANY;
    }
    if (r->server->sockets.count >= LIMIT_SOCKETS) {
        error_set(err, "too many sockets are open");
        return STATUS_TOO_MANY;
    }
    return STATUS_OK;
}

// ---- Session, CSRF and access checks

void request_note_poll(const Request *r) {
    if (r->has_session)
        presence_note_poll(r->server->presence, r->user.id, server_ms(r->server));
}

// The secret of a bearer token or a session cookie.
static bool find_secret(const Request *r, bool *bearer, SecretHash *out) {
    char text[SECRET_TEXT_SIZE];
    const char *cookie = r->server->secure ? "__Host-session" : "session";
    *bearer = bearer_find(r->headers.authorization, text, sizeof text);
    if (!*bearer && !cookie_find(r->headers.cookie, cookie, text, sizeof text))
        return false;
    *out = secret_hash(text);
    return true;
}

// The response may have waited for a commit or for the client. Nobody would close the socket of a
// session that ended meanwhile.
bool request_may_upgrade(const Request *r) {
    LoginSessionRow now;
    SecretHash hash;
    bool bearer;
    Error ignored = {0};
    return find_secret(r, &bearer, &hash) &&
           login_session_find(r->server->store, &hash, &now, &ignored) &&
           !check_sockets(r, &ignored);
}

// Finds the session of a request. Fails if the database cannot be read: without a session, a new
// guest would replace the user's cookie.
static Status find_session(Request *r, Error *err) {
    Server *s = r->server;
    SecretHash hash;
    bool bearer;
    r->has_session = false; // it may be handled again
    if (!find_secret(r, &bearer, &hash))
        return STATUS_OK;
    int64_t now = server_now(s).wall_ms;
    if (!login_session_find(s->store, &hash, &r->session, err) || r->session.is_token != bearer ||
        (!bearer && r->session.used < server_session_expiry(s)) ||
        !user_find(s->store, r->session.user, &r->user, err))
        return *err->text ? STATUS_UNAVAILABLE : STATUS_OK;
    r->has_session = true;
    presence_note_request(s->presence, &r->user, r->network, server_ms(s));
    if (bearer)
        request_note_poll(r);
    Error reported_by_commit = {0};
    if (r->session.used + touch_ms < now)
        login_session_touch(s->store, r->session.id, now, &reported_by_commit);
    return STATUS_OK;
}

// True if the page that sent this request was loaded from this server.
static bool origin_matches(const Request *r) {
    const Server *s = r->server;
    const char *origin = r->headers.origin;
    if (*s->origin)
        return !strcmp(origin, s->origin);
    return !strncmp(origin, "http://", 7) && !strcmp(origin + 7, r->headers.host);
}

// Against DNS rebinding: without --origin only IP addresses and localhost are accepted as Host,
// because a foreign name could point here.
static bool host_is_allowed(const Request *r) {
    const Server *s = r->server;
    const char *host = r->headers.host;
    if (*s->origin)
        return true;
    size_t len = strcspn(host, ":");
    bool number = strspn(host, "0123456789.") == len || *host == '[';
    return number || (len == 9 && !strncmp(host, "localhost", 9));
}

// CSRF protection: a request that changes something, or opens a WebSocket, must come from our own
// origin (Origin, Sec-Fetch-Site). With a session cookie an Origin is required; programs with a
// bearer token need none.
static Status check_origin(const Request *r, Error *err) {
    bool changes = strcmp(r->method, "GET") != 0 && strcmp(r->method, "HEAD") != 0;
    bool socket = r->headers.upgrades > 0;
    bool bearer = r->has_session && r->session.is_token;
    const char *site = r->headers.fetch_site;
    bool foreign = (r->headers.origin && !origin_matches(r)) ||
                   (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0);
    bool needed = r->has_session && !bearer && !r->headers.origin;
    if (!(changes || socket) || (!foreign && !needed))
        return STATUS_OK;
    error_set(err, needed ? "a request with a session cookie needs an Origin header"
                          : "the request comes from another site");
    return STATUS_WRONG_ORIGIN;
}

static Status check_body(const Request *r, Error *err) {
    const char *type = r->headers.content_type;
    if (strcmp(r->method, "POST") != 0 || r->body.len == 0)
        return STATUS_OK;
    if (type && !strncmp(type, "application/json", 16) && strchr("; ", type[16]))
        return STATUS_OK;
    error_set(err, "send the body as application/json");
    return STATUS_WRONG_TYPE;
}

// From this machine and not through a proxy, with the secret that only the server's user can read.
// A server that does not listen on a loopback address sees its own address as the client's.
static bool is_admin(const Request *r) {
    char text[SECRET_TEXT_SIZE];
    const Server *s = r->server;
    bool is_local = address_is_loopback(r->address) || !strcmp(r->address, s->options.address);
    return is_local && !strcmp(r->address, r->connection->address) &&
           bearer_find(r->headers.authorization, text, sizeof text) &&
           secret_matches(text, &s->admin_secret);
}

static Status check_needs(const Request *r, RouteNeeds needs, Error *err) {
    if ((needs == NEEDS_LOOPBACK && !address_is_loopback(r->address)) ||
        (needs == NEEDS_ADMIN && !is_admin(r))) {
        error_set(err, "there is nothing here");
        return STATUS_NOT_FOUND;
    }
    bool needs_account = needs == NEEDS_ACCOUNT || needs == NEEDS_LOGIN;
    if ((needs == NEEDS_SESSION || needs_account) && !r->has_session) {
        error_set(err, "POST /api/session first");
        return STATUS_NO_SESSION;
    }
    if (needs_account && r->user.kind != USER_ACCOUNT) {
        error_set(err, "this needs an account");
        return STATUS_GUESTS_NOT;
    }
    // Otherwise revoking a leaked token would not end what it can do.
    if (needs == NEEDS_LOGIN && r->session.is_token) {
        error_set(err, "a token cannot do this; log in with the password");
        return STATUS_TOKENS_NOT;
    }
    return STATUS_OK;
}

// When memory is short, games that are played go on, and their players may come back.
static Status check_memory(const Route *route, Error *err) {
    bool is_for_game =
        route->run == route_game_get || route->run == route_game_post || route->run == route_socket;
    if (is_for_game || mem_has_reserve())
        return STATUS_OK;
    error_set(err, "the server is short of memory; try again");
    return STATUS_UNAVAILABLE;
}

static Status check(Request *r, const Route **route, Error *err) {
    Status status = STATUS_OK;
    if (!r->path_is_valid) {
        error_set(err, "there is nothing at this address");
        return STATUS_NOT_FOUND;
    }
    if (!host_is_allowed(r)) {
        error_set(err, "unknown host name; the operator of the server can set it with --origin");
        return STATUS_WRONG_ORIGIN;
    }
    if (!query_is_valid(r->query)) {
        error_set(err, "the query is not UTF-8");
        return STATUS_MALFORMED;
    }
    *route = find_route(r, &status);
    if (status) {
        error_set(err, "%s", status_info(status)->means);
        return status;
    }
    status = check_memory(*route, err);
    if (!status && needs_store(*route) && (*route)->needs != NEEDS_LOOPBACK)
        status = find_session(r, err);
    if (!status)
        status = check_origin(r, err);
    if (!status)
        status = check_needs(r, (*route)->needs, err);
    return status ? status : check_body(r, err);
}

void route_dispatch(Request *r) {
    Error err = {0};
    const Route *route = NULL;
    if (!r->server->is_waiting) // the time stands still for the handler that waits
        server_now(r->server);
    r->status = 200;
    r->type = "application/json";
    if (r->server->stopping)
        error_set(&err, "the server is stopping");
    Status status = r->server->stopping ? STATUS_UNAVAILABLE : check(r, &route, &err);
    if (!status)
        status = route->run(r, &err);
    if (status)
        request_refuse(r, status, err.text);
    if (status == STATUS_NOT_FOUND)
        respond_not_found_page(r);
}

// ---- Long polling

static void wake_long_poll(Request *r) {
    Error err = {0};
    Status status = r->poll_handler(r, r->awaited_id.text, &err);
    if (status)
        request_refuse(r, status, err.text);
}

Status request_long_poll(Request *r, LongPollHandler *handler, Error *err) {
    char text[16];
    int64_t after = -1;
    const char *id = r->path.parts[r->path.count - 1];
    if (request_query(r, "after", text, sizeof text) &&
        !number_parse(text, 0, INT_MAX, &after, err))
        return STATUS_BAD_VALUE;
    Status status = handler(r, id, err);
    if (status || after < r->seq)
        return status;
    snprintf(r->awaited_id.text, sizeof r->awaited_id.text, "%s", id);
    r->deadline_ms = server_ms(r->server) + LIMIT_LONG_POLL_S * 1000;
    r->poll_handler = handler;
    r->wake = wake_long_poll;
    return http_wait_for_change(r, err);
}

// ---- WebSocket upgrade, health, metrics

Status route_socket(Request *r, Error *err) {
    if (strcmp(r->method, "GET") != 0 || !headers_ask_for_websocket(&r->headers)) {
        error_set(
            err,
            "not a WebSocket upgrade: send Upgrade, Connection, Sec-WebSocket-Key and -Version 13");
        return STATUS_MALFORMED;
    }
    Status status = check_sockets(r, err);
    r->upgrades_to_websocket = !status;
    return status;
}

static Status respond_ok(Request *r) {
    r->type = "text/plain; charset=utf-8";
    str_add_text(&r->response, "ok\n");
    return STATUS_OK;
}

Status route_live(Request *r, Error *err) {
    (void)err;
    return respond_ok(r);
}

// A server that stops answers 503 to everything: route_dispatch.
Status route_ready(Request *r, Error *err) {
    enum { SLOW_MS = 1000 };
    const Server *s = r->server;
    if (nested_loop_waited_ms(s) >= SLOW_MS) {
        error_set(err, "the database does not answer");
        return STATUS_UNAVAILABLE;
    }
    if (s->cannot_write || s->is_disconnected || !store_is_connected(s->store)) {
        error_set(err, "the last write failed");
        return STATUS_UNAVAILABLE;
    }
    return respond_ok(r);
}

static void add_metric(Str *out, const char *name, const char *type, const char *help,
                       int64_t value) {
    str_add(out, "# HELP pentad_%s %s\n# TYPE pentad_%s %s\npentad_%s %lld\n", name, help, name,
            type, name, (long long)value);
}

Status route_metrics(Request *r, Error *err) {
    (void)err;
    const Server *s = r->server;
    const Counters *c = &s->counters;
    RegistryCounts count = registry_counts(s->registry);
    const struct {
        const char *name, *type, *help;
        int64_t value;
    } rows[] = {
        {"requests_total", "counter", "HTTP requests", c->requests},
        {"rejected_total", "counter", "requests and messages refused", c->rejected},
        {"messages_total", "counter", "messages on sockets", c->messages},
        {"move_requests_total", "counter", "move requests from users", c->moves},
        {"games_total", "counter", "games created", c->games},
        {"commits_total", "counter", "transactions committed", c->commits},
        {"failed_commits_total", "counter", "transactions that failed", c->failed_commits},
        {"database_round_trips_total", "counter", "waits for an answer of PostgreSQL",
         store_round_trips(s->store)},
        {"sockets_opened_total", "counter", "sockets opened", c->sockets_opened},
        {"logins_failed_total", "counter", "wrong passwords", c->logins_failed},
        {"level_moves_total", "counter", "moves of levels", c->level_moves},
        {"worker_failures_total", "counter", "failed tasks of workers", c->worker_failures},
        {"sockets", "gauge", "open sockets", s->sockets.count},
        {"games_waiting", "gauge", "games waiting for an opponent", count.waiting},
        {"games_playing", "gauge", "games in progress", count.playing},
        {"games_loaded", "gauge", "games in memory", count.loaded_sessions},
        {"study_rooms", "gauge", "study rooms", study_rooms_count(s->study_rooms)},
        {"worker_queue_length", "gauge", "games waiting for a worker",
         worker_pool_queued(s->workers)},
        {"analysis_queue_length", "gauge", "analyses waiting for a worker",
         analysis_queue_waiting(s->analysis_queue)},
        {"remote_answers_total", "counter", "moves and analyses by remote workers",
         c->remote_answers},
        {"remote_failures_total", "counter", "tasks that failed at remote workers",
         c->remote_failures},
        {"remote_tasks", "gauge", "moves and analyses at remote workers",
         worker_pool_remote(s->workers)},
        {"workers_busy", "gauge", "busy worker processes", worker_pool_busy(s->workers)},
        {"uptime_seconds", "gauge", "since the start", (server_ms(s) - s->started_ms) / 1000},
    };
    r->type = "text/plain; version=0.0.4; charset=utf-8";
    for (int i = 0; i < COUNT(rows); i++)
        add_metric(&r->response, rows[i].name, rows[i].type, rows[i].help, rows[i].value);
    metrics_write(&s->metrics, &r->response);
    lab_add_metrics(r, &r->response);
    return STATUS_OK;
}
