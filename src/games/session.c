#include "games/session.h"

#include "core/mist.h"
#include "core/move_text.h"

#include <string.h>

static const struct {
    EndReason reason;
    const char *word;
} reasons[] = {
    {END_FIVE, "five"}, {END_FULL, "full"},     {END_RESIGN, "resign"},
    {END_TIME, "time"}, {END_AGREED, "agreed"}, {END_CRASH, "crash"},
};

enum { REASONS = sizeof reasons / sizeof reasons[0] };

const char *end_reason_word(EndReason reason) {
    for (int i = 0; i < REASONS; i++)
        if (reasons[i].reason == reason)
            return reasons[i].word;
    return "";
}

EndReason end_reason_parse(const char *word) {
    for (int i = 0; i < REASONS; i++)
        if (!strcmp(reasons[i].word, word))
            return reasons[i].reason;
    return END_NONE;
}

// ---- Loading from the store

static bool options_of(const GameRow *row, GameOptions *out, Error *err) {
    *out = (GameOptions){
        .rules = rules_find(row->rules, err),
        .opening = opening_rule_find(row->opening, err),
        .size = row->size,
    };
    return out->rules && out->opening && time_control_parse(row->time, &out->time, err);
}

static Stone color_of(const Game *g, int seat) {
    return game_seat_of(g, BLACK) == (Seat)seat ? BLACK : WHITE;
}

// Restores an end that the moves do not show, such as a resignation.
static void load_end(GameSession *session) {
    const GameRow *row = &session->row;
    if (row->state == GAME_OVER)
        game_end(&session->game, end_reason_parse(row->reason),
                 row->winner == SEAT_NONE ? EMPTY
                                          : stone_other(color_of(&session->game, row->winner)));
}

bool session_load(GameSession *session, const GameRow *row, const MoveRow *moves, int count,
                  Error *err) {
    GameOptions options;
    if (!options_of(row, &options, err))
        return false;
    *session = (GameSession){.row = *row};
    game_init(&session->game, &options);
    for (int i = 0; i < count; i++) {
        Point p;
        if (!move_parse(moves[i].text, row->size, &p, err) ||
            game_play_timed(&session->game, p, moves[i].ms) != PLAY_OK)
            return error_set(err, "game %s: move %d, %s, is illegal", row->id.text, i + 1,
                             moves[i].text);
    }
    load_end(session);
    return true;
}

void session_load_tries(GameSession *session, const TryRow *tries, int count) {
    for (int i = 0; i < count && i < SESSION_TRIES_MAX; i++) {
        session->tries[session->try_count++] = tries[i];
        session->tries_this_turn += tries[i].ply == session->game.count;
    }
}

// ---- Turn and clock

int session_turn(const GameSession *session) {
    return session->row.state == GAME_PLAYING ? (int)game_seat(&session->game) : SEAT_NONE;
}

int session_seat_of(const GameSession *session, UserId user) {
    const UserId *seats = session->row.seats;
    return !user ? SEAT_NONE : seats[0] == user ? 0 : seats[1] == user ? 1 : SEAT_NONE;
}

static Seat mover(const Move *m) {
    return opening_seat(&m->opening_before, m->turn_before);
}

bool session_clock_is_running(const GameSession *session) {
    if (session->row.state != GAME_PLAYING)
        return false;
    bool moved[2] = {false};
    for (int i = 0; i < session->game.count && !(moved[0] && moved[1]); i++)
        moved[mover(&session->game.moves[i])] = true;
    return moved[0] && moved[1];
}

int64_t session_elapsed_ms(const GameSession *session, Timestamp now) {
    int64_t ms = now.server_ms - session->row.turn_began;
    return session_clock_is_running(session) && ms > 0 ? ms : 0;
}

static int64_t time_left(const GameSession *session) {
    return timer_budget(&session->game.time, &session->game.timers[game_seat(&session->game)]);
}

int64_t session_deadline(const GameSession *session) {
    if (!session_clock_is_running(session) || time_left(session) == timer_unlimited)
        return INT64_MAX;
    return session->row.turn_began + time_left(session) + 1;
}

// ---- Changes

// Updates the row from the game.
static void update_row(GameSession *session, Timestamp now) {
    Result result = game_result(&session->game);
    session->row.seq++;
    session->row.ply = session->game.count;
    if (result.reason == END_NONE || session->row.state != GAME_PLAYING)
        return;
    session->row.state = GAME_OVER;
    session->row.ended = now.wall_ms;
    session->row.winner =
        result.winner == EMPTY ? SEAT_NONE : (int)game_seat_of(&session->game, result.winner);
    session->row.draw_offer = session->row.takeback_offer = SEAT_NONE;
    snprintf(session->row.reason, sizeof session->row.reason, "%s", end_reason_word(result.reason));
}

