// Allocation that never fails: out of memory ends the program, here and nowhere else. Only a table
// may be refused, because a smaller one will do.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *mem_alloc(size_t size); // zeroed
void *mem_resize(void *block, size_t size);
void mem_free(void *block);

// A growing array: makes room for `more` items after `count` and returns the array, which may have
// moved. The capacity at least doubles, so adding items one by one is cheap.
void *mem_grow(void *items, int count, int more, int *capacity, size_t item_size);

char *mem_copy_text(const char *text);

// Zeroed memory for a large table. NULL if there is not enough, or if hardly any would be left.
void *mem_alloc_table(size_t size);

// The same on huge pages where the system has them, to avoid TLB misses at random accesses. Touches
// the pages now, so that page faults do not slow down the first search. Pass `*owner` to mem_free.
void *mem_alloc_huge_pages(size_t size, void **owner);

// A reserve, for programs that must not end as soon as memory is short: when an allocation fails,
// the reserve is given back to the system, and the allocation tried again. What was begun can then
// be finished.
void mem_keep_reserve(size_t size);

// False while the reserve is used up and cannot be had back: new work should be refused. True if
// none was asked for.
bool mem_has_reserve(void);

// Number of allocations so far. Tests use it to check that a function allocates nothing.
size_t mem_allocation_count(void);

// Arena allocator: many small blocks of memory that are freed together. A zeroed Arena is valid and
// empty.
typedef struct ArenaBlock ArenaBlock;

typedef struct {
    ArenaBlock *blocks;
    size_t left; // bytes free at the end of the newest block
} Arena;

void *arena_alloc(Arena *a, size_t size);                  // zeroed, aligned for anything
char *arena_copy(Arena *a, const char *bytes, size_t len); // adds a NUL
void arena_release(Arena *a);

// Hash map from 64-bit keys, which are hashes already, to numbers (open addressing). A zeroed
// HashMap is valid and empty.
typedef struct {
    uint64_t key; // 0: free
    int value;
} HashMapSlot;

typedef struct {
    HashMapSlot *slots;
    size_t room, count;
} HashMap;

// NULL if the key is missing. The result is valid until the next hash_map_put.
const int *hash_map_get(const HashMap *m, uint64_t key);
bool hash_map_put(HashMap *m, uint64_t key, int value); // replaces; true if the key is new
void hash_map_release(HashMap *m);                      // leaves it empty
