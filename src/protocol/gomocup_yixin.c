// Commands that Yixin brought and other managers took over.
#include "core/forbidden.h"
#include "protocol/gomocup_session.h"

static bool yxboard_done(Gomocup *g, Str *reply, Error *err) {
    (void)reply, (void)err;
    g->stones = g->incoming.stones;
    g->own = g->incoming.own;
    return true;
}

static bool run_yxboard(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    static const GomocupBlock block = {"YXBOARD", true, yxboard_done};
    return gomocup_open_block(g, &block, s, reply, err);
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

// What a player remembers goes when it does.
static bool run_yxhashclear(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    (void)s, (void)reply;
    player_close(&g->player);
    if (!player_open(str_text(&g->player_name), &g->player, err))
        return false;
    gomocup_prepare(g);
    return true;
}

// One thread, and a table of 2^15 KiB.
static bool run_yxshowinfo(Gomocup *g, Scanner *s, Str *reply, Error *err) {
    (void)s, (void)err;
    g->is_silent = true;
    str_add_text(reply, "MESSAGE INFO MAX_THREAD_NUM 1\nMESSAGE INFO MAX_HASH_SIZE 15");
    return true;
}

// clang-format off
const GomocupCommand gomocup_yixin_commands[] = {
    {{"YXBOARD", "", "as BOARD, but only set the stones up; not answered"}, NEEDS_GAME, run_yxboard},
    {{"YXSTOP", "", "as STOP"}, NEEDS_NOTHING, run_yxstop},
    {{"YXSHOWFORBID", "", "the points forbidden to Black, two digits each for x and y"}, NEEDS_GAME, run_yxshowforbid},
    {{"YXHASHCLEAR", "", "forget past searches; not answered"}, NEEDS_NOTHING, run_yxhashclear},
    {{"YXSHOWINFO", "", "what a window may offer; from then on unknown commands are not answered"}, NEEDS_NOTHING, run_yxshowinfo},
    {{0}},
};
// clang-format on
