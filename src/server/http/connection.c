#include "server/http/connection.h"

#include "base/mem.h"
#include "server/http/routes.h"
#include "server/server_internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    READ_BYTES = 8192,
    ACCEPTS_PER_EVENT = 64,
    SENT_PER_EVENT = 256 << 10, // then it is somebody else's turn
    LINGER_MS = 2000,
};

// ---- Client address

static void format_address(const struct sockaddr_storage *from, char *out) {
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)(const void *)from;
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)(const void *)from;
    const char *done = from->ss_family == AF_INET
                           ? inet_ntop(AF_INET, &v4->sin_addr, out, ADDRESS_SIZE)
                           : inet_ntop(AF_INET6, &v6->sin6_addr, out, ADDRESS_SIZE);
    if (!done)
        snprintf(out, ADDRESS_SIZE, "unknown");
}

// ---- Closing

static void accept_again(Connections *all);

static void free_connection(uv_handle_t *handle) {
    Connection *c = handle->data;
    if (c->fd >= 0)
        close(c->fd);
    request_parser_release(&c->parser);
    str_release(&c->head);
    mem_free(c);
}

// Removes the connection everywhere; its memory is freed when the loop has closed the handle.
static void close_connection(Connection *c) {
    Connections *all = http_connections(c->server->http);
    if (uv_is_closing((uv_handle_t *)&c->poll))
        return;
    request_free(c->request);
    c->request = NULL;
    *c->link = c->next;
    if (c->next)
        c->next->link = c->link;
    all->count--;
    uv_poll_stop(&c->poll);
    uv_close((uv_handle_t *)&c->poll, free_connection);
    accept_again(all);
}

static bool is_closed(const Connection *c) {
    return uv_is_closing((const uv_handle_t *)&c->poll);
}

// ---- Polling

static void on_ready(uv_poll_t *poll, int status, int events);

// A connection that waits is polled on, because most wait only until the end of the loop iteration.
static void poll_for_state(Connection *c) {
    int events = c->state == CONNECTION_SENDING ? UV_WRITABLE : UV_READABLE;
    if (c->state == CONNECTION_WAITING || c->polled_for == events || is_closed(c))
        return;
    c->polled_for = events;
    uv_poll_start(&c->poll, events, on_ready);
}

static void stop_polling(Connection *c) {
    c->polled_for = 0;
    uv_poll_stop(&c->poll);
}

// ---- Reading

void connection_set_deadline(Connection *c, int ms) {
    c->since_ms = server_ms(c->server);
    c->deadline_ms = c->since_ms + ms;
}

static void set_deadline(Connection *c, int seconds) {
    connection_set_deadline(c, seconds * 1000);
}

// Returns true if the state has changed.
static bool read_head(Connection *c) {
    RequestHead head;
    const char *error;
    HeadResult result = request_parser_head(&c->parser, &head, &error);
    if (result == HEAD_INCOMPLETE)
        return false;
    set_deadline(c, LIMIT_BODY_S);
    c->keep_alive = head.keep_alive;
    c->state = CONNECTION_BODY;
    c->request = request_new(c, &head);
    if (result == HEAD_COMPLETE)
        request_begin(c->request);
    else
        request_reject_head(c->request, result == HEAD_TOO_LARGE, error);
    return true;
}

static bool read_body(Connection *c) {
    Request *r = c->request;
    if (request_parser_body(&c->parser, r->body_len, &r->body)) {
        request_dispatch(r);
        return c->state != CONNECTION_WAITING;
    }
    if (r->expects_continue) {
        static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
        r->expects_continue = false;
        send(c->fd, go_on, sizeof go_on - 1, MSG_NOSIGNAL); // the first bytes: they fit
    }
    return false;
}

// ---- Sending

// Closing at once would reset the connection if input is unread, and the client could lose the
// response.
static void begin_linger(Connection *c) {
    shutdown(c->fd, SHUT_WR);
    request_parser_release(&c->parser);
    c->state = CONNECTION_LINGERING;
    connection_set_deadline(c, LINGER_MS);
}

// Passes the descriptor on to a WebSocket. The old handle is closed first: closing stops the
// polling of its descriptor.
static void become_websocket(Connection *c) {
    const Request *r = c->request;
    char network[ADDRESS_SIZE];
    memcpy(network, r->network, sizeof network);
    WebSocketStart start = {
        .server = c->server,
        .user = r->user.id,
        .session = r->session.id,
        .network = network,
        .fd = c->fd,
        .extra = str_text(&c->parser.input),
        .extra_len = c->parser.input.len,
    };
    close_connection(c);
    c->fd = -1;
    websocket_open(&start);
}

static void end_upgrade(Connection *c) {
    if (request_may_upgrade(c->request))
        become_websocket(c);
    else
        close_connection(c);
}

