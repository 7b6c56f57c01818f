#include "room/hall_inside.h"

#include "base/mem.h"
#include "base/util.h"
#include "core/movetext.h"
#include "room/rating.h"
#include "room/seeing.h"
#include "room/username.h"

#include <string.h>

enum {
    ROOMS_MAX = 1024,
    HALL_WAITING_MAX = 5,
    HALL_LEVEL_GAMES_MAX = 2,
    HALL_GAMES_MAX = 50,
    HALL_INVITATIONS_MAX = 10
};

static const char time_fact[] = "server_time";

// ---- Rooms in memory

static bool goes_on(const GameRow *row) {
    return row->state == GAME_WAITING || row->state == GAME_PLAYING;
}

// A game that is over is forgotten with its room: the store has it.
static void unload(Hall *h, Entry *e) {
    mem_free(e->room);
    e->room = NULL;
    h->rooms--;
    if (!goes_on(&e->row))
        roster_remove(&h->roster, e);
}

static void make_place(Hall *h) {
    if (h->rooms < ROOMS_MAX)
        return;
    Entry *oldest = NULL;
    RosterWalk w = roster_walk(&h->roster);
    for (Entry *e; (e = roster_next(&w));)
        if (e->room && !e->listed && (!oldest || e->last_used < oldest->last_used))
            oldest = e;
    if (oldest)
        unload(h, oldest);
}

static Room *load_room(Hall *h, const GameRow *row, Error *err) {
    MoveRow *moves = mem_alloc(GAME_MOVES_MAX * sizeof *moves);
    int count = annals_moves(h->store, &row->id, moves, GAME_MOVES_MAX, err);
    Room *room = mem_alloc(sizeof *room);
    bool ok = room_load(room, row, moves, count, err);
    mem_free(moves);
    if (row->mist) {
        TryRow tries[ROOM_TRIED_MAX];
        room_load_tries(room, tries, annals_tries(h->store, &row->id, tries, ROOM_TRIED_MAX, err));
    }
    if (ok)
        return room;
    mem_free(room);
    return NULL;
}

static Entry *find_entry(Hall *h, const char *game, Error *err) {
    Entry *e = roster_find(&h->roster, game);
    GameRow row;
    if (!e && annals_find(h->store, game, &row, err))
        e = roster_add(&h->roster, &row);
    if (!e && !*err->text)
        error_set(err, "there is no game %.20s", game);
    return e;
}

Entry *hall_open(Hall *h, const char *game, Error *err) {
    Entry *e = find_entry(h, game, err);
    if (!e)
        return NULL;
    e->last_used = ++h->uses;
    if (e->room)
        return e;
    make_place(h);
    e->room = load_room(h, &e->row, err);
    if (!e->room)
        return NULL;
    h->rooms++;
    e->deadline = room_deadline(e->room);
    return e;
}

// ---- The beginning and the end

static void load_game(void *context, const GameRow *row) {
    Hall *h = context;
    roster_add(&h->roster, row);
    if (row->turn_began > h->now.server_ms)
        h->now.server_ms = row->turn_began;
}

// Clocks that run must be watched, so their rooms are opened once.
static void open_timed_games(Hall *h) {
    int count = 0;
    GameId *ids = mem_alloc(((size_t)h->roster.count + 1) * sizeof *ids);
    RosterWalk w = roster_walk(&h->roster);
    for (Entry *e; (e = roster_next(&w));)
        if (e->row.state == GAME_PLAYING && strcmp(e->row.time, "none") != 0)
            ids[count++] = e->row.id;
    for (int i = 0; i < count; i++) {
        Error ignored = {0};
        hall_open(h, ids[i].text, &ignored);
    }
    mem_free(ids);
}

static bool add_level(Hall *h, int level, Error *err) {
    UserRow user = {.kind = USER_LEVEL, .level = level, .created = h->now.wall_ms};
    snprintf(user.name, sizeof user.name, "Level %d", level);
    Str folded = {0};
    username_fold(user.name, &folded);
    UserRow there;
    if (people_find_name(h->store, str_text(&folded), &there, err))
        h->levels[level - 1] = there.id;
    else
        h->levels[level - 1] = people_add(h->store, &user, str_text(&folded), NULL, err);
    str_release(&folded);
    return h->levels[level - 1] != 0;
}

Hall *hall_new(Store *store, Randomness randomness, Error *err) {
    Hall *h = mem_alloc(sizeof *h);
    h->store = store;
    h->randomness = randomness;
    h->now.server_ms = store_fact(store, time_fact);
    bool ok = true;
    for (int level = 1; level <= LEVEL_COUNT && ok; level++)
        ok = add_level(h, level, err);
    if (!ok || !store_commit(store, err)) {
        hall_free(h);
        return NULL;
    }
    h->newest = annals_newest(store, err);
    annals_going_on(store, load_game, h, err);
    open_timed_games(h);
    return h;
}

