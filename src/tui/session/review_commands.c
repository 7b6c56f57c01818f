#include "tui/session/review_commands.h"

#include "base/clock.h"
#include "base/number.h"
#include "base/util.h"
#include "tui/analysis/game_analysis.h"
#include "tui/analysis/threats.h"
#include "tui/session/messages.h"

#include <poll.h>

bool review_command_is_allowed(const Interpreter *interpreter, Error *err) {
    return !terminal_session_in_mist(&interpreter->session) || error_set(err, "not in the mist");
}

bool review_command_start(Interpreter *interpreter, Error *err) {
    if (interpreter->review.record)
        return true;
    if (!review_command_is_allowed(interpreter, err))
        return false;
    Node *end = terminal_session_update_record(&interpreter->session); // may replace the record
    return game_cursor_open(&interpreter->review, interpreter->session.record, end, err);
}

static void add_review_position(Interpreter *interpreter, Call *call) {
    const Game *g = &interpreter->review.game;
    VariationCount here = game_cursor_variations(&interpreter->review);
    if (g->count == 0) {
        str_add_text(&call->reply, "Before the first move");
    } else {
        const Move *m = &g->moves[g->count - 1];
        str_add(&call->reply, "After move %d, %s ", g->count, stone_name(m->color));
        message_add_point(m->point, interpreter->notation, g->board.size, &call->reply);
    }
    if (here.count > 1)
        str_add(&call->reply, ", variation %d of %d", here.index + 1, here.count);
    str_add_text(&call->reply, ".\n");
    const char *comment = node_value(interpreter->review.at, "C");
    if (comment)
        message_add_lines(comment, &call->reply);
    interpreter->show_now = interpreter->show_always;
}

static bool step_cursor(Interpreter *interpreter, Call *call, CursorStep step) {
    int64_t times = 1;
    if (call->argc > 1 && !number_parse(call->argv[1], 1, GAME_MOVES_MAX, &times, &call->err))
        return false;
    if (!review_command_start(interpreter, &call->err))
        return false;
    bool moved = false;
    for (int i = 0; i < times && game_cursor_step(&interpreter->review, step); i++)
        moved = true;
    if (!moved)
        return error_set(&call->err, "there is nothing further that way");
    add_review_position(interpreter, call);
    return true;
}

bool review_command_back(void *session, Call *call) {
    return step_cursor(session, call, STEP_BACK);
}

bool review_command_forward(void *session, Call *call) {
    return step_cursor(session, call, STEP_FORWARD);
}

bool review_command_first(void *session, Call *call) {
    return step_cursor(session, call, STEP_FIRST);
}

bool review_command_last(void *session, Call *call) {
    return step_cursor(session, call, STEP_LAST);
}

bool review_command_variation(void *session, Call *call) {
    Interpreter *interpreter = session;
    if (!review_command_start(interpreter, &call->err))
        return false;
    if (!game_cursor_step(&interpreter->review, STEP_NEXT_VARIATION)) {
        bool moved = false;
        while (game_cursor_step(&interpreter->review, STEP_PREVIOUS_VARIATION))
            moved = true;
        if (!moved)
            return error_set(&call->err, "there is no other variation here");
    }
    add_review_position(interpreter, call);
    return true;
}

bool review_command_here(void *session, Call *call) {
    Interpreter *interpreter = session;
    if (!interpreter->review.record)
        return error_set(&call->err, "the game is here already");
    Node *at = interpreter->review.at;
    game_cursor_close(&interpreter->review);
    str_add_text(&call->reply, "The game goes on from here.\n");
    return terminal_session_go_to(&interpreter->session, at, &call->err);
}

bool review_command_leave(void *session, Call *call) {
    Interpreter *interpreter = session;
    if (!interpreter->review.record)
        return error_set(&call->err, "there is no review to leave; quit leaves the program");
    game_cursor_close(&interpreter->review);
    str_add_text(&call->reply, "Back in the game.\n");
    interpreter->show_now = interpreter->show_always;
    return true;
}

// ---- Win rate graph

static bool is_complete(const GameAnalysis *a, const Game *g) {
    WinRates w = game_analysis_win_rates(a);
    bool known = w.count > g->count;
    for (int ply = 0; ply <= g->count && known; ply++)
        known = w.percent[ply] != WIN_RATE_UNKNOWN;
    return known;
}

