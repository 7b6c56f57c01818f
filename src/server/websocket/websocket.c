#include "server/server_internal.h"

#include "base/mem.h"
#include "server/live/subscriptions.h"
#include "server/websocket/frames.h"
#include "server/websocket/messages.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PING_EVERY_S = 20, LINGER_MS = 2000, READ_BYTES = 4096 };

struct WebSocket {
    WebSocket *next, **link; // the pointer to this one
    WebSocket *next_pending_flush;
    Server *server;
    UserId user;
    int64_t session;
    char network[ADDRESS_SIZE];
    uv_poll_t poll;
    int fd;
    FrameParser frames;
    unsigned frames_charged;
    Str send_buffer; // not yet accepted by the kernel
    Subscription *subscriptions, *study_rooms;
    TokenBucket messages;
    int64_t received_ms, pinged_ms, closed_ms;
    int64_t games_ms; // when the user's games were told last
    bool wants_lobby, is_owed_games, flush_pending, writes;
    bool takes_chat, knows_settings; // whether `takes_chat` is what the user has set
    bool closing;    // input is ignored; queued messages are sent first, then the close frame
    bool close_sent; // the close frame is queued
    int close_status;
    bool must_drop;
    bool is_reading; // the parser is in use: the nested loop must leave the socket alone
    size_t deferred; // size of its deferred messages; 0: none
};

typedef struct PendingReply {
    WebSocket *socket; // NULL: the socket was dropped
    int to;
    Retry retry;
    Str text, message;
    GameId game; // that the message changed or read; "": none
} PendingReply;

typedef struct DeferredMessage {
    WebSocket *socket; // NULL: not to be handled
    Str text;
} DeferredMessage;

// ---- Dropping

static void free_socket(uv_handle_t *handle) {
    WebSocket *s = handle->data;
    close(s->fd);
    frame_parser_release(&s->frames);
    str_release(&s->send_buffer);
    mem_free(s);
}

static void drop_replies(WebSocket *s) {
    WebSockets *all = &s->server->sockets;
    for (int i = 0; i < all->reply_count; i++)
        if (all->replies[i].socket == s)
            all->replies[i].socket = NULL;
    for (int i = 0; i < all->aside_count; i++)
        if (all->aside[i].socket == s)
            all->aside[i].socket = NULL;
}

// What a client has sent is handled, even if it does not wait for the reply.
static bool may_drop(const WebSocket *s) {
    return s->must_drop && s->deferred == 0;
}

static void cancel_flush(WebSocket *s) {
    WebSocket **at = &s->server->sockets.pending_flush;
    while (s->flush_pending && *at != s)
        at = &(*at)->next_pending_flush;
    if (s->flush_pending)
        *at = s->next_pending_flush;
}

// Removes the socket everywhere; its memory is freed when the loop has closed the handle.
static void drop(WebSocket *s) {
    if (uv_is_closing((uv_handle_t *)&s->poll))
        return;
    drop_replies(s);
    cancel_flush(s);
    *s->link = s->next;
    if (s->next)
        s->next->link = s->link;
    s->server->sockets.count--;
    while (s->subscriptions) {
        GameId game = s->subscriptions->game;
        subscriptions_remove(s->server->subscriptions, &s->subscriptions, game.text);
    }
    study_room_leave_all(s->server->study_rooms, s);
    uv_poll_stop(&s->poll);
    uv_close((uv_handle_t *)&s->poll, free_socket);
}

// ---- Sending

static void on_ready(uv_poll_t *poll, int status, int events);

static void poll_for(WebSocket *s, bool writes) {
    s->writes = writes;
    uv_poll_start(&s->poll, UV_READABLE | (writes ? UV_WRITABLE : 0), on_ready);
}

static size_t send_buffered(WebSocket *s) {
    size_t done = 0;
    while (done < s->send_buffer.len) {
        ssize_t n =
            send(s->fd, s->send_buffer.data + done, s->send_buffer.len - done, MSG_NOSIGNAL);
        if (n >= 0)
            done += (size_t)n;
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            break;
        else if (errno != EINTR) {
            s->must_drop = true;
            break;
        }
    }
    return done;
}

// Sends what the kernel accepts. Backpressure: a client that leaves more than LIMIT_SEND_BUFFER
// unread is dropped.
static void flush(WebSocket *s) {
    size_t done = send_buffered(s), left = s->send_buffer.len - done;
    if (left == 0) {
        str_release(&s->send_buffer);
        if (s->close_sent)
            shutdown(s->fd, SHUT_WR);
    } else if (done > 0) {
        memmove(s->send_buffer.data, s->send_buffer.data + done, left);
        str_cut(&s->send_buffer, left);
    }
    s->must_drop |= left > LIMIT_SEND_BUFFER;
    if (s->writes != (left > 0))
        poll_for(s, left > 0);
}

