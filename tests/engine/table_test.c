#include "engine/table.h"
#include "test.h"

static TableEntry entry_of(int depth) {
    return (TableEntry){
        .move = 77, .value = -29990, .standing = -5, .depth = (int16_t)depth, .bound = BOUND_UPPER};
}

TEST(table_finds_what_was_stored_and_nothing_else) {
    Table t;
    table_init(&t, 1 << 16);
    TableEntry e;
    CHECK("nothing at first", !table_find(&t, 12345, &e));
    table_store(&t, 12345, entry_of(TABLE_DEPTH_MAX));
    CHECK("the same key", table_find(&t, 12345, &e));
    CHECK_INT("move", e.move, 77);
    CHECK_INT("value", e.value, -29990);
    CHECK_INT("standing", e.standing, -5);
    CHECK_INT("depth", e.depth, TABLE_DEPTH_MAX);
    CHECK_INT("bound", e.bound, BOUND_UPPER);
    CHECK("a key beside it", !table_find(&t, 12346, &e));
    table_store(&t, 12345, (TableEntry){.move = POINT_NONE, .depth = 3, .bound = BOUND_EXACT});
    table_find(&t, 12345, &e);
    CHECK_INT("what has no move keeps the one that was known", e.move, 77);
    CHECK_INT("and is new otherwise", e.depth, 3);
    table_clear(&t);
    CHECK("nothing afterwards", !table_find(&t, 12345, &e));
    table_release(&t);
}

// Two threads that write at once may leave halves of two entries.
TEST(table_does_not_find_half_an_entry) {
    Table t;
    TableEntry e;
    table_init(&t, 0);
    table_store(&t, 1, entry_of(9));
    uint64_t data = atomic_load(&t.slots[0].data);
    table_store(&t, 1, entry_of(10));
    atomic_store(&t.slots[0].data, data);
    CHECK("the check does not match", !table_find(&t, 1, &e));
    table_release(&t);
}

// In a table of one bucket everything is in everything's way.
TEST(table_writes_over_what_is_shallow_and_what_is_old) {
    Table t;
    TableEntry e;
    table_init(&t, 0);
    table_store(&t, 1, entry_of(90));
    for (uint64_t key = 2; key <= 50; key++)
        table_store(&t, key, entry_of(5));
    CHECK("the deep one is still there", table_find(&t, 1, &e));
    CHECK("and the last one", table_find(&t, 50, &e));
    for (int i = 0; i < 3; i++)
        table_grow_older(&t);
    for (uint64_t key = 51; key <= 54; key++)
        table_store(&t, key, entry_of(5));
    CHECK("but not for ever", !table_find(&t, 1, &e));
    table_release(&t);
}

TEST(table_keeps_what_is_far_deeper_than_a_bound) {
    static const struct {
        const char *what;
        int depth, value;
        ValueBound bound;
        int older, expected;
    } rows[] = {
        {"a bound four plies shallower", 36, 5, BOUND_LOWER, 0, 36},
        {"a bound that is still shallower", 35, 5, BOUND_LOWER, 0, 100},
        {"an exact value", 0, 5, BOUND_EXACT, 0, 0},
        {"a win", 0, 29990, BOUND_LOWER, 0, 0},
        {"a loss", 0, -29990, BOUND_UPPER, 0, 0},
        {"over what an earlier search found", 0, 5, BOUND_LOWER, 1, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Table t;
        TableEntry e = entry_of(100);
        table_init(&t, 0);
        table_store(&t, 1, e);
        for (int age = 0; age < rows[i].older; age++)
            table_grow_older(&t);
        e.depth = (int16_t)rows[i].depth;
        e.value = (int16_t)rows[i].value;
        e.bound = (uint8_t)rows[i].bound;
        table_store(&t, 1, e);
        CHECK("it is there", table_find(&t, 1, &e));
        CHECK_INT(rows[i].what, e.depth, rows[i].expected);
        table_release(&t);
    }
}
