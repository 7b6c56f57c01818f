#include "engine/prove/solver.h"

#include "engine/prove/hold.h"

enum {
    TURN_NODES = 4000,   // of each side's first turn; later ones are longer
    WIDE_NODE_COST = 8,  // time of a node of PROVER_EVERYTHING, in nodes of PROVER_THREATS
    WIDE_EMPTY_MAX = 60, // empty points up to which searching every move may come to an end
    ALPHA_BETA_COST = 2, // time of a node of alpha-beta, in the same unit
    CONVERT_TURNS = 16,  // turns that the proof of a certain win may take
    FIRST_CONVERSION = 4 * TURN_NODES, // length of the turns that may begin with it
};

// The search for a win of one side.
typedef struct {
    Prover *prover;
    Stone attacker;
    ProverScope scope;
    bool threats_done;    // all its threats were searched
    bool refuted;         // the attacker cannot win
    Hold *hold;           // searches for that too; NULL where it does not apply
    bool no_threat_win;   // proven: it cannot win by threats
    int64_t nodes_before; // of finished scopes
} WinSearch;

typedef struct {
    const Board *board;
    const StopCondition *stop;
    WinSearch searches[2]; // of the side to move and of the opponent
    Proposer proposer;     // alpha-beta
    Converter *converter;  // NULL where it does not apply
    int64_t proposal_nodes;
    bool stopped;
} Solver;

static int64_t nodes_of(const WinSearch *w) {
    return w->nodes_before + prover_nodes(w->prover);
}

static int64_t nodes_so_far(const Solver *d) {
    return nodes_of(&d->searches[0]) + nodes_of(&d->searches[1]) + d->proposal_nodes +
           (d->converter ? converter_nodes(d->converter) : 0);
}

static bool has_to_stop(const Solver *d) {
    return (d->stop->nodes && nodes_so_far(d) >= d->stop->nodes) ||
           stop_condition_is_late(d->stop) || stop_requested(d->stop->token);
}

// The node limit of a turn of `nodes` nodes, within what is left.
static int64_t turn_nodes(const Solver *d, int64_t nodes) {
    int64_t left = d->stop->nodes ? d->stop->nodes - nodes_so_far(d) : nodes;
    return left < nodes ? (left > 1 ? left : 1) : nodes;
}

// The nodes left for writing a proof; 0: no limit.
static int64_t writing_nodes(const Solver *d) {
    return d->stop->nodes ? turn_nodes(d, INT64_MAX / 4) : 0;
}

static bool threats_are_done(const Solver *d) {
    return d->searches[0].threats_done && d->searches[1].threats_done;
}

// Searching every move of a large board never ends, so it waits until nothing else is left to do.
static bool may_widen(const Solver *d) {
    Point empty[BOARD_MAX * BOARD_MAX];
    return board_empty_points(d->board, empty) <= WIDE_EMPTY_MAX ||
           (threats_are_done(d) && !d->converter);
}

static void widen_scope(const Solver *d, WinSearch *w) {
    w->nodes_before += prover_nodes(w->prover);
    w->scope = PROVER_EVERYTHING;
    prover_start(w->prover, d->board, w->attacker, w->scope, d->stop);
    w->hold = hold_new(w->prover);
}

static void drop_hold(WinSearch *w) {
    hold_free(w->hold);
    w->hold = NULL;
}

// True if the opponent of the attacker holds.
static bool run_hold(const Solver *d, WinSearch *w, int64_t nodes) {
    ProverResult found = w->hold ? hold_run(w->hold, turn_nodes(d, nodes)) : PROVER_STOPPED;
    if (found == PROVER_PROVED)
        drop_hold(w);
    w->refuted = found == PROVER_EXHAUSTED;
    return w->refuted;
}

// Runs one side's turn. True if the attacker wins; the proof is in `out`.
static bool run_turn(Solver *d, WinSearch *w, int64_t nodes, Proof *out) {
    if (w->threats_done && w->scope == PROVER_THREATS) {
        if (!may_widen(d))
            return false;
        widen_scope(d, w);
    }
    if (w->scope == PROVER_EVERYTHING) {
        if (run_hold(d, w, nodes) || has_to_stop(d))
            return false;
        nodes /= WIDE_NODE_COST;
    }
    switch (prover_run(w->prover, turn_nodes(d, nodes))) {
    case PROVER_PROVED:
        if (prover_write_proof(w->prover, writing_nodes(d), out))
            return true;
        d->stopped = true; // without a written proof nothing is claimed
        return false;
    case PROVER_EXHAUSTED:
        if (w->scope == PROVER_EVERYTHING) {
            w->refuted = true;
            drop_hold(w); // the prover writes the draw
        } else {
            w->no_threat_win = prover_was_thorough(w->prover);
            w->threats_done = true;
        }
        return false;
    case PROVER_STOPPED:
        break;
    }
    return false;
}

