// The Yixin extensions (YX...) of the Gomocup protocol.
#include "core/forbidden.h"
#include "protocol/gomocup_session.h"

static bool yxboard_done(Gomocup *g, Str *reply, Error *err) {
    (void)reply, (void)err;
    g->stones = g->block.stones;
    g->own = g->block.own;
    return true;
}

static bool run_yxboard(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    static const GomocupBlock block = {"YXBOARD", true, yxboard_done};
    return gomocup_block_open(g, &block, s, reply, err);
}

static bool run_yxstop(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    (void)g, (void)s, (void)reply, (void)err;
    return true;
}

static bool run_yxshowforbid(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    (void)s;
    if (!gomocup_set_up(g, err))
        return false;
    const Board *b = &g->game.board;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = b->rules->black.has_fouls ? board_empty_points(b, empty) : 0;
    str_add_text(reply, "FORBID ");
    for (int i = 0; i < n; i++)
        if (forbidden_check(b, empty[i]) != PLAY_OK)
            str_add(reply, "%02d%02d", point_x(empty[i]), point_y(empty[i]));
    str_add_char(reply, '.');
    return true;
}

static bool run_yxhashclear(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    (void)s, (void)reply, (void)err;
    engine_clear(gomocup_engine(g));
    gomocup_prepare(g);
    return true;
}

// MAX_HASH_SIZE is a power of two: at most 2^22 KiB.
static bool run_yxshowinfo(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    (void)s, (void)err;
    g->is_silent = true;
    str_add(reply,
            "MESSAGE Pentad " PENTAD_VERSION
            "\nMESSAGE INFO MAX_THREAD_NUM %d\nMESSAGE INFO MAX_HASH_SIZE 22",
            engine_threads_max());
    return true;
}

// ---- Analyses

static bool run_yxnbest(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    int lines;
    scanner_skip_blanks(s);
    if (!scanner_number(s, ENGINE_LINES_MAX, &lines) || lines == 0)
        return error_set(err, "YXNBEST takes a number of lines from 1 to %d", ENGINE_LINES_MAX);
    return gomocup_move_nbest(g, lines, reply, err);
}

static bool balance(Gomocup *g, int stones, Scanner *s, Str *reply, Error *err) {
    scanner_skip_blanks(s);
    bool negative = scanner_accept(s, '-');
    int aim = 0;
    scanner_skip_blanks(s);
    if (!scanner_at_end(s) && !scanner_number(s, ENGINE_MATE, &aim))
        return error_set(err, "the value to come near to is a number from -%d to %d", ENGINE_MATE,
                         ENGINE_MATE);
    return gomocup_balance(g, stones, negative ? -aim : aim, reply, err);
}

static bool run_yxbalanceone(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    return balance(g, 1, s, reply, err);
}

static bool run_yxbalancetwo(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    return balance(g, 2, s, reply, err);
}

static bool yxblock_done(Gomocup *g, Str *reply, Error *err) {
    (void)reply, (void)err;
    Error twice;
    for (int i = 0; i < g->block.stones.count; i++)
        gomocup_stones_add(&g->blocked, g->block.stones.at[i].point, BLACK, &twice);
    return true;
}

static bool yxblockundo_done(Gomocup *g, Str *reply, Error *err) {
    (void)reply, (void)err;
    Error not_there;
    for (int i = 0; i < g->block.stones.count; i++)
        gomocup_stones_remove(&g->blocked, g->block.stones.at[i].point, &not_there);
    return true;
}

static bool run_yxblock(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    static const GomocupBlock block = {"YXBLOCK", false, yxblock_done};
    return gomocup_block_open(g, &block, s, reply, err);
}

static bool run_yxblockundo(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    static const GomocupBlock block = {"YXBLOCKUNDO", false, yxblockundo_done};
    return gomocup_block_open(g, &block, s, reply, err);
}

static bool run_yxblockreset(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    (void)s, (void)reply, (void)err;
    g->blocked.count = 0;
    return true;
}

// clang-format off
const GomocupCommand gomocup_yixin_commands[] = {
    {{"YXBOARD", "", "as BOARD, but only set the stones up; not answered"}, NEEDS_GAME, run_yxboard},
    {{"YXSTOP", "", "as STOP"}, NEEDS_NOTHING, run_yxstop},
    {{"YXSHOWFORBID", "", "the points forbidden to Black, two digits each for x and y"}, NEEDS_GAME, run_yxshowforbid},
    {{"YXNBEST", "N", "make a move, and report the N best lines"}, NEEDS_GAME, run_yxnbest, .thinks = true},
    {{"YXBALANCEONE", "[VALUE]", "a stone after which the value is closest to VALUE (default: 0)"}, NEEDS_GAME, run_yxbalanceone, .thinks = true},
    {{"YXBALANCETWO", "[VALUE]", "the same with two stones, ours and the other side's"}, NEEDS_GAME, run_yxbalancetwo, .thinks = true},
    {{"YXBLOCK", "", "lines X,Y where not to play, then DONE; not answered"}, NEEDS_GAME, run_yxblock},
    {{"YXBLOCKUNDO", "", "lines X,Y to allow again, then DONE; not answered"}, NEEDS_GAME, run_yxblockundo},
    {{"YXBLOCKRESET", "", "allow all points again; not answered"}, NEEDS_NOTHING, run_yxblockreset},
    {{"YXHASHCLEAR", "", "forget past searches; not answered"}, NEEDS_NOTHING, run_yxhashclear},
    {{"YXSHOWINFO", "", "features for a GUI; after it unknown commands are not answered"}, NEEDS_NOTHING, run_yxshowinfo},
    {{0}},
};
// clang-format on
