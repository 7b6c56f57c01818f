// What the files of the server share. One loop, one thread: nothing here is locked.
//
// Work is done in rounds: whatever came in is carried out, then server_end_round commits it all at
// once, answers, and tells who watches. An answer that depends on something not yet on disk waits
// for that.
#pragma once

#include "server/analyses.h"
#include "server/attendance.h"
#include "server/audience.h"
#include "server/gatherings.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/pages.h"
#include "server/server.h"
#include "server/socket.h"
#include "server/thinkers.h"

#include <microhttpd.h>
#include <uv.h>

typedef struct {
    int64_t requests, refusals, messages, moves, games, commits, failed_commits, sockets_opened,
        tasks, tasks_failed, logins_failed;
} Counters;

struct Server {
    ServerOptions options;
    char origin[128]; // "": as listened
    bool secure;      // the world sees https
    uv_loop_t loop;
    uv_prepare_t before_waiting;
    uv_idle_t hurry;
    uv_timer_t tick;
    uv_signal_t signals[3];
    Http *http;
    Store *store;
    Hall *hall;
    Pages *pages; // may be NULL
    Audience *audience;
    Attendance *attendance;
    Limiter *limiter;
    Thinkers *thinkers;
    Analyses *analyses;
    Gatherings *gatherings;
    Randomness randomness;
    Sockets sockets;
    Counters counters;
    int64_t started_ms, server_time_base;
    int64_t lobby_told_ms, time_kept_ms, tidied_ms, stopped_ms;
    UserId guests_after; // how far the users are looked through for guests to forget
    bool guests_due;     // the next of them
    bool lobby_changed, stopping, cannot_write;
    struct Said *said; // chat of this round
    int said_count, said_capacity;
    int passwords; // being hashed
};

// Reads the clocks, for the hall and for whoever asks.
Now server_now(Server *s);
int64_t server_ms(const Server *s); // monotonic

void server_end_round(Server *s);
void server_stop(Server *s);

// The fields of `me`.
void server_encode_me(Server *s, Writer *w, const UserRow *user);
void server_encode_lists(Server *s, Writer *w); // "open", "live"
void server_encode_mine(Server *s, Writer *w, UserId user);

// Who watches a game, told of somebody coming or going.
void server_tell_people(Server *s, const GameId *game);
void server_tell_chat(Server *s, const GameId *game, const ChatRow *line); // after the commit
void server_encode_chat_line(Server *s, Writer *w, const Sight *sight, const ChatRow *line);
