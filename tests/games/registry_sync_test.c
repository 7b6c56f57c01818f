// Two registries on one PostgreSQL database, as of two servers: what one applies from the other's
// notes must equal what is read from the database.
#include "games/registry_internal.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"
#include "session/game_view.h"
#include "store/test_database.h"
#include "store/users.h"
#include "test.h"

#include <poll.h>
#include <string.h>

typedef struct {
    Store *store;
    GameRegistry *registry;
    Rng rng;
} Instance;

typedef struct {
    Str location;
    Instance instances[2];
    UserRow users[2];
    Rng rng;
    int64_t clock_ms;
    int applied, read; // notes of moves
} World;

static void fill_random(void *context, void *bytes, size_t len) {
    for (size_t i = 0; i < len; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)rng_next(context);
}

static void begin(World *w) {
    Error err = {0};
    *w = (World){.location = test_location(), .rng = {17}, .clock_ms = 1000};
    for (int i = 0; i < 2; i++) {
        Instance *at = &w->instances[i];
        at->rng = (Rng){(uint64_t)i + 1};
        at->store = store_open_shared(str_text(&w->location), &err);
        CHECK_TEXT("opening", err.text, "");
        CHECK("starting", store_let_others_start(at->store, &err));
        at->registry = registry_new(at->store, (RandomSource){fill_random, &at->rng}, &err);
    }
    for (int i = 0; i < 2; i++) {
        UserRow *user = &w->users[i];
        *user = (UserRow){.kind = USER_GUEST};
        snprintf(user->name, sizeof user->name, "p%d", i);
        user->id = user_add(w->instances[0].store, user, user->name, NULL, &err);
    }
    CHECK("users", store_commit(w->instances[0].store, &err));
}

static void end(World *w) {
    for (int i = 0; i < 2; i++) {
        registry_free(w->instances[i].registry);
        store_close(w->instances[i].store);
    }
    test_location_remove(&w->location);
}

static void add_timers(const Game *g, Str *out) {
    for (int seat = 0; seat < 2; seat++)
        str_add(out, " budget %lld", (long long)timer_budget(&g->time, &g->timers[seat]));
    for (int i = 0; i < g->count; i++)
        str_add(out, " %d:%d:%d", g->moves[i].point, g->moves[i].color, g->moves[i].ms);
}

// All that a session and its row say.
static void describe(const GameSession *session, const GameRow *row, Timestamp now, Str *out) {
    GameView *view = mem_alloc(sizeof *view);
    JsonWriter w = json_writer_into(out);
    for (int seat = SEAT_NONE; seat < 2; seat++) {
        session_view(session, seat, now, view);
        write_object(&w, NULL);
        game_view_write(&w, view);
        write_end_object(&w);
    }
    mem_free(view);
    str_add(out, " uncharged %lld %lld overdue %d", (long long)session->uncharged_ms[0],
            (long long)session->uncharged_ms[1], session->overdue);
    str_add(out, " began %lld deadline %lld swapped %d", (long long)session->turn_began,
            (long long)session_deadline(session), row->swapped);
    str_add(out, " row %d %d %d %d %d %d %d %d %lld %lld %lld", row->state, row->seq, row->ply,
            row->line, row->draw_offer, row->takeback_offer, row->takeback_plies, row->winner,
            (long long)row->turn_began, (long long)row->version, (long long)row->writer);
    add_timers(&session->game, out);
}

