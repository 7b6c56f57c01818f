// Standard GTP and GoGui commands beyond the course's list: undo, clocks, sequences, set-up, SGF
// files.
#include "base/ascii.h"
#include "base/number.h"
#include "core/notation.h"
#include "protocol/gtp_session.h"
#include "record/format.h"
#include "record/game_in_tree.h"

#include <string.h>

static bool undo(void *session, Call *call) {
    return game_undo(&((Gtp *)session)->game) || error_set(&call->err, "cannot undo");
}

static bool gg_undo(void *session, Call *call) {
    Gtp *g = session;
    int64_t count = 1;
    if (call->argc > 1 && !number_parse(call->argv[1], 1, GAME_MOVES_MAX, &count, &call->err))
        return false;
    if (count > g->game.count)
        return error_set(&call->err, "cannot undo");
    for (int i = 0; i < count; i++)
        game_undo(&g->game);
    return true;
}

// Uses a fresh player, so that earlier moves do not influence the answer.
static bool reg_genmove(void *session, Call *call) {
    Gtp *g = session;
    Stone color;
    Player player = {0};
    Point p;
    if (!gtp_require_color(g, call->argv[1], &color, &call->err))
        return false;
    if (gtp_add_end(g, &call->reply))
        return true;
    if (!player_open(str_text(&g->player_name), &player, &call->err))
        return false;
    bool ok = gtp_choose(g, &player, color, &p, &call->err);
    player_close(&player);
    if (ok)
        gtp_add_move(g, p, &call->reply);
    return ok;
}

// ---- Time

static bool time_settings(void *session, Call *call) {
    Gtp *g = session;
    int64_t numbers[3];
    for (int i = 0; i < 3; i++)
        if (!number_parse(call->argv[i + 1], 0, INT32_MAX, &numbers[i], &call->err))
            return false;
    for (int i = 0; i < COUNT(g->clocks); i++)
        gtp_clock_set(&g->clocks[i], numbers[0], numbers[1], (int)numbers[2]);
    return true;
}

static bool time_left(void *session, Call *call) {
    Gtp *g = session;
    Stone color;
    int64_t seconds, stones;
    if (!gtp_require_color(g, call->argv[1], &color, &call->err) ||
        !number_parse(call->argv[2], 0, INT32_MAX, &seconds, &call->err) ||
        !number_parse(call->argv[3], 0, INT32_MAX, &stones, &call->err))
        return false;
    gtp_clock_set_left(&g->clocks[color - BLACK], seconds, (int)stones);
    return true;
}

// ---- Several stones at once

// The next word from argv[*at] on; the last argument may hold many words. NULL after the last.
static char *next_word(Call *call, int *at) {
    static const char blanks[] = " \t\r\n\v\f";
    if (*at >= call->argc)
        return NULL;
    char *word = call->argv[*at];
    char *end = word + strcspn(word, blanks);
    char *rest = end + strspn(end, blanks);
    *end = '\0';
    if (*rest)
        call->argv[*at] = rest;
    else
        ++*at;
    return word;
}

// The next color and point. False at the end, or on an error in call->err.
static bool next_move(const Gtp *g, Call *call, int *at, Stone *color, Point *p) {
    const char *first = next_word(call, at);
    const char *second = next_word(call, at);
    if (!first)
        return false;
    if (!second)
        return error_set(&call->err, "'%.20s' must be followed by a point", first);
    if (!gtp_require_color(g, first, color, &call->err))
        return false;
    *p = POINT_PASS;
    return ascii_equal(second, "pass") ||
           point_parse(second, NOTATION_GTP, g->game.board.size, p, &call->err);
}

static bool reject_move(Call *call, const Gtp *g, Point p, const char *reason) {
    ScopedStr word = {0};
    gtp_add_move(g, p, &word);
    return error_set(&call->err, "illegal move: \"%s\" %s", str_text(&word), reason);
}

// Plays all moves or none.
static bool play_sequence(void *session, Call *call) {
    Gtp *g = session;
    Stone color;
    Point p;
    int at = 1;
    const char *reason = NULL;
    g->spare = g->game;
    while (next_move(g, call, &at, &color, &p) && !(reason = gtp_place(g, color, p)))
        ;
    if (reason)
        reject_move(call, g, p, reason);
    if (*call->err.text)
        g->game = g->spare;
    return !*call->err.text;
}

// Places the initial stones. Black moves first, unless gogui-setup_player changes that.
static bool setup(void *session, Call *call) {
    Gtp *g = session;
    Stone color;
    Point p;
    int at = 1;
    if (g->game.count > 0 || g->game.board.stones > 0)
        return error_set(&call->err, "the board is not empty");
    Board b = g->game.board;
    while (next_move(g, call, &at, &color, &p)) {
        if (p == POINT_PASS)
            return reject_move(call, g, p, "is not a stone");
        if (b.at[p] != EMPTY)
            return reject_move(call, g, p, "occupied");
        board_place(&b, color, p);
    }
    b.turn = BLACK;
    board_recompute_winner(&b); // while stones were placed, a longer line looked like a five
    if (!*call->err.text)
        game_start_from(&g->game, &b);
    return !*call->err.text;
}

static bool setup_player(void *session, Call *call) {
    Gtp *g = session;
    Stone color;
    if (!gtp_require_color(g, call->argv[1], &color, &call->err))
        return false;
    if (g->game.count > 0)
        return error_set(&call->err, "moves have been played already");
    g->game.board.turn = (uint8_t)color;
    board_recompute_winner(&g->game.board); // of two fives that of the other side counts
    g->game.start = g->game.board;
    return true;
}

// ---- Files

