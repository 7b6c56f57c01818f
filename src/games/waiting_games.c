// Presence of players, and expiry of waiting games (the lobby, links and invitations). A game for
// anyone is listed while its owner is present and expires soon after; a link or an invitation may
// be answered days later. Sessions are told which of their players are away.
#include "games/registry_internal.h"

#include "base/number.h"

#include <string.h>

static const int64_t MINUTE_MS = 60 * 1000, HOUR_MS = 3600 * 1000, DAY_MS = 24LL * 3600 * 1000;

static bool waits_for_anyone(const GameRow *row) {
    return !strcmp(row->opponent, "anyone");
}

static int64_t expiry_ms(const GameRow *row) {
    return waits_for_anyone(row) ? 10 * MINUTE_MS : 7 * DAY_MS;
}

// When the owner was last present, for a game from before the server started. Owners who wait at
// the board get the full time again, because the server's downtime is not their fault.
static int64_t last_seen_before_start(GameRegistry *registry, const GameRow *row) {
    if (waits_for_anyone(row))
        return registry->now.wall_ms;
    Error ignored = {0};
    int64_t used = login_session_last_used(registry->store, row->owner, &ignored);
    return used > row->created ? used : row->created;
}

static void update_presence(GameRegistry *registry, GameEntry *entry, bool here) {
    entry->owner_is_here = here;
    if (here)
        entry->owner_seen = registry->now.wall_ms;
    else if (!entry->owner_seen)
        entry->owner_seen = last_seen_before_start(registry, &entry->row);
}

static void abort_game(GameRegistry *registry, const GameId *game) {
    Error ignored = {0};
    GameEntry *entry = registry_open_game(registry, game->text, &ignored);
    if (entry)
        registry_act(registry, entry, session_seat_of(entry->session, entry->row.owner),
                     &(GameAction){.kind = GAME_ACTION_ABORT}, &ignored);
}

static bool check_waiting(GameRegistry *registry, PresenceCheck *is_here, void *context) {
    GameId expired[16]; // more of them at the next call
    int count = 0;
    bool changed = false;
    GameTableIterator it = game_table_iterate_user(&registry->games, 0);
    for (GameEntry *entry; (entry = game_table_next(&it));) {
        if (entry->row.state != GAME_WAITING)
            continue;
        bool was_here = entry->owner_is_here;
        update_presence(registry, entry, is_here(context, entry->row.owner, NULL));
        changed |= was_here != entry->owner_is_here;
        if (count < COUNT(expired) &&
            registry->now.wall_ms - entry->owner_seen >= expiry_ms(&entry->row))
            expired[count++] = entry->row.id;
    }
    for (int i = 0; i < count && store_is_leader(registry->store); i++)
        abort_game(registry, &expired[i]);
    return changed;
}

// ---- Games being played

bool registry_is_live(const GameRegistry *registry, const GameEntry *entry) {
    const GameRow *row = &entry->row;
    return row->state == GAME_PLAYING && strcmp(row->opponent, "link") != 0 &&
           !registry_level_at(registry, row, 0) && !registry_level_at(registry, row, 1) &&
           (entry->away_since[0] == INT64_MAX || entry->away_since[1] == INT64_MAX);
}

// True if a player came or left.
static bool update_players(GameRegistry *registry, GameEntry *entry, PresenceCheck *is_here,
                           void *context) {
    bool changed = false;
    for (int seat = 0; seat < 2; seat++) {
        bool was_here = entry->away_since[seat] == INT64_MAX;
        bool here = registry_level_at(registry, &entry->row, seat) ||
                    is_here(context, entry->row.seats[seat], &entry->row.id);
        if (was_here != here) {
            entry->away_since[seat] = here ? INT64_MAX : registry->now.clock_ms;
            changed = true;
        }
    }
    Error reported_by_commit = {0};
    if (changed && store_is_leader(registry->store))
        game_store_save_absence(registry->store, &entry->row.id, entry->away_since,
                                &reported_by_commit);
    return changed;
}

// The next registry_check_deadlines does what follows from a change.
static bool check_playing(GameRegistry *registry, PresenceCheck *is_here, GameIdVisitor *visit,
                          void *context) {
    bool lobby_changed = false;
    GameTableIterator it = game_table_iterate(&registry->games);
    for (GameEntry *entry; (entry = game_table_next(&it));) {
        bool was_live = registry_is_live(registry, entry);
        if (entry->row.state != GAME_PLAYING || !update_players(registry, entry, is_here, context))
            continue;
        for (int seat = 0; entry->session && seat < 2; seat++)
            session_set_away(entry->session, seat, entry->away_since[seat]);
        entry->deadline = 0;
        if (visit)
            visit(context, &entry->row.id);
        lobby_changed |= was_live != registry_is_live(registry, entry);
    }
    return lobby_changed;
}

bool registry_check_presence(GameRegistry *registry, PresenceCheck *is_here, GameIdVisitor *visit,
                             void *context) {
    bool open_changed = check_waiting(registry, is_here, context);
    return check_playing(registry, is_here, visit, context) || open_changed;
}

// ---- Limits

// Games whose owner left long ago do not count against others on the same network.
static bool owner_was_here_recently(const GameRegistry *registry, const GameEntry *entry) {
    return !entry->owner_seen || registry->now.wall_ms - entry->owner_seen < HOUR_MS;
}

int registry_waiting_from_network(const GameRegistry *registry, const char *network) {
    int count = 0;
    GameTableIterator it = game_table_iterate_user(&registry->games, 0);
    for (const GameEntry *entry; (entry = game_table_next(&it));)
        count += entry->row.state == GAME_WAITING && !strcmp(entry->network, network) &&
                 owner_was_here_recently(registry, entry);
    return count;
}

// ---- Declined invitations. In memory only, as other limits: whoever declines should have peace
// from somebody who asks again and again, also as another guest.

void registry_remember_decline(GameRegistry *registry, const GameEntry *entry, UserId invited) {
    DeclinedInvitation *d = &registry->declined[registry->declined_count++ % DECLINED_KEPT];
    *d = (DeclinedInvitation){
        .invited = invited, .owner = entry->row.owner, .at = registry->now.wall_ms};
    memcpy(d->network, entry->network, sizeof d->network);
}

bool registry_was_declined_often(const GameRegistry *registry, UserId invited, UserId owner,
                                 const GameRequest *request) {
    enum { DECLINED_PER_OWNER = 2 };
    int own = 0, near = 0;
    for (int i = 0; i < DECLINED_KEPT; i++) {
        const DeclinedInvitation *d = &registry->declined[i];
        if (d->invited != invited || registry->now.wall_ms - d->at >= HOUR_MS)
            continue;
        own += d->owner == owner;
        near += request->network && !strcmp(d->network, request->network);
    }
    return own >= DECLINED_PER_OWNER || (request->network && near >= request->network_declined_max);
}
