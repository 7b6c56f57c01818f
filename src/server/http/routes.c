#include "server/http/routes.h"

#include "base/number.h"
#include "base/util.h"
#include "server/accounts/secret.h"
#include "server/server_internal.h"
#include "server/websocket/messages.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

static const int64_t session_ms = 30LL * 24 * 3600 * 1000, touch_ms = 3600 * 1000;

// clang-format off
static const Route table[] = {
    {"GET", "/api/session", NEEDS_NOBODY, "", "`me`, or `{\"name\":null}`", route_session_get},
    {"POST", "/api/session", NEEDS_NOBODY, "", "`me`; a guest is made if there is no session", route_session_post},
    {"POST", "/api/register", NEEDS_SESSION, "`name`, `password`", "`me`: the guest is an account now", route_register},
    {"POST", "/api/login", NEEDS_NOBODY, "`name`, `password`", "`me`", route_login},
    {"POST", "/api/logout", NEEDS_SESSION, "", "`{\"name\":null}`", route_logout},
    {"POST", "/api/password", NEEDS_ACCOUNT, "`old`, `new`", "`me`; every other session of the account ends, tokens too", route_password},
    {"POST", "/api/settings", NEEDS_SESSION, "`chat`", "`me`; without chat no lines are sent to this user", route_settings},
    {"GET", "/api/tokens", NEEDS_ACCOUNT, "", "`{\"tokens\":[{\"token\":7,\"label\":\"my bot\",\"created\":...,\"used\":...}]}`", route_tokens_get},
    {"POST", "/api/tokens", NEEDS_ACCOUNT, "`label`", "the token as `secret`, this once; and the list", route_tokens_post},
    {"DELETE", "/api/tokens/N", NEEDS_ACCOUNT, "", "the list", route_tokens_delete},
    {"GET", "/api/choices", NEEDS_NOBODY, "", "`rules`, `openings`, `levels` with `name` and `summary` each, `colors`, `sizes`, `formats`, `pools`", route_choices},
    {"GET", "/api/lobby", NEEDS_NOBODY, "", "`{\"open\":[SUMMARY...],\"live\":[SUMMARY...]}`, at most 50 each", route_lobby},
    {"GET", "/api/games", NEEDS_NOBODY, "the query of History", "`{\"games\":[SUMMARY...],\"more\":false}`", route_games_get},
    {"POST", "/api/games", NEEDS_SESSION, "the table above", "the snapshot; 201", route_games_post},
    {"GET", "/api/games/ID", NEEDS_NOBODY, "`?after=SEQ` waits up to 25 s for a newer one", "the snapshot", route_game_get},
    {"POST", "/api/games/ID", NEEDS_SESSION, "a message as below, without `id` and `game`", "the snapshot", route_game_post},
    {"GET", "/api/games/ID/chat", NEEDS_NOBODY, "", "`{\"lines\":[{\"n\":1,\"from\":\"Ann\",\"seat\":0,\"text\":\"hi\",\"at\":...}]}`, the last 100", route_chat},
    {"GET", "/api/games/ID/FORMAT", NEEDS_NOBODY, "", "the game as `sgf`, `psq`, `rec`, `pos`, `svg`", route_export},
    {"GET", "/api/turns", NEEDS_SESSION, "`?wait=true` waits up to 25 s for one", "`{\"games\":[SNAPSHOT...]}` where it is the caller's turn", route_turns},
    {"POST", "/api/analyses", NEEDS_SESSION, "a position, or `game`; the budget: see Analyses", "the analysis; 202, or 200 if all of it is known already", route_analyses_post},
    {"GET", "/api/analyses/ID", NEEDS_SESSION, "`?after=SEQ` waits up to 25 s for a newer one", "the analysis, to who asked for it", route_analysis_get},
    {"DELETE", "/api/analyses/ID", NEEDS_SESSION, "", "the analysis: it is stopped, and what is known stays", route_analysis_delete},
    {"GET", "/api/puzzles", NEEDS_ACCOUNT, "", "`{\"attempts\":[{\"puzzle\":\"021b4f72174a9ca7\",\"at\":1794749000,\"score\":50,\"day\":null}]}`, the latest 1500, the earliest first", route_puzzles_get},
    {"POST", "/api/puzzles", NEEDS_ACCOUNT, "`puzzle`, `at` in seconds, `score` in percent, `day` if it was that day's", "`{}`; the same one again changes nothing", route_puzzles_post},
    {"GET", "/api/users/NAME", NEEDS_NOBODY, "", "`name`, `kind`, `rating`, `won`, `lost`, `drawn`, `created`", route_user},
    {"GET", "/api/ratings", NEEDS_NOBODY, "`?pool=gomoku`", "`{\"ratings\":[{\"name\":...,\"kind\":...,\"rating\":...,\"games\":...}]}`, the best 50", route_ratings},
    {"GET", "/api/socket", NEEDS_SESSION, "", "the WebSocket", route_socket},
    {"GET", "/healthz", NEEDS_LOOPBACK, "", "`ok`", route_health},
    {"GET", "/metrics", NEEDS_LOOPBACK, "", "counters", route_metrics},
    {"GET", "anything else", NEEDS_NOBODY, "", "the page and its files; `/game/ID`, `/user/NAME` and the like are the page too", route_page},
};
// clang-format on

