#include "server/http/http.h"

#include "base/clock.h"
#include "base/mem.h"
#include "server/http/routes.h"
#include "server/server_internal.h"

#include <string.h>

struct Http {
    Connections connections;
    Request *held;       // responses held until the commit
    Request *released;   // those of them that are being sent
    Request *aside;      // those that are to be handled again
    Request *long_polls; // requests suspended until something changes
    Request *on_thread;  // requests that wait for a thread
    Request *on_jobs;    // requests that wait until the job queue was read
    Request *deferred;   // requests that came while the server waited for the database
    Request *due;        // those of them that are being handled
};

Connections *http_connections(Http *h) {
    return &h->connections;
}

// ---- Responses

void request_refuse(Request *r, Status why, const char *text) {
    str_clear(&r->response);
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    write_object(&w, "error");
    status_write(&w, why, text);
    write_end_object(&w);
    write_end_object(&w);
    r->status = status_info(why)->status;
    r->type = "application/json";
    r->file = NULL;
    r->upgrades_to_websocket = false;
    r->session_cookie[0] = r->device_cookie[0] = '\0';
    r->server->counters.rejected++;
}

// connection_run sends it.
static void set_response(Request *r) {
    Connection *c = r->connection;
    connection_set_deadline(c, LIMIT_RESPONSE_S * 1000);
    c->state = CONNECTION_SENDING;
    response_format(r, c);
    if (!r->wake) // a long poll waits on purpose
        metrics_observe(&r->server->metrics, LATENCY_REQUEST, clock_now_ns() - r->began_ns);
}

// ---- Suspended requests: held for the commit, long polls, password threads

static void list_add(Request *r, Request **list) {
    r->next = *list;
    r->list = list;
    *list = r;
}

static void list_remove(Request *r) {
    if (!r->list)
        return;
    Request **at = r->list;
    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    r->list = NULL;
}

static void list_move(Request *r, Request **list) {
    list_remove(r);
    list_add(r, list);
}

// Behind a proxy connections are not limited per address: without this a few clients could take
// all.
Status http_wait_for_change(Request *r, Error *err) {
    int near = 0, all = 0;
    for (const Request *at = r->server->http->long_polls; at; at = at->next, all++)
        near += !strcmp(at->network, r->network);
    if (near >= LIMIT_LONG_POLLS_PER_ADDRESS * r->server->options.rate_limit_factor ||
        all >= LIMIT_LONG_POLLS) {
        error_set(err, "%d requests are waiting already", near);
        return STATUS_TOO_MANY;
    }
    list_add(r, &r->server->http->long_polls);
    return STATUS_OK;
}

void http_wait_for_thread(Request *r) {
    list_add(r, &r->server->http->on_thread);
}

void http_resume(Request *r) {
    list_move(r, &r->server->http->held);
}

static void release(Request *r, bool written) {
    list_remove(r);
    if (!written)
        request_refuse(r, STATUS_UNAVAILABLE,
                       "the server cannot write at the moment; nothing was changed");
    set_response(r);
    connection_run(r->connection);
}

// The next request of a connection is handled as soon as the response is sent. If it writes, it is
// held too, but for the next commit.
void http_send_held(Server *s, bool written) {
    Http *h = s->http;
    while (h->held)
        list_move(h->held, &h->released);
    while (h->released)
        release(h->released, written);
}

static void retry(Request *r) {
    list_remove(r);
    str_clear(&r->response);
    r->read_game.text[0] = '\0';
    if (retry_is_over(&r->retry, server_ms(r->server))) {
        request_refuse(r, STATUS_UNAVAILABLE, conflict_text);
        set_response(r);
    } else {
        request_dispatch(r);
    }
    if (!r->list)
        connection_run(r->connection);
}

void http_set_aside(Server *s, const GameId *game, bool is_locked) {
    Http *h = s->http;
    for (Request *r = h->held, *next; r; r = next) {
        next = r->next;
        if (strcmp(r->read_game.text, game->text) != 0)
            continue;
        retry_set(&r->retry, is_locked, server_ms(s));
        list_move(r, &h->aside);
    }
}

int64_t http_retry(Server *s, int64_t now_ms) {
    int64_t next_ms = INT64_MAX;
    for (Request *r = s->http->aside, *next; r; r = next) {
        next = r->next;
        if (r->retry.due_ms <= now_ms)
            retry(r);
        else if (r->retry.due_ms < next_ms)
            next_ms = r->retry.due_ms;
    }
    return next_ms;
}

bool http_has_deferred(const Server *s) {
    return s->http->deferred != NULL;
}

// The list has the newest first. What is deferred meanwhile comes after the commit.
void http_run_deferred(Server *s) {
    Http *h = s->http;
    while (h->deferred)
        list_move(h->deferred, &h->due);
    for (Request *r; (r = h->due);) {
        list_remove(r);
        request_dispatch(r);
        if (!r->list)
            connection_run(r->connection);
    }
}

static void wake(Request *r) {
    list_remove(r);
    r->wake(r);
    if (!r->list)
        http_resume(r);
}

// Whoever waits for a turn had none before, so only a game with a turn can be news: listing all
// games of the user at every change would let one user with many polls slow everybody down.
static bool waits_for(const Request *r, const GameId *game, const UserId people[3]) {
    if (*r->awaited_id.text)
        return !strcmp(r->awaited_id.text, game->text);
    return (r->user.id == people[0] || r->user.id == people[1]) &&
           registry_is_turn_of(r->server->registry, game->text, r->user.id);
}

