// Differential fuzzing of the proof checker. The input is a position on a small board, and a proof
// put together from moves, lines of fours and pairs that may or may not work. What the checker
// accepts, it accepts also if it tries every reply; and with few empty points left, the game played
// out in every way has the outcome that was proved.
#include "base/number.h"
#include "fuzz.h"
#include "proof/proof.h"

enum { SIZE_MAX_HERE = 9, NODES_MAX = 12, LINE_POINTS_MAX = 9, PLAYED_OUT_MAX = 6 };

// ---- The outcome by playing every move

static Outcome play_out(const Board *b) {
    static const Outcome reversed[OUTCOME_COUNT] = {
        [OUTCOME_WIN] = OUTCOME_LOSS, [OUTCOME_LOSS] = OUTCOME_WIN, [OUTCOME_DRAW] = OUTCOME_DRAW};
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    Outcome best = OUTCOME_UNKNOWN;
    for (int i = 0; i < n && best != OUTCOME_WIN; i++) {
        Board after = *b;
        if (board_play(&after, empty[i]) != PLAY_OK)
            continue;
        Outcome now = after.winner != EMPTY ? OUTCOME_WIN : reversed[play_out(&after)];
        if (best == OUTCOME_UNKNOWN || now == OUTCOME_WIN || best == OUTCOME_LOSS)
            best = now;
    }
    return best == OUTCOME_UNKNOWN ? OUTCOME_DRAW : best; // no legal move
}

// ---- A position and a proof

static Stone choose_stone(int n) {
    return n % 3 == 0 ? EMPTY : n % 3 == 1 ? BLACK : WHITE;
}

// Three in a row in the middle of an empty board, and a few other stones: there are wins to prove.
static void place_open_three(Choices *c, Board *b) {
    for (int x = 3; x <= 5; x++)
        board_place(b, BLACK, point_at(x, 4));
    for (int stones = choose(c, 10); stones > 0; stones--) {
        int i = choose(c, b->size * b->size);
        Point p = point_at(i % b->size, i / b->size);
        if (b->at[p] == EMPTY)
            board_place(b, choose(c, 2) ? WHITE : BLACK, p);
    }
}

// Points left out by the input are empty, or have stones in a pattern without a five.
static void place_anything(Choices *c, Board *b) {
    int is_full = choose(c, 2), given = choose(c, b->size * b->size + 1);
    for (int i = 0; i < b->size * b->size; i++) {
        int x = i % b->size, y = i / b->size;
        Stone filler = !is_full ? EMPTY : (x + 2 * y) % 4 < 2 ? BLACK : WHITE;
        Stone s = i < given ? choose_stone(choose(c, 256)) : filler;
        if (s != EMPTY)
            board_place(b, s, point_at(x, y));
    }
}

static Board choose_board(Choices *c) {
    Board b;
    int rules = 0;
    while (rules_at(rules))
        rules++;
    const Rules *chosen = rules_at(choose(c, rules));
    if (choose(c, 2)) {
        board_init(&b, chosen, SIZE_MAX_HERE);
        place_open_three(c, &b);
    } else {
        board_init(&b, chosen, BOARD_MIN + choose(c, SIZE_MAX_HERE - BOARD_MIN + 1));
        place_anything(c, &b);
    }
    b.turn = choose(c, 2) ? WHITE : BLACK;
    return b;
}

static Point choose_empty(Choices *c, const Board *b) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    return n > 0 ? empty[choose(c, n)] : POINT_NONE;
}

