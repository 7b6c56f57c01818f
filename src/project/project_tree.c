#include "project/project_tree.h"

#include "base/mem.h"
#include "base/number.h"
#include "engine/engine.h"

#include <math.h>
#include <string.h>

enum { CANDIDATES_MAX = 4 };

// ---- Positions

static uint64_t stone_key(Stone color, Point p) {
    return rng_mix(((uint64_t)p << 2 | color) * 0x9e3779b97f4a7c15u);
}

// The hashes of all mirror images; returns the symmetry with the smallest.
static int smallest_image(const Board *b, uint64_t *key) {
    uint64_t hashes[SYMMETRY_COUNT] = {0};
    int best = 0;
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++) {
            Point p = point_at(x, y);
            for (int i = 0; i < SYMMETRY_COUNT && b->at[p] != EMPTY; i++)
                hashes[i] ^= stone_key(b->at[p], symmetry_apply(i, p, b->size));
        }
    for (int i = 1; i < SYMMETRY_COUNT; i++)
        best = hashes[i] < hashes[best] ? i : best;
    *key = hashes[best];
    return best;
}

uint64_t tree_key(const Board *b) {
    uint64_t key;
    smallest_image(b, &key);
    return key;
}

int tree_canonical(Board *b) {
    uint64_t key;
    int symmetry = smallest_image(b, &key);
    Board turned = *b;
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            turned.at[symmetry_apply(symmetry, point_at(x, y), b->size)] = b->at[point_at(x, y)];
    *b = turned;
    return symmetry;
}

Board tree_board(const Tree *tree, const Decision *node) {
    Board b;
    board_init(&b, tree->goal.start.rules, tree->goal.start.size);
    for (int i = 0; i < node->black_count + node->white_count; i++)
        board_place(&b, i < node->black_count ? BLACK : WHITE, node->stones[i]);
    b.turn = node == tree->root ? tree->goal.start.turn : (uint8_t)tree->goal.winner;
    board_recompute_winner(&b); // while stones were placed, a longer line looked like a five
    return b;
}

// ---- Nodes

static Decision **slot_of(const Tree *tree, uint64_t key) {
    size_t at = key & (tree->room - 1);
    while (tree->table[at] && tree->table[at]->key != key)
        at = (at + 1) & (tree->room - 1);
    return &tree->table[at];
}

Decision *tree_find(const Tree *tree, uint64_t key) {
    return *slot_of(tree, key);
}

static void make_room(Tree *tree) {
    if (2 * tree->count < tree->room)
        return;
    Decision **old = tree->table;
    size_t old_room = tree->room;
    tree->room = old_room ? 2 * old_room : 1024;
    tree->table = mem_alloc(tree->room * sizeof(Decision *));
    for (size_t i = 0; i < old_room; i++)
        if (old[i])
            *slot_of(tree, old[i]->key) = old[i];
    mem_free(old);
}

// `b` is canonical.
static Decision *find_or_add(Tree *tree, const Board *b, double estimate) {
    make_room(tree);
    uint64_t key = tree_key(b);
    Decision **slot = slot_of(tree, key);
    if (*slot)
        return *slot;
    Decision *n = *slot = mem_alloc(sizeof *n);
    tree->count++;
    n->key = key;
    n->stones = mem_alloc(((size_t)b->stones + 1) * sizeof(Point));
    n->estimate = n->proof_number = estimate;
    for (Stone color = BLACK; color <= WHITE; color++)
        for (Point p = 0; p < POINT_COUNT; p++)
            if (b->at[p] == color) {
                n->stones[n->black_count + n->white_count] = p;
                n->black_count += color == BLACK;
                n->white_count += color == WHITE;
            }
    return n;
}

void tree_init(Tree *tree, const Goal *goal) {
    *tree = (Tree){.goal = *goal};
    tree_canonical(&tree->goal.start);
    make_room(tree);
    tree->root = find_or_add(tree, &tree->goal.start, 1);
}

void tree_release(Tree *tree) {
    for (size_t i = 0; i < tree->room; i++) {
        Decision *n = tree->table[i];
        for (int k = 0; n && k < n->candidate_count; k++)
            mem_free(n->candidates[k].children);
        if (n) {
            mem_free(n->candidates);
            mem_free(n->parents);
            mem_free(n->stones);
            mem_free(n);
        }
    }
    mem_free(tree->table);
    hash_map_release(&tree->hints);
    *tree = (Tree){0};
}

