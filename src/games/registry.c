#include "games/registry_internal.h"

#include "base/mem.h"
#include "base/util.h"
#include "core/move_text.h"
#include "games/rating.h"
#include "games/username.h"
#include "games/visibility.h"

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

static bool is_playing(const GameRow *row) {
    return row->state == GAME_WAITING || row->state == GAME_PLAYING;
}

// A game that is over is forgotten with its room: the store has it.
static void unload(GameRegistry *h, GameEntry *e) {
    mem_free(e->room);
    e->room = NULL;
    h->rooms--;
    if (!is_playing(&e->row))
        game_table_remove(&h->roster, e);
}

static void make_place(GameRegistry *h) {
    if (h->rooms < ROOMS_MAX)
        return;
    GameEntry *oldest = NULL;
    GameTableIterator w = game_table_iterate(&h->roster);
    for (GameEntry *e; (e = game_table_next(&w));)
        if (e->room && !e->listed && (!oldest || e->last_used < oldest->last_used))
            oldest = e;
    if (oldest)
        unload(h, oldest);
}

static GameSession *load_room(GameRegistry *h, const GameRow *row, Error *err) {
    MoveRow *moves = mem_alloc(GAME_MOVES_MAX * sizeof *moves);
    int count = game_store_moves(h->store, &row->id, moves, GAME_MOVES_MAX, err);
    GameSession *room = mem_alloc(sizeof *room);
    bool ok = session_load(room, row, moves, count, err);
    mem_free(moves);
    if (row->mist) {
        TryRow tries[SESSION_TRIES_MAX];
        session_load_tries(room, tries,
                           game_store_tries(h->store, &row->id, tries, SESSION_TRIES_MAX, err));
    }
    if (ok)
        return room;
    mem_free(room);
    return NULL;
}

static GameEntry *find_entry(GameRegistry *h, const char *game, Error *err) {
    GameEntry *e = game_table_find(&h->roster, game);
    GameRow row;
    if (!e && game_store_find(h->store, game, &row, err))
        e = game_table_add(&h->roster, &row);
    if (!e && !*err->text)
        error_set(err, "there is no game %.20s", game);
    return e;
}

GameEntry *registry_open_game(GameRegistry *h, const char *game, Error *err) {
    GameEntry *e = find_entry(h, game, err);
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
    e->deadline = session_deadline(e->room);
    return e;
}

// ---- The beginning and the end

static void load_game(void *context, const GameRow *row) {
    GameRegistry *h = context;
    game_table_add(&h->roster, row);
    if (row->turn_began > h->now.server_ms)
        h->now.server_ms = row->turn_began;
}

// Clocks that run must be watched, so their rooms are opened once.
static void open_timed_games(GameRegistry *h) {
    int count = 0;
    GameId *ids = mem_alloc(((size_t)h->roster.count + 1) * sizeof *ids);
    GameTableIterator w = game_table_iterate(&h->roster);
    for (GameEntry *e; (e = game_table_next(&w));)
        if (e->row.state == GAME_PLAYING && strcmp(e->row.time, "none") != 0)
            ids[count++] = e->row.id;
    for (int i = 0; i < count; i++) {
        Error ignored = {0};
        registry_open_game(h, ids[i].text, &ignored);
    }
    mem_free(ids);
}

static bool add_level(GameRegistry *h, int level, Error *err) {
    UserRow user = {.kind = USER_LEVEL, .level = level, .created = h->now.wall_ms};
    snprintf(user.name, sizeof user.name, "Level %d", level);
    Str folded = {0};
    username_fold(user.name, &folded);
    UserRow there;
    if (user_find_by_name(h->store, str_text(&folded), &there, err))
        h->levels[level - 1] = there.id;
    else
        h->levels[level - 1] = user_add(h->store, &user, str_text(&folded), NULL, err);
    str_release(&folded);
    return h->levels[level - 1] != 0;
}

GameRegistry *registry_new(Store *store, RandomSource randomness, Error *err) {
    GameRegistry *h = mem_alloc(sizeof *h);
    h->store = store;
    h->randomness = randomness;
    h->now.server_ms = store_value(store, time_fact);
    bool ok = true;
    for (int level = 1; level <= LEVEL_COUNT && ok; level++)
        ok = add_level(h, level, err);
    if (!ok || !store_commit(store, err)) {
        registry_free(h);
        return NULL;
    }
    h->newest = game_store_newest(store, err);
    game_store_each_active(store, load_game, h, err);
    open_timed_games(h);
    return h;
}

void registry_free(GameRegistry *h) {
    if (!h)
        return;
    game_table_release(&h->roster);
    mem_free(h->changed);
    mem_free(h);
}

