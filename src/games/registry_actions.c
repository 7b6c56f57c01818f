// What players do in the games of the hall, as a table of acts.
#include "games/registry_internal.h"

#include "base/utf8.h"
#include "base/util.h"
#include "games/username.h"

#include <string.h>

static Status refuse(Status why, Error *err, const char *text) {
    error_set(err, "%s", text);
    return why;
}

typedef struct {
    GameRegistry *registry;
    GameEntry *entry;
    const UserRow *user;
    int seat; // the user's, or SEAT_NONE
    const GameAction *act;
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

static Status check_guest(const Doing *d, Error *err) {
    const GameRow *row = &d->entry->row;
    if (row->rated && d->user->kind != USER_ACCOUNT)
        return refuse(STATUS_GUESTS_NOT, err, "a rated game: only accounts can join");
    if (!asks_by_name(row) || row->state != GAME_WAITING || asks_for(row, d->user))
        return STATUS_OK;
    return refuse(STATUS_NOT_YOURS, err, "this game waits for somebody else");
}

static Status join(Doing *d, Error *err) {
    Status no = d->seat == SEAT_NONE ? check_guest(d, err) : STATUS_OK;
    return no ? no : session_join(d->entry->room, d->user->id, d->registry->now, err);
}

static Status resign(Doing *d, Error *err) {
    return session_resign(d->entry->room, d->seat, d->registry->now, err);
}

static int faced_level(const Doing *d) {
    return d->seat != SEAT_NONE ? registry_level_at(d->registry, &d->entry->row, 1 - d->seat) : 0;
}

static Status draw(Doing *d, Error *err) {
    if (faced_level(d))
        return refuse(STATUS_NOT_NOW, err, "levels do not agree to draws");
    return session_offer_draw(d->entry->room, d->seat, d->registry->now, err);
}

// A level agrees at once.
static Status takeback(Doing *d, Error *err) {
    GameSession *r = d->entry->room;
    Status no = session_offer_takeback(r, d->seat, d->act->plies, d->registry->now, err);
    if (!no && faced_level(d) && r->row.takeback_offer == d->seat)
        no = session_offer_takeback(r, 1 - d->seat, d->act->plies, d->registry->now, err);
    return no;
}

// An offer of the other side, or the game itself for which one was asked.
static Status decline(Doing *d, Error *err) {
    if (d->seat == SEAT_NONE && asks_for(&d->entry->row, d->user))
        return session_decline_invitation(d->entry->room, d->registry->now, err);
    return session_decline_offer(d->entry->room, d->seat, d->registry->now, err);
}

static Status quit(Doing *d, Error *err) {
    return session_abort(d->entry->room, d->user->id, d->registry->now, err);
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

static Status rematch(Doing *d, Error *err) {
    GameSession *r = d->entry->room;
    int level = faced_level(d);
    Status no = STATUS_OK;
    if (d->seat != SEAT_NONE && r->row.state == GAME_OVER && !*r->row.next.text)
        no = registry_check_quota(d->registry, d->user->id, level, false, err);
    if (!no)
        no = session_offer_rematch(r, d->seat, err);
    bool both = r->row.rematch == 3 || (r->row.rematch && level);
    if (no || !both || *r->row.next.text)
        return no;
    GameRow next = again(&r->row);
    no = registry_start_game(d->registry, &next, err);
    r->row.next = next.id;
    return no;
}

// ---- Doing them

static const struct {
    Status (*run)(Doing *d, Error *err);
} acts[] = {
    [GAME_ACTION_JOIN] = {join},       [GAME_ACTION_RESIGN] = {resign},
    [GAME_ACTION_DRAW] = {draw},       [GAME_ACTION_TAKEBACK] = {takeback},
    [GAME_ACTION_DECLINE] = {decline}, [GAME_ACTION_ABORT] = {quit},
    [GAME_ACTION_REMATCH] = {rematch},
};

static Status play(GameRegistry *h, GameEntry *e, int seat, const GameAction *act, Error *err) {
    bool again = false;
    int seq = e->room->row.seq, tried = e->room->tried_count;
    Status no = session_play(e->room, seat, &act->at, act->move, h->now, &again, err);
    registry_save_try(h, e, tried);
    if (!no && !again)
        registry_save_move(h, e);
    else if (e->room->row.seq != seq)
        registry_save_state(h, e); // the flag had fallen
    return no;
}

Status registry_apply_action(GameRegistry *h, const UserRow *user, const char *game,
                             const GameAction *act, Error *err) {
    GameEntry *e = registry_open_game(h, game, err);
    if (!e)
        return STATUS_NOT_FOUND;
    int seat = session_seat_of(e->room, user->id);
    if (act->kind == GAME_ACTION_PLAY)
        return play(h, e, seat, act, err);
    int seq = e->room->row.seq, line = e->room->row.line;
    // A time that is over ends the game before anything else can.
    session_check_flag(e->room, h->now);
    Doing doing = {h, e, user, seat, act};
    Status no = acts[act->kind].run(&doing, err);
    if (e->room->row.line != line)
        registry_save_takeback(h, e);
    else if (e->room->row.seq != seq)
        registry_save_state(h, e);
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

Status registry_post_chat(GameRegistry *h, const UserRow *user, const char *game, const char *text,
                          const char *key, ChatRow *out, bool *again, Error *err) {
    const GameEntry *e = registry_open_game(h, game, err);
    if (!e)
        return STATUS_NOT_FOUND;
    if (!e->row.chat)
        return refuse(STATUS_NOT_NOW, err, "nobody talks in this game");
    if (session_seat_of(e->room, user->id) == SEAT_NONE)
        return refuse(STATUS_NOT_YOURS, err, "only the players talk");
    if (!check_line(text, err))
        return STATUS_BAD_VALUE;
    if (key && (!*key || strlen(key) >= KEY_SIZE))
        return refuse(STATUS_BAD_VALUE, err, "key has 1 to 40 bytes");
    *out = (ChatRow){.user = user->id, .at = h->now.wall_ms};
    snprintf(out->text, sizeof out->text, "%s", text);
    return game_store_add_chat(h->store, &e->row.id, out, key, again, err) ? STATUS_OK
                                                                           : STATUS_UNAVAILABLE;
}
