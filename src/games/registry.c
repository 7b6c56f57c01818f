#include "games/registry_internal.h"

#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"
#include "games/rating.h"
#include "store/users.h"

#include <string.h>

enum {
    WAITING_GAMES_MAX = 5,
    LEVEL_GAMES_MAX = 2,
    ACTIVE_GAMES_MAX = 50,
    INVITATIONS_MAX = 10,
    UNTIMED_SAVE_MS = 60 * 1000, // how often the clock is saved for games without clocks
};

// ---- Sessions in memory

static bool is_active(const GameRow *row) {
    return row->state == GAME_WAITING || row->state == GAME_PLAYING;
}

static bool is_timed(const GameRow *row) {
    return strcmp(row->time, "none") != 0;
}

// Least-recently-used list: looking at all games for each session that must go would take
// milliseconds, and a list of a user's games may load fifty.
static void link_session(GameRegistry *registry, GameEntry *entry) {
    entry->older = registry->latest;
    *(entry->older ? &entry->older->newer : &registry->oldest) = entry;
    registry->latest = entry;
}

static void unlink_session(GameRegistry *registry, GameEntry *entry) {
    *(entry->older ? &entry->older->newer : &registry->oldest) = entry->newer;
    *(entry->newer ? &entry->newer->older : &registry->latest) = entry->older;
    entry->older = entry->newer = NULL;
}

void registry_drop_session(GameRegistry *registry, GameEntry *entry) {
    if (!entry->session)
        return;
    unlink_session(registry, entry);
    registry->loaded_sessions--;
    mem_free(entry->session);
    entry->session = NULL;
}

// Sessions with uncommitted changes stay. Forgets finished games altogether: they are in the store.
static void evict_oldest(GameRegistry *registry) {
    GameEntry *entry = registry->oldest;
    while (entry && entry->is_queued)
        entry = entry->newer;
    if (!entry)
        return;
    registry_drop_session(registry, entry);
    if (!is_active(&entry->row))
        game_table_remove(&registry->games, entry);
}

static bool is_level(const GameRegistry *registry, UserId user) {
    for (int i = 0; i < LEVEL_COUNT; i++)
        if (registry->levels[i] == user)
            return true;
    return false;
}

GameSession *registry_new_session(const GameRegistry *registry, const GameRow *row,
                                  const MoveRow *moves, int count, Error *err) {
    GameSession *session = mem_alloc(sizeof *session);
    bool ok = session_from_row(session, row, moves, count, err);
    for (int seat = 0; seat < 2; seat++)
        session->computers[seat] = is_level(registry, row->seats[seat]);
    if (ok)
        return session;
    mem_free(session);
    return NULL;
}

static GameSession *load_session(GameRegistry *registry, const GameRow *row, Error *err) {
    MoveRow *moves = mem_alloc(GAME_MOVES_MAX * sizeof *moves);
    GameSession *session = NULL;
    Error read = {0};
    int count = game_store_moves(registry->store, &row->id, moves, GAME_MOVES_MAX, &read);
    if (*read.text) // a part of the moves is another position
        error_set(err, "%s", read.text);
    else
        session = registry_new_session(registry, row, moves, count, err);
    mem_free(moves);
    if (session && row->mist) {
        MistTry tries[GAME_VIEW_TRIES_MAX];
        int tried = game_store_tries(registry->store, &row->id, tries, GAME_VIEW_TRIES_MAX, err);
        session_add_tries(session, tries, tried);
    }
    return session;
}

static GameEntry *find_entry(GameRegistry *registry, const char *game, Error *err) {
    GameEntry *entry = game_table_find(&registry->games, game);
    GameRow row;
    if (!entry && game_store_find(registry->store, game, &row, err))
        entry = registry_add_entry(registry, &row);
    if (!entry && !*err->text)
        error_set(err, "there is no game %.20s", game);
    return entry;
}

// Another instance may change the game between the reads of its rows.
static GameSession *read_session(GameRegistry *registry, GameEntry *entry, Error *err) {
    enum { ATTEMPTS = 5 };
    for (int i = 0; i < ATTEMPTS; i++) {
        GameSession *session = load_session(registry, &entry->row, err);
        if (!store_is_shared(registry->store) || store_in_transaction(registry->store) ||
            game_store_version(registry->store, entry->row.id.text, err) == entry->row.version)
            return session;
        mem_free(session);
        err->text[0] = '\0';
        if (!registry_reload(registry, entry, err))
            return NULL;
    }
    error_set(err, "the game changes too fast");
    return NULL;
}