void registry_set_time(GameRegistry *h, Timestamp now) {
    h->now = now;
}

int64_t registry_clock_ms(const GameRegistry *h) {
    return h->now.server_ms;
}

void registry_save_clock(GameRegistry *h) {
    GameTableIterator w = game_table_iterate(&h->roster);
    for (GameEntry *e; (e = game_table_next(&w));)
        if (e->deadline != INT64_MAX && e->row.state == GAME_PLAYING) {
            Error told_by_commit = {0};
            store_put_value(h->store, time_fact, h->now.server_ms, &told_by_commit);
            return;
        }
}

// ---- Changes. A write that fails spoils the batch, and the commit says so; hence no errors here.

static void list_change(GameRegistry *h, GameEntry *e) {
    e->row = e->room->row;
    e->deadline = session_deadline(e->room);
    if (e->listed)
        return;
    if (h->changed_count == h->changed_capacity) {
        h->changed_capacity = 2 * h->changed_capacity + 16;
        h->changed = mem_resize(h->changed, (size_t)h->changed_capacity * sizeof(GameEntry *));
    }
    h->changed[h->changed_count++] = e;
    e->listed = true;
}

static void put_row(GameRegistry *h, GameEntry *e, bool (*put)(Store *, const GameRow *, Error *)) {
    Error told_by_commit = {0};
    GameState before = e->row.state;
    put(h->store, &e->room->row, &told_by_commit);
    list_change(h, e);
    e->lists_changed |= before != e->row.state;
    if (before == GAME_PLAYING && e->row.state == GAME_OVER)
        registry_update_ratings(h, &e->row);
}

void registry_save_state(GameRegistry *h, GameEntry *e) {
    e->changed = true;
    put_row(h, e, game_store_update);
}

void registry_save_move(GameRegistry *h, GameEntry *e) {
    Error told_by_commit = {0};
    const Game *g = &e->room->game;
    const Move *m = &g->moves[g->count - 1];
    MoveRow row = {.ms = m->ms};
    snprintf(row.text, sizeof row.text, "%s", move_text(m->point, e->row.size).text);
    game_store_add_move(h->store, &e->row.id, g->count - 1, &row, &told_by_commit);
    e->moves_made++;
    bool is_playing = e->room->row.state == GAME_PLAYING;
    e->changed |= !is_playing;
    put_row(h, e, is_playing ? game_store_update_after_move : game_store_update);
}

void registry_save_try(GameRegistry *h, const GameEntry *e, int tried_before) {
    Error told_by_commit = {0};
    const GameSession *r = e->room;
    if (r->tried_count > tried_before)
        game_store_add_try(h->store, &e->row.id, &r->tried[r->tried_count - 1], r->tries - 1,
                           &told_by_commit);
}

void registry_save_takeback(GameRegistry *h, GameEntry *e) {
    Error told_by_commit = {0};
    game_store_delete_moves_from(h->store, &e->row.id, e->room->game.count, &told_by_commit);
    registry_save_state(h, e);
}

bool registry_is_over_and_committed(const GameEntry *e) {
    return e->row.state == GAME_OVER && !e->listed;
}

static bool is_level(const GameRegistry *h, UserId user) {
    for (int i = 0; i < LEVEL_COUNT; i++)
        if (h->levels[i] == user)
            return true;
    return false;
}

int registry_level_at(const GameRegistry *h, const GameRow *row, int seat) {
    for (int i = 0; i < LEVEL_COUNT; i++)
        if (seat != SEAT_NONE && h->levels[i] == row->seats[seat])
            return i + 1;
    return 0;
}

// Until the game begins; also when that is called off.
static UserId user_asked_for(GameRegistry *h, const GameRow *row) {
    UserRow user = {0};
    Error ignored = {0};
    if (row->started >= 0 || strncmp(row->opponent, "user:", 5) != 0)
        return 0;
    Str folded = {0};
    username_fold(row->opponent + 5, &folded);
    bool found = user_find_by_name(h->store, str_text(&folded), &user, &ignored);
    str_release(&folded);
    return found ? user.id : 0;
}

bool registry_next_change(GameRegistry *h, GameChange *out) {
    if (h->changed_count == 0)
        return false;
    GameEntry *e = h->changed[--h->changed_count];
    *out = (GameChange){
        .game = e->row.id,
        .moves = e->moves_made,
        .other = e->changed,
        .lists_changed = e->lists_changed,
        .is_playing = e->row.state == GAME_PLAYING,
        .level_is_to_move = e->room && registry_level_at(h, &e->row, session_turn(e->room)) != 0,
        .people = {e->row.seats[0], e->row.seats[1], e->row.owner},
        .invited = user_asked_for(h, &e->row),
        .declined = game_row_is_declined(&e->row),
    };
    e->moves_made = 0;
    e->changed = e->listed = e->lists_changed = false;
    return true;
}

