#include "server/websocket/messages.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "games/rating.h"
#include "server/live/subscriptions.h"
#include "server/server_internal.h"

#include <limits.h>
#include <string.h>

// The fields of all messages. `key` is an idempotency key.
typedef struct {
    const char *word; // `do`
    const char *game, *move, *text, *key, *points;
    int id, ply, line, plies, node;
    bool on, preview;
} MessageFields;

// clang-format off
static const JsonField fields[] = {
    {"do", JSON_FIELD_TEXT, offsetof(MessageFields, word), 0, 0},
    {"id", JSON_FIELD_NUMBER, offsetof(MessageFields, id), 0, INT_MAX},
    {"game", JSON_FIELD_TEXT, offsetof(MessageFields, game), 0, 0},
    {"ply", JSON_FIELD_NUMBER, offsetof(MessageFields, ply), 0, GAME_VIEW_MOVES_MAX},
    {"line", JSON_FIELD_NUMBER, offsetof(MessageFields, line), 0, INT_MAX},
    {"move", JSON_FIELD_TEXT, offsetof(MessageFields, move), 0, 0},
    {"plies", JSON_FIELD_NUMBER, offsetof(MessageFields, plies), 1, 2},
    {"text", JSON_FIELD_TEXT, offsetof(MessageFields, text), 0, 0},
    {"key", JSON_FIELD_TEXT, offsetof(MessageFields, key), 0, 0},
    {"node", JSON_FIELD_NUMBER, offsetof(MessageFields, node), 0, INT_MAX},
    {"points", JSON_FIELD_TEXT, offsetof(MessageFields, points), 0, 0},
    {"on", JSON_FIELD_FLAG, offsetof(MessageFields, on), 0, 0},
    {"preview", JSON_FIELD_FLAG, offsetof(MessageFields, preview), 0, 0},
    {0},
};
// clang-format on

typedef struct {
    Server *server;
    const UserRow *user;
    WebSocket *socket; // NULL: it came as an HTTP request
    const MessageFields *in;
    JsonWriter *reply; // more fields of the reply; NULL for an HTTP request
} MessageContext;

// ---- Handlers

static Status handle_action(const MessageContext *c, GameActionKind kind, Error *err) {
    GameAction act = {
        .kind = kind,
        .at = {c->in->ply, c->in->line},
        .move = c->in->move,
        .plies = c->in->plies,
    };
    int64_t began_ns = clock_now_ns();
    Status status = registry_apply_action(c->server->registry, c->user, c->in->game, &act, err);
    if (kind != GAME_ACTION_PLAY)
        return status;
    c->server->counters.moves++;
    if (!status)
        metrics_note_move(&c->server->metrics, began_ns);
    return status;
}

static Status handle_watch(const MessageContext *c, GameActionKind kind, Error *err) {
    (void)kind;
    Server *s = c->server;
    GameView view;
    registry_refresh(s->registry, c->in->game);
    Status status = registry_view(s->registry, c->in->game, c->user->id, &view, err);
    if (status)
        return status;
    int count = 0;
    for (const Subscription *w = *websocket_subscriptions(c->socket); w; w = w->next_of_socket)
        count += strcmp(w->game.text, view.summary.id.text) != 0; // subscribing again is allowed
    if (count >= LIMIT_SUBSCRIPTIONS) {
        error_set(err, "this socket already watches %d games", LIMIT_SUBSCRIPTIONS);
        return STATUS_TOO_MANY;
    }
    subscriptions_add(s->subscriptions, websocket_subscriptions(c->socket), c->socket, c->user->id,
                      &view.summary.id, c->in->preview);
    subscriptions_set_seq(*websocket_subscriptions(c->socket), view.summary.id.text,
                          view.summary.seq);
    if (!c->in->preview)
        study_room_announce(s->study_rooms, c->socket, view.summary.id.text);
    write_object(c->reply, "game");
    server_fill_presence(s, &view);
    game_view_write(c->reply, &view);
    write_end_object(c->reply);
    return STATUS_OK;
}

