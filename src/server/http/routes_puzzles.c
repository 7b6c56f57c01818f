// Routes: what somebody did with puzzles, so that another device knows. The page solves and rates;
// nothing is gained by telling tales.
#include "server/http/routes.h"

#include "base/util.h"
#include "server/json/json_fields.h"
#include "server/json/json_writer.h"
#include "server/server_internal.h"
#include "store/puzzle_attempts.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static void tell(void *context, const PuzzleAttemptRow *row) {
    JsonWriter *w = context;
    write_object(w, NULL);
    write_text(w, "puzzle", row->puzzle);
    write_number(w, "at", row->at);
    write_number(w, "score", row->score);
    write_optional(w, "day", row->day);
    write_end_object(w);
}

Status route_puzzles_get(Request *r, Error *err) {
    JsonWriter w = json_writer_into(&r->answer);
    write_object(&w, NULL);
    write_array(&w, "attempts");
    if (!puzzle_attempt_each(r->server->store, r->user.id, tell, &w, err))
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
        error_set(err, "a puzzle is named by %d digits and letters from a to f, in lower case",
                  PUZZLE_ID_SIZE - 1);
        return STATUS_BAD_VALUE;
    }
    // A clock may be wrong, but what is said to have been done tomorrow would outlive all that is
    // true.
    if (body->at > server_now(r->server).wall_ms / 1000 + 24L * 3600) {
        error_set(err, "at is in the future; it is counted in seconds since 1970");
        return STATUS_BAD_VALUE;
    }
    return STATUS_OK;
}

static bool keep(const Request *r, const Body *body, Error *err) {
    PuzzleAttemptRow row = {.at = body->at, .score = body->score, .day = body->day};
    snprintf(row.puzzle, sizeof row.puzzle, "%s", body->puzzle);
    return puzzle_attempt_add(r->server->store, r->user.id, &row, err);
}

Status route_puzzles_post(Request *r, Error *err) {
    Body body = {.day = -1};
    JsonObject *d = json_fields_parse(str_text(&r->body), r->body.len, err);
    if (!d || !json_fields_fill(d, fields, "puzzle at score day?", &body, err)) {
        json_fields_free(d);
        return STATUS_MALFORMED;
    }
    Status no = check(r, &body, err);
    if (!no && !keep(r, &body, err))
        no = STATUS_UNAVAILABLE;
    json_fields_free(d);
    str_add_text(&r->answer, no ? "" : "{}");
    return no;
}
