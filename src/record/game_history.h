// Games that are over, each in an SGF file of its own in one folder, and a list of them to search.
#pragma once

#include "base/error.h"
#include "record/record.h"

enum { GAME_HISTORY_MAX = 2000 }; // the oldest makes way for one more

// The folder below `state`, or where XDG has state if that is NULL. The caller frees it; NULL if
// there is no such place.
char *game_history_folder(const char *state);

// Writes the record to *path, which is made the first time; NULL: not yet. The caller frees it.
bool game_history_write(char **path, const char *folder, const Record *r, Error *err);

// The game goes on after all: the file goes.
void game_history_remove(char **path);

typedef struct {
    char *path;
    char *black, *white, *date, *result, *rules; // as the file says, safe to show; "" if not
    int size, moves;
} GameHistoryEntry;

typedef struct {
    GameHistoryEntry *games; // newest first
    int count;
} GameHistory;

GameHistory game_history_list(const char *folder);
void game_history_release(GameHistory *list);

// One line for a person: date, names, result, number of moves, rules and board.
void game_history_entry_format(const GameHistoryEntry *game, Str *out);

// Is every word of `words` somewhere in the text, whatever the letter case?
bool text_has_words(const char *text, const char *words);
