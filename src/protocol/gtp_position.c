// GTP commands about the position: the course's later assignments (timelimit, solve, policy), and
// the entries of GoGui's analyze menu.
#include "base/number.h"
#include "core/forbidden.h"
#include "protocol/gtp_session.h"

#include <math.h>
#include <string.h>

// ---- Rule-based move policy of the course

typedef enum {
    POLICY_WIN,             // moves that win immediately
    POLICY_BLOCK_WIN,       // moves that block an immediate win of the opponent
    POLICY_OPEN_FOUR,       // moves that make .XXXX.
    POLICY_BLOCK_OPEN_FOUR, // moves after which the opponent cannot make one
    POLICY_RANDOM,          // every legal move
    POLICY_COUNT,
} PolicyRule;

typedef struct {
    PolicyRule rule;
    int count;
    Point moves[BOARD_MAX * BOARD_MAX]; // row by row from the top
} PolicyMoves;

static bool wins_at(const Board *b, Stone color, Point p) {
    Board trial = *b;
    board_place(&trial, color, p);
    return trial.winner == color;
}

// Exactly four stones with both ends empty: either end makes five.
static bool is_open_four(const Board *b, Stone color, Point p, int step) {
    if (board_run_length(b, color, p, step) != 4)
        return false;
    int ahead = 0, behind = 0;
    while (b->at[p + (ahead + 1) * step] == color)
        ahead++;
    while (b->at[p - (behind + 1) * step] == color)
        behind++;
    return b->at[p + (ahead + 1) * step] == EMPTY && b->at[p - (behind + 1) * step] == EMPTY;
}

static bool makes_open_four(const Board *b, Stone color, Point p) {
    for (int d = 0; d < STEP_COUNT; d++)
        if (is_open_four(b, color, p, point_steps[d]))
            return true;
    return false;
}

static int open_four_moves(const Board *b, Stone color, const Point *empty, int n) {
    int count = 0;
    for (int i = 0; i < n; i++)
        count += b->at[empty[i]] == EMPTY && makes_open_four(b, color, empty[i]);
    return count;
}

// Does the rule select `p`? `empty` holds the empty points of the board.
static bool rule_selects(PolicyRule rule, const Board *b, Point p, const Point *empty, int n) {
    Stone own = b->turn, other = stone_other(own);
    switch (rule) {
    case POLICY_WIN:
        return wins_at(b, own, p);
    case POLICY_BLOCK_WIN:
        return wins_at(b, other, p);
    case POLICY_OPEN_FOUR:
        return makes_open_four(b, own, p);
    case POLICY_BLOCK_OPEN_FOUR: {
        Board blocked = *b;
        blocked.at[p] = (uint8_t)own;
        return open_four_moves(&blocked, other, empty, n) == 0;
    }
    default:
        return true;
    }
}

// The block rule applies only if there is an open four to block.
static bool rule_applies(PolicyRule rule, const Board *b, const Point *empty, int n) {
    return rule != POLICY_BLOCK_OPEN_FOUR || open_four_moves(b, stone_other(b->turn), empty, n) > 0;
}

// The moves of one rule, even if an earlier rule applies.
static void policy_moves_by(PolicyRule rule, const Board *b, PolicyMoves *out) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    out->rule = rule;
    out->count = 0;
    if (b->winner != EMPTY || !rule_applies(rule, b, empty, n))
        return;
    for (int i = 0; i < n; i++)
        if (board_check(b, empty[i]) == PLAY_OK && rule_selects(rule, b, empty[i], empty, n))
            out->moves[out->count++] = empty[i];
}

// The moves of the first rule that applies, for the side to move. Empty when the game is over.
static void policy_moves(const Board *b, PolicyMoves *out) {
    PolicyRule rule = POLICY_WIN;
    do {
        policy_moves_by(rule, b, out);
    } while (out->count == 0 && ++rule < POLICY_COUNT);
}

