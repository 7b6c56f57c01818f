// The GTP commands of the course's program, in the order of its list_commands.
#include "base/ascii.h"
#include "base/clock.h"
#include "core/notation.h"
#include "protocol/gtp_session.h"
#include "record/picture.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

static bool protocol_version(void *session, Call *call) {
    (void)session;
    str_add_text(&call->reply, "2");
    return true;
}

static bool name(void *session, Call *call) {
    const Gtp *g = session;
    str_add_text(&call->reply, g->profile == GTP_COURSE ? "Go0" : "Pentad");
    return true;
}

static bool version(void *session, Call *call) {
    const Gtp *g = session;
    str_add_text(&call->reply, g->profile == GTP_COURSE ? "1.0" : PENTAD_VERSION);
    return true;
}

static bool quit(void *session, Call *call) {
    (void)call;
    ((Gtp *)session)->over = true;
    return true;
}

static bool boardsize(void *session, Call *call) {
    Gtp *g = session;
    int64_t size;
    Error ignored;
    if (!number_parse(call->argv[1], BOARD_MIN, BOARD_MAX, &size, &ignored))
        return error_set(&call->err, "unacceptable size");
    gtp_start(g, g->game.board.rules, (int)size);
    return true;
}

static bool clear_board(void *session, Call *call) {
    (void)call;
    Gtp *g = session;
    gtp_start(g, g->game.board.rules, g->game.board.size);
    return true;
}

// Go programs send it; the value is only checked to be a number.
static bool komi(void *session, Call *call) {
    (void)session;
    enum { ANY = 1000000000 };
    double ignored;
    return decimal_parse(call->argv[1], -ANY, ANY, &ignored, NULL) ||
           error_set(&call->err, "'%.20s' is not a number", call->argv[1]);
}

static bool play(void *session, Call *call) {
    Gtp *g = session;
    const char *word = call->argv[2];
    Stone color;
    Point p = POINT_PASS;
    Error ignored;
    if (!gtp_parse_color(g, call->argv[1], &color))
        return gtp_refuse_move(g, call, call->argv[1], "wrong color");
    if (!ascii_equal(word, "pass") &&
        !point_parse(word, NOTATION_GTP, g->game.board.size, &p, &ignored))
        return gtp_refuse_move(g, call, word, "wrong coordinate");
    const char *reason = gtp_place(g, color, p);
    return !reason || gtp_refuse_move(g, call, word, reason);
}

static bool genmove(void *session, Call *call) {
    Gtp *g = session;
    Stone color;
    if (!gtp_require_color(g, call->argv[1], &color, &call->err))
        return false;
    if (gtp_add_end(g, &call->reply))
        return true;
    Point p;
    int64_t began = clock_now_ms();
    if (!gtp_choose(g, &g->player, color, &p, &call->err))
        return false;
    gtp_clock_spend(&g->clocks[color - BLACK], clock_now_ms() - began);
    gtp_add_move(g, p, &call->reply);
    gtp_place(g, color, p);
    return true;
}

// The course's own program prints an upside-down matrix of numbers here; its specification does not
// ask for that, so we draw a board.
static bool showboard(void *session, Call *call) {
    const Gtp *g = session;
    str_add_char(&call->reply, '\n');
    picture_format(&g->game.board, NOTATION_GTP, game_last_stone(&g->game), &call->reply);
    while (call->reply.data[call->reply.len - 1] == '\n')
        str_cut(&call->reply, call->reply.len - 1);
    return true;
}

static bool rules_legal_moves(void *session, Call *call) {
    const Gtp *g = session;
    Point points[BOARD_MAX * BOARD_MAX];
    int count = gtp_legal_points(g, g->game.board.turn, points);
    gtp_add_sorted_moves(g, points, count, &call->reply);
    return true;
}

static bool legal_moves(void *session, Call *call) {
    const Gtp *g = session;
    Stone color;
    if (!gtp_require_color(g, call->argv[1], &color, &call->err))
        return false;
    Point points[BOARD_MAX * BOARD_MAX];
    int count = gtp_legal_points(g, color, points);
    gtp_add_sorted_capitals(g, points, count, &call->reply);
    return true;
}

static bool rules_game_id(void *session, Call *call) {
    (void)session;
    str_add_text(&call->reply, "Gomoku");
    return true;
}

static bool rules_board_size(void *session, Call *call) {
    str_add(&call->reply, "%d", ((const Gtp *)session)->game.board.size);
    return true;
}

static bool rules_side_to_move(void *session, Call *call) {
    const Gtp *g = session;
    str_add_text(&call->reply, stone_word(g->game.board.turn));
    return true;
}

// The course adds a newline at the end of this reply; GTP does not want one.
static bool rules_board(void *session, Call *call) {
    static const char signs[] = {[EMPTY] = '.', [BLACK] = 'X', [WHITE] = 'O'};
    const Gtp *g = session;
    int size = g->game.board.size;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++)
            str_add_char(&call->reply, signs[g->game.board.at[point_at(x, y)]]);
        if (y + 1 < size || g->profile == GTP_COURSE)
            str_add_char(&call->reply, '\n');
    }
    return true;
}

