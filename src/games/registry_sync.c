// Writes changed games at the commit, and learns what other instances have changed.
//
// Any instance may act on any game. What one has in memory is a cache with a version: at the commit
// it locks the rows of the games it has changed and compares their versions. A game that somebody
// else has changed meanwhile is in conflict: it is read again, nothing of it is written, and the
// requests that changed it are handled again. So is one that somebody else has locked: waiting for
// it would hold up all other games. They are not affected.
#include "games/registry_internal.h"

#include "base/mem.h"
#include "base/number.h"
#include "core/notation.h"
#include "store/users.h"

#include <limits.h>
#include <string.h>

// ---- Reading a game again

static void forget_changes(GameEntry *entry) {
    entry->moves_made = 0;
    entry->declined = NULL;
    entry->changed = entry->lists_changed = entry->is_queued = entry->is_unsaved = false;
}

bool registry_reload(GameRegistry *registry, GameEntry *entry, Error *err) {
    GameRow row;
    entry->is_stale = true; // in case it cannot be read
    if (!game_store_find(registry->store, entry->row.id.text, &row, err))
        return false;
    registry_drop_session(registry, entry);
    entry->row = row;
    entry->stored_state = row.state;
    entry->is_stale = false;
    entry->deadline =
        row.state == GAME_PLAYING ? 0 : INT64_MAX; // registry_check_deadlines computes it
    game_table_update_seats(&registry->games, entry);
    return true;
}

void registry_refresh(GameRegistry *registry, const char *game) {
    GameEntry *entry = game_table_find(&registry->games, game);
    Error ignored = {0};
    if (entry && store_is_shared(registry->store) && !entry->is_queued)
        entry->is_stale |=
            game_store_version(registry->store, game, &ignored) != entry->row.version;
}

static void compare_version(void *context, const char *id, int64_t version) {
    GameRegistry *registry = context;
    GameEntry *entry = game_table_find(&registry->games, id);
    entry->is_stale |= entry->row.version != version;
}

void registry_refresh_user(GameRegistry *registry, UserId user) {
    ScopedStr ids = {0};
    Error ignored = {0};
    GameTableIterator it = game_table_iterate_user(&registry->games, user);
    for (const GameEntry *entry;
         store_is_shared(registry->store) && (entry = game_table_next(&it));)
        if (entry->row.state <= GAME_PLAYING && !entry->is_queued)
            str_add(&ids, "%s%s", ids.len ? " " : "", entry->row.id.text);
    if (ids.len > 0)
        game_store_versions(registry->store, str_text(&ids), compare_version, registry, &ignored);
}

// ---- Conflicts

static void compare_locked_version(void *context, const char *id, int64_t version) {
    GameRegistry *registry = context;
    GameEntry *entry = game_table_find(&registry->games, id);
    entry->is_stale = entry->row.version != version;
    entry->has_lock = true;
}

static void lock_changed(GameRegistry *registry, Error *err) {
    ScopedStr ids = {0};
    for (int i = 0; i < registry->changed_count; i++) {
        GameEntry *entry = registry->changed[i];
        entry->has_lock = entry->is_new || !entry->is_unsaved;
        if (!entry->has_lock)
            str_add(&ids, "%s%s", ids.len ? " " : "", entry->row.id.text);
    }
    if (ids.len > 0)
        game_store_lock(registry->store, str_text(&ids), compare_locked_version, registry, err);
}

static void add_conflict(GameRegistry *registry, const GameEntry *entry) {
    registry->conflicts = mem_grow(registry->conflicts, registry->conflict_count, 1,
                                   &registry->conflict_capacity, sizeof *registry->conflicts);
    registry->conflicts[registry->conflict_count++] =
        (GameConflict){.game = entry->row.id, .is_locked = !entry->has_lock};
}

// A rematch of a game in conflict is not agreed on.
static bool is_orphan(const GameRegistry *registry, const GameEntry *entry) {
    bool found = false;
    for (int i = 0; entry->is_new && *entry->parent.text && i < registry->conflict_count; i++)
        found |= !strcmp(entry->parent.text, registry->conflicts[i].game.text);
    return found;
}

static void drop_orphans(GameRegistry *registry) {
    int kept = 0;
    for (int i = 0; i < registry->changed_count; i++) {
        GameEntry *entry = registry->changed[i];
        if (!is_orphan(registry, entry)) {
            registry->changed[kept++] = entry;
            continue;
        }
        registry_drop_session(registry, entry);
        game_table_remove(&registry->games, entry);
    }
    registry->changed_count = kept;
}

