#include "server/http/http.h"

#include "base/mem.h"
#include "server/accounts/secret.h"
#include "server/http/routes.h"
#include "server/server_internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <unistd.h>

// A TCP connection and its deadline.
typedef struct Connection Connection;
struct Connection {
    Connection *next, **link; // the pointer to this one
    int fd;
    char network[ADDRESS_SIZE];
    int64_t deadline_ms; // INT64_MAX: the client waits for us
};

struct Http {
    struct MHD_Daemon *daemon;
    uv_poll_t poll;
    uv_timer_t timer;
    Connection *connections;
    Request *held;       // responses held until the commit
    Request *long_polls; // requests suspended until something changes
    Request *on_thread;  // requests that wait for a thread
    int listen_fd;
    bool must_run;
};

// ---- Client address and headers

static void format_address(const struct sockaddr *from, char *out) {
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)(const void *)from;
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)(const void *)from;
    const char *done = from->sa_family == AF_INET
                           ? inet_ntop(AF_INET, &v4->sin_addr, out, ADDRESS_SIZE)
                           : inet_ntop(AF_INET6, &v6->sin6_addr, out, ADDRESS_SIZE);
    if (!done)
        snprintf(out, ADDRESS_SIZE, "unknown");
}

static void format_network(const struct sockaddr *from, char *out) {
    char address[ADDRESS_SIZE];
    format_address(from, address);
    address_network(address, out);
}

// Behind a trusted proxy on this machine the client address is in X-Forwarded-For.
static void find_address(Request *r) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    snprintf(r->address, sizeof r->address, "unknown");
    if (info && info->client_addr)
        format_address(info->client_addr, r->address);
    char forwarded[ADDRESS_SIZE];
    if (r->server->options.behind_proxy && address_is_loopback(r->address) &&
        r->headers.forwarded_for &&
        forwarded_address(r->headers.forwarded_for, forwarded, sizeof forwarded))
        memcpy(r->address, forwarded, sizeof forwarded);
    address_network(r->address, r->network);
}

static enum MHD_Result add_header(void *context, enum MHD_ValueKind kind, const char *name,
                                  const char *value) {
    (void)kind;
    headers_add(context, name, value);
    return MHD_YES;
}

// ---- Deadlines

static void set_deadline(struct MHD_Connection *connection, int64_t deadline_ms) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    Connection *c = info ? info->socket_context : NULL;
    if (c)
        c->deadline_ms = deadline_ms;
}

// The kernel's half of the backpressure limit: it would let its buffer grow to megabytes.
static void limit_send_buffer(int fd) {
    int unread = LIMIT_SEND_BUFFER / 2;
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &unread, sizeof unread);
}

// Limits the connections per network; libmicrohttpd's own limit is per address, of which an IPv6
// network has plenty. Behind a proxy all connections have its address: no limit.
static enum MHD_Result accept_policy(void *context, const struct sockaddr *from, socklen_t len) {
    (void)len;
    const Server *s = context;
    char network[ADDRESS_SIZE];
    format_network(from, network);
    int count = 0;
    for (const Connection *c = s->http->connections; c; c = c->next)
        count += !strcmp(c->network, network);
    int max = LIMIT_CONNECTIONS_PER_ADDRESS * s->options.rate_limit_factor;
    return s->options.behind_proxy || count < max ? MHD_YES : MHD_NO;
}

static void on_connection(void *context, struct MHD_Connection *connection, void **connection_slot,
                          enum MHD_ConnectionNotificationCode code) {
    Server *s = context;
    Connection *c = *connection_slot;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        limit_send_buffer(info->connect_fd);
        *connection_slot = c = mem_alloc(sizeof *c);
        *c = (Connection){.next = s->http->connections,
                          .link = &s->http->connections,
                          .fd = info->connect_fd,
                          .deadline_ms = server_ms(s) + LIMIT_HEADERS_S * 1000};
        const union MHD_ConnectionInfo *client =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
        if (client && client->client_addr)
            format_network(client->client_addr, c->network);
        if (c->next)
            c->next->link = &c->next;
        s->http->connections = c;
    } else if (c) {
        *c->link = c->next;
        if (c->next)
            c->next->link = c->link;
        mem_free(c);
        *connection_slot = NULL;
    }
}

