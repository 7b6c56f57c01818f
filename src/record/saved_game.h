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

enum { SAVED_GAMES_MAX = 20 }; // of those that wait; the oldest makes way for one more

// The file of the game being played. All zero: none yet.
typedef struct {
    char *path; // NULL: none yet
    int lock;   // a descriptor
} SavedGame;

// The folder below `state`, or where XDG has state if that is NULL. The caller frees it; NULL if
// there is no such place.
char *saved_games_folder(const char *state);

// Writes the record, and that the game stands at `end`, which may be in a variation. Makes the
// file, and the folders it needs, the first time.
bool saved_game_write(SavedGame *u, const char *folder, Record *r, Node *end, Error *err);

// Where the game of a record that was so written stands; the end of the main line if it does not
// say. The record does not say it any more after that.
Node *saved_game_current_node(Record *r);

// The game is over, or safe elsewhere: the file goes.
void saved_game_remove(SavedGame *u);

// The file stays, for whoever comes next.
void saved_game_close(SavedGame *u);

typedef struct {
    char *path;
    struct timespec when; // it was last written
} SavedGameEntry;

typedef struct {
    SavedGameEntry *games; // those that nobody plays, newest first
    int count;
} SavedGameList;

SavedGameList saved_games_list(const char *folder);
void saved_games_release(SavedGameList *waiting);

// Makes the game ours. False if somebody else was faster.
bool saved_game_resume(SavedGame *u, const char *path, Error *err);
