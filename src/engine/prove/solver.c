#include "engine/prove/solver.h"

#include "base/clock.h"
#include "engine/search/stop_condition.h"

enum { TURN_NODES = 4000 }; // the first turn of each question; later ones are longer

// Can one side win?
typedef struct {
    Prover *prover;
    Stone attacker;
    ProverScope scope;
    bool refuted;         // no
    bool no_threats;      // not by threats, and that is certain
    int64_t nodes_before; // of scopes that are done with
} Question;

typedef struct {
    const Board *board;
    const EngineLimits *limits;
    int64_t deadline_ns;
    Question questions[2]; // of the side to move, of the other
    bool stopped;
} Decision;

static int64_t nodes_of(const Question *q) {
    return q->nodes_before + prover_nodes(q->prover);
}

static int64_t nodes_so_far(const Decision *d) {
    return nodes_of(&d->questions[0]) + nodes_of(&d->questions[1]);
}

static bool is_interrupted(const EngineLimits *l) {
    return l->interrupted && l->interrupted(l->context);
}

static bool has_to_stop(const Decision *d) {
    return (d->limits->nodes && nodes_so_far(d) >= d->limits->nodes) ||
           (d->deadline_ns && clock_now_ns() >= d->deadline_ns) || is_interrupted(d->limits);
}

static ProverLimits turn_limits(const Decision *d, int64_t nodes) {
    int64_t left = d->limits->nodes ? d->limits->nodes - nodes_so_far(d) : nodes;
    return (ProverLimits){
        .nodes = left < nodes ? (left > 1 ? left : 1) : nodes,
        .deadline_ns = d->deadline_ns,
        .interrupted = d->limits->interrupted,
        .context = d->limits->context,
    };
}

// What is left of the limits, for writing down what has been proved.
static ProverLimits writing_limits(const Decision *d) {
    ProverLimits l = turn_limits(d, INT64_MAX / 4);
    l.nodes = d->limits->nodes ? l.nodes : 0;
    return l;
}

static void widen(Question *q, const Board *b) {
    q->nodes_before += prover_nodes(q->prover);
    q->scope = PROVER_EVERYTHING;
    prover_start(q->prover, b, q->attacker, q->scope);
}

// A turn for one question. True if the attacker wins, with a proof.
static bool work_on(Decision *d, Question *q, int64_t nodes, Proof *out) {
    ProverLimits limits = turn_limits(d, nodes);
    switch (prover_run(q->prover, &limits)) {
    case PROVER_PROVED:
        limits = writing_limits(d);
        if (prover_write_proof(q->prover, &limits, out))
            return true;
        d->stopped = true; // what cannot be written down is not claimed
        return false;
    case PROVER_EXHAUSTED:
        if (q->scope == PROVER_EVERYTHING) {
            q->refuted = true;
        } else {
            q->no_threats = prover_was_thorough(q->prover);
            widen(q, d->board);
        }
        return false;
    case PROVER_STOPPED:
        break;
    }
    return false;
}

// As a win, a draw that cannot be written down is not claimed.
static void write_draw(Decision *d, Proof *out) {
    proof_init(out, d->board);
    for (int i = 0; i < 2; i++) {
        const Question *q = &d->questions[i];
        ProverLimits limits = writing_limits(d);
        int node = prover_write_draw(q->prover, &limits, out);
        if (node == PROOF_NONE) {
            proof_release(out);
            proof_init(out, d->board);
            return;
        }
        out->roots[stone_other(q->attacker) - BLACK] = node;
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

static EngineProof summary(const Decision *d, const Proof *p) {
    EngineProof e = {
        .outcome = outcomes[p->outcome],
        .move = first_move(p),
        .nodes = nodes_so_far(d),
        .no_threats = d->questions[0].no_threats,
    };
    e.stones = proof_length(p);
    e.length = proof_line(p, e.line, ENGINE_LINE_MAX);
    return e;
}

// A turn each, longer every time, until something is certain.
static void take_turns(Decision *d, Proof *out) {
    for (int64_t nodes = TURN_NODES; !d->stopped && !has_to_stop(d); nodes += nodes / 2)
        for (int i = 0; i < 2; i++) {
            Question *q = &d->questions[i];
            if (!q->refuted && work_on(d, q, nodes, out))
                return;
            if (d->questions[0].refuted && d->questions[1].refuted) {
                write_draw(d, out);
                return;
            }
            if (d->stopped || has_to_stop(d))
                return;
        }
}

EngineProof solver_solve(Prover *const provers[2], const Board *b, const EngineLimits *limits,
                         Proof *out) {
    Decision d = {.board = b, .limits = limits};
    d.deadline_ns = stop_condition_deadline_ns(limits, clock_now_ns());
    for (int i = 0; i < 2; i++) {
        Question *q = &d.questions[i];
        q->attacker = i == 0 ? (Stone)b->turn : stone_other(b->turn);
        q->prover = provers[i];
        prover_start(q->prover, b, q->attacker, q->scope);
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
        .interrupted = limits->interrupted,
        .context = limits->context,
    };
    proof_init(out, b);
    prover_start(prover, b, attacker, PROVER_THREATS);
    ProverResult result = prover_run(prover, &working);
    EngineAttack attack = {.nodes = prover_nodes(prover)};
    // What cannot be written down is not claimed, and what gave up somewhere has refuted nothing.
    if (result == PROVER_PROVED && prover_write_proof(prover, &working, out))
        attack.outcome = ATTACK_WINS;
    else if (result == PROVER_EXHAUSTED && prover_was_thorough(prover))
        attack.outcome = ATTACK_FAILS;
    return attack;
}
