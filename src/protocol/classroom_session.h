// One game of the classroom course: two names, who plays for them, and its files. Prints nothing;
// the dialogue is a shell around it.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/game.h"
#include "player/player.h"

// Arrays are by Stone: player 1 has the black stones.
typedef struct {
    Str names[WALL];
    Player players[WALL]; // all zero: a person
    Player adviser;
    Game game;
    bool unsaved; // it is not in a file as it is now
} ClassroomSession;

void classroom_session_init(ClassroomSession *s);
void classroom_session_release(ClassroomSession *s);

// Lets the computer play for the names C and C2. `strong`, as player_open takes it, is C2 and gives
// the hints.
bool classroom_session_open_players(ClassroomSession *s, const char *strong, Error *err);

bool classroom_session_is_person(const ClassroomSession *s, Stone color);

// Also of a position from a file that was over before. A win goes before a draw; EMPTY: a draw.
bool classroom_session_is_over(const ClassroomSession *s);
Stone classroom_session_winner(const ClassroomSession *s);

// Plays for whoever is to move. False if the position is taken.
bool classroom_session_play(ClassroomSession *s, Point p);

// Back to where a person was to move. False if no person has moved.
bool classroom_session_undo(ClassroomSession *s);

// The names and the position of a file instead of these; and into a file.
bool classroom_session_load(ClassroomSession *s, const char *path, Error *err);
bool classroom_session_save(ClassroomSession *s, const char *path, Error *err);

// Puts an unfinished game where it is found again, and appends where to `path`. `folder` NULL: as
// XDG has it.
bool classroom_session_autosave(const ClassroomSession *s, const char *folder, Str *path,
                                Error *err);
