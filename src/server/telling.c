#include "server/telling.h"

#include "base/mem.h"
#include "server/inside.h"

enum { LIST_MAX = 50, LOBBY_EVERY_MS = 1000 };

typedef struct Said {
    GameId game;
    ChatRow line;
} Said;

// ---- A game to those who watch it

// What is told depends on the viewer's seat alone, so it is written at most three times.
typedef struct {
    Server *server;
    const Change *change;
    Str texts[3]; // for seat 0, seat 1, others
} Telling;

static bool is_plain_move(const Change *c) {
    return c->moves == 1 && !c->other && c->goes_on;
}

static void compose(const Telling *t, const Watch *w, Str *out) {
    Sight sight;
    Error ignored = {0};
    Writer writer = writer_into(out);
    if (is_plain_move(t->change)) {
        if (!hall_see_moved(t->server->hall, w->game.text, w->user, &sight, &ignored))
            encode_moved(&writer, &sight);
        return;
    }
    if (hall_see(t->server->hall, w->game.text, w->user, &sight, &ignored))
        return;
    write_object(&writer, NULL);
    write_text(&writer, "is", "game");
    encode_game(&writer, &sight,
                audience_presence(t->server->audience, w->game.text, sight.row.seats));
    write_end_object(&writer);
}

static void tell_watcher(void *context, const Watch *w) {
    Telling *t = context;
    const UserId *people = t->change->people;
    Str *text = &t->texts[w->user == people[0] ? 0 : w->user == people[1] ? 1 : 2];
    if (text->len == 0)
        compose(t, w, text);
    if (text->len > 0)
        socket_send(w->socket, text);
}

static void tell_watchers(Server *s, const Change *c) {
    Telling t = {.server = s, .change = c};
    audience_each(s->audience, c->game.text, tell_watcher, &t);
    for (int i = 0; i < 3; i++)
        str_release(&t.texts[i]);
}

// ---- Lists

typedef struct {
    Writer *writer;
    UserId viewer;
} Listing;

static void list_game(void *context, const Summary *summary) {
    const Listing *l = context;
    encode_summary(l->writer, summary, l->viewer);
}

void server_encode_lists(Server *s, Writer *w) {
    Listing l = {.writer = w};
    write_array(w, "open");
    hall_list(s->hall, LIST_OPEN, 0, LIST_MAX, list_game, &l);
    write_end_array(w);
    write_array(w, "live");
    hall_list(s->hall, LIST_LIVE, 0, LIST_MAX, list_game, &l);
    write_end_array(w);
}

void server_encode_mine(Server *s, Writer *w, UserId user) {
    Listing l = {.writer = w, .viewer = user};
    write_array(w, "games");
    hall_list(s->hall, LIST_MINE, user, LIST_MAX, list_game, &l);
    hall_list(s->hall, LIST_INVITATIONS, user, LIST_MAX, list_game, &l);
    write_end_array(w);
}

static void name_game(void *context, const Summary *summary) {
    write_text(context, NULL, summary->row.id.text);
}

void server_encode_me(Server *s, Writer *w, const UserRow *user) {
    write_text(w, "name", user->name);
    write_text(w, "kind", user_kind_name(user->kind));
    write_flag(w, "chat", user->chat);
    encode_ratings(w, "rating", s->store, user->id);
    write_array(w, "games");
    hall_list(s->hall, LIST_MINE, user->id, LIST_MAX, name_game, w);
    hall_list(s->hall, LIST_INVITATIONS, user->id, LIST_MAX, name_game, w);
    write_end_array(w);
}

typedef struct {
    Server *server;
    const Change *change;
} MineTelling;

static void tell_mine(void *context, Socket *socket) {
    const MineTelling *t = context;
    const Change *c = t->change;
    UserId user = socket_user(socket);
    if (user != c->people[0] && user != c->people[1] && user != c->people[2] && user != c->invited)
        return;
    Str text = {0};
    Writer w = writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "mine");
    server_encode_mine(t->server, &w, user);
    write_end_object(&w);
    socket_send(socket, &text);
    str_release(&text);
}

static void tell_declined(void *context, Socket *socket) {
    const MineTelling *t = context;
    if (socket_user(socket) != t->change->people[2])
        return;
    UserRow user;
    Error ignored = {0};
    bool found = people_find(t->server->store, t->change->invited, &user, &ignored);
    Str text = {0};
    Writer w = writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "declined");
    write_text(&w, "game", t->change->game.text);
    write_text(&w, "name", found ? user.name : NULL);
    write_end_object(&w);
    socket_send(socket, &text);
    str_release(&text);
}

