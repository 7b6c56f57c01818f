// The nested event loop: what the server still does while a handler waits for a slow answer of
// PostgreSQL (store_set_wait). It accepts connections, reads and parses requests and frames, and
// answers what needs no database: the page, probes, figures, refusals, pings. The rest is deferred:
// it is handled in the next round, in the order in which it came.
//
// A handler is on the stack, and libuv's loop with it. So nothing in here
// - uses the store, games, subscriptions or the time of the server;
// - runs libuv's loop: it polls by itself. It may start and close handles, as any callback may;
// - touches the connection whose handler is on the stack, a request that is suspended, or a socket
//   whose bytes are being parsed. Other bytes of a socket are only read and deferred;
// - drops a WebSocket. A connection that is closed is freed later, by libuv's loop.
#pragma once

#include <poll.h>

typedef struct Server Server;

// What is polled, and who is told.
typedef void PollHandler(void *owner, short events);

typedef struct {
    PollHandler *ready;
    void *owner;
} PollOwner;

typedef struct {
    struct pollfd *fds;
    PollOwner *owners;
    int count, fd_capacity, owner_capacity;
} PollSet;

void poll_set_add(PollSet *set, int fd, short events, PollHandler *ready, void *owner);

// A StoreWait: `server` is a Server.
int nested_loop_wait(void *server, struct pollfd *fd, int ms);

// How long the current wait has lasted; 0: the server does not wait.
int nested_loop_waited_ms(const Server *s);