void hall_free(Hall *h) {
    if (!h)
        return;
    roster_release(&h->roster);
    mem_free(h->changed);
    mem_free(h);
}

void hall_set_now(Hall *h, Now now) {
    h->now = now;
}

int64_t hall_time(const Hall *h) {
    return h->now.server_ms;
}

void hall_keep_time(Hall *h) {
    RosterWalk w = roster_walk(&h->roster);
    for (Entry *e; (e = roster_next(&w));)
        if (e->deadline != INT64_MAX && e->row.state == GAME_PLAYING) {
            Error told_by_commit = {0};
            store_put_fact(h->store, time_fact, h->now.server_ms, &told_by_commit);
            return;
        }
}

// ---- Changes. A write that fails spoils the batch, and the commit says so; hence no errors here.

static void list_change(Hall *h, Entry *e) {
    e->row = e->room->row;
    e->deadline = room_deadline(e->room);
    if (e->listed)
        return;
    if (h->changed_count == h->changed_capacity) {
        h->changed_capacity = 2 * h->changed_capacity + 16;
        h->changed = mem_resize(h->changed, (size_t)h->changed_capacity * sizeof(Entry *));
    }
    h->changed[h->changed_count++] = e;
    e->listed = true;
}

static void put_row(Hall *h, Entry *e, bool (*put)(Store *, const GameRow *, Error *)) {
    Error told_by_commit = {0};
    GameState before = e->row.state;
    put(h->store, &e->room->row, &told_by_commit);
    list_change(h, e);
    e->lists |= before != e->row.state;
    if (before == GAME_PLAYING && e->row.state == GAME_OVER)
        hall_book_result(h, &e->row);
}

void hall_note_row(Hall *h, Entry *e) {
    e->changed = true;
    put_row(h, e, annals_put);
}

void hall_note_move(Hall *h, Entry *e) {
    Error told_by_commit = {0};
    const Game *g = &e->room->game;
    const Move *m = &g->moves[g->count - 1];
    MoveRow row = {.ms = m->ms};
    snprintf(row.text, sizeof row.text, "%s", move_text(m->point, e->row.size).text);
    annals_add_move(h->store, &e->row.id, g->count - 1, &row, &told_by_commit);
    e->moves_made++;
    bool goes_on = e->room->row.state == GAME_PLAYING;
    e->changed |= !goes_on;
    put_row(h, e, goes_on ? annals_put_moved : annals_put);
}

void hall_note_try(Hall *h, const Entry *e, int tried_before) {
    Error told_by_commit = {0};
    const Room *r = e->room;
    if (r->tried_count > tried_before)
        annals_add_try(h->store, &e->row.id, &r->tried[r->tried_count - 1], r->tries - 1,
                       &told_by_commit);
}

void hall_note_takeback(Hall *h, Entry *e) {
    Error told_by_commit = {0};
    annals_cut_moves(h->store, &e->row.id, e->room->game.count, &told_by_commit);
    hall_note_row(h, e);
}

bool hall_is_over(const Entry *e) {
    return e->row.state == GAME_OVER && !e->listed;
}

static bool is_level(const Hall *h, UserId user) {
    for (int i = 0; i < LEVEL_COUNT; i++)
        if (h->levels[i] == user)
            return true;
    return false;
}

int hall_level_at(const Hall *h, const GameRow *row, int seat) {
    for (int i = 0; i < LEVEL_COUNT; i++)
        if (seat != SEAT_NONE && h->levels[i] == row->seats[seat])
            return i + 1;
    return 0;
}

// Until the game begins; also when that is called off.
static UserId user_asked_for(Hall *h, const GameRow *row) {
    UserRow user = {0};
    Error ignored = {0};
    if (row->started >= 0 || strncmp(row->opponent, "user:", 5) != 0)
        return 0;
    Str folded = {0};
    username_fold(row->opponent + 5, &folded);
    bool found = people_find_name(h->store, str_text(&folded), &user, &ignored);
    str_release(&folded);
    return found ? user.id : 0;
}