static void make_room(GameRegistry *registry) {
    // More than one, because a round that changes more games than that goes beyond the limit.
    for (int i = 0; i < 2 && registry->loaded_sessions >= LOADED_SESSIONS_MAX; i++)
        evict_oldest(registry);
}

void registry_adopt_session(GameRegistry *registry, GameEntry *entry, GameSession *session) {
    make_room(registry);
    entry->session = session;
    link_session(registry, entry);
    registry->loaded_sessions++;
    entry->stored_plies = entry->kept_plies = entry->session->game.count;
    entry->stored_tries = entry->session->try_count;
    for (int seat = 0; seat < 2; seat++)
        session_set_away(entry->session, seat, entry->away_since[seat]);
    entry->deadline = session_deadline(entry->session);
}

static bool load_entry(GameRegistry *registry, GameEntry *entry, Error *err) {
    GameSession *session = read_session(registry, entry, err);
    if (session)
        registry_adopt_session(registry, entry, session);
    return session != NULL;
}

// An aborted rematch does not count: the players may ask again. The next change saves it.
static void forget_aborted_rematch(GameRegistry *registry, GameEntry *entry) {
    GameRow next;
    Error ignored = {0};
    if (!*entry->row.next.text ||
        !game_store_find(registry->store, entry->row.next.text, &next, &ignored) ||
        next.state != GAME_ABORTED)
        return;
    entry->row.next.text[0] = '\0';
    entry->session->rematch = 0;
    entry->session->seq++;
}

GameEntry *registry_open_game(GameRegistry *registry, const char *game, Error *err) {
    GameEntry *entry = find_entry(registry, game, err);
    if (!entry)
        return NULL;
    if (entry->is_stale && !entry->is_queued && !registry_reload(registry, entry, err))
        return NULL;
    if (!entry->session && !load_entry(registry, entry, err))
        return NULL;
    unlink_session(registry, entry);
    link_session(registry, entry);
    forget_aborted_rematch(registry, entry);
    return entry;
}

// ---- Startup and shutdown

static void advance_clock(GameRegistry *registry, int64_t to_ms) {
    if (to_ms > registry->now.clock_ms)
        registry->now.clock_ms = to_ms;
}

GameEntry *registry_add_entry(GameRegistry *registry, const GameRow *row) {
    GameEntry *entry = game_table_add(&registry->games, row);
    Error ignored = {0};
    if (row->state != GAME_PLAYING)
        return entry;
    game_store_absence(registry->store, &row->id, entry->away_since, &ignored);
    entry->deadline = 0; // the first registry_check_deadlines computes it
    // The clock is saved less often than these.
    for (int seat = 0; seat < 2; seat++)
        if (entry->away_since[seat] != INT64_MAX)
            advance_clock(registry, entry->away_since[seat]);
    advance_clock(registry, row->turn_began);
    return entry;
}

static void load_game(void *context, const GameRow *row) {
    registry_add_entry(context, row);
}

static bool add_level(GameRegistry *registry, int i, Error *err) {
    int level = level_at(i)->number;
    UserRow user = {.kind = USER_LEVEL, .level = level, .created = registry->now.wall_ms};
    snprintf(user.name, sizeof user.name, "Level %d", level);
    ScopedStr folded = {0};
    username_fold(user.name, &folded);
    UserRow existing;
    if (user_find_by_name(registry->store, str_text(&folded), &existing, err))
        registry->levels[i] = existing.id;
    else
        registry->levels[i] = user_add(registry->store, &user, str_text(&folded), NULL, err);
    return registry->levels[i] != 0;
}

GameRegistry *registry_new(Store *store, RandomSource random_source, Error *err) {
    GameRegistry *registry = mem_alloc(sizeof *registry);
    registry->store = store;
    registry->random_source = random_source;
    registry->now.clock_ms = store_value(store, CLOCK_VALUE);
    bool ok = true;
    for (int i = 0; i < LEVEL_COUNT && ok; i++)
        ok = add_level(registry, i, err);
    if (!ok || !game_store_clean_up_absences(store, err) || !store_commit(store, err)) {
        registry_free(registry);
        return NULL;
    }
    store_before_commit(store, registry_flush, registry);
    registry->newest = game_store_newest(store, err);
    game_store_each_active(store, load_game, registry, err);
    return registry;
}

