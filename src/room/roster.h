// The games that are in memory, found by their id.
#pragma once

#include "room/room.h"

enum { NETWORK_SIZE = 64 };

// A game of which something is known. The room itself is large and comes and goes: it can always
// be made again from the store.
typedef struct Entry Entry;
struct Entry {
    Entry *next; // in its bucket
    GameRow row; // as the room has it
    Room *room;  // NULL: not loaded
    uint64_t last_used;
    int64_t deadline; // when the flag of the side to act falls, in the server's time
    int moves_made;   // since the last commit
    bool changed;     // since then in any other way
    bool lists;       // it began or ended since then
    bool listed;      // among the changed ones

    // Of a game that waits.
    bool owner_is_here;
    int64_t owner_seen;         // when that was so for the last time; 0: not since the server began
    char network[NETWORK_SIZE]; // where it was asked for; "": not known any more
};

typedef struct {
    Entry **buckets;
    int bucket_count, count;
} Roster;

void roster_release(Roster *r);
Entry *roster_find(const Roster *r, const char *id);
Entry *roster_add(Roster *r, const GameRow *row);
void roster_remove(Roster *r, Entry *e); // frees it

// All of them, in no order; NULL after the last. Nothing may be added or removed meanwhile.
typedef struct {
    const Roster *roster;
    int bucket;
    Entry *at;
} RosterWalk;

RosterWalk roster_walk(const Roster *r);
Entry *roster_next(RosterWalk *w);
