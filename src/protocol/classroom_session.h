// Session of the classroom course: the two names, the players behind them, the game and its files.
// Prints nothing; classroom_dialogue.c does.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/game.h"
#include "player/player.h"

// Arrays are indexed by Stone: player 1 has the black stones.
typedef struct {
    Str names[WALL];
    Player players[WALL]; // all zero: a human
    Player adviser;
    Game game;
    bool unsaved; // changed since the last save
} ClassroomSession;

void classroom_session_init(ClassroomSession *s);
void classroom_session_release(ClassroomSession *s);

// Opens the computer players for the names C and C2. `strong` (see player_open) plays as C2 and
// gives the hints.
bool classroom_session_open_players(ClassroomSession *s, const char *strong, Error *err);

bool classroom_session_is_human(const ClassroomSession *s, Stone color);

// Work for loaded positions too, which may be over already. A win takes precedence over a draw;
// winner EMPTY: a draw.
bool classroom_session_is_over(const ClassroomSession *s);
Stone classroom_session_winner(const ClassroomSession *s);

// Plays for the side to move. False if the point is occupied.
bool classroom_session_play(ClassroomSession *s, Point p);

// Goes back to before the last move of a human. False if there is none.
bool classroom_session_undo(ClassroomSession *s);

// Replace the names and the position by those of a file; write them to a file.
bool classroom_session_load(ClassroomSession *s, const char *path, Error *err);
bool classroom_session_save(ClassroomSession *s, const char *path, Error *err);

// Saves an unfinished game to the state directory and appends the file name to `path`. `folder`
// NULL: the XDG state directory.
bool classroom_session_autosave(const ClassroomSession *s, const char *folder, Str *path,
                                Error *err);