void registry_rollback(GameRegistry *h) {
    while (h->changed_count > 0) {
        GameEntry *e = h->changed[--h->changed_count];
        GameId id = e->row.id;
        h->rooms -= e->room != NULL;
        game_table_remove(&h->roster, e);
        GameRow row;
        Error ignored = {0};
        if (game_store_find(h->store, id.text, &row, &ignored) && is_playing(&row)) {
            game_table_add(&h->roster, &row);
            registry_open_game(h, id.text, &ignored); // for its deadline
        }
    }
}

// ---- New games

static Status refuse(Status why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

GameId registry_new_id(GameRegistry *h) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; // 32 that look different
    uint8_t bytes[GAME_ID_LENGTH];
    h->randomness.fill(h->randomness.context, bytes, sizeof bytes);
    GameId id = {""};
    for (int i = 0; i < GAME_ID_LENGTH; i++)
        id.text[i] = letters[bytes[i] % 32];
    return id;
}

// Lists are in the order of these instants, and a page of one ends at one: no two games share any.
static int64_t next_instant(GameRegistry *h) {
    h->newest = h->now.wall_ms > h->newest ? h->now.wall_ms : h->newest + 1;
    return h->newest;
}

Status registry_start_game(GameRegistry *h, GameRow *row, Error *err) {
    row->id = registry_new_id(h);
    row->created = next_instant(h);
    row->turn_began = h->now.server_ms;
    bool complete = row->seats[0] && row->seats[1];
    row->state = complete ? GAME_PLAYING : GAME_WAITING;
    row->started = complete ? h->now.wall_ms : -1;
    if (!game_store_add(h->store, row, err))
        return STATUS_UNAVAILABLE;
    game_table_add(&h->roster, row);
    GameEntry *e = registry_open_game(h, row->id.text, err);
    if (!e)
        return STATUS_UNAVAILABLE;
    e->lists_changed = e->changed = e->owner_is_here = true;
    e->owner_seen = h->now.wall_ms;
    list_change(h, e);
    return STATUS_OK;
}

typedef struct {
    int waiting, against_levels, going_on;
} Load;

static Load load_of(const GameRegistry *h, UserId user) {
    Load load = {0};
    GameTableIterator w = game_table_iterate(&h->roster);
    for (const GameEntry *e; (e = game_table_next(&w));) {
        if (!is_playing(&e->row) || (e->row.seats[0] != user && e->row.seats[1] != user))
            continue;
        load.going_on++;
        load.waiting += e->row.state == GAME_WAITING;
        load.against_levels += is_level(h, e->row.seats[0]) || is_level(h, e->row.seats[1]);
    }
    return load;
}

Status registry_check_quota(const GameRegistry *h, UserId user, int level, bool waits, Error *err) {
    Load load = load_of(h, user);
    if (waits && load.waiting >= HALL_WAITING_MAX)
        return refuse(STATUS_TOO_MANY, err, "five of your games wait already; withdraw one first");
    if (level && load.against_levels >= HALL_LEVEL_GAMES_MAX)
        return refuse(STATUS_TOO_MANY, err,
                      "you play two games against levels already; finish or resign one first");
    if (load.going_on >= HALL_GAMES_MAX)
        return refuse(STATUS_TOO_MANY, err, "you play fifty games already; finish some first");
    return STATUS_OK;
}

static int seat_for(GameRegistry *h, const char *color) {
    uint8_t coin;
    h->randomness.fill(h->randomness.context, &coin, 1);
    if (color && !strcmp(color, "black"))
        return 0;
    return color && !strcmp(color, "white") ? 1 : coin & 1;
}

// One from each, and not too many in all: somebody must answer them.
static Status check_invitations(const GameRegistry *h, const GameRow *row, UserId owner,
                                Error *err) {
    Str folded = {0};
    username_fold(row->opponent + 5, &folded);
    int count = 0, own = 0;
    GameTableIterator w = game_table_iterate(&h->roster);
    for (const GameEntry *e; (e = game_table_next(&w));)
        if (registry_is_invitation_for(&e->row, str_text(&folded))) {
            count++;
            own += e->row.owner == owner;
        }
    str_release(&folded);
    if (own > 0)
        return refuse(STATUS_TOO_MANY, err, "you have asked that user already");
    if (count >= HALL_INVITATIONS_MAX)
        return refuse(STATUS_TOO_MANY, err, "too many ask for that user already; try again later");
    return STATUS_OK;
}

