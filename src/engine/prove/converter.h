// Converter: turns wins that alpha-beta search is certain of into proofs. It finds wins with quiet
// moves, which the prover alone does not.
#pragma once

#include "engine/prove/prover.h"

// What alpha-beta search says of a position.
typedef struct {
    Point move;
    int value; // for the side to move
    int64_t nodes;
} Proposal;

typedef struct {
    void *context;
    Proposal (*search)(void *context, const Board *b, int64_t nodes, const StopCondition *stop);
} Proposer;

typedef struct Converter Converter;

// Borrows the prover and the stop condition, whose node limit is ignored.
Converter *converter_new(Prover *prover, Proposer proposer, const StopCondition *stop);
void converter_free(Converter *c);

// False where it cannot prove anything: under rules with forbidden moves or blocked fives, and on a
// board that is nearly full.
bool converter_applies_to(const Board *b);

// Tries to prove with about that many nodes that `attacker` wins, whichever side is to move, from
// a board that it applies to. On success the caller releases `out`. Another call with the same
// board continues with what is known, and with more effort.
bool converter_prove(Converter *c, const Board *b, Stone attacker, int64_t nodes, Proof *out);

int64_t converter_nodes(const Converter *c); // of all calls, those of alpha-beta included

// The zone of a win by threats, from a node of the proof where the attacker is to move. The win
// still works if the defender gets two more stones: one outside the zone, and one anywhere as a
// reply that the proof does not list.
//
// Why: the stone outside the zone does not occupy a point where a side plays in the proof or where
// the attacker makes five. Nor does it help the defender to a four, because the zone contains every
// window of five with two stones of the defender, on the board or in the proof.
PointSet converter_zone(const Proof *proof, int node, const Board *b, Stone attacker);
