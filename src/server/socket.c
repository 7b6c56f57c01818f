#include "server/inside.h"

#include "base/mem.h"
#include "server/messages.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

enum { PING_EVERY_S = 20 };

struct Socket {
    Socket *next, **link; // the pointer that points here
    Server *server;
    UserId user;
    int64_t session;
    char address[48];
    struct MHD_UpgradeResponseHandle *handle;
    uv_poll_t poll;
    int fd;
    uint8_t *extra; // bytes that came with the request and were not read yet
    size_t extra_len, extra_at;
    wslay_event_context_ptr ws;
    Watch *watches;
    Bucket messages;
    int64_t heard_ms, pinged_ms;
    bool wants_lobby, writes, doomed;
};

typedef struct PendingReply {
    Socket *socket; // NULL: it is gone
    int to;
    Str text;
} PendingReply;

// ---- Closing

static void free_socket(uv_handle_t *handle) {
    Socket *s = handle->data;
    wslay_event_context_free(s->ws);
    MHD_upgrade_action(s->handle, MHD_UPGRADE_ACTION_CLOSE);
    http_run_soon(s->server->http); // that closes it
    mem_free(s->extra);
    mem_free(s);
}

static void forget_replies(Socket *s) {
    Sockets *all = &s->server->sockets;
    for (int i = 0; i < all->reply_count; i++)
        if (all->replies[i].socket == s)
            all->replies[i].socket = NULL;
}

// Nothing may be told about it afterwards; the memory goes when the loop has let go of it.
static void drop(Socket *s) {
    if (uv_is_closing((uv_handle_t *)&s->poll))
        return;
    forget_replies(s);
    *s->link = s->next;
    if (s->next)
        s->next->link = s->link;
    s->server->sockets.count--;
    while (s->watches) {
        GameId game = s->watches->game;
        audience_remove(s->server->audience, &s->watches, game.text);
        server_tell_people(s->server, &game);
    }
    uv_poll_stop(&s->poll);
    uv_close((uv_handle_t *)&s->poll, free_socket);
}

// ---- Bytes

static void listen_to(Socket *s);

static ssize_t receive(wslay_event_context_ptr ctx, uint8_t *out, size_t len, int flags,
                       void *context) {
    (void)flags;
    Socket *s = context;
    if (s->extra_at < s->extra_len) {
        size_t n = s->extra_len - s->extra_at < len ? s->extra_len - s->extra_at : len;
        memcpy(out, s->extra + s->extra_at, n);
        s->extra_at += n;
        return (ssize_t)n;
    }
    ssize_t n;
    do
        n = recv(s->fd, out, len, 0);
    while (n < 0 && errno == EINTR);
    if (n > 0)
        s->heard_ms = server_ms(s->server);
    bool later = n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if (n <= 0)
        wslay_event_set_error(ctx, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return n > 0 ? n : -1;
}

static ssize_t transmit(wslay_event_context_ptr ctx, const uint8_t *bytes, size_t len, int flags,
                        void *context) {
    Socket *s = context;
    ssize_t n;
    int more = flags & WSLAY_MSG_MORE ? MSG_MORE : 0;
    do
        n = send(s->fd, bytes, len, MSG_NOSIGNAL | more);
    while (n < 0 && errno == EINTR);
    bool later = n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if (n < 0)
        wslay_event_set_error(ctx, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return n;
}

static void close_with(Socket *s, int status) {
    wslay_event_queue_close(s->ws, (uint16_t)status, NULL, 0);
}

static void received(wslay_event_context_ptr ctx, const struct wslay_event_on_msg_recv_arg *m,
                     void *context) {
    (void)ctx;
    Socket *s = context;
    if (wslay_is_ctrl_frame(m->opcode))
        return;
    if (m->opcode != WSLAY_TEXT_FRAME) {
        close_with(s, WSLAY_CODE_UNSUPPORTED_DATA);
        return;
    }
    if (!bucket_take(&s->messages, SOCKET_MESSAGES, SOCKET_SECONDS, server_ms(s->server))) {
        close_with(s, WSLAY_CODE_POLICY_VIOLATION);
        return;
    }
    s->server->counters.messages++;
    messages_receive(s, (const char *)m->msg, m->msg_length);
}

// Sends what there is; whoever does not read is closed.
static void flush(Socket *s) {
    if (s->doomed)
        return;
    bool done = wslay_event_get_close_sent(s->ws) && wslay_event_get_queued_msg_count(s->ws) == 0;
    if (wslay_event_send(s->ws) != 0 || done ||
        wslay_event_get_queued_msg_length(s->ws) > LIMIT_UNREAD ||
        (!wslay_event_want_read(s->ws) && !wslay_event_want_write(s->ws)))
        s->doomed = true;
    else if (s->writes != (bool)wslay_event_want_write(s->ws))
        listen_to(s);
}

static void ready(uv_poll_t *poll, int status, int events) {
    Socket *s = poll->data;
    bool broken = status < 0 || ((events & UV_READABLE) && wslay_event_recv(s->ws) != 0);
    if (broken) // it may still be told why
        wslay_event_send(s->ws);
    s->doomed |= broken;
    flush(s);
    if (s->doomed)
        drop(s);
}

static void listen_to(Socket *s) {
    s->writes = wslay_event_want_write(s->ws);
    uv_poll_start(&s->poll, UV_READABLE | (s->writes ? UV_WRITABLE : 0), ready);
}

// ---- Opening

static void greet(Socket *s) {
    UserRow user;
    Error ignored = {0};
    if (!people_find(s->server->store, s->user, &user, &ignored))
        return;
    Str text = {0};
    Writer w = writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "welcome");
    write_object(&w, "me");
    server_encode_me(s->server, &w, &user);
    write_end_object(&w);
    write_number(&w, "now", server_now(s->server).wall_ms);
    write_text(&w, "version", PENTAD_VERSION);
    write_end_object(&w);
    socket_send(s, &text);
    str_release(&text);
}

void socket_open(const SocketStart *start) {
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = receive, .send_callback = transmit, .on_msg_recv_callback = received};
    Server *server = start->server;
    Socket *s = mem_alloc(sizeof *s);
    s->server = server;
    s->user = start->user;
    s->session = start->session;
    s->handle = start->handle;
    s->fd = start->fd;
    snprintf(s->address, sizeof s->address, "%s", start->address);
    if (start->extra_len > 0) {
        s->extra = mem_alloc(start->extra_len);
        memcpy(s->extra, start->extra, start->extra_len);
        s->extra_len = start->extra_len;
    }
    s->heard_ms = s->pinged_ms = server_ms(server);
    s->messages = bucket_full(SOCKET_MESSAGES, SOCKET_SECONDS, s->heard_ms);
    wslay_event_context_server_init(&s->ws, &callbacks, s);
    wslay_event_config_set_max_recv_msg_length(s->ws, LIMIT_BODY);
    uv_poll_init_socket(&server->loop, &s->poll, s->fd);
    s->poll.data = s;
    s->next = server->sockets.first;
    s->link = &server->sockets.first;
    if (s->next)
        s->next->link = &s->next;
    server->sockets.first = s;
    server->sockets.count++;
    server->counters.sockets_opened++;
    greet(s);
    listen_to(s);
    if (s->extra_len > 0)
        ready(&s->poll, 0, UV_READABLE);
}

