#include "engine/search/transposition_table.h"
#include "test.h"

static TtEntry entry_of(int depth) {
    return (TtEntry){.move = 77,
                     .value = -29990,
                     .static_eval = -5,
                     .depth = (int16_t)depth,
                     .bound = BOUND_UPPER};
}

TEST(transposition_table_finds_what_was_stored_and_nothing_else) {
    TranspositionTable t;
    tt_init(&t, 1 << 16);
    TtEntry e;
    CHECK("nothing at first", !tt_probe(&t, 12345, &e));
    tt_store(&t, 12345, entry_of(TT_DEPTH_MAX));
    CHECK("the same key", tt_probe(&t, 12345, &e));
    CHECK_INT("move", e.move, 77);
    CHECK_INT("value", e.value, -29990);
    CHECK_INT("standing", e.static_eval, -5);
    CHECK_INT("depth", e.depth, TT_DEPTH_MAX);
    CHECK_INT("bound", e.bound, BOUND_UPPER);
    CHECK("a neighbouring key", !tt_probe(&t, 12346, &e));
    tt_store(&t, 12345, (TtEntry){.move = POINT_NONE, .depth = 3, .bound = BOUND_EXACT});
    tt_probe(&t, 12345, &e);
    CHECK_INT("an entry without a move keeps the old move", e.move, 77);
    CHECK_INT("the rest is replaced", e.depth, 3);
    tt_clear(&t);
    CHECK("nothing afterwards", !tt_probe(&t, 12345, &e));
    tt_release(&t);
}

// Two threads that write at the same time may leave halves of two entries.
TEST(transposition_table_rejects_torn_entries) {
    TranspositionTable t;
    TtEntry e;
    tt_init(&t, 0);
    tt_store(&t, 1, entry_of(9));
    uint64_t data = atomic_load(&t.slots[0].data);
    tt_store(&t, 1, entry_of(10));
    atomic_store(&t.slots[0].data, data);
    CHECK("the check does not match", !tt_probe(&t, 1, &e));
    tt_release(&t);
}

TEST(transposition_table_uses_what_a_search_can_fill) {
    static const struct {
        const char *what;
        int clears;
        size_t wanted, used;
    } rows[] = {
        {"a part", 0, 1 << 14, 1 << 14},
        {"it grows", 0, 1 << 16, 1 << 16},
        {"but does not shrink", 0, 1 << 12, 1 << 16},
        {"all of it", 0, SIZE_MAX, 1 << 18},
        {"a part again when it is empty", 1, 1 << 12, 1 << 12},
    };
    TranspositionTable t;
    TtEntry e;
    tt_init(&t, 1 << 18);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].clears)
            tt_clear(&t);
        tt_new_search(&t, rows[i].wanted);
        CHECK(rows[i].what, tt_bytes(&t) <= rows[i].used && tt_bytes(&t) + 128 >= rows[i].used);
        tt_store(&t, UINT64_MAX, entry_of(9));
        CHECK("an entry of the last bucket is found", tt_probe(&t, UINT64_MAX, &e));
    }
    tt_release(&t);
}

// In a table of one bucket all keys collide.
TEST(transposition_table_replaces_shallow_and_old_entries) {
    TranspositionTable t;
    TtEntry e;
    tt_init(&t, 0);
    tt_store(&t, 1, entry_of(90));
    for (uint64_t key = 2; key <= 50; key++)
        tt_store(&t, key, entry_of(5));
    CHECK("the deep one is still there", tt_probe(&t, 1, &e));
    CHECK("and the last one", tt_probe(&t, 50, &e));
    for (int i = 0; i < 3; i++)
        tt_new_search(&t, 0);
    for (uint64_t key = 51; key <= 54; key++)
        tt_store(&t, key, entry_of(5));
    CHECK("but not forever", !tt_probe(&t, 1, &e));
    tt_release(&t);
}

TEST(transposition_table_keeps_a_much_deeper_entry) {
    static const struct {
        const char *what;
        int depth, value;
        ValueBound bound;
        int older, expected;
    } rows[] = {
        {"a bound four plies shallower", 36, 5, BOUND_LOWER, 0, 36},
        {"a shallower bound", 35, 5, BOUND_LOWER, 0, 100},
        {"an exact value", 0, 5, BOUND_EXACT, 0, 0},
        {"a win", 0, 29990, BOUND_LOWER, 0, 0},
        {"a loss", 0, -29990, BOUND_UPPER, 0, 0},
        {"over an entry of an earlier search", 0, 5, BOUND_LOWER, 1, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        TranspositionTable t;
        TtEntry e = entry_of(100);
        tt_init(&t, 0);
        tt_store(&t, 1, e);
        for (int age = 0; age < rows[i].older; age++)
            tt_new_search(&t, 0);
        e.depth = (int16_t)rows[i].depth;
        e.value = (int16_t)rows[i].value;
        e.bound = (uint8_t)rows[i].bound;
        tt_store(&t, 1, e);
        CHECK("it is there", tt_probe(&t, 1, &e));
        CHECK_INT(rows[i].what, e.depth, rows[i].expected);
        tt_release(&t);
    }
}
