// WebSocket connections after the HTTP upgrade: receiving, sending with backpressure, ping and
// timeout, closing.
#pragma once

#include "server/http/rate_limit.h"
#include "server/live/subscriptions.h"
#include "server/nested_loop.h"
#include "server/retry.h"

#include <uv.h>

typedef struct {
    Server *server;
    UserId user;
    int64_t session;
    const char *network; // key of its rate limits
    int fd;              // owned by the socket from now on
    const void *extra;   // bytes received together with the upgrade request
    size_t extra_len;
} WebSocketStart;

// All open sockets.
typedef struct {
    WebSocket *first;
    WebSocket *pending_flush; // sockets to flush at the end of the loop iteration
    int count;
    struct PendingReply *replies; // replies held until the commit
    int reply_count, reply_capacity;
    struct PendingReply *aside; // replies of messages that are to be handled again
    int aside_count, aside_capacity;
    Retry retry;                      // of the message that is being handled
    struct DeferredMessage *deferred; // messages that came while the server waited
    int deferred_count, deferred_capacity;
} WebSockets;

void websocket_open(const WebSocketStart *start);

UserId websocket_user(const WebSocket *s);
Server *websocket_server(const WebSocket *s);
bool websocket_wants_lobby(const WebSocket *s);
bool websocket_takes_chat(WebSocket *s);

// The settings of the user have changed; 0: of anybody. They are read again when needed.
void websockets_forget_settings(Server *s, UserId user);
void websocket_set_lobby(WebSocket *s, bool on);

// The user's own games have changed. websocket_takes_games is then true once: at most once a
// second, because others can change the list at will, by invitations. *later: it is too early.
void websocket_owe_games(WebSocket *s);
bool websocket_takes_games(WebSocket *s, int64_t now_ms, bool *later);
Subscription **websocket_subscriptions(WebSocket *s);
Subscription **websocket_study_rooms(WebSocket *s); // subscriptions to study rooms

// Queues a message; websockets_flush sends it at the end of the loop iteration. Call this only
// after the commit.
void websocket_send(WebSocket *s, const Str *text);

// A reply to message `to`, held until the group commit; if that fails, an error is sent instead.
typedef struct {
    int to;
    const Str *text;
    const char *game;    // that the message changed or read; NULL: none
    const char *message; // to be handled again if the game is in conflict with another instance
    size_t message_len;
} WebSocketReply;

void websocket_reply(WebSocket *s, const WebSocketReply *reply);
void websockets_release_replies(Server *s, bool written);

// A game was in conflict with another instance (registry_next_conflict): websockets_set_aside takes
// the replies of the messages that changed or read it. websockets_retry handles those messages
// again that are due, and returns when the next one is: INT64_MAX if there is none.
void websockets_set_aside(Server *s, const GameId *game, bool is_locked);
int64_t websockets_retry(Server *s, int64_t now_ms);
void websockets_flush(Server *s);

// Handles the messages that were deferred (nested_loop.h), in the order in which they came.
void websockets_run_deferred(Server *s);

// Adds the sockets that the nested loop may serve.
void websockets_poll(const Server *s, PollSet *set);

typedef void WebSocketVisitor(void *context, WebSocket *s);
void websockets_each(Server *s, WebSocketVisitor *visit, void *context);
int websockets_from(const Server *s, const char *network);

// Closes the sockets of a session (0: of all sessions of `user` except `except_session`) with a
// status of RFC 6455.
void websockets_close_session(Server *s, UserId user, int64_t session, int64_t except_session,
                              int status);

// The same on all instances, with the commit.
void websockets_end_session(Server *s, UserId user, int64_t session, int64_t except_session,
                            int status);
void websockets_close_all(Server *s, int status);

void websockets_extend(Server *s, int64_t ms); // the time until sockets count as silent

// Once a second: sends pings and drops sockets that timed out or were closed.
void websockets_tick(Server *s, int64_t now_ms);

// Drops all sockets without a close frame.
void websockets_drop_all(Server *s);
