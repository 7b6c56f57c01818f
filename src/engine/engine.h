// Search engine: alpha-beta (PVS) with an NNUE evaluation, MultiPV analysis, balancing moves, and a
// prover (proof-number search) for wins, draws and threats.
//
// One way to open it (EngineOptions) and one way to ask it (EngineRequest). An Engine builds its
// tables for the rules of a request, and builds them again if the rules change. It keeps what past
// searches learned. Use it from one thread at a time; it starts helper threads only on request, and
// only during a call.
#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "core/board.h"
#include "proof/proof.h"

#include <stddef.h>

enum {
    ENGINE_MATE = 30000,
    ENGINE_CERTAIN = 29000, // values above it, or below its negative, are proven wins and losses
    ENGINE_LINE_MAX = 64,
    ENGINE_LINES_MAX = 32,
    ENGINE_THREADS_MAX = 256,
    ENGINE_MEMORY_MIN = 10 << 20,     // bytes; smaller limits are raised to this
    ENGINE_NET_MEMORY_MIN = 46 << 20, // below this, embedded nets are not used
};

typedef struct Engine Engine;

// All zero: the defaults, with the net.
typedef struct {
    const char *net; // "on" or NULL: embedded, by rules and board size; "off"; else a file
    const char
        *weights; // file of the classical evaluation (docs/develop/tuning.md); NULL: embedded
    int64_t memory, table; // bytes: total, and of the transposition table; 0: no limit
} EngineOptions;

// NULL: the defaults. Copies the file names; reads the files only when needed.
Engine *engine_new(const EngineOptions *options);
void engine_free(Engine *e);

// Loads and allocates what a search needs, so that the first one does not have to. False if a file
// cannot be used; the engine then thinks with the embedded weights and without a net.
bool engine_prepare(Engine *e, const Rules *rules, Error *err);

// Clears everything learned in past searches, as in a new engine.
void engine_clear(Engine *e);

// Memory limits like those of EngineOptions; the smaller of the two applies. A change clears the
// transposition table.
void engine_set_memory(Engine *e, int64_t memory, int64_t table);

// Supplies a net (docs/develop/net.md) for rules and board sizes without an embedded one:
// WebAssembly embeds none. `bytes` is borrowed until it is replaced. Not used under rules it was
// not made for.
void engine_offer_net(Engine *e, const void *bytes, size_t length);

// Name of the net for the rules and board size last used or prepared; "" without a net.
const char *engine_net_name(const Engine *e);

// Name of the published net (data/nets/table) for these rules and this board size, embedded or not;
// "" without one.
const char *engine_published_net(const Rules *rules, int size);

// The most threads a search uses: the number of processors.
int engine_threads_max(void);

// Search limits: time, nodes, depth. 0: no such limit. Without any limit a search runs until the
// outcome is known or it is stopped.
typedef struct {
    int64_t ms;        // hard time limit; includes preparing the engine
    int64_t target_ms; // soft time limit, below `ms`: exceeded only if needed. 0: use all of `ms`
    int64_t nodes;
    int depth;
} Budget;

typedef enum {
    REQUEST_SEARCH,      // the best moves
    REQUEST_BALANCE,     // the moves with values closest to `balance_target`, closest first
    REQUEST_BALANCE_TWO, // one stone per side that brings the value closest to `balance_target`
    REQUEST_ORDER,       // the moves by their static scores, without a search
    REQUEST_PROVE,       // the outcome with best play, by proof-number search
    REQUEST_THREATS,     // can `attacker`, to move or not, win by threats alone (VCF and VCT)?
} RequestKind;

typedef struct {
    Point move; // the first of `moves`; POINT_PASS if there is no legal move. Proofs: the move that
                // keeps the win or draw, POINT_NONE if no move does or it is unknown
    int value;  // for the side to move; ENGINE_MATE - n: wins with the n-th stone from here
    int depth;  // searched, in plies
    int length; // of the principal variation; in a proof, the longest resistance
    Point moves[ENGINE_LINE_MAX];
} EngineLine;

typedef struct {
    int line_count;                     // at least 1
    EngineLine lines[ENGINE_LINES_MAX]; // best first (MultiPV), each with a different first move
    Outcome outcome;    // proved, for the side to move; REQUEST_THREATS: a win of the attacker
    bool no_threat_win; // proved: the side to move (or attacker) cannot win by threats alone
    int stones;         // in a proof: until the five, against best resistance; 0 if nobody wins
    Proof proof;        // has no nodes if nothing was proved
    int64_t nodes, ms;
    const char *net_name; // as engine_net_name; "" for proofs. Borrowed from the engine
} EngineResult;

// The game must not be over.
typedef struct {
    RequestKind kind;
    const Board *board;
    Budget budget;
    int threads;                       // 0 or 1: only the caller's; fewer if memory is short
    int line_count;                    // MultiPV, default: 1
    const Point *allowed, *excluded;   // first moves
    int allowed_count, excluded_count; // allowed_count 0: all are allowed
    int balance_target;                // for the side to move
    Stone attacker;
    bool any_length;   // REQUEST_THREATS: the first proof found, not a short one
    bool outcome_only; // and without a proof: faster, but a proof of the win may not be found later
    bool move_only;    // only the best move matters: a forced one is not searched
    StopToken stop;
    void (*on_progress)(void *context, const EngineResult *so_far); // may be NULL
    void *progress_context;
} EngineRequest;

EngineResult engine_run(Engine *e, const EngineRequest *request);

// The policy of the side to move: how likely each empty point is its next move, by the net or, if
// there is none, by the static scores. Sums to 1; 0 for other points. The board must not be full.
// The net does not learn fives, which the search finds by itself: if there is one to make or to
// stop, look at board_five_points first.
void engine_policy(Engine *e, const Board *b, float probabilities[static POINT_COUNT]);

// Frees the proof of REQUEST_PROVE and REQUEST_THREATS; other results own nothing.
void engine_result_release(EngineResult *result);

static inline bool engine_is_certain(int value) {
    return value > ENGINE_CERTAIN || value < -ENGINE_CERTAIN;
}

// Plies to the end of the game if the value is a proven win or loss; 0 if it is an estimate.
int engine_plies_to_end(int value);

// Expected score of the side with that value, from 0 to 1. A draw counts half.
double engine_win_rate(int value);
