// Games that are not over, each in a file of its own in one folder, until somebody goes on with
// them.
//
// A file is written anew after every move, beside itself and then renamed, so that a program that
// is killed loses nothing. Whoever plays the game holds a lock (flock) on its file: it is nobody
// else's to go on with. The lock ends with the program, however that ends.
#pragma once

#include "base/error.h"
#include "record/record.h"

#include <time.h>

enum { UNFINISHED_MAX = 20 }; // of those that wait; the oldest makes way for one more

// The file of the game being played. All zero: none yet.
typedef struct {
    char *path; // NULL: none yet
    int lock;   // a descriptor
} Unfinished;

// The folder below `state`, or where XDG has state if that is NULL. The caller frees it; NULL if
// there is no such place.
char *unfinished_folder(const char *state);

// Writes the record, and that the game stands at `end`, which may be in a variation. Makes the
// file, and the folders it needs, the first time.
bool unfinished_write(Unfinished *u, const char *folder, Record *r, Node *end, Error *err);

// Where the game of a record that was so written stands; the end of the main line if it does not
// say. The record does not say it any more after that.
Node *unfinished_end(Record *r);

// The game is over, or safe elsewhere: the file goes.
void unfinished_remove(Unfinished *u);

// The file stays, for whoever comes next.
void unfinished_leave(Unfinished *u);

typedef struct {
    char *path;
    struct timespec when; // it was last written
} WaitingGame;

typedef struct {
    WaitingGame *games; // those that nobody plays, newest first
    int count;
} WaitingGames;

WaitingGames waiting_games(const char *folder);
void waiting_games_release(WaitingGames *waiting);

// Makes the game ours. False if somebody else was faster.
bool unfinished_take(Unfinished *u, const char *path, Error *err);
