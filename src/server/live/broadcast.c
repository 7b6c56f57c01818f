#include "server/live/broadcast.h"

#include "base/mem.h"
#include "server/server_internal.h"

enum { LIST_MAX = 50, LOBBY_EVERY_MS = 1000 };

typedef struct Said {
    GameId game;
    ChatRow line;
} Said;

// ---- A game to those who watch it

// What is told depends on the viewer's seat alone, so it is written at most three times.
typedef struct {
    Server *server;
    const GameChange *change;
    Str texts[3]; // for seat 0, seat 1, others
} Telling;

static bool is_plain_move(const GameChange *c) {
    return c->moves == 1 && !c->other && c->is_playing;
}

static void compose(const Telling *t, const Subscription *w, Str *out) {
    GameView sight;
    Error ignored = {0};
    JsonWriter writer = json_writer_into(out);
    if (is_plain_move(t->change)) {
        if (!registry_view_without_names(t->server->registry, w->game.text, w->user, &sight,
                                         &ignored))
            encode_moved(&writer, &sight);
        return;
    }
    if (registry_view(t->server->registry, w->game.text, w->user, &sight, &ignored))
        return;
    write_object(&writer, NULL);
    write_text(&writer, "is", "game");
    encode_game(&writer, &sight,
                subscriptions_presence(t->server->audience, w->game.text, sight.row.seats));
    write_end_object(&writer);
}

static void tell_watcher(void *context, const Subscription *w) {
    Telling *t = context;
    const UserId *people = t->change->people;
    Str *text = &t->texts[w->user == people[0] ? 0 : w->user == people[1] ? 1 : 2];
    if (text->len == 0)
        compose(t, w, text);
    if (text->len > 0)
        websocket_send(w->socket, text);
}

static void tell_watchers(Server *s, const GameChange *c) {
    Telling t = {.server = s, .change = c};
    subscriptions_each(s->audience, c->game.text, tell_watcher, &t);
    for (int i = 0; i < 3; i++)
        str_release(&t.texts[i]);
}

// ---- Lists

typedef struct {
    JsonWriter *writer;
    UserId viewer;
} Listing;

static void list_game(void *context, const GameSummary *summary) {
    const Listing *l = context;
    encode_summary(l->writer, summary, l->viewer);
}

void server_encode_lobby(Server *s, JsonWriter *w) {
    Listing l = {.writer = w};
    write_array(w, "open");
    registry_list(s->registry, GAME_LIST_OPEN, 0, LIST_MAX, list_game, &l);
    write_end_array(w);
    write_array(w, "live");
    registry_list(s->registry, GAME_LIST_LIVE, 0, LIST_MAX, list_game, &l);
    write_end_array(w);
}

void server_encode_own_games(Server *s, JsonWriter *w, UserId user) {
    Listing l = {.writer = w, .viewer = user};
    write_array(w, "games");
    registry_list(s->registry, GAME_LIST_MINE, user, LIST_MAX, list_game, &l);
    registry_list(s->registry, GAME_LIST_INVITATIONS, user, LIST_MAX, list_game, &l);
    write_end_array(w);
}

static void name_game(void *context, const GameSummary *summary) {
    write_text(context, NULL, summary->row.id.text);
}

void server_encode_me(Server *s, JsonWriter *w, const UserRow *user) {
    write_text(w, "name", user->name);
    write_text(w, "kind", user_kind_name(user->kind));
    write_flag(w, "chat", user->chat);
    encode_ratings(w, "rating", s->store, user->id);
    write_array(w, "games");
    registry_list(s->registry, GAME_LIST_MINE, user->id, LIST_MAX, name_game, w);
    registry_list(s->registry, GAME_LIST_INVITATIONS, user->id, LIST_MAX, name_game, w);
    write_end_array(w);
}

typedef struct {
    Server *server;
    const GameChange *change;
} MineTelling;

static void tell_mine(void *context, WebSocket *socket) {
    const MineTelling *t = context;
    const GameChange *c = t->change;
    UserId user = websocket_user(socket);
    if (user != c->people[0] && user != c->people[1] && user != c->people[2] && user != c->invited)
        return;
    Str text = {0};
    JsonWriter w = json_writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "mine");
    server_encode_own_games(t->server, &w, user);
    write_end_object(&w);
    websocket_send(socket, &text);
    str_release(&text);
}