bool hall_take_change(Hall *h, Change *out) {
    if (h->changed_count == 0)
        return false;
    Entry *e = h->changed[--h->changed_count];
    *out = (Change){
        .game = e->row.id,
        .moves = e->moves_made,
        .other = e->changed,
        .lists = e->lists,
        .goes_on = e->row.state == GAME_PLAYING,
        .level_is_to_move = e->room && hall_level_at(h, &e->row, room_turn(e->room)) != 0,
        .people = {e->row.seats[0], e->row.seats[1], e->row.owner},
        .invited = user_asked_for(h, &e->row),
        .declined = room_row_is_declined(&e->row),
    };
    e->moves_made = 0;
    e->changed = e->listed = e->lists = false;
    return true;
}

void hall_revert(Hall *h) {
    while (h->changed_count > 0) {
        Entry *e = h->changed[--h->changed_count];
        GameId id = e->row.id;
        h->rooms -= e->room != NULL;
        roster_remove(&h->roster, e);
        GameRow row;
        Error ignored = {0};
        if (annals_find(h->store, id.text, &row, &ignored) && goes_on(&row)) {
            roster_add(&h->roster, &row);
            hall_open(h, id.text, &ignored); // for its deadline
        }
    }
}

// ---- New games

static Refusal refuse(Refusal why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

GameId hall_new_id(Hall *h) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; // 32 that look different
    uint8_t bytes[GAME_ID_LENGTH];
    h->randomness.fill(h->randomness.context, bytes, sizeof bytes);
    GameId id = {""};
    for (int i = 0; i < GAME_ID_LENGTH; i++)
        id.text[i] = letters[bytes[i] % 32];
    return id;
}

// Lists are in the order of these instants, and a page of one ends at one: no two games share any.
static int64_t next_instant(Hall *h) {
    h->newest = h->now.wall_ms > h->newest ? h->now.wall_ms : h->newest + 1;
    return h->newest;
}

Refusal hall_begin(Hall *h, GameRow *row, Error *err) {
    row->id = hall_new_id(h);
    row->created = next_instant(h);
    row->turn_began = h->now.server_ms;
    bool complete = row->seats[0] && row->seats[1];
    row->state = complete ? GAME_PLAYING : GAME_WAITING;
    row->started = complete ? h->now.wall_ms : -1;
    if (!annals_add(h->store, row, err))
        return REFUSED_UNAVAILABLE;
    roster_add(&h->roster, row);
    Entry *e = hall_open(h, row->id.text, err);
    if (!e)
        return REFUSED_UNAVAILABLE;
    e->lists = e->changed = e->owner_is_here = true;
    e->owner_seen = h->now.wall_ms;
    list_change(h, e);
    return REFUSED_NOT;
}

typedef struct {
    int waiting, against_levels, going_on;
} Load;

static Load load_of(const Hall *h, UserId user) {
    Load load = {0};
    RosterWalk w = roster_walk(&h->roster);
    for (const Entry *e; (e = roster_next(&w));) {
        if (!goes_on(&e->row) || (e->row.seats[0] != user && e->row.seats[1] != user))
            continue;
        load.going_on++;
        load.waiting += e->row.state == GAME_WAITING;
        load.against_levels += is_level(h, e->row.seats[0]) || is_level(h, e->row.seats[1]);
    }
    return load;
}

Refusal hall_check_load(const Hall *h, UserId user, int level, bool waits, Error *err) {
    Load load = load_of(h, user);
    if (waits && load.waiting >= HALL_WAITING_MAX)
        return refuse(REFUSED_TOO_MANY, err, "five of your games wait already; withdraw one first");
    if (level && load.against_levels >= HALL_LEVEL_GAMES_MAX)
        return refuse(REFUSED_TOO_MANY, err,
                      "you play two games against levels already; finish or resign one first");
    if (load.going_on >= HALL_GAMES_MAX)
        return refuse(REFUSED_TOO_MANY, err, "you play fifty games already; finish some first");
    return REFUSED_NOT;
}

static int seat_for(Hall *h, const char *color) {
    uint8_t coin;
    h->randomness.fill(h->randomness.context, &coin, 1);
    if (color && !strcmp(color, "black"))
        return 0;
    return color && !strcmp(color, "white") ? 1 : coin & 1;
}

// One from each, and not too many in all: somebody must answer them.
static Refusal check_invitations(const Hall *h, const GameRow *row, UserId owner, Error *err) {
    Str folded = {0};
    username_fold(row->opponent + 5, &folded);
    int count = 0, own = 0;
    RosterWalk w = roster_walk(&h->roster);
    for (const Entry *e; (e = roster_next(&w));)
        if (hall_asks_for(&e->row, str_text(&folded))) {
            count++;
            own += e->row.owner == owner;
        }
    str_release(&folded);
    if (own > 0)
        return refuse(REFUSED_TOO_MANY, err, "you have asked that user already");
    if (count >= HALL_INVITATIONS_MAX)
        return refuse(REFUSED_TOO_MANY, err, "too many ask for that user already; try again later");
    return REFUSED_NOT;
}

