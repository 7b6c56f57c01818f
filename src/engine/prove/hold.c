#include "engine/prove/hold.h"

#include "base/mem.h"
#include "base/number.h"
#include "engine/prove/prover_internal.h"
#include "engine/tactics/pairing.h"

enum { HOLD_POINTS_MAX = 64, FAILED = -2, NODES_MAX = 2000000 };

// The empty points are numbered, so that a set of them is a word.
struct Hold {
    Prover *prover;
    int point_count, window_count;
    Point points[HOLD_POINTS_MAX];
    bool has_fouls;                        // moves may be forbidden to the holder
    uint64_t windows[PAIRING_WINDOWS_MAX]; // points that the attacker lacks in a window of five
    int own_count;                         // with fouls only
    uint64_t own[PAIRING_WINDOWS_MAX];     // empty points of the windows without an attacker
    uint64_t keys[2][HOLD_POINTS_MAX][SYMMETRY_COUNT]; // Zobrist: attacker, holder
    // While a strategy is written:
    Board board;
    Proof *proof;
    HashMap answers; // nodes by position key, with the holder to move
};

typedef struct {
    uint64_t stones[2]; // added since the start: attacker, holder
    uint64_t hashes[SYMMETRY_COUNT];
    int turn; // 0: attacker
} HoldState;

enum { ATTACKER, HOLDER };

// ---- Positions

static int bits_in(uint64_t set) {
    return __builtin_popcountll(set);
}

static uint64_t bit(int i) {
    return (uint64_t)1 << i;
}

static Stone color_of(const Hold *h, int side) {
    return side == ATTACKER ? h->prover->attacker : stone_other(h->prover->attacker);
}

static bool number_points(Hold *h, const Board *b) {
    Point empty[BOARD_MAX * BOARD_MAX];
    h->point_count = board_empty_points(b, empty);
    if (h->point_count > HOLD_POINTS_MAX)
        return false;
    for (int i = 0; i < h->point_count; i++) {
        h->points[i] = empty[i];
        for (int side = 0; side < 2; side++)
            for (int view = 0; view < SYMMETRY_COUNT; view++)
                h->keys[side][i][view] =
                    prover_stone_key(color_of(h, side), h->prover->mapped[view][empty[i]]);
    }
    return true;
}

// Adds the window of five from `p`, if no stone of the other side is in it. A full one of a holder
// with forbidden moves is part of an overline: then pairs are not safe.
static bool add_window(Hold *h, const Board *b, const uint64_t *bits, int side, Point p, int step) {
    uint64_t *windows = side == ATTACKER ? h->windows : h->own, window = 0;
    int *count = side == ATTACKER ? &h->window_count : &h->own_count;
    for (int i = 0; i < 5; i++) {
        Stone stone = b->at[p + i * step];
        if (stone == WALL || stone == color_of(h, !side))
            return true;
        window |= bits[p + i * step];
    }
    if (*count == PAIRING_WINDOWS_MAX || (side == HOLDER && !window))
        return false;
    windows[(*count)++] = window;
    return true;
}

static bool add_windows(Hold *h, const Board *b) {
    uint64_t bits[POINT_COUNT] = {0};
    for (int i = 0; i < h->point_count; i++)
        bits[h->points[i]] = bit(i);
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            for (int d = 0; d < STEP_COUNT; d++)
                for (int side = 0; side < 1 + h->has_fouls; side++)
                    if (!add_window(h, b, bits, side, point_at(x, y), point_steps[d]))
                        return false;
    return true;
}

Hold *hold_new(Prover *prover) {
    const Board *b = &prover->position->board;
    const SideRules *holder = prover->attacker == BLACK ? &b->rules->white : &b->rules->black;
    Hold *h = mem_alloc(sizeof *h);
    h->prover = prover;
    h->board = *b;
    h->has_fouls = holder->has_fouls;
    if (number_points(h, b) && add_windows(h, b))
        return h;
    hold_free(h);
    return NULL;
}

void hold_free(Hold *hold) {
    if (hold)
        hash_map_release(&hold->answers);
    mem_free(hold);
}

static HoldState start_state(const Hold *h) {
    HoldState s = {.turn = prover_attacker_to_move(h->prover) ? ATTACKER : HOLDER};
    for (int view = 0; view < SYMMETRY_COUNT; view++)
        s.hashes[view] = h->prover->hashes[view];
    return s;
}

static HoldState state_after(const Hold *h, const HoldState *s, int move) {
    HoldState next = *s;
    next.stones[s->turn] |= bit(move);
    next.turn = !s->turn;
    for (int view = 0; view < SYMMETRY_COUNT; view++)
        next.hashes[view] ^= h->keys[s->turn][move][view];
    return next;
}

