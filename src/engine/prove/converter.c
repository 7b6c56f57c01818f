// Converter: proves wins that need quiet moves. Alpha-beta search chooses the winner's moves, and
// the prover proves that the positions after every reply are wins by threats, or asks again.
//
// A quiet move is proved by the win by threats that would follow if the opponent passed. Only
// replies in the zone of that win can refute it; each of them needs a proof of its own.
#include "engine/prove/converter.h"
#include "base/mem.h"
#include "base/number.h"

#include <string.h>

enum {
    // In the first call; later ones have more effort.
    LEAF_NODES = 2000,     // of the prover, at a first attempt; then eight times as many
    THREAT_NODES = 20000,  // of the prover, for the win that a pass allows
    PROPOSAL_NODES = 8000, // of alpha-beta, at a first attempt; then four times as many
    ATTEMPTS = 3,
    EFFORT_MAX = 1 << 20,
    DEPTH_MAX = 40, // quiet moves in a row
    FAILED = PROOF_NONE,
};

struct Converter {
    Prover *prover;
    Proposer proposer;
    Stone attacker;
    const StopCondition *stop;
    Proof proof;
    int64_t nodes, stop_at;
    int64_t effort; // grows from call to call
    bool stopped;
    HashMap known; // by position hash: the node of a win with the attacker to move
};

Converter *converter_new(Prover *prover, Proposer proposer, const StopCondition *stop) {
    Converter *c = mem_alloc(sizeof *c);
    *c = (Converter){.prover = prover, .proposer = proposer, .stop = stop};
    return c;
}

void converter_free(Converter *c) {
    if (!c)
        return;
    proof_release(&c->proof);
    hash_map_release(&c->known);
    mem_free(c);
}

int64_t converter_nodes(const Converter *c) {
    return c->nodes;
}

static bool has_to_stop(Converter *c) {
    c->stopped |=
        c->nodes >= c->stop_at || stop_condition_is_late(c->stop) || stop_requested(c->stop->token);
    return c->stopped;
}

// ---- Known wins

static uint64_t hash_of(const Board *b) {
    uint64_t hash = 0;
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++) {
            Point p = point_at(x, y);
            if (b->at[p] != EMPTY)
                hash ^= rng_mix(((uint64_t)p << 2 | b->at[p]) * 0x9e3779b97f4a7c15u);
        }
    return hash;
}

// ---- Zone

typedef struct {
    const Proof *proof;
    Stone attacker;
    Board board;
    PointSet zone;
    bool defends[POINT_COUNT]; // a stone of the defender, here or in the proof
    bool *visited;             // nodes; a node belongs to one position
} ZoneWalk;

static void place(ZoneWalk *z, Stone color, Point p) {
    z->board.at[p] = (uint8_t)color;
    point_set_add(&z->zone, p);
    if (color != z->attacker)
        z->defends[p] = true;
}

// The points that complete a five through `p`, where the attacker has just played.
static void add_fives(ZoneWalk *z, Point p) {
    for (int d = 0; d < STEP_COUNT; d++)
        for (int first = -4; first <= 0; first++) {
            int own = 0;
            Point empty = POINT_NONE;
            for (int k = first; k < first + 5; k++) {
                int q = p + k * point_steps[d];
                if (q < 0 || q >= POINT_COUNT)
                    continue;
                own += z->board.at[q] == z->attacker;
                if (z->board.at[q] == EMPTY)
                    empty = (Point)q;
            }
            if (own == 4 && empty != POINT_NONE)
                point_set_add(&z->zone, empty);
        }
}

static void walk(ZoneWalk *z, int node);

static void walk_line(ZoneWalk *z, const ProofNode *n) {
    const Point *line = z->proof->points + n->line;
    for (int i = 0; i < n->line_count; i++) {
        place(z, i % 2 == 0 ? z->attacker : stone_other(z->attacker), line[i]);
        if (i % 2 == 0)
            add_fives(z, line[i]);
    }
    for (int i = 0; i < n->line_count; i++)
        z->board.at[line[i]] = EMPTY;
}

static void walk(ZoneWalk *z, int node) {
    const ProofNode *n = &z->proof->nodes[node];
    if (z->visited[node])
        return;
    z->visited[node] = true;
    if (n->line_count > 0) {
        walk_line(z, n);
        return;
    }
    place(z, z->attacker, n->move);
    add_fives(z, n->move);
    for (int i = 0; i < n->reply_count; i++) {
        const ProofReply *r = &z->proof->replies[n->replies + i];
        place(z, stone_other(z->attacker), r->point);
        walk(z, r->node);
        z->board.at[r->point] = EMPTY;
    }
    if (n->threat != PROOF_NONE)
        walk(z, n->threat);
    z->board.at[n->move] = EMPTY;
}

static void add_defenders_windows(ZoneWalk *z) {
    const Board *b = &z->board;
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            for (int d = 0; d < STEP_COUNT; d++) {
                Point start = point_at(x, y);
                int stones = 0, length = 0;
                for (; length < 5; length++) {
                    int q = start + length * point_steps[d];
                    if (b->at[q] == WALL || b->at[q] == z->attacker)
                        break;
                    stones += z->defends[q];
                }
                for (int k = 0; k < 5 && length == 5 && stones >= 2; k++)
                    point_set_add(&z->zone, (Point)(start + k * point_steps[d]));
            }
}

PointSet converter_zone(const Proof *proof, int node, const Board *b, Stone attacker) {
    ZoneWalk *z = mem_alloc(sizeof *z);
    z->proof = proof;
    z->attacker = attacker;
    z->board = *b;
    z->visited = mem_alloc((size_t)node + 1);
    for (Point p = 0; p < POINT_COUNT; p++)
        z->defends[p] = b->at[p] == stone_other(attacker);
    walk(z, node);
    add_defenders_windows(z);
    PointSet zone = z->zone;
    mem_free(z->visited);
    mem_free(z);
    return zone;
}

