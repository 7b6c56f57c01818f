// Game lists and search, export to files, and rating updates of the game registry.
#include "games/registry_internal.h"

#include "base/mem.h"
#include "base/number.h"
#include "games/rating.h"
#include "record/format.h"
#include "record/game_in_tree.h"
#include "store/users.h"

#include <math.h>
#include <string.h>

// ---- Lists

static void summarize(GameRegistry *registry, const GameRow *row, int turn, GameSummary *out) {
    *out = (GameSummary){
        .id = row->id,
        .seq = row->seq,
        .state = row->state,
        .size = row->size,
        .mist = row->mist,
        .rated = row->rated,
        .started = row->started,
        .ended = row->ended,
        .ply = row->ply,
        .turn = turn,
        .winner = row->winner,
    };
    snprintf(out->rules, sizeof out->rules, "%s", row->rules);
    snprintf(out->opening, sizeof out->opening, "%s", row->opening);
    snprintf(out->time, sizeof out->time, "%s", row->time);
    snprintf(out->reason, sizeof out->reason, "%s", row->reason);
    registry_fill_names(registry, row, out);
    for (int seat = 0; seat < 2; seat++)
        out->seats[seat].black = row->swapped == (seat == 1);
}

bool registry_is_invitation_for(const GameRow *row, const char *folded) {
    if (row->state != GAME_WAITING || strncmp(row->opponent, "user:", 5) != 0)
        return false;
    ScopedStr invited = {0};
    username_fold(row->opponent + 5, &invited);
    return !strcmp(str_text(&invited), folded);
}

typedef struct {
    const GameRegistry *registry;
    GameListKind list;
    UserId user;
    Str folded; // the user's name
} ListFilter;

// The games among which those of the list are: a user's own, those with a free seat, or all.
static GameTableIterator candidates(const ListFilter *filter) {
    const GameTable *games = &filter->registry->games;
    if (filter->list == GAME_LIST_LIVE || filter->list == GAME_LIST_ACTIVE)
        return game_table_iterate(games);
    return game_table_iterate_user(games, filter->list == GAME_LIST_MINE ? filter->user : 0);
}

static bool matches(const ListFilter *filter, const GameEntry *entry) {
    const GameRow *row = &entry->row;
    switch (filter->list) {
    case GAME_LIST_OPEN:
        return row->state == GAME_WAITING && !strcmp(row->opponent, "anyone") &&
               entry->owner_is_here;
    case GAME_LIST_LIVE:
        return registry_is_live(filter->registry, entry);
    case GAME_LIST_MINE:
    case GAME_LIST_ACTIVE:
        return row->state == GAME_WAITING || row->state == GAME_PLAYING;
    case GAME_LIST_INVITATIONS:
        return registry_is_invitation_for(row, str_text(&filter->folded));
    }
    return false;
}

static bool is_newer(const GameRow *x, const GameRow *y) {
    return x->created != y->created ? x->created > y->created : strcmp(x->id.text, y->id.text) < 0;
}

typedef struct {
    const GameRow **rows; // newest first
    int count, limit;
} NewestGames;

static void add_game(NewestGames *newest, const GameRow *row) {
    int at = newest->count;
    while (at > 0 && is_newer(row, newest->rows[at - 1]))
        at--;
    if (at == newest->limit)
        return;
    newest->count += newest->count < newest->limit;
    memmove(&newest->rows[at + 1], &newest->rows[at],
            (size_t)(newest->count - at - 1) * sizeof *newest->rows);
    newest->rows[at] = row;
}