const Route *route_at(int i) {
    return i < COUNT(table) ? &table[i] : NULL;
}

const char *route_needs_name(RouteNeeds needs) {
    static const char *const names[] = {
        [NEEDS_NOBODY] = "-",
        [NEEDS_SESSION] = "session",
        [NEEDS_ACCOUNT] = "account",
        [NEEDS_LOOPBACK] = "loopback",
    };
    return names[needs];
}

// ---- Finding the row

static bool part_fits(const char *pattern, size_t len, const char *part) {
    return isupper((unsigned char)*pattern) ||
           (strlen(part) == len && strncmp(pattern, part, len) == 0);
}

bool path_matches(const char *pattern, const Path *path) {
    int i = 0;
    for (; *pattern == '/' && i < path->count; i++) {
        size_t len = strcspn(++pattern, "/");
        if (!part_fits(pattern, len, path->parts[i]))
            return false;
        pattern += len;
    }
    return !*pattern && i == path->count;
}

// HEAD is GET without the body, which libmicrohttpd sees to.
static bool method_fits(const Route *route, const char *method) {
    return !strcmp(route->method, method) ||
           (!strcmp(route->method, "GET") && !strcmp(method, "HEAD"));
}

static const Route *find(const Request *r, Status *no) {
    const Route *page = &table[COUNT(table) - 1];
    bool is_api = path_is_api(&r->path);
    bool is_there = !is_api;
    for (const Route *route = table; route < page; route++) {
        if (!path_matches(route->path, &r->path))
            continue;
        if (method_fits(route, r->method))
            return route;
        is_there = true;
    }
    if (!is_api && method_fits(page, r->method))
        return page;
    *no = is_there ? STATUS_WRONG_METHOD : STATUS_NOT_FOUND;
    return NULL;
}

// ---- Who may

static void find_session(Request *r) {
    char text[SECRET_TEXT_SIZE];
    Server *s = r->server;
    bool bearer = bearer_find(r->head.authorization, text, sizeof text);
    if (!bearer &&
        !cookie_find(r->head.cookie, s->secure ? "__Host-session" : "session", text, sizeof text))
        return;
    SecretHash hash = secret_hash(text);
    Error ignored = {0};
    int64_t now = server_now(s).wall_ms;
    if (!login_session_find(s->store, &hash, &r->session, &ignored) ||
        r->session.is_token != bearer || (!bearer && r->session.used + session_ms < now) ||
        !user_find(s->store, r->session.user, &r->user, &ignored))
        return;
    r->has_session = true;
    presence_note(s->attendance, r->user.id, server_ms(s));
    if (r->session.used + touch_ms < now)
        login_session_touch(s->store, r->session.id, now, &ignored);
}