// ---- Hints

static void add_hints(Tree *tree, const Decision *n, Point move) {
    Board b = tree_board(tree, n);
    Stone other = stone_other(tree->goal.winner);
    for (int i = 0; i < n->black_count + n->white_count; i++) {
        if ((Stone)b.at[n->stones[i]] != other)
            continue;
        Board less = b;
        uint64_t key;
        less.at[n->stones[i]] = EMPTY;
        int symmetry = smallest_image(&less, &key);
        hash_map_put(&tree->hints, key, symmetry_apply(symmetry, move, b.size));
    }
}

// The point that the symmetry maps to `p`.
static Point symmetry_undo(int symmetry, Point p, int size) {
    for (int k = 0; k < size * size; k++)
        if (symmetry_apply(symmetry, point_at(k % size, k / size), size) == p)
            return point_at(k % size, k / size);
    return POINT_NONE;
}

Point tree_hint(const Tree *tree, const Board *b) {
    Stone other = stone_other(tree->goal.winner);
    for (Point p = 0; p < POINT_COUNT && tree->hints.count > 0; p++) {
        if ((Stone)b->at[p] != other)
            continue;
        Board less = *b;
        uint64_t key;
        less.at[p] = EMPTY;
        int symmetry = smallest_image(&less, &key);
        const int *hint = hash_map_get(&tree->hints, key);
        Point move = hint ? symmetry_undo(symmetry, (Point)*hint, b->size) : POINT_NONE;
        if (move != POINT_NONE && board_check(b, move) == PLAY_OK)
            return move;
    }
    return POINT_NONE;
}

// ---- Proof numbers

// The decisions that a win with this value may need: measured, some 13 at a win rate of 98 %, 120
// at 96 %, more than 2,000 at 92 %. That is the third power of the odds.
static double cost_of(int value) {
    static const double at_even_odds = 1.7e6;
    if (value > ENGINE_CERTAIN)
        return 2;
    double win_rate = engine_win_rate(value);
    return value < -ENGINE_CERTAIN ? INFINITY
                                   : 2 + at_even_odds * pow((1 - win_rate) / win_rate, 3);
}

// Looking for another candidate pays when the known ones have become this expensive: it will leave
// about as many replies open.
static double cost_of_another(const Decision *n) {
    enum { FACTOR = 4, FIRST = 8, REPLY = 8 };
    if (n->is_exhausted || n->candidate_count >= CANDIDATES_MAX)
        return INFINITY;
    double cost = FIRST + FACTOR * cost_of(n->candidates[n->candidate_count - 1].value);
    for (int i = 0; i < n->candidate_count; i++)
        cost += REPLY * n->candidates[i].child_count;
    return cost;
}

static double candidate_number(const Candidate *c) {
    double sum = c->is_complete ? 0 : 0.5;
    for (int i = 0; i < c->child_count; i++)
        sum += c->children[i].node->proof_number;
    return sum;
}

const Candidate *decision_proved_candidate(const Decision *n) {
    for (int i = 0; i < n->candidate_count && !n->is_won; i++)
        if (n->candidates[i].proof_number == 0)
            return &n->candidates[i];
    return NULL;
}

// Recomputes the node and, if it changed, everything above it.
static void update(Tree *tree, Decision *n) {
    double before = n->proof_number;
    bool proved_before = n->is_proved;
    n->is_proved = n->is_won;
    double number =
        n->candidate_count == 0 ? n->is_exhausted ? INFINITY : n->estimate : cost_of_another(n);
    for (int i = 0; i < n->candidate_count; i++) {
        Candidate *c = &n->candidates[i];
        c->proof_number = candidate_number(c);
        number = fmin(number, c->proof_number);
        n->is_proved |= c->proof_number == 0;
    }
    n->proof_number = n->is_proved ? 0 : number;
    if (n->proof_number == before && n->is_proved == proved_before)
        return;
    const Candidate *c = n->is_proved ? decision_proved_candidate(n) : NULL;
    if (c && c->move != POINT_NONE)
        add_hints(tree, n, c->move);
    for (int i = 0; i < n->parent_count; i++)
        update(tree, n->parents[i]);
}

