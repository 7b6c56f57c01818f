#include "server/server_internal.h"

#include "base/mem.h"
#include "server/websocket/frames.h"
#include "server/websocket/messages.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PING_EVERY_S = 20, LINGER_MS = 2000, READ_BYTES = 4096 };

struct WebSocket {
    WebSocket *next, **link; // the pointer that points here
    WebSocket *next_unsent;
    Server *server;
    UserId user;
    int64_t session;
    char network[ADDRESS_SIZE];
    uv_poll_t poll;
    int fd;
    FrameParser frames;
    unsigned frames_charged;
    Str out; // what the other side has not taken yet
    Subscription *watches, *boards;
    TokenBucket messages;
    int64_t heard_ms, pinged_ms, closed_ms;
    bool wants_lobby, is_unsent, writes;
    bool closing; // nothing more is listened to; what there is to say goes first, then the status
    bool goodbye; // which was said
    int close_status;
    bool doomed;
};

typedef struct PendingReply {
    WebSocket *socket; // NULL: it is gone
    int to;
    Str text;
} PendingReply;

// ---- The end

static void free_socket(uv_handle_t *handle) {
    WebSocket *s = handle->data;
    close(s->fd);
    frame_parser_release(&s->frames);
    str_release(&s->out);
    mem_free(s);
}

static void forget_replies(WebSocket *s) {
    WebSockets *all = &s->server->sockets;
    for (int i = 0; i < all->reply_count; i++)
        if (all->replies[i].socket == s)
            all->replies[i].socket = NULL;
}

static void forget_unsent(WebSocket *s) {
    WebSocket **at = &s->server->sockets.unsent;
    while (s->is_unsent && *at != s)
        at = &(*at)->next_unsent;
    if (s->is_unsent)
        *at = s->next_unsent;
}

// Nothing may be told about it afterwards; the memory goes when the loop has let go of it.
static void drop(WebSocket *s) {
    if (uv_is_closing((uv_handle_t *)&s->poll))
        return;
    forget_replies(s);
    forget_unsent(s);
    *s->link = s->next;
    if (s->next)
        s->next->link = s->link;
    s->server->sockets.count--;
    while (s->watches) {
        GameId game = s->watches->game;
        subscriptions_remove(s->server->audience, &s->watches, game.text);
        broadcast_presence(s->server, &game);
    }
    study_room_leave_all(s->server->gatherings, s);
    uv_poll_stop(&s->poll);
    uv_close((uv_handle_t *)&s->poll, free_socket);
}

// ---- Out

static void ready(uv_poll_t *poll, int status, int events);

static void listen_to(WebSocket *s, bool writes) {
    s->writes = writes;
    uv_poll_start(&s->poll, UV_READABLE | (writes ? UV_WRITABLE : 0), ready);
}

static size_t transmit(WebSocket *s) {
    size_t done = 0;
    while (done < s->out.len) {
        ssize_t n = send(s->fd, s->out.data + done, s->out.len - done, MSG_NOSIGNAL);
        if (n >= 0)
            done += (size_t)n;
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            break;
        else if (errno != EINTR) {
            s->doomed = true;
            break;
        }
    }
    return done;
}

// Sends what there is; whoever does not read is closed.
static void flush(WebSocket *s) {
    size_t done = transmit(s), left = s->out.len - done;
    if (left == 0) {
        str_release(&s->out);
        if (s->goodbye)
            shutdown(s->fd, SHUT_WR);
    } else if (done > 0) {
        memmove(s->out.data, s->out.data + done, left);
        str_cut(&s->out, left);
    }
    s->doomed |= left > LIMIT_SEND_BUFFER;
    if (s->writes != (left > 0))
        listen_to(s, left > 0);
}

static void flush_later(WebSocket *s) {
    if (s->is_unsent)
        return;
    s->is_unsent = true;
    s->next_unsent = s->server->sockets.unsent;
    s->server->sockets.unsent = s;
}