// Where the page that sends this came from. Programs say nothing, and have a token or nothing to
// lose.
static bool origin_is_ours(const Request *r) {
    const Server *s = r->server;
    const char *origin = r->head.origin;
    if (*s->origin)
        return !strcmp(origin, s->origin);
    return !strncmp(origin, "http://", 7) && !strcmp(origin + 7, r->head.host);
}

// Without an --origin the server is spoken to by number or as localhost; a name could be somebody
// else's that points here.
static bool host_is_ours(const Request *r) {
    const Server *s = r->server;
    const char *host = r->head.host;
    if (*s->origin)
        return true;
    size_t len = strcspn(host, ":");
    bool number = strspn(host, "0123456789.") == len || *host == '[';
    return number || (len == 9 && !strncmp(host, "localhost", 9));
}

static Status check_origin(const Request *r, Error *err) {
    bool changes = strcmp(r->method, "GET") != 0 && strcmp(r->method, "HEAD") != 0;
    bool socket = r->head.upgrades > 0;
    bool bearer = r->has_session && r->session.is_token;
    const char *site = r->head.fetch_site;
    bool foreign = (r->head.origin && !origin_is_ours(r)) ||
                   (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0);
    bool needed = r->has_session && !bearer && !r->head.origin;
    if (!(changes || socket) || (!foreign && !needed))
        return STATUS_OK;
    error_set(err,
              needed ? "a request with a cookie says its Origin" : "this comes from another site");
    return STATUS_WRONG_ORIGIN;
}

static Status check_body(const Request *r, Error *err) {
    const char *type = r->head.content_type;
    if (strcmp(r->method, "POST") != 0 || r->body.len == 0)
        return STATUS_OK;
    if (type && !strncmp(type, "application/json", 16) && strchr("; ", type[16]))
        return STATUS_OK;
    error_set(err, "send it as application/json");
    return STATUS_WRONG_TYPE;
}

static Status check_needs(const Request *r, RouteNeeds needs, Error *err) {
    if (needs == NEEDS_LOOPBACK && !address_is_loopback(r->address)) {
        error_set(err, "there is nothing here");
        return STATUS_NOT_FOUND;
    }
    if ((needs == NEEDS_SESSION || needs == NEEDS_ACCOUNT) && !r->has_session) {
        error_set(err, "POST /api/session first");
        return STATUS_NO_SESSION;
    }
    if (needs == NEEDS_ACCOUNT && r->user.kind != USER_ACCOUNT) {
        error_set(err, "this needs an account");
        return STATUS_GUESTS_NOT;
    }
    return STATUS_OK;
}

static Status check(Request *r, const Route **route, Error *err) {
    Status no = STATUS_OK;
    if (!r->path_is_sound) {
        error_set(err, "there is nothing at such an address");
        return STATUS_NOT_FOUND;
    }
    if (!host_is_ours(r)) {
        error_set(err, "this server has no name; the one who runs it can give it one by --origin");
        return STATUS_WRONG_ORIGIN;
    }
    *route = find(r, &no);
    if (no) {
        error_set(err, "%s", status_info(no)->means);
        return no;
    }
    find_session(r);
    no = check_origin(r, err);
    if (!no)
        no = check_needs(r, (*route)->needs, err);
    return no ? no : check_body(r, err);
}

void route_dispatch(Request *r) {
    Error err = {0};
    const Route *route = NULL;
    server_now(r->server);
    r->status = 200;
    r->type = "application/json";
    Status no = r->server->stopping ? STATUS_UNAVAILABLE : check(r, &route, &err);
    if (!no)
        no = route->run(r, &err);
    if (no)
        request_refuse(r, no, err.text);
    if (no == STATUS_NOT_FOUND)
        respond_not_found_page(r);
}

