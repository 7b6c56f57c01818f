// GoGui graphics (gfx) commands: best moves, a heat map and threats. One drawing command per line;
// docs/gtp.md has a sample.
#include "base/util.h"
#include "player/policy.h"
#include "protocol/gtp_session.h"

#include <math.h>

// A drawing command with its points.
static void add_points(const Gtp *g, const char *command, const Point *points, int count,
                       Str *out) {
    if (count == 0)
        return;
    str_add(out, "%s%s ", out->len > 0 ? "\n" : "", command);
    gtp_add_sorted_capitals(g, points, count, out);
}

static bool analyse(Gtp *g, int lines, EngineResult *out, Error *err) {
    Engine *engine = gtp_engine(g, err);
    if (!engine || !engine_prepare(engine, g->game.board.rules, err))
        return false;
    EngineRequest request = {
        .board = &g->game.board,
        .budget = {.ms = g->analysis_nodes ? 0 : g->solve_ms, .nodes = g->analysis_nodes},
        .line_count = lines,
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
    if (!analyse(g, BEST_MOVES, &a, &call->err))
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
    if (!analyse(g, POINTS, &a, &call->err))
        return false;
    double best = engine_win_rate(a.lines[0].value);
    for (int i = 0; i < a.line_count; i++) {
        Str command = {0};
        add_color(best - engine_win_rate(a.lines[i].value), &command);
        add_points(g, str_text(&command), &a.lines[i].move, 1, &call->reply);
        str_release(&command);
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
    Str legend = {0};
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
    str_release(&legend);
    return true;
}

// clang-format off
const Command gtp_gfx_commands[] = {
    {"pentad-gfx_best_moves", 0, 0, best_moves, NULL, "win rates of the best moves, and the expected line, as a drawing"},
    {"pentad-gfx_heat",       0, 0, heat,       NULL, "how good points are, as colors from green to red"},
    {"pentad-gfx_threats",    0, 0, threats,    NULL, "fives and open fours of either side, as a drawing"},
    {0},
};
// clang-format on
