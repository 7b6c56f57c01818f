#include "session/game_session.h"

#include "base/number.h"
#include "core/mist.h"

#include <string.h>

static const struct {
    EndReason reason;
    const char *word;
} reasons[] = {
    {END_FIVE, "five"},         {END_FULL, "full"},
    {END_RESIGN, "resign"},     {END_TIME, "time"},
    {END_AGREED, "agreed"},     {END_CRASH, "crash"},
    {END_FORFEIT, "abandoned"}, {END_ADJUDICATED, "adjudicated"},
};

const char *end_reason_word(EndReason reason) {
    for (int i = 0; i < COUNT(reasons); i++)
        if (reasons[i].reason == reason)
            return reasons[i].word;
    return "";
}

EndReason end_reason_parse(const char *word) {
    for (int i = 0; i < COUNT(reasons); i++)
        if (!strcmp(reasons[i].word, word))
            return reasons[i].reason;
    return END_NONE;
}

// ---- Changes

static void clear_offers(GameSession *session) {
    session->draw_offer = session->takeback_offer = SEAT_NONE;
}

void session_start_turn(GameSession *session, Timestamp now) {
    session->turn_began = now.clock_ms;
    session->overdue = false;
}

// Counts a change and updates the state from the game.
static void finish_change(GameSession *session, Timestamp now) {
    bool over = game_result(&session->game).reason != END_NONE;
    session->seq++;
    if (session->state == GAME_PLAYING && over) {
        session->state = GAME_OVER;
        session->ended = now.wall_ms;
        clear_offers(session);
    } else if (session->state == GAME_OVER && !over) { // undone
        session->state = GAME_PLAYING;
        session->ended = -1;
        session->rematch = 0;
    }
}

void session_init(GameSession *session, const SessionOptions *options, Timestamp now) {
    *session = (GameSession){
        .mist = options->mist,
        .rated = options->rated,
        .computers = {options->computers[0], options->computers[1]},
        .clock_at_once = options->clock_at_once,
        .players_may_leave = options->players_may_leave,
        .tries_per_turn = options->tries_per_turn,
        .players = {options->players[0], options->players[1]},
        .state = options->waiting ? GAME_WAITING : GAME_PLAYING,
        .started = options->waiting ? -1 : now.wall_ms,
        .ended = -1,
        .turn_began = now.clock_ms,
        .away_since = {INT64_MAX, INT64_MAX},
    };
    game_init(&session->game, &options->game);
    clear_offers(session);
}

// A try tells about the moves before it.
static void forget_tries_of_other_moves(GameSession *session, const Game *next) {
    const Game *g = &session->game;
    int same = 0, kept = 0;
    while (same < g->count && same < next->count && g->moves[same].point == next->moves[same].point)
        same++;
    session->tries_this_turn = 0;
    for (int i = 0; i < session->try_count; i++) {
        if (session->tries[i].ply > same)
            continue;
        session->tries[kept++] = session->tries[i];
        session->tries_this_turn += session->tries[i].ply == next->count;
    }
    session->try_count = kept;
}

void session_set_game(GameSession *session, const Game *game, Timestamp now) {
    forget_tries_of_other_moves(session, game);
    session->game = *game;
    session->uncharged_ms[0] = session->uncharged_ms[1] = 0;
    clear_offers(session);
    session_start_turn(session, now);
    finish_change(session, now);
}

void session_add_tries(GameSession *session, const MistTry *tries, int count) {
    for (int i = 0; i < count && session->try_count < COUNT(session->tries); i++) {
        session->tries[session->try_count++] = tries[i];
        session->tries_this_turn += tries[i].ply == session->game.count;
    }
}

// ---- Turn and clock

int session_turn(const GameSession *session) {
    return session->state == GAME_PLAYING ? (int)game_seat(&session->game) : SEAT_NONE;
}

int session_winner(const GameSession *session) {
    Stone winner = session->state == GAME_OVER ? game_result(&session->game).winner : EMPTY;
    return winner != EMPTY ? (int)game_seat_of(&session->game, winner) : SEAT_NONE;
}