// Copies of the newest games that match: opening one may forget others. Of thousands only these are
// ordered, because anybody may ask for the lobby.
static GameRow *newest_games(const ListFilter *filter, int limit, int *count) {
    NewestGames newest = {.rows = mem_alloc((size_t)limit * sizeof *newest.rows), .limit = limit};
    GameTableIterator it = candidates(filter);
    for (const GameEntry *entry; (entry = game_table_next(&it));)
        if (matches(filter, entry))
            add_game(&newest, &entry->row);
    GameRow *rows = mem_alloc((size_t)newest.count * sizeof *rows);
    for (int i = 0; i < newest.count; i++)
        rows[i] = *newest.rows[i];
    mem_free(newest.rows);
    *count = newest.count;
    return rows;
}

// Whoever is named in the list.
static void prefetch_users(GameRegistry *registry, const GameRow *rows, int count) {
    UserId ids[USERS_PREFETCH_MAX];
    int found = 0;
    for (int i = 0; i < count && found + 3 <= USERS_PREFETCH_MAX; i++) {
        ids[found++] = rows[i].owner;
        for (int seat = 0; seat < 2; seat++)
            if (rows[i].seats[seat] != rows[i].owner)
                ids[found++] = rows[i].seats[seat];
    }
    users_prefetch(registry->store, ids, found);
}

// Without an opening the row says whose turn it is. In one, players choose their colors.
static bool needs_session(const GameRow *row) {
    return row->state == GAME_PLAYING && strcmp(row->opening, opening_none.name) != 0;
}

static void prefetch_found(GameRegistry *registry, const GameRow *found, int count) {
    GameId ids[PREFETCH_MAX];
    int needed = 0;
    for (int i = 0; i < count && needed < PREFETCH_MAX; i++)
        if (needs_session(&found[i]))
            ids[needed++] = found[i].id;
    registry_prefetch(registry, ids, needed);
}

static int turn_of(GameRegistry *registry, const GameRow *row) {
    Error ignored = {0};
    const GameEntry *entry = game_table_find(&registry->games, row->id.text);
    if (entry && !entry->session && !entry->is_stale && !needs_session(row))
        return row->state == GAME_PLAYING ? row->ply % 2 : SEAT_NONE;
    entry = registry_open_game(registry, row->id.text, &ignored);
    return entry ? session_turn(entry->session) : SEAT_NONE;
}

// What other instances have played since, if nobody here watches it.
static void refresh_row(GameRegistry *registry, GameRow *row) {
    GameEntry *entry = game_table_find(&registry->games, row->id.text);
    Error reported_by_commit = {0};
    if (entry && entry->is_stale && !entry->is_queued &&
        registry_reload(registry, entry, &reported_by_commit))
        *row = entry->row;
}

void registry_list(GameRegistry *registry, GameListKind list, UserId user, int limit,
                   GameSummaryVisitor *visit, void *context) {
    ListFilter filter = {.registry = registry, .list = list, .user = user};
    UserRow row;
    Error ignored = {0};
    int count;
    if (user && user_find(registry->store, user, &row, &ignored))
        username_fold(row.name, &filter.folded);
    GameRow *found = newest_games(&filter, limit, &count);
    prefetch_users(registry, found, count);
    if (list == GAME_LIST_MINE)
        prefetch_found(registry, found, count);
    for (int i = 0; i < count; i++) {
        GameSummary summary;
        if (list == GAME_LIST_ACTIVE)
            refresh_row(registry, &found[i]);
        int turn = list == GAME_LIST_MINE ? turn_of(registry, &found[i]) : SEAT_NONE;
        summarize(registry, &found[i], turn, &summary);
        visit(context, &summary);
    }
    mem_free(found);
    str_release(&filter.folded);
}

bool registry_is_turn_of(GameRegistry *registry, const char *game, UserId user) {
    Error ignored = {0};
    const GameEntry *entry = registry_open_game(registry, game, &ignored);
    int turn = entry ? session_turn(entry->session) : SEAT_NONE;
    return turn != SEAT_NONE && entry->row.seats[turn] == user;
}

typedef struct {
    GameRow *rows;
    int count;
} GameRows;

static void collect_row(void *context, const GameRow *row) {
    GameRows *found = context;
    found->rows[found->count++] = *row;
}