static void end_response(Connection *c) {
    if (c->request->upgrades_to_websocket) {
        end_upgrade(c);
        return;
    }
    request_free(c->request);
    c->request = NULL;
    str_release(&c->head);
    c->body = NULL;
    c->body_len = c->sent = 0;
    if (!c->keep_alive) {
        begin_linger(c);
        return;
    }
    c->state = CONNECTION_HEAD;
    set_deadline(c, c->parser.input.len > 0 ? LIMIT_HEADERS_S : LIMIT_IDLE_S);
}

// One call of sendmsg: what is left of the head, then of the body.
static ssize_t send_part(const Connection *c) {
    size_t head_sent = c->sent < c->head.len ? c->sent : c->head.len;
    size_t body_sent = c->sent - head_sent;
    struct iovec parts[2] = {{c->head.data + head_sent, c->head.len - head_sent}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 1};
    if (c->body_len > body_sent)
        parts[message.msg_iovlen++] =
            (struct iovec){(void *)(uintptr_t)(c->body + body_sent), c->body_len - body_sent};
    return sendmsg(c->fd, &message, MSG_NOSIGNAL);
}

static bool send_response(Connection *c) {
    size_t begin = c->sent;
    while (c->sent < c->head.len + c->body_len) {
        ssize_t n = c->sent - begin < SENT_PER_EVENT ? send_part(c) : 0;
        if (n > 0) {
            c->sent += (size_t)n;
        } else if (n == 0 || errno == EAGAIN || errno == EWOULDBLOCK) {
            return false;
        } else if (errno != EINTR) {
            close_connection(c);
            return false;
        }
    }
    end_response(c);
    return !is_closed(c);
}

// ---- The state machine

static bool step(Connection *c) {
    switch (c->state) {
    case CONNECTION_HEAD:
        return read_head(c);
    case CONNECTION_BODY:
        return read_body(c);
    case CONNECTION_SENDING:
        return send_response(c);
    case CONNECTION_WAITING:
    case CONNECTION_LINGERING:
        break;
    }
    return false;
}

void connection_run(Connection *c) {
    c->is_running = true;
    while (step(c))
        continue;
    c->is_running = false;
    poll_for_state(c);
}

static void receive(Connection *c) {
    char bytes[READ_BYTES];
    ssize_t n = recv(c->fd, bytes, sizeof bytes, 0);
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return;
    if (n <= 0) {
        close_connection(c);
        return;
    }
    if (c->state == CONNECTION_LINGERING)
        return;
    // A trickle of bytes must not keep an idle connection open.
    if (c->state == CONNECTION_HEAD && c->parser.input.len == 0)
        set_deadline(c, LIMIT_HEADERS_S);
    request_parser_feed(&c->parser, bytes, (size_t)n);
}

static void on_ready(uv_poll_t *poll, int status, int events) {
    Connection *c = poll->data;
    Server *s = c->server;
    if (c->state == CONNECTION_WAITING) {
        stop_polling(c);
        return;
    }
    if (status < 0)
        close_connection(c);
    else if (events & UV_READABLE)
        receive(c);
    if (!is_closed(c))
        connection_run(c);
    server_limit_iteration(s);
}

void connections_extend(Connections *all, int64_t ms) {
    for (Connection *c = all->first; c; c = c->next)
        if (c->deadline_ms != INT64_MAX)
            c->deadline_ms += ms;
}

void connections_tick(Connections *all, int64_t now_ms) {
    for (Connection *c = all->first, *next; c; c = next) {
        next = c->next;
        if (c->deadline_ms <= now_ms)
            close_connection(c);
    }
    accept_again(all);
}

// ---- Accepting

// The kernel's half of the backpressure limit: it would let its buffer grow to megabytes.
static void set_socket_options(int fd) {
    int unread = LIMIT_SEND_BUFFER / 2, yes = 1;
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &unread, sizeof unread);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

// Limits the connections per network. Behind a proxy all have its address: no limit.
static bool is_welcome(const Server *s, const char *network) {
    int count = 0;
    for (const Connection *c = http_connections(s->http)->first; c; c = c->next)
        count += !strcmp(c->network, network);
    return s->options.behind_proxy ||
           count < LIMIT_CONNECTIONS_PER_ADDRESS * s->options.rate_limit_factor;
}

static void open_connection(Server *s, int fd, const char *address, const char *network) {
    Connections *all = http_connections(s->http);
    Connection *c = mem_alloc(sizeof *c);
    if (uv_poll_init_socket(&s->loop, &c->poll, fd) != 0) {
        close(fd);
        mem_free(c);
        return;
    }
    c->server = s;
    c->fd = fd;
    memcpy(c->address, address, sizeof c->address);
    memcpy(c->network, network, sizeof c->network);
    request_parser_init(&c->parser, LIMIT_HEADERS);
    set_socket_options(fd);
    set_deadline(c, LIMIT_HEADERS_S);
    c->poll.data = c;
    c->next = all->first;
    c->link = &all->first;
    if (c->next)
        c->next->link = &c->next;
    all->first = c;
    all->count++;
    poll_for_state(c);
}

