#include "base/mem.h"
#include "base/number.h"
#include "test.h"

#include <stdint.h>
#include <string.h>

TEST(mem_alloc_returns_zeroed_memory) {
    char *block = mem_alloc(100);
    for (int i = 0; i < 100; i++)
        CHECK_INT("byte", block[i], 0);
    mem_free(block);
}

TEST(mem_alloc_of_zero_bytes_is_not_null) {
    void *block = mem_alloc(0);
    CHECK("alloc", block != NULL);
    block = mem_resize(block, 0);
    CHECK("resize", block != NULL);
    mem_free(block);
    mem_free(NULL);
}

TEST(mem_resize_keeps_content) {
    char *block = mem_copy_text("five in a row");
    CHECK_TEXT("copy", block, "five in a row");
    block = mem_resize(block, 10000);
    CHECK_TEXT("larger", block, "five in a row");
    mem_free(block);
}

TEST(mem_allocation_count_counts_every_allocation) {
    size_t before = mem_allocation_count();
    void *a = mem_alloc(1);
    void *b = mem_resize(NULL, 1);
    void *c = mem_copy_text("x");
    CHECK_INT("three", (long long)(mem_allocation_count() - before), 3);
    mem_free(a);
    mem_free(b);
    mem_free(c);
    CHECK_INT("freeing does not count", (long long)(mem_allocation_count() - before), 3);
}

TEST(mem_alloc_huge_pages_is_zeroed_and_aligned) {
    static const size_t sizes[] = {1, 1000, 2 << 20, (4 << 20) + 5};
    for (int i = 0; i < COUNT(sizes); i++) {
        void *owner;
        char *block = mem_alloc_huge_pages(sizes[i], &owner);
        CHECK_INT("to a line of the cache", (long long)((uintptr_t)block % 64), 0);
        CHECK_INT("first", block[0], 0);
        CHECK_INT("last", block[sizes[i] - 1], 0);
        memset(block, 1, sizes[i]);
        mem_free(owner);
    }
}

TEST(mem_grow_keeps_items_and_doubles) {
    int *items = NULL, capacity = 0, moves = 0;
    for (int i = 0; i < 1000; i++) {
        int before = capacity;
        items = mem_grow(items, i, 1, &capacity, sizeof *items);
        moves += capacity != before;
        items[i] = i;
    }
    for (int i = 0; i < 1000; i++)
        CHECK_INT("kept", items[i], i);
    CHECK("rarely moved", moves < 10);
    items = mem_grow(items, 1000, 5000, &capacity, sizeof *items);
    CHECK("room for many", capacity >= 6000 && items[999] == 999);
    mem_free(items);
}

TEST(hash_map_keeps_what_was_put) {
    HashMap m = {0};
    CHECK("empty", hash_map_get(&m, 7) == NULL);
    for (int i = 0; i < 5000; i++)
        CHECK("new", hash_map_put(&m, rng_mix((uint64_t)i / 2), i) == (i % 2 == 0));
    CHECK_INT("count", (long long)m.count, 2500);
    for (int i = 0; i < 2500; i++) {
        const int *value = hash_map_get(&m, rng_mix((uint64_t)i));
        CHECK_INT("the last value", value ? *value : -1, 2 * i + 1);
    }
    CHECK("missing", hash_map_get(&m, rng_mix(2500)) == NULL);
    hash_map_release(&m);
    CHECK("released", hash_map_get(&m, rng_mix(0)) == NULL);
}

// Keys that differ in few bits, and 0, which marks free slots.
TEST(hash_map_takes_any_key) {
    HashMap m = {0};
    for (int i = 0; i < 300; i++)
        hash_map_put(&m, i == 1 ? 300 : (uint64_t)i, i);
    CHECK_INT("zero", *hash_map_get(&m, 0), 0);
    CHECK_INT("last", *hash_map_get(&m, 299), 299);
    hash_map_release(&m);
}
