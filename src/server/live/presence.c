#include "server/live/presence.h"

#include "base/mem.h"
#include "server/http/rate_limit.h"

// Longer than any request waits for its answer.
enum { HERE_MS = 2 * LIMIT_LONG_POLL_S * 1000, CAPACITY_MIN = 64 };

typedef struct {
    UserId user; // 0: free
    int64_t seen_ms;
} Attender;

// A table with open addresses, at most half full. Who has gone leaves it when it must grow.
struct Presence {
    Attender *rows;
    int count, capacity; // the latter a power of two
};

Presence *presence_new(void) {
    Presence *a = mem_alloc(sizeof *a);
    a->capacity = CAPACITY_MIN;
    a->rows = mem_alloc((size_t)a->capacity * sizeof *a->rows);
    return a;
}

void presence_free(Presence *a) {
    if (!a)
        return;
    mem_free(a->rows);
    mem_free(a);
}

static bool is_here(const Attender *row, int64_t now_ms) {
    return row->user && now_ms - row->seen_ms < HERE_MS;
}

// The user's row, or the free one where it would be.
static Attender *row_of(const Presence *a, UserId user) {
    uint64_t at = (uint64_t)user * 0x9e3779b97f4a7c15u >> 20;
    for (;; at++) {
        Attender *row = &a->rows[at & (uint64_t)(a->capacity - 1)];
        if (!row->user || row->user == user)
            return row;
    }
}

static int count_here(const Presence *a, int64_t now_ms) {
    int count = 0;
    for (int i = 0; i < a->capacity; i++)
        count += is_here(&a->rows[i], now_ms);
    return count;
}

static void rebuild(Presence *a, int64_t now_ms) {
    Presence next = {.capacity = CAPACITY_MIN, .count = count_here(a, now_ms)};
    while (next.capacity < 4 * next.count)
        next.capacity *= 2;
    next.rows = mem_alloc((size_t)next.capacity * sizeof *next.rows);
    for (int i = 0; i < a->capacity; i++)
        if (is_here(&a->rows[i], now_ms))
            *row_of(&next, a->rows[i].user) = a->rows[i];
    mem_free(a->rows);
    *a = next;
}

void presence_note(Presence *a, UserId user, int64_t now_ms) {
    if (2 * (a->count + 1) > a->capacity)
        rebuild(a, now_ms);
    Attender *row = row_of(a, user);
    a->count += row->user == 0;
    *row = (Attender){user, now_ms};
}

bool presence_is_online(const Presence *a, UserId user, int64_t now_ms) {
    return is_here(row_of(a, user), now_ms);
}
