// WebSockets: frames on the descriptors that come out of HTTP, and what is told through them.
#pragma once

#include "server/http/rate_limit.h"
#include "server/live/subscriptions.h"

#include <uv.h>

typedef struct Server Server;

typedef struct {
    Server *server;
    UserId user;
    int64_t session;
    const char *network; // whose limits it counts for
    int fd;              // belongs to the socket from now on
    const void *extra;   // bytes that came with the request
    size_t extra_len;
} WebSocketStart;

// All of them.
typedef struct {
    WebSocket *first;
    WebSocket *unsent; // who has something to be sent at the end of the round
    int count;
    struct PendingReply *replies; // of this round
    int reply_count, reply_capacity;
} WebSockets;

void websocket_open(const WebSocketStart *start);

UserId websocket_user(const WebSocket *s);
Server *websocket_server(const WebSocket *s);
bool websocket_wants_lobby(const WebSocket *s);
void websocket_set_lobby(WebSocket *s, bool on);
Subscription **websocket_subscriptions(WebSocket *s);
Subscription **websocket_study_rooms(WebSocket *s); // those of server/live/study_rooms.h

// Sends at the end of the round, by websockets_flush. What is told to clients goes through here,
// after a commit.
void websocket_send(WebSocket *s, const Str *text);

// The answer to message `to`, at the end of the round; if that cannot be written, a refusal
// instead.
void websocket_reply(WebSocket *s, int to, const Str *text);
void websockets_release_replies(Server *s, bool written);
void websockets_flush(Server *s);

typedef void WebSocketVisitor(void *context, WebSocket *s);
void websockets_each(Server *s, WebSocketVisitor *visit, void *context);
int websockets_from(const Server *s, const char *network);

// Closes, with a status of RFC 6455: those of a session (0: of every session of `user`).
void websockets_close_session(Server *s, UserId user, int64_t session, int64_t kept_session,
                              int status);
void websockets_close_all(Server *s, int status);

// Once a second: pings, silence, and the freeing of what was closed.
void websockets_tick(Server *s, int64_t now_ms);

// Frees them without a word.
void websockets_drop_all(Server *s);
