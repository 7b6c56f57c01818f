#include "server/live/subscriptions.h"

#include "base/mem.h"
#include "base/number.h"
#include "server/server_internal.h"

#include <string.h>

enum { LIST_MAX = 50, LOBBY_EVERY_MS = 1000 };

typedef struct PendingChat {
    GameId game;
    ChatRow line;
} PendingChat;

// ---- Game updates

// An update depends only on the viewer's seat, so it is encoded at most three times.
typedef struct {
    Server *server;
    const GameChange *change;
    Str texts[3]; // for seat 0, seat 1, spectators
} GameBroadcast;

static bool is_plain_move(const GameChange *c) {
    return c->moves == 1 && !c->other && c->is_playing;
}

static void compose_update(const GameBroadcast *b, const Subscription *w, Str *out) {
    GameRegistry *registry = b->server->registry;
    GameView *view = &b->server->update;
    Error ignored = {0};
    JsonWriter writer = json_writer_into(out);
    if (is_plain_move(b->change)) {
        if (!registry_view_without_names(registry, w->game.text, w->user, view, &ignored))
            game_view_write_moved(&writer, view);
        return;
    }
    if (registry_view(registry, w->game.text, w->user, view, &ignored))
        return;
    write_object(&writer, NULL);
    write_text(&writer, "is", "game");
    server_fill_presence(b->server, view);
    game_view_write(&writer, view);
    write_end_object(&writer);
}

static void send_update(void *context, const Subscription *s) {
    GameBroadcast *b = context;
    const UserId *people = b->change->people;
    if (b->change->tried_by && b->change->tried_by != s->user)
        return;
    if (b->change->heard_seq && b->change->heard_seq == s->seq)
        return;
    Str *text = &b->texts[s->user == people[0] ? 0 : s->user == people[1] ? 1 : 2];
    if (text->len == 0)
        compose_update(b, s, text);
    if (text->len > 0)
        websocket_send(s->socket, text);
}

static void broadcast_game(Server *s, const GameChange *c) {
    GameBroadcast b = {.server = s, .change = c};
    subscriptions_each(s->subscriptions, c->game.text, send_update, &b);
    for (int i = 0; i < 3; i++)
        str_release(&b.texts[i]);
}

// ---- Lists

typedef struct {
    JsonWriter *writer;
    UserId viewer;
} Listing;

static void list_game(void *context, const GameSummary *summary) {
    const Listing *l = context;
    game_summary_write(l->writer, summary, l->viewer);
}

typedef struct {
    Server *server;
    JsonWriter *writer;
    bool only_bots;
} NameList;

static void list_name(void *context, UserId id, bool is_bot) {
    const NameList *l = context;
    UserRow user;
    Error ignored = {0};
    if ((is_bot || !l->only_bots) && user_find(l->server->store, id, &user, &ignored))
        write_text(l->writer, NULL, user.name);
}

static void encode_names(Server *s, JsonWriter *w, const char *key, bool only_bots) {
    write_array(w, key);
    presence_each_account(s->presence, server_ms(s), LIST_MAX, list_name,
                          &(NameList){s, w, only_bots});
    write_end_array(w);
}

static void add_id(void *context, UserId id, bool is_bot) {
    (void)is_bot;
    UserId **next = context;
    *(*next)++ = id;
}

static void prefetch_names(Server *s) {
    UserId ids[LIST_MAX], *end = ids;
    presence_each_account(s->presence, server_ms(s), LIST_MAX, add_id, &end);
    users_prefetch(s->store, ids, (int)(end - ids));
}

static void encode_online(Server *s, JsonWriter *w) {
    prefetch_names(s);
    write_object(w, "online");
    encode_names(s, w, "names", false);
    encode_names(s, w, "bots", true);
    write_number(w, "count", presence_count(s->presence, server_ms(s)));
    write_end_object(w);
}

void server_encode_lobby(Server *s, JsonWriter *w) {
    Listing l = {.writer = w};
    write_array(w, "open");
    registry_list(s->registry, GAME_LIST_OPEN, 0, LIST_MAX, list_game, &l);
    write_end_array(w);
    write_array(w, "live");
    registry_list(s->registry, GAME_LIST_LIVE, 0, LIST_MAX, list_game, &l);
    write_end_array(w);
    encode_online(s, w);
}