// The moves of the games found: the stones and choices, "h8 i9 ...".
typedef struct {
    const GameRows *found;
    Str *moves; // of each
    int last;   // to which a move was added
} FoundMoves;

// If the end of a game is committed: before that it may be in the mist.
static bool shows_moves(const GameRegistry *registry, const GameRow *row) {
    const GameEntry *entry = game_table_find(&registry->games, row->id.text);
    return row->state == GAME_OVER && (!entry || registry_is_over_and_committed(entry));
}

static void add_move(void *context, const char *game, const MoveRow *move) {
    FoundMoves *f = context;
    for (int i = 0; i < f->found->count && strcmp(f->found->rows[f->last].id.text, game) != 0; i++)
        f->last = (f->last + 1) % f->found->count;
    Str *out = &f->moves[f->last];
    str_add(out, "%s%s", out->len ? " " : "", move->text);
}

// By one statement: with PostgreSQL the server waits for each.
static bool read_moves(GameRegistry *registry, FoundMoves *f, Error *err) {
    ScopedStr games = {0};
    JsonWriter w = json_writer_into(&games);
    write_array(&w, NULL);
    for (int i = 0; i < f->found->count; i++)
        if (shows_moves(registry, &f->found->rows[i]))
            write_text(&w, NULL, f->found->rows[i].id.text);
    write_end_array(&w);
    return game_store_moves_of(registry->store, str_text(&games), add_move, f, err);
}

static void visit_found(GameRegistry *registry, const FoundMoves *f, GameSummaryVisitor *visit,
                        void *context) {
    for (int i = 0; i < f->found->count; i++) {
        GameSummary summary;
        summarize(registry, &f->found->rows[i], SEAT_NONE, &summary);
        if (f->moves[i].len > 0)
            summary.moves = str_text(&f->moves[i]);
        visit(context, &summary);
        str_release(&f->moves[i]);
    }
}

// The next page begins before a time, so what has the time of its first game belongs to it.
static int end_of_page(const GameRows *found, int limit) {
    int end = limit;
    if (found->count <= limit)
        return found->count;
    while (end > 0 && found->rows[end - 1].created == found->rows[limit].created)
        end--;
    return end > 0 ? end : found->count; // all have the same time
}

Status registry_search(GameRegistry *registry, const GameSearch *search, GameSummaryVisitor *visit,
                       void *context, int64_t *next, Error *err) {
    GameQuery query = search->query;
    query.limit++; // one more, to know whether there are more
    size_t most = (size_t)query.limit;
    GameRows found = {.rows = mem_alloc(most * sizeof *found.rows)};
    FoundMoves moves = {.found = &found, .moves = mem_alloc(most * sizeof *moves.moves)};
    *next = game_store_search(registry->store, &query, collect_row, &found, err);
    int end = end_of_page(&found, search->query.limit);
    if (found.count > search->query.limit)
        *next = found.rows[end - 1].created;
    found.count = end;
    prefetch_users(registry, found.rows, found.count);
    if (search->with_moves && found.count > 0)
        read_moves(registry, &moves, err);
    visit_found(registry, &moves, visit, context);
    mem_free(moves.moves);
    mem_free(found.rows);
    return *err->text ? STATUS_UNAVAILABLE : STATUS_OK;
}

RegistryCounts registry_counts(const GameRegistry *registry) {
    RegistryCounts counts = {.loaded_sessions = registry->loaded_sessions};
    GameTableIterator it = game_table_iterate(&registry->games);
    for (const GameEntry *entry; (entry = game_table_next(&it));) {
        counts.waiting += entry->row.state == GAME_WAITING;
        counts.playing += entry->row.state == GAME_PLAYING;
    }
    return counts;
}

// ---- Export