void registry_free(GameRegistry *registry) {
    if (!registry)
        return;
    store_before_commit(registry->store, NULL, NULL);
    game_table_release(&registry->games);
    mem_free(registry->changed);
    mem_free(registry->conflicts);
    mem_free(registry);
}

void registry_set_time(GameRegistry *registry, Timestamp now) {
    registry->now = now;
}

int64_t registry_clock_ms(const GameRegistry *registry) {
    return registry->now.clock_ms;
}

void registry_save_clock(GameRegistry *registry) {
    bool is_old = registry->now.clock_ms - registry->clock_saved >= UNTIMED_SAVE_MS;
    GameTableIterator it = game_table_iterate(&registry->games);
    for (GameEntry *entry; (entry = game_table_next(&it));)
        if (entry->deadline != INT64_MAX && entry->row.state == GAME_PLAYING &&
            (is_old || is_timed(&entry->row))) {
            registry->clock_saved = registry->now.clock_ms;
            Error reported_by_commit = {0};
            store_put_value(registry->store, CLOCK_VALUE, registry->now.clock_ms,
                            &reported_by_commit);
            return;
        }
}

// ---- Changes. A failed write fails the whole transaction, and store_commit reports it; so errors
// are ignored here.

static void queue_change(GameRegistry *registry, GameEntry *entry) {
    entry->deadline = session_deadline(entry->session);
    entry->is_unsaved = true;
    store_begin(registry->store);
    if (entry->is_queued)
        return;
    registry->changed = mem_grow(registry->changed, registry->changed_count, 1,
                                 &registry->changed_capacity, sizeof(GameEntry *));
    registry->changed[registry->changed_count++] = entry;
    entry->is_queued = true;
}

// The store is written at the commit: see flush.
static void change_row(GameRegistry *registry, GameEntry *entry) {
    GameState before = entry->row.state;
    session_to_row(entry->session, &entry->row);
    game_table_update_seats(&registry->games, entry);
    queue_change(registry, entry);
    entry->lists_changed |= before != entry->row.state;
}

void registry_save_state(GameRegistry *registry, GameEntry *entry) {
    entry->changed = true;
    change_row(registry, entry);
}

static void save_move(GameRegistry *registry, GameEntry *entry) {
    entry->moves_made++;
    entry->changed |= entry->session->state != GAME_PLAYING;
    change_row(registry, entry);
}

static void save_takeback(GameRegistry *registry, GameEntry *entry) {
    entry->kept_plies = int_min(entry->kept_plies, entry->session->game.count);
    registry_save_state(registry, entry);
}

static const char *offer_of(const GameSession *session, int seat) {
    return session->draw_offer == seat       ? "draw"
           : session->takeback_offer == seat ? "takeback"
                                             : NULL;
}

Status registry_act(GameRegistry *registry, GameEntry *entry, int seat, const GameAction *action,
                    Error *err) {
    GameSession *session = entry->session;
    int seq = session->seq, ply = session->game.count, line = session->line;
    int tries = session->try_count;
    const char *offer = offer_of(session, 1 - seat);
    Status status = session_act(session, seat, action, registry->now, err);
    if (session->try_count > tries)
        queue_change(registry, entry);
    if (session->line != line)
        save_takeback(registry, entry);
    else if (session->game.count > ply)
        save_move(registry, entry);
    else if (session->seq != seq)
        registry_save_state(registry, entry);
    // Playing on declines an offer too; accepting it changes the state or the line.
    if (offer && !offer_of(session, 1 - seat) && session->state == GAME_PLAYING &&
        session->line == line) {
        entry->declined = offer;
        entry->declined_by = seat;
    }
    return status;
}

bool registry_is_over_and_committed(const GameEntry *entry) {
    return entry->row.state == GAME_OVER && !entry->is_queued;
}

int registry_level_at(const GameRegistry *registry, const GameRow *row, int seat) {
    for (int i = 0; i < LEVEL_COUNT; i++)
        if (seat != SEAT_NONE && registry->levels[i] == row->seats[seat])
            return level_at(i)->number;
    return 0;
}

UserId registry_invited(GameRegistry *registry, const GameRow *row) {
    UserRow user = {0};
    Error ignored = {0};
    if (row->started >= 0 || strncmp(row->opponent, "user:", 5) != 0)
        return 0;
    ScopedStr folded = {0};
    username_fold(row->opponent + 5, &folded);
    return user_find_by_name(registry->store, str_text(&folded), &user, &ignored) ? user.id : 0;
}

