// One game with its two seats: waiting, played, over. Pure: no I/O, no clock of its own.
//
// Only this folder knows it; what others may know of a room is its Sight. What happens in a room is
// in its row and its list of moves, and from these two it can be made again.
#pragma once

#include "core/game.h"
#include "room/now.h"
#include "room/refusal.h"
#include "room/sight.h"
#include "store/annals.h"

enum { ROOM_TRIES_MAX = 20, ROOM_TRIED_MAX = SIGHT_TRIES_MAX, SEAT_NONE = -1 };

typedef struct {
    GameRow row;
    Game game;
    int tries; // on occupied points in this turn, in the mist
    int tried_count;
    TryRow tried[ROOM_TRIED_MAX]; // in the whole game; those after so many are not kept
} Room;

// From what was stored. Fails if the moves are none by the rules.
bool room_load(Room *r, const GameRow *row, const MoveRow *moves, int count, Error *err);

void room_load_tries(Room *r, const TryRow *tries, int count);

// The seat of a user, SEAT_NONE if it is neither.
int room_seat(const Room *r, UserId user);

// Whose turn it is, SEAT_NONE if nobody's.
int room_turn(const Room *r);

// Does the clock of the side to act run? Not before each seat has moved once.
bool room_clock_runs(const Room *r);
int64_t room_elapsed(const Room *r, Now now);

// The instant of the server's time at which the flag of the side to act falls; INT64_MAX: never.
int64_t room_deadline(const Room *r);

// Each of these changes the room, or leaves it as it was and says why. A move that is there already
// is done, and changes nothing: *again.
Refusal room_play(Room *r, int seat, const MoveAddress *at, const char *move, Now now, bool *again,
                  Error *err);
Refusal room_sit(Room *r, UserId user, Now now, Error *err);
Refusal room_resign(Room *r, int seat, Now now, Error *err);
Refusal room_draw(Room *r, int seat, Now now, Error *err);
Refusal room_takeback(Room *r, int seat, int plies, Now now, Error *err);
Refusal room_decline(Room *r, int seat, Now now, Error *err);
Refusal room_turn_down(Room *r, Now now, Error *err); // by the one who was asked for
Refusal room_abort(Room *r, UserId user, Now now, Error *err);
Refusal room_want_rematch(Room *r, int seat, Error *err);

// The level that should move cannot.
void room_fail(Room *r, Now now);

// Ends the game if the flag of the side to act has fallen.
bool room_check_flag(Room *r, Now now);

// Did the one who was asked for the game say no?
bool room_row_is_declined(const GameRow *row);

// The end as a word for programs, and back; "" and END_NONE if it is none that a room can have.
const char *room_reason(EndReason reason);
EndReason room_reason_find(const char *word);