// ---- Facts

static Candidate *find_candidate(const Decision *n, Point move) {
    for (int i = 0; i < n->candidate_count; i++)
        if (n->candidates[i].move == move)
            return &n->candidates[i];
    return NULL;
}

static void add_parent(Decision *n, Decision *parent) {
    for (int i = 0; i < n->parent_count; i++)
        if (n->parents[i] == parent)
            return;
    n->parents = mem_grow(n->parents, n->parent_count, 1, &n->parent_capacity, sizeof(Decision *));
    n->parents[n->parent_count++] = parent;
}

static bool is_child(const Candidate *c, const Decision *n) {
    for (int i = 0; i < c->child_count; i++)
        if (c->children[i].node == n)
            return true;
    return false;
}

static void add_children(Tree *tree, Decision *n, Candidate *c, const Fact *fact,
                         const Board *after) {
    c->children =
        mem_resize(c->children, (size_t)(c->child_count + fact->open_count + 1) * sizeof(Child));
    double share = fmax(2, cost_of(c->value) / fmax(1, fact->open_count));
    for (int i = 0; i < fact->open_count; i++) {
        Board b = *after;
        board_play(&b, fact->open[i]);
        tree_canonical(&b);
        Decision *child = find_or_add(tree, &b, share);
        if (is_child(c, child))
            continue;
        add_parent(child, n);
        c->children[c->child_count++] = (Child){fact->open[i], child};
    }
}

// The position after the fact's move; false if that or a reply is not legal, or ends the game.
static bool play_move(const Tree *tree, const Fact *fact, Board *after) {
    *after = fact->board;
    bool is_start =
        tree_key(after) == tree->root->key && tree->goal.start.turn != tree->goal.winner;
    after->turn = (uint8_t)(is_start ? stone_other(tree->goal.winner) : tree->goal.winner);
    if (is_start != (fact->move == POINT_NONE) ||
        (!is_start && board_play(after, fact->move) != PLAY_OK))
        return false;
    for (int i = 0; i < fact->open_count; i++) {
        Board b = *after;
        if (board_play(&b, fact->open[i]) != PLAY_OK || b.winner != EMPTY)
            return false;
    }
    return after->winner == EMPTY;
}

static bool apply_replies(Tree *tree, const Fact *fact) {
    Board after;
    if (!play_move(tree, fact, &after))
        return false;
    Decision *n = find_or_add(tree, &fact->board, 2);
    Candidate *c = find_candidate(n, fact->move);
    if (!c && fact->kind == FACT_ALL)
        return true; // the record before it was lost
    if (!c) {
        n->candidates =
            mem_resize(n->candidates, (size_t)(n->candidate_count + 1) * sizeof(Candidate));
        c = &n->candidates[n->candidate_count++];
        *c = (Candidate){.move = fact->move, .value = fact->value};
    }
    c->is_complete |= fact->kind == FACT_ALL;
    n->is_exhausted |= fact->move == POINT_NONE;
    add_children(tree, n, c, fact, &after);
    update(tree, n);
    return true;
}

// The moves of a node belong to its canonical image.
static bool is_canonical(const Board *b) {
    uint64_t key;
    return smallest_image(b, &key) == 0;
}

bool tree_apply(Tree *tree, const Fact *fact) {
    if (!is_canonical(&fact->board))
        return false;
    if (fact->kind == FACT_TRY || fact->kind == FACT_ALL)
        return apply_replies(tree, fact);
    Decision *n = find_or_add(tree, &fact->board, 2);
    n->is_exhausted |= fact->kind == FACT_DONE;
    n->is_hard |= fact->kind == FACT_HARD;
    n->is_won = (n->is_won || fact->kind == FACT_WON) && !n->is_hard;
    update(tree, n);
    return true;
}

// ---- Choosing work

static bool pick_node(Tree *tree, Decision *n, TreeJob *job);