// ---- Waiting for something to change

static void wake_with_answer(Request *r) {
    Error err = {0};
    Status no = r->answering(r, r->awaited.text, &err);
    if (no)
        request_refuse(r, no, err.text);
}

Status request_long_poll(Request *r, LongPollHandler *answer, Error *err) {
    char text[16];
    int64_t after = -1;
    const char *id = r->path.parts[r->path.count - 1];
    if (request_query(r, "after", text, sizeof text) &&
        !number_parse(text, 0, INT_MAX, &after, err))
        return STATUS_BAD_VALUE;
    Status no = answer(r, id, err);
    if (no || after < r->after)
        return no;
    snprintf(r->awaited.text, sizeof r->awaited.text, "%s", id);
    r->until_ms = server_ms(r->server) + LIMIT_LONG_POLL_S * 1000;
    r->answering = answer;
    r->wake = wake_with_answer;
    http_wait_for_change(r);
    return STATUS_OK;
}

// ---- Small ones

Status route_socket(Request *r, Error *err) {
    if (strcmp(r->method, "GET") != 0 || !headers_ask_for_websocket(&r->head)) {
        error_set(err,
                  "ask for a WebSocket: Upgrade, Connection, Sec-WebSocket-Key and -Version 13");
        return STATUS_MALFORMED;
    }
    int most = LIMIT_SOCKETS_PER_ADDRESS * r->server->options.crowd;
    if (websockets_from(r->server, r->network) >= most) {
        error_set(err, "%d sockets are open from this address", most);
        return STATUS_TOO_MANY;
    }
    if (r->server->sockets.count >= LIMIT_SOCKETS) {
        error_set(err, "too many sockets are open");
        return STATUS_TOO_MANY;
    }
    r->becomes_socket = true;
    return STATUS_OK;
}

Status route_health(Request *r, Error *err) {
    if (r->server->cannot_write) {
        error_set(err, "the last write failed");
        return STATUS_UNAVAILABLE;
    }
    r->type = "text/plain; charset=utf-8";
    str_add_text(&r->answer, "ok\n");
    return STATUS_OK;
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
        {"refusals_total", "counter", "requests and messages refused", c->refusals},
        {"messages_total", "counter", "messages on sockets", c->messages},
        {"moves_asked_total", "counter", "moves asked for by people", c->moves},
        {"games_total", "counter", "games begun", c->games},
        {"commits_total", "counter", "batches written", c->commits},
        {"failed_commits_total", "counter", "batches that could not be written", c->failed_commits},
        {"sockets_opened_total", "counter", "sockets opened", c->sockets_opened},
        {"logins_failed_total", "counter", "wrong passwords", c->logins_failed},
        {"tasks_total", "counter", "moves of levels", c->tasks},
        {"tasks_failed_total", "counter", "tries of levels that failed", c->tasks_failed},
        {"sockets", "gauge", "open sockets", s->sockets.count},
        {"games_waiting", "gauge", "games that wait for somebody", count.waiting},
        {"games_playing", "gauge", "games going on", count.playing},
        {"rooms", "gauge", "games in memory", count.loaded_sessions},
        {"gatherings", "gauge", "games looked at together", study_rooms_count(s->gatherings)},
        {"tasks_waiting", "gauge", "games in the queue of the levels",
         worker_pool_queued(s->workers)},
        {"analyses_waiting", "gauge", "questions in the queue of the analyses",
         analysis_queue_waiting(s->analyses)},
        {"thinkers_busy", "gauge", "processes that think", worker_pool_busy(s->workers)},
        {"uptime_seconds", "gauge", "since the start", (server_ms(s) - s->started_ms) / 1000},
    };
    r->type = "text/plain; version=0.0.4; charset=utf-8";
    for (int i = 0; i < COUNT(rows); i++)
        add_metric(&r->answer, rows[i].name, rows[i].type, rows[i].help, rows[i].value);
    return STATUS_OK;
}
