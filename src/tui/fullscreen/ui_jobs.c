// Background jobs: the computer's moves, pondering, hints and analysis.
#include "tui/fullscreen/ui.h"
#include "tui/session/messages.h"

static void run_move_job(void *job, StopToken stop) {
    UiMoveJob *j = job;
    j->ok = move_request_run(&j->request, stop, &j->choice, &j->err);
}

static void run_ponder_job(void *job, StopToken stop) {
    MoveRequest *r = job;
    player_ponder(r->player, &r->game, stop);
}

void ui_stop_thinking(Ui *ui) {
    background_stop(ui->move_thread);
    background_stop(ui->ponder_thread);
}

// ---- Results

static void show_hint(Ui *ui, const UiMoveJob *j) {
    if (!j->ok) {
        ui_show_message(ui, j->err.text);
        return;
    }
    const Board *b = &ui->session.play.game.board;
    ui_show_message(ui, "Hint: ");
    message_add_point(&ui->session, j->choice, &ui->message);
    message_add_reason(&ui->session, j->choice, &ui->message);
    if (board_has(b, j->choice))
        ui->hint = ui->cursor = j->choice;
}

static void play_move(Ui *ui, UiMoveJob *j) {
    TerminalSession *s = &ui->session;
    Point move = POINT_NONE;
    if (!j->ok)
        error_prefix(&j->err, s->seats[game_seat(&s->play.game)].description);
    if (!j->ok || !terminal_session_apply_move(s, &j->request, j->choice, &move, &j->err)) {
        terminal_session_replace_computer(s);
        str_add(ui_new_message(ui), "You play %s from here: %s",
                stone_name(s->play.game.board.turn), j->err.text);
        return;
    }
    ui->hint = POINT_NONE;
    str_clear(&ui->message);
    if (move != POINT_NONE)
        message_add_last_move(s, &ui->message);
}

static void collect_result(Ui *ui) {
    if (!background_poll(ui->move_thread))
        return;
    if (ui->move_job.is_hint)
        show_hint(ui, &ui->move_job);
    else
        play_move(ui, &ui->move_job);
}

// ---- Starting jobs

static bool is_computers_turn(const Ui *ui) {
    return ui->playing && terminal_session_is_computers_turn(&ui->session);
}

// Restarts the clock: an interrupted search is lost, so the computer is not charged for it.
static void start_move_job(Ui *ui) {
    terminal_session_start_turn(&ui->session);
    ui->move_job = (UiMoveJob){.request = terminal_session_move_request(&ui->session)};
    background_start(ui->move_thread, run_move_job, &ui->move_job);
}

void ui_start_hint(Ui *ui) {
    TerminalSession *s = &ui->session;
    Error err = {0};
    if (terminal_session_is_computers_turn(s)) {
        str_add(ui_new_message(ui), "%s is thinking", stone_name(s->play.game.board.turn));
        return;
    }
    ui_stop_thinking(ui);
    ui->move_job = (UiMoveJob){.is_hint = true};
    if (!terminal_session_hint_request(s, &ui->move_job.request, &err)) {
        ui_show_message(ui, err.text);
        return;
    }
    ui_show_message(ui, "Looking for a good move ...");
    background_start(ui->move_thread, run_move_job, &ui->move_job);
}

static void update_move_job(Ui *ui) {
    bool is_moving = background_is_busy(ui->move_thread) && !ui->move_job.is_hint;
    bool is_due = is_computers_turn(ui);
    if (is_due)
        background_stop(ui->ponder_thread); // both jobs use the same player
    if (is_moving && !is_due)
        ui_stop_thinking(ui);
    else if (is_due && !background_is_busy(ui->move_thread))
        start_move_job(ui);
}

// Ponders once per turn. A change of the position stops the job; a job that finished early is not
// collected, so it does not start again.
static void update_ponder_job(Ui *ui) {
    bool may_ponder =
        ui->ponders && ui->playing && ui->view == VIEW_GAME && !ui->session.review.record;
    if (background_is_busy(ui->ponder_thread)) {
        if (!may_ponder)
            background_stop(ui->ponder_thread);
    } else if (may_ponder && terminal_session_ponder_request(&ui->session, &ui->ponder_request)) {
        background_start(ui->ponder_thread, run_ponder_job, &ui->ponder_request);
    }
}

static void check_clock(Ui *ui) {
    TerminalSession *s = &ui->session;
    bool can_act = terminal_session_is_person(s, game_seat(&s->play.game)) ? !ui->board_hidden
                                                                           : is_computers_turn(ui);
    bool is_running = ui->playing && !terminal_session_is_over(s) && can_act;
    // Not before the deadline: stopping the computer's search restarts its clock.
    if (!is_running || s->options.now_ms() < session_deadline(&s->play))
        return;
    ui_stop_thinking(ui);
    if (terminal_session_check_time(s))
        ui_show_message(ui, "Time is up.");
}

static void update_analysis(Ui *ui) {
    bool wanted = (ui->analyzing || ui->graph) && ui->playing && ui->view == VIEW_GAME &&
                  !terminal_session_in_mist(&ui->session);
    if (wanted)
        game_analysis_update(ui->game_analysis, terminal_session_shown_game(&ui->session),
                             (GameAnalysisRequest){.lines = ui->analyzing, .win_rates = ui->graph});
    else
        game_analysis_pause(ui->game_analysis);
}

void ui_update_jobs(Ui *ui) {
    collect_result(ui);
    check_clock(ui);
    update_move_job(ui);
    update_ponder_job(ui);
    update_analysis(ui);
}

int ui_poll_timeout_ms(const Ui *ui) {
    enum { ACTIVE_MS = 100, CLOCK_MS = 250 };
    if (ui->view != VIEW_GAME)
        return -1;
    if (ui->analyzing || ui->graph || background_is_busy(ui->move_thread) || ui_awaits_digit(ui))
        return ACTIVE_MS;
    return terminal_session_has_clock(&ui->session) ? CLOCK_MS : -1;
}