// Hardest reply first, so that a wrong candidate is given up early. At a start with the other side
// to move the easiest first: then whole replies get proved.
static bool pick_child(Tree *tree, Decision *n, Candidate *c, TreeJob *job) {
    bool is_top = c->move == POINT_NONE;
    bool tried[REPLIES_MAX] = {0};
    for (;;) {
        int best = -1;
        double best_number = 0;
        for (int i = 0; i < c->child_count; i++) {
            double number = c->children[i].node->proof_number;
            if (number == 0 || tried[i])
                continue;
            if (is_top)
                number = 1 / (number * (1 + tree->busy_below[i]));
            if (best < 0 || number > best_number) {
                best = i;
                best_number = number;
            }
        }
        if (best < 0)
            break;
        tried[best] = true;
        if (pick_node(tree, c->children[best].node, job)) {
            job->top = is_top ? best : job->top;
            return true;
        }
    }
    if (c->is_complete || c->is_busy || candidate_number(c) > 0.5)
        return false;
    *job = (TreeJob){JOB_ALL_REPLIES, n, c->move, -1};
    return true;
}

static bool pick_node(Tree *tree, Decision *n, TreeJob *job) {
    if (n->visit == tree->visit || n->is_busy || n->is_proved)
        return false;
    n->visit = tree->visit;
    bool tried[REPLIES_MAX + 1] = {0}; // a log may have more candidates than we look for
    for (;;) {
        int best = -1;
        double best_number = INFINITY;
        for (int i = 0; i <= n->candidate_count; i++) {
            double number = i < n->candidate_count    ? n->candidates[i].proof_number
                            : n->candidate_count == 0 ? n->proof_number
                                                      : cost_of_another(n);
            if (!tried[i] && number < best_number) {
                best = i;
                best_number = number;
            }
        }
        if (best < 0)
            return false;
        tried[best] = true;
        if (best == n->candidate_count) {
            *job = (TreeJob){JOB_CANDIDATE, n, POINT_NONE, -1};
            return true;
        }
        if (pick_child(tree, n, &n->candidates[best], job))
            return true;
    }
}

static void set_busy(Tree *tree, const TreeJob *job, bool busy) {
    if (job->kind == JOB_CANDIDATE)
        job->node->is_busy = busy;
    else if (job->kind == JOB_ALL_REPLIES)
        find_candidate(job->node, job->move)->is_busy = busy;
    if (job->top >= 0)
        tree->busy_below[job->top] += busy ? 1 : -1;
}

TreeJob tree_take_job(Tree *tree) {
    TreeJob job = {.kind = JOB_NONE, .top = -1};
    tree->visit++;
    if (pick_node(tree, tree->root, &job))
        set_busy(tree, &job, true);
    return job;
}

void tree_end_job(Tree *tree, const TreeJob *job) {
    set_busy(tree, job, false);
}

// ---- Progress

// The share of the tree below the node that is proved: of each candidate the mean over the replies
// that threats could not decide, of the node the best.
static double share_of(Tree *tree, Decision *n) {
    if (n->is_proved)
        return 1;
    if (n->visit == tree->visit)
        return n->share; // known from another parent
    n->visit = tree->visit;
    n->share = 0;
    for (int i = 0; i < n->candidate_count; i++) {
        const Candidate *c = &n->candidates[i];
        double sum = 0;
        for (int k = 0; k < c->child_count; k++)
            sum += share_of(tree, c->children[k].node);
        n->share = fmax(n->share, sum / fmax(1, c->child_count));
    }
    return n->share;
}

TreeCount tree_count(Tree *tree) {
    TreeCount count = {.left = tree->root->proof_number};
    for (size_t i = 0; i < tree->room; i++) {
        const Decision *n = tree->table[i];
        if (!n || n == tree->root)
            continue;
        bool is_decision = n->candidate_count > 0 && !n->is_won;
        count.proved += is_decision && n->is_proved;
        count.open += is_decision && !n->is_proved;
        count.unseen += n->candidate_count == 0 && !n->is_won && !n->is_exhausted;
    }
    tree->visit++;
    count.share = share_of(tree, tree->root);
    const Candidate *c = tree->root->candidates;
    for (int i = 0; c && c->move == POINT_NONE && i < c->child_count; i++)
        count.replies_proved += c->children[i].node->is_proved;
    count.replies = c && c->move == POINT_NONE ? c->child_count : 0;
    return count;
}
