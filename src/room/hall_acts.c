// What players do in the games of the hall, as a table of acts.
#include "room/hall_inside.h"

#include "base/utf8.h"
#include "base/util.h"
#include "room/username.h"

#include <string.h>

static Refusal refuse(Refusal why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

typedef struct {
    Hall *hall;
    Entry *entry;
    const UserRow *user;
    int seat; // the user's, or SEAT_NONE
    const Act *act;
} Doing;

// ---- The acts

static bool asks_by_name(const GameRow *row) {
    return strncmp(row->opponent, "user:", 5) == 0;
}

static bool asks_for(const GameRow *row, const UserRow *user) {
    Str asked = {0}, comes = {0};
    username_fold(row->opponent + 5, &asked);
    username_fold(user->name, &comes);
    bool same = asks_by_name(row) && !strcmp(str_text(&asked), str_text(&comes));
    str_release(&asked);
    str_release(&comes);
    return same;
}

static Refusal check_guest(const Doing *d, Error *err) {
    const GameRow *row = &d->entry->row;
    if (row->rated && d->user->kind != USER_ACCOUNT)
        return refuse(REFUSED_GUESTS_NOT, err, "a rated game: only accounts can join");
    if (!asks_by_name(row) || row->state != GAME_WAITING || asks_for(row, d->user))
        return REFUSED_NOT;
    return refuse(REFUSED_NOT_YOURS, err, "this game waits for somebody else");
}

static Refusal join(Doing *d, Error *err) {
    Refusal no = d->seat == SEAT_NONE ? check_guest(d, err) : REFUSED_NOT;
    return no ? no : room_sit(d->entry->room, d->user->id, d->hall->now, err);
}

static Refusal resign(Doing *d, Error *err) {
    return room_resign(d->entry->room, d->seat, d->hall->now, err);
}

static int faced_level(const Doing *d) {
    return d->seat != SEAT_NONE ? hall_level_at(d->hall, &d->entry->row, 1 - d->seat) : 0;
}

static Refusal draw(Doing *d, Error *err) {
    if (faced_level(d))
        return refuse(REFUSED_NOT_NOW, err, "levels do not agree to draws");
    return room_draw(d->entry->room, d->seat, d->hall->now, err);
}

// A level agrees at once.
static Refusal takeback(Doing *d, Error *err) {
    Room *r = d->entry->room;
    Refusal no = room_takeback(r, d->seat, d->act->plies, d->hall->now, err);
    if (!no && faced_level(d) && r->row.takeback_offer == d->seat)
        no = room_takeback(r, 1 - d->seat, d->act->plies, d->hall->now, err);
    return no;
}

// An offer of the other side, or the game itself for which one was asked.
static Refusal decline(Doing *d, Error *err) {
    if (d->seat == SEAT_NONE && asks_for(&d->entry->row, d->user))
        return room_turn_down(d->entry->room, d->hall->now, err);
    return room_decline(d->entry->room, d->seat, d->hall->now, err);
}

static Refusal quit(Doing *d, Error *err) {
    return room_abort(d->entry->room, d->user->id, d->hall->now, err);
}

// The same once more with the seats the other way round.
static GameRow again(const GameRow *row) {
    GameRow next = *row;
    next.seats[0] = row->seats[1];
    next.seats[1] = row->seats[0];
    next.seq = next.ply = next.line = next.rematch = next.takeback_plies = 0;
    next.ended = -1;
    next.winner = next.draw_offer = next.takeback_offer = SEAT_NONE;
    next.reason[0] = next.next.text[0] = next.key[0] = '\0';
    return next;
}

static Refusal rematch(Doing *d, Error *err) {
    Room *r = d->entry->room;
    int level = faced_level(d);
    Refusal no = REFUSED_NOT;
    if (d->seat != SEAT_NONE && r->row.state == GAME_OVER && !*r->row.next.text)
        no = hall_check_load(d->hall, d->user->id, level, false, err);
    if (!no)
        no = room_want_rematch(r, d->seat, err);
    bool both = r->row.rematch == 3 || (r->row.rematch && level);
    if (no || !both || *r->row.next.text)
        return no;
    GameRow next = again(&r->row);
    no = hall_begin(d->hall, &next, err);
    r->row.next = next.id;
    return no;
}

// ---- Doing them

static const struct {
    Refusal (*run)(Doing *d, Error *err);
} acts[] = {
    [ACT_JOIN] = {join},         [ACT_RESIGN] = {resign},   [ACT_DRAW] = {draw},
    [ACT_TAKEBACK] = {takeback}, [ACT_DECLINE] = {decline}, [ACT_ABORT] = {quit},
    [ACT_REMATCH] = {rematch},
};

static Refusal play(Hall *h, Entry *e, int seat, const Act *act, Error *err) {
    bool again = false;
    int seq = e->room->row.seq, tried = e->room->tried_count;
    Refusal no = room_play(e->room, seat, &act->at, act->move, h->now, &again, err);
    hall_note_try(h, e, tried);
    if (!no && !again)
        hall_note_move(h, e);
    else if (e->room->row.seq != seq)
        hall_note_row(h, e); // the flag had fallen
    return no;
}

Refusal hall_act(Hall *h, const UserRow *user, const char *game, const Act *act, Error *err) {
    Entry *e = hall_open(h, game, err);
    if (!e)
        return REFUSED_NOT_FOUND;
    int seat = room_seat(e->room, user->id);
    if (act->kind == ACT_PLAY)
        return play(h, e, seat, act, err);
    int seq = e->room->row.seq, line = e->room->row.line;
    // A time that is over ends the game before anything else can.
    room_check_flag(e->room, h->now);
    Doing doing = {h, e, user, seat, act};
    Refusal no = acts[act->kind].run(&doing, err);
    if (e->room->row.line != line)
        hall_note_takeback(h, e);
    else if (e->room->row.seq != seq)
        hall_note_row(h, e);
    return no;
}

// ---- Chat

enum { CHAT_CHARACTERS_MAX = 200 };

static bool check_line(const char *text, Error *err) {
    size_t left = strlen(text);
    if (text[strspn(text, " ")] == '\0' || !utf8_is_printable(text, left))
        return error_set(err, "a line of chat has 1 to %d characters and no control characters",
                         CHAT_CHARACTERS_MAX);
    int count = 0;
    for (int len; left > 0; text += len, left -= (size_t)len, count++)
        len = utf8_length(text, left);
    return count <= CHAT_CHARACTERS_MAX ||
           error_set(err, "a line of chat has at most %d characters", CHAT_CHARACTERS_MAX);
}

Refusal hall_say(Hall *h, const UserRow *user, const char *game, const char *text, const char *key,
                 ChatRow *out, bool *again, Error *err) {
    const Entry *e = hall_open(h, game, err);
    if (!e)
        return REFUSED_NOT_FOUND;
    if (!e->row.chat)
        return refuse(REFUSED_NOT_NOW, err, "nobody talks in this game");
    if (room_seat(e->room, user->id) == SEAT_NONE)
        return refuse(REFUSED_NOT_YOURS, err, "only the players talk");
    if (!check_line(text, err))
        return REFUSED_BAD_VALUE;
    if (key && (!*key || strlen(key) >= KEY_SIZE))
        return refuse(REFUSED_BAD_VALUE, err, "key has 1 to 40 bytes");
    *out = (ChatRow){.user = user->id, .at = h->now.wall_ms};
    snprintf(out->text, sizeof out->text, "%s", text);
    return annals_add_chat(h->store, &e->row.id, out, key, again, err) ? REFUSED_NOT
                                                                       : REFUSED_UNAVAILABLE;
}