// Takes the games in conflict out of the changed ones. One that cannot be read again stays, with
// the changes it has in memory: the transaction has failed, and registry_rollback forgets it.
static void drop_conflicts(GameRegistry *registry) {
    Error reported_by_commit = {0};
    int kept = 0;
    for (int i = 0; i < registry->changed_count; i++) {
        GameEntry *entry = registry->changed[i];
        if ((entry->has_lock && !entry->is_stale) ||
            !registry_reload(registry, entry, &reported_by_commit)) {
            registry->changed[kept++] = entry;
            continue;
        }
        forget_changes(entry);
        add_conflict(registry, entry);
    }
    registry->changed_count = kept;
    drop_orphans(registry);
}

bool registry_next_conflict(GameRegistry *registry, GameId *out, bool *is_locked) {
    if (registry->conflict_count == 0)
        return false;
    const GameConflict *last = &registry->conflicts[--registry->conflict_count];
    *out = last->game;
    *is_locked = last->is_locked;
    return true;
}

// ---- Writing

static void write_moves(GameRegistry *registry, GameEntry *entry, Error *err) {
    const Game *g = &entry->session->game;
    if (entry->kept_plies < entry->stored_plies)
        game_store_delete_moves_from(registry->store, &entry->row.id, entry->kept_plies, err);
    for (int ply = entry->kept_plies; ply < g->count; ply++) {
        MoveRow row = {.ms = g->moves[ply].ms};
        snprintf(row.text, sizeof row.text, "%s",
                 move_text(g->moves[ply].point, entry->row.size).text);
        game_store_add_move(registry->store, &entry->row.id, ply, &row, err);
    }
    entry->stored_plies = entry->kept_plies = g->count;
}

static void write_tries(GameRegistry *registry, GameEntry *entry, Error *err) {
    const GameSession *session = entry->session;
    for (int i = entry->stored_tries; i < session->try_count; i++) {
        int n = 0;
        for (int j = 0; j < i; j++)
            n += session->tries[j].ply == session->tries[i].ply;
        game_store_add_try(registry->store, &entry->row.id, &session->tries[i], n, err);
    }
    entry->stored_tries = session->try_count;
}

static bool has_ended(const GameEntry *entry) {
    return entry->stored_state == GAME_PLAYING && entry->row.state == GAME_OVER;
}

static void write_entry(GameRegistry *registry, GameEntry *entry) {
    Error reported_by_commit = {0};
    entry->row.version++;
    entry->row.writer = store_instance(registry->store);
    (entry->is_new ? game_store_add
     : entry->changed
         ? game_store_update
         : game_store_update_after_move)(registry->store, &entry->row, &reported_by_commit);
    write_moves(registry, entry, &reported_by_commit);
    write_tries(registry, entry, &reported_by_commit);
    if (has_ended(entry))
        registry_update_ratings(registry, &entry->row);
    entry->stored_state = entry->row.state;
    entry->is_unsaved = entry->is_new = false;
}

static bool ends_a_game(const GameRegistry *registry) {
    bool ends = false;
    for (int i = 0; i < registry->changed_count; i++)
        ends |= has_ended(registry->changed[i]);
    return ends;
}

// Two games of a player may end at once on two instances: each must see the other's rating.
static void lock_players(GameRegistry *registry, Error *err) {
    ScopedStr ids = {0};
    for (int i = 0; i < registry->changed_count; i++)
        if (has_ended(registry->changed[i]))
            str_add(&ids, "%s%lld %lld", ids.len ? " " : "",
                    (long long)registry->changed[i]->row.seats[0],
                    (long long)registry->changed[i]->row.seats[1]);
    if (ids.len > 0)
        user_lock(registry->store, str_text(&ids), err);
}

// ---- Notes: g GAME VERSION FLAGS DECLINED SEAT DEADLINE [SEQ PLY MOVE MS TURN_BEGAN WRITER]. The
// seat has declined, or tried.
//
// A note of one move, in a game that goes on, brings the move, so that an instance that has the
// version before need not read the game. In the mist it does not: a hidden move stays out of notes.

enum { NOTE_MOVED = 1, NOTE_OTHER = 2, NOTE_LISTS = 4, NOTE_TRIED = 8 };

static const char *const offers[] = {NULL, "draw", "takeback"};

static int offer_number(const char *offer) {
    int i = COUNT(offers) - 1;
    while (i > 0 && (!offer || strcmp(offers[i], offer) != 0))
        i--;
    return i;
}