// ---- For others

UserId socket_user(const Socket *s) {
    return s->user;
}

Server *socket_server(const Socket *s) {
    return s->server;
}

bool socket_wants_lobby(const Socket *s) {
    return s->wants_lobby;
}

void socket_set_lobby(Socket *s, bool on) {
    s->wants_lobby = on;
}

Watch **socket_watches(Socket *s) {
    return &s->watches;
}

void socket_send(Socket *s, const Str *text) {
    const struct wslay_event_msg m = {
        .opcode = WSLAY_TEXT_FRAME,
        .msg = (const uint8_t *)str_text(text),
        .msg_length = text->len,
    };
    wslay_event_queue_msg(s->ws, &m);
    flush(s);
}

void socket_reply(Socket *s, int to, const Str *text) {
    Sockets *all = &s->server->sockets;
    if (all->reply_count == all->reply_capacity) {
        all->reply_capacity = 2 * all->reply_capacity + 16;
        all->replies = mem_resize(all->replies, (size_t)all->reply_capacity * sizeof *all->replies);
    }
    PendingReply *r = &all->replies[all->reply_count++];
    *r = (PendingReply){.socket = s, .to = to};
    str_add_bytes(&r->text, str_text(text), text->len);
}

void sockets_release_replies(Server *s, bool written) {
    Sockets *all = &s->sockets;
    for (int i = 0; i < all->reply_count; i++) {
        PendingReply *r = &all->replies[i];
        if (r->socket && !written) {
            str_clear(&r->text);
            message_encode_error(&r->text, r->to, REFUSED_UNAVAILABLE,
                                 "the server cannot write at the moment; nothing was changed");
        }
        if (r->socket)
            socket_send(r->socket, &r->text);
        str_release(&r->text);
    }
    all->reply_count = 0;
}

void sockets_each(Server *s, SocketVisitor *visit, void *context) {
    for (Socket *at = s->sockets.first, *next; at; at = next) {
        next = at->next;
        visit(context, at);
    }
}

int sockets_from(const Server *s, const char *address) {
    int count = 0;
    for (const Socket *at = s->sockets.first; at; at = at->next)
        count += !strcmp(at->address, address);
    return count;
}

void sockets_close_session(Server *s, UserId user, int64_t session, int64_t kept_session) {
    for (Socket *at = s->sockets.first; at; at = at->next)
        if (at->user == user && at->session != kept_session &&
            (session == 0 || at->session == session)) {
            close_with(at, WSLAY_CODE_POLICY_VIOLATION);
            flush(at);
        }
}

void sockets_close_all(Server *s, int status) {
    for (Socket *at = s->sockets.first; at; at = at->next) {
        close_with(at, status);
        flush(at);
    }
}

static void ping(Socket *s, int64_t now_ms) {
    static const struct wslay_event_msg m = {.opcode = WSLAY_PING};
    s->pinged_ms = now_ms;
    wslay_event_queue_msg(s->ws, &m);
    flush(s);
}

void sockets_tick(Server *s, int64_t now_ms) {
    for (Socket *at = s->sockets.first, *next; at; at = next) {
        next = at->next;
        if (now_ms - at->pinged_ms > PING_EVERY_S * 1000)
            ping(at, now_ms);
        if (at->doomed || now_ms - at->heard_ms > LIMIT_SILENCE_S * 1000)
            drop(at);
    }
}

void sockets_drop_all(Server *s) {
    while (s->sockets.first)
        drop(s->sockets.first);
    mem_free(s->sockets.replies);
    s->sockets.replies = NULL;
}
