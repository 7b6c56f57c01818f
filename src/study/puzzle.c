#include "study/puzzle.h"

#include "base/util.h"
#include "core/point.h"
#include "proof/proof.h"

#include <string.h>

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

// ---- Proofs

EngineResult puzzle_threats(const PuzzleTools *tools, const Board *b, Stone attacker,
                            const Budget *budget) {
    EngineRequest request = {.kind = REQUEST_THREATS,
                             .board = b,
                             .attacker = attacker,
                             .budget = *budget,
                             .stop = tools->stop};
    ProofCheck checking = {.stop = tools->stop};
    Error ignored;
    EngineResult r = engine_run(tools->engine, &request);
    if (r.outcome == OUTCOME_WIN && !proof_check(&r.proof, &checking, &ignored))
        r.outcome = OUTCOME_UNKNOWN;
    return r;
}

// An immediate five needs no proof.
EngineResult puzzle_threats_after(const PuzzleTools *tools, const Board *b, Point move,
                                  Stone attacker, const Budget *budget) {
    Board after = *b;
    board_play(&after, move);
    if (after.winner != EMPTY) {
        bool wins = after.winner == attacker;
        return (EngineResult){.outcome = wins ? OUTCOME_WIN : OUTCOME_UNKNOWN,
                              .no_threat_win = !wins};
    }
    EngineResult r = puzzle_threats(tools, &after, attacker, budget);
    engine_result_release(&r);
    return r;
}

static void copy_line(const EngineResult *r, Puzzle *p) {
    p->stones = r->stones;
    p->length = r->lines[0].length;
    memcpy(p->line, r->lines[0].moves, sizeof p->line);
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

// Searches every other move for a win by threats within `budget`. Called with a small one first,
// because most wins show early.
static bool no_other_wins(const PuzzleTools *tools, const Board *b, const Budget *budget,
                          Puzzle *p) {
    Point moves[BOARD_MAX * BOARD_MAX];
    int n = list_moves(b, p->line, p->length, moves);
    p->others = (PuzzleOthers){.nodes = budget->nodes};
    for (int i = 0; i < n; i++) {
        if (moves[i] == p->solution)
            continue;
        EngineResult r = puzzle_threats_after(tools, b, moves[i], b->turn, budget);
        if (r.outcome == OUTCOME_WIN || stop_requested(tools->stop))
            return false;
        p->others.refuted += r.no_threat_win;
        p->others.searched += !r.no_threat_win;
    }
    return true;
}

// Given a proved win: is it the only one?
static bool examine_win(const PuzzleTools *tools, const Board *b, const EngineResult *win,
                        Puzzle *p) {
    p->kind = PUZZLE_ATTACK;
    p->solution = win->lines[0].move;
    copy_line(win, p);
    puzzle_themes_of_win(b, p->line, p->length, p->themes);
    return no_other_wins(tools, b, &tools->screening, p) &&
           no_other_wins(tools, b, &tools->others, p);
}

// ---- Defence

// Collects the moves that are not proved to lose within the budget, at most `room`. Returns
// how many there are, or room + 1 if there are more; *refuted: after the last one there is no win
// by threats.
static int list_defences(const PuzzleTools *tools, const Board *b, const Point *moves, int n,
                         const Budget *budget, Point *defences, int room, bool *refuted) {
    int count = 0;
    for (int i = 0; i < n && count <= room && !stop_requested(tools->stop); i++) {
        EngineResult r = puzzle_threats_after(tools, b, moves[i], stone_other(b->turn), budget);
        if (r.outcome == OUTCOME_WIN)
            continue;
        if (count < room)
            defences[count] = moves[i];
        *refuted = r.no_threat_win;
        count++;
    }
    return count;
}

// Most positions have several defences, and a small search shows that.
static bool has_only_defence(const PuzzleTools *tools, const Board *b, Puzzle *p) {
    enum { DOUBTFUL_MAX = 4 };
    Point moves[BOARD_MAX * BOARD_MAX], doubtful[DOUBTFUL_MAX];
    bool refuted = false;
    int n = list_moves(b, p->line, p->length, moves);
    n = list_defences(tools, b, moves, n, &tools->screening, doubtful, DOUBTFUL_MAX, &refuted);
    if (n > DOUBTFUL_MAX ||
        list_defences(tools, b, doubtful, n, &tools->others, &p->solution, 1, &refuted) != 1)
        return false;
    p->others.nodes = tools->others.nodes;
    p->others.refuted = refuted;
    p->others.searched = !refuted;
    return true;
}

static bool examine_defence(const PuzzleTools *tools, const Board *b, Puzzle *p) {
    Stone attacker = stone_other(b->turn);
    Board passed = *b;
    passed.turn = (uint8_t)attacker;
    EngineResult threat = puzzle_threats(tools, &passed, attacker, &tools->screening);
    bool threatened = threat.outcome == OUTCOME_WIN;
    if (threatened)
        copy_line(&threat, p);
    engine_result_release(&threat);
    p->kind = PUZZLE_DEFENCE;
    p->themes[PUZZLE_THEME_DEFENCE] = true;
    return threatened && has_only_defence(tools, b, p) && !stop_requested(tools->stop);
}

// ---- Both

// If a five can be made or must be blocked right now, there is nothing to find.
bool puzzle_examine(const PuzzleTools *tools, const PuzzleGame *g, Puzzle *out) {
    Board b;
    *out = (Puzzle){.game = *g};
    if (!puzzle_board(g, &b) || b.winner != EMPTY || has_immediate_five(&b, BLACK) ||
        has_immediate_five(&b, WHITE))
        return false;
    EngineResult r = puzzle_threats(tools, &b, b.turn, &tools->proving);
    engine_result_release(&r);
    return r.outcome == OUTCOME_WIN ? examine_win(tools, &b, &r, out)
                                    : examine_defence(tools, &b, out);
}
