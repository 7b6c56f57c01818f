// Game list: unfinished games and the history of finished ones, filtered by search words.
#pragma once

#include "record/game_history.h"
#include "record/saved_game.h"
#include "tui/screen/event.h"
#include "tui/screen/screen.h"
#include "tui/session/terminal_session.h"

typedef struct {
    char *text; // one line for the player
    char *path;
    int resume_number; // for terminal_session_resume; 0: the game is finished
} ListedGame;

typedef struct {
    ListedGame *games; // those that match, unfinished ones first
    int count, selected;
    Str search; // words that must all match
} GameList;

// Reads the folders again.
void game_list_load(GameList *l, const TerminalSession *s);
void game_list_release(GameList *l);

void game_list_move_selection(GameList *l, int by);
void game_list_draw(const GameList *l, Screen *s);

// Index of the game shown on a row of the screen; -1 if there is none.
int game_list_index_at(const GameList *l, int screen_rows, int row);
