// Proof: a strategy that forces the outcome of a position, as a directed acyclic graph (a proof
// tree with shared nodes).
//
// A node is a move of the proving side, with a child for each reply of the opponent that matters.
// Replies that are not listed are refuted in one of three ways:
//   by a five      the proving side can still make a five, so nothing is stored;
//   by a threat    another node, whose win still works after every reply that is not listed;
//   by pairs       (holding a draw) a pairing strategy: every window that the opponent could still
//                  fill contains a pair, and when the opponent takes one point of it, the holder
//                  takes the other.
// A sequence of continuous fours (VCF) is one node: its line alternates fours and their only
// answers, and ends with a five or with a four that has no answer.
//
// Children are stored before their parents, so there are no cycles, and a node may have several
// parents.
#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/json_writer.h"
#include "base/str.h"
#include "core/board.h"

// The game-theoretic value of a position, for the side to move.
typedef enum { OUTCOME_UNKNOWN, OUTCOME_WIN, OUTCOME_LOSS, OUTCOME_DRAW, OUTCOME_COUNT } Outcome;

const char *outcome_name(Outcome outcome); // "unknown", "win", "loss", "draw"

enum { PROOF_NONE = -1 };

typedef struct {
    Point point;
    int32_t node; // the node after it
} ProofReply;

typedef struct {
    Point move;     // POINT_NONE: the opponent moves first, or the node is a line of fours
    int32_t threat; // a node, or PROOF_NONE
    int32_t replies, reply_count; // index and count in Proof.replies
    int32_t line, line_count;     // the same in Proof.points; a line of fours if line_count > 0
    int32_t pairs, pair_count;    // the same in Proof.points, two points per pair
    bool paired; // a pairing strategy, even with pair_count 0 because no window is left
} ProofNode;

typedef struct {
    Board start;
    Outcome outcome;
    int32_t roots[2]; // [0]: the winner's strategy; of a draw: Black's and White's
    ProofNode *nodes;
    ProofReply *replies;
    Point *points;
    int node_count, node_capacity, reply_count, reply_capacity, point_count, point_capacity;
} Proof;

void proof_init(Proof *p, const Board *start);
void proof_release(Proof *p);

// Each adds a node, copying the arrays, and returns its number.
int proof_add_line(Proof *p, const Point *line, int count);
int proof_add_move(Proof *p, Point move, const ProofReply *replies, int count, int threat);
int proof_add_pairs(Proof *p, Point move, const Point *points, int pair_count);

// EMPTY if the outcome is not a win or loss.
Stone proof_winner(const Proof *p);

// Plies until the five with the longest defense; 0 for draws.
int proof_length(const Proof *p);

// The line of the longest defense, at most `max` points; returns their number. It may end two plies
// early, where every reply allows a five.
int proof_line(const Proof *p, Point *line, int max);

// JSON file format of proofs. docs/integrate/proofs.md describes every field.

void proof_write_json(const Proof *p, Str *out);

// Checks only the structure: points are on the board, nodes refer to earlier nodes. proof_check
// checks whether the proof holds. On success the caller releases it.
bool proof_read_json(const char *text, size_t len, Proof *out, Error *err);

// Only the field "nodes", in a line. Reading adds to a proof whose start is known.
void proof_write_nodes(JsonWriter *w, const Proof *p);
bool proof_read_nodes(const Json *object, Proof *p, Error *err);

// Proof checker: verifies a proof from the rules alone. It shares no code with the solver and
// trusts nothing in the proof: after every move of the proving side it checks every legal reply.

typedef struct {
    int64_t positions; // counts the positions checked; start with 0
    bool thorough;     // try every reply, also those that a footprint excludes
    StopToken stop;
} ProofCheck;

// False if the proof does not hold; *err then says where and why.
bool proof_check(const Proof *p, ProofCheck *c, Error *err);

// True if one node of the proof wins for `side` from another position, which may have more stones.
// Used when building a proof, to find the replies that a threat refutes.
bool proof_node_wins(const Proof *p, Stone side, const Board *b, int node, ProofCheck *c,
                     Error *err);

// Footprint: the points that matter to a win, collected while it is checked. A reply elsewhere does
// not change it, so it need not be tried.
//
// Why: the side's moves and the points of its fives (`touched`) are free of the reply, so all its
// fours remain. The other side could only interfere by a five of its own in a window with the
// reply. Its stones there are those on the board, its answers in the win (`answers`), the reply
// itself, and, in a win by threats, one stone played elsewhere. If the window has at most two
// stones of the first two kinds (one, in a win by threats), these are three in all, too few for a
// four. This holds under rules without forbidden moves and blocked fives.
typedef struct {
    bool is_known;
    bool touched[POINT_COUNT], answers[POINT_COUNT];
} Footprint;

// False if the node does not win or its footprint is not known: other rules, threats of threats.
bool proof_footprint(const Proof *p, Stone side, const Board *b, int node, ProofCheck *c,
                     Footprint *out);

// True if the other side's stone on the empty point `r` does not matter. `free_stones`: 0 for a
// line of fours, 1 for a win by threats.
bool footprint_excludes(const Footprint *f, const Board *b, Stone side, Point r, int free_stones);

// As proof_node_wins, for a strategy that holds: `side` does not lose.
bool proof_node_holds(const Proof *p, Stone side, const Board *b, int node, ProofCheck *c,
                      Error *err);

// Settled pairs, for Black under renju (docs/integrate/certificates.md): kept out of the game, and
// either empty or with a stone of each color. `partner` has the other point of each point in a
// pair, or POINT_NONE. The stones of the board are elsewhere; an empty point without a partner is
// open.

// Whether Black may play on this open point, whatever stones the pairs have.
bool settled_move_is_legal(const Board *b, const Point *partner, Point move);

// White is to move: whether Black does not lose until White plays on an open point, or, if at most
// one point is open, until the end.
bool settled_pairs_hold(const Board *b, const Point *partner, Error *err);