// Mirror images share a key. It differs from those of the prover, which uses the same table.
static uint64_t key_of(const HoldState *s) {
    uint64_t hash = s->hashes[0];
    for (int view = 1; view < SYMMETRY_COUNT; view++)
        hash = s->hashes[view] < hash ? s->hashes[view] : hash;
    return rng_mix(hash + (uint64_t)s->turn + 1);
}

// ---- Search

typedef struct {
    int count;
    int moves[HOLD_POINTS_MAX];
    ProofNumbers numbers[HOLD_POINTS_MAX];
} HoldMoves;

// What the attacker can still fill.
typedef struct {
    int window_count;
    uint64_t windows[PAIRING_WINDOWS_MAX];
    uint64_t points, fives; // points of all windows; points that complete a five
    int weights[HOLD_POINTS_MAX];
} OpenWindows;

static void list_open_windows(const Hold *h, const HoldState *s, OpenWindows *out) {
    for (int i = 0; i < h->window_count; i++) {
        uint64_t window = h->windows[i] & ~s->stones[ATTACKER];
        if (h->windows[i] & s->stones[HOLDER])
            continue;
        out->windows[out->window_count++] = window;
        out->points |= window;
        int lacking = bits_in(window);
        out->fives |= lacking == 1 ? window : 0;
        for (uint64_t points = window; points; points &= points - 1)
            out->weights[__builtin_ctzll(points)] += 1 << 2 * (5 - lacking);
    }
}

// True if a pairing strategy stops the attacker from here on.
static bool find_pairs(const Hold *h, const HoldState *s, const OpenWindows *open, PairSet *out) {
    Partners partners;
    uint64_t own[PAIRING_WINDOWS_MAX];
    int count = 0;
    if (!h->has_fouls)
        return pair_set_find(open->windows, open->window_count, NULL, out);
    for (int i = 0; i < h->own_count; i++)
        if (!(h->own[i] & s->stones[ATTACKER]))
            own[count++] = h->own[i];
    partners_find(own, count, &partners);
    return pair_set_find(open->windows, open->window_count, &partners, out);
}

// Lists the points of a set, those in the fullest windows first.
static void list_moves(const OpenWindows *open, uint64_t set, HoldMoves *m) {
    for (; set; set &= set - 1) {
        int move = __builtin_ctzll(set), at = m->count++;
        for (; at > 0 && open->weights[m->moves[at - 1]] < open->weights[move]; at--)
            m->moves[at] = m->moves[at - 1];
        m->moves[at] = move;
    }
}

// The moves of a holder with forbidden moves, whoever is to move.
typedef struct {
    uint64_t legal, fives;
} HolderMoves;

static uint64_t empty_points(const Hold *h, const HoldState *s) {
    uint64_t all = h->point_count < HOLD_POINTS_MAX ? bit(h->point_count) - 1 : UINT64_MAX;
    return all & ~s->stones[ATTACKER] & ~s->stones[HOLDER];
}

static void list_holder_moves(const Hold *h, const HoldState *s, HolderMoves *out) {
    Board b = h->board;
    Stone holder = color_of(h, HOLDER);
    for (int side = 0; side < 2; side++)
        for (uint64_t left = s->stones[side]; left; left &= left - 1)
            b.at[h->points[__builtin_ctzll(left)]] = (uint8_t)color_of(h, side);
    b.turn = (uint8_t)holder;
    for (uint64_t left = empty_points(h, s); left; left &= left - 1) {
        Point p = h->points[__builtin_ctzll(left)];
        if (board_check(&b, p) != PLAY_OK)
            continue;
        out->legal |= left & -left;
        b.at[p] = (uint8_t)holder;
        out->fives |= board_wins_at(&b, p) ? left & -left : 0;
        b.at[p] = EMPTY;
    }
}

static NodeState expand_with_fouls(const Hold *h, const HoldState *s, const OpenWindows *open,
                                   HoldMoves *m) {
    HolderMoves own = {0};
    list_holder_moves(h, s, &own);
    if (s->turn == ATTACKER) {
        if (bits_in(own.fives) > 1)
            return STATE_DISPROVED;
        list_moves(open, own.fives ? own.fives : empty_points(h, s), m);
        return m->count > 0 ? STATE_OPEN : STATE_DISPROVED;
    }
    if (own.fives || !own.legal)
        return STATE_DISPROVED;
    uint64_t useful = own.legal & (open->fives ? open->fives : open->points);
    list_moves(open, useful || open->fives ? useful : own.legal, m);
    return m->count > 0 ? STATE_OPEN : STATE_PROVED;
}