static void add_move(const GameEntry *entry, char *out, size_t size) {
    const GameRow *row = &entry->row;
    const Game *g = &entry->session->game;
    if (entry->moves_made != 1 || entry->changed || row->mist || g->count == 0)
        return;
    const Move *m = &g->moves[g->count - 1];
    snprintf(out, size, " %d %d %s %d %lld %lld", row->seq, row->ply,
             move_text(m->point, row->size).text, m->ms, (long long)row->turn_began,
             (long long)row->writer);
}

static void send_note(GameRegistry *registry, const GameEntry *entry) {
    int flags = (entry->moves_made ? NOTE_MOVED : 0) | (entry->changed ? NOTE_OTHER : 0) |
                (entry->lists_changed ? NOTE_LISTS : 0) |
                (entry->moves_made == 0 && !entry->changed ? NOTE_TRIED : 0);
    int turn = session_turn(entry->session);
    int seat = flags == NOTE_TRIED && turn != SEAT_NONE ? turn : entry->declined_by;
    char note[NOTE_MAX];
    snprintf(note, sizeof note, "g %s %lld %d %d %d %lld", entry->row.id.text,
             (long long)entry->row.version, flags, offer_number(entry->declined), seat,
             (long long)entry->deadline);
    size_t len = strlen(note);
    add_move(entry, note + len, sizeof note - len);
    store_send_note(registry->store, note);
}

void registry_flush(void *context) {
    GameRegistry *registry = context;
    Error reported_by_commit = {0};
    if (store_is_shared(registry->store)) {
        if (ends_a_game(registry)) // changes users
            store_lock_round(registry->store);
        lock_changed(registry, &reported_by_commit);
        drop_conflicts(registry);
        lock_players(registry, &reported_by_commit);
    }
    for (int i = 0; i < registry->changed_count; i++) {
        GameEntry *entry = registry->changed[i];
        if (!entry->is_unsaved)
            continue;
        write_entry(registry, entry);
        send_note(registry, entry);
    }
}

// ---- What other instances have changed

typedef struct {
    GameId game;
    int64_t version, flags, declined, declined_by, deadline;

    bool has_move;
    int64_t seq, ply, ms, turn_began, writer;
    MoveRow move;
} GameNote;

static bool fits_int(int64_t n) {
    return n >= -1 && n <= INT_MAX;
}

// Older servers send none.
static bool parse_move(const char *text, GameNote *out) {
    bool ok = note_number(&text, &out->seq) && note_number(&text, &out->ply) &&
              note_word(&text, out->move.text, sizeof out->move.text) &&
              note_number(&text, &out->ms) && note_number(&text, &out->turn_began) &&
              note_number(&text, &out->writer) && fits_int(out->seq) && fits_int(out->ply) &&
              fits_int(out->ms);
    out->move.ms = ok ? (int)out->ms : -1;
    return ok;
}

static bool parse_note(const char *text, GameNote *out) {
    bool ok = note_word(&text, out->game.text, sizeof out->game.text) &&
              note_number(&text, &out->version) && note_number(&text, &out->flags) &&
              note_number(&text, &out->declined) && note_number(&text, &out->declined_by) &&
              note_number(&text, &out->deadline) && out->declined >= 0 &&
              out->declined < COUNT(offers) && out->declined_by >= 0 && out->declined_by < 2;
    out->has_move = ok && parse_move(text, out);
    return ok;
}

bool registry_note_game(const char *note, GameId *out) {
    return note_word(&note, out->text, sizeof out->text);
}

static void mark_told(GameEntry *entry) {
    entry->heard_seq = entry->row.seq;
    entry->heard_ply = entry->row.ply;
    entry->heard_line = entry->row.line;
}

static GameEntry *entry_of(GameRegistry *registry, const GameNote *note, bool is_watched) {
    GameEntry *entry = game_table_find(&registry->games, note->game.text);
    GameRow row;
    Error ignored = {0};
    if (entry || (!is_watched && !(note->flags & NOTE_LISTS)) ||
        !game_store_find(registry->store, note->game.text, &row, &ignored))
        return entry;
    entry = registry_add_entry(registry, &row);
    entry->heard_version = note->version - 1;
    return entry;
}

// False if the game must be read.
static bool apply_note(GameEntry *entry, const GameNote *note) {
    GameRow row = entry->row;
    if (!note->has_move || !entry->session || entry->is_stale || entry->is_queued ||
        row.version + 1 != note->version || row.state != GAME_PLAYING || row.mist)
        return false;
    row.seq = (int)note->seq;
    row.ply = (int)note->ply;
    row.turn_began = note->turn_began;
    row.draw_offer = row.takeback_offer = SEAT_NONE;
    row.last_turn_ms = 0;
    row.version = note->version;
    row.writer = note->writer;
    if (!session_add_move(entry->session, &row, &note->move))
        return false;
    row.swapped = entry->session->game.opening.swapped;
    entry->row = row;
    entry->stored_plies = entry->kept_plies = row.ply;
    entry->deadline = session_deadline(entry->session);
    return true;
}

