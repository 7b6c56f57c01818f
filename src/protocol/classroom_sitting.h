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
} ClassroomSitting;

void classroom_sitting_init(ClassroomSitting *s);
void classroom_sitting_release(ClassroomSitting *s);

// Lets the computer play for the names C and C2. `strong`, as player_open takes it, is C2 and gives
// the hints.
bool classroom_sitting_seat(ClassroomSitting *s, const char *strong, Error *err);

bool classroom_sitting_is_person(const ClassroomSitting *s, Stone color);

// Also of a position from a file that was over before. A win goes before a draw; EMPTY: a draw.
bool classroom_sitting_is_over(const ClassroomSitting *s);
Stone classroom_sitting_winner(const ClassroomSitting *s);

// Plays for whoever is to move. False if the position is taken.
bool classroom_sitting_play(ClassroomSitting *s, Point p);

// Back to where a person was to move. False if no person has moved.
bool classroom_sitting_undo(ClassroomSitting *s);

// The names and the position of a file instead of these; and into a file.
bool classroom_sitting_load(ClassroomSitting *s, const char *path, Error *err);
bool classroom_sitting_save(ClassroomSitting *s, const char *path, Error *err);

// Puts an unfinished game where it is found again, and appends where to `path`. `folder` NULL: as
// XDG has it.
bool classroom_sitting_keep(const ClassroomSitting *s, const char *folder, Str *path, Error *err);
