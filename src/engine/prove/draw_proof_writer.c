// Writes the defender's half of a draw proof, after a full search has shown that the attacker
// cannot win: an answer to each move of the attacker, until a pairing strategy covers the rest.
#include "engine/prove/prover_internal.h"

#include "base/mem.h"
#include "engine/tactics/pairing.h"

enum { FAILED = -2, NODES_MAX = 2000000 };

typedef struct {
    Prover *prover;
    Proof *proof;
} Holder;

static int write_after_move(Holder *h, Point move);

// A pairing stays valid after the holder's move: all windows through that point are closed.
static int write_pairs(Holder *h, Point move, const Pairing *pairing) {
    Point points[2 * PAIRING_MAX];
    int count = 0;
    for (int i = 0; i < pairing->count; i++) {
        Point one = pairing->points[2 * i], two = pairing->points[2 * i + 1];
        if (one == move || two == move)
            continue;
        points[2 * count] = one;
        points[2 * count++ + 1] = two;
    }
    return proof_add_pairs(h->proof, move, points, count);
}

// With a pairing strategy any move holds.
static int write_free_move(Holder *h, const Pairing *pairing) {
    const Board *b = &h->prover->position->board;
    Point empty[PROVER_MOVES_MAX];
    return board_empty_points(b, empty) > 0 ? write_pairs(h, empty[0], pairing) : FAILED;
}

// Writes a move that the search has found to hold.
static int write_best(Holder *h) {
    Prover *t = h->prover;
    MoveList m;
    for (int attempt = 0; attempt < 2; attempt++) {
        if (prover_expand(t, t->bound, true, &m) != STATE_OPEN)
            return FAILED;
        for (int i = 0; i < m.count; i++) {
            ProofNumbers n;
            if (!pn_table_probe(&t->table, prover_child_table_key(t, m.points[i], t->bound), &n) ||
                n.disproof != 0)
                continue;
            prover_make(t, m.points[i]);
            int node = write_after_move(h, m.points[i]);
            prover_undo(t);
            return node;
        }
        pn_table_store(&t->table, prover_table_key(t, t->bound), (ProofNumbers){1, 1}, 0);
        if (prover_search(t, t->bound) != PROVER_EXHAUSTED)
            return FAILED;
    }
    return FAILED;
}

// The holder is to move.
static int write_answer(Holder *h) {
    Prover *t = h->prover;
    Stone holder = stone_other(t->attacker);
    Pairing pairing;
    if (position_count(t->position, holder, CATEGORY_FIVE) > 0)
        return proof_add_move(h->proof, position_five(t->position, holder), NULL, 0, PROOF_NONE);
    if (position_count(t->position, t->attacker, CATEGORY_FIVE) == 0 &&
        pairing_find(&t->position->board, holder, &pairing))
        return write_free_move(h, &pairing);
    return write_best(h);
}

// The attacker is to move, after the holder's `move` if it is not POINT_NONE.
static int write_after_move(Holder *h, Point move) {
    Prover *t = h->prover;
    const Board *b = &t->position->board;
    Pairing pairing;
    if (pairing_find(b, stone_other(t->attacker), &pairing))
        return write_pairs(h, move, &pairing);
    Point empty[PROVER_MOVES_MAX];
    int n = board_empty_points(b, empty), count = 0;
    ProofReply *replies = mem_alloc(sizeof *replies * PROVER_MOVES_MAX);
    bool ok = h->proof->node_count < NODES_MAX;
    for (int i = 0; i < n && ok; i++) {
        if (position_is_forbidden(t->position, t->attacker, empty[i]))
            continue;
        prover_make(t, empty[i]);
        if (board_has_legal_move(b)) { // otherwise it is a draw
            int node = write_answer(h);
            ok = node != FAILED;
            replies[count++] = (ProofReply){empty[i], node};
        }
        prover_undo(t);
    }
    int node = ok ? proof_add_move(h->proof, move, replies, count, PROOF_NONE) : FAILED;
    mem_free(replies);
    return node;
}

int prover_write_draw(Prover *t, int64_t nodes, Proof *out) {
    Holder h = {t, out};
    prover_set_node_limit(t, nodes);
    int node = prover_attacker_to_move(t) ? write_after_move(&h, POINT_NONE) : write_answer(&h);
    return node == FAILED ? PROOF_NONE : node;
}
