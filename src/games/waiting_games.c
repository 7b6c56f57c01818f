// Games that wait for somebody: offered while their owner is here, called off when the owner stays
// away. Who waits for anyone waits at the board; a link or an invitation may be answered days
// later.
#include "games/registry_internal.h"

#include "base/util.h"

#include <string.h>

static const int64_t MINUTE_MS = 60 * 1000, HOUR_MS = 3600 * 1000, DAY_MS = 24LL * 3600 * 1000;

static bool waits_for_anyone(const GameRow *row) {
    return !strcmp(row->opponent, "anyone");
}

static int64_t patience_ms(const GameRow *row) {
    return waits_for_anyone(row) ? 10 * MINUTE_MS : 7 * DAY_MS;
}

// When the owner of a game that was waiting before the server began was here last. A stop of the
// server is nobody's fault who waits at the board.
static int64_t seen_before(GameRegistry *h, const GameRow *row) {
    if (waits_for_anyone(row))
        return h->now.wall_ms;
    Error ignored = {0};
    int64_t used = login_session_last_used(h->store, row->owner, &ignored);
    return used > row->created ? used : row->created;
}

static void look_for_owner(GameRegistry *h, GameEntry *e, bool here) {
    e->owner_is_here = here;
    if (here)
        e->owner_seen = h->now.wall_ms;
    else if (!e->owner_seen)
        e->owner_seen = seen_before(h, &e->row);
}

static void call_off(GameRegistry *h, const GameId *game) {
    Error ignored = {0};
    GameEntry *e = registry_open_game(h, game->text, &ignored);
    if (e && !session_abort(e->room, e->row.owner, h->now, &ignored))
        registry_save_state(h, e);
}

bool registry_check_waiting(GameRegistry *h, PresenceCheck *is_here, void *context) {
    GameId given_up[16]; // the others at the next time
    int count = 0;
    bool changed = false;
    GameTableIterator w = game_table_iterate(&h->roster);
    for (GameEntry *e; (e = game_table_next(&w));) {
        if (e->row.state != GAME_WAITING)
            continue;
        bool was_here = e->owner_is_here;
        look_for_owner(h, e, is_here(context, e->row.owner));
        changed |= was_here != e->owner_is_here;
        if (count < COUNT(given_up) && h->now.wall_ms - e->owner_seen >= patience_ms(&e->row))
            given_up[count++] = e->row.id;
    }
    for (int i = 0; i < count; i++)
        call_off(h, &given_up[i]);
    return changed;
}

// A link whose owner has long gone is no reason to refuse the neighbours theirs.
static bool was_here_lately(const GameRegistry *h, const GameEntry *e) {
    return !e->owner_seen || h->now.wall_ms - e->owner_seen < HOUR_MS;
}

int registry_waiting_from_network(const GameRegistry *h, const char *network) {
    int count = 0;
    GameTableIterator w = game_table_iterate(&h->roster);
    for (const GameEntry *e; (e = game_table_next(&w));)
        count +=
            e->row.state == GAME_WAITING && !strcmp(e->network, network) && was_here_lately(h, e);
    return count;
}