// A move that makes a four, or any.
static Point choose_four(Choices *c, Board b, Stone side) {
    Point empty[BOARD_MAX * BOARD_MAX], fives[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(&b, empty), from = n > 0 ? choose(c, n) : 0;
    for (int i = 0; i < n && choose(c, 8); i++) {
        Point p = empty[(from + i) % n];
        Board after = b;
        after.turn = (uint8_t)side;
        if (board_play(&after, p) == PLAY_OK &&
            (after.winner == side || board_five_points(&after, side, fives) > 0))
            return p;
    }
    return n > 0 ? empty[from] : POINT_NONE;
}

static void add_line(Proof *p, Choices *c, Board b, Stone side) {
    Point line[LINE_POINTS_MAX], fives[BOARD_MAX * BOARD_MAX];
    int count = 0;
    b.turn = (uint8_t)side;
    while (count < LINE_POINTS_MAX - 1) {
        Point move = choose_four(c, b, side);
        if (board_play(&b, move) != PLAY_OK)
            break;
        line[count++] = move;
        if (b.winner != EMPTY || board_five_points(&b, side, fives) != 1 || choose(c, 8) == 0 ||
            board_play(&b, fives[0]) != PLAY_OK)
            break;
        line[count++] = fives[0];
    }
    if (count > 0)
        proof_add_line(p, line, count);
}

static int choose_node(Choices *c, const Proof *p) {
    return choose(c, p->node_count + 1) - 1; // PROOF_NONE is -1
}

static void add_move(Proof *p, Choices *c, const Board *b) {
    ProofReply replies[BOARD_MAX * BOARD_MAX];
    Point move = choose(c, 8) ? choose_empty(c, b) : POINT_NONE, empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty), count = 0, threat = choose_node(c, p);
    int share = choose(c, 3); // none, some or all of the replies are listed
    for (int i = 0; i < n && p->node_count > 0; i++)
        if (empty[i] != move && (share == 2 || (share == 1 && choose(c, 4) == 0)))
            replies[count++] = (ProofReply){empty[i], choose(c, p->node_count)};
    proof_add_move(p, move, replies, count, threat);
}

static void add_pairs(Proof *p, Choices *c, const Board *b) {
    Point points[2 * BOARD_MAX];
    int count = choose(c, BOARD_MAX);
    for (int i = 0; i < 2 * count; i++)
        points[i] = choose_empty(c, b);
    if (count > 0 && points[0] == POINT_NONE)
        count = 0;
    proof_add_pairs(p, choose(c, 2) ? choose_empty(c, b) : POINT_NONE, points, count);
}

static void add_nodes(Proof *p, Choices *c) {
    const Board *b = &p->start;
    Stone side = p->outcome == OUTCOME_LOSS ? stone_other(b->turn) : b->turn;
    int nodes = 1 + choose(c, NODES_MAX);
    for (int i = 0; i < nodes; i++) {
        Board later = *b;
        for (int played = choose(c, 3); played > 0; played--)
            board_play(&later, choose_empty(c, b));
        switch (choose(c, p->outcome == OUTCOME_DRAW ? 4 : 2)) {
        case 0:
            add_line(p, c, later, side);
            break;
        case 3:
            add_pairs(p, c, &later);
            break;
        default:
            add_move(p, c, &later);
        }
    }
    p->roots[0] = p->node_count - 1;
    p->roots[1] = choose_node(c, p);
}

static bool enough(void *context) {
    (void)context;
    return true; // called after a thousand positions
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { POSITIONS_MAX = 1024 };
    static const Outcome outcomes[] = {OUTCOME_WIN, OUTCOME_LOSS, OUTCOME_DRAW};
    Choices c = {data, data + size};
    Board b = choose_board(&c);
    Proof p;
    Error err = {0}, slow_err = {0};
    ProofCheck fast = {.stop = {enough, NULL}}, slow = {.stop = {enough, NULL}, .thorough = true};
    proof_init(&p, &b);
    p.outcome = outcomes[choose(&c, COUNT(outcomes))];
    add_nodes(&p, &c);
    bool accepted = proof_check(&p, &fast, &err);
    bool slowly_accepted = proof_check(&p, &slow, &slow_err);
    DEMAND(accepted || *err.text);
    DEMAND(accepted == slowly_accepted || slow.positions >= POSITIONS_MAX);
    if (accepted && b.size * b.size - b.stones <= PLAYED_OUT_MAX)
        DEMAND(play_out(&b) == p.outcome);
    proof_release(&p);
    return 0;
}