void http_wake_waiting(Server *s, const GameId *game, const UserId people[3]) {
    for (Request *r = s->http->long_polls, *next; r; r = next) {
        next = r->next;
        if (waits_for(r, game, people))
            wake(r);
    }
}

static void handle_again(Request *r) {
    str_clear(&r->response);
    route_dispatch(r);
}

void http_wait_for_jobs(Request *r) {
    r->wake = handle_again;
    list_add(r, &r->server->http->on_jobs);
}

void http_wake_job_readers(Server *s) {
    for (Request *r = s->http ? s->http->on_jobs : NULL, *next; r; r = next) {
        next = r->next;
        wake(r);
    }
}

void http_wake_timed_out(Server *s, int64_t now_ms) {
    for (Request *r = s->http->long_polls, *next; r; r = next) {
        next = r->next;
        if (now_ms >= r->deadline_ms)
            wake(r);
    }
}

// ---- Requests

// Behind a trusted proxy the client address is in X-Forwarded-For. If it cannot be read, the client
// is not on this machine, where the proxy may be.
static void find_address(Request *r) {
    const ServerOptions *options = &r->server->options;
    memcpy(r->address, r->connection->address, sizeof r->address);
    if (options->behind_proxy && proxy_is_trusted(options->trusted_proxy, r->address) &&
        r->headers.forwarded_for &&
        !forwarded_address(r->headers.forwarded_for, r->address, sizeof r->address))
        snprintf(r->address, sizeof r->address, "unknown");
    address_network(r->address, r->network);
}

Request *request_new(Connection *c, const RequestHead *head) {
    Request *r = mem_alloc(sizeof *r);
    r->server = c->server;
    r->connection = c;
    r->began_ns = clock_now_ns();
    r->head = head->text;
    r->method = head->method ? head->method : "";
    r->query = head->query ? head->query : "";
    r->path_is_valid =
        head->path && strlen(head->path) <= LIMIT_URI && path_parse(head->path, &r->path);
    r->headers = head->headers;
    r->body_len = head->body_len;
    r->expects_continue = head->expects_continue;
    r->files = static_files_retain(r->server->pages);
    find_address(r);
    r->server->counters.requests++;
    return r;
}

void request_free(Request *r) {
    if (!r)
        return;
    list_remove(r);
    str_release(&r->head);
    str_release(&r->body);
    arena_release(&r->arena);
    str_release(&r->response);
    static_files_release(r->files);
    mem_free(r);
}

// The page is many small, cheap files, and one address may be a whole class: files have their own,
// larger rate limit.
static RateLimitKind rate_limit_of(const Request *r) {
    bool reads = !strcmp(r->method, "GET") || !strcmp(r->method, "HEAD");
    return reads && r->path_is_valid && !path_is_api(&r->path) ? RATE_LIMIT_FILES
                                                               : RATE_LIMIT_REQUESTS;
}

// Refuses without reading the body, so nothing can follow it. Nor can anything after a refusal by
// the rate limit: it is twenty times longer than a request, and thousands could come at once.
static void refuse_early(Request *r, Status why, const char *text) {
    request_refuse(r, why, text);
    r->connection->keep_alive = false;
    set_response(r);
}

void request_begin(Request *r) {
    if (r->body_len > LIMIT_BODY)
        refuse_early(r, STATUS_TOO_LARGE, "at most 4096 bytes");
    else if (!rate_limiter_take(r->server->rate_limiter, rate_limit_of(r), r->network,
                                server_ms(r->server)))
        refuse_early(r, STATUS_TOO_MANY, "too many requests; wait a moment");
}

void request_reject_head(Request *r, bool too_large, const char *why) {
    r->connection->keep_alive = false;
    request_refuse(r, too_large ? STATUS_TOO_LARGE : STATUS_MALFORMED, why);
    if (too_large)
        r->status = 431; // 413 is for bodies
    set_response(r);
}

void request_dispatch(Request *r) {
    Http *h = r->server->http;
    bool needs_store = route_needs_store(r);
    if (needs_store && r->server->is_waiting)
        list_add(r, &h->deferred);
    else
        route_dispatch(r);
    if (!r->list && needs_store && store_in_transaction(r->server->store))
        list_add(r, &h->held);
    if (!r->list) {
        set_response(r);
        return;
    }
    r->connection->state = CONNECTION_WAITING;
    r->connection->deadline_ms = INT64_MAX;
}

// ---- Query and body

bool request_query(const Request *r, const char *name, char *out, size_t size) {
    return query_find(r->query, name, out, size);
}

const Json *request_json(Request *r, Error *err) {
    return json_parse_object(&r->arena, str_text(&r->body), r->body.len, err);
}

bool request_fields(Request *r, const JsonField *table, const char *allowed, void *out,
                    Error *err) {
    const Json *json = request_json(r, err);
    return json && json_fill(json, table, allowed, out, err);
}

// ---- Start and stop

Http *http_start(Server *s, Error *err) {
    s->http = mem_alloc(sizeof *s->http);
    if (connections_listen(s, err))
        return s->http;
    mem_free(s->http);
    s->http = NULL;
    return NULL;
}

int http_port(const Http *h) {
    return connections_port(&h->connections);
}

void http_stop_listening(Http *h) {
    connections_stop_listening(&h->connections);
}

void http_tick(Http *h, int64_t now_ms) {
    connections_tick(&h->connections, now_ms);
}

static void on_closed(uv_handle_t *handle) {
    Server *s = handle->data;
    mem_free(s->http);
    s->http = NULL;
}

void http_stop(Server *s) {
    http_wake_timed_out(s, INT64_MAX);
    http_send_held(s, true);
    connections_close(&s->http->connections, on_closed);
}