static Record *record_of(GameRegistry *registry, const GameEntry *entry) {
    Record *record = record_from_game(&entry->session->game);
    GameSummary summary;
    summarize(registry, &entry->row, session_turn(entry->session), &summary);
    for (int seat = 0; seat < 2; seat++)
        record_set_value(record, record->root, summary.seats[seat].black ? "PB" : "PW",
                         summary.seats[seat].name);
    return record;
}

// As with analyses: an end that is not committed may be undone, by a failure or another instance.
static bool is_in_the_mist(const GameEntry *entry) {
    return entry->row.mist &&
           (entry->row.state == GAME_PLAYING || entry->stored_state == GAME_PLAYING);
}

Status registry_export(GameRegistry *registry, const char *game, const char *format, Str *out,
                       Error *err) {
    const GameEntry *entry = registry_open_game(registry, game, err);
    if (!entry)
        return STATUS_NOT_FOUND;
    const Format *f = format_find(format, err);
    if (!f)
        return STATUS_NOT_FOUND;
    if (is_in_the_mist(entry)) {
        error_set(err, "a game in the mist can be exported once it is over");
        return STATUS_IN_THE_MIST;
    }
    Record *record = record_of(registry, entry);
    bool ok = f->write(record, &(WriteOptions){0}, out, err);
    record_free(record);
    return ok ? STATUS_OK : STATUS_NOT_NOW;
}

// ---- Ratings

// NULL: a person.
static const LevelInfo *level_of(const GameRegistry *registry, UserId user) {
    for (int i = 0; i < LEVEL_COUNT; i++)
        if (registry->levels[i] == user)
            return level_at(i);
    return NULL;
}

static Rating current_rating(GameRegistry *registry, UserId user, const char *pool, int *games) {
    RatingRow row;
    Error ignored = {0};
    if (rating_find(registry->store, user, pool, &row, &ignored)) {
        *games = row.games;
        return (Rating){row.rating, row.deviation, row.volatility};
    }
    Rating r = rating_initial();
    const LevelInfo *level = level_of(registry, user);
    *games = 0;
    if (level)
        r.rating = level->rating;
    return r;
}

// Everybody's ratings depend on those of the levels, and anybody may resign against one. Within
// minutes a few new accounts could put the weakest level above all players, and somebody could then
// win against it: so it takes an established rating to move that of a level, and never far.
static Rating new_rating(const LevelInfo *level, Rating own, Rating opponent, double score) {
    enum { DRIFT_MAX = 400 };
    if (level && rating_is_provisional(opponent))
        return own;
    Rating r = rating_after_game(own, opponent, score);
    if (level)
        r.rating = fmin(fmax(r.rating, level->rating - DRIFT_MAX), level->rating + DRIFT_MAX);
    return r;
}

// Games that end in a crash are not rated: only a level can crash, and that says nothing about
// playing strength.
void registry_update_ratings(GameRegistry *registry, const GameRow *row) {
    Error reported_by_commit = {0};
    bool drawn = row->winner == SEAT_NONE;
    const char *pool = rating_pool(row->rules, row->mist);
    bool is_rated = row->rated && strcmp(row->reason, end_reason_word(END_CRASH)) != 0;
    Rating before[2];
    int games[2];
    for (int seat = 0; seat < 2; seat++) {
        bool won = row->winner == seat;
        before[seat] = current_rating(registry, row->seats[seat], pool, &games[seat]);
        user_add_score(registry->store, row->seats[seat], won, !won && !drawn, drawn,
                       &reported_by_commit);
    }
    for (int seat = 0; seat < 2 && is_rated; seat++) {
        double score = drawn ? 0.5 : row->winner == seat ? 1 : 0;
        Rating r =
            new_rating(level_of(registry, row->seats[seat]), before[seat], before[1 - seat], score);
        rating_save(registry->store, row->seats[seat], pool,
                    &(RatingRow){r.rating, r.deviation, r.volatility, games[seat] + 1},
                    &reported_by_commit);
    }
}
