// GameSession: a game in progress between two seats, with its moves, opening protocol, clocks,
// offers and result.
//
// Pure: no I/O, no clock and no memory of its own; every function is told the time. An action
// either takes effect, or fails with a Status and a text and changes nothing. The exception: an
// action that comes too late ends the game on time. The server stores sessions, the terminal and
// the courses show one, the browser runs one in WebAssembly.
//
// Code that talks to clients must include session/game_view.h instead of this header.
#pragma once

#include "core/game.h"
#include "core/mist_belief.h"
#include "session/game_types.h"
#include "session/game_view.h"
#include "session/status.h"

typedef struct {
    GameOptions game;
    bool mist, rated;
    bool computers[2];      // by seat: agrees to takebacks and rematches at once, never to draws
    bool clock_at_once;     // the first move is timed; otherwise clocks start once both have moved
    int tries_per_turn;     // in the mist: limit of moves onto hidden stones; 0: no limit
    bool players_may_leave; // the rules for absent players apply: see session_set_away
    bool waiting;           // for a second player
    int64_t players[2];     // by seat: the caller's ids, for views; 0: nobody
} SessionOptions;

typedef struct {
    Game game;
    bool mist, rated, computers[2], clock_at_once, players_may_leave;
    int tries_per_turn;
    int64_t players[2];
    GameState state;
    bool declined;                  // by the invited player: GAME_ABORTED
    int64_t started, ended;         // in wall time; -1: not yet
    int64_t turn_began;             // in clock time
    int64_t away_since[2];          // by seat, in clock time; INT64_MAX: the player is there
    bool overdue;                   // the other side may abort the game, or claim the win
    int64_t uncharged_ms[2];        // by seat: time used in a turn that ended without a move
    int seq;                        // counts changes
    int line;                       // counts takebacks
    int draw_offer, takeback_offer; // a seat, or SEAT_NONE
    int takeback_plies;
    int rematch; // bit set of the seats that ask for one
    int tries_this_turn, try_count;
    MistTry tries[GAME_VIEW_TRIES_MAX]; // of the whole game
} GameSession;

void session_init(GameSession *session, const SessionOptions *options, Timestamp now);

// Continues from another game, such as one that was loaded. Clears offers.
void session_set_game(GameSession *session, const Game *game, Timestamp now);

// ---- Who acts

int session_seat_of(const GameSession *session, int64_t player); // SEAT_NONE: a spectator
int session_turn(const GameSession *session);                    // SEAT_NONE: nobody is to act
int session_winner(const GameSession *session);                  // SEAT_NONE: nobody has won

// A bit set of 1 << GameActionKind: the actions that change the game now if `seat` takes them.
unsigned session_allowed_actions(const GameSession *session, int seat);

// The `plies` of a takeback that `seat` may ask for: 1 if it moved last, 2 if the opponent has
// replied, 0 if there is nothing to take back.
int session_takeback_plies(const GameSession *session, int seat);

// ---- Actions

// Takes any action except joining; calls session_tick first. Repeating a move succeeds and changes
// nothing.
Status session_act(GameSession *session, int seat, const GameAction *action, Timestamp now,
                   Error *err);

// Plays a point, pass or choice for the seat to move.
Status session_play(GameSession *session, int seat, Point p, Timestamp now, Error *err);

Status session_join(GameSession *session, int64_t player, Timestamp now, Error *err);
Status session_decline_invitation(GameSession *session, Timestamp now, Error *err);

// Both sides want a rematch.
bool session_rematch_agreed(const GameSession *session);

// Ends the game for a reason outside of it: the player `loser` crashed. SEAT_NONE: a draw.
void session_end(GameSession *session, EndReason reason, int loser, Timestamp now);

// Ends a game that has not ended, without a result.
void session_abort(GameSession *session, Timestamp now);

// The player may not go on: the other side wins if both have moved, otherwise the game is aborted.
void session_remove_player(GameSession *session, int seat, Timestamp now);

// ---- Absence. Until both have moved, the side to move is overdue after FIRST_MOVE_MS, and if it
// is away and the game has a clock, the game is aborted then. Later it is overdue if it has been
// away during its turn for CLAIM_MS, or CLAIM_UNTIMED_MS without a clock. A game without a clock
// ends ABANDONED_MS after the last move: the side to move loses, or before both have moved the game
// is aborted.

#define FIRST_MOVE_MS (60LL * 1000)
#define CLAIM_MS (2 * 60LL * 1000)
#define CLAIM_UNTIMED_MS (24 * 3600LL * 1000)
#define ABANDONED_MS (14 * 24 * 3600LL * 1000)

// Sets since when a player has been away, in clock time; INT64_MAX: the player is there.
// session_tick acts on it.
void session_set_away(GameSession *session, int seat, int64_t since);

// ---- Undo and redo, for games where no opponent has to agree. Each turn undone leads back to the
// previous decision of a person. The time of the undone moves is restored; the time since the last
// move is charged later.

// Returns the number of turns undone; 0 if it fails.
int session_undo(GameSession *session, int turns, Timestamp now, Error *err);
bool session_redo(GameSession *session, Timestamp now, Error *err);

// ---- Clocks

bool session_clock_is_running(const GameSession *session);

// Time used for the move to be made.
int64_t session_elapsed_ms(const GameSession *session, Timestamp now);

// True if the seat lost on time. Its last turn ended without a move, so its timer does not include
// that turn.
bool session_flag_fell(const GameSession *session, int seat);

// Time left for the next move of a seat; timer_unlimited if there is no limit.
int64_t session_time_left(const GameSession *session, int seat, Timestamp now);

// When session_tick has something to do, in clock time; INT64_MAX: never.
int64_t session_deadline(const GameSession *session);

// Ends the game if a flag has fallen or the players have left, and updates who may abort or claim.
// True if anything changed.
bool session_tick(GameSession *session, Timestamp now);

// Restarts the clock of the side to move.
void session_start_turn(GameSession *session, Timestamp now);

// ---- Views and storage

// Adds tries that were stored, to a game with all its moves.
void session_add_tries(GameSession *session, const MistTry *tries, int count);

// What the player in `seat` was told in the mist so far: all that a computer player gets.
void session_mist_history(const GameSession *session, int seat, MistHistory *out);

// The stones that it knows from that without thinking (mist_history_seen).
Board session_mist_memory(const GameSession *session, int seat);

// What that player knew in the mist after `ply` moves, and what it could have known. A player
// learns something only at its own turns, so this is as of the latest one; *turn_ply is the move
// that it was to make then. False if it had no turn yet.
bool session_mist_knowledge(const GameSession *session, int seat, int ply, int *turn_ply,
                            MistKnowledge *out);

// What the viewer in `seat` may know (SEAT_NONE: a spectator), decided here for every client. The
// caller adds what a session does not know: see GameView.
void session_view(const GameSession *session, int seat, Timestamp now, GameView *out);

// Rebuilds a session from the JSON of its view, in which missing fields mean a new game. Only games
// without a clock and without hidden moves, because a view does not have what those need.
bool session_from_json(const Json *game, GameSession *out, Error *err);

// The reason a game ended as a word for programs, and back; "" and END_NONE if there is no such
// word.
const char *end_reason_word(EndReason reason);
EndReason end_reason_parse(const char *word);