static Refusal check_opponent(Hall *h, const GameRow *row, const UserRow *owner, Error *err) {
    if (row->rated && owner->kind != USER_ACCOUNT)
        return refuse(REFUSED_GUESTS_NOT, err, "only games between accounts and levels are rated");
    if (strncmp(row->opponent, "user:", 5) != 0)
        return REFUSED_NOT;
    GameRow as_waiting = *row;
    as_waiting.state = GAME_WAITING;
    UserId asked = user_asked_for(h, &as_waiting);
    if (!asked || is_level(h, asked))
        return refuse(REFUSED_NOT_FOUND, err, "there is no user with that name");
    if (asked == owner->id)
        return refuse(REFUSED_BAD_VALUE, err, "that is you");
    return check_invitations(h, row, owner->id, err);
}

static void note_network(Hall *h, const GameId *game, const char *network) {
    Entry *e = roster_find(&h->roster, game->text);
    snprintf(e->network, sizeof e->network, "%s", network);
}

Refusal hall_create(Hall *h, const UserRow *owner, const GameRequest *q, GameId *out, Error *err) {
    GameRow row, before;
    if (!setup_read(q, &row, err))
        return REFUSED_BAD_VALUE;
    if (*row.key && annals_find_key(h->store, owner->id, row.key, &before, err)) {
        *out = before.id;
        return REFUSED_NOT;
    }
    int level = level_parse(row.opponent);
    Refusal no = check_opponent(h, &row, owner, err);
    if (!no)
        no = hall_check_load(h, owner->id, level, !level, err);
    if (!no && !level && q->network && hall_waiting_near(h, q->network) >= q->near_max)
        no = refuse(REFUSED_TOO_MANY, err,
                    "too many games from your address wait already; join one, or try again later");
    if (no)
        return no;
    int seat = seat_for(h, q->color);
    row.owner = row.seats[seat] = owner->id;
    row.seats[1 - seat] = level ? h->levels[level - 1] : 0;
    no = hall_begin(h, &row, err);
    if (!no && q->network)
        note_network(h, &row.id, q->network);
    *out = row.id;
    return no;
}

// ---- Looking

void hall_face(Hall *h, const GameRow *row, int seat, SeatSight *out) {
    UserRow user;
    Error ignored = {0};
    out->user = row->seats[seat];
    if (!out->user || !people_find(h->store, out->user, &user, &ignored))
        return;
    snprintf(out->name, sizeof out->name, "%s", user.name);
    out->kind = user.kind;
    out->level = user.level;
    RatingRow r;
    bool rated = rating_find(h->store, user.id, rating_pool(row->rules, row->mist), &r, &ignored);
    out->rating = rated                     ? r.rating
                  : user.kind == USER_LEVEL ? level_row(user.level)->rating
                                            : rating_unknown().rating;
    out->provisional = !rated || rating_is_provisional((Rating){.deviation = r.deviation});
}

Refusal hall_see_moved(Hall *h, const char *game, UserId viewer, Sight *out, Error *err) {
    const Entry *e = hall_open(h, game, err);
    if (!e)
        return REFUSED_NOT_FOUND;
    room_see(e->room, room_seat(e->room, viewer), h->now, out);
    return REFUSED_NOT;
}

Refusal hall_see(Hall *h, const char *game, UserId viewer, Sight *out, Error *err) {
    Refusal no = hall_see_moved(h, game, viewer, out, err);
    if (no)
        return no;
    const Entry *e = hall_open(h, game, err);
    for (int seat = 0; seat < 2; seat++)
        hall_face(h, &e->row, seat, &out->seats[seat]);
    UserRow owner;
    Error ignored = {0};
    if (people_find(h->store, e->row.owner, &owner, &ignored))
        snprintf(out->owner, sizeof out->owner, "%s", owner.name);
    return REFUSED_NOT;
}

// The rooms of games whose clock runs may have been dropped, and opening one may drop others: so
// first all are gathered.
void hall_check_flags(Hall *h) {
    GameId due[64];
    int count = 0;
    RosterWalk w = roster_walk(&h->roster);
    for (const Entry *e; count < COUNT(due) && (e = roster_next(&w));)
        if (e->deadline <= h->now.server_ms && e->row.state == GAME_PLAYING)
            due[count++] = e->row.id;
    for (int i = 0; i < count; i++) {
        Error ignored = {0};
        Entry *e = hall_open(h, due[i].text, &ignored);
        if (e && room_check_flag(e->room, h->now))
            hall_note_row(h, e);
    }
}
