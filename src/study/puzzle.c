#include "study/puzzle.h"

#include "base/util.h"
#include "core/symmetry.h"
#include "proof/checker.h"
#include "study/puzzle_theme.h"

static const char *const kind_names[PUZZLE_KINDS] = {
    [PUZZLE_ATTACK] = "attack",
    [PUZZLE_DEFENCE] = "defence",
};

const char *puzzle_kind_name(int kind) {
    return kind < PUZZLE_KINDS ? kind_names[kind] : NULL;
}

bool puzzle_board(const PuzzleGame *g, Board *out) {
    board_init(out, g->rules, g->size);
    for (int i = 0; i < g->count; i++)
        if (board_play(out, g->moves[i]) != PLAY_OK)
            return false;
    return true;
}

// ---- Symmetries

static uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

// The hash under one symmetry; a sum, so that the order of moves does not matter.
static uint64_t key_under_symmetry(const PuzzleGame *g, int symmetry) {
    uint64_t key = mix((uint64_t)g->size);
    for (int i = 0; i < g->count; i++) {
        Point at = symmetry_apply(symmetry, g->moves[i], g->size);
        key += mix(((uint64_t)at << 1 | (uint64_t)(i & 1)) * 0x9e3779b97f4a7c15u);
    }
    return key;
}

uint64_t puzzle_key(const PuzzleGame *g) {
    uint64_t key = UINT64_MAX;
    for (int i = 0; i < SYMMETRY_COUNT; i++) {
        uint64_t transformed = key_under_symmetry(g, i);
        key = transformed < key ? transformed : key;
    }
    return key;
}

static void transform_points(Point *points, int count, int symmetry, int size) {
    for (int i = 0; i < count; i++)
        points[i] = symmetry_apply(symmetry, points[i], size);
}

void puzzle_transform(Puzzle *p, int symmetry) {
    int size = p->game.size;
    transform_points(p->game.moves, p->game.count, symmetry, size);
    transform_points(p->line, p->length, symmetry, size);
    transform_points(&p->solution, 1, symmetry, size);
}

// ---- Solver

Threats puzzle_threats(const PuzzleTools *tools, const Board *b, Stone attacker,
                       const SolverLimits *limits, Proof *proof) {
    ProofCheck checking = {.stop = limits->stop};
    Error ignored;
    Threats t = solver_threats(tools->solver, b, attacker, limits, proof);
    return t == THREATS_WIN && !proof_check(proof, &checking, &ignored) ? THREATS_UNDECIDED : t;
}

// An immediate five needs no proof.
Threats puzzle_threats_after(const PuzzleTools *tools, const Board *b, Point move, Stone attacker,
                             const SolverLimits *limits) {
    Board after = *b;
    Proof proof;
    board_play(&after, move);
    if (after.winner != EMPTY)
        return after.winner == attacker ? THREATS_WIN : THREATS_FAIL;
    Threats t = puzzle_threats(tools, &after, attacker, limits, &proof);
    proof_release(&proof);
    return t;
}

static Point first_move(const Proof *p) {
    const ProofNode *root = &p->nodes[p->roots[0]];
    return root->line_count > 0 ? p->points[root->line] : root->move;
}

static void copy_line(const Proof *proof, Puzzle *p) {
    p->stones = proof_length(proof);
    p->length = proof_line(proof, p->line, SOLVER_LINE_MAX);
}

static bool has_immediate_five(const Board *b, Stone color) {
    Point fives[BOARD_MAX * BOARD_MAX];
    return puzzle_five_points(b, color, fives) > 0;
}

// ---- Move order

static int distance_to(const Point *line, int count, Point p) {
    int nearest = BOARD_MAX;
    for (int i = 0; i < count; i++)
        nearest = int_min(nearest, point_distance(line[i], p));
    return nearest;
}

// The legal moves, ordered by distance to a line of play: a second solution is most likely there,
// so it is found early.
static int list_moves(const Board *b, const Point *line, int length,
                      Point moves[static BOARD_MAX * BOARD_MAX]) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty), count = 0;
    for (int distance = 0; distance <= BOARD_MAX; distance++)
        for (int i = 0; i < n; i++)
            if (distance_to(line, length, empty[i]) == distance &&
                board_check(b, empty[i]) == PLAY_OK)
                moves[count++] = empty[i];
    return count;
}

