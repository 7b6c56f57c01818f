// A game: a position with its history, its opening, its clocks and how it ended.
//
// Game is a plain value like Board, only larger. Everything a player can do goes through game_play
// as a Point: a stone, a pass, an answer of the opening protocol. So undo and redo know one thing.
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
    END_ILLEGAL,   // an engine's move that is none
    END_CRASH,     // an engine that went away
    END_NO_ANSWER, // an engine that stays and says nothing
    END_MOVE_LIMIT,
    END_FORFEIT,  // the last two only from records
    END_UNSTATED, // somebody won or nobody did, and that is all that is known
    END_COUNT,
} EndReason;

typedef struct {
    EndReason reason;
    Stone winner; // EMPTY: a draw, or not over
} Result;

// A move, and what it takes to undo it.
typedef struct {
    Point point;
    uint8_t color;
    uint8_t turn_before, winner_before;
    bool foul; // it lost the game
    Opening opening_before;
    Result forced_before;
    Timer timer_before; // of the seat that made it
    int32_t ms;         // what it cost; -1 if not known
} Move;

enum { GAME_MOVES_MAX = 1024 }; // more than any board has points, with room for passes

typedef struct {
    const Rules *rules;         // NULL: freestyle
    const OpeningRule *opening; // NULL: none
    int size;                   // 0: 15
    TimeControl time;
    bool passes; // may a side pass?
} GameOptions;

typedef struct {
    Board start; // before the first move; empty unless stones were set up
    Board board; // now
    Opening opening;
    TimeControl time;
    Timer timers[2]; // by seat
    bool passes;
    Result forced; // an end that the board does not show: resignation, time, foul ...
    int count;     // moves made
    int redoable;  // moves taken back, waiting behind them
    Move moves[GAME_MOVES_MAX];
} Game;

void game_init(Game *g, const GameOptions *options);

// Begins again from a position that was set up. Options stay; an opening protocol does not apply.
void game_start_from(Game *g, const Board *start);

// Plays for the side to act: a point, POINT_PASS, or an answer of the opening. Anything but PLAY_OK
// leaves the game as it was; for PLAY_OPENING opening_allows has the words.
PlayResult game_play(Game *g, Point p);

// The same, and the move cost that long: it is taken from the clock, and undo gives it back.
PlayResult game_play_timed(Game *g, Point p, int64_t ms);

// Puts a move of either colour into the game as records and GTP have it: out of turn and after the
// end too. Only an impossible one is refused. A foul is played, and loses.
PlayResult game_place(Game *g, Stone color, Point p);

// Takes back an end that is not on the board, or else the last move. False if there is neither.
// Clocks are as they were before; a flag that fell is up again.
bool game_undo(Game *g);
bool game_redo(Game *g);

// That much time went by for a seat, whether it moved or not. When the flag falls the game is lost.
void game_spend(Game *g, Seat seat, int64_t ms);

// `loser` gives up, oversteps the time, crashes ...; EMPTY for an end without a winner. A game that
// is over stays as it ended.
void game_end(Game *g, EndReason reason, Stone loser);

Result game_result(const Game *g);

// The point of the last stone, POINT_NONE before the first.
Point game_last_stone(const Game *g);

// Whose seat is to act, and which seat has that colour.
Seat game_seat(const Game *g);
Seat game_seat_of(const Game *g, Stone color);

// "Black wins by resignation", "draw: no legal move is left", "not over".
const char *end_reason_text(EndReason reason);
void result_format(Result r, Str *out);
