#include "base/arena.h"

#include "base/mem.h"

#include <stdalign.h>
#include <string.h>

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