static const char *policy_rule_name(PolicyRule rule) {
    static const char *const names[POLICY_COUNT] = {
        [POLICY_WIN] = "Win",
        [POLICY_BLOCK_WIN] = "BlockWin",
        [POLICY_OPEN_FOUR] = "OpenFour",
        [POLICY_BLOCK_OPEN_FOUR] = "BlockOpenFour",
        [POLICY_RANDOM] = "Random",
    };
    return names[rule];
}

// ---- Commands about the position

static bool timelimit(void *session, Call *call) {
    Gtp *g = session;
    int64_t seconds;
    if (!number_parse(call->argv[1], 1, 100, &seconds, &call->err))
        return false;
    g->solve_ms = g->clocks[0].move_ms = g->clocks[1].move_ms = seconds * 1000;
    return true;
}

static void add_outcome(Stone winner, Str *out) {
    static const char *const words[] = {[EMPTY] = "draw", [BLACK] = "b", [WHITE] = "w"};
    str_add_text(out, words[winner]);
}

// "b", "w" or "draw", with a move of the side to move that keeps it, if any; or "unknown".
static bool solve(void *session, Call *call) {
    Gtp *g = session;
    Result result = game_result(&g->game);
    if (result.reason != END_NONE) {
        add_outcome(result.winner, &call->reply);
        return true;
    }
    Engine *engine = gtp_engine(g, &call->err);
    if (!engine)
        return false;
    EngineRequest request = {
        .kind = REQUEST_PROVE, .board = &g->game.board, .budget.ms = g->solve_ms, .stop = g->stop};
    EngineResult r = engine_run(engine, &request);
    if (r.outcome != OUTCOME_UNKNOWN)
        add_outcome(proof_winner(&r.proof), &call->reply);
    else
        str_add_text(&call->reply, "unknown");
    if (r.lines[0].move != POINT_NONE) {
        str_add_char(&call->reply, ' ');
        gtp_add_sorted_capitals(g, &r.lines[0].move, 1, &call->reply);
    }
    engine_result_release(&r);
    return true;
}

static bool policy(void *session, Call *call) {
    Gtp *g = session;
    bool by_rules = !strcmp(call->argv[1], "rule_based");
    if (!by_rules && strcmp(call->argv[1], "random") != 0)
        return error_set(&call->err, "'%.20s' is not a policy: random or rule_based",
                         call->argv[1]);
    g->by_rules = by_rules;
    return true;
}

// The applicable rule and its moves; empty when the game is over.
static bool policy_moves_by_rule(void *session, Call *call) {
    const Gtp *g = session;
    PolicyMoves moves = {.rule = POLICY_RANDOM};
    if (gtp_game_is_over(g))
        return true;
    if (g->by_rules)
        policy_moves(&g->game.board, &moves);
    else
        moves.count = gtp_legal_points(g, g->game.board.turn, moves.moves);
    str_add(&call->reply, "%s ", policy_rule_name(moves.rule));
    gtp_add_sorted_capitals(g, moves.moves, moves.count, &call->reply);
    return true;
}

// ---- Analyze menu: replies that consist of points only, which GoGui marks on the board

static bool rule_based_moves(void *session, Call *call) {
    const Gtp *g = session;
    PolicyMoves moves = {0};
    if (!gtp_game_is_over(g))
        policy_moves(&g->game.board, &moves);
    gtp_add_sorted_capitals(g, moves.moves, moves.count, &call->reply);
    return true;
}

static bool winning_moves(void *session, Call *call) {
    const Gtp *g = session;
    PolicyMoves moves = {0};
    if (!gtp_game_is_over(g))
        policy_moves_by(POLICY_WIN, &g->game.board, &moves);
    gtp_add_sorted_capitals(g, moves.moves, moves.count, &call->reply);
    return true;
}

static bool forbidden_points(void *session, Call *call) {
    const Gtp *g = session;
    const Board *b = &g->game.board;
    Point points[BOARD_MAX * BOARD_MAX];
    int empty = b->rules->black.has_fouls ? board_empty_points(b, points) : 0, count = 0;
    for (int i = 0; i < empty; i++)
        if (forbidden_check(b, points[i]) != PLAY_OK)
            points[count++] = points[i];
    gtp_add_sorted_capitals(g, points, count, &call->reply);
    return true;
}