static void add_frame(WebSocket *s, FrameKind kind, const void *bytes, size_t len) {
    if (s->goodbye || s->doomed)
        return;
    frame_add(&s->out, kind, bytes, len);
    if (s->out.len > LIMIT_SEND_BUFFER)
        flush(s);
    flush_later(s);
}

// The other side is given a while to read why: closing at once could take the words away from it.
static void close_with(WebSocket *s, int status) {
    if (s->closing)
        return;
    s->closing = true;
    s->close_status = status;
    s->closed_ms = server_ms(s->server);
    flush_later(s);
}

void websockets_flush(Server *s) {
    for (WebSocket *at; (at = s->sockets.unsent);) {
        s->sockets.unsent = at->next_unsent;
        at->is_unsent = false;
        if (at->closing && !at->goodbye)
            frame_add_close(&at->out, at->close_status);
        at->goodbye = at->closing;
        if (!at->doomed)
            flush(at);
        if (at->doomed)
            drop(at);
    }
}

// ---- In

static void hear(WebSocket *s, const WebSocketMessage *h) {
    switch (h->kind) {
    case FRAME_TEXT:
        s->server->counters.messages++;
        messages_receive(s, h->bytes, h->len);
        break;
    case FRAME_PING:
        add_frame(s, FRAME_PONG, h->bytes, h->len);
        break;
    case FRAME_PONG:
        break;
    case FRAME_CLOSE:
        close_with(s, h->status);
        break;
    }
}

// Every frame counts, also those that say nothing.
static bool may_go_on(WebSocket *s) {
    for (; s->frames_charged != s->frames.count; s->frames_charged++)
        if (!token_bucket_take(&s->messages, WEBSOCKET_MESSAGES, WEBSOCKET_SECONDS, s->heard_ms))
            return false;
    return true;
}

static void take_in(WebSocket *s, const void *bytes, size_t len) {
    WebSocketMessage heard;
    s->heard_ms = server_ms(s->server);
    frame_parser_feed(&s->frames, bytes, len);
    bool some = true;
    while (some && !s->closing) {
        some = frame_parser_next(&s->frames, &heard);
        if (!may_go_on(s))
            close_with(s, CLOSE_POLICY);
        else if (some)
            hear(s, &heard);
    }
}

static void receive(WebSocket *s) {
    char bytes[READ_BYTES];
    ssize_t n = recv(s->fd, bytes, sizeof bytes, 0);
    bool later = n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    if (n > 0 && !s->closing)
        take_in(s, bytes, (size_t)n);
    s->doomed |= n <= 0 && !later;
}

static void ready(uv_poll_t *poll, int status, int events) {
    WebSocket *s = poll->data;
    s->doomed |= status < 0;
    if (!s->doomed && (events & UV_READABLE))
        receive(s);
    if (s->doomed)
        drop(s);
    else if (events & UV_WRITABLE)
        flush_later(s);
}

// ---- The beginning

static void greet(WebSocket *s) {
    UserRow user;
    Error ignored = {0};
    if (!user_find(s->server->store, s->user, &user, &ignored))
        return;
    Str text = {0};
    JsonWriter w = json_writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "welcome");
    write_object(&w, "me");
    server_encode_me(s->server, &w, &user);
    write_end_object(&w);
    write_number(&w, "now", server_now(s->server).wall_ms);
    write_text(&w, "version", PENTAD_VERSION);
    write_text(&w, "page", s->server->pages ? static_files_version(s->server->pages) : NULL);
    write_end_object(&w);
    websocket_send(s, &text);
    str_release(&text);
}