void server_encode_own_games(Server *s, JsonWriter *w, UserId user) {
    Listing l = {.writer = w, .viewer = user};
    write_array(w, "games");
    registry_list(s->registry, GAME_LIST_MINE, user, LIST_MAX, list_game, &l);
    registry_list(s->registry, GAME_LIST_INVITATIONS, user, LIST_MAX, list_game, &l);
    write_end_array(w);
}

static void write_game_id(void *context, const GameSummary *summary) {
    write_text(context, NULL, summary->id.text);
}

void server_encode_me(Server *s, JsonWriter *w, const UserRow *user) {
    write_text(w, "name", user->name);
    write_text(w, "kind", user_kind_name(user->kind));
    write_flag(w, "bot", user->is_bot);
    write_flag(w, "chat", user->chat);
    write_flag(w, "online", user->shows_online);
    ratings_write(w, "rating", s->store, user->id);
    write_array(w, "games");
    registry_list(s->registry, GAME_LIST_MINE, user->id, LIST_MAX, write_game_id, w);
    registry_list(s->registry, GAME_LIST_INVITATIONS, user->id, LIST_MAX, write_game_id, w);
    write_end_array(w);
}

typedef struct {
    Server *server;
    const GameChange *change;
} ListBroadcast;

static void owe_games(void *context, WebSocket *socket) {
    const ListBroadcast *b = context;
    const GameChange *c = b->change;
    UserId user = websocket_user(socket);
    if (user != c->people[0] && user != c->people[1] && user != c->people[2] && user != c->invited)
        return;
    websocket_owe_games(socket);
}

static void send_own_games(void *context, WebSocket *socket) {
    Server *s = context;
    if (!websocket_takes_games(socket, server_ms(s), &s->games_are_owed))
        return;
    ScopedStr text = {0};
    JsonWriter w = json_writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "mine");
    server_encode_own_games(s, &w, websocket_user(socket));
    write_end_object(&w);
    websocket_send(socket, &text);
}

void broadcast_own_games(Server *s) {
    s->games_are_owed = false;
    websockets_each(s, send_own_games, s);
}

static void send_declined(void *context, WebSocket *socket) {
    const ListBroadcast *b = context;
    if (websocket_user(socket) != b->change->asked_by)
        return;
    UserRow user;
    Error ignored = {0};
    bool found = user_find(b->server->store, b->change->declined_by, &user, &ignored);
    ScopedStr text = {0};
    JsonWriter w = json_writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "declined");
    write_text(&w, "game", b->change->game.text);
    write_text(&w, "what", b->change->declined);
    write_text(&w, "name", found ? user.name : NULL);
    write_end_object(&w);
    websocket_send(socket, &text);
}

static void send_lobby(void *context, WebSocket *socket) {
    if (websocket_wants_lobby(socket))
        websocket_send(socket, context);
}

void broadcast_lobby(Server *s) {
    if (!s->lobby_changed || server_ms(s) - s->lobby_sent_ms < LOBBY_EVERY_MS)
        return;
    s->lobby_changed = false;
    s->lobby_sent_ms = server_ms(s);
    s->lobby_online = presence_fingerprint(s->presence, s->lobby_sent_ms);
    ScopedStr text = {0};
    JsonWriter w = json_writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "lobby");
    server_encode_lobby(s, &w);
    write_end_object(&w);
    websockets_each(s, send_lobby, &text);
}

// ---- Presence and chat

void server_fill_presence(const Server *s, GameView *view) {
    subscriptions_fill_presence(s->subscriptions, view);
    remote_presence_fill(s->remote_presence, view);
    for (int i = 0; i < 2; i++) {
        SeatView *seat = &view->summary.seats[i];
        seat->here |= seat->player && presence_is_polling(s->presence, seat->player, server_ms(s));
    }
}

static void send_presence(void *context, const Subscription *s) {
    if (!s->is_preview)
        websocket_send(s->socket, context);
}

static void broadcast_presence_of(void *context, const GameId *game) {
    Server *s = context;
    GameView view;
    Error ignored = {0};
    if (registry_view(s->registry, game->text, 0, &view, &ignored))
        return;
    server_fill_presence(s, &view);
    ScopedStr text = {0};
    JsonWriter w = json_writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "people");
    write_text(&w, "game", game->text);
    write_array(&w, "here");
    for (int i = 0; i < 2; i++)
        write_flag(&w, NULL, view.summary.seats[i].here);
    write_end_array(&w);
    write_number(&w, "watchers", view.watchers);
    write_end_object(&w);
    subscriptions_each(s->subscriptions, game->text, send_presence, &text);
}

