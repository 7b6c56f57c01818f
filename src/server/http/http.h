// HTTP by libmicrohttpd, polled by the loop: from bytes to a Request, and from its answer to bytes.
#pragma once

#include "base/error.h"
#include "games/status.h"
#include "server/http/http_validate.h"
#include "server/http/static_files.h"
#include "store/game_store.h"

#include <uv.h>

typedef struct Server Server;
typedef struct Http Http;
typedef struct Request Request;
typedef Status LongPollHandler(Request *r, const char *id, Error *err);
struct MHD_Connection;

struct Request {
    Server *server;
    struct MHD_Connection *connection;
    const char *method;
    char address[ADDRESS_SIZE]; // of the client
    char network[ADDRESS_SIZE]; // whose limits it counts for
    Path path;
    bool path_is_sound;
    RequestHeaders head;
    Str body;
    bool too_large;

    bool has_session;
    LoginSessionRow session;
    UserRow user;

    // The answer.
    int status;
    Str answer;
    const char *type;
    char cookie[192];       // Set-Cookie; "": none
    char device[192];       // another one
    const StaticFile *file; // instead of `answer`
    bool file_lasts;        // what is at this address never changes
    bool becomes_socket;

    // Waiting: for the commit, for a game to change, or for another thread.
    bool dispatched, suspended;
    Request *next;
    Request **list; // the one it is in; NULL: none
    GameId awaited; // "": whatever game it is
    int after;
    int64_t until_ms;
    void (*wake)(Request *r);   // makes the answer
    LongPollHandler *answering; // of request_long_poll
};

Http *http_start(Server *s, Error *err);
int http_port(const Http *h);
void http_stop_listening(Http *h);
void http_stop(Http *h); // after this nothing of it is on the loop

// To be called in a handler: the answer comes later. A request that waits for a game is woken when
// it changes; one that waits for a thread is not. http_resume brings the answer, at the end of the
// round.
void http_wait_for_change(Request *r);
void http_wait_for_thread(Request *r);
void http_resume(Request *r);

// Something was asked of libmicrohttpd that it does when it runs: it will, at the end of the round.
void http_run_this_iteration(Http *h);

// At the end of a round: answers of the round, all refused if it could not be written.
void http_send_held(Server *s, bool written);

// After changes and now and then: those who wait.
void http_wake_waiting(Server *s, const GameId *game, const UserId people[3]);
void http_wake_timed_out(Server *s, int64_t now_ms);

// Ends connections that take too long to say what they want, or to take the answer, byte by byte
// though it may be.
void http_close_timed_out(Http *h, int64_t now_ms);

void request_refuse(Request *r, Status why, const char *text);

// A parameter of the query, decoded; false if it is not there or longer than `size` allows.
bool request_query(const Request *r, const char *name, char *out, size_t size);