static void check_equals_database(Instance *at, const char *game, Timestamp now, const char *what) {
    const GameEntry *entry = game_table_find(&at->registry->games, game);
    MoveRow *moves = mem_alloc(GAME_MOVES_MAX * sizeof *moves);
    GameSession *read = mem_alloc(sizeof *read);
    ScopedStr told = {0}, wanted = {0};
    GameRow row;
    Error err = {0};
    CHECK("a row", game_store_find(at->store, game, &row, &err));
    int count = game_store_moves(at->store, &row.id, moves, GAME_MOVES_MAX, &err);
    CHECK("a session", session_from_row(read, &row, moves, count, &err));
    if (row.mist) {
        MistTry tries[GAME_VIEW_TRIES_MAX];
        session_add_tries(read, tries,
                          game_store_tries(at->store, &row.id, tries, COUNT(tries), &err));
    }
    describe(read, &row, now, &wanted);
    describe(entry->session, &entry->row, now, &told);
    CHECK_TEXT(what, str_text(&told), str_text(&wanted));
    CHECK_INT("deadline", entry->deadline, session_deadline(read));
    CHECK_INT("moves stored", entry->stored_plies, count);
    mem_free(moves);
    mem_free(read);
}

// A game that is over is forgotten.
static int64_t heard_version(const Instance *at, const char *game) {
    const GameEntry *entry = game_table_find(&at->registry->games, game);
    return entry ? entry->heard_version : INT64_MAX;
}

// Waits for the notes of the other instance.
static void hear_all(World *w, Instance *at, const char *game, int64_t version) {
    char note[NOTE_MAX];
    GameChange change;
    for (int64_t end_ms = clock_now_ms() + 60000; heard_version(at, game) < version;) {
        struct pollfd fd = {.fd = store_socket(at->store), .events = POLLIN};
        CHECK("in time", clock_ms_until(end_ms) > 0);
        poll(&fd, 1, 100);
        while (store_next_note(at->store, note)) {
            if (note[0] != 'g')
                continue;
            int64_t trips = store_round_trips(at->store);
            const GameEntry *entry = game_table_find(&at->registry->games, game);
            bool had_session = entry && entry->session && !entry->is_stale &&
                               !strncmp(note + 2, game, strlen(game));
            registry_hear(at->registry, note + 2, true, &change);
            if (had_session && change.moves) {
                w->applied += store_round_trips(at->store) == trips;
                w->read += store_round_trips(at->store) != trips;
            }
        }
    }
}

static Timestamp now_of(World *w) {
    w->clock_ms += rng_below(&w->rng, 500);
    return (Timestamp){.clock_ms = w->clock_ms, .wall_ms = 1700000000000 + w->clock_ms};
}

static void random_action(World *w, const GameView *view, GameAction *out, int *seat,
                          char move[16]) {
    static const char *const choices[] = {"swap", "stay", "more"};
    int turn = view->summary.turn, roll = rng_below(&w->rng, 100);
    *out =
        (GameAction){.kind = GAME_ACTION_PLAY, .at = {view->summary.ply, view->line}, .move = move};
    *seat = turn >= 0 ? turn : 0;
    if (rng_below(&w->rng, 8) == 0)
        snprintf(move, 16, "%s", choices[rng_below(&w->rng, COUNT(choices))]);
    else
        snprintf(move, 16, "%c%d", 'a' + rng_below(&w->rng, 15), 1 + rng_below(&w->rng, 15));
    if (roll < 12) {
        static const GameActionKind kinds[] = {GAME_ACTION_DRAW, GAME_ACTION_TAKEBACK,
                                               GAME_ACTION_TAKEBACK, GAME_ACTION_DECLINE};
        out->kind = kinds[rng_below(&w->rng, COUNT(kinds))];
        out->plies = 1 + rng_below(&w->rng, 2);
        *seat = rng_below(&w->rng, 2);
    }
}

static void act(World *w, Instance *here, Instance *there, const GameId *id, Timestamp now) {
    Error err = {0};
    GameView *view = mem_alloc(sizeof *view);
    GameAction action;
    GameChange change;
    char move[16];
    int seat, count = 1 + (rng_below(&w->rng, 6) == 0); // sometimes two in a round
    int64_t before = game_table_find(&here->registry->games, id->text)->row.version;
    for (int i = 0; i < count; i++) {
        registry_view(here->registry, id->text, 0, view, &err);
        random_action(w, view, &action, &seat, move);
        registry_apply_action(here->registry, &w->users[seat], id->text, &action, &err);
    }
    err.text[0] = 0;
    store_commit(here->store, &err);
    CHECK_TEXT("committing", err.text, "");
    while (registry_next_change(here->registry, &change))
        ;
    const GameEntry *entry = game_table_find(&here->registry->games, id->text);
    if (entry && entry->row.version != before) {
        hear_all(w, there, id->text, entry->row.version);
        if (entry->row.state == GAME_PLAYING && registry_open_game(there->registry, id->text, &err))
            check_equals_database(there, id->text, now, action.kind ? move : "a move");
    }
    mem_free(view);
}

