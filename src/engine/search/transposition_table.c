#include "engine/search/transposition_table.h"

#include "base/mem.h"
#include "engine/engine.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

enum {
    BUCKET_SLOTS = 4,
    BUCKET_BYTES = BUCKET_SLOTS * sizeof(TtSlot),
    AGE_COUNT = 1 << 6,
};

// Bit positions of an entry's fields in its word.
enum {
    MOVE_SHIFT = 0,
    DEPTH_SHIFT = 10,
    BOUND_SHIFT = 22,
    AGE_SHIFT = 26,
    VALUE_SHIFT = 32,
    STATIC_EVAL_SHIFT = 48,
};

static_assert(POINT_COUNT <= 1 << (DEPTH_SHIFT - MOVE_SHIFT), "a point fits its bits");
static_assert(TT_DEPTH_MAX < 1 << (BOUND_SHIFT - DEPTH_SHIFT), "a depth fits its bits");

static uint64_t pack(TtEntry e, unsigned age) {
    return (uint64_t)e.move << MOVE_SHIFT | (uint64_t)e.depth << DEPTH_SHIFT |
           (uint64_t)e.bound << BOUND_SHIFT | (uint64_t)age << AGE_SHIFT |
           (uint64_t)(uint16_t)e.value << VALUE_SHIFT |
           (uint64_t)(uint16_t)e.static_eval << STATIC_EVAL_SHIFT;
}

static int depth_in(uint64_t data) {
    return (int)(data >> DEPTH_SHIFT & TT_DEPTH_MAX);
}

static unsigned age_in(uint64_t data) {
    return data >> AGE_SHIFT & (AGE_COUNT - 1);
}

static TtEntry unpack(uint64_t data) {
    return (TtEntry){
        .move = (Point)(data >> MOVE_SHIFT & 1023),
        .depth = (int16_t)depth_in(data),
        .bound = data >> BOUND_SHIFT & 3,
        .value = (int16_t)(uint16_t)(data >> VALUE_SHIFT),
        .static_eval = (int16_t)(uint16_t)(data >> STATIC_EVAL_SHIFT),
    };
}

static size_t bucket_count(size_t bytes) {
    return bytes > 2 * BUCKET_BYTES ? bytes / BUCKET_BYTES - 1 : 1;
}

void tt_init(TranspositionTable *t, size_t bytes) {
    t->capacity = bucket_count(bytes);
    while (!(t->slots = mem_alloc_huge_pages(t->capacity * BUCKET_BYTES, &t->block)) &&
           t->capacity > 1)
        t->capacity /= 2;
    if (!t->slots)
        t->slots = t->block = mem_alloc(BUCKET_BYTES);
    t->buckets = t->capacity;
    t->age = 0;
    t->is_empty = true;
}

void tt_release(TranspositionTable *t) {
    mem_free(t->block);
    *t = (TranspositionTable){0};
}

void tt_clear(TranspositionTable *t) {
    memset(t->slots, 0, t->buckets * BUCKET_BYTES);
    t->is_empty = true;
}

size_t tt_bytes(const TranspositionTable *t) {
    return t->buckets * BUCKET_BYTES;
}

void tt_new_search(TranspositionTable *t, size_t bytes) {
    size_t wanted = bucket_count(bytes);
    if (t->is_empty || wanted > t->buckets)
        t->buckets = wanted < t->capacity ? wanted : t->capacity;
    t->is_empty = false;
    t->age = (t->age + 1) % AGE_COUNT;
}

// Maps a key to any number of buckets: the high half of a 128-bit product, no modulo.
__extension__ typedef unsigned __int128 Wide;

static TtSlot *bucket_of(const TranspositionTable *t, uint64_t key) {
    return &t->slots[(size_t)((Wide)key * t->buckets >> 64) * BUCKET_SLOTS];
}

static uint64_t load(_Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void store(_Atomic uint64_t *word, uint64_t value) {
    atomic_store_explicit(word, value, memory_order_relaxed);
}

bool tt_probe(const TranspositionTable *t, uint64_t key, TtEntry *out) {
    TtSlot *slots = bucket_of(t, key);
    for (int i = 0; i < BUCKET_SLOTS; i++) {
        uint64_t data = load(&slots[i].data);
        if ((load(&slots[i].check) ^ data) == key && data) {
            *out = unpack(data);
            return true;
        }
    }
    return false;
}

// Replacement scheme: the entry with the lowest value goes first, that is, shallow and old ones.
static int replacement_value(const TranspositionTable *t, uint64_t data) {
    enum { DEPTH_OF_AN_AGE = 64 };
    unsigned searches_ago = (t->age - age_in(data)) & (AGE_COUNT - 1);
    return depth_in(data) - (int)searches_ago * DEPTH_OF_AN_AGE;
}

// True if the old entry of the same position is worth more than `entry`, a far shallower bound. An
// exact value or a proven outcome replaces a bound of any depth.
static bool keeps_old_entry(const TranspositionTable *t, uint64_t data, const TtEntry *entry) {
    enum { FAR_SHALLOWER = 64 };
    return entry->bound != BOUND_EXACT && entry->depth + FAR_SHALLOWER < depth_in(data) &&
           age_in(data) == t->age && !engine_is_certain(entry->value);
}

void tt_store(TranspositionTable *t, uint64_t key, TtEntry entry) {
    TtSlot *slots = bucket_of(t, key), *target = NULL;
    int least = INT_MAX;
    for (int i = 0; i < BUCKET_SLOTS; i++) {
        uint64_t data = load(&slots[i].data);
        bool is_same = (load(&slots[i].check) ^ data) == key;
        int w = is_same || !data ? INT_MIN : replacement_value(t, data);
        if (w < least) {
            least = w;
            target = &slots[i];
        }
        if (is_same && data) {
            if (keeps_old_entry(t, data, &entry))
                return;
            if (entry.move == POINT_NONE)
                entry.move = unpack(data).move;
            target = &slots[i];
            break;
        }
    }
    uint64_t data = pack(entry, t->age);
    store(&target->data, data);
    store(&target->check, key ^ data);
}

void tt_prefetch(const TranspositionTable *t, uint64_t key) {
    __builtin_prefetch(bucket_of(t, key));
}
