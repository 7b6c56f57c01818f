#include "base/mem.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_size_t allocations;

static void *checked(void *block) {
    if (!block) {
        fputs("pentad: out of memory\n", stderr);
        exit(1);
    }
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    return block;
}

void *mem_alloc(size_t size) {
    return checked(calloc(1, size ? size : 1));
}

void *mem_resize(void *block, size_t size) {
    return checked(realloc(block, size ? size : 1));
}

void mem_free(void *block) {
    free(block);
}

char *mem_copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(mem_alloc(size), text, size);
}

size_t mem_count(void) {
    return atomic_load_explicit(&allocations, memory_order_relaxed);
}
