#include "proof/proof.h"

#include "base/mem.h"
#include "base/number.h"

#include <string.h>

const char *outcome_name(Outcome outcome) {
    static const char *const names[OUTCOME_COUNT] = {
        [OUTCOME_UNKNOWN] = "unknown",
        [OUTCOME_WIN] = "win",
        [OUTCOME_LOSS] = "loss",
        [OUTCOME_DRAW] = "draw",
    };
    return names[outcome];
}

void proof_init(Proof *p, const Board *start) {
    *p = (Proof){.start = *start, .roots = {PROOF_NONE, PROOF_NONE}};
}

void proof_release(Proof *p) {
    mem_free(p->nodes);
    mem_free(p->replies);
    mem_free(p->points);
    *p = (Proof){.roots = {PROOF_NONE, PROOF_NONE}};
}

static int add_node(Proof *p, ProofNode node) {
    p->nodes = mem_grow(p->nodes, p->node_count, 1, &p->node_capacity, sizeof *p->nodes);
    p->nodes[p->node_count] = node;
    return p->node_count++;
}

static int add_points(Proof *p, const Point *points, int count) {
    p->points = mem_grow(p->points, p->point_count, count, &p->point_capacity, sizeof *p->points);
    if (count > 0)
        memcpy(p->points + p->point_count, points, (size_t)count * sizeof *points);
    p->point_count += count;
    return p->point_count - count;
}

int proof_add_line(Proof *p, const Point *line, int count) {
    return add_node(
        p,
        (ProofNode){.threat = PROOF_NONE, .line = add_points(p, line, count), .line_count = count});
}

int proof_add_move(Proof *p, Point move, const ProofReply *replies, int count, int threat) {
    p->replies =
        mem_grow(p->replies, p->reply_count, count, &p->reply_capacity, sizeof *p->replies);
    if (count > 0)
        memcpy(p->replies + p->reply_count, replies, (size_t)count * sizeof *replies);
    p->reply_count += count;
    return add_node(p, (ProofNode){.move = move,
                                   .threat = threat,
                                   .replies = p->reply_count - count,
                                   .reply_count = count});
}

int proof_add_pairs(Proof *p, Point move, const Point *points, int pair_count) {
    return add_node(p, (ProofNode){.move = move,
                                   .threat = PROOF_NONE,
                                   .pairs = add_points(p, points, 2 * pair_count),
                                   .pair_count = pair_count,
                                   .paired = true});
}

Stone proof_winner(const Proof *p) {
    switch (p->outcome) {
    case OUTCOME_WIN:
        return p->start.turn;
    case OUTCOME_LOSS:
        return stone_other(p->start.turn);
    default:
        return EMPTY;
    }
}

// ---- Length

typedef struct {
    const Proof *proof;
    int *lengths; // of each node; 0: not computed yet
    int depth;
} Lengths;

// A proof from a file may be invalid, so the recursion is limited.
enum { DEPTH_MAX = 2 * BOARD_MAX * BOARD_MAX };

static int length_of(Lengths *l, int node, Board b);

// Stones after this node: the longest listed reply and what follows it; any reply and the five if
// none is listed.
static int after_replies(Lengths *l, const ProofNode *n, const Board *b) {
    const Proof *p = l->proof;
    int longest = n->threat != PROOF_NONE ? 0 : 2;
    for (int i = 0; i < n->reply_count; i++) {
        const ProofReply *r = &p->replies[n->replies + i];
        Board next = *b;
        if (board_play(&next, r->point) == PLAY_OK)
            longest = int_max(longest, 1 + length_of(l, r->node, next));
    }
    if (longest == 0) {
        Board next = *b;
        next.turn = (uint8_t)stone_other(b->turn);
        longest = 1 + length_of(l, n->threat, next);
    }
    return longest;
}

// Memoized: each node is computed once, on its own copy of the board.
static int length_of(Lengths *l, int node, Board b) {
    const Proof *p = l->proof;
    const ProofNode *n = &p->nodes[node];
    if (l->lengths[node] > 0 || l->depth > DEPTH_MAX)
        return l->lengths[node];
    l->depth++;
    int stones = 0;
    for (int i = 0; i < n->line_count && board_play(&b, p->points[n->line + i]) == PLAY_OK; i++)
        stones++;
    if (n->move != POINT_NONE && board_play(&b, n->move) == PLAY_OK)
        stones++;
    if (b.winner == EMPTY)
        stones += n->line_count > 0 ? 2 : after_replies(l, n, &b);
    l->depth--;
    l->lengths[node] = stones;
    return stones;
}

static bool has_winner(const Proof *p) {
    return proof_winner(p) != EMPTY && p->roots[0] != PROOF_NONE;
}

int proof_length(const Proof *p) {
    if (!has_winner(p))
        return 0;
    Lengths l = {.proof = p, .lengths = mem_alloc((size_t)p->node_count * sizeof(int))};
    int length = length_of(&l, p->roots[0], p->start);
    mem_free(l.lengths);
    return length;
}

static int add_to_line(Point *line, int max, int count, Point p) {
    if (count >= max)
        return count;
    line[count] = p;
    return count + 1;
}

// The reply that takes longest; NULL if none is listed.
static const ProofReply *longest_reply(const Lengths *l, const ProofNode *n) {
    const ProofReply *longest = NULL;
    for (int i = 0; i < n->reply_count; i++) {
        const ProofReply *r = &l->proof->replies[n->replies + i];
        if (!longest || l->lengths[r->node] > l->lengths[longest->node])
            longest = r;
    }
    return longest;
}

int proof_line(const Proof *p, Point *line, int max) {
    if (!has_winner(p))
        return 0;
    Lengths l = {.proof = p, .lengths = mem_alloc((size_t)p->node_count * sizeof(int))};
    int count = 0;
    length_of(&l, p->roots[0], p->start);
    for (int at = p->roots[0]; at != PROOF_NONE;) {
        const ProofNode *n = &p->nodes[at];
        for (int i = 0; i < n->line_count; i++)
            count = add_to_line(line, max, count, p->points[n->line + i]);
        if (n->move != POINT_NONE)
            count = add_to_line(line, max, count, n->move);
        const ProofReply *r = longest_reply(&l, n);
        if (r)
            count = add_to_line(line, max, count, r->point);
        at = r ? r->node : PROOF_NONE;
    }
    mem_free(l.lengths);
    return count;
}
