// HTTP routes: the table of methods and paths, access checks, and dispatch to the handlers.
#pragma once

#include "server/http/http.h"

typedef enum {
    NEEDS_NOBODY,
    NEEDS_SESSION,
    NEEDS_ACCOUNT,
    NEEDS_LOGIN, // an account, by password and not by token
    NEEDS_LOOPBACK,
    NEEDS_ADMIN, // from this machine, with the secret in admin.json
} RouteNeeds;

typedef struct {
    const char *method, *path; // parts in capitals match anything
    RouteNeeds needs;
    const char *takes, *gives; // for docs/integrate/api.md
    Status (*run)(Request *r, Error *err);
} Route;

const Route *route_at(int i); // NULL after the last
const char *route_needs_name(RouteNeeds needs);

// True if the path matches the pattern of a route.
bool path_matches(const char *pattern, const Path *path);

// False: the request is answered, or refused, without the database and without a session.
bool route_needs_store(const Request *r);

// Runs the handler: builds the response, or suspends the request.
void route_dispatch(Request *r);

// For a WebSocket, when its response was sent: false if the session has ended since the request was
// dispatched, or other sockets of the same round took the last places.
bool request_may_upgrade(const Request *r);

// Notes that the user plays by HTTP requests, without a WebSocket (see presence.h).
void request_note_poll(const Request *r);

// Long polling: runs `handler` for the id at the end of the path; it sets r->seq. With ?after=N the
// response waits until seq exceeds N, at most LIMIT_LONG_POLL_S.
Status request_long_poll(Request *r, LongPollHandler *handler, Error *err);

// ---- The handlers, by file

// routes_accounts.c
Status route_session_get(Request *r, Error *err);
Status route_session_post(Request *r, Error *err);
Status route_register(Request *r, Error *err);
Status route_login(Request *r, Error *err);
Status route_logout(Request *r, Error *err);
Status route_password(Request *r, Error *err);
Status route_reset(Request *r, Error *err);
Status route_settings(Request *r, Error *err);
Status route_tokens_get(Request *r, Error *err);
Status route_tokens_post(Request *r, Error *err);
Status route_tokens_delete(Request *r, Error *err);
Status route_user(Request *r, Error *err);
Status route_ratings(Request *r, Error *err);

// routes_admin.c
Status route_admin(Request *r, Error *err);

// routes_games.c
Status route_choices(Request *r, Error *err);
Status route_lobby(Request *r, Error *err);
Status route_games_get(Request *r, Error *err);
Status route_games_post(Request *r, Error *err);
Status route_game_get(Request *r, Error *err);
Status route_game_post(Request *r, Error *err);
Status route_chat(Request *r, Error *err);
Status route_export(Request *r, Error *err);
Status route_turns(Request *r, Error *err);

// routes_analyses.c
Status route_analyses_post(Request *r, Error *err);
Status route_analysis_get(Request *r, Error *err);
Status route_analysis_delete(Request *r, Error *err);

// routes_puzzles.c
Status route_puzzles_get(Request *r, Error *err);
Status route_puzzles_post(Request *r, Error *err);

// routes_lab.c
Status route_lab(Request *r, Error *err);

// Each may leave the request to wait (http_wait_for_jobs).
Status lab_write_workers(Request *r, JsonWriter *w, Error *err); // "workers" and "jobs"
void lab_add_metrics(Request *r, Str *out); // of jobs and their workers, if there is a queue

// routes.c
Status route_socket(Request *r, Error *err);
Status route_live(Request *r, Error *err);
Status route_ready(Request *r, Error *err);
Status route_metrics(Request *r, Error *err);

// routes_page.c
Status route_page(Request *r, Error *err);

// After a 404: a browser (Accept: text/html) gets the page instead of JSON, still with status 404.
void respond_not_found_page(Request *r);
