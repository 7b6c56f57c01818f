// The engine: searches, analyses and solves positions. Other folders use it through this header.
//
// An Engine holds the pattern tables of one rule set and what past searches learned. Use it from
// one thread at a time. It starts helper threads only on request, and only during a call.
#pragma once

#include "base/error.h"
#include "base/stop_token.h"
#include "core/board.h"
#include "proof/proof.h"

#include <stddef.h>

typedef struct Engine Engine;

Engine *engine_new(const Rules *rules);
void engine_free(Engine *e);

// Returns an engine for `rules`: `e` itself if it matches, otherwise a fresh one (and frees `e`,
// which may be NULL). A fresh one does not inherit any settings.
Engine *engine_for(Engine *e, const Rules *rules);
bool engine_is_for(const Engine *e, const Rules *rules);

// Memory limits in bytes: `bytes` for everything, at least ENGINE_MEMORY_MIN, and `table` for the
// transposition table. 0: no limit. A change clears the table. Below ENGINE_NET_MEMORY_MIN the
// engine plays without its embedded net.
enum { ENGINE_MEMORY_MIN = 10 << 20, ENGINE_NET_MEMORY_MIN = 46 << 20 };
void engine_set_memory(Engine *e, int64_t bytes, int64_t table);

// Loads the weights of the classical evaluation and move ordering from a file (docs/tuning.md), and
// clears the engine's memory.
bool engine_load_weights(Engine *e, const char *path, Error *err);

// Nets (docs/net.md) evaluate quiet positions and order moves instead of the classical weights.
// Changing the net clears the engine's memory. The program embeds nets for freestyle, standard and
// renju and picks one by rules and board size; another net has to fit the rules
// (net_supports_rules).
bool engine_has_own_net(const Engine *e);
void engine_use_own_net(Engine *e);
bool engine_load_net(Engine *e, const char *path, Error *err);
bool engine_read_net(Engine *e, const void *bytes, size_t len, Error *err); // copies `bytes`
bool engine_is_net(const void *bytes, size_t len, Error *err);              // for any rules

// Clears everything learned in past searches, as in a new engine.
void engine_forget(Engine *e);

enum {
    ENGINE_MATE = 30000,
    ENGINE_CERTAIN = 29000, // values above it, or below its negative, are proven wins and losses
    ENGINE_LINE_MAX = 64,
    ENGINE_LINES_MAX = 32,
    ENGINE_THREADS_MAX = 256,
};

static inline bool engine_is_certain(int value) {
    return value > ENGINE_CERTAIN || value < -ENGINE_CERTAIN;
}

// The most threads a search uses: the number of processors.
int engine_threads_max(void);

typedef struct {
    Point move; // the first of `moves`; POINT_PASS if there is no legal move
    int value;  // for the side to move; ENGINE_MATE - n: wins with the n-th stone from here
    int depth;  // searched, in plies
    int length; // of the principal variation
    Point moves[ENGINE_LINE_MAX];
} EngineLine;

typedef struct {
    int64_t nodes;
    int count;                          // of lines, at least 1
    EngineLine lines[ENGINE_LINES_MAX]; // best first (MultiPV), each with a different first move
} EngineAnswer;

// Limits and options of a search. 0: no such limit. Without any limit it runs until the outcome is
// known or it is stopped.
typedef struct {
    int64_t ms;       // hard time limit
    int64_t usual_ms; // soft time limit, below `ms`: exceeded only if needed. 0: use all of `ms`
    int64_t nodes;
    int depth;
    int threads;                  // 0 and 1: only the caller's; fewer if memory is short
    int lines;                    // MultiPV, default: 1
    const Point *only, *barred;   // allowed and excluded first moves
    int only_count, barred_count; // only_count 0: all are allowed
    StopToken stop;
    void (*report)(void *context, const EngineAnswer *so_far); // progress; may be NULL
    void *report_context;
} EngineLimits;

// Searches for the best move in a game that is not over.
EngineAnswer engine_think(Engine *e, const Board *b, const EngineLimits *limits);

// Finds the moves with values closest to `aim` for the side to move, closest first. For balanced
// openings.
EngineAnswer engine_balance(Engine *e, const Board *b, int aim, const EngineLimits *limits);

// Orders moves by their classical ordering scores, without a search. Scores are only comparable
// with each other.
EngineAnswer engine_glance(Engine *e, const Board *b, const EngineLimits *limits);

// Expected score of the side with that value, from 0 to 1. A draw counts half.
double engine_win_rate(int value);

typedef enum { SOLVED_UNKNOWN, SOLVED_WIN, SOLVED_LOSS, SOLVED_DRAW } Solved;

typedef struct {
    Solved outcome;  // for the side to move
    Point move;      // that keeps a win or a draw; POINT_NONE if there is none or it is unknown
    bool no_threats; // proven: the side to move cannot win by threats alone
    int stones;      // until the five if the loser resists longest; 0 if nobody wins
    int length;      // of the proven line, in which the loser resists longest
    Point line[ENGINE_LINE_MAX];
    int64_t nodes;
} EngineProof;

// Solves a position by proof-number search: proves the outcome with best play, or returns
// SOLVED_UNKNOWN if the limits are too small. Caller releases `out` in every case.
EngineProof engine_prove(Engine *e, const Board *b, const EngineLimits *limits, Proof *out);

// The same without the proof.
EngineProof engine_solve(Engine *e, const Board *b, const EngineLimits *limits);

typedef enum {
    ATTACK_UNKNOWN, // not within the limits
    ATTACK_WINS,
    ATTACK_FAILS, // every threat sequence can be defended; quiet moves may still win
} Attack;

typedef struct {
    Attack outcome;
    int64_t nodes;
} EngineAttack;

// Can `attacker` win by threats alone (VCF and VCT), whichever side is to move? ATTACK_WINS comes
// with a proof. Caller releases `out` in every case.
EngineAttack engine_attack(Engine *e, const Board *b, Stone attacker, const EngineLimits *limits,
                           Proof *out);
