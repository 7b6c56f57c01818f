// A disk that remembers everything that was done to it, as SQLite's default file system; and what
// is left of it when the power fails at any moment.
//
// What was written to a file before its last sync is there. What was written later is there, or is
// not, or is there in part: some of its sectors of 512 bytes. A deletion counts once anything was
// synced after it.
#pragma once

#include "base/rng.h"

#include <stdbool.h>

typedef struct Disk Disk;

// Empty. While it is plugged in, SQLite opens files on it and on nothing else.
Disk *disk_new(void);
void disk_free(Disk *d); // unplugged
void disk_plug(Disk *d);
void disk_unplug(Disk *d);

// How much was done to it so far.
int disk_deeds(const Disk *d);

// Walks through what was done.
typedef struct Replay Replay;

Replay *replay_new(const Disk *d); // which does not change meanwhile
void replay_free(Replay *r);
void replay_to(Replay *r, int deeds); // forward only

typedef enum { CUT_LOSES_ALL, CUT_LOSES_NOTHING, CUT_LOSES_SOME, CUT_KINDS } CutKind;

// A new disk with what a power cut at this moment leaves: all that was not synced is lost, or none
// of it, or some by chance.
Disk *replay_cut(const Replay *r, CutKind kind, Rng *rng);