void registry_note_declined_invitation(GameRegistry *registry, const GameEntry *entry,
                                       GameChange *out) {
    if (!game_row_is_declined(&entry->row))
        return;
    out->declined = "invitation";
    out->declined_by = out->invited;
    out->asked_by = entry->row.owner;
    registry_remember_decline(registry, entry, out->invited);
}

bool registry_next_change(GameRegistry *registry, GameChange *out) {
    if (registry->changed_count == 0)
        return false;
    GameEntry *entry = registry->changed[--registry->changed_count];
    bool only_tried = entry->moves_made == 0 && !entry->changed;
    *out = (GameChange){
        .game = entry->row.id,
        .moves = entry->moves_made,
        .other = entry->changed,
        .lists_changed = entry->lists_changed,
        .is_playing = entry->row.state == GAME_PLAYING,
        .tried_by = only_tried ? entry->row.seats[session_turn(entry->session)] : 0,
        .level_is_to_move = entry->session && registry_level_at(registry, &entry->row,
                                                                session_turn(entry->session)) != 0,
        .people = {entry->row.seats[0], entry->row.seats[1], entry->row.owner},
        .invited = registry_invited(registry, &entry->row),
        .declined = entry->declined,
        .declined_by = entry->row.seats[entry->declined_by],
        .asked_by = entry->row.seats[1 - entry->declined_by],
    };
    registry_note_declined_invitation(registry, entry, out);
    registry_mark_heard(entry);
    if (out->level_is_to_move)
        entry->level_version = entry->row.version;
    entry->declined = NULL;
    entry->moves_made = 0;
    entry->changed = entry->is_queued = entry->lists_changed = false;
    return true;
}

void registry_rollback(GameRegistry *registry) {
    registry->conflict_count = 0;
    while (registry->changed_count > 0) {
        GameEntry *entry = registry->changed[--registry->changed_count];
        GameId id = entry->row.id;
        registry_drop_session(registry, entry);
        game_table_remove(&registry->games, entry);
        GameRow row;
        Error ignored = {0};
        if (game_store_find(registry->store, id.text, &row, &ignored) && is_active(&row)) {
            load_game(registry, &row);
            registry_open_game(registry, id.text, &ignored); // for its deadline
        }
    }
}

// ---- New games

static Status fail(Status why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

GameId registry_new_id(GameRegistry *registry) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; // 32 distinguishable ones
    uint8_t bytes[GAME_ID_LENGTH];
    registry->random_source.fill(registry->random_source.context, bytes, sizeof bytes);
    GameId id = {""};
    for (int i = 0; i < GAME_ID_LENGTH; i++)
        id.text[i] = letters[bytes[i] % 32];
    return id;
}

// Unique, because lists are sorted by creation time and paging uses it as the cursor.
static int64_t next_creation_time(GameRegistry *registry) {
    registry->newest =
        registry->now.wall_ms > registry->newest ? registry->now.wall_ms : registry->newest + 1;
    return registry->newest;
}

Status registry_start_game(GameRegistry *registry, GameRow *row, Error *err) {
    row->id = registry_new_id(registry);
    row->created = next_creation_time(registry);
    row->turn_began = registry->now.clock_ms;
    bool complete = row->seats[0] && row->seats[1];
    row->state = complete ? GAME_PLAYING : GAME_WAITING;
    row->started = complete ? registry->now.wall_ms : -1;
    store_begin(registry->store);
    game_table_add(&registry->games, row)->is_new = true;
    GameEntry *entry = registry_open_game(registry, row->id.text, err);
    if (!entry)
        return STATUS_UNAVAILABLE;
    entry->lists_changed = entry->changed = entry->owner_is_here = true;
    entry->owner_seen = registry->now.wall_ms;
    queue_change(registry, entry);
    return STATUS_OK;
}

typedef struct {
    int waiting, against_levels, active;
} UserLoad;

static UserLoad load_of(const GameRegistry *registry, UserId user) {
    UserLoad load = {0};
    GameTableIterator it = game_table_iterate_user(&registry->games, user);
    for (const GameEntry *entry; (entry = game_table_next(&it));) {
        if (!is_active(&entry->row))
            continue;
        load.active++;
        load.waiting += entry->row.state == GAME_WAITING;
        load.against_levels +=
            is_level(registry, entry->row.seats[0]) || is_level(registry, entry->row.seats[1]);
    }
    return load;
}

