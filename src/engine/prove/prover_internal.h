// Internals of the prover: proof-number table, state and node expansion. Shared by the df-pn search
// (prover.c), node expansion (prover_nodes.c) and the proof writer (proof_writer.c).
#pragma once

#include "core/point.h"
#include "engine/prove/prover.h"
#include "engine/tactics/relevant_replies.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Proof-number table: the transposition table of df-pn search. Proof (disproof) numbers are lower
// bounds on the leaves still to be proved (disproved) before the attacker's win is proved
// (disproved).
enum { PN_INFINITE = 1 << 30 }; // cannot be proved, or disproved

typedef struct {
    uint32_t proof, disproof; // 0 and PN_INFINITE: proved; PN_INFINITE and 0: disproved
} ProofNumbers;

static const ProofNumbers pn_proved = {0, PN_INFINITE}, pn_disproved = {PN_INFINITE, 0};

typedef struct PnBucket PnBucket;

typedef struct {
    PnBucket *buckets;
    size_t mask;
    bool used; // something was stored since it was cleared
} PnTable;

void pn_table_init(PnTable *table, size_t bytes); // uses the largest power of two that fits
void pn_table_release(PnTable *table);
void pn_table_clear(PnTable *table); // costs nothing if nothing was stored

// False if the position is unknown.
bool pn_table_probe(const PnTable *table, uint64_t key, ProofNumbers *out);

// Replaces the entry of the bucket with the least work.
void pn_table_store(PnTable *table, uint64_t key, ProofNumbers numbers, int64_t work);

// Proof numbers of an inner node: the minimum over the children of one number; of the other the
// maximum plus one for each other open child, instead of the sum, which counts transpositions
// several times (weak proof-number search).
typedef struct {
    ProofNumbers numbers;
    int best;
    uint32_t best_number, second; // of the number that is minimized
    uint32_t best_other;
} PnSummary;

// Proof numbers are minimized at the attacker's nodes (OR), disproof numbers at the defender's
// (AND).
PnSummary pn_summarize(bool attacking, const ProofNumbers *children, int count);

// df-pn thresholds for the best child.
ProofNumbers pn_child_limit(bool attacking, const PnSummary *s, ProofNumbers limit);

static inline bool pn_is_solved(ProofNumbers n) {
    return n.proof == 0 || n.disproof == 0;
}

static inline bool pn_is_within(ProofNumbers n, ProofNumbers limit) {
    return n.proof < limit.proof && n.disproof < limit.disproof;
}

enum {
    PROVER_MOVES_MAX = BOARD_MAX * BOARD_MAX,
    PROVER_UNBOUNDED = 2 * PROVER_MOVES_MAX, // stones until the five
    THREAT_LINE_MAX = 27,
    EXTRAS_MAX = 256,
};

// Cache entry: the VCF that the attacker threatens. Cached because df-pn enters a node many times.
typedef struct {
    uint64_t key;
    uint16_t length;
    Point line[THREAT_LINE_MAX];
} CachedThreat;

// A reply that relevant_replies_add missed, found while writing the proof.
typedef struct {
    uint64_t key;
    Point point;
} ExtraReply;

struct Prover {
    const Patterns *patterns;
    Position *position;
    Stone attacker;
    ProverScope scope;
    uint64_t hashes[SYMMETRY_COUNT]; // Zobrist hash by symmetry; the first is the identity
    Point mapped[SYMMETRY_COUNT][POINT_COUNT]; // points mapped by each symmetry
    PnTable table;
    size_t table_bytes;     // maximum size
    ProofNumbers *children; // of all nodes on the path
    int children_used, children_room;
    CachedThreat *threats;
    Vcf *vcf;
    UndoStack stack;
    int bound; // maximum stones of a win; PROVER_UNBOUNDED at first
    int extra_count;
    ExtraReply extras[EXTRAS_MAX];
    const StopCondition *stop_condition; // NULL: none
    int64_t nodes, stop_at, next_check;
    bool stopped;
    bool vcf_gave_up;   // some VCF search hit its node limit
    bool no_fours;      // the root has no VCF: already searched
    bool threats_known; // `threats` was used since it was cleared
};

typedef struct {
    int count;
    Point points[PROVER_MOVES_MAX];
} MoveList;

typedef enum { STATE_OPEN, STATE_PROVED, STATE_DISPROVED } NodeState;

// True if the search has hit a limit. Looks at the clock only now and then.
bool prover_has_to_stop(Prover *prover);

// Zobrist key of a stone.
uint64_t prover_stone_key(Stone color, Point p);

// Make and undo a move, and update the hashes.
void prover_make(Prover *prover, Point p);
void prover_undo(Prover *prover);

bool prover_attacker_to_move(const Prover *prover);

// Key of the position with the side to move and, in a search for shorter wins, the stones left.
uint64_t prover_key(const Prover *prover, int left);

// The same for the proof-number table. With PROVER_EVERYTHING, all eight symmetric views share a
// key.
uint64_t prover_table_key(const Prover *prover, int left);
uint64_t prover_child_table_key(const Prover *prover, Point p, int left);

// Proof numbers of the position after a move: from the table, or an initial estimate.
ProofNumbers prover_child_numbers(const Prover *prover, Point p, int left);

// True if the attacker, if it were to move, has a VCF with at most `left` stones. The line is in
// prover->vcf.
bool prover_find_vcf(Prover *prover, int left);

// Expands the node: returns its outcome, or STATE_OPEN and the moves to search. `known`: the node
// was expanded before and has no VCF.
NodeState prover_expand(Prover *prover, int left, bool known, MoveList *m);

// Searches the current position.
ProverResult prover_search(Prover *prover, int left);
void prover_set_node_limit(Prover *prover, int64_t nodes); // from here on; 0: none
