// Sessions of many games at once. A list of fifty games that are not in memory would otherwise take
// a hundred waits for PostgreSQL, and one address can have more games than are kept there.
#include "games/registry_internal.h"

#include "base/json_writer.h"
#include "base/mem.h"
#include "base/number.h"

#include <string.h>

typedef struct {
    GameEntry *entry;
    MoveRow *moves;
    int move_count, move_capacity;
    MistTry *tries;
    int try_count, try_capacity;
    bool is_current; // nobody has changed the game since its row was read
} Fetched;

typedef struct {
    Fetched games[PREFETCH_MAX];
    int count, last; // the one that was found last
} Batch;

static Fetched *find(Batch *b, const char *game) {
    for (int i = 0; i < b->count; i++, b->last = (b->last + 1) % b->count)
        if (!strcmp(b->games[b->last].entry->row.id.text, game))
            return &b->games[b->last];
    return NULL;
}

static void add_move(void *context, const char *game, const MoveRow *move) {
    Fetched *f = find(context, game);
    if (!f || f->move_count == GAME_MOVES_MAX)
        return;
    f->moves = mem_grow(f->moves, f->move_count, 1, &f->move_capacity, sizeof *f->moves);
    f->moves[f->move_count++] = *move;
}

static void add_try(void *context, const char *game, const MistTry *row) {
    Fetched *f = find(context, game);
    if (!f || f->try_count == GAME_VIEW_TRIES_MAX)
        return;
    f->tries = mem_grow(f->tries, f->try_count, 1, &f->try_capacity, sizeof *f->tries);
    f->tries[f->try_count++] = *row;
}

static void compare_version(void *context, const char *game, int64_t version) {
    Fetched *f = find(context, game);
    if (f)
        f->is_current = f->entry->row.version == version;
}

static void collect(const GameRegistry *registry, const GameId *games, int count, Batch *out) {
    for (int i = 0; i < count && out->count < PREFETCH_MAX; i++) {
        GameEntry *entry = game_table_find(&registry->games, games[i].text);
        if (entry && !entry->session && !entry->is_queued && !entry->is_stale)
            out->games[out->count++].entry = entry;
    }
}

// The versions last: what was read before belongs to them.
static bool read_rows(GameRegistry *registry, Batch *b, Error *err) {
    ScopedStr json = {0}, ids = {0};
    JsonWriter w = json_writer_into(&json);
    bool mist = false;
    write_array(&w, NULL);
    for (int i = 0; i < b->count; i++) {
        const GameRow *row = &b->games[i].entry->row;
        write_text(&w, NULL, row->id.text);
        str_add(&ids, "%s%s", i ? " " : "", row->id.text);
        mist |= row->mist;
    }
    write_end_array(&w);
    if (!game_store_moves_of(registry->store, str_text(&json), add_move, b, err) ||
        (mist && !game_store_tries_of(registry->store, str_text(&json), add_try, b, err)))
        return false;
    game_store_versions(registry->store, str_text(&ids), compare_version, b, err);
    return !*err->text;
}

// What cannot be loaded here is loaded when it is used, which reports errors.
static void adopt(GameRegistry *registry, const Fetched *f) {
    Error ignored = {0};
    GameSession *session =
        f->is_current && !f->entry->session
            ? registry_new_session(registry, &f->entry->row, f->moves, f->move_count, &ignored)
            : NULL;
    if (!session)
        return;
    session_add_tries(session, f->tries, f->try_count);
    registry_adopt_session(registry, f->entry, session);
}

void registry_prefetch(GameRegistry *registry, const GameId *games, int count) {
    if (!store_is_shared(registry->store))
        return;
    Error ignored = {0};
    Batch *b = mem_alloc(sizeof *b);
    collect(registry, games, count, b);
    bool ok = b->count > 1 && read_rows(registry, b, &ignored);
    for (int i = 0; i < b->count; i++) {
        if (ok)
            adopt(registry, &b->games[i]);
        mem_free(b->games[i].moves);
        mem_free(b->games[i].tries);
    }
    mem_free(b);
}
