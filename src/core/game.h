// Game: a board with move history, undo and redo, opening protocol, clocks and result.
//
// Game is a plain value like Board, only larger. Every action of a player goes through game_play as
// a Point: a stone, a pass, or an answer in the opening protocol. So undo and redo handle one type.
#pragma once

#include "core/board.h"
#include "core/opening.h"
#include "core/timer.h"

typedef enum {
    END_NONE, // not over
    END_FIVE,
    END_FULL, // no legal move is left: a draw
    END_FOUL,
    END_RESIGN,
    END_TIME,
    END_AGREED,
    END_ILLEGAL,   // an engine made an illegal move
    END_CRASH,     // an engine exited
    END_NO_ANSWER, // an engine did not reply
    END_MOVE_LIMIT,
    END_FORFEIT,     // a player left; in records, any kind of error
    END_UNSTATED,    // only from records: the winner, or a draw, is known but not the reason
    END_ADJUDICATED, // by the operator of a server
    END_COUNT,
} EndReason;

typedef struct {
    EndReason reason;
    Stone winner; // EMPTY: a draw, or not over
} Result;

// A move, with the state needed to undo it.
typedef struct {
    Point point;
    uint8_t color;
    uint8_t turn_before, winner_before;
    bool foul; // a forbidden move, which lost the game
    Opening opening_before;
    Result forced_before;
    Timer timer_before; // of the seat that moved
    int32_t ms;         // time used; -1 if unknown
} Move;

enum { GAME_MOVES_MAX = 1024 }; // more than any board has points, with room for passes

typedef struct {
    const Rules *rules;         // NULL: freestyle
    const OpeningRule *opening; // NULL: none
    int size;                   // 0: 15
    TimeControl time;
    bool passes; // passing is allowed
} GameOptions;

typedef struct {
    Board start; // before the first move; empty unless stones were set up
    Board board; // now
    Opening opening;
    TimeControl time;
    Timer timers[2]; // by seat
    bool passes;
    Result forced; // an end not visible on the board: resignation, time, foul ...
    int count;     // moves made
    int redoable;  // undone moves, which follow in `moves`
    Move moves[GAME_MOVES_MAX];
} Game;

void game_init(Game *g, const GameOptions *options);

// Restarts from a position that was set up. Keeps the options, but without an opening protocol.
void game_start_from(Game *g, const Board *start);

// Plays for the side to act: a point, POINT_PASS, or an answer in the opening. Changes nothing
// unless it returns PLAY_OK. For PLAY_OPENING, opening_allows gives the reason.
PlayResult game_play(Game *g, Point p);

// Like game_play, and deducts `ms` from the clock. Undo restores the clock.
PlayResult game_play_timed(Game *g, Point p, int64_t ms);

// Adds a move of either color, as in game records and GTP: also out of turn and after the end of
// the game. Rejects only impossible moves. A foul is played, and loses.
PlayResult game_place(Game *g, Stone color, Point p);

// Undoes an end that is not on the board (`forced`) if there is one, otherwise the last move. False
// if there is nothing to undo. Restores the clocks, including a fallen flag.
bool game_undo(Game *g);
bool game_redo(Game *g);

// Deducts `ms` from a seat's clock. The seat loses if its flag falls.
void game_spend(Game *g, Seat seat, int64_t ms);

// Sets the time of the last move, as stored, and deducts it. Never ends the game on time: the
// stored result says how it ended.
void game_set_move_time(Game *g, int64_t ms);

// Ends the game: `loser` resigned, lost on time, crashed ...; EMPTY for a draw. Does nothing if the
// game is already over.
void game_end(Game *g, EndReason reason, Stone loser);

Result game_result(const Game *g);

// The point of the last stone; POINT_NONE if there is none.
Point game_last_stone(const Game *g);

// The seat to act, the seat that has `color`, and the color of a seat; openings can swap colors.
Seat game_seat(const Game *g);
Seat game_seat_of(const Game *g, Stone color);
Stone game_color_of(const Game *g, Seat seat);

// The seat that made a move.
Seat move_seat(const Move *m);

// "Black wins by resignation", "draw: no legal move is left", "not over".
const char *end_reason_text(EndReason reason);
void result_format(Result r, Str *out);