// Without a written proof a draw is not claimed either.
static void write_draw(Solver *d, Proof *out) {
    proof_init(out, d->board);
    for (int i = 0; i < 2; i++) {
        const WinSearch *w = &d->searches[i];
        int node = w->hold ? hold_write(w->hold, writing_nodes(d), out)
                           : prover_write_draw(w->prover, writing_nodes(d), out);
        if (node == PROOF_NONE) {
            proof_release(out);
            proof_init(out, d->board);
            return;
        }
        out->roots[stone_other(w->attacker) - BLACK] = node;
    }
    out->outcome = OUTCOME_DRAW;
}

static Point first_move(const Proof *p) {
    int root = p->outcome == OUTCOME_WIN    ? p->roots[0]
               : p->outcome == OUTCOME_DRAW ? p->roots[p->start.turn - BLACK]
                                            : PROOF_NONE;
    if (root == PROOF_NONE)
        return POINT_NONE;
    const ProofNode *n = &p->nodes[root];
    return n->line_count > 0 ? p->points[n->line] : n->move;
}

static void add_proof_line(EngineResult *result) {
    EngineLine *line = &result->lines[0];
    result->stones = proof_length(&result->proof);
    result->line_count = 1;
    line->move = first_move(&result->proof);
    line->length = proof_line(&result->proof, line->moves, ENGINE_LINE_MAX);
}

// Alpha-beta's turn: if it is certain of a win, that is turned into a proof.
static bool run_alpha_beta(Solver *d, int64_t nodes, Proof *out) {
    if (!d->converter || (nodes < FIRST_CONVERSION && !threats_are_done(d)))
        return false;
    Stone turn = d->board->turn;
    Proposal p = d->proposer.search(d->proposer.context, d->board,
                                    turn_nodes(d, nodes / ALPHA_BETA_COST), d->stop);
    d->proposal_nodes += p.nodes;
    if (!engine_is_certain(p.value) || has_to_stop(d))
        return false;
    return converter_prove(d->converter, d->board, p.value > 0 ? turn : stone_other(turn),
                           turn_nodes(d, CONVERT_TURNS * nodes), out);
}

// Alternates between the sides, with longer and longer turns, until the outcome is proved.
static void take_turns(Solver *d, Proof *out) {
    const int64_t longest = (int64_t)1 << 40;
    for (int64_t nodes = TURN_NODES; !d->stopped && !has_to_stop(d);
         nodes += nodes < longest ? nodes / 2 : 0) {
        for (int i = 0; i < 2; i++) {
            WinSearch *w = &d->searches[i];
            if (!w->refuted && run_turn(d, w, nodes, out))
                return;
            if (d->searches[0].refuted && d->searches[1].refuted) {
                write_draw(d, out);
                return;
            }
            if (d->stopped || has_to_stop(d))
                return;
        }
        if (run_alpha_beta(d, nodes, out))
            return;
    }
}

void solver_prove(Prover *const provers[SOLVER_PROVERS], Proposer proposer,
                  const EngineRequest *request, const StopCondition *stop, EngineResult *result) {
    const Board *b = request->board;
    Proof *proof = &result->proof;
    Solver d = {.board = b, .stop = stop, .proposer = proposer};
    for (int i = 0; i < 2; i++) {
        WinSearch *w = &d.searches[i];
        w->attacker = i == 0 ? (Stone)b->turn : stone_other(b->turn);
        w->prover = provers[i];
        prover_start(w->prover, b, w->attacker, w->scope, stop);
    }
    if (converter_applies_to(b))
        d.converter = converter_new(provers[2], proposer, stop);
    proof_init(proof, b);
    if (!board_has_legal_move(b))
        proof->outcome = OUTCOME_DRAW;
    else
        take_turns(&d, proof);
    result->outcome = proof->outcome;
    result->no_threat_win = d.searches[0].no_threat_win;
    result->nodes = nodes_so_far(&d);
    converter_free(d.converter);
    for (int i = 0; i < 2; i++)
        drop_hold(&d.searches[i]);
    add_proof_line(result);
}

// Writes the proof that the request asks for, if any.
static bool write_threats(Prover *prover, const EngineRequest *request, int64_t nodes, Proof *out) {
    if (request->outcome_only)
        return true;
    if (!request->any_length)
        return prover_write_proof(prover, nodes, out);
    int root = prover_add_win(prover, nodes, out);
    out->roots[0] = root;
    out->outcome = root == PROOF_NONE                                 ? OUTCOME_UNKNOWN
                   : (Stone)request->board->turn == request->attacker ? OUTCOME_WIN
                                                                      : OUTCOME_LOSS;
    return root != PROOF_NONE;
}

void solver_search_threats(Prover *prover, const EngineRequest *request, const StopCondition *stop,
                           EngineResult *result) {
    int64_t nodes = stop->nodes;
    proof_init(&result->proof, request->board);
    prover_start(prover, request->board, request->attacker, PROVER_THREATS, stop);
    ProverResult found = prover_run(prover, nodes);
    result->nodes = prover_nodes(prover);
    // A win needs a written proof, and a failure with truncated VCF searches is not a refutation.
    if (found == PROVER_PROVED && write_threats(prover, request, nodes, &result->proof))
        result->outcome = OUTCOME_WIN;
    result->no_threat_win = found == PROVER_EXHAUSTED && prover_was_thorough(prover);
    add_proof_line(result);
}
