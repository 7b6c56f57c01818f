#include "base/mem.h"

#include "base/clock.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
    #include <linux/mman.h>
// Not in POSIX, so the headers do not declare it.
int madvise(void *start, size_t size, int advice);
#endif

static atomic_size_t allocations;

static _Atomic(void *) reserve;
static atomic_size_t reserve_size;

// False if it was used up before.
static bool use_reserve(void) {
    void *block = atomic_exchange(&reserve, NULL);
    free(block);
    return block != NULL;
}

void mem_keep_reserve(size_t size) {
    use_reserve();
    atomic_store(&reserve_size, size);
    mem_has_reserve();
}

bool mem_has_reserve(void) {
    size_t size = atomic_load(&reserve_size);
    if (size > 0 && !atomic_load(&reserve))
        atomic_store(&reserve, malloc(size));
    return size == 0 || atomic_load(&reserve);
}

static void *checked(void *block) {
    if (!block) {
        fputs("pentad: out of memory\n", stderr);
        exit(1);
    }
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    return block;
}

void *mem_alloc(size_t size) {
    size += size == 0;
    void *block = calloc(1, size);
    return checked(block || !use_reserve() ? block : calloc(1, size));
}

void *mem_resize(void *block, size_t size) {
    size += size == 0;
    void *resized = realloc(block, size);
    return checked(resized || !use_reserve() ? resized : realloc(block, size));
}

void *mem_grow(void *items, int count, int more, int *capacity, size_t item_size) {
    enum { FIRST = 16 };
    if (count + more <= *capacity)
        return items;
    int doubled = 2 * *capacity, needed = count + more + FIRST;
    *capacity = doubled > needed ? doubled : needed;
    return mem_resize(items, (size_t)*capacity * item_size);
}

enum { HUGE_PAGE = 2 << 20, CACHE_LINE = 64 };

// Touches one byte per huge page, for at most TOUCH_NS because a user may be waiting: a first move
// within 50 ms must be possible. The rest then uses normal pages on demand. If the system refuses
// huge pages, nothing changes.
static void request_huge_pages(char *block, size_t size) {
#if defined(__linux__)
    enum { TOUCH_NS = 20000000 };
    if (madvise(block, size, MADV_HUGEPAGE) != 0)
        return;
    int64_t end = clock_thread_cpu_ns() + TOUCH_NS;
    size_t at = 0;
    for (; at < size && clock_thread_cpu_ns() < end; at += HUGE_PAGE)
        *(volatile char *)&block[at] = 0;
    if (at < size)
        madvise(block + at, size - at, MADV_NOHUGEPAGE);
#else
    (void)block, (void)size;
#endif
}

// True if there is memory for everything beside the tables. In WebAssembly memory only grows, so
// trying would cost it. Volatile, because a compiler may leave out an allocation that is not used.
static bool has_spare(void) {
#if defined(__wasm__)
    return true;
#else
    enum { SPARE = 32 << 20 };
    void *volatile spare = malloc(SPARE);
    bool is_there = spare != NULL;
    free(spare);
    return is_there;
#endif
}

void *mem_alloc_table(size_t size) {
    void *block = calloc(1, size);
    if (block && has_spare())
        return checked(block);
    free(block);
    return NULL;
}

void *mem_alloc_huge_pages(size_t size, void **owner) {
    size_t alignment = size < HUGE_PAGE ? CACHE_LINE : HUGE_PAGE;
    *owner = mem_alloc_table(size + alignment);
    if (!*owner)
        return NULL;
    char *block = (char *)*owner + (alignment - (uintptr_t)*owner % alignment);
    if (alignment == HUGE_PAGE)
        request_huge_pages(block, size);
    return block;
}

void mem_free(void *block) {
    free(block);
}

char *mem_copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(mem_alloc(size), text, size);
}

size_t mem_allocation_count(void) {
    return atomic_load_explicit(&allocations, memory_order_relaxed);
}

enum { BLOCK_SIZE = 4096 };

struct ArenaBlock {
    ArenaBlock *older;
    size_t size;
    alignas(max_align_t) char bytes[];
};

static size_t rounded(size_t size) {
    return (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
}

void *arena_alloc(Arena *a, size_t size) {
    size = rounded(size ? size : 1);
    if (a->left < size) {
        size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        ArenaBlock *block = mem_alloc(sizeof *block + room);
        block->older = a->blocks;
        block->size = room;
        a->blocks = block;
        a->left = room;
    }
    char *piece = a->blocks->bytes + a->blocks->size - a->left;
    a->left -= size;
    return piece;
}

char *arena_copy(Arena *a, const char *bytes, size_t len) {
    char *copy = arena_alloc(a, len + 1);
    if (len > 0)
        memcpy(copy, bytes, len);
    return copy;
}

void arena_release(Arena *a) {
    while (a->blocks) {
        ArenaBlock *older = a->blocks->older;
        mem_free(a->blocks);
        a->blocks = older;
    }
    a->left = 0;
}

// ---- Hash map

static HashMapSlot *slot_of(const HashMap *m, uint64_t key) {
    size_t at = (size_t)(key >> 20) & (m->room - 1);
    while (m->slots[at].key && m->slots[at].key != key)
        at = (at + 1) & (m->room - 1);
    return &m->slots[at];
}

static void make_room(HashMap *m) {
    if (2 * m->count < m->room)
        return;
    HashMap old = *m;
    m->room = old.room ? 2 * old.room : 64;
    m->slots = mem_alloc(m->room * sizeof *m->slots);
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i].key)
            *slot_of(m, old.slots[i].key) = old.slots[i];
    mem_free(old.slots);
}

// Key 0 marks free slots.
static uint64_t nonzero(uint64_t key) {
    return key ? key : 1;
}

const int *hash_map_get(const HashMap *m, uint64_t key) {
    if (m->room == 0)
        return NULL;
    const HashMapSlot *slot = slot_of(m, nonzero(key));
    return slot->key ? &slot->value : NULL;
}

bool hash_map_put(HashMap *m, uint64_t key, int value) {
    make_room(m);
    HashMapSlot *slot = slot_of(m, nonzero(key));
    bool is_new = slot->key == 0;
    *slot = (HashMapSlot){nonzero(key), value};
    m->count += is_new;
    return is_new;
}

void hash_map_release(HashMap *m) {
    mem_free(m->slots);
    *m = (HashMap){0};
}
