// Writes proofs from the proof-number table: of a win, and of the defender's half of a draw.
#include "base/mem.h"
#include "engine/prove/prover_internal.h"
#include "engine/tactics/pairing.h"
#include "engine/tactics/relevant_replies.h"
#include "proof/proof.h"

#include <string.h>

enum { FAILED = -2, TRIES_MAX = 8, NODES_MAX = 2000000 };

// A move that was proved to win (PROVER_PROVED) or to hold (PROVER_EXHAUSTED) for the side to move;
// POINT_NONE if no move is decided. If the table no longer has it, the node is searched again.
static Point decided_move(Prover *prover, int left, ProverResult decided) {
    MoveList m;
    for (int attempt = 0; attempt < 2; attempt++) {
        if (prover_expand(prover, left, true, &m) != STATE_OPEN)
            return POINT_NONE;
        for (int i = 0; i < m.count; i++) {
            ProofNumbers n;
            if (pn_table_probe(&prover->table, prover_child_table_key(prover, m.points[i], left),
                               &n) &&
                (decided == PROVER_PROVED ? n.proof : n.disproof) == 0)
                return m.points[i];
        }
        pn_table_store(&prover->table, prover_table_key(prover, left), (ProofNumbers){1, 1}, 0);
        if (prover_search(prover, left) != decided)
            return POINT_NONE;
    }
    return POINT_NONE;
}

// ---- Wins

// Replays the winning moves and covers every legal reply. A reply that relevant_replies_add missed
// and the threat does not refute gets a branch of its own. If that fails it is recorded, and the
// search has to find another way.

typedef struct {
    Prover *prover;
    Proof *proof;
    bool is_optional; // there is already a proof: obey the time limit
    HashMap written;  // nodes by position key
} Writer;

static bool has_one_answer(const Prover *prover) {
    return prover->position->board.rules->black.blocked_five_wins;
}

static int write_attack(Writer *w, int left);

typedef struct {
    int count;
    ProofReply replies[PROVER_MOVES_MAX];
} Replies;

static bool write_reply(Writer *w, Point p, int left, Replies *r) {
    prover_make(w->prover, p);
    int node = write_attack(w, left - 1);
    prover_undo(w->prover);
    if (node == FAILED)
        return false;
    r->replies[r->count++] = (ProofReply){p, node};
    return true;
}

static bool is_listed(const Replies *r, Point p) {
    for (int i = 0; i < r->count; i++)
        if (r->replies[i].point == p)
            return true;
    return false;
}

// Writes the threat as a node: the attacker's win after a pass.
static int write_threat(Writer *w, int left) {
    Position *s = w->prover->position;
    uint8_t turn = s->board.turn;
    s->board.turn = (uint8_t)w->prover->attacker;
    int node = write_attack(w, left - 1);
    s->board.turn = turn;
    return node;
}

// True if the threat wins despite the reply on `p`.
static bool threat_refutes(Writer *w, Point p, int threat) {
    Prover *prover = w->prover;
    const ProofNode *n = &w->proof->nodes[threat];
    bool refutes;
    if (has_one_answer(prover) && n->line_count > 0) {
        FoursUndo undo;
        fours_place(&prover->stack.fours, p, stone_other(prover->attacker), &undo);
        refutes =
            relevant_replies_line_wins(&prover->stack, w->proof->points + n->line, n->line_count);
        fours_remove(&prover->stack.fours, &undo);
    } else {
        Board after = prover->position->board;
        ProofCheck checking = {0};
        refutes = board_play(&after, p) == PLAY_OK &&
                  proof_node_wins(w->proof, prover->attacker, &after, threat, &checking, NULL);
    }
    return refutes;
}

// Covering all replies may take long without ever calling the search, which checks the clock.
static bool has_to_stop(const Writer *w) {
    const StopCondition *s = w->prover->stop_condition;
    return s && ((w->is_optional && stop_condition_is_late(s)) || stop_requested(s->token));
}

// The replies that the threat may not refute. All fours of the defender are listed already. Where
// moves can be forbidden or a four has several answers, these are all points.
static PointSet points_to_cover(const Writer *w, int threat) {
    Prover *prover = w->prover;
    const Rules *rules = prover->position->board.rules;
    const ProofNode *n = &w->proof->nodes[threat];
    PointSet set;
    if (!has_one_answer(prover) || rules->black.has_fouls || n->line_count == 0 ||
        n->line_count > UNDO_STACK_MAX) {
        memset(&set, 0xff, sizeof set);
        return set;
    }
    set = (PointSet){{0}};
    fours_sync(&prover->stack.fours, &prover->position->board);
    relevant_replies_add(&prover->stack, w->proof->points + n->line, n->line_count, &set);
    return set;
}

