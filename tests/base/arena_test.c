#include "base/mem.h"
#include "test.h"

#include <stdalign.h>
#include <string.h>

TEST(arena_blocks_are_zeroed_aligned_and_separate) {
    Arena a = {0};
    char *last = NULL;
    for (size_t size = 0; size < 600; size++) {
        char *piece = arena_alloc(&a, size);
        CHECK("aligned", (uintptr_t)piece % alignof(max_align_t) == 0);
        CHECK("not the same again", piece != last);
        for (size_t i = 0; i < size; i++)
            CHECK_INT("zero", piece[i], 0);
        memset(piece, 0xff, size); // must not appear in a later block
        last = piece;
    }
    arena_release(&a);
}

TEST(arena_allocates_more_than_a_block) {
    Arena a = {0};
    char *large = arena_alloc(&a, 100000);
    memset(large, 1, 100000);
    char *small = arena_alloc(&a, 1);
    CHECK_INT("zero", *small, 0);
    arena_release(&a);
}

TEST(arena_copy_ends_with_a_nul) {
    Arena a = {0};
    CHECK_TEXT("a part", arena_copy(&a, "abcdef", 3), "abc");
    CHECK_TEXT("nothing", arena_copy(&a, NULL, 0), "");
    arena_release(&a);
    arena_release(&a); // empty again, which is valid
    CHECK_TEXT("used again", arena_copy(&a, "x", 1), "x");
    arena_release(&a);
}

TEST(arena_rarely_calls_malloc) {
    Arena a = {0};
    size_t before = mem_allocation_count();
    for (int i = 0; i < 1000; i++)
        arena_alloc(&a, 16);
    CHECK("a few blocks", mem_allocation_count() - before < 10);
    arena_release(&a);
}