static void run_daemon(Http *h);

// libmicrohttpd's own timeout only covers inactivity. And when file descriptors run out, it stops
// listening until it runs again, which no event would make it do.
void http_tick(Http *h, int64_t now_ms) {
    for (const Connection *c = h->connections; c; c = c->next)
        if (c->deadline_ms <= now_ms)
            shutdown(c->fd, SHUT_RDWR);
    run_daemon(h);
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

static const struct {
    const char *name, *value;
} security_headers[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
     "img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self' blob:; "
     "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
     "frame-ancestors 'none'; object-src 'none'; "
     "require-trusted-types-for 'script'; trusted-types pentad"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

// The variant of the file to send, plain or gzip; NULL if the response is not a file.
static const FileVariant *variant_of(const Request *r) {
    bool packed = r->file && r->file->gzip.bytes.len > 0 &&
                  header_list_accepts(r->headers.accept_encoding, "gzip");
    return !r->file ? NULL : packed ? &r->file->gzip : &r->file->plain;
}

// False for the page of a 404.
static bool is_static_file(const Request *r) {
    return r->file && r->status == MHD_HTTP_OK;
}

static const char *cache_control(const Request *r) {
    return !is_static_file(r)     ? "no-store"
           : r->file_is_immutable ? "public, max-age=31536000, immutable"
                                  : "no-cache";
}

static void add_file_headers(const Request *r, const FileVariant *variant,
                             struct MHD_Response *response) {
    if (variant == &r->file->gzip)
        MHD_add_response_header(response, "Content-Encoding", "gzip");
    if (r->file->gzip.bytes.len > 0)
        MHD_add_response_header(response, "Vary", "Accept-Encoding");
    if (is_static_file(r))
        MHD_add_response_header(response, "ETag", variant->etag);
}

static void add_headers(const Request *r, const FileVariant *variant,
                        struct MHD_Response *response) {
    for (size_t i = 0; i < sizeof security_headers / sizeof security_headers[0]; i++)
        MHD_add_response_header(response, security_headers[i].name, security_headers[i].value);
    if (r->server->secure)
        MHD_add_response_header(response, "Strict-Transport-Security", "max-age=31536000");
    MHD_add_response_header(response, "Cache-Control", cache_control(r));
    if (r->type)
        MHD_add_response_header(response, "Content-Type", r->type);
    if (r->location)
        MHD_add_response_header(response, "Location", r->location);
    if (variant)
        add_file_headers(r, variant, response);
    if (*r->session_cookie)
        MHD_add_response_header(response, "Set-Cookie", r->session_cookie);
    if (*r->device_cookie)
        MHD_add_response_header(response, "Set-Cookie", r->device_cookie);
    if (r->status == 405)
        MHD_add_response_header(response, "Allow", "GET, HEAD, POST, DELETE");
}

// Duplicates the descriptor for the WebSocket, so that libmicrohttpd can free the connection and
// its 7 kB.
static void on_upgrade(void *context, struct MHD_Connection *connection, void *request,
                       const char *extra, size_t extra_len, MHD_socket fd,
                       struct MHD_UpgradeResponseHandle *handle) {
    (void)connection;
    (void)context;
    Request *r = request;
    int yes = 1, socket_fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (socket_fd >= 0) {
        setsockopt(socket_fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        websocket_open(&(WebSocketStart){
            .server = r->server,
            .user = r->user.id,
            .session = r->session.id,
            .network = r->network,
            .fd = socket_fd,
            .extra = extra,
            .extra_len = extra_len,
        });
    }
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
    http_run_this_iteration(r->server->http);
}

static enum MHD_Result send_upgrade(Request *r) {
    struct MHD_Response *response = MHD_create_response_for_upgrade(on_upgrade, NULL);
    if (!response)
        return MHD_NO;
    WebSocketAccept accept = websocket_accept_key(r->headers.websocket_key);
    MHD_add_response_header(response, "Upgrade", "websocket");
    MHD_add_response_header(response, "Sec-WebSocket-Accept", accept.text);
    enum MHD_Result result =
        MHD_queue_response(r->connection, MHD_HTTP_SWITCHING_PROTOCOLS, response);
    MHD_destroy_response(response);
    return result;
}

static void release_files(void *files) {
    static_files_release(files);
}

// A file is sent from the memory that all its responses share. NULL if memory is short.
static struct MHD_Response *make_response(Request *r, const FileVariant *variant, bool has_body) {
    if (!has_body || !variant)
        return MHD_create_response_from_buffer(has_body ? r->response.len : 0,
                                               (void *)(uintptr_t)str_text(&r->response),
                                               MHD_RESPMEM_MUST_COPY);
    struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback_cls(
        variant->bytes.len, (void *)(uintptr_t)str_text(&variant->bytes), release_files, r->files);
    if (response)
        static_files_retain(r->files);
    return response;
}

static enum MHD_Result send_response(Request *r) {
    set_deadline(r->connection, server_ms(r->server) + LIMIT_RESPONSE_S * 1000);
    if (r->upgrades_to_websocket)
        return send_upgrade(r);
    const FileVariant *variant = variant_of(r);
    bool known = is_static_file(r) && header_list_has_etag(r->headers.if_none_match, variant->etag);
    struct MHD_Response *response = make_response(r, variant, !known);
    if (!response)
        return MHD_NO; // closes the connection
    add_headers(r, variant, response);
    enum MHD_Result result = MHD_queue_response(
        r->connection, known ? MHD_HTTP_NOT_MODIFIED : (unsigned)r->status, response);
    MHD_destroy_response(response);
    return result;
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

void http_wait_for_change(Request *r) {
    list_add(r, &r->server->http->long_polls);
}

void http_wait_for_thread(Request *r) {
    list_add(r, &r->server->http->on_thread);
}

void http_resume(Request *r) {
    list_remove(r);
    list_add(r, &r->server->http->held);
}

static void release(Request *r) {
    list_remove(r);
    if (r->suspended) {
        r->suspended = false;
        MHD_resume_connection(r->connection);
    }
}

void http_run_this_iteration(Http *h) {
    h->must_run = true;
}

void http_send_held(Server *s, bool written) {
    if (!s->http->held && !s->http->must_run)
        return;
    s->http->must_run = false;
    while (s->http->held) {
        Request *r = s->http->held;
        if (!written)
            request_refuse(r, STATUS_UNAVAILABLE,
                           "the server cannot write at the moment; nothing was changed");
        release(r);
    }
    run_daemon(s->http); // libmicrohttpd notices resumed connections only when it runs
}

static void wake(Request *r) {
    list_remove(r);
    r->wake(r);
    if (!r->list)
        http_resume(r);
}

static bool waits_for(const Request *r, const GameId *game, const UserId people[3]) {
    if (*r->awaited_id.text)
        return !strcmp(r->awaited_id.text, game->text);
    return r->user.id == people[0] || r->user.id == people[1];
}

void http_wake_waiting(Server *s, const GameId *game, const UserId people[3]) {
    for (Request *r = s->http->long_polls, *next; r; r = next) {
        next = r->next;
        if (waits_for(r, game, people))
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

// The page is many small, cheap files, and one address may be a whole class: files have their own,
// larger rate limit.
static RateLimitKind rate_limit_of(const Request *r) {
    bool reads = !strcmp(r->method, "GET") || !strcmp(r->method, "HEAD");
    return reads && r->path_is_valid && !path_is_api(&r->path) ? RATE_LIMIT_FILES
                                                               : RATE_LIMIT_REQUESTS;
}

static enum MHD_Result check_query_value(void *context, enum MHD_ValueKind kind, const char *name,
                                         const char *value) {
    (void)kind;
    bool *has_nul = context;
    *has_nul |= strstr(name, "%00") || (value && strstr(value, "%00"));
    return MHD_YES;
}

static bool query_has_nul(const Request *r) {
    bool has_nul = false;
    MHD_get_connection_values(r->connection, MHD_GET_ARGUMENT_KIND, check_query_value, &has_nul);
    return has_nul;
}

static void check_headers(Request *r) {
    const char *fault = headers_error(&r->headers);
    if (fault)
        request_refuse(r, STATUS_MALFORMED, fault);
    else if (query_has_nul(r))
        request_refuse(r, STATUS_MALFORMED, "%00 in the query");
    else if (r->headers.length && strlen(r->headers.length) > 8)
        request_refuse(r, STATUS_TOO_LARGE, "at most 4096 bytes");
    else if (!rate_limiter_take(r->server->rate_limiter, rate_limit_of(r), r->network,
                                server_ms(r->server)))
        request_refuse(r, STATUS_TOO_MANY, "too many requests; wait a moment");
}

static enum MHD_Result begin_request(Request *r, const char *url, const char *method) {
    set_deadline(r->connection, server_ms(r->server) + LIMIT_BODY_S * 1000);
    r->method = method;
    r->files = static_files_retain(r->server->pages);
    MHD_get_connection_values(r->connection, MHD_HEADER_KIND, add_header, &r->headers);
    find_address(r);
    r->path_is_valid = strlen(url) <= LIMIT_URI && path_parse(url, &r->path);
    r->server->counters.requests++;
    check_headers(r);
    // With invalid headers the end of the body is unknown: respond without reading it.
    return r->status ? send_response(r) : MHD_YES;
}

static void append_body(Request *r, const char *bytes, size_t len) {
    if (r->body.len + len > LIMIT_BODY)
        r->too_large = true;
    else
        str_add_bytes(&r->body, bytes, len);
}

static enum MHD_Result dispatch(Request *r) {
    r->dispatched = true;
    if (r->too_large)
        request_refuse(r, STATUS_TOO_LARGE, "at most 4096 bytes");
    else
        route_dispatch(r);
    if (!r->list && store_in_transaction(r->server->store))
        list_add(r, &r->server->http->held);
    if (!r->list)
        return send_response(r);
    r->suspended = true;
    set_deadline(r->connection, INT64_MAX);
    MHD_suspend_connection(r->connection);
    return MHD_YES;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *bytes,
                                  size_t *len, void **request) {
    (void)version;
    Request *r = *request;
    if (!r) {
        r = mem_alloc(sizeof *r);
        r->server = context;
        r->connection = connection;
        *request = r;
        return begin_request(r, url, method);
    }
    if (*len > 0) {
        append_body(r, bytes, *len);
        *len = 0;
        return MHD_YES;
    }
    return r->dispatched ? send_response(r) : dispatch(r);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **request,
                         enum MHD_RequestTerminationCode code) {
    (void)context;
    (void)code;
    Request *r = *request;
    if (!r)
        return;
    set_deadline(connection, server_ms(r->server) + LIMIT_IDLE_S * 1000);
    list_remove(r);
    str_release(&r->body);
    arena_release(&r->arena);
    str_release(&r->response);
    static_files_release(r->files);
    mem_free(r);
    *request = NULL;
}

// Disables unescaping in libmicrohttpd: path_parse and request_query do it.
static size_t keep_escaped(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

static int hex(char c) {
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c | 0x20) : NULL;
    return at ? (int)(at - digits) : -1;
}

bool request_query(const Request *r, const char *name, char *out, size_t size) {
    const char *value = MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
    if (!value)
        return false;
    size_t n = 0;
    for (; *value && n + 1 < size; value++) {
        char c = *value == '+' ? ' ' : *value;
        if (c == '%' && hex(value[1]) >= 0 && hex(value[2]) >= 0) {
            c = (char)(hex(value[1]) * 16 + hex(value[2]));
            value += 2;
        }
        if (c == '\0')
            return false;
        out[n++] = c;
    }
    out[n] = '\0';
    return !*value;
}

const Json *request_json(Request *r, Error *err) {
    return json_parse_object(&r->arena, str_text(&r->body), r->body.len, err);
}

bool request_fields(Request *r, const JsonField *table, const char *allowed, void *out,
                    Error *err) {
    const Json *json = request_json(r, err);
    return json && json_fill(json, table, allowed, out, err);
}

// ---- Event loop

static void set_timer(Http *h);

static void on_timer(uv_timer_t *timer) {
    run_daemon(timer->data);
}

static void on_ready(uv_poll_t *poll, int status, int events) {
    (void)status;
    (void)events;
    run_daemon(poll->data);
}

static void run_daemon(Http *h) {
    MHD_run(h->daemon);
    set_timer(h);
}

static void set_timer(Http *h) {
    MHD_UNSIGNED_LONG_LONG ms;
    if (MHD_get_timeout(h->daemon, &ms) == MHD_YES)
        uv_timer_start(&h->timer, on_timer, ms, 0);
    else
        uv_timer_stop(&h->timer);
}

static int open_listener(const ServerOptions *o, Error *err) {
    bool v6 = strchr(o->address, ':') != NULL;
    struct sockaddr_in v4_address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)o->port)};
    struct sockaddr_in6 v6_address = {.sin6_family = AF_INET6,
                                      .sin6_port = htons((uint16_t)o->port)};
    int parsed = v6 ? inet_pton(AF_INET6, o->address, &v6_address.sin6_addr)
                    : inet_pton(AF_INET, o->address, &v4_address.sin_addr);
    if (parsed != 1) {
        error_set(err,
                  "'%.60s' is not an IP address; 127.0.0.1 is this machine, 0.0.0.0 all networks",
                  o->address);
        return -1;
    }
    int fd = socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0),
        yes = 1;
    const struct sockaddr *address =
        v6 ? (const struct sockaddr *)&v6_address : (const struct sockaddr *)&v4_address;
    socklen_t size = v6 ? sizeof v6_address : sizeof v4_address;
    if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        bind(fd, address, size) == 0 && listen(fd, 1024) == 0)
        return fd;
    error_set(err, "%s port %d: %s%s", o->address, o->port, strerror(errno),
              errno == EADDRINUSE ? "; choose another with --port N" : "");
    if (fd >= 0)
        close(fd);
    return -1;
}

int http_port(const Http *h) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(h->listen_fd, (struct sockaddr *)&address, &size) != 0)
        return 0;
    return ntohs(address.ss_family == AF_INET6
                     ? ((const struct sockaddr_in6 *)(const void *)&address)->sin6_port
                     : ((const struct sockaddr_in *)(const void *)&address)->sin_port);
}