static void end(GameSession *session, EndReason reason, int loser, Timestamp now) {
    game_end(&session->game, reason, loser == SEAT_NONE ? EMPTY : color_of(&session->game, loser));
    update_row(session, now);
}

bool session_check_flag(GameSession *session, Timestamp now) {
    if (now.server_ms < session_deadline(session))
        return false;
    end(session, END_TIME, session_turn(session), now);
    return true;
}

void session_level_failed(GameSession *session, Timestamp now) {
    end(session, END_CRASH, session_turn(session), now);
}

static Status fail(Status why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

static Status check_seated(const GameSession *session, int seat, Error *err) {
    if (seat == SEAT_NONE)
        return fail(STATUS_NOT_YOURS, err, "only the players of this game can do that");
    if (session->row.state != GAME_PLAYING)
        return fail(STATUS_NOT_PLAYING, err,
                    session->row.state == GAME_WAITING ? "the game has not begun"
                                                       : "the game is over");
    return STATUS_OK;
}

static bool was_played(const GameSession *session, int seat, const MoveId *at, Point p) {
    if (at->line != session->row.line || at->ply < 0 || at->ply >= session->game.count)
        return false;
    const Move *m = &session->game.moves[at->ply];
    return m->point == p && mover(m) == (Seat)seat;
}

static void add_try(GameSession *session, Point p) {
    session->tries_this_turn++;
    if (!session->row.mist || session->try_count == SESSION_TRIES_MAX)
        return;
    TryRow *t = &session->tries[session->try_count++];
    t->ply = session->game.count;
    snprintf(t->text, sizeof t->text, "%s", move_text(p, session->row.size).text);
}

static Status reject_move(GameSession *session, Point p, PlayResult why, Error *err) {
    if (why == PLAY_OCCUPIED)
        add_try(session, p);
    if (why != PLAY_OPENING || opening_allows(&session->game.opening, &session->game.board, p, err))
        error_set(err, "%s", play_result_text(why));
    return why == PLAY_OCCUPIED ? STATUS_OCCUPIED : STATUS_ILLEGAL_MOVE;
}

static Status check_turn(GameSession *session, int seat, const MoveId *at, Timestamp now,
                         Error *err) {
    Status status = check_seated(session, seat, err);
    if (status)
        return status;
    if (session_check_flag(session, now))
        return fail(STATUS_NOT_PLAYING, err, "time ran out before the move");
    if (session_turn(session) != seat)
        return fail(STATUS_NOT_YOUR_TURN, err, "it is the other side's turn");
    if (at->line != session->row.line || at->ply != session->game.count)
        return fail(STATUS_STALE, err, "the game has changed; load it again");
    return STATUS_OK;
}

// After too many tries only visible points are accepted, so that probing cannot map the hidden
// board. If no visible point is empty, any point is accepted, so the player can always move.
static bool may_try(const GameSession *session, Point p) {
    if (!session->row.mist || session->tries_this_turn < SESSION_TRIES_PER_TURN_MAX)
        return true;
    MistView view = mist_view(&session->game.board, mist_centre(&session->game));
    return point_distance(p, view.centre) <= MIST_REACH ||
           !memchr(view.cells, EMPTY, sizeof view.cells);
}

Status session_play(GameSession *session, int seat, const MoveId *at, const char *move,
                    Timestamp now, bool *repeated, Error *err) {
    Point p;
    *repeated = false;
    if (!move_parse(move, session->row.size, &p, err))
        return STATUS_BAD_VALUE;
    *repeated = seat != SEAT_NONE && was_played(session, seat, at, p);
    if (*repeated)
        return STATUS_OK;
    Status status = check_turn(session, seat, at, now, err);
    if (status)
        return status;
    if (!may_try(session, p))
        return fail(STATUS_TOO_MANY, err, "no more tries this turn: choose a point you can see");
    PlayResult result = game_play_timed(&session->game, p, session_elapsed_ms(session, now));
    if (result != PLAY_OK)
        return reject_move(session, p, result, err);
    session->tries_this_turn = 0;
    session->row.turn_began = now.server_ms;
    session->row.draw_offer = session->row.takeback_offer = SEAT_NONE;
    update_row(session, now);
    return STATUS_OK;
}

Status session_join(GameSession *session, UserId user, Timestamp now, Error *err) {
    if (session_seat_of(session, user) != SEAT_NONE && session->row.state == GAME_PLAYING)
        return STATUS_OK; // repeated request
    if (session->row.state != GAME_WAITING)
        return fail(STATUS_NOT_WAITING, err, "the game has begun, or was withdrawn");
    if (session_seat_of(session, user) != SEAT_NONE)
        return fail(STATUS_NOT_NOW, err, "this is your own game: it is waiting for somebody else");
    session->row.seats[session->row.seats[0] ? 1 : 0] = user;
    session->row.state = GAME_PLAYING;
    session->row.started = now.wall_ms;
    session->row.turn_began = now.server_ms;
    update_row(session, now);
    return STATUS_OK;
}

Status session_resign(GameSession *session, int seat, Timestamp now, Error *err) {
    Status status = check_seated(session, seat, err);
    if (!status)
        end(session, END_RESIGN, seat, now);
    return status;
}

Status session_offer_draw(GameSession *session, int seat, Timestamp now, Error *err) {
    Status status = check_seated(session, seat, err);
    if (status || session->row.draw_offer == seat)
        return status;
    if (session->row.draw_offer != SEAT_NONE) {
        end(session, END_AGREED, SEAT_NONE, now);
        return STATUS_OK;
    }
    session->row.draw_offer = seat;
    update_row(session, now);
    return STATUS_OK;
}

// One ply if the last move is the player's own, two if the opponent has replied.
static Status check_takeback(const GameSession *session, int seat, int plies, Error *err) {
    if (session->row.mist || session->row.rated)
        return fail(STATUS_NOT_NOW, err, "there are no takebacks in the mist or in rated games");
    if (plies != 1 && plies != 2)
        return fail(STATUS_BAD_VALUE, err, "plies is 1 or 2");
    if (session->game.count < plies ||
        mover(&session->game.moves[session->game.count - plies]) != (Seat)seat)
        return fail(STATUS_NOT_NOW, err, "that move was not yours to take back");
    return STATUS_OK;
}

static void take_back(GameSession *session, int plies, Timestamp now) {
    for (int i = 0; i < plies; i++)
        game_undo(&session->game);
    session->game.redoable = 0;
    session->row.line++;
    session->row.turn_began = now.server_ms;
    session->row.draw_offer = session->row.takeback_offer = SEAT_NONE;
    update_row(session, now);
}

Status session_offer_takeback(GameSession *session, int seat, int plies, Timestamp now,
                              Error *err) {
    Status status = check_seated(session, seat, err);
    if (status)
        return status;
    bool accepts = session->row.takeback_offer == 1 - seat;
    if (accepts) {
        take_back(session, session->row.takeback_plies, now);
        return STATUS_OK;
    }
    status = check_takeback(session, seat, plies, err);
    if (status || (session->row.takeback_offer == seat && session->row.takeback_plies == plies))
        return status;
    session->row.takeback_offer = seat;
    session->row.takeback_plies = plies;
    update_row(session, now);
    return STATUS_OK;
}

Status session_decline_offer(GameSession *session, int seat, Timestamp now, Error *err) {
    Status status = check_seated(session, seat, err);
    if (status ||
        (session->row.draw_offer == SEAT_NONE && session->row.takeback_offer == SEAT_NONE))
        return status;
    session->row.draw_offer = session->row.takeback_offer = SEAT_NONE;
    update_row(session, now);
    return STATUS_OK;
}

static const char declined[] = "declined";

bool game_row_is_declined(const GameRow *row) {
    return row->state == GAME_ABORTED && !strcmp(row->reason, declined);
}

static void set_aborted(GameSession *session, Timestamp now) {
    session->row.state = GAME_ABORTED;
    session->row.ended = now.wall_ms;
    session->row.seq++;
}

Status session_decline_invitation(GameSession *session, Timestamp now, Error *err) {
    if (game_row_is_declined(&session->row))
        return STATUS_OK; // repeated request
    if (session->row.state != GAME_WAITING)
        return fail(STATUS_NOT_WAITING, err, "the game has begun, or was withdrawn");
    set_aborted(session, now);
    snprintf(session->row.reason, sizeof session->row.reason, "%s", declined);
    return STATUS_OK;
}

Status session_abort(GameSession *session, UserId user, Timestamp now, Error *err) {
    if (session->row.state == GAME_ABORTED)
        return STATUS_OK; // repeated request
    if (session_seat_of(session, user) == SEAT_NONE && session->row.owner != user)
        return fail(STATUS_NOT_YOURS, err, "only the players of this game can do that");
    if (session->row.state == GAME_OVER)
        return fail(STATUS_NOT_PLAYING, err, "the game is over");
    if (session->game.count >= 2)
        return fail(STATUS_NOT_NOW, err, "after the second move, resign or offer a draw");
    set_aborted(session, now);
    return STATUS_OK;
}

Status session_offer_rematch(GameSession *session, int seat, Error *err) {
    if (seat == SEAT_NONE)
        return fail(STATUS_NOT_YOURS, err, "only the players of this game can do that");
    if (session->row.state != GAME_OVER)
        return fail(STATUS_NOT_NOW, err, "only after the game");
    if (!(session->row.rematch & 1 << seat)) {
        session->row.rematch |= 1 << seat;
        session->row.seq++;
    }
    return STATUS_OK;
}
