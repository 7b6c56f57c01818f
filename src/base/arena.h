// Arena allocator: many small blocks of memory that are freed together. A zeroed Arena is valid and
// empty.
#pragma once

#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;

typedef struct {
    ArenaBlock *blocks;
    size_t left; // bytes free at the end of the newest block
} Arena;

void *arena_alloc(Arena *a, size_t size);                  // zeroed, aligned for anything
char *arena_copy(Arena *a, const char *bytes, size_t len); // adds a NUL
void arena_release(Arena *a);