// The connection that has kept us waiting longest, for its request or for the client to read; NULL:
// all wait for us. That which is running does, too: this may be the nested loop.
static Connection *longest_waiting(const Connections *all) {
    Connection *longest = NULL;
    for (Connection *c = all->first; c; c = c->next)
        if (c->state != CONNECTION_WAITING && !c->is_running &&
            (!longest || c->since_ms < longest->since_ms))
            longest = c;
    return longest;
}

static bool has_room(const Connections *all) {
    return all->count < LIMIT_CONNECTIONS || longest_waiting(all);
}

// With enough networks of IPv6 one stranger could otherwise keep everybody else out.
static void make_room(const Connections *all) {
    if (all->count >= LIMIT_CONNECTIONS)
        close_connection(longest_waiting(all));
}

// Returns 0, or the error of accept.
static int accept_one(Server *s, int listen_fd) {
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    int fd = accept(listen_fd, (struct sockaddr *)&from, &size);
    if (fd < 0)
        return errno == ECONNABORTED || errno == EINTR ? 0 : errno;
    fcntl(fd, F_SETFD, FD_CLOEXEC); // libuv makes it non-blocking
    char address[ADDRESS_SIZE] = "", network[ADDRESS_SIZE] = "";
    format_address(&from, address);
    address_network(address, network);
    if (is_welcome(s, network)) {
        make_room(http_connections(s->http));
        open_connection(s, fd, address, network);
    } else {
        close(fd);
    }
    return 0;
}

static bool is_shortage(int error) {
    return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

static void on_connect(uv_poll_t *poll, int status, int events) {
    (void)status;
    (void)events;
    Server *s = poll->data;
    Connections *all = http_connections(s->http);
    int error = 0;
    for (int i = 0; !error && i < ACCEPTS_PER_EVENT && has_room(all); i++)
        error = accept_one(s, all->listen_fd);
    // Without a free descriptor the listener stays readable: polling it would keep a core busy.
    all->is_paused = is_shortage(error) || !has_room(all);
    if (all->is_paused)
        uv_poll_stop(&all->listener);
}

static void accept_again(Connections *all) {
    if (!all->is_paused || all->listen_fd < 0)
        return;
    all->is_paused = false;
    uv_poll_start(&all->listener, UV_READABLE, on_connect);
}

// ---- The nested loop

static void serve_listener(void *owner, short events) {
    Connections *all = owner;
    (void)events;
    on_connect(&all->listener, 0, UV_READABLE);
}

// After the response to an upgrade the session is read again, which needs the database.
static bool can_be_served(const Connection *c) {
    return !c->is_running && c->state != CONNECTION_WAITING &&
           !(c->request && c->request->upgrades_to_websocket);
}

static void serve_connection(void *owner, short events) {
    Connection *c = owner;
    (void)events;
    if (!is_closed(c)) // it may have been closed since the poll, to make room
        on_ready(&c->poll, 0, c->state == CONNECTION_SENDING ? UV_WRITABLE : UV_READABLE);
}

void connections_poll(Connections *all, PollSet *set) {
    if (all->listen_fd >= 0 && !all->is_paused)
        poll_set_add(set, all->listen_fd, POLLIN, serve_listener, all);
    for (Connection *c = all->first; c; c = c->next)
        if (can_be_served(c))
            poll_set_add(set, c->fd, c->state == CONNECTION_SENDING ? POLLOUT : POLLIN,
                         serve_connection, c);
}

// ---- Listening

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

bool connections_listen(Server *s, Error *err) {
    Connections *all = http_connections(s->http);
    all->listen_fd = open_listener(&s->options, err);
    if (all->listen_fd < 0)
        return false;
    uv_poll_init(&s->loop, &all->listener, all->listen_fd);
    all->listener.data = s;
    uv_poll_start(&all->listener, UV_READABLE, on_connect);
    return true;
}

int connections_port(const Connections *all) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(all->listen_fd, (struct sockaddr *)&address, &size) != 0)
        return 0;
    return ntohs(address.ss_family == AF_INET6
                     ? ((const struct sockaddr_in6 *)(const void *)&address)->sin6_port
                     : ((const struct sockaddr_in *)(const void *)&address)->sin_port);
}

void connections_stop_listening(Connections *all) {
    if (all->listen_fd < 0)
        return;
    uv_poll_stop(&all->listener);
    close(all->listen_fd);
    all->listen_fd = -1;
}

void connections_close(Connections *all, uv_close_cb closed) {
    connections_stop_listening(all);
    while (all->first)
        close_connection(all->first);
    uv_close((uv_handle_t *)&all->listener, closed);
}
