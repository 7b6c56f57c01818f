// Anything that chooses moves: the random player, the graded levels, the strong engine, an engine
// behind a pipe. Every face takes its opponents from one table, so a new kind of player is a new
// file, a line here, and a row in player.c.
#pragma once

#include "base/error.h"
#include "core/game.h"

// What a player thinks of the position it was asked about, for the side to move.
typedef struct {
    bool is_known;
    int value; // EVALUATION_WIN - n: wins with the n-th stone from there; about 200 are an open
               // three
} Evaluation;

enum { EVALUATION_WIN = 30000 };

// How long a player may think. All zero: as it likes.
typedef struct {
    int64_t ms;
    int64_t usual_ms; // less than that, where time saved is of use later; 0: it is not
    int64_t nodes;    // positions looked at; only the engine counts them, and plies
    int depth;
    int64_t memory, table; // bytes: in all, and of these for what is remembered
    // Asked now and then: stop at once, with the best move so far? NULL: nobody stops.
    bool (*interrupted)(void *context);
    void *context;
    Evaluation *evaluation; // where a player that has one puts it; NULL: nobody asks
} Limits;

// What the clock of the side to act allows.
Limits limits_by_clock(const Game *g);

typedef struct {
    const char *name, *summary;
    const char *options; // what may follow "name:", as help shows it; NULL: nothing may
    // `options` is what follows "name:" where the player is named; "" if nothing does.
    // Returns NULL and sets *err when it does not understand them. No function: no state.
    void *(*open)(const char *options, Error *err);
    // A legal point for the side to move; POINT_PASS only if no point is legal. The game goes on.
    bool (*choose)(void *self, const Game *g, const Limits *limits, Point *move, Error *err);
    // Does beforehand what takes long and is the same for every move. False: it cannot play by
    // these rules with its options, and will not choose a move either. No function: nothing takes
    // long.
    bool (*prepare)(void *self, const Rules *rules, const Limits *limits, Error *err);
    // Its engine and what that judges by (player/mind.h). No function: it is no engine alone.
    struct Mind *(*mind)(void *self);
    // Thinks about a position in which the other side is to move, until it is interrupted or knows
    // all, and remembers what it found. No function: it does not.
    void (*ponder)(void *self, const Game *g, const Limits *limits);
    void (*close)(void *self);
    // Asked for the answers and stones of an opening protocol too. The others keep their colour and
    // place stones about the centre.
    bool knows_openings;
    bool takes_time; // long enough for a person to wonder
} PlayerKind;

extern const PlayerKind player_random, player_easy, player_greedy, player_level, player_strong;

const PlayerKind *player_kind_at(int i); // NULL after the last
const char *player_kind_name(int i);

// A player that was opened. All zero: none.
typedef struct {
    const PlayerKind *kind;
    void *self;
} Player;

// "greedy", "random:7": a row of the table and its options.
bool player_open(const char *description, Player *out, Error *err);
void player_close(Player *p);

// Before a clock runs: a first move would otherwise take longer than the others. False if every
// move would fail, by what is said in *err.
bool player_prepare(Player *p, const Rules *rules, const Limits *limits, Error *err);

// On the other side's time, if it is a player that does; the game must not be over. Only
// `interrupted`, which there must be, and the memory count of the limits.
bool player_ponders(const Player *p);
void player_ponder(Player *p, const Game *g, const Limits *limits);

// What the side to act does: a point, or an answer where the opening protocol asks for one. The
// game must not be over.
bool player_choose(Player *p, const Game *g, const Limits *limits, Point *move, Error *err);
