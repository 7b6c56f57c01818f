#include "tui/session/review_commands.h"

#include "base/clock.h"
#include "base/number.h"
#include "base/util.h"
#include "tui/analysis/game_analysis.h"
#include "tui/analysis/threats.h"
#include "tui/session/messages.h"

#include <poll.h>

bool review_command_is_allowed(const Interpreter *d, Error *err) {
    return !terminal_session_in_mist(&d->session) || error_set(err, "not in the mist");
}

bool review_command_start(Interpreter *d, Error *err) {
    if (d->walk.record)
        return true;
    if (!review_command_is_allowed(d, err))
        return false;
    Node *end =
        terminal_session_update_record(&d->session); // which may be of another record than before
    return game_cursor_open(&d->walk, d->session.record, end, err);
}

static void say_place(Interpreter *d, Call *call) {
    const Game *g = &d->walk.game;
    VariationCount here = game_cursor_variations(&d->walk);
    if (g->count == 0) {
        str_add_text(&call->reply, "Before the first move");
    } else {
        const Move *m = &g->moves[g->count - 1];
        str_add(&call->reply, "After move %d, %s ", g->count, stone_name(m->color));
        message_add_point(m->point, d->notation, g->board.size, &call->reply);
    }
    if (here.count > 1)
        str_add(&call->reply, ", variation %d of %d", here.index + 1, here.count);
    str_add_text(&call->reply, ".\n");
    const char *comment = node_value(d->walk.at, "C");
    if (comment)
        message_add_lines(comment, &call->reply);
    d->show_now = d->show_always;
}

static bool step_along(Interpreter *d, Call *call, CursorStep step) {
    int64_t times = 1;
    if (call->argc > 1 && !number_parse(call->argv[1], 1, GAME_MOVES_MAX, &times, &call->err))
        return false;
    if (!review_command_start(d, &call->err))
        return false;
    bool any = false;
    for (int i = 0; i < times && game_cursor_step(&d->walk, step); i++)
        any = true;
    if (!any)
        return error_set(&call->err, "there is nothing further that way");
    say_place(d, call);
    return true;
}

bool review_command_back(void *session, Call *call) {
    return step_along(session, call, STEP_BACK);
}

bool review_command_forward(void *session, Call *call) {
    return step_along(session, call, STEP_FORWARD);
}

bool review_command_first(void *session, Call *call) {
    return step_along(session, call, STEP_FIRST);
}

bool review_command_last(void *session, Call *call) {
    return step_along(session, call, STEP_LAST);
}

bool review_command_variation(void *session, Call *call) {
    Interpreter *d = session;
    if (!review_command_start(d, &call->err))
        return false;
    if (!game_cursor_step(&d->walk, STEP_NEXT_VARIATION)) {
        bool any = false;
        while (game_cursor_step(&d->walk, STEP_PREVIOUS_VARIATION))
            any = true;
        if (!any)
            return error_set(&call->err, "there is no other variation here");
    }
    say_place(d, call);
    return true;
}

bool review_command_here(void *session, Call *call) {
    Interpreter *d = session;
    if (!d->walk.record)
        return error_set(&call->err, "the game is here already");
    Node *at = d->walk.at;
    game_cursor_close(&d->walk);
    str_add_text(&call->reply, "The game goes on from here.\n");
    return terminal_session_go_to(&d->session, at, &call->err);
}

bool review_command_leave(void *session, Call *call) {
    Interpreter *d = session;
    if (!d->walk.record)
        return error_set(&call->err, "there is no review to leave; quit leaves the program");
    game_cursor_close(&d->walk);
    str_add_text(&call->reply, "Back in the game.\n");
    d->show_now = d->show_always;
    return true;
}

// ---- How the game went

static bool is_known(const GameAnalysis *i, const Game *g) {
    WinRates c = game_analysis_win_rates(i);
    bool known = c.count > g->count;
    for (int ply = 0; ply <= g->count && known; ply++)
        known = c.percent[ply] != WIN_RATE_UNKNOWN;
    return known;
}

static void say_chances(WinRates c, int count, Call *call) {
    enum { PER_LINE = 10 };
    str_add(&call->reply, "Black's chances in percent: %d at the beginning.\n", c.percent[0]);
    for (int ply = 1; ply <= count; ply++) {
        bool begins = ply % PER_LINE == 1, ends = ply % PER_LINE == 0 || ply == count;
        if (begins)
            str_add(&call->reply, "From move %d on: ", ply);
        str_add(&call->reply, "%d%s", c.percent[ply], ends ? "\n" : " ");
    }
}

