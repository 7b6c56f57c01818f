// The face's thinking: moves, hints and the analysis, all on other threads.
#include "tui/fullscreen/ui.h"
#include "tui/session/messages.h"

static void ponder(void *job, bool (*interrupted)(void *context), void *context) {
    MoveJob *p = job;
    p->thought.limits.interrupted = interrupted;
    p->thought.limits.context = context;
    p->ok = move_request_run(&p->thought, &p->choice, &p->err);
}

static void muse(void *job, bool (*interrupted)(void *context), void *context) {
    MoveRequest *t = job;
    player_ponder(t->player, &t->game, &(Limits){.interrupted = interrupted, .context = context});
}

void ui_stop_thinking(Ui *f) {
    background_stop(f->move_thread);
    background_stop(f->ponder_thread);
}

// ---- Results

static void take_hint(Ui *f, const MoveJob *p) {
    if (!p->ok) {
        ui_show_message(f, "%s", p->err.text);
        return;
    }
    const Board *b = &f->interpreter.session.game.board;
    Str text = {0};
    message_add_point(p->choice, f->interpreter.notation, b->size, &text);
    ui_show_message(f, "Hint: %s", str_text(&text));
    str_release(&text);
    if (board_has(b, p->choice))
        f->hint = f->cursor = p->choice;
}

// A computer that cannot go on leaves its seat to a person rather than the game unfinished.
static void take_over(Ui *f, const Error *why) {
    TerminalSession *s = &f->interpreter.session;
    Error ignored;
    terminal_session_set_player(s, game_seat(&s->game), "human", &ignored);
    ui_show_message(f, "You play %s from here: %s", stone_name(s->game.board.turn), why->text);
}

static void take_move(Ui *f, MoveJob *p) {
    TerminalSession *s = &f->interpreter.session;
    Point move = POINT_NONE;
    if (!p->ok)
        error_prefix(&p->err, s->seats[game_seat(&s->game)].description);
    if (!p->ok || !terminal_session_apply_move(s, p->choice, &move, &p->err)) {
        take_over(f, &p->err);
        return;
    }
    f->hint = POINT_NONE;
    Str text = {0};
    if (move != POINT_NONE)
        message_add_last_move(s, f->interpreter.notation, &text);
    ui_show_message(f, "%s", str_text(&text));
    str_release(&text);
}

static void take_result(Ui *f) {
    if (!background_poll(f->move_thread))
        return;
    if (f->move_job.is_hint)
        take_hint(f, &f->move_job);
    else
        take_move(f, &f->move_job);
}

// ---- What is due

static bool is_for_computer(const Ui *f) {
    const TerminalSession *s = &f->interpreter.session;
    return f->playing && !f->interpreter.walk.record && !terminal_session_is_over(s) &&
           !terminal_session_is_person(s, game_seat(&s->game));
}

// What it thought before somebody interrupted it is lost, so that costs it nothing.
static void begin_move(Ui *f) {
    terminal_session_start_turn(&f->interpreter.session);
    f->move_job = (MoveJob){.thought = terminal_session_move_request(&f->interpreter.session)};
    background_start(f->move_thread, ponder, &f->move_job);
}

void ui_start_hint(Ui *f) {
    TerminalSession *s = &f->interpreter.session;
    Error err = {0};
    if (!terminal_session_is_over(s) && !terminal_session_is_person(s, game_seat(&s->game))) {
        ui_show_message(f, "%s is thinking", stone_name(s->game.board.turn));
        return;
    }
    ui_stop_thinking(f);
    f->move_job = (MoveJob){.is_hint = true};
    if (!terminal_session_hint_request(s, &f->move_job.thought, &err)) {
        ui_show_message(f, "%s", err.text);
        return;
    }
    ui_show_message(f, "Looking for a good move ...");
    background_start(f->move_thread, ponder, &f->move_job);
}

static void follow_turn(Ui *f) {
    bool is_move = background_is_busy(f->move_thread) && !f->move_job.is_hint;
    bool is_due = is_for_computer(f);
    if (is_due)
        background_stop(f->ponder_thread); // the same player
    if (is_move && !is_due)
        ui_stop_thinking(f);
    else if (is_due && !background_is_busy(f->move_thread))
        begin_move(f);
}

// Once for each turn: whatever changes the position interrupts it, and when it knows all it waits
// for that.
static void follow_person(Ui *f) {
    bool may = f->ponders && f->playing && f->view == VIEW_GAME && !f->interpreter.walk.record;
    if (background_is_busy(f->ponder_thread)) {
        if (!may)
            background_stop(f->ponder_thread);
    } else if (may &&
               terminal_session_ponder_request(&f->interpreter.session, &f->ponder_request)) {
        background_start(f->ponder_thread, muse, &f->ponder_request);
    }
}

static void watch_clock(Ui *f) {
    TerminalSession *s = &f->interpreter.session;
    bool acts =
        terminal_session_is_person(s, game_seat(&s->game)) ? !f->board_hidden : is_for_computer(f);
    bool runs = f->playing && !terminal_session_is_over(s) && acts;
    if (!runs || terminal_session_time_left(s, game_seat(&s->game)) > 0)
        return;
    ui_stop_thinking(f);
    if (terminal_session_check_time(s))
        ui_show_message(f, "The time is up.");
}

static void follow_game(Ui *f) {
    bool wanted = (f->analysing || f->graph) && f->playing && f->view == VIEW_GAME &&
                  !terminal_session_in_mist(&f->interpreter.session);
    if (wanted)
        game_analysis_update(f->game_analysis, interpreter_game(&f->interpreter),
                             (GameAnalysisRequest){.lines = f->analysing, .chances = f->graph});
    else
        game_analysis_pause(f->game_analysis);
}

void ui_update_jobs(Ui *f) {
    take_result(f);
    watch_clock(f);
    follow_turn(f);
    follow_person(f);
    follow_game(f);
}

int ui_poll_timeout_ms(const Ui *f) {
    enum { LIVELY_MS = 100, CLOCK_MS = 250 };
    if (f->view != VIEW_GAME)
        return -1;
    if (f->analysing || f->graph || background_is_busy(f->move_thread))
        return LIVELY_MS;
    return terminal_session_has_clock(&f->interpreter.session) ? CLOCK_MS : -1;
}
