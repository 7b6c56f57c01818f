// The prover's insides: the position it walks, the threats and the replies it looks at. Shared by
// the search (prover.c) and by what writes its proofs down (prover_tree.c).
#pragma once

#include "core/symmetry.h"
#include "engine/prove/pn_table.h"
#include "engine/prove/prover.h"
#include "engine/tactics/relevant_replies.h"

enum {
    PROVER_MOVES_MAX = BOARD_MAX * BOARD_MAX,
    PROVER_UNBOUNDED = 2 * PROVER_MOVES_MAX, // stones until the five
    THREAT_LINE_MAX = 27,
    EXTRAS_MAX = 256,
};

// A win by fours after a pass, remembered because it is asked for each time a node is entered
// again.
typedef struct {
    uint64_t key;
    uint16_t length;
    Point line[THREAT_LINE_MAX];
} Threat;

// A reply that the relevance of a threat does not show, found when the proof was written down.
typedef struct {
    uint64_t key;
    Point point;
} Extra;

struct Prover {
    const Patterns *patterns;
    Position *position;
    Stone attacker;
    ProverScope scope;
    uint64_t hashes[SYMMETRY_COUNT]; // of the position, by keys of its own; the first as it is
    Point turned[SYMMETRY_COUNT][POINT_COUNT]; // where each symmetry takes a point
    PnTable table;
    size_t table_bytes; // to which it may grow
    Threat *threats;
    Vcf *vcf;
    UndoStack walk;
    int bound; // stones that a win may take; PROVER_UNBOUNDED at first
    int extra_count;
    Extra extras[EXTRAS_MAX];
    ProverLimits limits;
    int64_t nodes, stop_at, next_look;
    bool stopped, hasty;
    bool no_fours;      // at the root: that was looked at
    bool threats_known; // since they were forgotten
};

typedef struct {
    int count;
    Point points[PROVER_MOVES_MAX];
} Moves;

typedef enum { STATE_OPEN, STATE_PROVED, STATE_DISPROVED } State;

// Walks, keeping the hash.
void prover_make(Prover *t, Point p);
void prover_undo(Prover *t);

bool prover_attacker_to_move(const Prover *t); // is the attacker to move?

// A position is known with whose turn it is and, in a search for shorter wins, the stones left.
uint64_t prover_key(const Prover *t, int left);

// The same for the table of numbers, where in a search of everything all eight views are one.
uint64_t prover_table_key(const Prover *t, int left);
uint64_t prover_child_table_key(const Prover *t, Point p, int left);

// What is known of a position after a move; what is to be expected if nothing is.
ProofNumbers prover_child_numbers(const Prover *t, Point p, int left);

// Can the attacker win by fours, with at most that many stones, if it were its turn? The line is
// then in t->vcf.
bool prover_find_vcf(Prover *t, int left);

// What the node is without looking further, and otherwise the moves that have to be tried. `known`:
// there is no win by fours, that was looked at before.
State prover_expand(Prover *t, int left, bool known, Moves *m);

// Searches the position where the prover stands.
ProverResult prover_search(Prover *t, int left);
void prover_set_limits(Prover *t, const ProverLimits *limits);
