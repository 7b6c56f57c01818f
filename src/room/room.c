#include "room/room.h"

#include "core/mist.h"
#include "core/movetext.h"

#include <string.h>

static const struct {
    EndReason reason;
    const char *word;
} reasons[] = {
    {END_FIVE, "five"}, {END_FULL, "full"},     {END_RESIGN, "resign"},
    {END_TIME, "time"}, {END_AGREED, "agreed"}, {END_CRASH, "crash"},
};

enum { REASONS = sizeof reasons / sizeof reasons[0] };

const char *room_reason(EndReason reason) {
    for (int i = 0; i < REASONS; i++)
        if (reasons[i].reason == reason)
            return reasons[i].word;
    return "";
}

EndReason room_reason_find(const char *word) {
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
static void load_end(Room *r) {
    const GameRow *row = &r->row;
    if (row->state == GAME_OVER)
        game_end(&r->game, room_reason_find(row->reason),
                 row->winner == SEAT_NONE ? EMPTY : stone_other(color_of(&r->game, row->winner)));
}

bool room_load(Room *r, const GameRow *row, const MoveRow *moves, int count, Error *err) {
    GameOptions options;
    if (!options_of(row, &options, err))
        return false;
    *r = (Room){.row = *row};
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

void room_load_tries(Room *r, const TryRow *tries, int count) {
    for (int i = 0; i < count && i < ROOM_TRIED_MAX; i++) {
        r->tried[r->tried_count++] = tries[i];
        r->tries += tries[i].ply == r->game.count;
    }
}

// ---- Whose turn, and how long

int room_turn(const Room *r) {
    return r->row.state == GAME_PLAYING ? (int)game_seat(&r->game) : SEAT_NONE;
}

int room_seat(const Room *r, UserId user) {
    const UserId *seats = r->row.seats;
    return !user ? SEAT_NONE : seats[0] == user ? 0 : seats[1] == user ? 1 : SEAT_NONE;
}

static Seat mover(const Move *m) {
    return opening_seat(&m->opening_before, m->turn_before);
}

bool room_clock_runs(const Room *r) {
    if (r->row.state != GAME_PLAYING)
        return false;
    bool moved[2] = {false};
    for (int i = 0; i < r->game.count && !(moved[0] && moved[1]); i++)
        moved[mover(&r->game.moves[i])] = true;
    return moved[0] && moved[1];
}

int64_t room_elapsed(const Room *r, Now now) {
    int64_t ms = now.server_ms - r->row.turn_began;
    return room_clock_runs(r) && ms > 0 ? ms : 0;
}

static int64_t budget(const Room *r) {
    return timer_budget(&r->game.time, &r->game.timers[game_seat(&r->game)]);
}

int64_t room_deadline(const Room *r) {
    if (!room_clock_runs(r) || budget(r) == timer_unlimited)
        return INT64_MAX;
    return r->row.turn_began + budget(r) + 1;
}

// ---- Changes

// The row follows the game.
static void settle(Room *r, Now now) {
    Result result = game_result(&r->game);
    r->row.seq++;
    r->row.ply = r->game.count;
    if (result.reason == END_NONE || r->row.state != GAME_PLAYING)
        return;
    r->row.state = GAME_OVER;
    r->row.ended = now.wall_ms;
    r->row.winner = result.winner == EMPTY ? SEAT_NONE : (int)game_seat_of(&r->game, result.winner);
    r->row.draw_offer = r->row.takeback_offer = SEAT_NONE;
    snprintf(r->row.reason, sizeof r->row.reason, "%s", room_reason(result.reason));
}

static void end(Room *r, EndReason reason, int loser, Now now) {
    game_end(&r->game, reason, loser == SEAT_NONE ? EMPTY : color_of(&r->game, loser));
    settle(r, now);
}

bool room_check_flag(Room *r, Now now) {
    if (now.server_ms < room_deadline(r))
        return false;
    end(r, END_TIME, room_turn(r), now);
    return true;
}

void room_fail(Room *r, Now now) {
    end(r, END_CRASH, room_turn(r), now);
}

static Refusal refuse(Refusal why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

static Refusal check_seated(const Room *r, int seat, Error *err) {
    if (seat == SEAT_NONE)
        return refuse(REFUSED_NOT_YOURS, err, "only the players of this game can do that");
    if (r->row.state != GAME_PLAYING)
        return refuse(REFUSED_NOT_PLAYING, err,
                      r->row.state == GAME_WAITING ? "the game has not begun" : "the game is over");
    return REFUSED_NOT;
}

static bool was_played(const Room *r, int seat, const MoveAddress *at, Point p) {
    if (at->line != r->row.line || at->ply < 0 || at->ply >= r->game.count)
        return false;
    const Move *m = &r->game.moves[at->ply];
    return m->point == p && mover(m) == (Seat)seat;
}

static void note_try(Room *r, Point p) {
    r->tries++;
    if (!r->row.mist || r->tried_count == ROOM_TRIED_MAX)
        return;
    TryRow *t = &r->tried[r->tried_count++];
    t->ply = r->game.count;
    snprintf(t->text, sizeof t->text, "%s", move_text(p, r->row.size).text);
}

static Refusal refuse_move(Room *r, Point p, PlayResult why, Error *err) {
    if (why == PLAY_OCCUPIED)
        note_try(r, p);
    if (why != PLAY_OPENING || opening_allows(&r->game.opening, &r->game.board, p, err))
        error_set(err, "%s", play_result_text(why));
    return why == PLAY_OCCUPIED ? REFUSED_OCCUPIED : REFUSED_ILLEGAL_MOVE;
}

static Refusal check_turn(Room *r, int seat, const MoveAddress *at, Now now, Error *err) {
    Refusal no = check_seated(r, seat, err);
    if (no)
        return no;
    if (room_check_flag(r, now))
        return refuse(REFUSED_NOT_PLAYING, err, "the time was over before the move");
    if (room_turn(r) != seat)
        return refuse(REFUSED_NOT_YOUR_TURN, err, "it is the other side's turn");
    if (at->line != r->row.line || at->ply != r->game.count)
        return refuse(REFUSED_STALE, err, "the game has gone on; look at it again");
    return REFUSED_NOT;
}

// Whoever has tried too often is answered only where the answer is in sight, and so can always
// move.
static bool is_answered(const Room *r, Point p) {
    if (!r->row.mist || r->tries < ROOM_TRIES_MAX)
        return true;
    MistView view = mist_view(&r->game.board, mist_centre(&r->game));
    return point_distance(p, view.centre) <= MIST_REACH ||
           !memchr(view.cells, EMPTY, sizeof view.cells);
}

Refusal room_play(Room *r, int seat, const MoveAddress *at, const char *move, Now now, bool *again,
                  Error *err) {
    Point p;
    *again = false;
    if (!move_parse(move, r->row.size, &p, err))
        return REFUSED_BAD_VALUE;
    *again = seat != SEAT_NONE && was_played(r, seat, at, p);
    if (*again)
        return REFUSED_NOT;
    Refusal no = check_turn(r, seat, at, now, err);
    if (no)
        return no;
    if (!is_answered(r, p))
        return refuse(REFUSED_TOO_MANY, err, "no more tries in this turn: choose a point you see");
    PlayResult result = game_play_timed(&r->game, p, room_elapsed(r, now));
    if (result != PLAY_OK)
        return refuse_move(r, p, result, err);
    r->tries = 0;
    r->row.turn_began = now.server_ms;
    r->row.draw_offer = r->row.takeback_offer = SEAT_NONE;
    settle(r, now);
    return REFUSED_NOT;
}

Refusal room_sit(Room *r, UserId user, Now now, Error *err) {
    if (room_seat(r, user) != SEAT_NONE && r->row.state == GAME_PLAYING)
        return REFUSED_NOT; // asked twice
    if (r->row.state != GAME_WAITING)
        return refuse(REFUSED_NOT_WAITING, err, "the game has begun, or was withdrawn");
    if (room_seat(r, user) != SEAT_NONE)
        return refuse(REFUSED_NOT_NOW, err, "this is your own game: it waits for somebody else");
    r->row.seats[r->row.seats[0] ? 1 : 0] = user;
    r->row.state = GAME_PLAYING;
    r->row.started = now.wall_ms;
    r->row.turn_began = now.server_ms;
    settle(r, now);
    return REFUSED_NOT;
}

Refusal room_resign(Room *r, int seat, Now now, Error *err) {
    Refusal no = check_seated(r, seat, err);
    if (!no)
        end(r, END_RESIGN, seat, now);
    return no;
}

Refusal room_draw(Room *r, int seat, Now now, Error *err) {
    Refusal no = check_seated(r, seat, err);
    if (no || r->row.draw_offer == seat)
        return no;
    if (r->row.draw_offer != SEAT_NONE) {
        end(r, END_AGREED, SEAT_NONE, now);
        return REFUSED_NOT;
    }
    r->row.draw_offer = seat;
    settle(r, now);
    return REFUSED_NOT;
}

// One ply if the last move was the asker's, two if it was answered.
static Refusal check_takeback(const Room *r, int seat, int plies, Error *err) {
    if (r->row.mist || r->row.rated)
        return refuse(REFUSED_NOT_NOW, err, "there are no takebacks in the mist or in rated games");
    if (plies != 1 && plies != 2)
        return refuse(REFUSED_BAD_VALUE, err, "plies is 1 or 2");
    if (r->game.count < plies || mover(&r->game.moves[r->game.count - plies]) != (Seat)seat)
        return refuse(REFUSED_NOT_NOW, err, "that move was not yours to take back");
    return REFUSED_NOT;
}

static void take_back(Room *r, int plies, Now now) {
    for (int i = 0; i < plies; i++)
        game_undo(&r->game);
    r->game.redoable = 0;
    r->row.line++;
    r->row.turn_began = now.server_ms;
    r->row.draw_offer = r->row.takeback_offer = SEAT_NONE;
    settle(r, now);
}

Refusal room_takeback(Room *r, int seat, int plies, Now now, Error *err) {
    Refusal no = check_seated(r, seat, err);
    if (no)
        return no;
    bool agrees = r->row.takeback_offer == 1 - seat;
    if (agrees) {
        take_back(r, r->row.takeback_plies, now);
        return REFUSED_NOT;
    }
    no = check_takeback(r, seat, plies, err);
    if (no || (r->row.takeback_offer == seat && r->row.takeback_plies == plies))
        return no;
    r->row.takeback_offer = seat;
    r->row.takeback_plies = plies;
    settle(r, now);
    return REFUSED_NOT;
}

Refusal room_decline(Room *r, int seat, Now now, Error *err) {
    Refusal no = check_seated(r, seat, err);
    if (no || (r->row.draw_offer == SEAT_NONE && r->row.takeback_offer == SEAT_NONE))
        return no;
    r->row.draw_offer = r->row.takeback_offer = SEAT_NONE;
    settle(r, now);
    return REFUSED_NOT;
}

static const char declined[] = "declined";

bool room_row_is_declined(const GameRow *row) {
    return row->state == GAME_ABORTED && !strcmp(row->reason, declined);
}

static void call_off(Room *r, Now now) {
    r->row.state = GAME_ABORTED;
    r->row.ended = now.wall_ms;
    r->row.seq++;
}

Refusal room_turn_down(Room *r, Now now, Error *err) {
    if (room_row_is_declined(&r->row))
        return REFUSED_NOT; // asked twice
    if (r->row.state != GAME_WAITING)
        return refuse(REFUSED_NOT_WAITING, err, "the game has begun, or was withdrawn");
    call_off(r, now);
    snprintf(r->row.reason, sizeof r->row.reason, "%s", declined);
    return REFUSED_NOT;
}

Refusal room_abort(Room *r, UserId user, Now now, Error *err) {
    if (r->row.state == GAME_ABORTED)
        return REFUSED_NOT; // asked twice
    if (room_seat(r, user) == SEAT_NONE && r->row.owner != user)
        return refuse(REFUSED_NOT_YOURS, err, "only the players of this game can do that");
    if (r->row.state == GAME_OVER)
        return refuse(REFUSED_NOT_PLAYING, err, "the game is over");
    if (r->game.count >= 2)
        return refuse(REFUSED_NOT_NOW, err, "after the second move resign, or offer a draw");
    call_off(r, now);
    return REFUSED_NOT;
}

Refusal room_want_rematch(Room *r, int seat, Error *err) {
    if (seat == SEAT_NONE)
        return refuse(REFUSED_NOT_YOURS, err, "only the players of this game can do that");
    if (r->row.state != GAME_OVER)
        return refuse(REFUSED_NOT_NOW, err, "after the game");
    if (!(r->row.rematch & 1 << seat)) {
        r->row.rematch |= 1 << seat;
        r->row.seq++;
    }
    return REFUSED_NOT;
}