int session_seat_of(const GameSession *session, int64_t player) {
    for (int seat = 0; seat < 2; seat++)
        if (player && session->players[seat] == player)
            return seat;
    return SEAT_NONE;
}

static bool both_have_moved(const GameSession *session) {
    bool moved[2] = {false, false};
    for (int i = 0; i < session->game.count && !(moved[0] && moved[1]); i++)
        moved[move_seat(&session->game.moves[i])] = true;
    return moved[0] && moved[1];
}

bool session_clock_is_running(const GameSession *session) {
    return session->state == GAME_PLAYING && (session->clock_at_once || both_have_moved(session));
}

int64_t session_elapsed_ms(const GameSession *session, Timestamp now) {
    if (!session_clock_is_running(session))
        return 0;
    int64_t ms = now.clock_ms - session->turn_began + session->uncharged_ms[session_turn(session)];
    return ms > 0 ? ms : 0;
}

bool session_flag_fell(const GameSession *session, int seat) {
    return game_result(&session->game).reason == END_TIME && session_winner(session) == 1 - seat;
}

int64_t session_time_left(const GameSession *session, int seat, Timestamp now) {
    int64_t left = timer_budget(&session->game.time, &session->game.timers[seat]);
    if (left == timer_unlimited)
        return left;
    if (session_flag_fell(session, seat))
        return 0;
    left -= session_turn(session) == seat ? session_elapsed_ms(session, now)
                                          : session->uncharged_ms[seat];
    return left > 0 ? left : 0;
}

static int64_t flag_falls_at(const GameSession *session) {
    if (!session_clock_is_running(session))
        return INT64_MAX;
    int seat = session_turn(session);
    int64_t left = timer_budget(&session->game.time, &session->game.timers[seat]);
    return left == timer_unlimited ? INT64_MAX
                                   : session->turn_began + left - session->uncharged_ms[seat] + 1;
}

// The turn ends without a move: keeps the time spent so far for a later charge.
static void carry_over_time(GameSession *session, Timestamp now) {
    if (session->state == GAME_PLAYING)
        session->uncharged_ms[session_turn(session)] = session_elapsed_ms(session, now);
}

void session_end(GameSession *session, EndReason reason, int loser, Timestamp now) {
    carry_over_time(session, now);
    game_end(&session->game, reason,
             loser == SEAT_NONE ? EMPTY : game_color_of(&session->game, (Seat)loser));
    finish_change(session, now);
}

void session_abort(GameSession *session, Timestamp now) {
    session->state = GAME_ABORTED;
    session->ended = now.wall_ms;
    session->seq++;
}

void session_remove_player(GameSession *session, int seat, Timestamp now) {
    if (session->state == GAME_PLAYING && both_have_moved(session))
        session_end(session, END_ADJUDICATED, seat, now);
    else
        session_abort(session, now);
}

// ---- Absence

void session_set_away(GameSession *session, int seat, int64_t since) {
    session->away_since[seat] = since;
}

static bool has_clock(const GameSession *session) {
    return timer_budget(&session->game.time, &session->game.timers[0]) != timer_unlimited;
}

// When the side to move has been away for that long during its turn.
static int64_t away_for(const GameSession *session, int64_t ms) {
    int64_t since = session->away_since[session_turn(session)];
    if (since == INT64_MAX)
        return since;
    return (since > session->turn_began ? since : session->turn_began) + ms;
}

static int64_t overdue_at(const GameSession *session) {
    if (!session->players_may_leave || session->state != GAME_PLAYING)
        return INT64_MAX;
    if (!both_have_moved(session))
        return session->turn_began + FIRST_MOVE_MS;
    return away_for(session, has_clock(session) ? CLAIM_MS : CLAIM_UNTIMED_MS);
}

static int64_t abandoned_at(const GameSession *session) {
    if (!session->players_may_leave || session->state != GAME_PLAYING)
        return INT64_MAX;
    if (!has_clock(session))
        return session->turn_began + ABANDONED_MS;
    return both_have_moved(session) ? INT64_MAX : away_for(session, FIRST_MOVE_MS);
}

