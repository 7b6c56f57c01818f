#include "games/game_table.h"

#include "base/mem.h"

#include <string.h>

static size_t bucket_of(const GameTable *table, const char *id) {
    uint64_t hash =
        1469598103934665603u; // FNV-1a; ids are random, so clients cannot force collisions
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 1099511628211u;
    return (size_t)(hash % (uint64_t)table->bucket_count);
}

static void insert(GameTable *table, GameEntry *entry) {
    size_t b = bucket_of(table, entry->row.id.text);
    entry->next = table->buckets[b];
    table->buckets[b] = entry;
}

static void grow(GameTable *table) {
    GameTable larger = {.bucket_count = table->bucket_count ? 2 * table->bucket_count : 64};
    larger.buckets = mem_alloc((size_t)larger.bucket_count * sizeof *larger.buckets);
    for (int i = 0; i < table->bucket_count; i++)
        for (GameEntry *entry = table->buckets[i], *next; entry; entry = next) {
            next = entry->next;
            insert(&larger, entry);
        }
    mem_free(table->buckets);
    table->buckets = larger.buckets;
    table->bucket_count = larger.bucket_count;
}

GameEntry *game_table_find(const GameTable *table, const char *id) {
    GameEntry *entry = table->bucket_count ? table->buckets[bucket_of(table, id)] : NULL;
    while (entry && strcmp(entry->row.id.text, id) != 0)
        entry = entry->next;
    return entry;
}

GameEntry *game_table_add(GameTable *table, const GameRow *row) {
    if (table->count >= table->bucket_count)
        grow(table);
    GameEntry *entry = mem_alloc(sizeof *entry);
    entry->row = *row;
    entry->deadline = entry->away_since[0] = entry->away_since[1] = INT64_MAX;
    insert(table, entry);
    table->count++;
    return entry;
}

void game_table_remove(GameTable *table, GameEntry *entry) {
    GameEntry **at = &table->buckets[bucket_of(table, entry->row.id.text)];
    while (*at != entry)
        at = &(*at)->next;
    *at = entry->next;
    table->count--;
    mem_free(entry->session);
    mem_free(entry);
}

void game_table_release(GameTable *table) {
    for (int i = 0; i < table->bucket_count; i++)
        for (GameEntry *entry = table->buckets[i], *next; entry; entry = next) {
            next = entry->next;
            mem_free(entry->session);
            mem_free(entry);
        }
    mem_free(table->buckets);
    *table = (GameTable){0};
}

GameTableIterator game_table_iterate(const GameTable *table) {
    return (GameTableIterator){.table = table, .bucket = -1};
}

GameEntry *game_table_next(GameTableIterator *iterator) {
    if (iterator->at)
        iterator->at = iterator->at->next;
    while (!iterator->at && ++iterator->bucket < iterator->table->bucket_count)
        iterator->at = iterator->table->buckets[iterator->bucket];
    return iterator->at;
}
