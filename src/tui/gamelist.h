// The games that wait and those that were played, with words to look for.
#pragma once

#include "record/archive.h"
#include "record/unfinished.h"
#include "tui/event.h"
#include "tui/screen.h"
#include "tui/sitting.h"

typedef struct {
    char *text; // one line for a person
    char *path;
    int waiting; // its number for sitting_resume; 0: the game is over
} ListedGame;

typedef struct {
    ListedGame *games; // those that match, first the ones that wait
    int count, picked;
    Str words; // looked for
} GameList;

// Reads the folders anew.
void game_list_fill(GameList *l, const Sitting *s);
void game_list_release(GameList *l);

void game_list_move(GameList *l, int by);
void game_list_draw(const GameList *l, Screen *s);

// The game that is on a row of a screen of so many, -1 if none is.
int game_list_row(const GameList *l, int screen_rows, int row);
