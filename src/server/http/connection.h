// TCP connections of the HTTP server: accepting, receiving, sending, deadlines, closing. One
// request at a time; the next one of the connection is not read before the response is sent, so a
// client can make the server hold only one response and a few kilobytes of input.
#pragma once

#include "base/error.h"
#include "server/http/request_parser.h"
#include "server/nested_loop.h"

#include <uv.h>

typedef struct Request Request;
typedef struct Connection Connection;

typedef enum {
    CONNECTION_HEAD,    // reads a head
    CONNECTION_BODY,    // reads a body
    CONNECTION_WAITING, // the request waits for the commit, a change, a thread or its turn
    CONNECTION_SENDING,
    CONNECTION_LINGERING, // everything is sent; closed when the client has read it
} ConnectionState;

struct Connection {
    Connection *next, **link; // the pointer to this one
    Server *server;
    uv_poll_t poll;
    int polled_for; // UV_READABLE, UV_WRITABLE or 0
    int fd;
    char address[ADDRESS_SIZE], network[ADDRESS_SIZE]; // of the peer
    int64_t deadline_ms;                               // INT64_MAX: the client waits for us
    int64_t since_ms;                                  // when the deadline was set
    ConnectionState state;
    bool is_running; // connection_run is on the stack
    RequestParser parser;
    Request *request;
    bool keep_alive;

    // The response: its head, then bytes that the request owns.
    Str head;
    const char *body;
    size_t body_len, sent;
};

// The listener and all connections.
typedef struct {
    Connection *first;
    int count;
    uv_poll_t listener;
    int listen_fd;  // -1: does not listen
    bool is_paused; // the limit of connections is reached, or file descriptors ran out
} Connections;

bool connections_listen(Server *s, Error *err);
int connections_port(const Connections *all);
void connections_stop_listening(Connections *all);

void connections_extend(Connections *all, int64_t ms); // all deadlines

// Closes connections whose deadline has passed, and accepts again after file descriptors ran out.
void connections_tick(Connections *all, int64_t now_ms);

// Closes all of them, and the listener's handle on the loop, whose data is the server.
void connections_close(Connections *all, uv_close_cb closed);

// From now on we wait for the client.
void connection_set_deadline(Connection *c, int ms);

// Goes on as far as possible without blocking, after the state was changed.
void connection_run(Connection *c);

// Adds the listener, and the connections that the nested loop may serve.
void connections_poll(Connections *all, PollSet *set);
