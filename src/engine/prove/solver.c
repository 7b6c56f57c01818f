#include "engine/prove/solver.h"

#include "base/clock.h"
#include "engine/search/stop_condition.h"

enum { TURN_NODES = 4000 }; // of each side's first turn; later ones are longer

// The search for a win of one side.
typedef struct {
    Prover *prover;
    Stone attacker;
    ProverScope scope;
    bool refuted;         // the attacker cannot win
    bool no_threats;      // proven: it cannot win by threats
    int64_t nodes_before; // of finished scopes
} WinSearch;

typedef struct {
    const Board *board;
    const EngineLimits *limits;
    int64_t deadline_ns;
    WinSearch searches[2]; // of the side to move and of the opponent
    bool stopped;
} Solver;

static int64_t nodes_of(const WinSearch *w) {
    return w->nodes_before + prover_nodes(w->prover);
}

static int64_t nodes_so_far(const Solver *d) {
    return nodes_of(&d->searches[0]) + nodes_of(&d->searches[1]);
}

static bool has_to_stop(const Solver *d) {
    return (d->limits->nodes && nodes_so_far(d) >= d->limits->nodes) ||
           (d->deadline_ns && clock_now_ns() >= d->deadline_ns) || stop_requested(d->limits->stop);
}

static ProverLimits turn_limits(const Solver *d, int64_t nodes) {
    int64_t left = d->limits->nodes ? d->limits->nodes - nodes_so_far(d) : nodes;
    return (ProverLimits){
        .nodes = left < nodes ? (left > 1 ? left : 1) : nodes,
        .deadline_ns = d->deadline_ns,
        .stop = d->limits->stop,
    };
}

// The rest of the limits, for writing a proof.
static ProverLimits writing_limits(const Solver *d) {
    ProverLimits l = turn_limits(d, INT64_MAX / 4);
    l.nodes = d->limits->nodes ? l.nodes : 0;
    return l;
}

static void widen_scope(WinSearch *w, const Board *b) {
    w->nodes_before += prover_nodes(w->prover);
    w->scope = PROVER_EVERYTHING;
    prover_start(w->prover, b, w->attacker, w->scope);
}

// Runs one side's turn. True if the attacker wins; the proof is in `out`.
static bool run_turn(Solver *d, WinSearch *w, int64_t nodes, Proof *out) {
    ProverLimits limits = turn_limits(d, nodes);
    switch (prover_run(w->prover, &limits)) {
    case PROVER_PROVED:
        limits = writing_limits(d);
        if (prover_write_proof(w->prover, &limits, out))
            return true;
        d->stopped = true; // without a written proof nothing is claimed
        return false;
    case PROVER_EXHAUSTED:
        if (w->scope == PROVER_EVERYTHING) {
            w->refuted = true;
        } else {
            w->no_threats = prover_was_thorough(w->prover);
            widen_scope(w, d->board);
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
        ProverLimits limits = writing_limits(d);
        int node = prover_write_draw(w->prover, &limits, out);
        if (node == PROOF_NONE) {
            proof_release(out);
            proof_init(out, d->board);
            return;
        }
        out->roots[stone_other(w->attacker) - BLACK] = node;
    }
    out->outcome = PROOF_DRAW;
}

static Point first_move(const Proof *p) {
    int root = p->outcome == PROOF_WIN    ? p->roots[0]
               : p->outcome == PROOF_DRAW ? p->roots[p->start.turn - BLACK]
                                          : PROOF_NONE;
    if (root == PROOF_NONE)
        return POINT_NONE;
    const ProofNode *n = &p->nodes[root];
    return n->line_count > 0 ? p->points[n->line] : n->move;
}

static const Solved outcomes[] = {
    [PROOF_UNKNOWN] = SOLVED_UNKNOWN,
    [PROOF_WIN] = SOLVED_WIN,
    [PROOF_LOSS] = SOLVED_LOSS,
    [PROOF_DRAW] = SOLVED_DRAW,
};

static EngineProof summary(const Solver *d, const Proof *p) {
    EngineProof e = {
        .outcome = outcomes[p->outcome],
        .move = first_move(p),
        .nodes = nodes_so_far(d),
        .no_threats = d->searches[0].no_threats,
    };
    e.stones = proof_length(p);
    e.length = proof_line(p, e.line, ENGINE_LINE_MAX);
    return e;
}

// Alternates between the sides, with longer and longer turns, until the outcome is proved.
static void take_turns(Solver *d, Proof *out) {
    for (int64_t nodes = TURN_NODES; !d->stopped && !has_to_stop(d); nodes += nodes / 2)
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
}

EngineProof solver_solve(Prover *const provers[2], const Board *b, const EngineLimits *limits,
                         Proof *out) {
    Solver d = {.board = b, .limits = limits};
    d.deadline_ns = stop_condition_deadline_ns(limits, clock_now_ns());
    for (int i = 0; i < 2; i++) {
        WinSearch *w = &d.searches[i];
        w->attacker = i == 0 ? (Stone)b->turn : stone_other(b->turn);
        w->prover = provers[i];
        prover_start(w->prover, b, w->attacker, w->scope);
    }
    proof_init(out, b);
    if (!board_has_legal_move(b))
        out->outcome = PROOF_DRAW;
    else
        take_turns(&d, out);
    return summary(&d, out);
}

EngineAttack solver_attack(Prover *prover, const Board *b, Stone attacker,
                           const EngineLimits *limits, Proof *out) {
    ProverLimits working = {
        .nodes = limits->nodes,
        .deadline_ns = stop_condition_deadline_ns(limits, clock_now_ns()),
        .stop = limits->stop,
    };
    proof_init(out, b);
    prover_start(prover, b, attacker, PROVER_THREATS);
    ProverResult result = prover_run(prover, &working);
    EngineAttack attack = {.nodes = prover_nodes(prover)};
    // A win needs a written proof, and a failure with truncated VCF searches is not a refutation.
    if (result == PROVER_PROVED && prover_write_proof(prover, &working, out))
        attack.outcome = ATTACK_WINS;
    else if (result == PROVER_EXHAUSTED && prover_was_thorough(prover))
        attack.outcome = ATTACK_FAILS;
    return attack;
}