static void tell_declined(void *context, WebSocket *socket) {
    const MineTelling *t = context;
    if (websocket_user(socket) != t->change->people[2])
        return;
    UserRow user;
    Error ignored = {0};
    bool found = user_find(t->server->store, t->change->invited, &user, &ignored);
    Str text = {0};
    JsonWriter w = json_writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "declined");
    write_text(&w, "game", t->change->game.text);
    write_text(&w, "name", found ? user.name : NULL);
    write_end_object(&w);
    websocket_send(socket, &text);
    str_release(&text);
}

static void send_lobby(void *context, WebSocket *socket) {
    if (websocket_wants_lobby(socket))
        websocket_send(socket, context);
}

void broadcast_lobby(Server *s) {
    if (!s->lobby_changed || server_ms(s) - s->lobby_told_ms < LOBBY_EVERY_MS)
        return;
    s->lobby_changed = false;
    s->lobby_told_ms = server_ms(s);
    Str text = {0};
    JsonWriter w = json_writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "lobby");
    server_encode_lobby(s, &w);
    write_end_object(&w);
    websockets_each(s, send_lobby, &text);
    str_release(&text);
}

// ---- People and what they say

static void send_text(void *context, const Subscription *w) {
    websocket_send(w->socket, context);
}

void broadcast_presence(Server *s, const GameId *game) {
    GameView sight;
    Error ignored = {0};
    if (s->stopping || registry_view(s->registry, game->text, 0, &sight, &ignored))
        return;
    Presence p = subscriptions_presence(s->audience, game->text, sight.row.seats);
    Str text = {0};
    JsonWriter w = json_writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "people");
    write_text(&w, "game", game->text);
    write_array(&w, "here");
    for (int i = 0; i < 2; i++)
        write_flag(&w, NULL, p.here[i] || sight.seats[i].kind == USER_LEVEL);
    write_end_array(&w);
    write_number(&w, "watchers", p.watchers);
    write_end_object(&w);
    subscriptions_each(s->audience, game->text, send_text, &text);
    str_release(&text);
}

void broadcast_chat(Server *s, const GameId *game, const ChatRow *line) {
    if (s->said_count == s->said_capacity) {
        s->said_capacity = 2 * s->said_capacity + 8;
        s->said = mem_resize(s->said, (size_t)s->said_capacity * sizeof *s->said);
    }
    s->said[s->said_count++] = (Said){*game, *line};
}

void server_encode_chat_line(Server *s, JsonWriter *w, const GameView *sight, const ChatRow *line) {
    UserRow from;
    Error ignored = {0};
    bool found = user_find(s->store, line->user, &from, &ignored);
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

static void tell_line(void *context, const Subscription *w) {
    ChatTelling *t = context;
    UserRow user;
    Error ignored = {0};
    if (user_find(t->server->store, w->user, &user, &ignored) && user.chat)
        websocket_send(w->socket, &t->text);
}

static void tell_said(Server *s, const Said *said) {
    GameView sight;
    Error ignored = {0};
    if (registry_view(s->registry, said->game.text, 0, &sight, &ignored))
        return;
    ChatTelling t = {.server = s};
    JsonWriter w = json_writer_into(&t.text);
    write_object(&w, NULL);
    write_text(&w, "is", "said");
    write_text(&w, "game", said->game.text);
    server_encode_chat_line(s, &w, &sight, &said->line);
    write_end_object(&w);
    subscriptions_each(s->audience, said->game.text, tell_line, &t);
    str_release(&t.text);
}

// ---- A round

static void tell_change(Server *s, const GameChange *c) {
    tell_watchers(s, c);
    http_wake_waiting(s, &c->game, c->people);
    if (c->level_is_to_move)
        worker_pool_request_move(s->workers, &c->game);
    if (!c->lists_changed)
        return;
    s->lobby_changed = true;
    websockets_each(s, tell_mine, &(MineTelling){s, c});
    if (c->declined)
        websockets_each(s, tell_declined, &(MineTelling){s, c});
}

void broadcast_changes(Server *s) {
    for (GameChange c; registry_next_change(s->registry, &c);)
        tell_change(s, &c);
    for (int i = 0; i < s->said_count; i++)
        tell_said(s, &s->said[i]);
    s->said_count = 0;
}

void broadcast_discard(Server *s) {
    registry_rollback(s->registry);
    s->said_count = 0;
}