// Every legal reply that is not listed is refuted by the threat, or gets a branch.
static bool cover_other_replies(Writer *w, int left, int threat, Replies *r) {
    Prover *prover = w->prover;
    PointSet set = points_to_cover(w, threat);
    Point empty[PROVER_MOVES_MAX];
    int n = board_empty_points(&prover->position->board, empty);
    for (int i = 0; i < n; i++) {
        Point p = empty[i];
        if (!point_set_has(&set, p))
            continue;
        if (has_to_stop(w)) {
            prover->stopped = true;
            return false;
        }
        // write_reply below moves the position, so the bitboards have to be synced again.
        fours_sync(&prover->stack.fours, &prover->position->board);
        if (is_listed(r, p) ||
            position_is_forbidden(prover->position, prover->position->board.turn, p) ||
            threat_refutes(w, p, threat) || write_reply(w, p, left, r))
            continue;
        if (!prover->stopped && prover->extra_count < EXTRAS_MAX)
            prover->extras[prover->extra_count++] = (ExtraReply){prover_key(prover, left), p};
        return false;
    }
    return true;
}

// The defender is to move, after `move` if it is not POINT_NONE.
static int write_defense(Writer *w, Point move, int left) {
    Prover *prover = w->prover;
    MoveList m;
    int threat = PROOF_NONE;
    NodeState state = prover_expand(prover, left, false, &m);
    if (state == STATE_DISPROVED)
        return FAILED;
    Replies *r = mem_alloc(sizeof *r);
    bool ok = true;
    for (int i = 0; i < m.count && ok; i++)
        ok = write_reply(w, m.points[i], left, r);
    if (ok && position_count(prover->position, prover->attacker, CATEGORY_FIVE) == 0) {
        // At the root there may be no threat; then every reply has been written already.
        threat = prover_find_vcf(prover, left - 1) ? write_threat(w, left) : PROOF_NONE;
        ok = threat == PROOF_NONE || (threat != FAILED && cover_other_replies(w, left, threat, r));
    }
    int node = ok ? proof_add_move(w->proof, move, r->replies, r->count, threat) : FAILED;
    mem_free(r);
    return node;
}

static int write_after(Writer *w, Point move, int left) {
    prover_make(w->prover, move);
    int node = write_defense(w, move, left - 1);
    prover_undo(w->prover);
    return node;
}

static int write_best(Writer *w, int left) {
    Point move = decided_move(w->prover, left, PROVER_PROVED);
    return move == POINT_NONE ? FAILED : write_after(w, move, left);
}

static int write_attack(Writer *w, int left) {
    Prover *prover = w->prover;
    uint64_t key = prover_key(prover, left);
    const int *known = hash_map_get(&w->written, key);
    if (known)
        return *known;
    int node;
    if (position_count(prover->position, prover->attacker, CATEGORY_FIVE) > 0)
        node = proof_add_move(w->proof, position_five(prover->position, prover->attacker), NULL, 0,
                              PROOF_NONE);
    else if (!prover_find_vcf(prover, left))
        node = write_best(w, left);
    else if (has_one_answer(prover))
        node = proof_add_line(w->proof, prover->vcf->line, prover->vcf->length);
    else
        node = write_after(w, prover->vcf->line[0], left);
    if (node != FAILED)
        hash_map_put(&w->written, key, node);
    return node;
}

typedef enum { REQUIRED, OPTIONAL } Need;

// Adds the nodes of the win to `out` and returns the root, or FAILED.
static int write_once(Prover *prover, Need need, Proof *out) {
    Writer w = {.prover = prover, .proof = out, .is_optional = need == OPTIONAL};
    int nodes = out->node_count, replies = out->reply_count, points = out->point_count;
    int root = prover_attacker_to_move(prover) ? write_attack(&w, prover->bound)
                                               : write_defense(&w, POINT_NONE, prover->bound);
    hash_map_release(&w.written);
    if (root == FAILED) {
        out->node_count = nodes;
        out->reply_count = replies;
        out->point_count = points;
    }
    return root;
}

// A failed attempt records an extra reply; the search is repeated with it.
static int write_some(Prover *prover, Proof *out) {
    for (int i = 0; i < TRIES_MAX && !prover->stopped; i++) {
        int extras = prover->extra_count, root = write_once(prover, REQUIRED, out);
        if (root != FAILED || prover->extra_count == extras)
            return root;
        pn_table_clear(&prover->table);
        if (prover_search(prover, prover->bound) != PROVER_PROVED)
            return FAILED;
    }
    return FAILED;
}

int prover_add_win(Prover *prover, int64_t nodes, Proof *out) {
    prover_set_node_limit(prover, nodes);
    int root = write_some(prover, out);
    return root == FAILED ? PROOF_NONE : root;
}

