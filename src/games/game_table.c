#include "games/game_table.h"

#include "base/mem.h"

#include <string.h>

static size_t bucket_of(const GameTable *r, const char *id) {
    uint64_t hash = 1469598103934665603u; // FNV-1a; ids are random, nobody chooses them
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 1099511628211u;
    return (size_t)(hash % (uint64_t)r->bucket_count);
}

static void put(GameTable *r, GameEntry *e) {
    size_t b = bucket_of(r, e->row.id.text);
    e->next = r->buckets[b];
    r->buckets[b] = e;
}

static void grow(GameTable *r) {
    GameTable larger = {.bucket_count = r->bucket_count ? 2 * r->bucket_count : 64};
    larger.buckets = mem_alloc((size_t)larger.bucket_count * sizeof *larger.buckets);
    for (int i = 0; i < r->bucket_count; i++)
        for (GameEntry *e = r->buckets[i], *next; e; e = next) {
            next = e->next;
            put(&larger, e);
        }
    mem_free(r->buckets);
    r->buckets = larger.buckets;
    r->bucket_count = larger.bucket_count;
}

GameEntry *game_table_find(const GameTable *r, const char *id) {
    GameEntry *e = r->bucket_count ? r->buckets[bucket_of(r, id)] : NULL;
    while (e && strcmp(e->row.id.text, id) != 0)
        e = e->next;
    return e;
}

GameEntry *game_table_add(GameTable *r, const GameRow *row) {
    if (r->count >= r->bucket_count)
        grow(r);
    GameEntry *e = mem_alloc(sizeof *e);
    e->row = *row;
    e->deadline = INT64_MAX;
    put(r, e);
    r->count++;
    return e;
}

void game_table_remove(GameTable *r, GameEntry *e) {
    GameEntry **at = &r->buckets[bucket_of(r, e->row.id.text)];
    while (*at != e)
        at = &(*at)->next;
    *at = e->next;
    r->count--;
    mem_free(e->room);
    mem_free(e);
}

void game_table_release(GameTable *r) {
    for (int i = 0; i < r->bucket_count; i++)
        for (GameEntry *e = r->buckets[i], *next; e; e = next) {
            next = e->next;
            mem_free(e->room);
            mem_free(e);
        }
    mem_free(r->buckets);
    *r = (GameTable){0};
}

GameTableIterator game_table_iterate(const GameTable *r) {
    return (GameTableIterator){.roster = r, .bucket = -1};
}

GameEntry *game_table_next(GameTableIterator *w) {
    if (w->at)
        w->at = w->at->next;
    while (!w->at && ++w->bucket < w->roster->bucket_count)
        w->at = w->roster->buckets[w->bucket];
    return w->at;
}
