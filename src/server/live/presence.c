#include "server/live/presence.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"
#include "server/http/rate_limit.h"

#include <string.h>

// Longer than any long poll.
enum { ONLINE_MS = 2 * LIMIT_LONG_POLL_S * 1000, CAPACITY_MIN = 64 };

typedef struct {
    UserId user;              // 0: free
    int64_t seen_ms, poll_ms; // on a socket or by a request; by a poll
    bool is_listed, is_bot;   // at the last request
    uint32_t network;         // hash of its network
    int remote, remote_polls; // on how many other instances it is online, or polls
} PresenceRow;

// Hash table with open addressing, at most half full. Offline users are removed when it is rebuilt.
struct Presence {
    PresenceRow *rows;
    int count, capacity; // capacity is a power of two
};

Presence *presence_new(void) {
    Presence *p = mem_alloc(sizeof *p);
    p->capacity = CAPACITY_MIN;
    p->rows = mem_alloc((size_t)p->capacity * sizeof *p->rows);
    return p;
}

void presence_free(Presence *p) {
    if (!p)
        return;
    mem_free(p->rows);
    mem_free(p);
}

static bool is_local(const PresenceRow *row, int64_t now_ms) {
    return row->user && now_ms - row->seen_ms < ONLINE_MS;
}

static bool is_online(const PresenceRow *row, int64_t now_ms) {
    return is_local(row, now_ms) || (row->user && row->remote > 0);
}

// The user's row, or the free row for it.
static PresenceRow *row_of(const Presence *p, UserId user) {
    uint64_t at = rng_mix((uint64_t)user);
    for (;; at++) {
        PresenceRow *row = &p->rows[at & (uint64_t)(p->capacity - 1)];
        if (!row->user || row->user == user)
            return row;
    }
}

int presence_count(const Presence *p, int64_t now_ms) {
    int count = 0;
    for (int i = 0; i < p->capacity; i++)
        count += is_online(&p->rows[i], now_ms);
    return count;
}

// A sum, because the order of the rows changes.
uint64_t presence_fingerprint(const Presence *p, int64_t now_ms) {
    uint64_t sum = 0;
    for (int i = 0; i < p->capacity; i++)
        if (is_online(&p->rows[i], now_ms))
            sum += rng_mix((uint64_t)p->rows[i].user);
    return sum;
}

static void rebuild(Presence *p, int64_t now_ms) {
    Presence next = {.capacity = CAPACITY_MIN, .count = presence_count(p, now_ms)};
    while (next.capacity < 4 * next.count)
        next.capacity *= 2;
    next.rows = mem_alloc((size_t)next.capacity * sizeof *next.rows);
    for (int i = 0; i < p->capacity; i++)
        if (is_online(&p->rows[i], now_ms))
            *row_of(&next, p->rows[i].user) = p->rows[i];
    mem_free(p->rows);
    *p = next;
}

static PresenceRow *find_or_add(Presence *p, UserId user, int64_t now_ms) {
    if (2 * (p->count + 1) > p->capacity)
        rebuild(p, now_ms);
    PresenceRow *row = row_of(p, user);
    if (!row->user) {
        p->count++;
        *row = (PresenceRow){.user = user, .seen_ms = INT64_MIN / 2}; // not on this instance
    }
    return row;
}

void presence_note(Presence *p, UserId user, int64_t now_ms) {
    find_or_add(p, user, now_ms)->seen_ms = now_ms;
}

void presence_note_request(Presence *p, const UserRow *user, const char *network, int64_t now_ms) {
    presence_note(p, user->id, now_ms);
    PresenceRow *row = row_of(p, user->id);
    row->is_listed = user->kind == USER_ACCOUNT && user->shows_online;
    row->is_bot = user->is_bot;
    row->network = bytes_fnv1a(network, strlen(network));
}

uint32_t presence_network(const Presence *p, UserId user) {
    return row_of(p, user)->network;
}

void presence_note_poll(Presence *p, UserId user, int64_t now_ms) {
    presence_note(p, user, now_ms);
    row_of(p, user)->poll_ms = now_ms;
}

static bool polls(const PresenceRow *row, int64_t now_ms) {
    return row->poll_ms && now_ms - row->poll_ms < ONLINE_MS;
}

bool presence_is_polling(const Presence *p, UserId user, int64_t now_ms) {
    const PresenceRow *row = row_of(p, user);
    return polls(row, now_ms) || row->remote_polls > 0;
}

bool presence_is_online(const Presence *p, UserId user, int64_t now_ms) {
    return is_online(row_of(p, user), now_ms);
}

void presence_each_local(const Presence *p, int64_t now_ms,
                         void (*visit)(void *context, UserId user, int flags), void *context) {
    for (int i = 0; i < p->capacity; i++) {
        const PresenceRow *row = &p->rows[i];
        if (is_local(row, now_ms))
            visit(context, row->user,
                  (row->is_listed ? PRESENCE_LISTED : 0) | (row->is_bot ? PRESENCE_BOT : 0) |
                      (polls(row, now_ms) ? PRESENCE_POLLS : 0));
    }
}

void presence_add_remote(Presence *p, UserId user, int flags) {
    PresenceRow *row = find_or_add(p, user, clock_now_ms());
    row->remote++;
    row->remote_polls += (flags & PRESENCE_POLLS) != 0;
    row->is_listed = (flags & PRESENCE_LISTED) != 0;
    row->is_bot = (flags & PRESENCE_BOT) != 0;
}

void presence_remove_remote(Presence *p, UserId user, int flags) {
    PresenceRow *row = row_of(p, user);
    row->remote -= row->remote > 0;
    row->remote_polls -= (flags & PRESENCE_POLLS) && row->remote_polls > 0;
}

void presence_each_account(const Presence *p, int64_t now_ms, int max, PresenceVisit *visit,
                           void *context) {
    for (int i = 0; i < p->capacity && max > 0; i++)
        if (is_online(&p->rows[i], now_ms) && p->rows[i].is_listed) {
            visit(context, p->rows[i].user, p->rows[i].is_bot);
            max--;
        }
}