static Status check_opponent(GameRegistry *h, const GameRow *row, const UserRow *owner,
                             Error *err) {
    if (row->rated && owner->kind != USER_ACCOUNT)
        return refuse(STATUS_GUESTS_NOT, err, "only games between accounts and levels are rated");
    if (strncmp(row->opponent, "user:", 5) != 0)
        return STATUS_OK;
    GameRow as_waiting = *row;
    as_waiting.state = GAME_WAITING;
    UserId asked = user_asked_for(h, &as_waiting);
    if (!asked || is_level(h, asked))
        return refuse(STATUS_NOT_FOUND, err, "there is no user with that name");
    if (asked == owner->id)
        return refuse(STATUS_BAD_VALUE, err, "that is you");
    return check_invitations(h, row, owner->id, err);
}

static void note_network(GameRegistry *h, const GameId *game, const char *network) {
    GameEntry *e = game_table_find(&h->roster, game->text);
    snprintf(e->network, sizeof e->network, "%s", network);
}

Status registry_create_game(GameRegistry *h, const UserRow *owner, const GameRequest *q,
                            GameId *out, Error *err) {
    GameRow row, before;
    if (!game_request_validate(q, &row, err))
        return STATUS_BAD_VALUE;
    if (*row.key && game_store_find_by_key(h->store, owner->id, row.key, &before, err)) {
        *out = before.id;
        return STATUS_OK;
    }
    int level = level_parse(row.opponent);
    Status no = check_opponent(h, &row, owner, err);
    if (!no)
        no = registry_check_quota(h, owner->id, level, !level, err);
    if (!no && !level && q->network &&
        registry_waiting_from_network(h, q->network) >= q->network_waiting_max)
        no = refuse(STATUS_TOO_MANY, err,
                    "too many games from your address wait already; join one, or try again later");
    if (no)
        return no;
    int seat = seat_for(h, q->color);
    row.owner = row.seats[seat] = owner->id;
    row.seats[1 - seat] = level ? h->levels[level - 1] : 0;
    no = registry_start_game(h, &row, err);
    if (!no && q->network)
        note_network(h, &row.id, q->network);
    *out = row.id;
    return no;
}

// ---- Looking

void registry_fill_seat(GameRegistry *h, const GameRow *row, int seat, SeatView *out) {
    UserRow user;
    Error ignored = {0};
    out->user = row->seats[seat];
    if (!out->user || !user_find(h->store, out->user, &user, &ignored))
        return;
    snprintf(out->name, sizeof out->name, "%s", user.name);
    out->kind = user.kind;
    out->level = user.level;
    RatingRow r;
    bool rated = rating_find(h->store, user.id, rating_pool(row->rules, row->mist), &r, &ignored);
    out->rating = rated                     ? r.rating
                  : user.kind == USER_LEVEL ? level_info(user.level)->rating
                                            : rating_initial().rating;
    out->provisional = !rated || rating_is_provisional((Rating){.deviation = r.deviation});
}

Status registry_view_without_names(GameRegistry *h, const char *game, UserId viewer, GameView *out,
                                   Error *err) {
    const GameEntry *e = registry_open_game(h, game, err);
    if (!e)
        return STATUS_NOT_FOUND;
    game_view_for(e->room, session_seat_of(e->room, viewer), h->now, out);
    return STATUS_OK;
}

Status registry_view(GameRegistry *h, const char *game, UserId viewer, GameView *out, Error *err) {
    Status no = registry_view_without_names(h, game, viewer, out, err);
    if (no)
        return no;
    const GameEntry *e = registry_open_game(h, game, err);
    for (int seat = 0; seat < 2; seat++)
        registry_fill_seat(h, &e->row, seat, &out->seats[seat]);
    UserRow owner;
    Error ignored = {0};
    if (user_find(h->store, e->row.owner, &owner, &ignored))
        snprintf(out->owner, sizeof out->owner, "%s", owner.name);
    return STATUS_OK;
}

// The rooms of games whose clock runs may have been dropped, and opening one may drop others: so
// first all are gathered.
void registry_check_flags(GameRegistry *h) {
    GameId due[64];
    int count = 0;
    GameTableIterator w = game_table_iterate(&h->roster);
    for (const GameEntry *e; count < COUNT(due) && (e = game_table_next(&w));)
        if (e->deadline <= h->now.server_ms && e->row.state == GAME_PLAYING)
            due[count++] = e->row.id;
    for (int i = 0; i < count; i++) {
        Error ignored = {0};
        GameEntry *e = registry_open_game(h, due[i].text, &ignored);
        if (e && session_check_flag(e->room, h->now))
            registry_save_state(h, e);
    }
}
