// HTTP requests on the event loop: from a parsed head to the response. Long polls are suspended;
// requests that wrote to the store are held until the batch is committed.
#pragma once

#include "base/error.h"
#include "base/json.h"
#include "server/http/connection.h"
#include "server/http/static_files.h"
#include "server/retry.h"
#include "session/status.h"
#include "store/game_store.h"

#include <uv.h>

typedef struct Http Http;
typedef Status LongPollHandler(Request *r, const char *id, Error *err);

struct Request {
    Server *server;
    Connection *connection;
    Str head;                   // method, query and headers point into it
    const char *method;         // "" if the head was malformed
    const char *query;          // "": none
    size_t body_len;            // Content-Length
    bool expects_continue;      // the client sends the body when it is told to
    char address[ADDRESS_SIZE]; // client IP address
    char network[ADDRESS_SIZE]; // key of its rate limits: the address, or the /64 network for IPv6
    Path path;
    bool path_is_valid;
    RequestHeaders headers;
    Str body;
    Arena arena; // values parsed from the body

    int64_t began_ns; // when its head was there

    bool has_session;
    LoginSessionRow session;
    UserRow user;

    // The response.
    int status;
    Str response;
    const char *type;
    const char *location;     // of a redirect; NULL: none
    char session_cookie[192]; // Set-Cookie for the session; "": none
    char device_cookie[192];  // Set-Cookie for the device token; "": none
    StaticFiles *files;       // those of the page, kept until the response is sent
    const StaticFile *file;   // one of them, sent instead of `response`
    bool file_is_immutable;   // its URL contains the version: cache forever
    bool upgrades_to_websocket;

    // Suspended: until the commit, until something changes (long poll), or until another thread is
    // done.
    Request *next;
    Request **list;    // the list it is in; NULL: none
    GameId awaited_id; // game or analysis the long poll waits for; "": a turn of the user
    int seq;           // sequence number of the state in the response
    int64_t deadline_ms;
    void (*wake)(Request *r);      // builds the response of a long poll
    LongPollHandler *poll_handler; // set by request_long_poll

    // If instances share the database.
    GameId read_game; // the game in the response; "": none
    Retry retry;
};

Http *http_start(Server *s, Error *err);
int http_port(const Http *h);
void http_stop_listening(Http *h);
void http_stop(Server *s); // closes all its handles on the loop

// Called in a route handler to respond later. A request that waits for a change (long poll) is
// woken by http_wake_waiting and http_wake_timed_out; one that waits for a thread only by
// http_resume, which sends the response at the end of the loop iteration. Too many may not wait
// from one address.
Status http_wait_for_change(Request *r, Error *err);
void http_wait_for_thread(Request *r);
void http_resume(Request *r);

// The same for a request that needs the job queue: http_wake_job_readers handles all of them again.
void http_wait_for_jobs(Request *r);
void http_wake_job_readers(Server *s);

// Group commit: sends the responses held during this iteration, or errors if the commit failed.
void http_send_held(Server *s, bool written);

// The same as websockets_set_aside and websockets_retry.
void http_set_aside(Server *s, const GameId *game, bool is_locked);
int64_t http_retry(Server *s, int64_t now_ms);

// Handles the requests that were deferred (nested_loop.h), in the order in which they came.
bool http_has_deferred(const Server *s);
void http_run_deferred(Server *s);

// Wake long polls: those that a change concerns (a game of `people`, or an analysis), and those
// that have waited long enough.
void http_wake_waiting(Server *s, const GameId *game, const UserId people[3]);
void http_wake_timed_out(Server *s, int64_t now_ms);

// Call once a second. Closes connections that are too slow to send the request or to read the
// response, even if they trickle bytes (Slowloris), and listens again after file descriptors ran
// out.
void http_tick(Http *h, int64_t now_ms);

// ---- Between connection.c, http.c and response.c

Connections *http_connections(Http *h);

// The life of a request. Each of the middle three either sends the response or leaves the request
// to wait. request_new takes over the text of the head; request_free accepts NULL.
Request *request_new(Connection *c, const RequestHead *head);
void request_begin(Request *r); // the headers are there: may refuse before the body is read
void request_dispatch(Request *r);
void request_reject_head(Request *r, bool too_large, const char *why);
void request_free(Request *r);

// Fills in head and body of the response to send.
void response_format(const Request *r, Connection *c);

// ---- For the routes

// Replaces the response with an error.
void request_refuse(Request *r, Status why, const char *text);

// Decodes a query parameter. False if it is missing or does not fit into `size` bytes.
bool request_query(const Request *r, const char *name, char *out, size_t size);

// The body as a JSON object, and its fields (json_fill). They live as long as the request.
const Json *request_json(Request *r, Error *err);
bool request_fields(Request *r, const JsonField *table, const char *allowed, void *out, Error *err);
