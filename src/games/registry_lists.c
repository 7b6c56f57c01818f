// Games as lists and files, and what their results are booked as.
#include "games/registry_internal.h"

#include "base/mem.h"
#include "base/util.h"
#include "games/rating.h"
#include "games/username.h"
#include "record/format.h"
#include "record/game_in_tree.h"

#include <string.h>

// ---- Lists

static void summarise(GameRegistry *h, const GameRow *row, const GameSession *room,
                      GameSummary *out) {
    *out = (GameSummary){.row = *row, .turn = room ? session_turn(room) : SEAT_NONE};
    UserRow owner;
    Error ignored = {0};
    if (user_find(h->store, row->owner, &owner, &ignored))
        snprintf(out->owner, sizeof out->owner, "%s", owner.name);
    for (int seat = 0; seat < 2; seat++) {
        registry_fill_seat(h, row, seat, &out->seats[seat]);
        out->seats[seat].black = room ? game_seat_of(&room->game, BLACK) == (Seat)seat : seat == 0;
    }
}

bool registry_is_invitation_for(const GameRow *row, const char *folded) {
    if (row->state != GAME_WAITING || strncmp(row->opponent, "user:", 5) != 0)
        return false;
    Str asked = {0};
    username_fold(row->opponent + 5, &asked);
    bool same = !strcmp(str_text(&asked), folded);
    str_release(&asked);
    return same;
}

typedef struct {
    GameListKind list;
    UserId user;
    Str folded; // the user's name
} Wanted;

static bool is_wanted(const Wanted *w, const GameEntry *e) {
    const GameRow *row = &e->row;
    bool seated = row->seats[0] == w->user || row->seats[1] == w->user;
    switch (w->list) {
    case GAME_LIST_OPEN:
        return row->state == GAME_WAITING && !strcmp(row->opponent, "anyone") && e->owner_is_here;
    case GAME_LIST_LIVE:
        return row->state == GAME_PLAYING;
    case GAME_LIST_MINE:
        return (row->state == GAME_WAITING || row->state == GAME_PLAYING) && seated;
    case GAME_LIST_INVITATIONS:
        return registry_is_invitation_for(row, str_text(&w->folded));
    }
    return false;
}

static int newer_first(const void *a, const void *b) {
    const GameRow *x = a, *y = b;
    if (x->created != y->created)
        return x->created < y->created ? 1 : -1;
    return strcmp(x->id.text, y->id.text);
}

void registry_list(GameRegistry *h, GameListKind list, UserId user, int limit,
                   GameSummaryVisitor *visit, void *context) {
    Wanted wanted = {.list = list, .user = user};
    UserRow row;
    Error ignored = {0};
    if (user && user_find(h->store, user, &row, &ignored))
        username_fold(row.name, &wanted.folded);
    GameRow *found = mem_alloc(((size_t)h->roster.count + 1) * sizeof *found);
    int count = 0;
    GameTableIterator w = game_table_iterate(&h->roster);
    for (const GameEntry *e; (e = game_table_next(&w));)
        if (is_wanted(&wanted, e))
            found[count++] = e->row;
    qsort(found, (size_t)count, sizeof *found, newer_first);
    for (int i = 0; i < int_min(count, limit); i++) {
        GameSummary s;
        const GameEntry *e =
            list == GAME_LIST_MINE ? registry_open_game(h, found[i].id.text, &ignored) : NULL;
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

Status registry_search(GameRegistry *h, const GameQuery *query, GameSummaryVisitor *visit,
                       void *context, Error *err) {
    Found found = {.rows = mem_alloc(((size_t)query->limit + 1) * sizeof *found.rows)};
    game_store_search(h->store, query, gather, &found, err);
    for (int i = 0; i < found.count; i++) {
        GameSummary s;
        summarise(h, &found.rows[i], NULL, &s);
        visit(context, &s);
    }
    mem_free(found.rows);
    return *err->text ? STATUS_UNAVAILABLE : STATUS_OK;
}

RegistryCounts registry_counts(const GameRegistry *h) {
    RegistryCounts c = {.rooms = h->rooms};
    GameTableIterator w = game_table_iterate(&h->roster);
    for (const GameEntry *e; (e = game_table_next(&w));) {
        c.waiting += e->row.state == GAME_WAITING;
        c.playing += e->row.state == GAME_PLAYING;
    }
    return c;
}

// ---- Files

static Record *record_of(GameRegistry *h, const GameEntry *e) {
    Record *r = record_from_game(&e->room->game);
    for (int seat = 0; seat < 2; seat++) {
        SeatView face = {0};
        registry_fill_seat(h, &e->row, seat, &face);
        bool black = game_seat_of(&e->room->game, BLACK) == (Seat)seat;
        record_set_value(r, r->root, black ? "PB" : "PW", face.name);
    }
    return r;
}

Status registry_export(GameRegistry *h, const char *game, const char *format, Str *out,
                       Error *err) {
    const GameEntry *e = registry_open_game(h, game, err);
    if (!e)
        return STATUS_NOT_FOUND;
    const Format *f = format_find(format, err);
    if (!f)
        return STATUS_NOT_FOUND;
    if (e->row.mist && e->row.state == GAME_PLAYING) {
        error_set(err, "a game in the mist can be seen when it is over");
        return STATUS_IN_THE_MIST;
    }
    Record *r = record_of(h, e);
    bool ok = record_write(r, f, &(WriteOptions){0}, out, err);
    record_free(r);
    return ok ? STATUS_OK : STATUS_NOT_NOW;
}

// ---- Results

static Rating rating_now(GameRegistry *h, UserId user, const char *pool, int *games) {
    RatingRow row;
    Error ignored = {0};
    if (rating_find(h->store, user, pool, &row, &ignored)) {
        *games = row.games;
        return (Rating){row.rating, row.deviation, row.volatility};
    }
    Rating r = rating_initial();
    *games = 0;
    for (int level = 1; level <= LEVEL_COUNT; level++)
        if (h->levels[level - 1] == user)
            r.rating = level_info(level)->rating;
    return r;
}

// Only a level that cannot answer crashes, and that says nothing about who plays better.
void registry_update_ratings(GameRegistry *h, const GameRow *row) {
    Error told_by_commit = {0};
    bool drawn = row->winner == SEAT_NONE;
    const char *pool = rating_pool(row->rules, row->mist);
    bool counts = row->rated && strcmp(row->reason, end_reason_word(END_CRASH)) != 0;
    Rating before[2];
    int games[2];
    for (int seat = 0; seat < 2; seat++) {
        bool won = row->winner == seat;
        before[seat] = rating_now(h, row->seats[seat], pool, &games[seat]);
        user_add_score(h->store, row->seats[seat], won, !won && !drawn, drawn, &told_by_commit);
    }
    for (int seat = 0; seat < 2 && counts; seat++) {
        double score = drawn ? 0.5 : row->winner == seat ? 1 : 0;
        Rating r = rating_after_game(before[seat], before[1 - seat], score);
        rating_save(h->store, row->seats[seat], pool,
                    &(RatingRow){r.rating, r.deviation, r.volatility, games[seat] + 1},
                    &told_by_commit);
    }
}