static Status handle_leave(const MessageContext *c, GameActionKind kind, Error *err) {
    (void)kind;
    (void)err;
    subscriptions_remove(c->server->subscriptions, websocket_subscriptions(c->socket), c->in->game);
    return STATUS_OK;
}

static Status handle_lobby(const MessageContext *c, GameActionKind kind, Error *err) {
    (void)kind;
    (void)err;
    websocket_set_lobby(c->socket, c->in->on);
    if (c->in->on)
        server_encode_lobby(c->server, c->reply);
    return STATUS_OK;
}

static Status handle_mine(const MessageContext *c, GameActionKind kind, Error *err) {
    (void)kind;
    (void)err;
    server_encode_own_games(c->server, c->reply, c->user->id);
    return STATUS_OK;
}

static Status handle_say(const MessageContext *c, GameActionKind kind, Error *err) {
    (void)kind;
    Server *s = c->server;
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)c->user->id);
    if (!rate_limiter_take(s->rate_limiter, RATE_LIMIT_CHAT, key, server_ms(s))) {
        error_set(err, "too many chat lines; wait a moment");
        return STATUS_TOO_MANY;
    }
    ChatRow line;
    bool again;
    Status status = registry_post_chat(s->registry, c->user, c->in->game, c->in->text, c->in->key,
                                       &line, &again, err);
    if (!status && !again) {
        GameId game = {""};
        snprintf(game.text, sizeof game.text, "%s", c->in->game);
        broadcast_chat(s, &game, &line);
    }
    return status;
}

// ---- Study rooms

static Status handle_together(const MessageContext *c, GameActionKind kind, Error *err) {
    (void)kind;
    StudyRooms *g = c->server->study_rooms;
    if (c->in->on)
        return study_room_enter(g, c->socket, c->user, c->in->game, c->reply, err);
    study_room_leave(g, c->socket, c->in->game);
    return STATUS_OK;
}

static Status run_study_action(const MessageContext *c, StudyActionKind kind, Error *err) {
    StudyAction action = {kind, c->in->node, c->in->points};
    return study_room_act(c->server->study_rooms, c->user, c->in->game, &action, err);
}

static Status handle_try(const MessageContext *c, GameActionKind kind, Error *err) {
    (void)kind;
    return run_study_action(c, STUDY_ACTION_PLAY, err);
}

static Status handle_show(const MessageContext *c, GameActionKind kind, Error *err) {
    (void)kind;
    return run_study_action(c, STUDY_ACTION_SHOW, err);
}

static Status handle_remove(const MessageContext *c, GameActionKind kind, Error *err) {
    (void)kind;
    return run_study_action(c, STUDY_ACTION_REMOVE, err);
}

static Status handle_lead(const MessageContext *c, GameActionKind kind, Error *err) {
    (void)kind;
    return study_room_lead(c->server->study_rooms, c->user, c->in->game, c->in->on, err);
}

static Status handle_ping(const MessageContext *c, GameActionKind kind, Error *err) {
    (void)kind;
    (void)err;
    if (c->reply)
        write_number(c->reply, "now", server_now(c->server).wall_ms);
    return STATUS_OK;
}

// ---- The tables

typedef struct {
    MessageRow row;
    Status (*run)(const MessageContext *c, GameActionKind kind, Error *err);
    GameActionKind kind;
    bool needs_socket;
} MessageHandler;

