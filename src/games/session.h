// GameSession: one game between two seats, from waiting to over. Pure: no I/O, no clock of its own.
//
// Private to this folder; others see a session only as a GameView. A session can always be rebuilt
// from its row and its moves.
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
    int tries_this_turn; // moves to points that turned out to be occupied, in the mist
    int try_count;
    TryRow tries[SESSION_TRIES_MAX]; // the first ones of the whole game
} GameSession;

// Rebuilds a session from its rows; fails on an illegal move.
bool session_load(GameSession *session, const GameRow *row, const MoveRow *moves, int count,
                  Error *err);

void session_load_tries(GameSession *session, const TryRow *tries, int count);

// The seat of a user, or SEAT_NONE.
int session_seat_of(const GameSession *session, UserId user);

// The seat to move, or SEAT_NONE.
int session_turn(const GameSession *session);

// True if the clock of the side to move is running. Clocks start once each seat has moved.
bool session_clock_is_running(const GameSession *session);
int64_t session_elapsed_ms(const GameSession *session, Timestamp now);

// When the flag of the side to move falls, in server time; INT64_MAX: never.
int64_t session_deadline(const GameSession *session);

// Each of these changes the session, or fails and leaves it unchanged. They are idempotent: a
// repeated move succeeds, changes nothing and sets *repeated.
Status session_play(GameSession *session, int seat, const MoveId *at, const char *move,
                    Timestamp now, bool *repeated, Error *err);
Status session_join(GameSession *session, UserId user, Timestamp now, Error *err);
Status session_resign(GameSession *session, int seat, Timestamp now, Error *err);
Status session_offer_draw(GameSession *session, int seat, Timestamp now, Error *err);
Status session_offer_takeback(GameSession *session, int seat, int plies, Timestamp now, Error *err);
Status session_decline_offer(GameSession *session, int seat, Timestamp now, Error *err);
Status session_decline_invitation(GameSession *session, Timestamp now, Error *err);
Status session_abort(GameSession *session, UserId user, Timestamp now, Error *err);
Status session_offer_rematch(GameSession *session, int seat, Error *err);

// Ends the game: the level to move crashed or gave no legal move.
void session_level_failed(GameSession *session, Timestamp now);

// Ends the game if the flag of the side to move has fallen; true if it did.
bool session_check_flag(GameSession *session, Timestamp now);

// True if the invited user declined the game.
bool game_row_is_declined(const GameRow *row);

// The reason a game ended as a word for programs, and back; "" and END_NONE if there is no such
// word.
const char *end_reason_word(EndReason reason);
EndReason end_reason_parse(const char *word);
