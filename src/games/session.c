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

// ---- From the store

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

// An end that the moves do not show.
static void load_end(GameSession *r) {
    const GameRow *row = &r->row;
    if (row->state == GAME_OVER)
        game_end(&r->game, end_reason_parse(row->reason),
                 row->winner == SEAT_NONE ? EMPTY : stone_other(color_of(&r->game, row->winner)));
}

bool session_load(GameSession *r, const GameRow *row, const MoveRow *moves, int count, Error *err) {
    GameOptions options;
    if (!options_of(row, &options, err))
        return false;
    *r = (GameSession){.row = *row};
    game_init(&r->game, &options);
    for (int i = 0; i < count; i++) {
        Point p;
        if (!move_parse(moves[i].text, row->size, &p, err) ||
            game_play_timed(&r->game, p, moves[i].ms) != PLAY_OK)
            return error_set(err, "game %s: its move %d, %s, is none", row->id.text, i + 1,
                             moves[i].text);
    }
    load_end(r);
    return true;
}

void session_load_tries(GameSession *r, const TryRow *tries, int count) {
    for (int i = 0; i < count && i < SESSION_TRIES_MAX; i++) {
        r->tried[r->tried_count++] = tries[i];
        r->tries += tries[i].ply == r->game.count;
    }
}

// ---- Whose turn, and how long

int session_turn(const GameSession *r) {
    return r->row.state == GAME_PLAYING ? (int)game_seat(&r->game) : SEAT_NONE;
}

int session_seat_of(const GameSession *r, UserId user) {
    const UserId *seats = r->row.seats;
    return !user ? SEAT_NONE : seats[0] == user ? 0 : seats[1] == user ? 1 : SEAT_NONE;
}

static Seat mover(const Move *m) {
    return opening_seat(&m->opening_before, m->turn_before);
}

bool session_clock_is_running(const GameSession *r) {
    if (r->row.state != GAME_PLAYING)
        return false;
    bool moved[2] = {false};
    for (int i = 0; i < r->game.count && !(moved[0] && moved[1]); i++)
        moved[mover(&r->game.moves[i])] = true;
    return moved[0] && moved[1];
}

int64_t session_elapsed_ms(const GameSession *r, Timestamp now) {
    int64_t ms = now.server_ms - r->row.turn_began;
    return session_clock_is_running(r) && ms > 0 ? ms : 0;
}

static int64_t budget(const GameSession *r) {
    return timer_budget(&r->game.time, &r->game.timers[game_seat(&r->game)]);
}

int64_t session_deadline(const GameSession *r) {
    if (!session_clock_is_running(r) || budget(r) == timer_unlimited)
        return INT64_MAX;
    return r->row.turn_began + budget(r) + 1;
}

// ---- Changes

// The row follows the game.
static void settle(GameSession *r, Timestamp now) {
    Result result = game_result(&r->game);
    r->row.seq++;
    r->row.ply = r->game.count;
    if (result.reason == END_NONE || r->row.state != GAME_PLAYING)
        return;
    r->row.state = GAME_OVER;
    r->row.ended = now.wall_ms;
    r->row.winner = result.winner == EMPTY ? SEAT_NONE : (int)game_seat_of(&r->game, result.winner);
    r->row.draw_offer = r->row.takeback_offer = SEAT_NONE;
    snprintf(r->row.reason, sizeof r->row.reason, "%s", end_reason_word(result.reason));
}

static void end(GameSession *r, EndReason reason, int loser, Timestamp now) {
    game_end(&r->game, reason, loser == SEAT_NONE ? EMPTY : color_of(&r->game, loser));
    settle(r, now);
}

bool session_check_flag(GameSession *r, Timestamp now) {
    if (now.server_ms < session_deadline(r))
        return false;
    end(r, END_TIME, session_turn(r), now);
    return true;
}

void session_level_failed(GameSession *r, Timestamp now) {
    end(r, END_CRASH, session_turn(r), now);
}

