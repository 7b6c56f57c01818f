// What the files of the hall share.
#pragma once

#include "games/game_table.h"
#include "games/registry.h"

struct GameRegistry {
    Store *store;
    RandomSource randomness;
    Timestamp now;
    GameTable roster;
    uint64_t uses;  // counts, to know which room was not used for longest
    int rooms;      // loaded
    int64_t newest; // when the last game was created
    UserId levels[LEVEL_COUNT];
    GameEntry **changed; // since the last commit
    int changed_count, changed_capacity;
};

// The game, with its room; NULL, and why, if there is none.
GameEntry *registry_open_game(GameRegistry *h, const char *game, Error *err);

// What changed in the room is put into the store and into the list of changes.
void registry_save_state(GameRegistry *h, GameEntry *e);
void registry_save_move(GameRegistry *h, GameEntry *e);
void registry_save_takeback(GameRegistry *h, GameEntry *e);
void registry_save_try(GameRegistry *h, const GameEntry *e,
                       int tried_before); // if there was one since

// The level that sits there; 0 if it is none.
int registry_level_at(const GameRegistry *h, const GameRow *row, int seat);

// A game that came to its end: scores and ratings.
void registry_update_ratings(GameRegistry *h, const GameRow *row);

// Name, kind and rating of a seat.
void registry_fill_seat(GameRegistry *h, const GameRow *row, int seat, SeatView *out);

// Does it wait for whoever has this name?
bool registry_is_invitation_for(const GameRow *row, const char *folded);

// Is it over, and on disk? An end that is not may still be taken back: until then nothing may be
// kept that shows all of the game.
bool registry_is_over_and_committed(const GameEntry *e);

// Puts a game that is decided upon into the hall and the store; id and instants are given here.
Status registry_start_game(GameRegistry *h, GameRow *row, Error *err);

// How many games wait that were asked for from there.
int registry_waiting_from_network(const GameRegistry *h, const char *network);

// May this user have another game, against a level or one that waits?
Status registry_check_quota(const GameRegistry *h, UserId user, int level, bool waits, Error *err);