// ---- Attack

// Searches every other move for a win by threats within `limits`. Called with small limits first,
// because most wins show early.
static bool no_other_wins(const PuzzleTools *tools, const Board *b, const SolverLimits *limits,
                          Puzzle *p) {
    Point moves[BOARD_MAX * BOARD_MAX];
    int n = list_moves(b, p->line, p->length, moves);
    p->others = (PuzzleOthers){.nodes = limits->nodes};
    for (int i = 0; i < n; i++) {
        if (moves[i] == p->solution)
            continue;
        Threats t = puzzle_threats_after(tools, b, moves[i], b->turn, limits);
        if (t == THREATS_WIN || stop_requested(limits->stop))
            return false;
        p->others.refuted += t == THREATS_FAIL;
        p->others.searched += t == THREATS_UNDECIDED;
    }
    return true;
}

// Given a proved win: is it the only one?
static bool examine_win(const PuzzleTools *tools, const Board *b, const Proof *proof, Puzzle *p) {
    p->kind = PUZZLE_ATTACK;
    p->solution = first_move(proof);
    copy_line(proof, p);
    puzzle_themes_of_win(b, p->line, p->length, p->themes);
    return no_other_wins(tools, b, &tools->screening, p) &&
           no_other_wins(tools, b, &tools->others, p);
}

// ---- Defence

// Collects the moves that are not proved to lose within the limits, at most `room`. Returns how
// many there are, or room + 1 if there are more; *last is the result of the last one.
static int list_defences(const PuzzleTools *tools, const Board *b, const Point *moves, int n,
                         const SolverLimits *limits, Point *defences, int room, Threats *last) {
    int count = 0;
    for (int i = 0; i < n && count <= room && !stop_requested(limits->stop); i++) {
        Threats t = puzzle_threats_after(tools, b, moves[i], stone_other(b->turn), limits);
        if (t == THREATS_WIN)
            continue;
        if (count < room)
            defences[count] = moves[i];
        *last = t;
        count++;
    }
    return count;
}

// Most positions have several defences, and a small search shows that.
static bool has_only_defence(const PuzzleTools *tools, const Board *b, Puzzle *p) {
    enum { DOUBTFUL_MAX = 4 };
    Point moves[BOARD_MAX * BOARD_MAX], doubtful[DOUBTFUL_MAX];
    Threats last = THREATS_UNDECIDED;
    int n = list_moves(b, p->line, p->length, moves);
    n = list_defences(tools, b, moves, n, &tools->screening, doubtful, DOUBTFUL_MAX, &last);
    if (n > DOUBTFUL_MAX ||
        list_defences(tools, b, doubtful, n, &tools->others, &p->solution, 1, &last) != 1)
        return false;
    p->others.nodes = tools->others.nodes;
    p->others.refuted = last == THREATS_FAIL;
    p->others.searched = last == THREATS_UNDECIDED;
    return true;
}

static bool examine_defence(const PuzzleTools *tools, const Board *b, Puzzle *p) {
    Stone attacker = stone_other(b->turn);
    Board passed = *b;
    Proof proof;
    passed.turn = (uint8_t)attacker;
    bool threatened =
        puzzle_threats(tools, &passed, attacker, &tools->screening, &proof) == THREATS_WIN;
    if (threatened)
        copy_line(&proof, p);
    proof_release(&proof);
    p->kind = PUZZLE_DEFENCE;
    p->themes[PUZZLE_THEME_DEFENCE] = true;
    return threatened && has_only_defence(tools, b, p) && !stop_requested(tools->others.stop);
}

// ---- Both

// If a five can be made or must be blocked right now, there is nothing to find.
bool puzzle_examine(const PuzzleTools *tools, const PuzzleGame *g, Puzzle *out) {
    Board b;
    *out = (Puzzle){.game = *g};
    if (!puzzle_board(g, &b) || b.winner != EMPTY || has_immediate_five(&b, BLACK) ||
        has_immediate_five(&b, WHITE))
        return false;
    Proof proof;
    bool wins = puzzle_threats(tools, &b, b.turn, &tools->proving, &proof) == THREATS_WIN;
    bool found = wins ? examine_win(tools, &b, &proof, out) : examine_defence(tools, &b, out);
    proof_release(&proof);
    return found;
}
