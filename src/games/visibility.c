#include "games/visibility.h"

#include "core/forbidden.h"
#include "core/mist.h"

#include <string.h>

static bool is_hidden(const GameSession *session) {
    return session->row.mist &&
           (session->row.state == GAME_PLAYING || session->row.state == GAME_WAITING);
}

// True if the seat lost on time. Its last turn did not end in a move, so the timer does not include
// it.
static bool flag_fell(const GameSession *session, int seat) {
    return session->row.state == GAME_OVER && end_reason_parse(session->row.reason) == END_TIME &&
           session->row.winner != seat;
}

static ClockView clock_view(const GameSession *session, int seat, Timestamp now) {
    const TimeControl *c = &session->game.time;
    const Timer *t = &session->game.timers[seat];
    bool runs = session_turn(session) == seat && session_clock_is_running(session);
    int64_t elapsed = flag_fell(session, seat) ? timer_budget(c, t)
                      : runs                   ? session_elapsed_ms(session, now)
                                               : 0;
    int64_t over = elapsed > t->main_left_ms ? elapsed - t->main_left_ms : 0;
    ClockView view = {
        .exists = c->main_ms || c->increment_ms || c->move_ms || c->periods,
        .runs = runs,
        .main_ms = t->main_left_ms > elapsed ? t->main_left_ms - elapsed : 0,
        .periods = t->periods_left,
        .move_ms = c->move_ms > 0 ? (c->move_ms > elapsed ? c->move_ms - elapsed : 0) : -1,
    };
    if (c->periods > 0 && view.main_ms == 0) {
        int used = (int)(over / c->period_ms);
        view.periods = used < t->periods_left ? t->periods_left - used : 0;
        view.period_ms = view.periods > 0 ? c->period_ms - over % c->period_ms : 0;
    }
    return view;
}

static void add_turn(const GameSession *session, GameView *out) {
    out->turn = session_turn(session);
    if (out->turn == SEAT_NONE)
        return;
    out->turn_is_black = session->game.board.turn == BLACK;
    const OpeningStep *step = opening_step(&session->game.opening);
    if (!step)
        return;
    out->asks_choice = step->choices != 0;
    out->may_stay = step->choices & MAY_STAY;
    out->may_swap = step->choices & MAY_SWAP;
    out->may_more = step->choices & MAY_MORE;
    out->stones = step->stones - session->game.opening.placed;
}

static Seat mover(const Move *m) {
    return opening_seat(&m->opening_before, m->turn_before);
}

static void add_moves(const GameSession *session, int seat, GameView *out) {
    bool hidden = is_hidden(session);
    out->move_count = session->game.count;
    for (int i = 0; i < session->game.count; i++) {
        const Move *m = &session->game.moves[i];
        if (!hidden || (int)mover(m) == seat)
            out->moves[i] = move_text(m->point, session->row.size);
    }
}

static void add_fouls(const GameSession *session, GameView *out) {
    const Board *b = &session->game.board;
    if (!b->rules->black.has_fouls || b->turn != BLACK || out->turn == SEAT_NONE)
        return;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    for (int i = 0; i < n; i++) {
        const char *name = play_result_foul(board_check(b, empty[i]));
        if (!name)
            continue;
        FoulView *f = &out->fouls[out->foul_count++];
        f->reason = name;
        snprintf(f->point, sizeof f->point, "%s", move_text(empty[i], session->row.size).text);
    }
}

static void add_result(const GameSession *session, GameView *out) {
    if (session->row.state != GAME_OVER)
        return;
    Result result = game_result(&session->game);
    Str text = {0};
    result_format(result, &text);
    snprintf(out->result_text, sizeof out->result_text, "%s", str_text(&text));
    str_release(&text);
    if (result.reason != END_FIVE)
        return;
    Point line[BOARD_MAX];
    out->five_count = board_winning_line(&session->game.board, result.winner, line);
    for (int i = 0; i < out->five_count; i++)
        out->five[i] = move_text(line[i], session->row.size);
}

// The tries of both players, once the game is over.
static void add_tries(const GameSession *session, GameView *out) {
    out->try_count = session->try_count;
    memcpy(out->tries, session->tries, (size_t)session->try_count * sizeof *session->tries);
}

// The visible window in the mist, only for the player to move: its place gives away the opponent's
// last stone.
static void add_mist_view(const GameSession *session, int seat, GameView *out) {
    if (seat == SEAT_NONE || session_turn(session) != seat)
        return;
    Point last = game_last_stone(&session->game);
    out->has_view = true;
    out->view = mist_view(&session->game.board,
                          last == POINT_NONE ? mist_first_centre() : mist_centre_after(last));
    out->view_centre = move_text(out->view.centre, session->row.size);
}

void game_view_for(const GameSession *session, int seat, Timestamp now, GameView *out) {
    memset(out, 0, sizeof *out);
    out->row = session->row;
    out->you = seat;
    for (int i = 0; i < 2; i++) {
        out->seats[i].user = session->row.seats[i];
        out->seats[i].black = game_seat_of(&session->game, BLACK) == (Seat)i;
        out->seats[i].clock = clock_view(session, i, now);
    }
    out->declined = game_row_is_declined(&session->row);
    add_turn(session, out);
    add_moves(session, seat, out);
    if (is_hidden(session)) {
        add_mist_view(session, seat, out);
        return;
    }
    add_fouls(session, out);
    add_result(session, out);
    add_tries(session, out);
}