// `-` would be the session's own standard input.
static bool may_open(const Gtp *g, const char *path, Error *err) {
    if (g->sandboxed)
        return error_set(err, "files are not allowed here");
    return strcmp(path, "-") != 0 || error_set(err, "'-' is not a file");
}

// Loads the position before the n-th move. A result stored in the record is dropped, unless it
// follows from the board.
static bool load_record(Gtp *g, const Record *r, int64_t before_move, Error *err) {
    const Node *end = before_move ? record_after_moves(r, (int)before_move - 1) : record_last(r);
    if (!record_replay(r, end, &g->spare, err))
        return false;
    g->game = g->spare;
    g->game.passes = true;
    if (g->game.forced.reason != END_FOUL)
        g->game.forced = (Result){0};
    return true;
}

static bool loadsgf(void *session, Call *call) {
    Gtp *g = session;
    int64_t before_move = 0;
    if (call->argc > 2 && !number_parse(call->argv[2], 1, INT32_MAX, &before_move, &call->err))
        return false;
    ReadOptions options = {.rules = g->game.board.rules};
    Record *r = may_open(g, call->argv[1], &call->err)
                    ? record_load(call->argv[1], &format_sgf, &options, &call->err)
                    : NULL;
    bool ok = r && load_record(g, r, before_move, &call->err);
    record_free(r);
    return ok || error_prefix(&call->err, "cannot load file");
}

static bool printsgf(void *session, Call *call) {
    Gtp *g = session;
    WriteOptions options = {.sgf_without_gm = g->profile == GTP_GOGUI};
    if (call->argc > 1 && !may_open(g, call->argv[1], &call->err))
        return error_prefix(&call->err, "cannot save file");
    Record *r = record_from_game(&g->game);
    bool ok = call->argc > 1 ? record_save(r, call->argv[1], &format_sgf, &options, &call->err)
                             : format_sgf.write(r, &options, &call->reply, &call->err);
    record_free(r);
    while (call->reply.len > 0 && call->reply.data[call->reply.len - 1] == '\n')
        str_cut(&call->reply, call->reply.len - 1);
    return ok;
}

// ---- GoGui's start-up commands

static bool accept(void *session, Call *call) {
    (void)session, (void)call;
    return true;
}

static bool title(void *session, Call *call) {
    const Gtp *g = session;
    str_add(&call->reply, "Pentad, %s", g->game.board.rules->name);
    return true;
}

// clang-format off
const Command gtp_common_commands[] = {
    {"undo",                0, 0,              undo,          NULL,                    "take back the last move"},
    {"gg-undo",             0, 1,              gg_undo,       "[INT]",                 "take back that many moves"},
    {"reg_genmove",         1, 1,              reg_genmove,   "{w,b}",                 "choose a move without playing it, the same each time"},
    {"time_settings",       3, 3,              time_settings, "MAIN PERIOD STONES",    "seconds for the game, seconds and stones per period"},
    {"time_left",           3, 3,              time_left,     "{w,b} SECONDS STONES",  "time and stones left"},
    {"loadsgf",             1, 2,              loadsgf,       "FILE [MOVE]",           "load a game, up to the position before MOVE"},
    {"printsgf",            0, 1,              printsgf,      "[FILE]",                "the game as SGF, in the reply or to a file"},
    {"gogui-play_sequence", 0, CALL_WORDS_MAX, play_sequence, "{b,w} MOVE ...",        "play all of these moves or none"},
    {"gogui-setup",         0, CALL_WORDS_MAX, setup,         "{b,w} POINT ...",       "set up stones on the empty board"},
    {"gogui-setup_player",  1, 1,              setup_player,  "{b,w}",                 "who moves first after gogui-setup"},
    {"gogui-title",         0, 0,              title,         NULL,                    "the window's title"},
    {"gogui-interrupt",     0, 0,              accept,        NULL,                    "the line '# interrupt' stops a search"},
    {"gogui-version",       0, 1,              accept,        "VERSION",               "version of GoGui; accepted and ignored"},
    {0},
};
// clang-format on

void gtp_clock_set(GtpClock *c, int64_t main_s, int64_t period_s, int stones) {
    *c =
        (GtpClock){.main_ms = main_s * 1000, .period_ms = period_s * 1000, .period_stones = stones};
    gtp_clock_start(c);
}

static bool has_period(const GtpClock *c) {
    return c->period_ms > 0 && c->period_stones > 0;
}

static void begin_period(GtpClock *c) {
    c->left_ms = c->period_ms;
    c->stones = c->period_stones;
}

void gtp_clock_start(GtpClock *c) {
    c->runs = has_period(c) || (c->main_ms > 0 && c->period_ms == 0);
    c->left_ms = c->main_ms;
    c->stones = 0;
    if (c->main_ms == 0 && has_period(c))
        begin_period(c);
}

void gtp_clock_set_left(GtpClock *c, int64_t seconds, int stones) {
    c->runs = true;
    c->left_ms = seconds * 1000;
    c->stones = stones;
}

void gtp_clock_spend(GtpClock *c, int64_t ms) {
    c->left_ms -= ms;
    bool ends_period = c->stones > 0 && --c->stones == 0;
    if (has_period(c) && (ends_period || (c->stones == 0 && c->left_ms <= 0)))
        begin_period(c);
}

MoveTime gtp_clock_move_time(const GtpClock *c) {
    int64_t move_ms = c->move_ms > 0 ? c->move_ms : timer_unlimited;
    return move_time_for(c->runs ? c->left_ms : timer_unlimited,
                         c->stones > 0 ? c->stones : TIMER_MOVES_TO_GO, 0, move_ms);
}