static void flush_later(WebSocket *s) {
    if (s->flush_pending)
        return;
    s->flush_pending = true;
    s->next_pending_flush = s->server->sockets.pending_flush;
    s->server->sockets.pending_flush = s;
}

static void add_frame(WebSocket *s, FrameKind kind, const void *bytes, size_t len) {
    if (s->close_sent || s->must_drop)
        return;
    frame_add(&s->send_buffer, kind, bytes, len);
    if (s->send_buffer.len > LIMIT_SEND_BUFFER)
        flush(s);
    flush_later(s);
}

// Closes after a while, so that the client can read the close frame: closing at once could discard
// it.
static void begin_close(WebSocket *s, int status) {
    if (s->closing)
        return;
    s->closing = true;
    s->close_status = status;
    s->closed_ms = server_ms(s->server);
    flush_later(s);
}

void websockets_flush(Server *s) {
    for (WebSocket *at; (at = s->sockets.pending_flush);) {
        s->sockets.pending_flush = at->next_pending_flush;
        at->flush_pending = false;
        if (at->closing && !at->close_sent)
            frame_add_close(&at->send_buffer, at->close_status);
        at->close_sent = at->closing;
        if (!at->must_drop)
            flush(at);
        if (may_drop(at))
            drop(at);
    }
}

// ---- Receiving

static size_t deferred_size(size_t len) {
    return len + 1;
}

static void defer(WebSocket *s, const WebSocketMessage *h) {
    WebSockets *all = &s->server->sockets;
    all->deferred = mem_grow(all->deferred, all->deferred_count, 1, &all->deferred_capacity,
                             sizeof *all->deferred);
    DeferredMessage *m = &all->deferred[all->deferred_count++];
    *m = (DeferredMessage){.socket = s};
    str_add_bytes(&m->text, h->bytes, h->len);
    s->deferred += deferred_size(h->len);
}

// Its session has ended.
static void forget_deferred(WebSocket *s) {
    WebSockets *all = &s->server->sockets;
    for (int i = 0; i < all->deferred_count && s->deferred > 0; i++)
        if (all->deferred[i].socket == s)
            all->deferred[i].socket = NULL;
    s->deferred = 0;
}

void websockets_run_deferred(Server *s) {
    WebSockets *all = &s->sockets;
    int count = all->deferred_count; // what is deferred meanwhile comes after the commit
    for (int i = 0; i < count; i++) {
        DeferredMessage m = all->deferred[i]; // the array may move
        if (m.socket) {
            m.socket->deferred -= deferred_size(m.text.len);
            messages_receive(m.socket, str_text(&m.text), m.text.len);
        }
        str_release(&m.text);
    }
    all->deferred_count -= count;
    for (int i = 0; i < all->deferred_count; i++)
        all->deferred[i] = all->deferred[count + i];
}

static void handle_message(WebSocket *s, const WebSocketMessage *h) {
    switch (h->kind) {
    case FRAME_TEXT:
        s->server->counters.messages++;
        if (s->server->is_waiting)
            defer(s, h);
        else
            messages_receive(s, h->bytes, h->len);
        break;
    case FRAME_PING:
        add_frame(s, FRAME_PONG, h->bytes, h->len);
        break;
    case FRAME_PONG:
        break;
    case FRAME_CLOSE:
        begin_close(s, h->status);
        break;
    }
}

// Rate limit: every frame costs a token, including empty ones and pings.
static bool charge_frames(WebSocket *s) {
    for (; s->frames_charged != s->frames.count; s->frames_charged++)
        if (!token_bucket_take(&s->messages, WEBSOCKET_MESSAGES, WEBSOCKET_SECONDS,
                               s->received_ms) ||
            !rate_limiter_take(s->server->rate_limiter, RATE_LIMIT_MESSAGES, s->network,
                               s->received_ms))
            return false;
    return true;
}

static void receive_bytes(WebSocket *s, const void *bytes, size_t len) {
    WebSocketMessage message;
    s->is_reading = true;
    s->received_ms = server_ms(s->server);
    frame_parser_feed(&s->frames, bytes, len);
    bool some = true;
    while (some && !s->closing) {
        some = frame_parser_next(&s->frames, &message);
        if (!charge_frames(s))
            begin_close(s, CLOSE_POLICY);
        else if (some)
            handle_message(s, &message);
    }
    s->is_reading = false;
}

static void receive(WebSocket *s) {
    char bytes[READ_BYTES];
    ssize_t n = recv(s->fd, bytes, sizeof bytes, 0);
    bool later = n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    if (n > 0 && !s->closing)
        receive_bytes(s, bytes, (size_t)n);
    s->must_drop |= n <= 0 && !later;
}