// Without forbidden moves, those outside the open windows change nothing, so neither side searches
// them.
static NodeState expand(const Hold *h, const HoldState *s, bool known, HoldMoves *m) {
    OpenWindows open = {0};
    PairSet ignored;
    list_open_windows(h, s, &open);
    m->count = 0;
    if (s->turn == ATTACKER && open.fives)
        return STATE_PROVED;
    if (!known && !open.fives && find_pairs(h, s, &open, &ignored))
        return STATE_DISPROVED;
    if (h->has_fouls)
        return expand_with_fouls(h, s, &open, m);
    if (bits_in(open.fives) > 1)
        return STATE_PROVED;
    list_moves(&open, open.fives ? open.fives : open.points, m);
    return m->count > 0 ? STATE_OPEN : STATE_DISPROVED;
}

// The estimates of new nodes follow the order of the moves.
static ProofNumbers numbers_of(const Hold *h, uint64_t key, int turn, int rank) {
    ProofNumbers n;
    if (pn_table_probe(&h->prover->table, key, &n))
        return n;
    return turn == ATTACKER ? (ProofNumbers){1 + (uint32_t)rank / 4, 1}
                            : (ProofNumbers){1, 1 + (uint32_t)rank / 2};
}

static bool has_key(const uint64_t *keys, int count, uint64_t key) {
    for (int i = 0; i < count; i++)
        if (keys[i] == key)
            return true;
    return false;
}

// Looks the numbers up. Of moves that lead to mirror images, keeps one.
static void look_up_numbers(const Hold *h, const HoldState *s, HoldMoves *m) {
    uint64_t keys[HOLD_POINTS_MAX];
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        HoldState next = state_after(h, s, m->moves[i]);
        uint64_t key = key_of(&next);
        if (has_key(keys, count, key))
            continue;
        m->numbers[count] = numbers_of(h, key, s->turn, i);
        m->moves[count] = m->moves[i];
        keys[count++] = key;
    }
    m->count = count;
}

// df-pn, as in prover.c.
static ProofNumbers search(Hold *h, const HoldState *s, ProofNumbers limit) {
    PnTable *table = &h->prover->table;
    uint64_t key = key_of(s);
    int64_t before = h->prover->nodes++;
    ProofNumbers numbers;
    HoldMoves m;
    bool known = pn_table_probe(table, key, &numbers);
    if (known && pn_is_solved(numbers))
        return numbers;
    NodeState state = expand(h, s, known, &m);
    if (state != STATE_OPEN) {
        numbers = state == STATE_PROVED ? pn_proved : pn_disproved;
        pn_table_store(table, key, numbers, 1);
        return numbers;
    }
    bool attacking = s->turn == ATTACKER;
    look_up_numbers(h, s, &m);
    PnSummary sum = pn_summarize(attacking, m.numbers, m.count);
    while (pn_is_within(sum.numbers, limit) && !pn_is_solved(sum.numbers) &&
           !prover_has_to_stop(h->prover)) {
        HoldState next = state_after(h, s, m.moves[sum.best]);
        m.numbers[sum.best] = search(h, &next, pn_child_limit(attacking, &sum, limit));
        sum = pn_summarize(attacking, m.numbers, m.count);
    }
    pn_table_store(table, key, sum.numbers, h->prover->nodes - before);
    return sum.numbers;
}

static ProofNumbers search_fully(Hold *h, const HoldState *s) {
    return search(h, s, (ProofNumbers){PN_INFINITE, PN_INFINITE});
}

ProverResult hold_run(Hold *h, int64_t nodes) {
    HoldState s = start_state(h);
    prover_set_node_limit(h->prover, nodes);
    ProofNumbers n = search_fully(h, &s);
    return n.proof == 0 ? PROVER_PROVED : n.disproof == 0 ? PROVER_EXHAUSTED : PROVER_STOPPED;
}

// ---- Writing the strategy

static int write_answer(Hold *h, const HoldState *s);

// `move` is a Point, POINT_NONE if the attacker moves first. Pairs with its point are not needed
// any more.
static int write_pairs(Hold *h, Point move, const PairSet *set) {
    Point points[2 * PAIRING_MAX];
    int count = 0;
    for (int i = 0; i < set->count; i++) {
        Point one = h->points[__builtin_ctzll(set->pairs[i])];
        Point two = h->points[63 - __builtin_clzll(set->pairs[i])];
        if (one == move || two == move)
            continue;
        points[2 * count] = one;
        points[2 * count++ + 1] = two;
    }
    return proof_add_pairs(h->proof, move, points, count);
}

