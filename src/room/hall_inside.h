// What the files of the hall share.
#pragma once

#include "room/hall.h"
#include "room/roster.h"

struct Hall {
    Store *store;
    Randomness randomness;
    Now now;
    Roster roster;
    uint64_t uses;  // counts, to know which room was not used for longest
    int rooms;      // loaded
    int64_t newest; // when the last game was created
    UserId levels[LEVEL_COUNT];
    Entry **changed; // since the last commit
    int changed_count, changed_capacity;
};

// The game, with its room; NULL, and why, if there is none.
Entry *hall_open(Hall *h, const char *game, Error *err);

// What changed in the room is put into the store and into the list of changes.
void hall_note_row(Hall *h, Entry *e);
void hall_note_move(Hall *h, Entry *e);
void hall_note_takeback(Hall *h, Entry *e);
void hall_note_try(Hall *h, const Entry *e, int tried_before); // if there was one since

// The level that sits there; 0 if it is none.
int hall_level_at(const Hall *h, const GameRow *row, int seat);

// A game that came to its end: scores and ratings.
void hall_book_result(Hall *h, const GameRow *row);

// Name, kind and rating of a seat.
void hall_face(Hall *h, const GameRow *row, int seat, SeatSight *out);

// Does it wait for whoever has this name?
bool hall_asks_for(const GameRow *row, const char *folded);

// Is it over, and on disk? An end that is not may still be taken back: until then nothing may be
// kept that shows all of the game.
bool hall_is_over(const Entry *e);

// Puts a game that is decided upon into the hall and the store; id and instants are given here.
Refusal hall_begin(Hall *h, GameRow *row, Error *err);

// How many games wait that were asked for from there.
int hall_waiting_near(const Hall *h, const char *network);

// May this user have another game, against a level or one that waits?
Refusal hall_check_load(const Hall *h, UserId user, int level, bool waits, Error *err);