void broadcast_presence(Server *s) {
    if (!s->stopping)
        subscriptions_each_due(s->subscriptions, server_ms(s), broadcast_presence_of, s);
}

void broadcast_chat(Server *s, const GameId *game, const ChatRow *line) {
    s->pending_chat = mem_grow(s->pending_chat, s->pending_chat_count, 1, &s->pending_chat_capacity,
                               sizeof *s->pending_chat);
    s->pending_chat[s->pending_chat_count++] = (PendingChat){*game, *line};
    char note[NOTE_MAX];
    snprintf(note, sizeof note, "c %s %d", game->text, line->n);
    store_send_note(s->store, note);
}

void server_encode_chat_line(Server *s, JsonWriter *w, const GameView *view, const ChatRow *line) {
    UserRow from;
    Error ignored = {0};
    bool found = user_find(s->store, line->user, &from, &ignored);
    write_number(w, "n", line->n);
    write_text(w, "from", found ? from.name : NULL);
    write_optional(w, "seat",
                   line->user == view->summary.seats[0].player   ? 0
                   : line->user == view->summary.seats[1].player ? 1
                                                                 : -1);
    write_text(w, "text", line->text);
    write_number(w, "at", line->at);
}

static void send_chat(void *context, const Subscription *s) {
    if (!s->is_preview && websocket_takes_chat(s->socket))
        websocket_send(s->socket, context);
}

static void broadcast_chat_line(Server *s, const PendingChat *pending_chat) {
    GameView view;
    Error ignored = {0};
    if (registry_view(s->registry, pending_chat->game.text, 0, &view, &ignored))
        return;
    ScopedStr text = {0};
    JsonWriter w = json_writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "is", "said");
    write_text(&w, "game", pending_chat->game.text);
    server_encode_chat_line(s, &w, &view, &pending_chat->line);
    write_end_object(&w);
    subscriptions_each(s->subscriptions, pending_chat->game.text, send_chat, &text);
}

// ---- An announced restart

static const char restart_key[] = "restart_at";

static void send_text(void *context, WebSocket *socket) {
    websocket_send(socket, context);
}

static void tell_restart(Server *s, int64_t at) {
    ScopedStr text = {0};
    JsonWriter w = json_writer_into(&text);
    s->restart_at = at;
    write_object(&w, NULL);
    write_text(&w, "is", "restart");
    if (at)
        write_number(&w, "at", at);
    else
        write_null(&w, "at");
    write_end_object(&w);
    websockets_each(s, send_text, &text);
}

void broadcast_restart(Server *s, int64_t at) {
    Error reported_by_commit = {0};
    char note[NOTE_MAX];
    s->restart_is_pending = true;
    s->pending_restart_at = at;
    if (!store_is_shared(s->store))
        return;
    store_put_value(s->store, restart_key, at, &reported_by_commit);
    snprintf(note, sizeof note, "a %lld", (long long)at);
    store_send_note(s->store, note);
}

// If no other instance is there, all have been restarted.
void broadcast_kept_restart(Server *s) {
    Error reported_by_commit = {0};
    int64_t at = store_is_shared(s->store) ? store_value(s->store, restart_key) : 0;
    if (at && store_is_first(s->store))
        store_put_value(s->store, restart_key, 0, &reported_by_commit);
    else if (at > server_now(s).wall_ms)
        s->restart_at = at;
}

// ---- After a commit

static void broadcast_change(Server *s, const GameChange *c) {
    broadcast_game(s, c);
    if (c->level_is_to_move)
        worker_pool_request_move(s->workers, &c->game);
    if (c->tried_by)
        return; // nobody else may notice
    http_wake_waiting(s, &c->game, c->people);
    if (c->declined)
        websockets_each(s, send_declined, &(ListBroadcast){s, c});
    if (!c->lists_changed)
        return;
    s->lobby_changed = s->lists_changed = true;
    websockets_each(s, owe_games, &(ListBroadcast){s, c});
}

static void broadcast_lists(Server *s) {
    if (s->lists_changed)
        broadcast_own_games(s);
    s->lists_changed = false;
}