void websocket_open(const WebSocketStart *start) {
    Server *server = start->server;
    WebSocket *s = mem_alloc(sizeof *s);
    s->server = server;
    s->user = start->user;
    s->session = start->session;
    s->fd = start->fd;
    snprintf(s->network, sizeof s->network, "%s", start->network);
    s->heard_ms = s->pinged_ms = server_ms(server);
    s->messages = token_bucket_full(WEBSOCKET_SECONDS, s->heard_ms);
    frame_parser_init(&s->frames, LIMIT_BODY);
    uv_poll_init_socket(&server->loop, &s->poll, s->fd);
    s->poll.data = s;
    s->next = server->sockets.first;
    s->link = &server->sockets.first;
    if (s->next)
        s->next->link = &s->next;
    server->sockets.first = s;
    server->sockets.count++;
    server->counters.sockets_opened++;
    listen_to(s, false);
    greet(s);
    take_in(s, start->extra, start->extra_len);
}

// ---- For others

UserId websocket_user(const WebSocket *s) {
    return s->user;
}

Server *websocket_server(const WebSocket *s) {
    return s->server;
}

bool websocket_wants_lobby(const WebSocket *s) {
    return s->wants_lobby;
}

void websocket_set_lobby(WebSocket *s, bool on) {
    s->wants_lobby = on;
}

Subscription **websocket_subscriptions(WebSocket *s) {
    return &s->watches;
}

Subscription **websocket_study_rooms(WebSocket *s) {
    return &s->boards;
}

void websocket_send(WebSocket *s, const Str *text) {
    add_frame(s, FRAME_TEXT, str_text(text), text->len);
}

void websocket_reply(WebSocket *s, int to, const Str *text) {
    WebSockets *all = &s->server->sockets;
    if (all->reply_count == all->reply_capacity) {
        all->reply_capacity = 2 * all->reply_capacity + 16;
        all->replies = mem_resize(all->replies, (size_t)all->reply_capacity * sizeof *all->replies);
    }
    PendingReply *r = &all->replies[all->reply_count++];
    *r = (PendingReply){.socket = s, .to = to};
    str_add_bytes(&r->text, str_text(text), text->len);
}

void websockets_release_replies(Server *s, bool written) {
    WebSockets *all = &s->sockets;
    for (int i = 0; i < all->reply_count; i++) {
        PendingReply *r = &all->replies[i];
        if (r->socket && !written) {
            str_clear(&r->text);
            message_encode_error(&r->text, r->to, STATUS_UNAVAILABLE,
                                 "the server cannot write at the moment; nothing was changed");
        }
        if (r->socket)
            websocket_send(r->socket, &r->text);
        str_release(&r->text);
    }
    all->reply_count = 0;
}

void websockets_each(Server *s, WebSocketVisitor *visit, void *context) {
    for (WebSocket *at = s->sockets.first, *next; at; at = next) {
        next = at->next;
        visit(context, at);
    }
}

int websockets_from(const Server *s, const char *network) {
    int count = 0;
    for (const WebSocket *at = s->sockets.first; at; at = at->next)
        count += !strcmp(at->network, network);
    return count;
}

void websockets_close_session(Server *s, UserId user, int64_t session, int64_t kept_session,
                              int status) {
    for (WebSocket *at = s->sockets.first; at; at = at->next)
        if (at->user == user && at->session != kept_session &&
            (session == 0 || at->session == session))
            close_with(at, status);
}

void websockets_close_all(Server *s, int status) {
    for (WebSocket *at = s->sockets.first; at; at = at->next)
        close_with(at, status);
}

static bool is_over(const WebSocket *s, int64_t now_ms) {
    return s->doomed || now_ms - s->heard_ms > LIMIT_SILENCE_S * 1000 ||
           (s->closing && now_ms - s->closed_ms > LINGER_MS);
}

void websockets_tick(Server *s, int64_t now_ms) {
    for (WebSocket *at = s->sockets.first, *next; at; at = next) {
        next = at->next;
        if (is_over(at, now_ms)) {
            drop(at);
        } else if (now_ms - at->pinged_ms > PING_EVERY_S * 1000) {
            at->pinged_ms = now_ms;
            add_frame(at, FRAME_PING, NULL, 0);
        }
    }
}

void websockets_drop_all(Server *s) {
    while (s->sockets.first)
        drop(s->sockets.first);
    mem_free(s->sockets.replies);
    s->sockets.replies = NULL;
}
