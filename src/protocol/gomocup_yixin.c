// The Yixin extensions (YX...) of the Gomocup protocol.
#include "core/forbidden.h"
#include "protocol/gomocup_session.h"

static bool run_yxboard(void *session, Call *call) {
    Gomocup *g = session;
    (void)call;
    g->stones = g->block.stones;
    g->own = g->block.own;
    return true;
}

static bool run_yxstop(void *session, Call *call) {
    (void)session, (void)call;
    return true;
}

static bool run_yxshowforbid(void *session, Call *call) {
    Gomocup *g = session;
    if (!gomocup_set_up(g, &call->err))
        return false;
    const Board *b = &g->game.board;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = b->rules->black.has_fouls ? board_empty_points(b, empty) : 0;
    str_add_text(&call->reply, "FORBID ");
    for (int i = 0; i < n; i++)
        if (forbidden_check(b, empty[i]) != PLAY_OK)
            str_add(&call->reply, "%02d%02d", point_x(empty[i]), point_y(empty[i]));
    str_add_char(&call->reply, '.');
    return true;
}

static bool run_yxhashclear(void *session, Call *call) {
    Gomocup *g = session;
    (void)call;
    engine_clear(gomocup_engine(g));
    gomocup_prepare(g);
    return true;
}

// MAX_HASH_SIZE is a power of two: at most 2^22 KiB.
static bool run_yxshowinfo(void *session, Call *call) {
    Gomocup *g = session;
    g->is_silent = true;
    str_add(&call->reply,
            "MESSAGE Pentad " PENTAD_VERSION
            "\nMESSAGE INFO MAX_THREAD_NUM %d\nMESSAGE INFO MAX_HASH_SIZE 22",
            engine_threads_max());
    return true;
}

// ---- Analyses

static bool run_yxnbest(void *session, Call *call) {
    Gomocup *g = session;
    int lines;
    scanner_skip_blanks(&call->rest);
    if (!scanner_number(&call->rest, ENGINE_LINES_MAX, &lines) || lines == 0)
        return error_set(&call->err, "YXNBEST takes a number of lines from 1 to %d",
                         ENGINE_LINES_MAX);
    return gomocup_move_nbest(g, lines, &call->reply, &call->err);
}

static bool balance(Gomocup *g, int stones, Scanner *s, Str *reply, Error *err) {
    scanner_skip_blanks(s);
    bool negative = scanner_accept(s, '-');
    int target = 0;
    scanner_skip_blanks(s);
    if (!scanner_at_end(s) && !scanner_number(s, ENGINE_MATE, &target))
        return error_set(err, "the target value is a number from -%d to %d", ENGINE_MATE,
                         ENGINE_MATE);
    return gomocup_balance(g, stones, negative ? -target : target, reply, err);
}

static bool run_yxbalanceone(void *session, Call *call) {
    return balance(session, 1, &call->rest, &call->reply, &call->err);
}

static bool run_yxbalancetwo(void *session, Call *call) {
    return balance(session, 2, &call->rest, &call->reply, &call->err);
}

static bool run_yxblock(void *session, Call *call) {
    Gomocup *g = session;
    (void)call;
    Error twice;
    for (int i = 0; i < g->block.stones.count; i++)
        gomocup_stones_add(&g->blocked, g->block.stones.at[i].point, BLACK, &twice);
    return true;
}

static bool run_yxblockundo(void *session, Call *call) {
    Gomocup *g = session;
    (void)call;
    Error not_there;
    for (int i = 0; i < g->block.stones.count; i++)
        gomocup_stones_remove(&g->blocked, g->block.stones.at[i].point, &not_there);
    return true;
}

static bool run_yxblockreset(void *session, Call *call) {
    Gomocup *g = session;
    (void)call;
    g->blocked.count = 0;
    return true;
}

// clang-format off
const Command gomocup_yixin_commands[] = {
    {"YXBOARD", 0, 0, run_yxboard, "", "as BOARD, but only set the stones up; not answered", NEEDS_GAME | READS_STONES | HAS_FIELDS},
    {"YXSTOP", 0, 0, run_yxstop, "", "as STOP"},
    {"YXSHOWFORBID", 0, 0, run_yxshowforbid, "", "the points forbidden to Black, two digits each for x and y", NEEDS_GAME},
    {"YXNBEST", 0, 0, run_yxnbest, "N", "make a move, and report the N best lines", NEEDS_GAME | THINKS},
    {"YXBALANCEONE", 0, 0, run_yxbalanceone, "[VALUE]", "a stone after which the value is closest to VALUE (default: 0)", NEEDS_GAME | THINKS},
    {"YXBALANCETWO", 0, 0, run_yxbalancetwo, "[VALUE]", "the same with two stones, ours and the other side's", NEEDS_GAME | THINKS},
    {"YXBLOCK", 0, 0, run_yxblock, "", "lines X,Y of points to avoid, then DONE; not answered", NEEDS_GAME | READS_STONES},
    {"YXBLOCKUNDO", 0, 0, run_yxblockundo, "", "lines X,Y to allow again, then DONE; not answered", NEEDS_GAME | READS_STONES},
    {"YXBLOCKRESET", 0, 0, run_yxblockreset, "", "allow all points again; not answered"},
    {"YXHASHCLEAR", 0, 0, run_yxhashclear, "", "forget past searches; not answered"},
    {"YXSHOWINFO", 0, 0, run_yxshowinfo, "", "print the features for a GUI; then unknown commands are not answered"},
    {0},
};
// clang-format on