void broadcast_changes(Server *s) {
    for (GameChange c; registry_next_change(s->registry, &c);)
        broadcast_change(s, &c);
    broadcast_lists(s);
    for (int i = 0; i < s->pending_chat_count; i++)
        broadcast_chat_line(s, &s->pending_chat[i]);
    s->pending_chat_count = 0;
    if (s->restart_is_pending)
        tell_restart(s, s->pending_restart_at);
    s->restart_is_pending = false;
    study_rooms_tell(s->study_rooms);
}

// ---- Notes of other instances

static void hear_game(Server *s, const char *note) {
    GameId game;
    GameChange change;
    if (registry_note_game(note, &game) &&
        registry_hear(s->registry, note, subscriptions_has_any(s->subscriptions, game.text),
                      &change))
        broadcast_change(s, &change);
}

static void hear_chat(Server *s, const char *note) {
    PendingChat chat = {0};
    int64_t n;
    Error ignored = {0};
    if (note_word(&note, chat.game.text, sizeof chat.game.text) && note_number(&note, &n) &&
        subscriptions_has_any(s->subscriptions, chat.game.text) &&
        game_store_chat_line(s->store, &chat.game, (int)n, &chat.line, &ignored))
        broadcast_chat_line(s, &chat);
}

static void hear_user(Server *s, const char *note) {
    int64_t user;
    if (!note_number(&note, &user))
        return;
    user_forget(s->store, user);
    if (presence_is_online(s->presence, user, server_ms(s))) // guests are deleted by the thousand
        websockets_forget_settings(s, user);
}

static void hear_session(Server *s, const char *note) {
    int64_t user, session, except, status;
    if (note_number(&note, &user) && note_number(&note, &session) && note_number(&note, &except) &&
        note_number(&note, &status))
        websockets_close_session(s, user, session, except, (int)status);
}

static void hear_presence(Server *s, const char *note) {
    remote_presence_hear(s->remote_presence, note, false);
}

static void hear_room_presence(Server *s, const char *note) {
    remote_presence_hear(s->remote_presence, note, true);
}

static void hear_study(Server *s, const char *note) {
    study_rooms_hear(s->study_rooms, note);
}

static void hear_question(Server *s, const char *note) {
    remote_presence_hear_question(s->remote_presence, note);
}

static void hear_restart(Server *s, const char *note) {
    int64_t at;
    if (note_number(&note, &at))
        tell_restart(s, at);
}

static void hear_limit(Server *s, const char *note) {
    rate_limiter_hear(s->rate_limiter, note, server_ms(s));
}

static const struct {
    const char *word;
    void (*hear)(Server *s, const char *note);
} notes[] = {
    {"g", hear_game},          {"c", hear_chat},     {"u", hear_user},    {"s", hear_session},
    {"p", hear_presence},      {"h", hear_question}, {"a", hear_restart}, {"l", hear_limit},
    {"r", hear_room_presence}, {"t", hear_study},
};

void broadcast_limit(void *server, const char *note) {
    Server *s = server;
    char text[NOTE_MAX];
    snprintf(text, sizeof text, "l %s", note);
    store_send_note(s->store, text);
}

void broadcast_notes(Server *s) {
    char note[NOTE_MAX], word[8];
    while (store_next_note(s->store, note)) {
        const char *rest = note;
        bool has_word = note_word(&rest, word, sizeof word);
        for (int i = 0; has_word && i < COUNT(notes); i++)
            if (!strcmp(notes[i].word, word))
                notes[i].hear(s, rest);
    }
    broadcast_lists(s);
}

static void hear_again(void *context, const GameId *game) {
    Server *s = context;
    GameChange change;
    if (registry_hear_again(s->registry, game, &change))
        broadcast_change(s, &change);
}

void broadcast_resync(Server *s) {
    int64_t restart_at = 0;
    if (store_is_shared(s->store) && store_find_value(s->store, restart_key, &restart_at) &&
        restart_at != s->restart_at)
        tell_restart(s, restart_at);
    users_forget(s->store);
    websockets_forget_settings(s, 0);
    remote_presence_ask(s->remote_presence, s->store);
    study_rooms_resync(s->study_rooms);
    registry_resync(s->registry, hear_again, s);
    broadcast_lists(s);
}

void broadcast_discard(Server *s) {
    registry_rollback(s->registry);
    s->pending_chat_count = 0;
    s->restart_is_pending = false;
    study_rooms_discard(s->study_rooms);
}
