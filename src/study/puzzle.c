#include "study/puzzle.h"

#include "base/number.h"
#include "core/notation.h"
#include "core/point.h"
#include "proof/proof.h"

#include <string.h>

static const char *const kind_names[PUZZLE_KINDS] = {
    [PUZZLE_ATTACK] = "attack",
    [PUZZLE_DEFENSE] = "defence",
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

// The hash under one symmetry; a sum, so that the order of moves does not matter.
static uint64_t key_under_symmetry(const PuzzleGame *g, int symmetry) {
    uint64_t key = rng_mix((uint64_t)g->size);
    for (int i = 0; i < g->count; i++) {
        Point at = symmetry_apply(symmetry, g->moves[i], g->size);
        key += rng_mix(((uint64_t)at << 1 | (uint64_t)(i & 1)) * 0x9e3779b97f4a7c15u);
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

// Does `attacker`, to move or not, win by threats? A win (OUTCOME_WIN) counts only if the proof
// checker accepts it. The caller releases the result.
static EngineResult search_threats(const PuzzleTools *tools, const Board *b, Stone attacker,
                                   const Budget *budget) {
    EngineRequest request = {.kind = REQUEST_THREATS,
                             .board = b,
                             .attacker = attacker,
                             .budget = *budget,
                             .stop = tools->stop};
    ProofCheck checking = {.stop = tools->stop};
    EngineResult r = engine_run(tools->engine, &request);
    if (r.outcome == OUTCOME_WIN && !proof_check(&r.proof, &checking, NULL))
        r.outcome = OUTCOME_UNKNOWN;
    return r;
}

// The same after one more move of the side to move, without the proof. An immediate five needs
// none.
static EngineResult search_threats_after(const PuzzleTools *tools, const Board *b, Point move,
                                         Stone attacker, const Budget *budget) {
    Board after = *b;
    board_play(&after, move);
    if (after.winner != EMPTY) {
        bool wins = after.winner == attacker;
        return (EngineResult){.outcome = wins ? OUTCOME_WIN : OUTCOME_UNKNOWN,
                              .no_threat_win = !wins};
    }
    EngineResult r = search_threats(tools, &after, attacker, budget);
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
    return board_five_points(b, color, fives) > 0;
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
        EngineResult r = search_threats_after(tools, b, moves[i], b->turn, budget);
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

// ---- Defense

// Collects the moves that are not proved to lose within the budget, at most `room`. Returns
// how many there are, or room + 1 if there are more; *refuted: after the last one there is no win
// by threats.
static int list_defenses(const PuzzleTools *tools, const Board *b, const Point *moves, int n,
                         const Budget *budget, Point *defenses, int room, bool *refuted) {
    int count = 0;
    for (int i = 0; i < n && count <= room && !stop_requested(tools->stop); i++) {
        EngineResult r = search_threats_after(tools, b, moves[i], stone_other(b->turn), budget);
        if (r.outcome == OUTCOME_WIN)
            continue;
        if (count < room)
            defenses[count] = moves[i];
        *refuted = r.no_threat_win;
        count++;
    }
    return count;
}

// Most positions have several defenses, and a small search shows that.
static bool has_only_defense(const PuzzleTools *tools, const Board *b, Puzzle *p) {
    enum { DOUBTFUL_MAX = 4 };
    Point moves[BOARD_MAX * BOARD_MAX], doubtful[DOUBTFUL_MAX];
    bool refuted = false;
    int n = list_moves(b, p->line, p->length, moves);
    n = list_defenses(tools, b, moves, n, &tools->screening, doubtful, DOUBTFUL_MAX, &refuted);
    if (n > DOUBTFUL_MAX ||
        list_defenses(tools, b, doubtful, n, &tools->others, &p->solution, 1, &refuted) != 1)
        return false;
    p->others.nodes = tools->others.nodes;
    p->others.refuted = refuted;
    p->others.searched = !refuted;
    return true;
}

static bool examine_defense(const PuzzleTools *tools, const Board *b, Puzzle *p) {
    Stone attacker = stone_other(b->turn);
    Board passed = *b;
    passed.turn = (uint8_t)attacker;
    EngineResult threat = search_threats(tools, &passed, attacker, &tools->screening);
    bool threatened = threat.outcome == OUTCOME_WIN;
    if (threatened)
        copy_line(&threat, p);
    engine_result_release(&threat);
    p->kind = PUZZLE_DEFENSE;
    p->themes[PUZZLE_THEME_DEFENSE] = true;
    return threatened && has_only_defense(tools, b, p) && !stop_requested(tools->stop);
}

// ---- Both

// If a five can be made or must be blocked right now, there is nothing to find.
bool puzzle_examine(const PuzzleTools *tools, const PuzzleGame *g, Puzzle *out) {
    Board b;
    *out = (Puzzle){.game = *g};
    if (!puzzle_board(g, &b) || b.winner != EMPTY || has_immediate_five(&b, BLACK) ||
        has_immediate_five(&b, WHITE))
        return false;
    EngineResult r = search_threats(tools, &b, b.turn, &tools->proving);
    engine_result_release(&r);
    return r.outcome == OUTCOME_WIN ? examine_win(tools, &b, &r, out)
                                    : examine_defense(tools, &b, out);
}

// Puzzle verification: checks every claim of a finished puzzle, independently of puzzle.c.
// "other moves: h8 wins too"
static bool fail_at(Error *err, const Puzzle *p, Point at, const char *why) {
    ScopedStr name = {0};
    point_format(at, NOTATION_POS, p->game.size, &name);
    return error_set(err, "%s %s", str_text(&name), why);
}

// Where the winning line starts: the position, for a defense with the attacker to move.
static Board start_of_line(const Puzzle *p, const Board *b) {
    Board start = *b;
    if (p->kind == PUZZLE_DEFENSE)
        start.turn = (uint8_t)stone_other(b->turn);
    return start;
}

// The line ends with a five, or with an unstoppable one that comes two stones later.
static bool check_end(const Puzzle *p, const Board *end, Stone attacker, Error *err) {
    bool is_five = end->winner == attacker;
    if (!is_five &&
        (end->winner != EMPTY || end->turn == attacker || !puzzle_five_is_unstoppable(end)))
        return error_set(err, "the line ends before the win");
    int stones = is_five ? p->length : p->length + 2;
    return p->stones == stones ||
           error_set(err, "%d stones are claimed, but the line takes %d", p->stones, stones);
}

// Proves the win after every move of the winner.
static bool check_line(const PuzzleTools *tools, const Puzzle *p, const Board *b, Error *err) {
    Board now = start_of_line(p, b);
    Stone attacker = now.turn;
    if (p->length == 0 || (p->kind == PUZZLE_ATTACK && p->line[0] != p->solution))
        return error_set(err, "the line does not begin with the solution");
    for (int i = 0; i < p->length; i++) {
        Point at = p->line[i];
        if (board_check(&now, at) != PLAY_OK)
            return fail_at(err, p, at, "cannot be played in the line");
        if (now.turn == attacker &&
            search_threats_after(tools, &now, at, attacker, &tools->proving).outcome != OUTCOME_WIN)
            return fail_at(err, p, at, "could not be proved to win");
        board_play(&now, at);
    }
    return check_end(p, &now, attacker, err);
}

static bool check_themes(const Puzzle *p, const Board *b, Error *err) {
    bool themes[PUZZLE_THEME_COUNT] = {0};
    if (p->kind == PUZZLE_DEFENSE)
        themes[PUZZLE_THEME_DEFENSE] = true;
    else
        puzzle_themes_of_win(b, p->line, p->length, themes);
    return !memcmp(themes, p->themes, sizeof themes) ||
           error_set(err, "the themes are not those of the line");
}

// The budget for "no win found": the claim is about exactly this many nodes.
static Budget others_budget(const PuzzleTools *tools, const Puzzle *p) {
    Budget budget = tools->others;
    budget.nodes = p->others.nodes;
    return budget;
}

// The budget for proofs: the larger of the two.
static Budget proof_budget(const PuzzleTools *tools, const Puzzle *p) {
    return p->others.nodes > tools->proving.nodes ? others_budget(tools, p) : tools->proving;
}

static int count_others(const Puzzle *p, const Board *b) {
    int count = 0;
    for (Point at = 0; at < POINT_COUNT; at++)
        count += at != p->solution && board_check(b, at) == PLAY_OK;
    return count;
}

// No other move may win.
static bool check_attack(const PuzzleTools *tools, const Puzzle *p, const Board *b, Error *err) {
    int claimed = p->others.refuted + p->others.searched, others = count_others(p, b);
    Budget budget = others_budget(tools, p);
    if (claimed != others)
        return error_set(err, "%d other moves are claimed, but there are %d", claimed, others);
    for (Point at = 0; at < POINT_COUNT; at++)
        if (at != p->solution && board_check(b, at) == PLAY_OK &&
            search_threats_after(tools, b, at, b->turn, &budget).outcome == OUTCOME_WIN)
            return fail_at(err, p, at, "wins too");
    return true;
}

// Every other move must be proved to lose, and the solution must not lose.
static bool check_defense(const PuzzleTools *tools, const Puzzle *p, const Board *b, Error *err) {
    Stone attacker = stone_other(b->turn);
    Budget searching = others_budget(tools, p), proving = proof_budget(tools, p);
    if (p->others.refuted + p->others.searched != 1)
        return error_set(err, "in a defence exactly one of refuted and searched is 1");
    if (search_threats_after(tools, b, p->solution, attacker, &searching).outcome == OUTCOME_WIN)
        return fail_at(err, p, p->solution, "is the solution, and loses");
    for (Point at = 0; at < POINT_COUNT; at++)
        if (at != p->solution && board_check(b, at) == PLAY_OK &&
            search_threats_after(tools, b, at, attacker, &proving).outcome != OUTCOME_WIN)
            return fail_at(err, p, at, "is not proved to lose");
    return true;
}

bool puzzle_check(const PuzzleTools *tools, const Puzzle *p, Error *err) {
    Board b;
    Point fives[BOARD_MAX * BOARD_MAX];
    if (!puzzle_board(&p->game, &b))
        return error_set(err, "the moves cannot be played");
    if (b.winner != EMPTY ||
        board_five_points(&b, BLACK, fives) + board_five_points(&b, WHITE, fives) > 0)
        return error_set(err, "there is already a five, or one to make or stop at once");
    if (board_check(&b, p->solution) != PLAY_OK)
        return fail_at(err, p, p->solution, "cannot be played");
    if (p->rating != puzzle_rating(p->percent))
        return error_set(err, "the rating does not follow from the levels");
    return check_line(tools, p, &b, err) && check_themes(p, &b, err) &&
           (p->kind == PUZZLE_ATTACK ? check_attack(tools, p, &b, err)
                                     : check_defense(tools, p, &b, err));
}