static void send_lobby(void *context, Socket *socket) {
    if (socket_wants_lobby(socket))
        socket_send(socket, context);
}

void tell_lobby(Server *s) {
    if (!s->lobby_changed || server_ms(s) - s->lobby_told_ms < LOBBY_EVERY_MS)
        return;
    s->lobby_changed = false;
    s->lobby_told_ms = server_ms(s);
    Str text = {0};
    Writer w = writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "lobby");
    server_encode_lists(s, &w);
    write_end_object(&w);
    sockets_each(s, send_lobby, &text);
    str_release(&text);
}

// ---- People and what they say

static void send_text(void *context, const Watch *w) {
    socket_send(w->socket, context);
}

void server_tell_people(Server *s, const GameId *game) {
    Sight sight;
    Error ignored = {0};
    if (s->stopping || hall_see(s->hall, game->text, 0, &sight, &ignored))
        return;
    Presence p = audience_presence(s->audience, game->text, sight.row.seats);
    Str text = {0};
    Writer w = writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "people");
    write_text(&w, "game", game->text);
    write_array(&w, "here");
    for (int i = 0; i < 2; i++)
        write_flag(&w, NULL, p.here[i] || sight.seats[i].kind == USER_LEVEL);
    write_end_array(&w);
    write_number(&w, "watchers", p.watchers);
    write_end_object(&w);
    audience_each(s->audience, game->text, send_text, &text);
    str_release(&text);
}

void server_tell_chat(Server *s, const GameId *game, const ChatRow *line) {
    if (s->said_count == s->said_capacity) {
        s->said_capacity = 2 * s->said_capacity + 8;
        s->said = mem_resize(s->said, (size_t)s->said_capacity * sizeof *s->said);
    }
    s->said[s->said_count++] = (Said){*game, *line};
}

void server_encode_chat_line(Server *s, Writer *w, const Sight *sight, const ChatRow *line) {
    UserRow from;
    Error ignored = {0};
    bool found = people_find(s->store, line->user, &from, &ignored);
    write_number(w, "n", line->n);
    write_text(w, "from", found ? from.name : NULL);
    write_optional(w, "seat",
                   line->user == sight->row.seats[0]   ? 0
                   : line->user == sight->row.seats[1] ? 1
                                                       : -1);
    write_text(w, "text", line->text);
    write_number(w, "at", line->at);
}

typedef struct {
    Server *server;
    Str text;
} ChatTelling;

static void tell_line(void *context, const Watch *w) {
    ChatTelling *t = context;
    UserRow user;
    Error ignored = {0};
    if (people_find(t->server->store, w->user, &user, &ignored) && user.chat)
        socket_send(w->socket, &t->text);
}

static void tell_said(Server *s, const Said *said) {
    Sight sight;
    Error ignored = {0};
    if (hall_see(s->hall, said->game.text, 0, &sight, &ignored))
        return;
    ChatTelling t = {.server = s};
    Writer w = writer_into(&t.text);
    write_object(&w, NULL);
    write_text(&w, "is", "said");
    write_text(&w, "game", said->game.text);
    server_encode_chat_line(s, &w, &sight, &said->line);
    write_end_object(&w);
    audience_each(s->audience, said->game.text, tell_line, &t);
    str_release(&t.text);
}

// ---- A round

static void tell_change(Server *s, const Change *c) {
    tell_watchers(s, c);
    http_wake_waiting(s, &c->game, c->people);
    if (c->level_is_to_move)
        thinkers_ask(s->thinkers, &c->game);
    if (!c->lists)
        return;
    s->lobby_changed = true;
    sockets_each(s, tell_mine, &(MineTelling){s, c});
    if (c->declined)
        sockets_each(s, tell_declined, &(MineTelling){s, c});
}

void tell_changes(Server *s) {
    for (Change c; hall_take_change(s->hall, &c);)
        tell_change(s, &c);
    for (int i = 0; i < s->said_count; i++)
        tell_said(s, &s->said[i]);
    s->said_count = 0;
}

void forget_telling(Server *s) {
    hall_revert(s->hall);
    s->said_count = 0;
}
