#include "games/visibility.h"

#include "core/forbidden.h"
#include "core/mist.h"

#include <string.h>

static bool is_hidden(const GameSession *r) {
    return r->row.mist && (r->row.state == GAME_PLAYING || r->row.state == GAME_WAITING);
}

// The time of the last turn was not a move's, so no timer has it.
static bool fell(const GameSession *r, int seat) {
    return r->row.state == GAME_OVER && end_reason_parse(r->row.reason) == END_TIME &&
           r->row.winner != seat;
}

static ClockView see_clock(const GameSession *r, int seat, Timestamp now) {
    const TimeControl *c = &r->game.time;
    const Timer *t = &r->game.timers[seat];
    bool runs = session_turn(r) == seat && session_clock_is_running(r);
    int64_t elapsed = fell(r, seat) ? timer_budget(c, t) : runs ? session_elapsed_ms(r, now) : 0;
    int64_t over = elapsed > t->main_left_ms ? elapsed - t->main_left_ms : 0;
    ClockView s = {
        .exists = c->main_ms || c->increment_ms || c->move_ms || c->periods,
        .runs = runs,
        .main_ms = t->main_left_ms > elapsed ? t->main_left_ms - elapsed : 0,
        .periods = t->periods_left,
        .move_ms = c->move_ms > 0 ? (c->move_ms > elapsed ? c->move_ms - elapsed : 0) : -1,
    };
    if (c->periods > 0 && s.main_ms == 0) {
        int used = (int)(over / c->period_ms);
        s.periods = used < t->periods_left ? t->periods_left - used : 0;
        s.period_ms = s.periods > 0 ? c->period_ms - over % c->period_ms : 0;
    }
    return s;
}

static void see_turn(const GameSession *r, GameView *out) {
    out->turn = session_turn(r);
    if (out->turn == SEAT_NONE)
        return;
    out->turn_is_black = r->game.board.turn == BLACK;
    const OpeningStep *step = opening_step(&r->game.opening);
    if (!step)
        return;
    out->asks_choice = step->choices != 0;
    out->may_stay = step->choices & MAY_STAY;
    out->may_swap = step->choices & MAY_SWAP;
    out->may_more = step->choices & MAY_MORE;
    out->stones = step->stones - r->game.opening.placed;
}

static Seat mover(const Move *m) {
    return opening_seat(&m->opening_before, m->turn_before);
}

static void see_moves(const GameSession *r, int seat, GameView *out) {
    bool hidden = is_hidden(r);
    out->move_count = r->game.count;
    for (int i = 0; i < r->game.count; i++) {
        const Move *m = &r->game.moves[i];
        if (!hidden || (int)mover(m) == seat)
            out->moves[i] = move_text(m->point, r->row.size);
    }
}

static void see_fouls(const GameSession *r, GameView *out) {
    const Board *b = &r->game.board;
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
        snprintf(f->point, sizeof f->point, "%s", move_text(empty[i], r->row.size).text);
    }
}

static void see_end(const GameSession *r, GameView *out) {
    if (r->row.state != GAME_OVER)
        return;
    Result result = game_result(&r->game);
    Str text = {0};
    result_format(result, &text);
    snprintf(out->result_text, sizeof out->result_text, "%s", str_text(&text));
    str_release(&text);
    if (result.reason != END_FIVE)
        return;
    Point line[BOARD_MAX];
    out->five_count = board_winning_line(&r->game.board, result.winner, line);
    for (int i = 0; i < out->five_count; i++)
        out->five[i] = move_text(line[i], r->row.size);
}

// What both ran into, when the mist has lifted.
static void see_tries(const GameSession *r, GameView *out) {
    out->try_count = r->tried_count;
    memcpy(out->tries, r->tried, (size_t)r->tried_count * sizeof *r->tried);
}

// Only for the player whose turn it is: the hole is where the other's stone sent it.
static void see_hole(const GameSession *r, int seat, GameView *out) {
    if (seat == SEAT_NONE || session_turn(r) != seat)
        return;
    Point last = game_last_stone(&r->game);
    out->has_view = true;
    out->view = mist_view(&r->game.board,
                          last == POINT_NONE ? mist_first_centre() : mist_centre_after(last));
    out->view_centre = move_text(out->view.centre, r->row.size);
}

void game_view_for(const GameSession *r, int seat, Timestamp now, GameView *out) {
    memset(out, 0, sizeof *out);
    out->row = r->row;
    out->you = seat;
    for (int i = 0; i < 2; i++) {
        out->seats[i].user = r->row.seats[i];
        out->seats[i].black = game_seat_of(&r->game, BLACK) == (Seat)i;
        out->seats[i].clock = see_clock(r, i, now);
    }
    out->declined = game_row_is_declined(&r->row);
    see_turn(r, out);
    see_moves(r, seat, out);
    if (is_hidden(r)) {
        see_hole(r, seat, out);
        return;
    }
    see_fouls(r, out);
    see_end(r, out);
    see_tries(r, out);
}