Status registry_check_quota(const GameRegistry *registry, UserId user, int level, bool waits,
                            Error *err) {
    UserLoad load = load_of(registry, user);
    if (waits && load.waiting >= WAITING_GAMES_MAX)
        return status_fail(STATUS_GAMES_WAITING, err);
    if (level && load.against_levels >= LEVEL_GAMES_MAX)
        return status_fail(STATUS_LEVEL_GAMES, err);
    if (load.active >= ACTIVE_GAMES_MAX)
        return status_fail(STATUS_GAMES_MAX, err);
    return STATUS_OK;
}

static int choose_seat(GameRegistry *registry, const char *color) {
    uint8_t coin;
    registry->random_source.fill(registry->random_source.context, &coin, 1);
    if (color && !strcmp(color, "black"))
        return 0;
    return color && !strcmp(color, "white") ? 1 : coin & 1;
}

// Limits invitations to a user: one from each owner, a few from each network, INVITATIONS_MAX in
// total.
static Status check_invitations(const GameRegistry *registry, const GameRow *row, UserId owner,
                                const GameRequest *request, Error *err) {
    ScopedStr folded = {0};
    username_fold(row->opponent + 5, &folded);
    int count = 0, own = 0, near = 0;
    GameTableIterator it = game_table_iterate_user(&registry->games, 0);
    for (const GameEntry *entry; (entry = game_table_next(&it));)
        if (registry_is_invitation_for(&entry->row, str_text(&folded))) {
            count++;
            own += entry->row.owner == owner;
            near += request->network && !strcmp(entry->network, request->network);
        }
    if (own > 0)
        return status_fail(STATUS_INVITED_ALREADY, err);
    if (count >= INVITATIONS_MAX || (request->network && near >= request->network_invitations_max))
        return status_fail(STATUS_INVITATIONS_MAX, err);
    return STATUS_OK;
}

static Status check_opponent(GameRegistry *registry, const GameRow *row, const UserRow *owner,
                             const GameRequest *request, Error *err) {
    if (row->rated && owner->kind != USER_ACCOUNT)
        return status_fail(STATUS_RATED_ACCOUNTS, err);
    if (strncmp(row->opponent, "user:", 5) != 0)
        return STATUS_OK;
    UserId invited = registry_invited(registry, row);
    if (!invited || is_level(registry, invited))
        return fail(STATUS_NOT_FOUND, err, "there is no user with that name");
    if (invited == owner->id)
        return status_fail(STATUS_YOURSELF, err);
    if (registry_was_declined_often(registry, invited, owner->id, request))
        return status_fail(STATUS_DECLINED_OFTEN, err);
    return check_invitations(registry, row, owner->id, request, err);
}

static void set_network(GameRegistry *registry, const GameId *game, const char *network) {
    GameEntry *entry = game_table_find(&registry->games, game->text);
    snprintf(entry->network, sizeof entry->network, "%s", network);
}

// A game that was created with the key, in this round or before.
static bool find_by_key(GameRegistry *registry, UserId owner, const char *key, GameId *out,
                        Error *err) {
    GameRow before;
    for (int i = 0; i < registry->changed_count; i++) {
        const GameRow *row = &registry->changed[i]->row;
        if (row->owner == owner && !strcmp(row->key, key)) {
            *out = row->id;
            return true;
        }
    }
    store_lock_round(registry->store); // nobody else adds a game with the key
    bool found = game_store_find_by_key(registry->store, owner, key, &before, err);
    if (found)
        *out = before.id;
    return found;
}

Status registry_create_game(GameRegistry *registry, const UserRow *owner,
                            const GameRequest *request, GameId *out, Error *err) {
    GameRow row;
    if (!game_request_validate(request, &row, err))
        return STATUS_BAD_VALUE;
    if (*row.key && find_by_key(registry, owner->id, row.key, out, err))
        return STATUS_OK;
    int level = level_parse(row.opponent);
    Status status = check_opponent(registry, &row, owner, request, err);
    if (!status)
        status = registry_check_quota(registry, owner->id, level, !level, err);
    if (!status && !level && request->network &&
        registry_waiting_from_network(registry, request->network) >= request->network_waiting_max)
        status = status_fail(STATUS_ADDRESS_WAITING, err);
    if (status)
        return status;
    int seat = choose_seat(registry, request->color);
    row.owner = row.seats[seat] = owner->id;
    row.seats[1 - seat] = level ? registry->levels[level_index(level)] : 0;
    status = registry_start_game(registry, &row, err);
    if (!status && request->network)
        set_network(registry, &row.id, request->network);
    *out = row.id;
    return status;
}

