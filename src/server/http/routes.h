// What there is at which address, as a table.
#pragma once

#include "server/http/http.h"

typedef enum {
    NEEDS_NOBODY,
    NEEDS_SESSION,
    NEEDS_ACCOUNT,
    NEEDS_LOOPBACK,
} RouteNeeds;

typedef struct {
    const char *method, *path; // parts in capitals stand for anything
    RouteNeeds needs;
    const char *takes, *gives; // for the manual
    Status (*run)(Request *r, Error *err);
} Route;

const Route *route_at(int i); // NULL after the last
const char *route_needs_name(RouteNeeds needs);

// Does the pattern of a route fit?
bool path_matches(const char *pattern, const Path *path);

// Makes the answer, or waits.
void route_dispatch(Request *r);

// Answers about the thing that the address ends with, and sets r->after to its number; with
// ?after=N only when that is beyond N, or after a while.
Status request_long_poll(Request *r, LongPollHandler *answer, Error *err);

// ---- The handlers, by file

// routes_people.c
Status route_session_get(Request *r, Error *err);
Status route_session_post(Request *r, Error *err);
Status route_register(Request *r, Error *err);
Status route_login(Request *r, Error *err);
Status route_logout(Request *r, Error *err);
Status route_password(Request *r, Error *err);
Status route_settings(Request *r, Error *err);
Status route_tokens_get(Request *r, Error *err);
Status route_tokens_post(Request *r, Error *err);
Status route_tokens_delete(Request *r, Error *err);
Status route_user(Request *r, Error *err);
Status route_ratings(Request *r, Error *err);

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

// routes.c
Status route_socket(Request *r, Error *err);
Status route_health(Request *r, Error *err);
Status route_metrics(Request *r, Error *err);

// routes_page.c
Status route_page(Request *r, Error *err);

// After a refusal because nothing is there: who asked with a browser sees that on the page, which
// knows the way back.
void respond_not_found_page(Request *r);
