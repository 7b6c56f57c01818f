// How to think. The only header of this folder that others include.
//
// An Engine holds the tables of one rule set and the memory of past searches; use it from one
// thread at a time. It starts others only when it is told to and only while it thinks.
#pragma once

#include "base/error.h"
#include "core/board.h"
#include "proof/proof.h"

#include <stddef.h>

typedef struct Engine Engine;

Engine *engine_new(const Rules *rules);
void engine_free(Engine *e);

// For who learns only with a question by which rules it is: an engine for these, `e` if it is one.
// Otherwise `e`, which may be NULL, is freed, and a new one knows nothing of what `e` was told.
Engine *engine_for(Engine *e, const Rules *rules);
bool engine_is_for(const Engine *e, const Rules *rules);

// How many bytes everything may take together, at least ENGINE_MEMORY_MIN, and how many of them the
// table of what it remembers; 0: as many as it likes. When that changes what it remembers is lost;
// with less than ENGINE_NET_MEMORY_MIN it thinks without the net inside the program.
enum { ENGINE_MEMORY_MIN = 10 << 20, ENGINE_NET_MEMORY_MIN = 46 << 20 };
void engine_set_memory(Engine *e, int64_t bytes, int64_t table);

// Evaluates and orders moves by the numbers of a file (docs/tuning.md) instead of its own, and
// forgets what it remembers.
bool engine_load_weights(Engine *e, const char *path, Error *err);

// Judges quiet positions and orders moves with a net (docs/net.md) instead of its own numbers, and
// forgets what it remembers. There are nets inside the program for freestyle, standard and renju,
// of which it takes the one for the board it thinks about; one from elsewhere has to suit the rules
// (net_supports_rules).
bool engine_has_own_net(const Engine *e);
void engine_use_own_net(Engine *e);
bool engine_load_net(Engine *e, const char *path, Error *err);
bool engine_read_net(Engine *e, const void *bytes, size_t len, Error *err); // which it copies
bool engine_is_net(const void *bytes, size_t len, Error *err);              // for whatever rules

// Forgets what it remembers of past searches, as if it were new.
void engine_forget(Engine *e);

enum {
    ENGINE_MATE = 30000,
    ENGINE_CERTAIN = 29000, // values beyond it, up or down, are wins that the search saw to the end
    ENGINE_LINE_MAX = 64,
    ENGINE_LINES_MAX = 32,
    ENGINE_THREADS_MAX = 256,
};

static inline bool engine_is_certain(int value) {
    return value > ENGINE_CERTAIN || value < -ENGINE_CERTAIN;
}

// How many threads can be at work at once here: the machine's processors. More are not started.
int engine_threads_max(void);

typedef struct {
    Point move; // the first of `moves`; POINT_PASS if there is no legal one
    int value;  // for the side to move; ENGINE_MATE - n: wins with the n-th stone from here
    int depth;  // in plies, to which it was searched
    int length; // of the expected line
    Point moves[ENGINE_LINE_MAX];
} EngineLine;

typedef struct {
    int64_t nodes;
    int count;                          // of lines, at least 1
    EngineLine lines[ENGINE_LINES_MAX]; // the best first, each with another first move
} EngineAnswer;

// What a search may do. Zero: no such limit; with none at all it goes on until it knows the outcome
// or is interrupted.
typedef struct {
    int64_t ms;
    int64_t usual_ms; // less than `ms` where time saved is of use later: more only if it is needed
    int64_t nodes;
    int depth;
    int threads;                        // 0 and 1: only the caller's; fewer where memory is short
    int lines;                          // how many first moves to tell about; 0: one
    const Point *only, *barred;         // first moves to choose among, and not to make
    int only_count, barred_count;       // none of the former: all
    bool (*interrupted)(void *context); // asked now and then: stop at once? NULL: nobody does
    void (*report)(void *context, const EngineAnswer *so_far); // whenever it knows more
    void *context;                                             // for both
} EngineLimits;

// A move for the side to move of a game that is not over.
EngineAnswer engine_think(Engine *e, const Board *b, const EngineLimits *limits);

// The moves whose values are nearest to `aim` for the side to move, the nearest first: for openings
// that should favour neither side.
EngineAnswer engine_balance(Engine *e, const Board *b, int aim, const EngineLimits *limits);

// Moves by how promising they look at first sight, without any search; values are of no scale but
// their own.
EngineAnswer engine_glance(Engine *e, const Board *b, const EngineLimits *limits);

// How often a side with that value wins, draws counted half: 0 to 1.
double engine_win_rate(int value);

typedef enum { SOLVED_UNKNOWN, SOLVED_WIN, SOLVED_LOSS, SOLVED_DRAW } Solved;

typedef struct {
    Solved outcome;  // for the side to move
    Point move;      // that keeps a win or a draw; POINT_NONE otherwise, or if none can be named
    bool no_threats; // the side to move certainly cannot win by threats alone
    int stones;      // until the five if the loser resists; 0 if nobody wins
    int length;      // of the line that is proved: the loser resists longest
    Point line[ENGINE_LINE_MAX];
    int64_t nodes;
} EngineProof;

// Proves the outcome with best play, or says that it could not within the limits. The proof is the
// caller's to release, also if nothing was proved.
EngineProof engine_prove(Engine *e, const Board *b, const EngineLimits *limits, Proof *out);

// The same without the proof.
EngineProof engine_solve(Engine *e, const Board *b, const EngineLimits *limits);

typedef enum {
    ATTACK_UNKNOWN, // not within the limits
    ATTACK_WINS,
    ATTACK_FAILS, // some defence holds against every threat; quieter moves may still win
} Attack;

typedef struct {
    Attack outcome;
    int64_t nodes;
} EngineAttack;

// Can `attacker` win by threats alone, whoever is to move? That it wins has a proof, which is the
// caller's to release also if there is none.
EngineAttack engine_attack(Engine *e, const Board *b, Stone attacker, const EngineLimits *limits,
                           Proof *out);