static void add_win_rates(WinRates w, int count, Call *call) {
    enum { PER_LINE = 10 };
    str_add(&call->reply, "Black's chances in percent: %d at the beginning.\n", w.percent[0]);
    for (int ply = 1; ply <= count; ply++) {
        bool begins = ply % PER_LINE == 1, ends = ply % PER_LINE == 0 || ply == count;
        if (begins)
            str_add(&call->reply, "From move %d on: ", ply);
        str_add(&call->reply, "%d%s", w.percent[ply], ends ? "\n" : " ");
    }
}

bool review_command_graph(void *session, Call *call) {
    Interpreter *interpreter = session;
    if (!review_command_is_allowed(interpreter, &call->err))
        return false;
    const Game *g = interpreter_game(interpreter);
    GameAnalysis *analysis = game_analysis_new();
    game_analysis_update(analysis, g, (GameAnalysisRequest){.win_rates = true});
    while (!is_complete(analysis, g) && !stop_requested(interpreter->session.stop)) {
        enum { POLL_MS = 100 };
        struct pollfd ready = {game_analysis_fd(analysis), POLLIN, 0};
        poll(&ready, 1, POLL_MS);
        game_analysis_update(analysis, g, (GameAnalysisRequest){.win_rates = true});
    }
    add_win_rates(game_analysis_win_rates(analysis), g->count, call);
    game_analysis_free(analysis);
    return true;
}

// ---- Analysis of the position

typedef struct {
    int64_t deadline_ms;
    StopToken stop;
} Deadline;

static bool is_time_up(void *context) {
    const Deadline *d = context;
    return clock_now_ms() >= d->deadline_ms || stop_requested(d->stop);
}

static void add_lines(const Interpreter *interpreter, const EngineResult *a, Call *call) {
    enum { LINES = 5 };
    int size = interpreter_game(interpreter)->board.size;
    for (int i = 0; i < int_min(LINES, a->line_count); i++) {
        str_add(&call->reply, "%3d%% ", win_rate_percent(a->lines[i].value));
        for (int k = 0; k < a->lines[i].length; k++) {
            str_add_char(&call->reply, ' ');
            message_add_point(a->lines[i].moves[k], interpreter->notation, size, &call->reply);
        }
        str_add_char(&call->reply, '\n');
    }
}

bool review_command_analyse(void *session, Call *call) {
    enum { DEFAULT_S = 3, MAX_S = 3600 };
    Interpreter *interpreter = session;
    int64_t seconds = DEFAULT_S;
    if (call->argc > 1 && !number_parse(call->argv[1], 1, MAX_S, &seconds, &call->err))
        return false;
    if (!review_command_is_allowed(interpreter, &call->err))
        return false;
    const Game *g = interpreter_game(interpreter);
    if (game_result(g).reason != END_NONE)
        return error_set(&call->err, "%s", play_result_text(PLAY_GAME_OVER));
    PositionAnalysis *analysis = position_analysis_new();
    position_analysis_set_board(analysis, &g->board);
    Deadline deadline = {clock_now_ms() + 1000 * seconds, interpreter->session.stop};
    position_analysis_run(analysis, (StopToken){is_time_up, &deadline});
    EngineResult found = position_analysis_result(analysis);
    str_add(&call->reply, "The best moves of %s, with their chances:\n", stone_name(g->board.turn));
    add_lines(interpreter, &found, call);
    position_analysis_free(analysis);
    return true;
}

static void add_marks(const Interpreter *interpreter, const uint8_t *marks, Mark mark,
                      const char *words, Call *call) {
    const Board *b = &interpreter_game(interpreter)->board;
    bool any = false;
    for (Point p = 0; p < POINT_COUNT; p++) {
        if (marks[p] != mark)
            continue;
        str_add_text(&call->reply, any ? " " : words);
        point_format(p, interpreter->notation, b->size, &call->reply);
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
    Interpreter *interpreter = session;
    if (!review_command_is_allowed(interpreter, &call->err))
        return false;
    uint8_t marks[POINT_COUNT] = {0};
    mark_threats(&interpreter_game(interpreter)->board, marks);
    mark_fouls(&interpreter_game(interpreter)->board, marks);
    for (int i = 0; i < COUNT(rows); i++)
        add_marks(interpreter, marks, rows[i].mark, rows[i].words, call);
    if (call->reply.len == 0)
        str_add_text(&call->reply, "There are no threats.\n");
    return true;
}
