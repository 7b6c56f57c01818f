#include "engine/table.h"

#include "base/mem.h"

#include <string.h>

void table_init(Table *t, size_t bytes) {
    size_t count = 1;
    while (2 * count * sizeof(TableEntry) <= bytes)
        count *= 2;
    t->entries = mem_alloc(count * sizeof(TableEntry));
    t->mask = count - 1;
}

void table_release(Table *t) {
    mem_free(t->entries);
    *t = (Table){0};
}

void table_clear(Table *t) {
    memset(t->entries, 0, (t->mask + 1) * sizeof(TableEntry));
}

const TableEntry *table_find(const Table *t, uint64_t key) {
    const TableEntry *e = &t->entries[key & t->mask];
    return e->key == key && e->bound != BOUND_NONE ? e : NULL;
}

void table_store(Table *t, TableEntry entry) {
    t->entries[entry.key & t->mask] = entry;
}
