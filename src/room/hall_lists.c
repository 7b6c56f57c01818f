// Games as lists and files, and what their results are booked as.
#include "room/hall_inside.h"

#include "base/mem.h"
#include "base/util.h"
#include "record/branch.h"
#include "record/format.h"
#include "room/rating.h"
#include "room/username.h"

#include <string.h>

// ---- Lists

static void summarise(Hall *h, const GameRow *row, const Room *room, Summary *out) {
    *out = (Summary){.row = *row, .turn = room ? room_turn(room) : SEAT_NONE};
    UserRow owner;
    Error ignored = {0};
    if (people_find(h->store, row->owner, &owner, &ignored))
        snprintf(out->owner, sizeof out->owner, "%s", owner.name);
    for (int seat = 0; seat < 2; seat++) {
        hall_face(h, row, seat, &out->seats[seat]);
        out->seats[seat].black = room ? game_seat_of(&room->game, BLACK) == (Seat)seat : seat == 0;
    }
}

bool hall_asks_for(const GameRow *row, const char *folded) {
    if (row->state != GAME_WAITING || strncmp(row->opponent, "user:", 5) != 0)
        return false;
    Str asked = {0};
    username_fold(row->opponent + 5, &asked);
    bool same = !strcmp(str_text(&asked), folded);
    str_release(&asked);
    return same;
}

typedef struct {
    HallList list;
    UserId user;
    Str folded; // the user's name
} Wanted;

static bool is_wanted(const Wanted *w, const Entry *e) {
    const GameRow *row = &e->row;
    bool seated = row->seats[0] == w->user || row->seats[1] == w->user;
    switch (w->list) {
    case LIST_OPEN:
        return row->state == GAME_WAITING && !strcmp(row->opponent, "anyone") && e->owner_is_here;
    case LIST_LIVE:
        return row->state == GAME_PLAYING;
    case LIST_MINE:
        return (row->state == GAME_WAITING || row->state == GAME_PLAYING) && seated;
    case LIST_INVITATIONS:
        return hall_asks_for(row, str_text(&w->folded));
    }
    return false;
}

static int newer_first(const void *a, const void *b) {
    const GameRow *x = a, *y = b;
    if (x->created != y->created)
        return x->created < y->created ? 1 : -1;
    return strcmp(x->id.text, y->id.text);
}

void hall_list(Hall *h, HallList list, UserId user, int limit, SummaryVisitor *visit,
               void *context) {
    Wanted wanted = {.list = list, .user = user};
    UserRow row;
    Error ignored = {0};
    if (user && people_find(h->store, user, &row, &ignored))
        username_fold(row.name, &wanted.folded);
    GameRow *found = mem_alloc(((size_t)h->roster.count + 1) * sizeof *found);
    int count = 0;
    RosterWalk w = roster_walk(&h->roster);
    for (const Entry *e; (e = roster_next(&w));)
        if (is_wanted(&wanted, e))
            found[count++] = e->row;
    qsort(found, (size_t)count, sizeof *found, newer_first);
    for (int i = 0; i < int_min(count, limit); i++) {
        Summary s;
        const Entry *e = list == LIST_MINE ? hall_open(h, found[i].id.text, &ignored) : NULL;
        summarise(h, &found[i], e ? e->room : NULL, &s);
        visit(context, &s);
    }
    mem_free(found);
    str_release(&wanted.folded);
}

typedef struct {
    GameRow *rows;
    int count;
} Found;

static void gather(void *context, const GameRow *row) {
    Found *f = context;
    f->rows[f->count++] = *row;
}

Refusal hall_search(Hall *h, const GameQuery *query, SummaryVisitor *visit, void *context,
                    Error *err) {
    Found found = {.rows = mem_alloc(((size_t)query->limit + 1) * sizeof *found.rows)};
    annals_search(h->store, query, gather, &found, err);
    for (int i = 0; i < found.count; i++) {
        Summary s;
        summarise(h, &found.rows[i], NULL, &s);
        visit(context, &s);
    }
    mem_free(found.rows);
    return *err->text ? REFUSED_UNAVAILABLE : REFUSED_NOT;
}

HallCount hall_count(const Hall *h) {
    HallCount c = {.rooms = h->rooms};
    RosterWalk w = roster_walk(&h->roster);
    for (const Entry *e; (e = roster_next(&w));) {
        c.waiting += e->row.state == GAME_WAITING;
        c.playing += e->row.state == GAME_PLAYING;
    }
    return c;
}

// ---- Files

static Record *record_of(Hall *h, const Entry *e) {
    Record *r = record_from_game(&e->room->game);
    for (int seat = 0; seat < 2; seat++) {
        SeatSight face = {0};
        hall_face(h, &e->row, seat, &face);
        bool black = game_seat_of(&e->room->game, BLACK) == (Seat)seat;
        record_set_value(r, r->root, black ? "PB" : "PW", face.name);
    }
    return r;
}

Refusal hall_export(Hall *h, const char *game, const char *format, Str *out, Error *err) {
    const Entry *e = hall_open(h, game, err);
    if (!e)
        return REFUSED_NOT_FOUND;
    const Format *f = format_find(format, err);
    if (!f)
        return REFUSED_NOT_FOUND;
    if (e->row.mist && e->row.state == GAME_PLAYING) {
        error_set(err, "a game in the mist can be seen when it is over");
        return REFUSED_IN_THE_MIST;
    }
    Record *r = record_of(h, e);
    bool ok = record_write(r, f, &(WriteOptions){0}, out, err);
    record_free(r);
    return ok ? REFUSED_NOT : REFUSED_NOT_NOW;
}

// ---- Results

static Rating rating_now(Hall *h, UserId user, const char *pool, int *games) {
    RatingRow row;
    Error ignored = {0};
    if (rating_find(h->store, user, pool, &row, &ignored)) {
        *games = row.games;
        return (Rating){row.rating, row.deviation, row.volatility};
    }
    Rating r = rating_unknown();
    *games = 0;
    for (int level = 1; level <= LEVEL_COUNT; level++)
        if (h->levels[level - 1] == user)
            r.rating = level_row(level)->rating;
    return r;
}

// Only a level that cannot answer crashes, and that says nothing about who plays better.
void hall_book_result(Hall *h, const GameRow *row) {
    Error told_by_commit = {0};
    bool drawn = row->winner == SEAT_NONE;
    const char *pool = rating_pool(row->rules, row->mist);
    bool counts = row->rated && strcmp(row->reason, room_reason(END_CRASH)) != 0;
    Rating before[2];
    int games[2];
    for (int seat = 0; seat < 2; seat++) {
        bool won = row->winner == seat;
        before[seat] = rating_now(h, row->seats[seat], pool, &games[seat]);
        people_add_score(h->store, row->seats[seat], won, !won && !drawn, drawn, &told_by_commit);
    }
    for (int seat = 0; seat < 2 && counts; seat++) {
        double score = drawn ? 0.5 : row->winner == seat ? 1 : 0;
        Rating r = rating_after(before[seat], before[1 - seat], score);
        rating_put(h->store, row->seats[seat], pool,
                   &(RatingRow){r.rating, r.deviation, r.volatility, games[seat] + 1},
                   &told_by_commit);
    }
}