// clang-format off
static const MessageHandler table[] = {
    {{"watch", "game preview?", "subscribes; the reply has the snapshot as `game`. A `preview` does not count as a spectator, and gets no `people`, `said`, `gathered`"}, handle_watch, 0, true},
    {{"leave", "game", "unsubscribes"}, handle_leave, 0, true},
    {{"lobby", "on", "subscribes to the lobby, or unsubscribes; replies with `open`, `live`, `online`"}, handle_lobby, 0, true},
    {{"mine", "", "replies with the caller's `games` in progress: summaries with `your_turn`"}, handle_mine, 0, true},
    {{"join", "game", "takes the free seat of a waiting game"}, handle_action, GAME_ACTION_JOIN, false},
    {{"play", "game ply line move", "plays `move`: a point, or `stay`, `swap`, `more` in an opening"}, handle_action, GAME_ACTION_PLAY, false},
    {{"resign", "game", "resigns"}, handle_action, GAME_ACTION_RESIGN, false},
    {{"draw", "game", "offers a draw, or accepts one"}, handle_action, GAME_ACTION_DRAW, false},
    {{"takeback", "game plies", "asks to take back one or two moves, or accepts that"}, handle_action, GAME_ACTION_TAKEBACK, false},
    {{"decline", "game", "declines an offer or invitation, or withdraws one's own"}, handle_action, GAME_ACTION_DECLINE, false},
    {{"abort", "game", "ends the game without a result: see Players who leave"}, handle_action, GAME_ACTION_ABORT, false},
    {{"rematch", "game", "asks for another game, colors swapped; it begins when both ask"}, handle_action, GAME_ACTION_REMATCH, false},
    {{"claim_win", "game", "wins: see Players who leave"}, handle_action, GAME_ACTION_CLAIM_WIN, false},
    {{"claim_draw", "game", "the same, for a draw"}, handle_action, GAME_ACTION_CLAIM_DRAW, false},
    {{"say", "game text key?", "a line of chat, up to 200 characters"}, handle_say, 0, false},
    {{"together", "game on", "joins the study room of a finished game, or leaves it; replies with the board"}, handle_together, 0, true},
    {{"try", "game node points", "study room: plays `h8i9` from that node"}, handle_try, 0, true},
    {{"show", "game node", "study room: shows that node to everybody"}, handle_show, 0, true},
    {{"remove", "game node", "study room: removes a variation"}, handle_remove, 0, true},
    {{"lead", "game on", "study room: only the caller, a player of the game, may act; or everybody again"}, handle_lead, 0, true},
    {{"ping", "", "replies with the server's time as `now`"}, handle_ping, 0, false},
};

static const PushRow pushes[] = {
    {"welcome", "`me`, `now`, `version`, `page` (its version, or null), `loopback` (only this machine can reach the server), `restart` (as below, or null)", "first message on a new socket"},
    {"ok", "`to`, and what was asked for", "done, and on disk"},
    {"error", "`to`, `code`, `reason` (for some), `text`", "refused; `to` is null without a readable `id`"},
    {"game", "the snapshot", "a watched game changed other than by `moved`"},
    {"moved", "see below", "a move in a watched game that continues"},
    {"people", "`game`, `here`: a boolean for each seat, `watchers`", "presence changed; at most once a second"},
    {"said", "`game`, `n`, `from`, `seat`, `text`, `at`", "a line of chat in a watched game"},
    {"together", "`game`, `seq`, and `by` and `command`, or `people` and `leader`", "something happened in the caller's study room"},
    {"gathered", "`game`, `people`", "members of the study room changed; at most once a second"},
    {"lobby", "`open`, `live`: summaries, `online`: who is online", "the lobby changed; at most once a second, `online` every 5 s"},
    {"analysis", "the analysis; of a whole game without `result`", "an analysis of the caller changed"},
    {"mine", "`games`: summaries with `your_turn`", "a game of the caller began or ended; an invitation; at most once a second"},
    {"declined", "`game`, `what`: `invitation`, `draw` or `takeback`, `name`", "`name` declined, or played on"},
    {"restart", "`at`: milliseconds since 1970, or null", "the operator announced a restart, or called it off"},
};
// clang-format on

const MessageRow *message_at(int i) {
    return i < COUNT(table) ? &table[i].row : NULL;
}

const PushRow *push_at(int i) {
    return i < COUNT(pushes) ? &pushes[i] : NULL;
}