// ---- Views

static void fill_seat(GameRegistry *registry, const GameRow *row, int seat, SeatView *out) {
    UserRow user;
    Error ignored = {0};
    out->player = row->seats[seat];
    out->kind = user_kind_name(USER_GUEST);
    if (!out->player || !user_find(registry->store, out->player, &user, &ignored))
        return;
    snprintf(out->name, sizeof out->name, "%s", user.name);
    out->kind = user_kind_name(user.kind);
    out->is_bot = user.is_bot;
    out->level = user.level;
    out->here = user.kind == USER_LEVEL;
    RatingRow rating;
    bool rated = rating_find_cached(registry->store, user.id, rating_pool(row->rules, row->mist),
                                    &rating, &ignored);
    out->rating = rated                     ? rating.rating
                  : user.kind == USER_LEVEL ? level_info(user.level)->rating
                                            : rating_initial().rating;
    out->provisional = !rated || rating_is_provisional((Rating){.deviation = rating.deviation});
}

void registry_fill_names(GameRegistry *registry, const GameRow *row, GameSummary *out) {
    for (int seat = 0; seat < 2; seat++)
        fill_seat(registry, row, seat, &out->seats[seat]);
    out->chat = row->chat;
    out->created = row->created;
    snprintf(out->opponent, sizeof out->opponent, "%s", row->opponent);
    if (row->started >= 0 && !strncmp(row->opponent, "user:", 5)) // as the user is called now
        snprintf(out->opponent, sizeof out->opponent, "user:%s",
                 out->seats[row->seats[0] == row->owner].name);
    UserRow owner;
    Error ignored = {0};
    if (user_find(registry->store, row->owner, &owner, &ignored))
        snprintf(out->owner, sizeof out->owner, "%s", owner.name);
}

Status registry_view_without_names(GameRegistry *registry, const char *game, UserId viewer,
                                   GameView *out, Error *err) {
    const GameEntry *entry = registry_open_game(registry, game, err);
    if (!entry)
        return STATUS_NOT_FOUND;
    session_view(entry->session, session_seat_of(entry->session, viewer), registry->now, out);
    out->summary.id = entry->row.id;
    out->next = entry->row.next;
    return STATUS_OK;
}

Status registry_view(GameRegistry *registry, const char *game, UserId viewer, GameView *out,
                     Error *err) {
    Status status = registry_view_without_names(registry, game, viewer, out, err);
    if (!status)
        registry_fill_names(registry, &registry_open_game(registry, game, err)->row, &out->summary);
    return status;
}

// The leader ends a game; the other instances only if it has not.
static int64_t grace_ms(const GameRegistry *registry) {
    enum { FOLLOWER_MS = 1000 };
    return store_is_leader(registry->store) ? 0 : FOLLOWER_MS;
}

static void tick_game(GameRegistry *registry, GameEntry *entry) {
    entry->deadline = session_deadline(entry->session);
    int64_t over_ms = registry->now.clock_ms - entry->deadline;
    if (over_ms >= 0 && over_ms < grace_ms(registry))
        return;
    if (session_tick(entry->session, registry->now))
        registry_save_state(registry, entry);
}

// Collects the ids first: opening a game may evict another session and remove its entry, which the
// iterator does not allow.
void registry_check_deadlines(GameRegistry *registry) {
    GameId due[PREFETCH_MAX];
    int count = 0;
    GameTableIterator it = game_table_iterate(&registry->games);
    for (GameEntry *entry; count < COUNT(due) && (entry = game_table_next(&it));)
        if (entry->deadline <=
                registry->now.clock_ms - (entry->deadline ? grace_ms(registry) : 0) &&
            entry->row.state == GAME_PLAYING) {
            entry->deadline = INT64_MAX; // in case it cannot be opened
            due[count++] = entry->row.id;
        }
    registry_prefetch(registry, due, count);
    for (int i = 0; i < count; i++) {
        Error ignored = {0};
        GameEntry *entry = registry_open_game(registry, due[i].text, &ignored);
        if (entry)
            tick_game(registry, entry);
    }
}