static void play(World *w, const GameRequest *request) {
    Error err = {0};
    GameId id;
    GameChange change;
    GameView *view = mem_alloc(sizeof *view);
    Timestamp now = now_of(w);
    Instance *one = &w->instances[0], *two = &w->instances[1];
    registry_set_time(one->registry, now);
    registry_create_game(one->registry, &w->users[0], request, &id, &err);
    registry_apply_action(one->registry, &w->users[1], id.text,
                          &(GameAction){.kind = GAME_ACTION_JOIN}, &err);
    CHECK("a game", store_commit(one->store, &err));
    while (registry_next_change(one->registry, &change))
        ;
    registry_view(two->registry, id.text, 0, view, &err);
    CHECK_TEXT("on both", err.text, "");
    bool is_playing = true;
    for (int i = 0; i < 120 && is_playing; i++) {
        int from = rng_below(&w->rng, 2);
        now = now_of(w);
        for (int j = 0; j < 2; j++)
            registry_set_time(w->instances[j].registry, now);
        act(w, &w->instances[from], &w->instances[1 - from], &id, now);
        is_playing = !registry_view(w->instances[from].registry, id.text, 0, view, &err) &&
                     view->summary.state == GAME_PLAYING;
    }
    registry_adjudicate(one->registry, id.text, ADJUDICATE_ABORT, &err); // unless it is over
    store_commit(one->store, &err);
    while (registry_next_change(one->registry, &change))
        ;
    mem_free(view);
}

static const GameRequest requests[] = {
    {.opponent = "link", .color = "black"},
    {.opponent = "link", .color = "black", .time = "60+2"},
    {.opponent = "link", .color = "black", .time = "300", .opening = "swap2"},
    {.opponent = "link", .color = "black", .rules = "renju", .opening = "swap2", .time = "30+5"},
    {.opponent = "link", .color = "black", .rules = "standard"},
    {.opponent = "link", .color = "black", .mist = true, .time = "300"},
};

POSTGRES_TEST(registry_applies_moves_of_notes_as_the_database_has_them) {
    World w;
    begin(&w);
    for (int i = 0; i < random_cases(200); i++)
        play(&w, &requests[i % COUNT(requests)]);
    CHECK("most moves need no read", w.applied > 3 * w.read);
    CHECK("but some do", w.read > 0);
    end(&w);
}

enum { LISTED = 24 };

typedef struct {
    GameId ids[LISTED];
    int turns[LISTED], count;
} Listed;

static void collect(void *context, const GameSummary *summary) {
    Listed *l = context;
    l->turns[l->count] = summary->turn;
    l->ids[l->count++] = summary->id;
}

static void drop_sessions(GameRegistry *registry) {
    GameTableIterator it = game_table_iterate(&registry->games);
    for (GameEntry *entry; (entry = game_table_next(&it));)
        registry_drop_session(registry, entry);
}