static bool finish(const Prover *prover, int root, Proof *out) {
    if (root == FAILED) {
        proof_release(out);
        return false;
    }
    out->outcome = prover_attacker_to_move(prover) ? OUTCOME_WIN : OUTCOME_LOSS;
    out->roots[0] = root;
    return true;
}

bool prover_write_proof(Prover *prover, int64_t nodes, Proof *out) {
    Board start = prover->position->board;
    prover_set_node_limit(prover, nodes);
    proof_init(out, &start);
    if (!finish(prover, write_some(prover, out), out))
        return false;
    // Spends about as many nodes on shorter proofs as on the first. Failures with a bound are not
    // conclusive, so vcf_gave_up is restored.
    int64_t allowance = 2 * prover->nodes + 2000;
    bool vcf_gave_up = prover->vcf_gave_up;
    for (;;) {
        Proof shorter;
        prover->bound = proof_length(out) - 2;
        if (prover->bound < 3) // a five at once was already ruled out
            break;
        prover_set_node_limit(prover, nodes && nodes < allowance ? nodes : allowance);
        int64_t before = prover->nodes;
        proof_init(&shorter, &start);
        int root = prover_search(prover, prover->bound) == PROVER_PROVED
                       ? write_once(prover, OPTIONAL, &shorter)
                       : FAILED;
        bool found = finish(prover, root, &shorter);
        allowance -= prover->nodes - before;
        if (!found)
            break;
        proof_release(out);
        *out = shorter;
        if (allowance <= 0)
            break;
    }
    prover->bound = PROVER_UNBOUNDED;
    prover->vcf_gave_up = vcf_gave_up;
    return true;
}

// ---- Draws

// After a full search has shown that the attacker cannot win, the defender holds: an answer to each
// move of the attacker, until a pairing strategy covers the rest.
typedef struct {
    Prover *prover;
    Proof *proof;
    HashMap answers; // nodes by position key, with the holder to move
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

static int write_new_answer(Holder *h);

// The holder is to move.
static int write_answer(Holder *h) {
    uint64_t key = prover_key(h->prover, h->prover->bound);
    const int *known = hash_map_get(&h->answers, key);
    if (known)
        return *known;
    int node = write_new_answer(h);
    if (node != FAILED)
        hash_map_put(&h->answers, key, node);
    return node;
}

static int write_new_answer(Holder *h) {
    Prover *prover = h->prover;
    Stone holder = stone_other(prover->attacker);
    Pairing pairing;
    if (position_count(prover->position, holder, CATEGORY_FIVE) > 0)
        return proof_add_move(h->proof, position_five(prover->position, holder), NULL, 0,
                              PROOF_NONE);
    if (position_count(prover->position, prover->attacker, CATEGORY_FIVE) == 0 &&
        pairing_find(&prover->position->board, holder, &pairing))
        return write_free_move(h, &pairing);
    Point move = decided_move(prover, prover->bound, PROVER_EXHAUSTED);
    if (move == POINT_NONE)
        return FAILED;
    prover_make(prover, move);
    int node = write_after_move(h, move);
    prover_undo(prover);
    return node;
}

// The attacker is to move, after the holder's `move` if it is not POINT_NONE.
static int write_after_move(Holder *h, Point move) {
    Prover *prover = h->prover;
    const Board *b = &prover->position->board;
    Pairing pairing;
    if (pairing_find(b, stone_other(prover->attacker), &pairing))
        return write_pairs(h, move, &pairing);
    Point empty[PROVER_MOVES_MAX];
    int n = board_empty_points(b, empty), count = 0;
    ProofReply *replies = mem_alloc(sizeof *replies * PROVER_MOVES_MAX);
    bool ok = h->proof->node_count < NODES_MAX;
    for (int i = 0; i < n && ok; i++) {
        if (position_is_forbidden(prover->position, prover->attacker, empty[i]))
            continue;
        prover_make(prover, empty[i]);
        if (board_has_legal_move(b)) { // otherwise it is a draw
            int node = write_answer(h);
            ok = node != FAILED;
            replies[count++] = (ProofReply){empty[i], node};
        }
        prover_undo(prover);
    }
    int node = ok ? proof_add_move(h->proof, move, replies, count, PROOF_NONE) : FAILED;
    mem_free(replies);
    return node;
}

int prover_write_draw(Prover *prover, int64_t nodes, Proof *out) {
    Holder h = {.prover = prover, .proof = out};
    prover_set_node_limit(prover, nodes);
    int node =
        prover_attacker_to_move(prover) ? write_after_move(&h, POINT_NONE) : write_answer(&h);
    hash_map_release(&h.answers);
    return node == FAILED ? PROOF_NONE : node;
}
