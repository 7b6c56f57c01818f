// Routes: what somebody did with puzzles, so that another device knows. The page solves and rates;
// nothing is gained by telling tales.
#include "server/routes.h"

#include "base/util.h"
#include "server/fields.h"
#include "server/inside.h"
#include "server/writer.h"
#include "store/attempts.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static void tell(void *context, const AttemptRow *row) {
    Writer *w = context;
    write_object(w, NULL);
    write_text(w, "puzzle", row->puzzle);
    write_number(w, "at", row->at);
    write_number(w, "score", row->score);
    write_optional(w, "day", row->day);
    write_end_object(w);
}

Refusal route_puzzles_get(Request *r, Error *err) {
    Writer w = writer_into(&r->answer);
    write_object(&w, NULL);
    write_array(&w, "attempts");
    if (!attempt_each(r->server->store, r->user.id, tell, &w, err))
        return REFUSED_UNAVAILABLE;
    write_end_array(&w);
    write_end_object(&w);
    return REFUSED_NOT;
}

typedef struct {
    const char *puzzle;
    int at, score, day;
} Body;

static const Field fields[] = {
    {"puzzle", FIELD_TEXT, offsetof(Body, puzzle), 0, 0},
    {"at", FIELD_NUMBER, offsetof(Body, at), 0, INT_MAX},
    {"score", FIELD_NUMBER, offsetof(Body, score), 0, 100},
    {"day", FIELD_NUMBER, offsetof(Body, day), 0, INT_MAX},
    {0},
};

static Refusal check(const Request *r, const Body *body, Error *err) {
    if (strlen(body->puzzle) != PUZZLE_ID_SIZE - 1 ||
        strspn(body->puzzle, "0123456789abcdef") != PUZZLE_ID_SIZE - 1) {
        error_set(err, "a puzzle is named by %d digits and letters from a to f, in lower case",
                  PUZZLE_ID_SIZE - 1);
        return REFUSED_BAD_VALUE;
    }
    // A clock may be wrong, but what is said to have been done tomorrow would outlive all that is
    // true.
    if (body->at > server_now(r->server).wall_ms / 1000 + 24L * 3600) {
        error_set(err, "at is in the future; it is counted in seconds since 1970");
        return REFUSED_BAD_VALUE;
    }
    return REFUSED_NOT;
}

static bool keep(const Request *r, const Body *body, Error *err) {
    AttemptRow row = {.at = body->at, .score = body->score, .day = body->day};
    snprintf(row.puzzle, sizeof row.puzzle, "%s", body->puzzle);
    return attempt_add(r->server->store, r->user.id, &row, err);
}

Refusal route_puzzles_post(Request *r, Error *err) {
    Body body = {.day = -1};
    Document *d = document_read(str_text(&r->body), r->body.len, err);
    if (!d || !document_fill(d, fields, "puzzle at score day?", &body, err)) {
        document_free(d);
        return REFUSED_MALFORMED;
    }
    Refusal no = check(r, &body, err);
    if (!no && !keep(r, &body, err))
        no = REFUSED_UNAVAILABLE;
    document_free(d);
    str_add_text(&r->answer, no ? "" : "{}");
    return no;
}
