// The visibility filter: the one function that makes a GameView from a session and decides who may
// know what.
#include "core/forbidden.h"
#include "core/mist.h"
#include "session/game_session.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static bool is_hidden(const GameSession *session) {
    return session->mist && (session->state == GAME_PLAYING || session->state == GAME_WAITING);
}

static ClockView clock_view(const GameSession *session, int seat, Timestamp now) {
    const TimeControl *c = &session->game.time;
    const Timer *t = &session->game.timers[seat];
    bool runs = session_turn(session) == seat && session_clock_is_running(session);
    int64_t elapsed = session_flag_fell(session, seat) ? timer_budget(c, t)
                      : runs                           ? session_elapsed_ms(session, now)
                                                       : session->uncharged_ms[seat];
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

static void add_zone(const Game *g, GameView *out) {
    static const char *const names[] = {
        [ZONE_NONE] = NULL, [ZONE_INSIDE] = "inside", [ZONE_OUTSIDE] = "outside"};
    OpeningZone zone = opening_zone(&g->opening, &g->board);
    int size = g->board.size, low = size / 2 - zone.radius, high = size / 2 + zone.radius;
    out->zone = names[zone.kind];
    out->zone_low = move_text(point_at(low, high), size);
    out->zone_high = move_text(point_at(high, low), size);
}

static void add_turn(const GameSession *session, GameView *out) {
    if (session_turn(session) == SEAT_NONE)
        return;
    out->turn_is_black = session->game.board.turn == BLACK;
    add_zone(&session->game, out);
    const OpeningStep *step = opening_step(&session->game.opening);
    if (!step)
        return;
    out->asks_choice = step->choices != 0;
    out->may_stay = step->choices & MAY_STAY;
    out->may_swap = step->choices & MAY_SWAP;
    out->may_more = step->choices & MAY_MORE;
    out->stones = step->stones - session->game.opening.placed;
}

static_assert((int)GAME_VIEW_MOVES_MAX == (int)GAME_MOVES_MAX, "a view has room for every move");

static void add_moves(const GameSession *session, int seat, GameView *out) {
    bool hidden = is_hidden(session);
    for (int i = 0; i < session->game.count; i++) {
        const Move *m = &session->game.moves[i];
        out->moves[i] = !hidden || (int)move_seat(m) == seat
                            ? move_text(m->point, session->game.board.size)
                            : (MoveText){""};
    }
}

static void add_fouls(const GameSession *session, GameView *out) {
    const Board *b = &session->game.board;
    if (!b->rules->black.has_fouls || b->turn != BLACK || session_turn(session) == SEAT_NONE)
        return;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    for (int i = 0; i < n; i++) {
        const char *name = play_result_foul(board_check(b, empty[i]));
        if (!name)
            continue;
        FoulView *f = &out->fouls[out->foul_count++];
        f->reason = name;
        snprintf(f->point, sizeof f->point, "%s",
                 move_text(empty[i], session->game.board.size).text);
    }
}

static void add_result(const GameSession *session, GameView *out) {
    if (session->state != GAME_OVER)
        return;
    Result result = game_result(&session->game);
    snprintf(out->summary.reason, WORD_SIZE, "%s", end_reason_word(result.reason));
    ScopedStr text = {0};
    result_format(result, &text);
    snprintf(out->result_text, sizeof out->result_text, "%s", str_text(&text));
    if (result.reason != END_FIVE)
        return;
    Point line[BOARD_MAX];
    out->five_count = board_winning_line(&session->game.board, result.winner, line);
    for (int i = 0; i < out->five_count; i++)
        out->five[i] = move_text(line[i], session->game.board.size);
}

// The tries of both players, once the game is over.
static void add_tries(const GameSession *session, GameView *out) {
    out->try_count = session->try_count;
    memcpy(out->tries, session->tries, (size_t)session->try_count * sizeof *session->tries);
}

// The hole in the mist, only for the player to move: its place gives away the opponent's
// last stone.
static void add_mist_view(const GameSession *session, int seat, GameView *out) {
    if (seat == SEAT_NONE || session_turn(session) != seat)
        return;
    out->has_view = true;
    out->view = mist_view(&session->game.board, mist_center(&session->game));
    out->view_center = move_text(out->view.center, session->game.board.size);
}

// Tries of older versions may be on own stones.
static void add_hits(const GameSession *session, const Board *b, MistHistory *out) {
    for (int i = 0; i < session->try_count; i++) {
        Point p;
        Error ignored;
        if (session->tries[i].ply == b->stones &&
            move_parse(session->tries[i].text, b->size, &p, &ignored) && board_has(b, p) &&
            b->at[p] == stone_other(b->turn))
            mist_history_add_hit(out, p);
    }
}

void session_mist_history(const GameSession *session, int seat, MistHistory *out) {
    const Game *g = &session->game;
    Board b;
    board_init(&b, g->board.rules, g->board.size);
    Point center = mist_first_center();
    mist_history_init(out, game_color_of(g, (Seat)seat));
    for (int i = 0;; i++) {
        bool is_mine = b.turn == out->me;
        if (is_mine) {
            MistView view = mist_view(&b, center);
            mist_history_add_view(out, &view);
            add_hits(session, &b, out);
        }
        if (i == g->count)
            break;
        Point p = g->moves[i].point;
        if (is_mine)
            mist_history_add_move(out, p);
        board_place(&b, b.turn, p);
        center = mist_center_after(p);
    }
}

Board session_mist_memory(const GameSession *session, int seat) {
    MistHistory history;
    session_mist_history(session, seat, &history);
    return mist_history_seen(&history);
}

// In the mist there is no opening: Black has the even plies. Who resigned on its turn had a view.
bool session_mist_knowledge(const GameSession *session, int seat, int ply, int *turn_ply,
                            MistKnowledge *out) {
    MistHistory history;
    int last = session->game.count - !board_has_legal_move(&session->game.board);
    *turn_ply = ply < last ? ply : last;
    *turn_ply -= (*turn_ply + seat) % 2;
    session_mist_history(session, seat, &history);
    return *turn_ply >= 0 && mist_knowledge_at(&history, *turn_ply / 2, out);
}

// In the order of the points: the order in which the stones were played is hidden.
static void add_seen(const GameSession *session, int seat, GameView *out) {
    if (seat == SEAT_NONE)
        return;
    const Game *g = &session->game;
    Board known = session_mist_memory(session, seat);
    Stone opponent = stone_other(game_color_of(g, (Seat)seat));
    for (Point p = 0; p < POINT_COUNT; p++)
        if (known.at[p] == opponent)
            out->seen[out->seen_count++] = move_text(p, g->board.size);
}

static void add_summary(const GameSession *session, Timestamp now, GameSummary *out) {
    const Game *g = &session->game;
    out->seq = session->seq;
    out->state = session->state;
    out->size = g->board.size;
    out->mist = session->mist;
    out->rated = session->rated;
    out->started = session->started;
    out->ended = session->ended;
    out->ply = g->count;
    out->turn = session_turn(session);
    out->winner = session_winner(session);
    snprintf(out->rules, sizeof out->rules, "%s", g->board.rules->name);
    snprintf(out->opening, sizeof out->opening, "%s", g->opening.rule->name);
    ScopedStr time = {0};
    time_control_format(&g->time, &time);
    snprintf(out->time, sizeof out->time, "%s", str_text(&time));
    for (int seat = 0; seat < 2; seat++)
        out->seats[seat] = (SeatView){
            .player = session->players[seat],
            .black = game_color_of(g, (Seat)seat) == BLACK,
            .clock = clock_view(session, seat, now),
        };
}

void session_view(const GameSession *session, int seat, Timestamp now, GameView *out) {
    memset(out, 0, offsetof(GameView, moves));
    add_summary(session, now, &out->summary);
    out->you = seat;
    out->actions = session_allowed_actions(session, seat);
    out->takeback_plies = session_takeback_plies(session, seat);
    out->line = session->line;
    out->draw_offer = session->draw_offer;
    out->takeback_offer = session->takeback_offer;
    out->offered_plies = session->takeback_plies;
    out->rematch = session->rematch;
    out->declined = session->declined;
    add_turn(session, out);
    add_moves(session, seat, out);
    if (is_hidden(session)) {
        add_mist_view(session, seat, out);
        add_seen(session, seat, out);
        return;
    }
    add_fouls(session, out);
    add_result(session, out);
    add_tries(session, out);
}