int64_t session_deadline(const GameSession *session) {
    int64_t flag = flag_falls_at(session), end = abandoned_at(session);
    int64_t overdue = session->overdue ? INT64_MAX : overdue_at(session);
    int64_t first = flag < end ? flag : end;
    return overdue < first ? overdue : first;
}

bool session_tick(GameSession *session, Timestamp now) {
    int seq = session->seq;
    if (now.clock_ms >= flag_falls_at(session))
        session_end(session, END_TIME, session_turn(session), now);
    else if (now.clock_ms < abandoned_at(session))
        ; // goes on
    else if (both_have_moved(session))
        session_end(session, END_FORFEIT, session_turn(session), now);
    else
        session_abort(session, now);
    bool overdue = now.clock_ms >= overdue_at(session);
    if (session->state == GAME_PLAYING && session->overdue != overdue) {
        session->overdue = overdue;
        session->seq++;
    }
    return session->seq != seq;
}

// ---- Moves

static Status fail(Status why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

static Status check_seated(const GameSession *session, int seat, Error *err) {
    if (seat == SEAT_NONE)
        return fail(STATUS_NOT_YOURS, err, "only the players of this game can do that");
    if (session->state != GAME_PLAYING)
        return fail(STATUS_NOT_PLAYING, err,
                    session->state == GAME_WAITING ? "the game has not begun" : "the game is over");
    return STATUS_OK;
}

static Status check_turn(GameSession *session, int seat, Timestamp now, Error *err) {
    Status status = check_seated(session, seat, err);
    if (status)
        return status;
    session_tick(session, now);
    if (session->state != GAME_PLAYING)
        return fail(STATUS_NOT_PLAYING, err, "time ran out before the move");
    if (session_turn(session) != seat)
        return fail(STATUS_NOT_YOUR_TURN, err, "it is the other side's turn");
    return STATUS_OK;
}

// A move to a stone that the player knows reveals nothing and is not a try. So there is at most one
// try per stone, and neither player can fill the list.
static void add_try(GameSession *session, int seat, Point p) {
    if (!session->mist || session_mist_memory(session, seat).at[p] != EMPTY)
        return;
    session->tries_this_turn++;
    if (session->try_count == COUNT(session->tries))
        return; // only in stored games of older versions, which kept repetitions
    MistTry *t = &session->tries[session->try_count++];
    t->ply = session->game.count;
    snprintf(t->text, sizeof t->text, "%s", move_text(p, session->game.board.size).text);
}

static Status reject_move(GameSession *session, int seat, Point p, PlayResult why, Error *err) {
    if (why == PLAY_OCCUPIED)
        add_try(session, seat, p);
    if (why != PLAY_OPENING || opening_allows(&session->game.opening, &session->game.board, p, err))
        error_set(err, "%s", play_result_text(why));
    return why == PLAY_OCCUPIED ? STATUS_OCCUPIED : STATUS_ILLEGAL_MOVE;
}

// After too many tries only visible points are accepted, so that probing cannot map the hidden
// board. If no visible point is empty, any point is accepted, so the player can always move.
static bool may_try(const GameSession *session, Point p) {
    if (!session->mist || !session->tries_per_turn ||
        session->tries_this_turn < session->tries_per_turn)
        return true;
    MistView view = mist_view(&session->game.board, mist_center(&session->game));
    return point_distance(p, view.center) <= MIST_REACH ||
           !memchr(view.cells, EMPTY, sizeof view.cells);
}

// The seat is to move, and in time.
static Status make_move(GameSession *session, int seat, Point p, Timestamp now, Error *err) {
    if (!may_try(session, p))
        return status_fail(STATUS_TRIES_USED, err);
    // A move before the clocks run costs nothing and earns no increment.
    PlayResult result = session_clock_is_running(session)
                            ? game_play_timed(&session->game, p, session_elapsed_ms(session, now))
                            : game_play(&session->game, p);
    if (result != PLAY_OK)
        return reject_move(session, seat, p, result, err);
    session->tries_this_turn = 0;
    session->uncharged_ms[seat] = 0;
    session_start_turn(session, now);
    clear_offers(session);
    finish_change(session, now);
    return STATUS_OK;
}

Status session_play(GameSession *session, int seat, Point p, Timestamp now, Error *err) {
    Status status = check_turn(session, seat, now, err);
    return status ? status : make_move(session, seat, p, now, err);
}

static bool was_played(const GameSession *session, int seat, const MoveId *at, Point p) {
    if (seat == SEAT_NONE || at->line != session->line || at->ply < 0 ||
        at->ply >= session->game.count)
        return false;
    const Move *m = &session->game.moves[at->ply];
    return m->point == p && move_seat(m) == (Seat)seat;
}

static Status play_at(GameSession *session, int seat, const GameAction *action, Timestamp now,
                      Error *err) {
    Point p;
    if (!move_parse(action->move, session->game.board.size, &p, err))
        return STATUS_BAD_VALUE;
    if (was_played(session, seat, &action->at, p))
        return STATUS_OK; // repeated request
    Status status = check_turn(session, seat, now, err);
    if (status)
        return status;
    if (action->at.line != session->line || action->at.ply != session->game.count)
        return fail(STATUS_STALE, err, "the game has changed; load it again");
    return make_move(session, seat, p, now, err);
}

// ---- Offers

static Status resign(GameSession *session, int seat, Timestamp now, Error *err) {
    Status status = check_seated(session, seat, err);
    if (!status)
        session_end(session, END_RESIGN, seat, now);
    return status;
}

static Status draw(GameSession *session, int seat, Timestamp now, Error *err) {
    if (seat != SEAT_NONE && session->computers[1 - seat])
        return status_fail(STATUS_LEVEL_DRAW, err);
    Status status = check_seated(session, seat, err);
    if (status || session->draw_offer == seat)
        return status;
    if (session->draw_offer != SEAT_NONE) {
        session_end(session, END_AGREED, SEAT_NONE, now);
        return STATUS_OK;
    }
    session->draw_offer = seat;
    finish_change(session, now);
    return STATUS_OK;
}

// One ply if the last move is the player's own, two if the opponent has replied.
static Status takeback_status(const GameSession *session, int seat, int plies) {
    if (session->mist || session->rated)
        return STATUS_NO_TAKEBACK;
    if (plies != 1 && plies != 2)
        return STATUS_BAD_VALUE;
    if (session->game.count < plies ||
        move_seat(&session->game.moves[session->game.count - plies]) != (Seat)seat)
        return STATUS_NOT_YOUR_MOVE;
    return STATUS_OK;
}

static Status check_takeback(const GameSession *session, int seat, int plies, Error *err) {
    Status status = takeback_status(session, seat, plies);
    if (status == STATUS_BAD_VALUE)
        return fail(status, err, "plies is 1 or 2");
    return status ? status_fail(status, err) : STATUS_OK;
}

int session_takeback_plies(const GameSession *session, int seat) {
    if (seat == SEAT_NONE || session->state != GAME_PLAYING)
        return 0;
    for (int plies = 1; plies <= 2; plies++)
        if (takeback_status(session, seat, plies) == STATUS_OK)
            return plies;
    return 0;
}

static void take_back(GameSession *session, int plies, Timestamp now) {
    for (int i = 0; i < plies; i++)
        game_undo(&session->game);
    session->game.redoable = 0;
    session->line++;
    session_start_turn(session, now);
    clear_offers(session);
    finish_change(session, now);
}

static Status takeback(GameSession *session, int seat, int plies, Timestamp now, Error *err) {
    Status status = check_seated(session, seat, err);
    if (status)
        return status;
    if (session->takeback_offer == 1 - seat && session->takeback_plies != plies)
        return fail(STATUS_STALE, err, "the takeback asked for is of another number of moves");
    if (session->takeback_offer == 1 - seat) {
        take_back(session, session->takeback_plies, now);
        return STATUS_OK;
    }
    status = check_takeback(session, seat, plies, err);
    if (status || (session->takeback_offer == seat && session->takeback_plies == plies))
        return status;
    if (session->computers[1 - seat]) {
        take_back(session, plies, now);
        return STATUS_OK;
    }
    session->takeback_offer = seat;
    session->takeback_plies = plies;
    finish_change(session, now);
    return STATUS_OK;
}

static bool has_offer(const GameSession *session) {
    return session->draw_offer != SEAT_NONE || session->takeback_offer != SEAT_NONE;
}

static Status decline(GameSession *session, int seat, Timestamp now, Error *err) {
    Status status = check_seated(session, seat, err);
    if (status || !has_offer(session))
        return status;
    clear_offers(session);
    finish_change(session, now);
    return STATUS_OK;
}

static Status rematch(GameSession *session, int seat, Error *err) {
    if (seat == SEAT_NONE)
        return fail(STATUS_NOT_YOURS, err, "only the players of this game can do that");
    if (session->state != GAME_OVER)
        return fail(STATUS_NOT_NOW, err, "only after the game");
    if (!(session->rematch & 1 << seat)) {
        session->rematch |= 1 << seat;
        session->seq++;
    }
    return STATUS_OK;
}

bool session_rematch_agreed(const GameSession *session) {
    return session->rematch && (session->rematch & 1 || session->computers[0]) &&
           (session->rematch & 2 || session->computers[1]);
}

// ---- Beginning and aborting

Status session_join(GameSession *session, int64_t player, Timestamp now, Error *err) {
    bool seated = session_seat_of(session, player) != SEAT_NONE;
    if (seated && session->state == GAME_PLAYING)
        return STATUS_OK; // repeated request
    if (session->state != GAME_WAITING)
        return fail(STATUS_NOT_WAITING, err, "the game has begun, or was withdrawn");
    if (seated)
        return status_fail(STATUS_OWN_GAME, err);
    session->players[session->players[0] ? 1 : 0] = player;
    session->state = GAME_PLAYING;
    session->started = now.wall_ms;
    session_start_turn(session, now);
    finish_change(session, now);
    return STATUS_OK;
}

Status session_decline_invitation(GameSession *session, Timestamp now, Error *err) {
    if (session->declined)
        return STATUS_OK; // repeated request
    if (session->state != GAME_WAITING)
        return fail(STATUS_NOT_WAITING, err, "the game has begun, or was withdrawn");
    session_abort(session, now);
    session->declined = true;
    return STATUS_OK;
}

// Until both have moved the side that waits may abort too, but not the one that has seen the
// opening and is to choose.
static bool may_abort(const GameSession *session, int seat) {
    return session->game.count < 2 ||
           (session->overdue && !both_have_moved(session) && session_turn(session) != seat);
}

static bool may_claim(const GameSession *session, int seat) {
    return session->overdue && both_have_moved(session) && session_turn(session) != seat;
}

static Status claim(GameSession *session, int seat, int loser, Timestamp now, Error *err) {
    Status status = check_seated(session, seat, err);
    if (status)
        return status;
    if (!may_claim(session, seat))
        return fail(STATUS_NOT_NOW, err, "only when the other player is to move and has left");
    session_end(session, END_FORFEIT, loser, now);
    return STATUS_OK;
}

static Status abort_game(GameSession *session, int seat, Timestamp now, Error *err) {
    if (session->state == GAME_ABORTED)
        return STATUS_OK; // repeated request
    if (seat == SEAT_NONE)
        return fail(STATUS_NOT_YOURS, err, "only the players of this game can do that");
    if (session->state == GAME_OVER)
        return fail(STATUS_NOT_PLAYING, err, "the game is over");
    if (!may_abort(session, seat))
        return status_fail(STATUS_ABORT_LATE, err);
    session_abort(session, now);
    return STATUS_OK;
}

// ---- All actions

Status session_act(GameSession *session, int seat, const GameAction *action, Timestamp now,
                   Error *err) {
    if (action->kind == GAME_ACTION_PLAY)
        return play_at(session, seat, action, now, err);
    session_tick(session, now);
    switch (action->kind) {
    case GAME_ACTION_RESIGN:
        return resign(session, seat, now, err);
    case GAME_ACTION_DRAW:
        return draw(session, seat, now, err);
    case GAME_ACTION_TAKEBACK:
        return takeback(session, seat, action->plies, now, err);
    case GAME_ACTION_DECLINE:
        return decline(session, seat, now, err);
    case GAME_ACTION_ABORT:
        return abort_game(session, seat, now, err);
    case GAME_ACTION_REMATCH:
        return rematch(session, seat, err);
    case GAME_ACTION_CLAIM_WIN:
        return claim(session, seat, 1 - seat, now, err);
    case GAME_ACTION_CLAIM_DRAW:
        return claim(session, seat, SEAT_NONE, now, err);
    default:
        return fail(STATUS_NOT_NOW, err, "only before the game");
    }
}

static unsigned allowed_while_playing(const GameSession *session, int seat) {
    unsigned allowed = 1u << GAME_ACTION_RESIGN;
    if (session_turn(session) == seat)
        allowed |= 1u << GAME_ACTION_PLAY;
    if (session->draw_offer != seat && !session->computers[1 - seat])
        allowed |= 1u << GAME_ACTION_DRAW;
    if (session->takeback_offer == 1 - seat ||
        (session->takeback_offer != seat && session_takeback_plies(session, seat)))
        allowed |= 1u << GAME_ACTION_TAKEBACK;
    if (has_offer(session))
        allowed |= 1u << GAME_ACTION_DECLINE;
    if (may_abort(session, seat))
        allowed |= 1u << GAME_ACTION_ABORT;
    if (may_claim(session, seat))
        allowed |= 1u << GAME_ACTION_CLAIM_WIN | 1u << GAME_ACTION_CLAIM_DRAW;
    return allowed;
}

unsigned session_allowed_actions(const GameSession *session, int seat) {
    if (seat == SEAT_NONE)
        return 0;
    switch (session->state) {
    case GAME_WAITING:
        return 1u << GAME_ACTION_ABORT;
    case GAME_PLAYING:
        return allowed_while_playing(session, seat);
    case GAME_OVER:
        return session->rematch & 1 << seat ? 0 : 1u << GAME_ACTION_REMATCH;
    case GAME_ABORTED:
        break;
    }
    return 0;
}

// ---- Undo and redo

// Index of the last move made by a person; -1 if there is none.
static int last_human_move(const GameSession *session) {
    int i = session->game.count - 1;
    while (i >= 0 && session->computers[move_seat(&session->game.moves[i])])
        i--;
    return i;
}

// A resignation or a loss on time is undone alone, without a move.
static bool undo_turn(GameSession *session) {
    Game *g = &session->game;
    if (g->forced.reason != END_NONE)
        return game_undo(g);
    int to = last_human_move(session);
    while (to >= 0 && g->count > to)
        game_undo(g);
    return to >= 0;
}

int session_undo(GameSession *session, int turns, Timestamp now, Error *err) {
    if (session->mist)
        return error_set(err, "moves cannot be taken back in the mist");
    if (session->game.forced.reason == END_TIME)
        return error_set(err, "a loss on time cannot be taken back");
    if (session->computers[0] && session->computers[1])
        return error_set(err, "the computer plays both sides; there is nothing to take back");
    if (session->game.forced.reason == END_NONE && last_human_move(session) < 0)
        return error_set(err, "you have no move to take back");
    carry_over_time(session, now);
    int done = 0;
    while (done < turns && undo_turn(session))
        done++;
    session_start_turn(session, now);
    clear_offers(session);
    finish_change(session, now);
    return done;
}

bool session_redo(GameSession *session, Timestamp now, Error *err) {
    Game *g = &session->game;
    if (g->redoable == 0 || session->mist)
        return error_set(err, "there is nothing to redo");
    carry_over_time(session, now);
    game_redo(g);
    while (session->computers[game_seat(g)] && game_redo(g))
        continue;
    session_start_turn(session, now);
    clear_offers(session);
    finish_change(session, now);
    return true;
}
