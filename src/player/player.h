// Players, the common interface of everything that chooses moves: random, the graded levels, the
// engine. All programs take their opponents from one table, so a new kind of player is a new file,
// a line here, and a row in player.c.
#pragma once

#include "base/error.h"
#include "base/stop_token.h"
#include "core/game.h"

// A player's evaluation of the position, for the side to move.
typedef struct {
    bool is_known;
    int value; // EVALUATION_WIN - n: a win in n plies; an open three is worth about 200
} Evaluation;

enum { EVALUATION_WIN = 30000 };

// Search limits of one move. All zero: the player's default.
typedef struct {
    int64_t ms;
    int64_t usual_ms; // soft limit, where time saved can be used later; 0: none
    int64_t nodes;    // positions searched; only engines honour this and `depth`
    int depth;
    int64_t memory, table;  // bytes: total, and the part for the transposition table
    StopToken stop;         // ends the search with the best move so far
    Evaluation *evaluation; // filled by players that have one; may be NULL
} Limits;

// The limits that follow from the clock of the side to act.
Limits limits_by_clock(const Game *g);

typedef struct {
    const char *name, *summary;
    const char *options; // syntax of what may follow "name:", for help; NULL: no options
    // Returns the player's state, or NULL with *err set if `options` (the text after "name:", ""
    // if there is none) is invalid. No function: the player has no state.
    void *(*open)(const char *options, Error *err);
    // A legal point for the side to move; POINT_PASS only if there is none. The game is not over.
    bool (*choose)(void *self, const Game *g, const Limits *limits, Point *move, Error *err);
    // Does the slow set-up before the first move. False: it cannot play by these rules with its
    // options, and `choose` will fail too. No function: there is nothing to set up.
    bool (*prepare)(void *self, const Rules *rules, const Limits *limits, Error *err);
    // Its engine configuration (player/mind.h). No function: the player is not a plain engine.
    struct Mind *(*mind)(void *self);
    // Ponders on the opponent's time until stopped or solved; the result stays in the
    // transposition table. No function: it does not ponder.
    void (*ponder)(void *self, const Game *g, const Limits *limits);
    void (*close)(void *self);
    // It also makes the decisions of opening protocols (swap2 and so on). Other players keep their
    // colour and place stones near the centre.
    bool knows_openings;
    bool takes_time; // a person would notice the wait
} PlayerKind;

extern const PlayerKind player_random, player_easy, player_greedy, player_level, player_strong;

const PlayerKind *player_kind_at(int i); // NULL after the last
const char *player_kind_name(int i);

// An open player. All zero: none.
typedef struct {
    const PlayerKind *kind;
    void *self;
} Player;

// Opens a player by name and options: "greedy", "random:7".
bool player_open(const char *description, Player *out, Error *err);
void player_close(Player *p);

// Does the slow set-up before the clock starts; otherwise the first move pays for it. False, with
// the reason in *err, if every move would fail.
bool player_prepare(Player *p, const Rules *rules, const Limits *limits, Error *err);

// Pondering (thinking on the opponent's time), if the player supports it. The game must not be
// over. Of the limits only `stop`, which is required, and the memory sizes are used.
bool player_ponders(const Player *p);
void player_ponder(Player *p, const Game *g, const Limits *limits);

// Chooses a move for the side to act: a point, or an answer where the opening protocol asks for
// one. The game must not be over.
bool player_choose(Player *p, const Game *g, const Limits *limits, Point *move, Error *err);
