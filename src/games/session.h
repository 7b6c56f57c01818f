// One game with its two seats: waiting, played, over. Pure: no I/O, no clock of its own.
//
// Only this folder knows it; what others may know of a room is its Sight. What happens in a room is
// in its row and its list of moves, and from these two it can be made again.
#pragma once

#include "core/game.h"
#include "games/game_view.h"
#include "games/status.h"
#include "games/timestamp.h"
#include "store/game_store.h"

enum { SESSION_TRIES_PER_TURN_MAX = 20, SESSION_TRIES_MAX = GAME_VIEW_TRIES_MAX, SEAT_NONE = -1 };

typedef struct {
    GameRow row;
    Game game;
    int tries; // on occupied points in this turn, in the mist
    int tried_count;
    TryRow tried[SESSION_TRIES_MAX]; // in the whole game; those after so many are not kept
} GameSession;

// From what was stored. Fails if the moves are none by the rules.
bool session_load(GameSession *r, const GameRow *row, const MoveRow *moves, int count, Error *err);

void session_load_tries(GameSession *r, const TryRow *tries, int count);

// The seat of a user, SEAT_NONE if it is neither.
int session_seat_of(const GameSession *r, UserId user);

// Whose turn it is, SEAT_NONE if nobody's.
int session_turn(const GameSession *r);

// Does the clock of the side to act run? Not before each seat has moved once.
bool session_clock_is_running(const GameSession *r);
int64_t session_elapsed_ms(const GameSession *r, Timestamp now);

// The instant of the server's time at which the flag of the side to act falls; INT64_MAX: never.
int64_t session_deadline(const GameSession *r);

// Each of these changes the room, or leaves it as it was and says why. A move that is there already
// is done, and changes nothing: *again.
Status session_play(GameSession *r, int seat, const MoveId *at, const char *move, Timestamp now,
                    bool *again, Error *err);
Status session_join(GameSession *r, UserId user, Timestamp now, Error *err);
Status session_resign(GameSession *r, int seat, Timestamp now, Error *err);
Status session_offer_draw(GameSession *r, int seat, Timestamp now, Error *err);
Status session_offer_takeback(GameSession *r, int seat, int plies, Timestamp now, Error *err);
Status session_decline_offer(GameSession *r, int seat, Timestamp now, Error *err);
Status session_decline_invitation(GameSession *r, Timestamp now,
                                  Error *err); // by the one who was asked for
Status session_abort(GameSession *r, UserId user, Timestamp now, Error *err);
Status session_offer_rematch(GameSession *r, int seat, Error *err);

// The level that should move cannot.
void session_level_failed(GameSession *r, Timestamp now);

// Ends the game if the flag of the side to act has fallen.
bool session_check_flag(GameSession *r, Timestamp now);

// Did the one who was asked for the game say no?
bool game_row_is_declined(const GameRow *row);

// The end as a word for programs, and back; "" and END_NONE if it is none that a room can have.
const char *end_reason_word(EndReason reason);
EndReason end_reason_parse(const char *word);
