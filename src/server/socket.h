// WebSockets: frames on the descriptors that come out of HTTP, and what is told through them.
#pragma once

#include "server/audience.h"
#include "server/limits.h"

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
} SocketStart;

// All of them.
typedef struct {
    Socket *first;
    Socket *unsent; // who has something to be sent at the end of the round
    int count;
    struct PendingReply *replies; // of this round
    int reply_count, reply_capacity;
} Sockets;

void socket_open(const SocketStart *start);

UserId socket_user(const Socket *s);
Server *socket_server(const Socket *s);
bool socket_wants_lobby(const Socket *s);
void socket_set_lobby(Socket *s, bool on);
Watch **socket_watches(Socket *s);
Watch **socket_boards(Socket *s); // those of server/gatherings.h

// Sends at the end of the round, by sockets_flush. What is told to clients goes through here, after
// a commit.
void socket_send(Socket *s, const Str *text);

// The answer to message `to`, at the end of the round; if that cannot be written, a refusal
// instead.
void socket_reply(Socket *s, int to, const Str *text);
void sockets_release_replies(Server *s, bool written);
void sockets_flush(Server *s);

typedef void SocketVisitor(void *context, Socket *s);
void sockets_each(Server *s, SocketVisitor *visit, void *context);
int sockets_from(const Server *s, const char *network);

// Closes, with a status of RFC 6455: those of a session (0: of every session of `user`).
void sockets_close_session(Server *s, UserId user, int64_t session, int64_t kept_session,
                           int status);
void sockets_close_all(Server *s, int status);

// Once a second: pings, silence, and the freeing of what was closed.
void sockets_tick(Server *s, int64_t now_ms);

// Frees them without a word.
void sockets_drop_all(Server *s);
