// Server: the struct that all files of this folder share. One event loop on one thread: nothing
// here is locked.
//
// Group commit (batched commit): each loop iteration runs everything that came in, then
// server_end_iteration commits it in one transaction with one fsync. Only then are the held replies
// sent and the changes broadcast, so an acknowledged move is on disk.
#pragma once

#include "server/accounts/session_clock.h"
#include "server/http/http.h"
#include "server/http/rate_limit.h"
#include "server/http/static_files.h"
#include "server/live/presence.h"
#include "server/live/remote_presence.h"
#include "server/live/study_rooms.h"
#include "server/live/subscriptions.h"
#include "server/metrics.h"
#include "server/nested_loop.h"
#include "server/server.h"
#include "server/websocket/websocket.h"
#include "server/workers/analysis_queue.h"
#include "server/workers/worker_pool.h"

#include <uv.h>

typedef struct {
    int64_t requests, rejected, messages, moves, games, commits, failed_commits, sockets_opened,
        level_moves, worker_failures, remote_answers, remote_failures, logins_failed, conflicts;
} Counters;

struct Server {
    ServerOptions options;
    char origin[128]; // public origin; "": the listen address
    char trusted_proxy[ADDRESS_SIZE];
    bool secure; // the public origin is https
    uv_loop_t loop;
    uv_prepare_t before_poll;
    uv_idle_t idle;
    uv_timer_t tick;
    uv_timer_t retry; // wakes the loop for requests that are to be handled again
    uv_signal_t signals[3];
    Http *http;
    Store *store;
    GameRegistry *registry;
    StaticFiles *pages; // static files; NULL: API only
    Subscriptions *subscriptions;
    Presence *presence;
    RemotePresence *remote_presence;
    RateLimiter *rate_limiter;
    WorkerPool *workers;
    AnalysisQueue *analysis_queue;
    StudyRooms *study_rooms;
    struct Lab *lab; // the job queue, for /lab and /metrics; NULL until it is asked for
    RandomSource randomness;
    SessionClock session_clock;
    WebSockets sockets;
    Counters counters;
    Metrics metrics;
    SecretHash admin_secret;    // of server_admin_file
    int64_t restart_at;         // an announced restart, since 1970; 0: none
    int64_t pending_restart_at; // of this round; told after the commit
    bool restart_is_pending;
    int64_t started_ms, server_time_base;
    int64_t lobby_sent_ms, second_ms, cleanup_ms, stopped_ms;
    int64_t clock_offset;   // of server time to the database's clock, if instances share it
    int64_t clock_ms;       // the last server time: it never goes back
    uv_poll_t *store_poll;  // for notes of other instances; NULL: none
    int store_fd;           // a copy of the database's socket; -1: none
    int store_socket;       // of which
    int folder_lock;        // a descriptor; -1: none
    uint64_t lobby_online;  // fingerprint of who was online at the last broadcast of the lobby
    UserId guest_cursor;    // cursor of the guest clean-up
    bool guest_cleanup_due; // the next batch of the guest clean-up may run
    bool lists_changed;     // somebody's own games have; not told yet
    bool games_are_owed;    // told somebody less than a second ago: see broadcast_own_games
    bool lobby_changed, stopping, cannot_write, reload_due, short_of_memory;
    bool is_disconnected;              // from the database
    bool is_waiting;                   // for the database, in the nested loop
    int64_t waits_since_ms, waited_ms; // in it, since the last second
    struct PendingChat *pending_chat;  // chat lines of this iteration, sent after the commit
    int pending_chat_count, pending_chat_capacity;
    GameView update;   // of the viewer to be told next: too large to be cleared for each
    int password_jobs; // passwords being hashed on the thread pool
    uv_work_t database_check;
    atomic_bool stop_check;
    bool is_damaged; // the database is damaged, so the server stops
    Error damage;
};

static const char conflict_text[] =
    "another server changes this game at the same time; nothing was changed";

// Reads the clocks, passes the time to the game registry, and returns it.
Timestamp server_now(Server *s);
int64_t server_ms(const Server *s);       // monotonic
int64_t server_session_expiry(Server *s); // see session_clock_expiry

bool server_is_loopback(const Server *s); // other machines cannot reach it

// Fills in which players are at the game, by a socket or by requests, and how many spectators.
void server_fill_presence(const Server *s, GameView *view);

// Appends the URL under which users reach the server.
void server_add_url(const Server *s, Str *out);

// http/routes_lab.c
void lab_free(struct Lab *lab);

void server_end_iteration(Server *s);

// Call after each event of a client: ends the iteration early if it has been writing for long.
// Other instances may be waiting for its lock (store_lock_round), and clients for their replies.
// Does nothing in the nested loop, which must not use the store.
void server_limit_iteration(Server *s);
void server_stop(Server *s);

// Write fields into an open JSON object: those of `me`, the lobby, a user's own games, a
// line of chat.
void server_encode_me(Server *s, JsonWriter *w, const UserRow *user);
void server_encode_lobby(Server *s, JsonWriter *w); // "open", "live", "online"
void server_encode_own_games(Server *s, JsonWriter *w, UserId user);
void server_encode_chat_line(Server *s, JsonWriter *w, const GameView *view, const ChatRow *line);