static void ignore_log(void *context, const char *format, va_list args) {
    (void)context;
    (void)format;
    (void)args;
}

Http *http_start(Server *s, Error *err) {
    int fd = open_listener(&s->options, err);
    if (fd < 0)
        return NULL;
    Http *h = mem_alloc(sizeof *h);
    h->listen_fd = fd;
    s->http = h;
    h->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0,
        accept_policy, s, on_request, s, MHD_OPTION_EXTERNAL_LOGGER, ignore_log, NULL,
        MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)LIMIT_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)LIMIT_IDLE_S,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)LIMIT_HEADERS + 1024,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL, MHD_OPTION_NOTIFY_CONNECTION,
        on_connection, s, MHD_OPTION_UNESCAPE_CALLBACK, keep_escaped, NULL, MHD_OPTION_END);
    if (!h->daemon) {
        error_set(err, "the HTTP server could not be started");
        close(fd);
        mem_free(h);
        s->http = NULL;
        return NULL;
    }
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    uv_poll_init(&s->loop, &h->poll, info->epoll_fd);
    uv_timer_init(&s->loop, &h->timer);
    h->poll.data = h->timer.data = h;
    uv_poll_start(&h->poll, UV_READABLE, on_ready);
    return h;
}

void http_stop_listening(Http *h) {
    if (h->listen_fd >= 0)
        MHD_quiesce_daemon(h->daemon);
}

static void on_closed(uv_handle_t *handle) {
    Http *h = handle->data;
    if (h->listen_fd >= 0)
        close(h->listen_fd);
    mem_free(h);
}

void http_stop(Http *h) {
    while (h->long_polls)
        http_resume(h->long_polls);
    while (h->held)
        release(h->held);
    MHD_run(h->daemon);
    uv_poll_stop(&h->poll);
    MHD_stop_daemon(h->daemon);
    uv_timer_stop(&h->timer);
    uv_close((uv_handle_t *)&h->timer, NULL);
    uv_close((uv_handle_t *)&h->poll, on_closed);
}
