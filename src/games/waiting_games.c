// Waiting games (the lobby, links and invitations): presence of their owners and expiry. A game for
// anyone is listed while its owner is present and expires soon after; a link or an invitation may
// be answered days later.
#include "games/registry_internal.h"

#include "base/util.h"

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

bool registry_check_waiting(GameRegistry *registry, PresenceCheck *is_here, void *context) {
    GameId expired[16]; // more of them at the next call
    int count = 0;
    bool changed = false;
    GameTableIterator it = game_table_iterate(&registry->games);
    for (GameEntry *entry; (entry = game_table_next(&it));) {
        if (entry->row.state != GAME_WAITING)
            continue;
        bool was_here = entry->owner_is_here;
        update_presence(registry, entry, is_here(context, entry->row.owner));
        changed |= was_here != entry->owner_is_here;
        if (count < COUNT(expired) &&
            registry->now.wall_ms - entry->owner_seen >= expiry_ms(&entry->row))
            expired[count++] = entry->row.id;
    }
    for (int i = 0; i < count; i++)
        abort_game(registry, &expired[i]);
    return changed;
}

// Games whose owner left long ago do not count against others on the same network.
static bool owner_was_here_recently(const GameRegistry *registry, const GameEntry *entry) {
    return !entry->owner_seen || registry->now.wall_ms - entry->owner_seen < HOUR_MS;
}

int registry_waiting_from_network(const GameRegistry *registry, const char *network) {
    int count = 0;
    GameTableIterator it = game_table_iterate(&registry->games);
    for (const GameEntry *entry; (entry = game_table_next(&it));)
        count += entry->row.state == GAME_WAITING && !strcmp(entry->network, network) &&
                 owner_was_here_recently(registry, entry);
    return count;
}