static bool rules_final_result(void *session, Call *call) {
    static const char *const winners[] = {[EMPTY] = "draw", [BLACK] = "black", [WHITE] = "white"};
    Result r = game_result(&((const Gtp *)session)->game);
    str_add_text(&call->reply, r.reason == END_NONE ? "unknown" : winners[r.winner]);
    return true;
}

static bool known_command(void *session, Call *call) {
    (void)session;
    bool known = false;
    for (int i = 0; gtp_command_at(i) && !known; i++)
        known = !strcmp(gtp_command_at(i)->name, call->argv[1]);
    str_add_text(&call->reply, known ? "true" : "false");
    return true;
}

// Course: its own commands on one line. GTP: all commands, one per line.
static bool list_commands(void *session, Call *call) {
    bool course = ((const Gtp *)session)->profile == GTP_COURSE;
    const Command *c;
    for (int i = 0; (c = course ? &gtp_course_commands[i] : gtp_command_at(i)) && c->name; i++)
        str_add(&call->reply, "%s%s", i == 0 ? "" : course ? " " : "\n", c->name);
    return true;
}

static const struct {
    const char *type, *label, *command;
} analyses[] = {
    {"pstring", "Legal Moves For ToPlay", "gogui-rules_legal_moves"},
    {"pstring", "Side to Play", "gogui-rules_side_to_move"},
    {"pstring", "Final Result", "gogui-rules_final_result"},
    {"pstring", "Board Size", "gogui-rules_board_size"},
    {"pstring", "Rules GameID", "gogui-rules_game_id"},
    {"pstring", "Show Board", "gogui-rules_board"},
    {"plist", "Winning Moves", "pentad-winning_moves"}, // from here on: ours
    {"plist", "Forbidden Points", "pentad-forbidden_points"},
    {"plist", "Policy Moves", "pentad-policy_moves"},
    {"var", "Best Line", "pentad-best_line"},
    {"gfx", "Best Moves", "pentad-gfx_best_moves"},
    {"gfx", "Heat Map", "pentad-gfx_heat"},
    {"gfx", "Threats", "pentad-gfx_threats"},
    {"string", "Who Wins", "solve"},
    {"string", "Result", "pentad-result"},
};

enum { COURSE_ANALYSES = 6 };

static bool analyze_commands(void *session, Call *call) {
    const Gtp *g = session;
    int n = g->profile == GTP_COURSE ? COURSE_ANALYSES : COUNT(analyses);
    for (int i = 0; i < n; i++) {
        str_add(&call->reply, "%s/%s/%s", analyses[i].type, analyses[i].label, analyses[i].command);
        if (i + 1 < n || g->profile == GTP_COURSE)
            str_add_char(&call->reply, '\n');
    }
    return true;
}

// clang-format off
const Command gtp_course_commands[] = {
    {"protocol_version",         0, 0, protocol_version,   NULL,         "2"},
    {"quit",                     0, 0, quit,               NULL,         "end the session"},
    {"name",                     0, 0, name,               NULL,         "the program's name"},
    {"boardsize",                1, 1, boardsize,          "INT",        "an empty board of that size, 2 to 25"},
    {"showboard",                0, 0, showboard,          NULL,         "the position drawn with coordinates"},
    {"clear_board",              0, 0, clear_board,        NULL,         "an empty board of the same size"},
    {"komi",                     1, 1, komi,               "FLOAT",      "accepted and ignored"},
    {"version",                  0, 0, version,            NULL,         "the program's version"},
    {"known_command",            1, 1, known_command,      "CMD_NAME",   "true or false"},
    {"genmove",                  1, 1, genmove,            "{w,b}",      "choose a move and play it; resign after a five, pass on a full board"},
    {"list_commands",            0, 0, list_commands,      NULL,         "the commands (course: its own twenty, on one line)"},
    {"play",                     2, 2, play,               "{b,w} MOVE", "place a stone of either color, or pass"},
    {"legal_moves",              1, 1, legal_moves,        "{w,b}",      "legal moves of that color, in upper case"},
    {"gogui-rules_game_id",      0, 0, rules_game_id,      NULL,         "Gomoku"},
    {"gogui-rules_board_size",   0, 0, rules_board_size,   NULL,         "the board's size"},
    {"gogui-rules_legal_moves",  0, 0, rules_legal_moves,  NULL,         "legal moves in alphabetical order; empty when the game is over"},
    {"gogui-rules_side_to_move", 0, 0, rules_side_to_move, NULL,         "black or white"},
    {"gogui-rules_board",        0, 0, rules_board,        NULL,         "the position as rows of X, O and dots from the top"},
    {"gogui-rules_final_result", 0, 0, rules_final_result, NULL,         "black, white, draw or unknown"},
    {"gogui-analyze_commands",   0, 0, analyze_commands,   NULL,         "entries of GoGui's analyze menu"},
    {0},
};
// clang-format on