static const MessageHandler *find_handler(const char *word) {
    for (int i = 0; i < COUNT(table); i++)
        if (!strcmp(table[i].row.name, word))
            return &table[i];
    return NULL;
}

static const MessageHandler *handler_for(const Json *json, Status *status, Error *err) {
    const char *word = json_text(json, "do");
    const MessageHandler *m = word ? find_handler(word) : NULL;
    if (m)
        return m;
    error_set(err, word ? "there is no message '%.20s'" : "a message needs a string 'do'", word);
    *status = word ? STATUS_UNKNOWN_MESSAGE : STATUS_MALFORMED;
    return NULL;
}

// ---- Dispatch

Status message_handle_request(Server *s, const UserRow *user, const char *game, const Json *json,
                              Error *err) {
    Status status = STATUS_OK;
    const MessageHandler *m = handler_for(json, &status, err);
    if (!m)
        return status;
    if (m->needs_socket) {
        error_set(err, "%s works only over a WebSocket", m->row.name);
        return STATUS_NOT_NOW;
    }
    // The game is in the path.
    const char *rest = m->row.with + strcspn(m->row.with, " ");
    char allowed[64];
    snprintf(allowed, sizeof allowed, "do%s", rest);
    MessageFields in = {0};
    if (!json_fill(json, fields, allowed, &in, err))
        return STATUS_MALFORMED;
    in.game = game;
    return m->run(&(MessageContext){s, user, NULL, &in, NULL}, m->kind, err);
}

void message_encode_error(Str *out, int to, Status why, const char *text) {
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_text(&w, "is", "error");
    write_optional(&w, "to", to);
    status_write(&w, why, text);
    write_end_object(&w);
}

static Status handle_message(WebSocket *s, const Json *json, MessageFields *in, JsonWriter *reply,
                             Error *err) {
    Server *server = websocket_server(s);
    Status status = STATUS_OK;
    const MessageHandler *m = handler_for(json, &status, err);
    if (!m)
        return status;
    char allowed[64];
    snprintf(allowed, sizeof allowed, "do id %s", m->row.with);
    if (!json_fill(json, fields, allowed, in, err))
        return STATUS_MALFORMED;
    // When memory is short, games that are played go on.
    if (m->run != handle_action && !mem_has_reserve()) {
        error_set(err, "the server is short of memory; try again");
        return STATUS_UNAVAILABLE;
    }
    UserRow user;
    if (!user_find(server->store, websocket_user(s), &user, err))
        return *err->text ? STATUS_UNAVAILABLE : STATUS_NO_SESSION;
    server_now(server);
    write_object(reply, NULL);
    write_text(reply, "is", "ok");
    write_number(reply, "to", in->id);
    status = m->run(&(MessageContext){server, &user, s, in, reply}, m->kind, err);
    write_end_object(reply);
    return status;
}

// A line of chat is written, whatever happens to the game.
static bool can_be_repeated(const char *word) {
    const MessageHandler *m = find_handler(word);
    return m->run == handle_action || m->run == handle_watch || m->run == handle_together ||
           m->run == handle_try || m->run == handle_show || m->run == handle_remove ||
           m->run == handle_lead;
}

void messages_receive(WebSocket *s, const char *text, size_t len) {
    Error err = {0};
    MessageFields in = {.id = -1};
    ScopedStr answer = {0};
    JsonWriter reply = json_writer_into(&answer);
    Arena arena = {0};
    const Json *json = json_parse_object(&arena, text, len, &err);
    Status status = json ? handle_message(s, json, &in, &reply, &err) : STATUS_MALFORMED;
    if (status) {
        str_clear(&answer);
        message_encode_error(&answer, in.id, status, err.text);
        websocket_server(s)->counters.rejected++;
    }
    const char *game = !status && can_be_repeated(in.word) ? in.game : NULL;
    websocket_reply(s, &(WebSocketReply){in.id, &answer, game, text, len});
    arena_release(&arena);
}