// Not if there is no legal move, a draw, or if a five is left where the search counts fives.
static bool has_to_answer(const Hold *h) {
    Point fives[BOARD_MAX * BOARD_MAX];
    return board_has_legal_move(&h->board) &&
           !(h->has_fouls && board_five_points(&h->board, color_of(h, HOLDER), fives) > 0);
}

// The attacker is to move, after the holder's `move`.
static int write_replies(Hold *h, const HoldState *s, Point move) {
    ProofReply replies[HOLD_POINTS_MAX];
    int count = 0;
    bool ok = h->proof->node_count < NODES_MAX;
    for (int i = 0; i < h->point_count && ok; i++) {
        Point p = h->points[i];
        if (board_check(&h->board, p) != PLAY_OK)
            continue;
        board_place(&h->board, color_of(h, ATTACKER), p);
        if (has_to_answer(h)) {
            HoldState next = state_after(h, s, i);
            int node = write_answer(h, &next);
            ok = node != FAILED;
            replies[count++] = (ProofReply){p, node};
        }
        board_remove(&h->board, p, color_of(h, ATTACKER), EMPTY);
    }
    return ok ? proof_add_move(h->proof, move, replies, count, PROOF_NONE) : FAILED;
}

static int write_after_move(Hold *h, const HoldState *s, Point move) {
    OpenWindows open = {0};
    PairSet pairs;
    list_open_windows(h, s, &open);
    if (find_pairs(h, s, &open, &pairs))
        return write_pairs(h, move, &pairs);
    return write_replies(h, s, move);
}

static bool has_pairing(Hold *h, const HoldState *s) {
    OpenWindows open = {0};
    PairSet ignored;
    list_open_windows(h, s, &open);
    return find_pairs(h, s, &open, &ignored);
}

static bool is_known_to_hold(Hold *h, const HoldState *s) {
    return numbers_of(h, key_of(s), s->turn, 0).disproof == 0;
}

static bool is_found_to_hold(Hold *h, const HoldState *s) {
    return !h->prover->stopped && search_fully(h, s).disproof == 0;
}

// A move that holds, or -1. First moves that leave a pairing strategy, which keeps the strategy
// small. If the table has lost its move, moves are searched again.
static int holding_move(Hold *h, const HoldState *s) {
    static bool (*const tests[])(Hold *, const HoldState *) = {has_pairing, is_known_to_hold,
                                                               is_found_to_hold};
    HoldMoves m;
    if (expand(h, s, true, &m) == STATE_PROVED)
        return -1;
    for (int t = 0; t < COUNT(tests); t++)
        for (int i = 0; i < m.count; i++) {
            HoldState next = state_after(h, s, m.moves[i]);
            if (tests[t](h, &next))
                return m.moves[i];
        }
    return -1;
}

// The first legal point: where a pairing strategy holds, any move does.
static Point any_move(const Hold *h) {
    int i = 0;
    while (i < h->point_count - 1 && board_check(&h->board, h->points[i]) != PLAY_OK)
        i++;
    return h->points[i];
}

static int write_new_answer(Hold *h, const HoldState *s) {
    OpenWindows open = {0};
    PairSet pairs;
    list_open_windows(h, s, &open);
    if (!open.fives && find_pairs(h, s, &open, &pairs))
        return write_pairs(h, any_move(h), &pairs);
    int move = holding_move(h, s);
    if (move < 0)
        return FAILED;
    Point p = h->points[move];
    HoldState next = state_after(h, s, move);
    board_place(&h->board, color_of(h, HOLDER), p);
    int node = h->board.winner != EMPTY ? proof_add_move(h->proof, p, NULL, 0, PROOF_NONE)
                                        : write_after_move(h, &next, p);
    board_remove(&h->board, p, color_of(h, HOLDER), EMPTY);
    return node;
}

// The holder is to move. Not the key of mirror images: the nodes have points.
static int write_answer(Hold *h, const HoldState *s) {
    const int *known = hash_map_get(&h->answers, s->hashes[0]);
    if (known)
        return *known;
    int node = write_new_answer(h, s);
    if (node != FAILED)
        hash_map_put(&h->answers, s->hashes[0], node);
    return node;
}

int hold_write(Hold *h, int64_t nodes, Proof *out) {
    HoldState s = start_state(h);
    h->proof = out;
    prover_set_node_limit(h->prover, nodes);
    int node = s.turn == HOLDER ? write_answer(h, &s) : write_after_move(h, &s, POINT_NONE);
    return node == FAILED ? PROOF_NONE : node;
}
