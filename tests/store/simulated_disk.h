// A simulated disk for power-cut tests: an SQLite VFS in memory that logs every operation, and the
// disk that is left if the power fails after any of them.
//
// Writes before the last sync of a file are durable. Later writes are kept, lost, or torn: only
// some of their 512-byte sectors are written. A deletion is durable once anything is synced after
// it.
#pragma once

#include "base/number.h"

#include <stdbool.h>

typedef struct Disk Disk;

// Starts empty. While it is mounted, SQLite opens all files on it.
Disk *disk_new(void);
void disk_free(Disk *d); // must be unmounted
void disk_mount(Disk *d);
void disk_unmount(Disk *d);

// The same disk with an empty operation log. Frees `d`, which must be unmounted.
Disk *disk_without_log(Disk *d);

// A disk with a database of an earlier version at `path`, from tests/store/versions; NULL if there
// is no such version. Its log is empty.
Disk *disk_of_version(const char *path, int version);

// How many operations were logged so far.
int disk_op_count(const Disk *d);

// Steps through the logged operations.
typedef struct Replay Replay;

Replay *replay_new(const Disk *d); // borrowed; must not change meanwhile
void replay_free(Replay *r);
void replay_to(Replay *r, int ops); // forward only

typedef enum { CUT_LOSES_ALL, CUT_LOSES_NOTHING, CUT_LOSES_SOME, CUT_KINDS } CutKind;

// A new disk with what a power cut at this moment leaves: of the operations that are not durable,
// none, all, or a random part.
Disk *replay_cut(const Replay *r, CutKind kind, Rng *rng);
