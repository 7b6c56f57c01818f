// The games that are in memory, found by their id.
#pragma once

#include "games/session.h"

enum { NETWORK_SIZE = 64 };

// A game of which something is known. The room itself is large and comes and goes: it can always
// be made again from the store.
typedef struct GameEntry GameEntry;
struct GameEntry {
    GameEntry *next;   // in its bucket
    GameRow row;       // as the room has it
    GameSession *room; // NULL: not loaded
    uint64_t last_used;
    int64_t deadline;   // when the flag of the side to act falls, in the server's time
    int moves_made;     // since the last commit
    bool changed;       // since then in any other way
    bool lists_changed; // it began or ended since then
    bool listed;        // among the changed ones

    // Of a game that waits.
    bool owner_is_here;
    int64_t owner_seen;         // when that was so for the last time; 0: not since the server began
    char network[NETWORK_SIZE]; // where it was asked for; "": not known any more
};

typedef struct {
    GameEntry **buckets;
    int bucket_count, count;
} GameTable;

void game_table_release(GameTable *r);
GameEntry *game_table_find(const GameTable *r, const char *id);
GameEntry *game_table_add(GameTable *r, const GameRow *row);
void game_table_remove(GameTable *r, GameEntry *e); // frees it

// All of them, in no order; NULL after the last. Nothing may be added or removed meanwhile.
typedef struct {
    const GameTable *roster;
    int bucket;
    GameEntry *at;
} GameTableIterator;

GameTableIterator game_table_iterate(const GameTable *r);
GameEntry *game_table_next(GameTableIterator *w);