static Status refuse(Status why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

static Status check_seated(const GameSession *r, int seat, Error *err) {
    if (seat == SEAT_NONE)
        return refuse(STATUS_NOT_YOURS, err, "only the players of this game can do that");
    if (r->row.state != GAME_PLAYING)
        return refuse(STATUS_NOT_PLAYING, err,
                      r->row.state == GAME_WAITING ? "the game has not begun" : "the game is over");
    return STATUS_OK;
}

static bool was_played(const GameSession *r, int seat, const MoveId *at, Point p) {
    if (at->line != r->row.line || at->ply < 0 || at->ply >= r->game.count)
        return false;
    const Move *m = &r->game.moves[at->ply];
    return m->point == p && mover(m) == (Seat)seat;
}

static void note_try(GameSession *r, Point p) {
    r->tries++;
    if (!r->row.mist || r->tried_count == SESSION_TRIES_MAX)
        return;
    TryRow *t = &r->tried[r->tried_count++];
    t->ply = r->game.count;
    snprintf(t->text, sizeof t->text, "%s", move_text(p, r->row.size).text);
}

static Status refuse_move(GameSession *r, Point p, PlayResult why, Error *err) {
    if (why == PLAY_OCCUPIED)
        note_try(r, p);
    if (why != PLAY_OPENING || opening_allows(&r->game.opening, &r->game.board, p, err))
        error_set(err, "%s", play_result_text(why));
    return why == PLAY_OCCUPIED ? STATUS_OCCUPIED : STATUS_ILLEGAL_MOVE;
}

static Status check_turn(GameSession *r, int seat, const MoveId *at, Timestamp now, Error *err) {
    Status no = check_seated(r, seat, err);
    if (no)
        return no;
    if (session_check_flag(r, now))
        return refuse(STATUS_NOT_PLAYING, err, "the time was over before the move");
    if (session_turn(r) != seat)
        return refuse(STATUS_NOT_YOUR_TURN, err, "it is the other side's turn");
    if (at->line != r->row.line || at->ply != r->game.count)
        return refuse(STATUS_STALE, err, "the game has gone on; look at it again");
    return STATUS_OK;
}

// Whoever has tried too often is answered only where the answer is in sight, and so can always
// move.
static bool is_answered(const GameSession *r, Point p) {
    if (!r->row.mist || r->tries < SESSION_TRIES_PER_TURN_MAX)
        return true;
    MistView view = mist_view(&r->game.board, mist_centre(&r->game));
    return point_distance(p, view.centre) <= MIST_REACH ||
           !memchr(view.cells, EMPTY, sizeof view.cells);
}

Status session_play(GameSession *r, int seat, const MoveId *at, const char *move, Timestamp now,
                    bool *again, Error *err) {
    Point p;
    *again = false;
    if (!move_parse(move, r->row.size, &p, err))
        return STATUS_BAD_VALUE;
    *again = seat != SEAT_NONE && was_played(r, seat, at, p);
    if (*again)
        return STATUS_OK;
    Status no = check_turn(r, seat, at, now, err);
    if (no)
        return no;
    if (!is_answered(r, p))
        return refuse(STATUS_TOO_MANY, err, "no more tries in this turn: choose a point you see");
    PlayResult result = game_play_timed(&r->game, p, session_elapsed_ms(r, now));
    if (result != PLAY_OK)
        return refuse_move(r, p, result, err);
    r->tries = 0;
    r->row.turn_began = now.server_ms;
    r->row.draw_offer = r->row.takeback_offer = SEAT_NONE;
    settle(r, now);
    return STATUS_OK;
}

Status session_join(GameSession *r, UserId user, Timestamp now, Error *err) {
    if (session_seat_of(r, user) != SEAT_NONE && r->row.state == GAME_PLAYING)
        return STATUS_OK; // asked twice
    if (r->row.state != GAME_WAITING)
        return refuse(STATUS_NOT_WAITING, err, "the game has begun, or was withdrawn");
    if (session_seat_of(r, user) != SEAT_NONE)
        return refuse(STATUS_NOT_NOW, err, "this is your own game: it waits for somebody else");
    r->row.seats[r->row.seats[0] ? 1 : 0] = user;
    r->row.state = GAME_PLAYING;
    r->row.started = now.wall_ms;
    r->row.turn_began = now.server_ms;
    settle(r, now);
    return STATUS_OK;
}

Status session_resign(GameSession *r, int seat, Timestamp now, Error *err) {
    Status no = check_seated(r, seat, err);
    if (!no)
        end(r, END_RESIGN, seat, now);
    return no;
}

Status session_offer_draw(GameSession *r, int seat, Timestamp now, Error *err) {
    Status no = check_seated(r, seat, err);
    if (no || r->row.draw_offer == seat)
        return no;
    if (r->row.draw_offer != SEAT_NONE) {
        end(r, END_AGREED, SEAT_NONE, now);
        return STATUS_OK;
    }
    r->row.draw_offer = seat;
    settle(r, now);
    return STATUS_OK;
}

// One ply if the last move was the asker's, two if it was answered.
static Status check_takeback(const GameSession *r, int seat, int plies, Error *err) {
    if (r->row.mist || r->row.rated)
        return refuse(STATUS_NOT_NOW, err, "there are no takebacks in the mist or in rated games");
    if (plies != 1 && plies != 2)
        return refuse(STATUS_BAD_VALUE, err, "plies is 1 or 2");
    if (r->game.count < plies || mover(&r->game.moves[r->game.count - plies]) != (Seat)seat)
        return refuse(STATUS_NOT_NOW, err, "that move was not yours to take back");
    return STATUS_OK;
}

static void take_back(GameSession *r, int plies, Timestamp now) {
    for (int i = 0; i < plies; i++)
        game_undo(&r->game);
    r->game.redoable = 0;
    r->row.line++;
    r->row.turn_began = now.server_ms;
    r->row.draw_offer = r->row.takeback_offer = SEAT_NONE;
    settle(r, now);
}

Status session_offer_takeback(GameSession *r, int seat, int plies, Timestamp now, Error *err) {
    Status no = check_seated(r, seat, err);
    if (no)
        return no;
    bool agrees = r->row.takeback_offer == 1 - seat;
    if (agrees) {
        take_back(r, r->row.takeback_plies, now);
        return STATUS_OK;
    }
    no = check_takeback(r, seat, plies, err);
    if (no || (r->row.takeback_offer == seat && r->row.takeback_plies == plies))
        return no;
    r->row.takeback_offer = seat;
    r->row.takeback_plies = plies;
    settle(r, now);
    return STATUS_OK;
}

Status session_decline_offer(GameSession *r, int seat, Timestamp now, Error *err) {
    Status no = check_seated(r, seat, err);
    if (no || (r->row.draw_offer == SEAT_NONE && r->row.takeback_offer == SEAT_NONE))
        return no;
    r->row.draw_offer = r->row.takeback_offer = SEAT_NONE;
    settle(r, now);
    return STATUS_OK;
}

static const char declined[] = "declined";

bool game_row_is_declined(const GameRow *row) {
    return row->state == GAME_ABORTED && !strcmp(row->reason, declined);
}

static void call_off(GameSession *r, Timestamp now) {
    r->row.state = GAME_ABORTED;
    r->row.ended = now.wall_ms;
    r->row.seq++;
}

Status session_decline_invitation(GameSession *r, Timestamp now, Error *err) {
    if (game_row_is_declined(&r->row))
        return STATUS_OK; // asked twice
    if (r->row.state != GAME_WAITING)
        return refuse(STATUS_NOT_WAITING, err, "the game has begun, or was withdrawn");
    call_off(r, now);
    snprintf(r->row.reason, sizeof r->row.reason, "%s", declined);
    return STATUS_OK;
}

Status session_abort(GameSession *r, UserId user, Timestamp now, Error *err) {
    if (r->row.state == GAME_ABORTED)
        return STATUS_OK; // asked twice
    if (session_seat_of(r, user) == SEAT_NONE && r->row.owner != user)
        return refuse(STATUS_NOT_YOURS, err, "only the players of this game can do that");
    if (r->row.state == GAME_OVER)
        return refuse(STATUS_NOT_PLAYING, err, "the game is over");
    if (r->game.count >= 2)
        return refuse(STATUS_NOT_NOW, err, "after the second move resign, or offer a draw");
    call_off(r, now);
    return STATUS_OK;
}

Status session_offer_rematch(GameSession *r, int seat, Error *err) {
    if (seat == SEAT_NONE)
        return refuse(STATUS_NOT_YOURS, err, "only the players of this game can do that");
    if (r->row.state != GAME_OVER)
        return refuse(STATUS_NOT_NOW, err, "after the game");
    if (!(r->row.rematch & 1 << seat)) {
        r->row.rematch |= 1 << seat;
        r->row.seq++;
    }
    return STATUS_OK;
}