// Deferred messages come first, and before the end of the socket. This event will come again.
static void on_ready(uv_poll_t *poll, int status, int events) {
    WebSocket *s = poll->data;
    Server *server = s->server;
    s->must_drop |= status < 0; // libuv does not report it again, but websockets_tick drops it
    if (s->deferred > 0)
        return;
    if (!s->must_drop && (events & UV_READABLE))
        receive(s);
    if (s->must_drop)
        drop(s);
    else if (events & UV_WRITABLE)
        flush_later(s);
    server_limit_iteration(server);
}

// ---- The nested loop

// With a full buffer of deferred messages a client has to wait: its data stays in the kernel.
static bool can_be_served(const WebSocket *s) {
    return !s->is_reading && !s->closing && !s->must_drop && s->deferred < LIMIT_MESSAGE;
}

static void serve(void *owner, short events) {
    WebSocket *s = owner;
    if (events & (POLLIN | POLLERR | POLLHUP))
        receive(s);
    if (!s->must_drop && s->send_buffer.len > 0)
        flush(s);
}

void websockets_poll(const Server *s, PollSet *set) {
    for (WebSocket *at = s->sockets.first; at; at = at->next)
        if (can_be_served(at))
            poll_set_add(set, at->fd, (short)(POLLIN | (at->writes ? POLLOUT : 0)), serve, at);
}

// ---- Opening

static void note_settings(WebSocket *s, const UserRow *user) {
    s->takes_chat = user->chat;
    s->knows_settings = true;
}

static void send_welcome(WebSocket *s) {
    UserRow user;
    Error ignored = {0};
    if (!user_find(s->server->store, s->user, &user, &ignored))
        return;
    note_settings(s, &user);
    ScopedStr text = {0};
    JsonWriter w = json_writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "welcome");
    write_object(&w, "me");
    server_encode_me(s->server, &w, &user);
    write_end_object(&w);
    write_number(&w, "now", server_now(s->server).wall_ms);
    write_text(&w, "version", PENTAD_VERSION);
    write_text(&w, "page", s->server->pages ? static_files_version(s->server->pages) : NULL);
    write_flag(&w, "loopback", server_is_loopback(s->server));
    if (s->server->restart_at)
        write_number(&w, "restart", s->server->restart_at);
    else
        write_null(&w, "restart");
    write_end_object(&w);
    websocket_send(s, &text);
}

void websocket_open(const WebSocketStart *start) {
    Server *server = start->server;
    WebSocket *s = mem_alloc(sizeof *s);
    s->server = server;
    s->user = start->user;
    s->session = start->session;
    s->fd = start->fd;
    snprintf(s->network, sizeof s->network, "%s", start->network);
    s->received_ms = s->pinged_ms = server_ms(server);
    s->messages = token_bucket_full(WEBSOCKET_SECONDS, s->received_ms);
    frame_parser_init(&s->frames, LIMIT_MESSAGE);
    uv_poll_init_socket(&server->loop, &s->poll, s->fd);
    s->poll.data = s;
    s->next = server->sockets.first;
    s->link = &server->sockets.first;
    if (s->next)
        s->next->link = &s->next;
    server->sockets.first = s;
    server->sockets.count++;
    server->counters.sockets_opened++;
    poll_for(s, false);
    s->is_reading = true; // first comes what was received with the request
    send_welcome(s);
    receive_bytes(s, start->extra, start->extra_len);
}

// ---- Interface

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

// Not by reading the user for each line: with PostgreSQL the server would wait thousands of times
// for one that thousands see.
bool websocket_takes_chat(WebSocket *s) {
    UserRow user;
    Error ignored = {0};
    if (!s->knows_settings && user_find(s->server->store, s->user, &user, &ignored))
        note_settings(s, &user);
    return s->knows_settings && s->takes_chat;
}

void websockets_forget_settings(Server *s, UserId user) {
    for (WebSocket *at = s->sockets.first; at; at = at->next)
        if (!user || at->user == user)
            at->knows_settings = false;
}

void websocket_owe_games(WebSocket *s) {
    s->is_owed_games = true;
}

bool websocket_takes_games(WebSocket *s, int64_t now_ms, bool *later) {
    enum { GAMES_EVERY_MS = 1000 };
    if (!s->is_owed_games)
        return false;
    s->is_owed_games = now_ms - s->games_ms < GAMES_EVERY_MS;
    *later |= s->is_owed_games;
    if (!s->is_owed_games)
        s->games_ms = now_ms;
    return !s->is_owed_games;
}

Subscription **websocket_subscriptions(WebSocket *s) {
    return &s->subscriptions;
}

Subscription **websocket_study_rooms(WebSocket *s) {
    return &s->study_rooms;
}

