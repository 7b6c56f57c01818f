// What the files of the server share. One loop, one thread: nothing here is locked.
//
// Work is done in rounds: whatever came in is carried out, then server_end_iteration commits it all
// at once, answers, and tells who watches. An answer that depends on something not yet on disk
// waits for that.
#pragma once

#include "server/http/http.h"
#include "server/http/rate_limit.h"
#include "server/http/static_files.h"
#include "server/live/presence.h"
#include "server/live/study_rooms.h"
#include "server/live/subscriptions.h"
#include "server/server.h"
#include "server/websocket/websocket.h"
#include "server/workers/analysis_queue.h"
#include "server/workers/worker_pool.h"

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
    GameRegistry *registry;
    StaticFiles *pages; // may be NULL
    Subscriptions *audience;
    Presence *attendance;
    RateLimiter *limiter;
    WorkerPool *workers;
    AnalysisQueue *analyses;
    StudyRooms *gatherings;
    RandomSource randomness;
    WebSockets sockets;
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
Timestamp server_now(Server *s);
int64_t server_ms(const Server *s); // monotonic

void server_end_iteration(Server *s);
void server_stop(Server *s);

// The fields of `me`.
void server_encode_me(Server *s, JsonWriter *w, const UserRow *user);
void server_encode_lobby(Server *s, JsonWriter *w); // "open", "live"
void server_encode_own_games(Server *s, JsonWriter *w, UserId user);

// Who watches a game, told of somebody coming or going.
void broadcast_presence(Server *s, const GameId *game);
void broadcast_chat(Server *s, const GameId *game, const ChatRow *line); // after the commit
void server_encode_chat_line(Server *s, JsonWriter *w, const GameView *sight, const ChatRow *line);
