// Routes of puzzle attempts: syncs a user's attempts between devices. The page checks and rates
// solutions; the server trusts it, since cheating gains nothing.
#include "server/http/routes.h"

#include "base/json_writer.h"
#include "base/number.h"
#include "server/server_internal.h"
#include "store/users.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static void write_attempt(void *context, const PuzzleAttemptRow *row) {
    JsonWriter *w = context;
    write_object(w, NULL);
    write_text(w, "puzzle", row->puzzle);
    write_number(w, "at", row->at);
    write_number(w, "score", row->score);
    write_optional(w, "day", row->day);
    write_end_object(w);
}

Status route_puzzles_get(Request *r, Error *err) {
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    write_array(&w, "attempts");
    if (!puzzle_attempt_each(r->server->store, r->user.id, write_attempt, &w, err))
        return STATUS_UNAVAILABLE;
    write_end_array(&w);
    write_end_object(&w);
    return STATUS_OK;
}

typedef struct {
    const char *puzzle;
    int at, score, day;
} Body;

static const JsonField fields[] = {
    {"puzzle", JSON_FIELD_TEXT, offsetof(Body, puzzle), 0, 0},
    {"at", JSON_FIELD_NUMBER, offsetof(Body, at), 0, INT_MAX},
    {"score", JSON_FIELD_NUMBER, offsetof(Body, score), 0, 100},
    {"day", JSON_FIELD_NUMBER, offsetof(Body, day), 0, INT_MAX},
    {0},
};

static Status check(const Request *r, const Body *body, Error *err) {
    if (strlen(body->puzzle) != PUZZLE_ID_SIZE - 1 ||
        strspn(body->puzzle, "0123456789abcdef") != PUZZLE_ID_SIZE - 1) {
        error_set(err, "a puzzle id has %d hexadecimal digits, in lower case", PUZZLE_ID_SIZE - 1);
        return STATUS_BAD_VALUE;
    }
    // Only the latest attempts are kept, so one dated in the future would outlive all others. A day
    // of clock error is allowed.
    if (body->at > server_now(r->server).wall_ms / 1000 + 24L * 3600) {
        error_set(err, "at is in the future; it is in seconds since 1970");
        return STATUS_BAD_VALUE;
    }
    return STATUS_OK;
}

static bool save_attempt(const Request *r, const Body *body, Error *err) {
    PuzzleAttemptRow row = {.at = body->at, .score = body->score, .day = body->day};
    snprintf(row.puzzle, sizeof row.puzzle, "%s", body->puzzle);
    return puzzle_attempt_add(r->server->store, r->user.id, &row, err);
}

Status route_puzzles_post(Request *r, Error *err) {
    Body body = {.day = -1};
    if (!request_fields(r, fields, "puzzle at score day?", &body, err))
        return STATUS_MALFORMED;
    Status status = check(r, &body, err);
    if (!status && !save_attempt(r, &body, err))
        status = STATUS_UNAVAILABLE;
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    write_end_object(&w);
    return status;
}