// Of whoever has more games than there is room for in memory, too.
POSTGRES_TEST(registry_lists_games_that_are_not_in_memory_by_few_waits) {
    World w;
    Error err = {0};
    begin(&w);
    Instance *one = &w.instances[0], *two = &w.instances[1];
    for (int i = 0; i < LISTED; i++) {
        GameId id;
        registry_set_time(one->registry, now_of(&w));
        registry_create_game(one->registry, &w.users[0], &requests[i % COUNT(requests)], &id, &err);
        registry_apply_action(one->registry, &w.users[1], id.text,
                              &(GameAction){.kind = GAME_ACTION_JOIN}, &err);
        CHECK("a game", store_commit(one->store, &err));
        for (GameChange change; registry_next_change(one->registry, &change);)
            ;
        CHECK("on both", game_table_find(&two->registry->games, id.text) ||
                             registry_open_game(two->registry, id.text, &err));
        for (int n = rng_below(&w.rng, 9); n > 0; n--) {
            Timestamp now = now_of(&w);
            registry_set_time(one->registry, now);
            registry_set_time(two->registry, now);
            act(&w, one, two, &id, now);
        }
    }
    Listed first = {.count = 0}, again = {.count = 0};
    drop_sessions(one->registry);
    int64_t trips = store_round_trips(one->store);
    registry_list(one->registry, GAME_LIST_MINE, w.users[0].id, LISTED, collect, &first);
    CHECK("waits of a list", store_round_trips(one->store) - trips < 12); // also for the users
    CHECK("most go on", first.count > LISTED / 2);
    drop_sessions(one->registry);
    trips = store_round_trips(one->store);
    registry_prefetch(one->registry, first.ids, first.count);
    CHECK_INT("moves, tries, versions", (int)(store_round_trips(one->store) - trips), 3);
    for (int i = 0; i < first.count; i++) {
        CHECK("loaded", game_table_find(&one->registry->games, first.ids[i].text)->session);
        check_equals_database(one, first.ids[i].text, now_of(&w), "as in the database");
    }
    registry_list(one->registry, GAME_LIST_MINE, w.users[0].id, LISTED, collect, &again);
    CHECK("the same turns", !memcmp(first.turns, again.turns, sizeof first.turns));
    drop_sessions(one->registry);
    GameTableIterator it = game_table_iterate(&one->registry->games);
    for (GameEntry *entry; (entry = game_table_next(&it));)
        entry->deadline = 0; // as after the start
    trips = store_round_trips(one->store);
    registry_check_deadlines(one->registry);
    CHECK("waits for all deadlines", store_round_trips(one->store) - trips < 6);
    end(&w);
}

static GameId begin_game(World *w, Instance *at) {
    Error err = {0};
    GameId id;
    registry_create_game(at->registry, &w->users[0],
                         &(GameRequest){.opponent = "link", .color = "black"}, &id, &err);
    registry_apply_action(at->registry, &w->users[1], id.text,
                          &(GameAction){.kind = GAME_ACTION_JOIN}, &err);
    CHECK("a game", store_commit(at->store, &err));
    return id;
}

static Status play_first(World *w, Instance *at, const GameId *id) {
    Error err = {0};
    GameAction move = {.kind = GAME_ACTION_PLAY, .move = "h8"};
    return registry_apply_action(at->registry, &w->users[0], id->text, &move, &err);
}

static void ignore_game(void *context, const GameId *game) {
    (void)context, (void)game;
}

static void ignore_version(void *context, const char *id, int64_t version) {
    (void)context, (void)id, (void)version;
}

POSTGRES_TEST(registry_does_not_wait_for_a_game_that_another_instance_has_locked) {
    World w;
    begin(&w);
    Instance *one = &w.instances[0], *two = &w.instances[1];
    GameId locked = begin_game(&w, one), other = begin_game(&w, one), found;
    GameChange change;
    Error err = {0};
    bool is_locked = false;
    while (registry_next_change(one->registry, &change))
        ;
    store_begin(two->store);
    game_store_lock(two->store, locked.text, ignore_version, NULL, &err);

    CHECK_INT("a move in the locked game", play_first(&w, one, &locked), STATUS_OK);
    CHECK_INT("a move in the other", play_first(&w, one, &other), STATUS_OK);
    int64_t trips = store_round_trips(one->store);
    CHECK("the rest is written", store_commit(one->store, &err));
    CHECK_INT("locks, reads the locked game again, and writes",
              (int)(store_round_trips(one->store) - trips), 3);
    CHECK("a conflict", registry_next_conflict(one->registry, &found, &is_locked));
    CHECK_TEXT("which game", found.text, locked.text);
    CHECK("by a lock", is_locked);
    CHECK("no other", !registry_next_conflict(one->registry, &found, &is_locked));
    CHECK("told", registry_next_change(one->registry, &change));
    CHECK_TEXT("only of the other", change.game.text, other.text);
    CHECK("nothing else", !registry_next_change(one->registry, &change));

    store_commit(two->store, &err);
    CHECK_INT("once it is free", play_first(&w, one, &locked), STATUS_OK);
    CHECK("it is written", store_commit(one->store, &err));
    CHECK("no conflict", !registry_next_conflict(one->registry, &found, &is_locked));
    CHECK_INT("version", (int)game_store_version(two->store, locked.text, &err), 2);
    end(&w);
}

