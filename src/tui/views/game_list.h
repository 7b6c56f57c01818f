// The games that wait and those that were played, with words to look for.
#pragma once

#include "record/game_history.h"
#include "record/saved_game.h"
#include "tui/screen/event.h"
#include "tui/screen/screen.h"
#include "tui/session/terminal_session.h"

typedef struct {
    char *text; // one line for a person
    char *path;
    int waiting; // its number for terminal_session_resume; 0: the game is over
} ListedGame;

typedef struct {
    ListedGame *games; // those that match, first the ones that wait
    int count, selected;
    Str words; // looked for
} GameList;

// Reads the folders anew.
void game_list_load(GameList *l, const TerminalSession *s);
void game_list_release(GameList *l);

void game_list_move_selection(GameList *l, int by);
void game_list_draw(const GameList *l, Screen *s);

// The game that is on a row of a screen of so many, -1 if none is.
int game_list_index_at(const GameList *l, int screen_rows, int row);
