// GTP commands about the position: the course's later assignments (timelimit, solve, policy), and
// the entries of GoGui's analyze menu.
#include "base/number.h"
#include "core/forbidden.h"
#include "player/policy.h"
#include "protocol/gtp_session.h"

#include <string.h>

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
        .kind = REQUEST_PROVE, .board = &g->game.board, .budget.ms = g->solve_ms};
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
        policy_moves(&g->game.board, &moves);
    if (moves.rule == POLICY_WIN)
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
    EngineRequest request = {
        .board = &g->game.board, .budget.ms = own ? own : g->solve_ms, .move_only = true};
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
    {0},
};
// clang-format on