// Clients are told of a move by itself if it is the next after what they know. That must not depend
// on the version, which the opponent's hits in the mist count up.
static bool is_next_move(const GameEntry *entry) {
    const GameRow *row = &entry->row;
    return row->seq == entry->heard_seq + 1 && row->ply == entry->heard_ply + 1 &&
           row->line == entry->heard_line && row->state == GAME_PLAYING;
}

static void fill_change(GameRegistry *registry, const GameEntry *entry, const GameNote *note,
                        GameChange *out) {
    const GameRow *row = &entry->row;
    bool moved = is_next_move(entry), tried = note->flags == NOTE_TRIED;
    *out = (GameChange){
        .game = row->id,
        .moves = moved && !tried,
        .other = !moved || tried,
        .lists_changed = (note->flags & NOTE_LISTS) != 0,
        .is_playing = row->state == GAME_PLAYING,
        .tried_by = tried ? row->seats[note->declined_by] : 0,
        .people = {row->seats[0], row->seats[1], row->owner},
        .invited = registry_invited(registry, row),
        .declined = offers[note->declined],
        .declined_by = row->seats[note->declined_by],
        .asked_by = row->seats[1 - note->declined_by],
        .heard_seq = tried ? 0 : row->seq,
    };
    registry_note_declined_invitation(registry, entry, out);
}

bool registry_hear(GameRegistry *registry, const char *text, bool is_watched, GameChange *out) {
    GameNote note;
    Error ignored = {0};
    GameEntry *entry = parse_note(text, &note) ? entry_of(registry, &note, is_watched) : NULL;
    if (!entry || entry->heard_version >= note.version)
        return false;
    entry->heard_version = note.version;
    if (entry->row.version < note.version && !apply_note(entry, &note)) {
        entry->is_stale = true;
        entry->deadline = note.deadline;
    }
    if (entry->is_stale && (is_watched || (note.flags & NOTE_LISTS)))
        registry_reload(registry, entry, &ignored);
    bool has_news = note.flags == NOTE_TRIED || entry->is_stale ||
                    entry->row.seq != entry->heard_seq || (note.flags & NOTE_LISTS);
    fill_change(registry, entry, &note, out);
    if (note.flags != NOTE_TRIED)
        mark_told(entry);
    if (entry->row.state != GAME_WAITING && entry->row.state != GAME_PLAYING && !entry->session)
        game_table_remove(&registry->games, entry);
    return has_news;
}

void registry_mark_heard(GameEntry *entry) {
    entry->heard_version = entry->row.version;
    mark_told(entry);
}

// ---- After the connection was lost: notes were lost with it

static void resync_row(void *context, const GameRow *row) {
    GameRegistry *registry = context;
    GameEntry *entry = game_table_find(&registry->games, row->id.text);
    if (!entry)
        registry_add_entry(registry, row)->heard_version = -1;
    else
        entry->is_stale = row->version != entry->row.version;
}

void registry_resync(GameRegistry *registry, GameIdVisitor *visit, void *context) {
    Error ignored = {0}; // the next round reports it
    GameTableIterator it = game_table_iterate(&registry->games);
    for (GameEntry *entry; (entry = game_table_next(&it));) {
        entry->is_stale = true;    // unless it is found below
        entry->level_version = -1; // a level's answer may have met no database: it is asked again
    }
    game_store_each_active(registry->store, resync_row, registry, &ignored);
    int count = 0;
    GameId *ids = mem_alloc(((size_t)registry->games.count + 1) * sizeof *ids);
    it = game_table_iterate(&registry->games);
    for (const GameEntry *entry; (entry = game_table_next(&it));)
        if (entry->is_stale || entry->heard_version < 0)
            ids[count++] = entry->row.id;
    for (int i = 0; i < count; i++)
        visit(context, &ids[i]);
    mem_free(ids);
}

bool registry_hear_again(GameRegistry *registry, const GameId *game, GameChange *out) {
    GameEntry *entry = game_table_find(&registry->games, game->text);
    Error ignored = {0};
    if (!entry || (entry->is_stale && !registry_reload(registry, entry, &ignored)) ||
        entry->heard_version == entry->row.version)
        return false;
    char note[NOTE_MAX];
    snprintf(note, sizeof note, "%s %lld %d 0 0 %lld", game->text, (long long)entry->row.version,
             NOTE_OTHER | NOTE_LISTS, (long long)entry->deadline);
    return registry_hear(registry, note, true, out);
}