static bool best_line(void *session, Call *call) {
    Gtp *g = session;
    if (gtp_game_is_over(g))
        return true;
    Engine *engine = gtp_engine(g, &call->err);
    if (!engine)
        return false;
    int64_t own = gtp_clock_move_time(&g->clocks[g->game.board.turn - BLACK]).usual_ms;
    EngineRequest request = {.board = &g->game.board,
                             .budget.ms = own ? own : g->solve_ms,
                             .move_only = true,
                             .stop = g->stop};
    EngineLine best = engine_run(engine, &request).lines[0];
    for (int i = 0; i < best.length; i++) {
        if (i > 0)
            str_add_char(&call->reply, ' ');
        gtp_add_sorted_capitals(g, &best.moves[i], 1, &call->reply);
    }
    return true;
}

static bool rules(void *session, Call *call) {
    Gtp *g = session;
    const Rules *found = rules_find(call->argv[1], &call->err);
    if (found)
        gtp_start(g, found, g->game.board.size);
    return found != NULL;
}

static bool result(void *session, Call *call) {
    const Gtp *g = session;
    result_format(game_result(&g->game), &call->reply);
    return true;
}

// ---- GoGui graphics (gfx): best moves, a heat map and threats
//
// One drawing command per line; docs/integrate/gtp.md has a sample.

// A drawing command with its points.
static void add_points(const Gtp *g, const char *command, const Point *points, int count,
                       Str *out) {
    if (count == 0)
        return;
    str_add(out, "%s%s ", out->len > 0 ? "\n" : "", command);
    gtp_add_sorted_capitals(g, points, count, out);
}

static bool analyze(Gtp *g, int lines, EngineResult *out, Error *err) {
    Engine *engine = gtp_engine(g, err);
    if (!engine || !engine_prepare(engine, g->game.board.rules, err))
        return false;
    EngineRequest request = {
        .board = &g->game.board,
        .budget = {.ms = g->analysis_nodes ? 0 : g->solve_ms, .nodes = g->analysis_nodes},
        .line_count = lines,
        .stop = g->stop,
    };
    *out = engine_run(engine, &request);
    return true;
}

static int percent(int value) {
    return (int)lround(100 * engine_win_rate(value));
}

static void add_var(const Gtp *g, const EngineLine *l, Str *out) {
    Stone color = g->game.board.turn;
    str_add_text(out, "\nVAR");
    for (int i = 0; i < l->length; i++, color = stone_other(color)) {
        str_add(out, " %s ", color == BLACK ? "b" : "w");
        gtp_add_sorted_capitals(g, &l->moves[i], 1, out);
    }
}

static void add_status(const Gtp *g, const EngineResult *a, Str *out) {
    const EngineLine *best = &a->lines[0];
    int plies = engine_plies_to_end(best->value);
    str_add(out, "%sTEXT %s ", out->len > 0 ? "\n" : "",
            g->game.board.turn == BLACK ? "Black" : "White");
    if (plies > 0)
        str_add(out, "%s in %d", best->value > 0 ? "wins" : "loses", plies);
    else
        str_add(out, "%d %%", percent(best->value));
    str_add(out, ", depth %d", best->depth);
}

static bool best_moves(void *session, Call *call) {
    enum { BEST_MOVES = 5 };
    Gtp *g = session;
    EngineResult a;
    if (gtp_game_is_over(g))
        return true;
    if (!analyze(g, BEST_MOVES, &a, &call->err))
        return false;
    Str *out = &call->reply;
    str_add_text(out, "LABEL");
    for (int i = 0; i < a.line_count; i++) {
        str_add_char(out, ' ');
        gtp_add_sorted_capitals(g, &a.lines[i].move, 1, out);
        str_add(out, " %d", percent(a.lines[i].value));
    }
    add_points(g, "CIRCLE", &a.lines[0].move, 1, out);
    add_var(g, &a.lines[0], out);
    add_status(g, &a, out);
    return true;
}

