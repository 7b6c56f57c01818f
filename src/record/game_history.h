// Game history: finished games, one SGF file each in one folder, with a searchable list.
#pragma once

#include "base/error.h"
#include "record/record.h"

enum { GAME_HISTORY_MAX = 2000 }; // beyond that the oldest is deleted

// The history folder in the directory `state` (NULL: the XDG state directory). Caller frees.
// Returns NULL if there is no state directory.
char *game_history_folder(const char *state);

// Writes the record to *path. If that is NULL, creates a file and sets *path; caller frees.
bool game_history_write(char **path, const char *folder, const Record *r, Error *err);

// Deletes the file, because the game continues after all. Frees *path and sets it to NULL.
void game_history_remove(char **path);

typedef struct {
    char *path;
    char *black, *white, *date, *result, *rules; // printable; "" if not in the file
    int size, moves;
} GameHistoryEntry;

typedef struct {
    GameHistoryEntry *games; // newest first
    int count;
} GameHistory;

GameHistory game_history_list(const char *folder);
void game_history_release(GameHistory *list);

// One line for people: date, names, result, number of moves, rules and board size.
void game_history_entry_format(const GameHistoryEntry *game, Str *out);

// True if every word of `words` begins a word of the text, case-insensitive.
bool text_has_words(const char *text, const char *words);
