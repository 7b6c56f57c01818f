// Saved games: unfinished games, one file each in one folder, until they are resumed.
//
// The file is rewritten after every move, atomically by renaming, so a program that is killed loses
// nothing. The program that plays the game holds a lock (flock) on the file, so no other can resume
// it. The lock ends with the program, however it ends.
#pragma once

#include "base/error.h"
#include "record/format.h"

#include <time.h>

enum { SAVED_GAMES_MAX = 20 }; // beyond that the oldest is deleted

// The file of the game being played. All zero: none yet.
typedef struct {
    char *path; // NULL: none yet
    int lock;   // file descriptor that holds the lock
} SavedGame;

// The folder of saved games in the directory `state` (NULL: the XDG state directory). Caller frees.
// Returns NULL if there is no state directory.
char *saved_games_folder(const char *state);

// Writes the record, with a mark on `end`, the node of the current position, which may be in a
// variation. Creates the file and its parent folders the first time.
bool saved_game_write(SavedGame *s, const char *folder, Record *r, Node *end, Error *err);

// The node marked by saved_game_write; the end of the main line if there is none. Removes the mark.
Node *saved_game_current_node(Record *r);

// Deletes the file: the game is over or saved elsewhere.
void saved_game_remove(SavedGame *s);

// Releases the lock and keeps the file.
void saved_game_close(SavedGame *s);

typedef struct {
    char *path;
    struct timespec when; // last modified
} SavedGameEntry;

typedef struct {
    SavedGameEntry *games; // those not being played, newest first
    int count;
} SavedGameList;

SavedGameList saved_games_list(const char *folder);
void saved_games_release(SavedGameList *list);

// Locks the file to continue its game. Fails if another program is playing it.
bool saved_game_resume(SavedGame *s, const char *path, Error *err);

// The state directory (XDG_STATE_HOME) and files in it: unique file names, and saving with one
// backup.

// The path of the file `name`, such as "classroom.txt", in `folder` (NULL: the XDG state
// directory). Caller frees. Returns NULL, with *err set, if there is no state directory.
char *state_dir_path(const char *folder, const char *name, Error *err);

// Creates an empty file with a unique name, such as "game-20261231-235959-4711.sgf" for the prefix
// "game-", and its parent folders. Returns its file descriptor, -1 on error; caller frees *path.
int state_dir_create_file(const char *folder, const char *prefix, char **path, Error *err);

// The paths of such files, in any order. The caller frees them, and the array.
char **state_dir_list(const char *folder, const char *prefix, int *count);

// Writes the file. An existing one is kept as a backup, with "-older" added to its name.
bool state_dir_save_with_backup(const char *path, const Record *r, const Format *format,
                                Error *err);
