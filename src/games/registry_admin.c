// What the operator of the server does to games: pentad admin.
#include "games/registry_internal.h"

#include "base/mem.h"
#include "store/users.h"

// After session_tick: a flag that has fallen goes before.
static Status end_game(GameRegistry *registry, GameEntry *entry, Adjudication how, Error *err) {
    GameSession *session = entry->session;
    if (session->state != GAME_WAITING && session->state != GAME_PLAYING) {
        error_set(err, "game %s has already ended", entry->row.id.text);
        return STATUS_NOT_PLAYING;
    }
    if (how != ADJUDICATE_ABORT && session->state == GAME_WAITING) {
        error_set(err, "game %s has not begun: it can only be aborted", entry->row.id.text);
        return STATUS_NOT_PLAYING;
    }
    int black = game_color_of(&session->game, 0) == BLACK ? 0 : 1;
    if (how == ADJUDICATE_ABORT)
        session_abort(session, registry->now);
    else
        session_end(session, END_ADJUDICATED,
                    how == ADJUDICATE_DRAW    ? SEAT_NONE
                    : how == ADJUDICATE_BLACK ? 1 - black
                                              : black,
                    registry->now);
    return STATUS_OK;
}

Status registry_adjudicate(GameRegistry *registry, const char *game, Adjudication how, Error *err) {
    GameEntry *entry = registry_open_game(registry, game, err);
    if (!entry)
        return STATUS_NOT_FOUND;
    int seq = entry->session->seq;
    session_tick(entry->session, registry->now);
    Status status = end_game(registry, entry, how, err);
    if (entry->session->seq != seq)
        registry_save_state(registry, entry);
    return status;
}

// Collects the ids first: opening a game may evict another, which the iterator does not allow.
int registry_remove_player(GameRegistry *registry, UserId user) {
    int count = 0, ended = 0;
    GameId *ids = mem_alloc(((size_t)registry->games.count + 1) * sizeof *ids);
    GameTableIterator it = game_table_iterate_user(&registry->games, user);
    for (const GameEntry *entry; (entry = game_table_next(&it));)
        if (entry->row.state == GAME_WAITING || entry->row.state == GAME_PLAYING)
            ids[count++] = entry->row.id;
    for (int i = 0; i < count; i++) {
        Error reported_by_commit = {0};
        GameEntry *entry = registry_open_game(registry, ids[i].text, &reported_by_commit);
        if (!entry)
            continue;
        bool has_ended =
            session_tick(entry->session, registry->now) && entry->session->state != GAME_PLAYING;
        if (!has_ended)
            session_remove_player(entry->session, session_seat_of(entry->session, user),
                                  registry->now);
        registry_save_state(registry, entry);
        ended++;
    }
    mem_free(ids);
    return ended;
}

// ---- Invitations

enum { INVITATIONS_MAX = 32 }; // more than a user can have

static int invitations_for(const GameRegistry *registry, const char *name,
                           GameId out[static INVITATIONS_MAX]) {
    ScopedStr folded = {0};
    int count = 0;
    username_fold(name, &folded);
    GameTableIterator it = game_table_iterate_user(&registry->games, 0);
    for (const GameEntry *entry; count < INVITATIONS_MAX && (entry = game_table_next(&it));)
        if (registry_is_invitation_for(&entry->row, str_text(&folded)))
            out[count++] = entry->row.id;
    return count;
}

void registry_rename_invited(GameRegistry *registry, const char *name, const char *new_name) {
    GameId ids[INVITATIONS_MAX];
    int count = invitations_for(registry, name, ids);
    for (int i = 0; i < count; i++) {
        Error reported_by_commit = {0};
        GameEntry *entry = registry_open_game(registry, ids[i].text, &reported_by_commit);
        if (!entry)
            continue;
        snprintf(entry->row.opponent, sizeof entry->row.opponent, "user:%s", new_name);
        game_store_set_opponent(registry->store, &entry->row.id, entry->row.opponent,
                                &reported_by_commit);
        registry_save_state(registry, entry);
        entry->lists_changed = true;
    }
}

void registry_decline_invitations(GameRegistry *registry, const char *name) {
    GameId ids[INVITATIONS_MAX];
    int count = invitations_for(registry, name, ids);
    for (int i = 0; i < count; i++) {
        Error reported_by_commit = {0};
        GameEntry *entry = registry_open_game(registry, ids[i].text, &reported_by_commit);
        if (entry &&
            !session_decline_invitation(entry->session, registry->now, &reported_by_commit))
            registry_save_state(registry, entry);
    }
}