POSTGRES_TEST(registry_forgets_a_move_if_the_connection_breaks_before_its_game_is_locked) {
    World w;
    begin(&w);
    Instance *one = &w.instances[0];
    GameId id = begin_game(&w, one);
    GameChange change;
    Error err = {0};
    while (registry_next_change(one->registry, &change))
        ;
    CHECK_INT("a move", play_first(&w, one, &id), STATUS_OK);
    test_postgres_execute(&w.location,
                          "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                          "WHERE application_name = 'pentad'");
    CHECK("it is not written", !store_commit(one->store, &err));
    registry_rollback(one->registry);
    StoreState found = STORE_LOST;
    for (int64_t end_ms = clock_now_ms() + 60000; found == STORE_LOST;) {
        CHECK("in time", clock_ms_until(end_ms) > 0);
        found = store_poll(one->store, &err);
        poll(NULL, 0, 5);
    }
    store_commit(one->store, &err); // what failed without a connection
    err.text[0] = '\0';
    registry_resync(one->registry, ignore_game, NULL);
    const GameEntry *entry = registry_open_game(one->registry, id.text, &err);
    CHECK_INT("no move is left in memory", entry->session->game.count, 0);
    CHECK_INT("it can be played again", play_first(&w, one, &id), STATUS_OK);
    CHECK("it is written", store_commit(one->store, &err));
    check_equals_database(one, id.text, now_of(&w), "afterwards");
    end(&w);
}

POSTGRES_TEST(registry_reads_the_game_if_a_note_does_not_fit) {
    static const char *const notes[] = {
        "4 1 0 0 9 4 3 h8 5 1000 1",  // occupied
        "4 1 0 0 9 4 3 z99 5 1000 1", // no point
        "4 1 0 0 9 4 7 a1 5 1000 1",  // not the next move
        "4 1 0 0 9 4 3 a1 5",         // cut off
        "4 1 0 0 9 4 3 a1 99999999999 1000 1",
        "9 1 0 0 9 4 3 a1 5 1000 1", // versions are missing
        "4 1 0 0 9",                 // of an older server
    };
    World w;
    begin(&w);
    for (int i = 0; i < COUNT(notes); i++) {
        Error err = {0};
        GameChange change;
        char note[NOTE_MAX];
        Instance *one = &w.instances[0];
        GameId id = begin_game(&w, one);
        for (int ply = 0; ply < 2; ply++) {
            GameAction move = {.kind = GAME_ACTION_PLAY, .at = {ply, 0}, .move = ply ? "i9" : "h8"};
            registry_apply_action(one->registry, &w.users[ply], id.text, &move, &err);
            store_commit(one->store, &err);
        }
        while (registry_next_change(one->registry, &change))
            ;
        GameEntry *entry = registry_open_game(one->registry, id.text, &err);
        CHECK_INT("versions", entry->row.version, 3);
        snprintf(note, sizeof note, "%s %s", id.text, notes[i]);
        registry_hear(one->registry, note, false, &change);
        CHECK(notes[i], entry->is_stale);
        CHECK_INT(notes[i], entry->session->game.count, 2);
        registry_adjudicate(one->registry, id.text, ADJUDICATE_ABORT, &err);
        store_commit(one->store, &err);
        while (registry_next_change(one->registry, &change))
            ;
    }
    end(&w);
}