bool review_command_graph(void *session, Call *call) {
    Interpreter *d = session;
    if (!review_command_is_allowed(d, &call->err))
        return false;
    const Game *g = interpreter_game(d);
    GameAnalysis *game_analysis = game_analysis_new();
    game_analysis_update(game_analysis, g, (GameAnalysisRequest){.chances = true});
    while (!is_known(game_analysis, g) &&
           !(d->session.interrupted && d->session.interrupted(NULL))) {
        enum { PATIENCE_MS = 100 };
        struct pollfd news = {game_analysis_fd(game_analysis), POLLIN, 0};
        poll(&news, 1, PATIENCE_MS);
        game_analysis_update(game_analysis, g, (GameAnalysisRequest){.chances = true});
    }
    say_chances(game_analysis_win_rates(game_analysis), g->count, call);
    game_analysis_free(game_analysis);
    return true;
}

// ---- What the position holds

typedef struct {
    int64_t deadline_ms;
    const TerminalSession *session;
} Patience;

static bool is_enough(void *context) {
    const Patience *p = context;
    return clock_now_ms() >= p->deadline_ms ||
           (p->session->interrupted && p->session->interrupted(NULL));
}

static void say_lines(const Interpreter *d, const Analysis *a, Call *call) {
    enum { LINES = 5 };
    int size = interpreter_game(d)->board.size;
    for (int i = 0; i < int_min(LINES, a->count); i++) {
        str_add(&call->reply, "%3d%% ", win_rate_percent(a->lines[i].value));
        for (int k = 0; k < a->lines[i].length; k++) {
            str_add_char(&call->reply, ' ');
            message_add_point(a->lines[i].moves[k], d->notation, size, &call->reply);
        }
        str_add_char(&call->reply, '\n');
    }
}

bool review_command_analyse(void *session, Call *call) {
    enum { USUAL_S = 3, MOST_S = 3600 };
    Interpreter *d = session;
    int64_t seconds = USUAL_S;
    if (call->argc > 1 && !number_parse(call->argv[1], 1, MOST_S, &seconds, &call->err))
        return false;
    if (!review_command_is_allowed(d, &call->err))
        return false;
    const Game *g = interpreter_game(d);
    if (game_result(g).reason != END_NONE)
        return error_set(&call->err, "%s", play_result_text(PLAY_GAME_OVER));
    PositionAnalysis *analyser = position_analysis_new();
    position_analysis_set_board(analyser, &g->board);
    Patience patience = {clock_now_ms() + 1000 * seconds, &d->session};
    position_analysis_run(analyser, is_enough, &patience);
    Analysis found = position_analysis_result(analyser);
    str_add(&call->reply, "The best moves of %s, with their chances:\n", stone_name(g->board.turn));
    say_lines(d, &found, call);
    position_analysis_free(analyser);
    return true;
}

static void say_marks(const Interpreter *d, const uint8_t *marks, Mark mark, const char *words,
                      Call *call) {
    const Board *b = &interpreter_game(d)->board;
    bool any = false;
    for (Point p = 0; p < POINT_COUNT; p++) {
        if (marks[p] != mark)
            continue;
        str_add_text(&call->reply, any ? " " : words);
        point_format(p, d->notation, b->size, &call->reply);
        any = true;
    }
    if (any)
        str_add_text(&call->reply, "\n");
}

bool review_command_threats(void *session, Call *call) {
    static const struct {
        Mark mark;
        const char *words;
    } rows[] = {
        {MARK_BLACK_FIVE, "Black can make five: "},
        {MARK_WHITE_FIVE, "White can make five: "},
        {MARK_BLACK_FOUR, "Black can make a four that cannot be stopped: "},
        {MARK_WHITE_FOUR, "White can make a four that cannot be stopped: "},
        {MARK_FOUL, "Forbidden to Black: "},
    };
    Interpreter *d = session;
    if (!review_command_is_allowed(d, &call->err))
        return false;
    uint8_t marks[POINT_COUNT] = {0};
    mark_threats(&interpreter_game(d)->board, marks);
    mark_fouls(&interpreter_game(d)->board, marks);
    for (int i = 0; i < COUNT(rows); i++)
        say_marks(d, marks, rows[i].mark, rows[i].words, call);
    if (call->reply.len == 0)
        str_add_text(&call->reply, "There are no threats.\n");
    return true;
}