// Green for the best move, through yellow, to red for a win rate 25 % or more below it.
static void add_color(double below_best, Str *out) {
    enum { STEPS = 15 };
    static const double worst = 0.25;
    double bad = below_best < worst ? below_best / worst : 1;
    int red = bad < 0.5 ? (int)(2 * bad * STEPS) : STEPS;
    int green = bad < 0.5 ? STEPS : (int)(2 * (1 - bad) * STEPS);
    str_add(out, "COLOR #%x%x%x%x00", (unsigned)red, (unsigned)red, (unsigned)green,
            (unsigned)green);
}

static bool heat(void *session, Call *call) {
    enum { POINTS = 20 };
    Gtp *g = session;
    EngineResult a;
    if (gtp_game_is_over(g))
        return true;
    if (!analyze(g, POINTS, &a, &call->err))
        return false;
    double best = engine_win_rate(a.lines[0].value);
    for (int i = 0; i < a.line_count; i++) {
        ScopedStr command = {0};
        add_color(best - engine_win_rate(a.lines[i].value), &command);
        add_points(g, str_text(&command), &a.lines[i].move, 1, &call->reply);
    }
    add_status(g, &a, &call->reply);
    return true;
}

static bool threats(void *session, Call *call) {
    static const struct {
        PolicyRule rule;
        const char *command, *meaning;
    } rows[] = {
        {POLICY_WIN, "SQUARE", "a win"},
        {POLICY_BLOCK_WIN, "MARK", "stops a five"},
        {POLICY_OPEN_FOUR, "CIRCLE", "an open four"},
        {POLICY_BLOCK_OPEN_FOUR, "TRIANGLE", "stops open fours"},
    };
    const Gtp *g = session;
    ScopedStr legend = {0};
    for (int i = 0; i < COUNT(rows) && !gtp_game_is_over(g); i++) {
        PolicyMoves moves;
        policy_moves_by(rows[i].rule, &g->game.board, &moves);
        add_points(g, rows[i].command, moves.moves, moves.count, &call->reply);
        if (moves.count > 0)
            str_add(&legend, "%s%s: %s", legend.len > 0 ? ", " : "", rows[i].command,
                    rows[i].meaning);
    }
    str_add(&call->reply, "%sTEXT %s", call->reply.len > 0 ? "\n" : "",
            legend.len > 0 ? str_text(&legend) : "no threats");
    return true;
}

// clang-format off
const Command gtp_position_commands[] = {
    {"timelimit",               1, 1, timelimit,            "SECONDS",             "1 to 100 for each genmove and solve"},
    {"solve",                   0, 0, solve,                NULL,                  "b, w or draw, with a move that keeps it; or unknown"},
    {"policy",                  1, 1, policy,               "{random,rule_based}", "what policy_moves lists"},
    {"policy_moves",            0, 0, policy_moves_by_rule, NULL,                  "the rule that applies and the moves it names"},
    {"pentad-winning_moves",    0, 0, winning_moves,        NULL,                  "where the side to move wins at once"},
    {"pentad-policy_moves",     0, 0, rule_based_moves,     NULL,                  "the moves of the first rule that applies"},
    {"pentad-forbidden_points", 0, 0, forbidden_points,     NULL,                  "where Black may not play in renju"},
    {"pentad-best_line",        0, 0, best_line,            NULL,                  "the line that the engine expects"},
    {"pentad-rules",            1, 1, rules,                "RULES",               "an empty board with these rules: freestyle, renju ..."},
    {"pentad-result",           0, 0, result,               NULL,                  "how the game ended, in words"},
    {"pentad-gfx_best_moves",   0, 0, best_moves,           NULL,                  "win rates of the best moves, and the expected line, as a drawing"},
    {"pentad-gfx_heat",         0, 0, heat,                 NULL,                  "how good points are, as colors from green to red"},
    {"pentad-gfx_threats",      0, 0, threats,              NULL,                  "fives and open fours of either side, as a drawing"},
    {0},
};
// clang-format on