void websocket_send(WebSocket *s, const Str *text) {
    add_frame(s, FRAME_TEXT, str_text(text), text->len);
}

void websocket_reply(WebSocket *s, const WebSocketReply *reply) {
    WebSockets *all = &s->server->sockets;
    all->replies =
        mem_grow(all->replies, all->reply_count, 1, &all->reply_capacity, sizeof *all->replies);
    PendingReply *r = &all->replies[all->reply_count++];
    *r = (PendingReply){.socket = s, .to = reply->to, .retry = all->retry};
    str_add_bytes(&r->text, str_text(reply->text), reply->text->len);
    if (reply->game && store_is_shared(s->server->store)) {
        snprintf(r->game.text, sizeof r->game.text, "%s", reply->game);
        str_add_bytes(&r->message, reply->message, reply->message_len);
    }
}

// Somebody else was faster, again and again.
static void refuse_conflict(PendingReply *r) {
    str_clear(&r->text);
    message_encode_error(&r->text, r->to, STATUS_UNAVAILABLE, conflict_text);
    websocket_send(r->socket, &r->text);
}

void websockets_set_aside(Server *s, const GameId *game, bool is_locked) {
    WebSockets *all = &s->sockets;
    int kept = 0;
    for (int i = 0; i < all->reply_count; i++) {
        if (strcmp(all->replies[i].game.text, game->text) != 0) {
            all->replies[kept++] = all->replies[i];
            continue;
        }
        all->aside =
            mem_grow(all->aside, all->aside_count, 1, &all->aside_capacity, sizeof *all->aside);
        retry_set(&all->replies[i].retry, is_locked, server_ms(s));
        all->aside[all->aside_count++] = all->replies[i];
    }
    all->reply_count = kept;
}

static void retry(WebSockets *all, PendingReply *r, int64_t now_ms) {
    all->retry = r->retry;
    if (r->socket && retry_is_over(&r->retry, now_ms))
        refuse_conflict(r);
    else if (r->socket)
        messages_receive(r->socket, str_text(&r->message), r->message.len);
    all->retry = (Retry){0};
    str_release(&r->text);
    str_release(&r->message);
}

int64_t websockets_retry(Server *s, int64_t now_ms) {
    WebSockets *all = &s->sockets;
    int64_t next_ms = INT64_MAX;
    int kept = 0;
    for (int i = 0; i < all->aside_count; i++) {
        if (all->aside[i].retry.due_ms <= now_ms) {
            retry(all, &all->aside[i], now_ms);
            continue;
        }
        all->aside[kept++] = all->aside[i];
        if (all->aside[kept - 1].retry.due_ms < next_ms)
            next_ms = all->aside[kept - 1].retry.due_ms;
    }
    all->aside_count = kept;
    return next_ms;
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
        str_release(&r->message);
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

void websockets_close_session(Server *s, UserId user, int64_t session, int64_t except_session,
                              int status) {
    for (WebSocket *at = s->sockets.first; at; at = at->next)
        if (at->user == user && at->session != except_session &&
            (session == 0 || at->session == session)) {
            forget_deferred(at);
            begin_close(at, status);
        }
}

void websockets_end_session(Server *s, UserId user, int64_t session, int64_t except_session,
                            int status) {
    char note[NOTE_MAX];
    snprintf(note, sizeof note, "s %lld %lld %lld %d", (long long)user, (long long)session,
             (long long)except_session, status);
    store_send_note(s->store, note);
    websockets_close_session(s, user, session, except_session, status);
}

void websockets_close_all(Server *s, int status) {
    for (WebSocket *at = s->sockets.first; at; at = at->next)
        begin_close(at, status);
}

void websockets_extend(Server *s, int64_t ms) {
    for (WebSocket *at = s->sockets.first; at; at = at->next)
        at->received_ms += ms;
}

static bool is_expired(const WebSocket *s, int64_t now_ms) {
    return s->deferred == 0 && (s->must_drop || now_ms - s->received_ms > LIMIT_SILENCE_S * 1000 ||
                                (s->closing && now_ms - s->closed_ms > LINGER_MS));
}

void websockets_tick(Server *s, int64_t now_ms) {
    for (WebSocket *at = s->sockets.first, *next; at; at = next) {
        next = at->next;
        if (is_expired(at, now_ms)) {
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
    for (int i = 0; i < s->sockets.deferred_count; i++)
        str_release(&s->sockets.deferred[i].text);
    s->sockets.deferred_count = 0;
    mem_free(s->sockets.replies);
    mem_free(s->sockets.aside);
    mem_free(s->sockets.deferred);
    s->sockets.replies = s->sockets.aside = NULL;
    s->sockets.deferred = NULL;
}