// ---- Proving

// The attacker, to move, wins by threats: the node.
static int prove_by_threats(Converter *c, const Board *b, int64_t nodes) {
    int node = FAILED;
    prover_start(c->prover, b, c->attacker, PROVER_THREATS, c->stop);
    if (prover_run(c->prover, c->effort * nodes) == PROVER_PROVED)
        node = prover_add_win(c->prover, c->effort * nodes, &c->proof);
    c->nodes += prover_nodes(c->prover);
    return node;
}

static int prove_after(Converter *c, Board b, Point move, int depth);

// The attacker is to move.
static int prove_attack(Converter *c, const Board *b, int depth) {
    if (has_to_stop(c))
        return FAILED;
    uint64_t key = hash_of(b);
    const int *known = hash_map_get(&c->known, key);
    if (known)
        return *known;
    int node = FAILED;
    int64_t leaf_nodes = LEAF_NODES, proposal_nodes = PROPOSAL_NODES;
    for (int i = 0; i < ATTEMPTS && node == FAILED && depth < DEPTH_MAX && !has_to_stop(c); i++) {
        node = prove_by_threats(c, b, leaf_nodes);
        if (node != FAILED || has_to_stop(c))
            break;
        Proposal p =
            c->proposer.search(c->proposer.context, b, c->effort * proposal_nodes, c->stop);
        c->nodes += p.nodes;
        if (p.value > ENGINE_CERTAIN) {
            node = prove_after(c, *b, p.move, depth + 1);
            break;
        }
        leaf_nodes *= 8;
        proposal_nodes *= 4;
    }
    if (node != FAILED)
        hash_map_put(&c->known, key, node);
    return node;
}

typedef struct {
    int count;
    ProofReply replies[BOARD_MAX * BOARD_MAX];
} Replies;

static bool prove_replies(Converter *c, const Board *b, const PointSet *zone, int depth,
                          Replies *r) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    for (int i = 0; i < n; i++) {
        Board after = *b;
        if (!point_set_has(zone, empty[i]) || board_play(&after, empty[i]) != PLAY_OK)
            continue;
        int node = after.winner == EMPTY ? prove_attack(c, &after, depth) : FAILED;
        if (node == FAILED)
            return false;
        r->replies[r->count++] = (ProofReply){empty[i], node};
    }
    return true;
}

static bool makes_five(Board *b, Stone color, Point p) {
    b->at[p] = (uint8_t)color;
    bool wins = board_wins_at(b, p);
    b->at[p] = EMPTY;
    return wins;
}

// The points where `color` makes five.
static PointSet fives_of(const Board *b, Stone color, int *count) {
    Board trial = *b;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    PointSet set = {{0}};
    *count = 0;
    for (int i = 0; i < n; i++)
        if (makes_five(&trial, color, empty[i])) {
            point_set_add(&set, empty[i]);
            ++*count;
        }
    return set;
}

// The defender is to move, after `move` if it is not POINT_NONE.
static int prove_defense(Converter *c, const Board *b, Point move, int depth) {
    int fives, threat = PROOF_NONE;
    fives_of(b, stone_other(c->attacker), &fives);
    if (fives > 0)
        return FAILED;
    PointSet replies = fives_of(b, c->attacker, &fives);
    if (fives == 0) {
        Board passed = *b;
        passed.turn = (uint8_t)c->attacker;
        threat = prove_by_threats(c, &passed, THREAT_NODES);
        if (threat == FAILED || has_to_stop(c))
            return FAILED;
        replies = converter_zone(&c->proof, threat, b, c->attacker);
    }
    Replies *r = mem_alloc(sizeof *r);
    int node = FAILED;
    if (fives > 1 || prove_replies(c, b, &replies, depth, r))
        node = proof_add_move(&c->proof, move, r->replies, r->count, threat);
    mem_free(r);
    return node;
}

static int prove_after(Converter *c, Board b, Point move, int depth) {
    if (board_play(&b, move) != PLAY_OK || b.winner != EMPTY)
        return FAILED;
    return prove_defense(c, &b, move, depth);
}

// Long wins on a board that is nearly full could run out of points.
bool converter_applies_to(const Board *b) {
    enum { EMPTY_MIN = 60 };
    Point empty[BOARD_MAX * BOARD_MAX];
    const SideRules *black = &b->rules->black;
    return black->blocked_five_wins && !black->has_fouls &&
           board_empty_points(b, empty) > EMPTY_MIN;
}

bool converter_prove(Converter *c, const Board *b, Stone attacker, int64_t nodes, Proof *out) {
    if (c->attacker != attacker) {
        proof_release(&c->proof);
        proof_init(&c->proof, b);
        hash_map_release(&c->known);
        c->attacker = attacker;
        c->effort = 0;
    }
    c->effort = c->effort == 0 ? 1 : c->effort < EFFORT_MAX ? 2 * c->effort : EFFORT_MAX;
    c->stopped = false;
    c->stop_at = c->nodes + nodes;
    bool wins = b->turn == attacker;
    int root = wins ? prove_attack(c, b, 0) : prove_defense(c, b, POINT_NONE, 0);
    if (root == FAILED)
        return false;
    *out = c->proof;
    c->proof = (Proof){0};
    c->attacker = EMPTY;
    out->outcome = wins ? OUTCOME_WIN : OUTCOME_LOSS;
    out->roots[0] = root;
    return true;
}
