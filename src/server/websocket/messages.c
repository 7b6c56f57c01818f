#include "server/websocket/messages.h"

#include "base/util.h"
#include "server/server_internal.h"

#include <limits.h>
#include <string.h>

// The fields of all messages.
typedef struct {
    const char *word; // the `do`
    const char *game, *move, *text, *key, *points;
    int id, ply, line, plies, node;
    bool on;
} Incoming;

// clang-format off
static const JsonField fields[] = {
    {"do", JSON_FIELD_TEXT, offsetof(Incoming, word), 0, 0},
    {"id", JSON_FIELD_NUMBER, offsetof(Incoming, id), 0, INT_MAX},
    {"game", JSON_FIELD_TEXT, offsetof(Incoming, game), 0, 0},
    {"ply", JSON_FIELD_NUMBER, offsetof(Incoming, ply), 0, GAME_VIEW_MOVES_MAX},
    {"line", JSON_FIELD_NUMBER, offsetof(Incoming, line), 0, INT_MAX},
    {"move", JSON_FIELD_TEXT, offsetof(Incoming, move), 0, 0},
    {"plies", JSON_FIELD_NUMBER, offsetof(Incoming, plies), 1, 2},
    {"text", JSON_FIELD_TEXT, offsetof(Incoming, text), 0, 0},
    {"key", JSON_FIELD_TEXT, offsetof(Incoming, key), 0, 0},
    {"node", JSON_FIELD_NUMBER, offsetof(Incoming, node), 0, INT_MAX},
    {"points", JSON_FIELD_TEXT, offsetof(Incoming, points), 0, 0},
    {"on", JSON_FIELD_FLAG, offsetof(Incoming, on), 0, 0},
    {0},
};
// clang-format on

typedef struct {
    Server *server;
    const UserRow *user;
    WebSocket *socket; // NULL: it came as a request
    const Incoming *in;
    JsonWriter *reply; // more fields of the answer; NULL for a request
} Asking;

// ---- What they do

static Status do_act(const Asking *a, GameActionKind kind, Error *err) {
    GameAction act = {
        .kind = kind,
        .at = {a->in->ply, a->in->line},
        .move = a->in->move,
        .plies = a->in->plies,
    };
    a->server->counters.moves += kind == GAME_ACTION_PLAY;
    return registry_apply_action(a->server->registry, a->user, a->in->game, &act, err);
}

static Status do_watch(const Asking *a, GameActionKind kind, Error *err) {
    (void)kind;
    Server *s = a->server;
    GameView sight;
    Status no = registry_view(s->registry, a->in->game, a->user->id, &sight, err);
    if (no)
        return no;
    int count = 0;
    for (const Subscription *w = *websocket_subscriptions(a->socket); w; w = w->next_of_his)
        count += strcmp(w->game.text, sight.row.id.text) != 0; // watching it again is no more
    if (count >= LIMIT_SUBSCRIPTIONS) {
        error_set(err, "this socket watches %d games already", LIMIT_SUBSCRIPTIONS);
        return STATUS_TOO_MANY;
    }
    if (subscriptions_add(s->audience, websocket_subscriptions(a->socket), a->socket, a->user->id,
                          &sight.row.id))
        broadcast_presence(s, &sight.row.id);
    study_room_announce(s->gatherings, a->socket, sight.row.id.text);
    write_object(a->reply, "game");
    encode_game(a->reply, &sight,
                subscriptions_presence(s->audience, sight.row.id.text, sight.row.seats));
    write_end_object(a->reply);
    return STATUS_OK;
}

static Status do_leave(const Asking *a, GameActionKind kind, Error *err) {
    (void)kind;
    (void)err;
    GameId game = {""};
    snprintf(game.text, sizeof game.text, "%s", a->in->game);
    if (subscriptions_remove(a->server->audience, websocket_subscriptions(a->socket), game.text))
        broadcast_presence(a->server, &game);
    return STATUS_OK;
}

static Status do_lobby(const Asking *a, GameActionKind kind, Error *err) {
    (void)kind;
    (void)err;
    websocket_set_lobby(a->socket, a->in->on);
    if (a->in->on)
        server_encode_lobby(a->server, a->reply);
    return STATUS_OK;
}

static Status do_mine(const Asking *a, GameActionKind kind, Error *err) {
    (void)kind;
    (void)err;
    server_encode_own_games(a->server, a->reply, a->user->id);
    return STATUS_OK;
}

static Status do_say(const Asking *a, GameActionKind kind, Error *err) {
    (void)kind;
    Server *s = a->server;
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)a->user->id);
    if (!rate_limiter_take(s->limiter, RATE_LIMIT_CHAT, key, server_ms(s))) {
        error_set(err, "too many lines; wait a little");
        return STATUS_TOO_MANY;
    }
    ChatRow line;
    bool again;
    Status no = registry_post_chat(s->registry, a->user, a->in->game, a->in->text, a->in->key,
                                   &line, &again, err);
    if (!no && !again) {
        GameId game = {""};
        snprintf(game.text, sizeof game.text, "%s", a->in->game);
        broadcast_chat(s, &game, &line);
    }
    return no;
}

// ---- A game looked at together

static Status do_together(const Asking *a, GameActionKind kind, Error *err) {
    (void)kind;
    StudyRooms *g = a->server->gatherings;
    if (a->in->on)
        return study_room_enter(g, a->socket, a->user, a->in->game, a->reply, err);
    study_room_leave(g, a->socket, a->in->game);
    return STATUS_OK;
}

static Status do_deed(const Asking *a, StudyActionKind kind, Error *err) {
    StudyAction deed = {kind, a->in->node, a->in->points};
    return study_room_act(a->server->gatherings, a->user, a->in->game, &deed, err);
}

static Status do_try(const Asking *a, GameActionKind kind, Error *err) {
    (void)kind;
    return do_deed(a, STUDY_ACTION_PLAY, err);
}

static Status do_show(const Asking *a, GameActionKind kind, Error *err) {
    (void)kind;
    return do_deed(a, STUDY_ACTION_SHOW, err);
}

static Status do_remove(const Asking *a, GameActionKind kind, Error *err) {
    (void)kind;
    return do_deed(a, STUDY_ACTION_REMOVE, err);
}

static Status do_lead(const Asking *a, GameActionKind kind, Error *err) {
    (void)kind;
    return study_room_lead(a->server->gatherings, a->user, a->in->game, a->in->on, err);
}

static Status do_ping(const Asking *a, GameActionKind kind, Error *err) {
    (void)kind;
    (void)err;
    if (a->reply)
        write_number(a->reply, "now", server_now(a->server).wall_ms);
    return STATUS_OK;
}

// ---- The tables

typedef struct {
    MessageRow row;
    Status (*run)(const Asking *a, GameActionKind kind, Error *err);
    GameActionKind kind;
    bool needs_socket;
} Message;

// clang-format off
static const Message table[] = {
    {{"watch", "game", "tells of this game from now on; the answer has the snapshot as `game`"}, do_watch, 0, true},
    {{"leave", "game", "no longer"}, do_leave, 0, true},
    {{"lobby", "on", "tells of the lobby from now on, with `open` and `live` at once; or no longer"}, do_lobby, 0, true},
    {{"mine", "", "is answered with the caller's games going on as `games`: summaries with `your_turn`"}, do_mine, 0, true},
    {{"join", "game", "takes the free seat of a waiting game"}, do_act, GAME_ACTION_JOIN, false},
    {{"play", "game ply line move", "a point, or `stay`, `swap`, `more`"}, do_act, GAME_ACTION_PLAY, false},
    {{"resign", "game", "gives up"}, do_act, GAME_ACTION_RESIGN, false},
    {{"draw", "game", "offers a draw, or agrees to one"}, do_act, GAME_ACTION_DRAW, false},
    {{"takeback", "game plies", "asks to take back one or two moves, or agrees"}, do_act, GAME_ACTION_TAKEBACK, false},
    {{"decline", "game", "declines what the other side offers, or withdraws the own offer; or the game that one is asked for"}, do_act, GAME_ACTION_DECLINE, false},
    {{"abort", "game", "ends the game without a result before the second move"}, do_act, GAME_ACTION_ABORT, false},
    {{"rematch", "game", "wants another game with the colours the other way round; when both do, it begins"}, do_act, GAME_ACTION_REMATCH, false},
    {{"say", "game text key?", "a line of chat, up to 200 characters"}, do_say, 0, false},
    {{"together", "game on", "comes to the board at which a game that is over is looked at together, with the whole board as `together`; or goes"}, do_together, 0, true},
    {{"try", "game node points", "there: plays a move or a line, `h8i9`, from that node"}, do_try, 0, true},
    {{"show", "game node", "there: everybody looks at that node"}, do_show, 0, true},
    {{"remove", "game node", "there: takes a variation away"}, do_remove, 0, true},
    {{"lead", "game on", "there: a player of the game moves alone; or everybody does again"}, do_lead, 0, true},
    {{"ping", "", "is answered, with the server's time as `now`"}, do_ping, 0, false},
};

static const PushRow pushes[] = {
    {"welcome", "`me`, `now`, `version`, `page`: the version of the page, or null", "first"},
    {"ok", "`to`, and what the message asks for", "a message was carried out, and what it changed is on disk"},
    {"error", "`to`, `code`, `text`", "it was not; `to` is null if it had no readable `id`"},
    {"game", "the snapshot", "a watched game changed in any way but the next one"},
    {"moved", "see below", "a move was made in a watched game, and it goes on"},
    {"people", "`game`, `here`: a boolean a seat, `watchers`", "somebody came or went"},
    {"said", "`game`, `n`, `from`, `seat`, `text`, `at`", "a line of chat in a watched game"},
    {"together", "`game`, `seq`, and `by` and `command`, or `people` and `leader`", "something happened at a board that the caller has come to"},
    {"gathered", "`game`, `people`", "who looks together at a watched game"},
    {"lobby", "`open`, `live`: summaries", "the lobby changed, at most once a second"},
    {"analysis", "the analysis; of a game without its `result`", "an analysis that the caller asked for changed"},
    {"mine", "`games`: summaries with `your_turn`", "the caller's own games began or ended, or somebody asks for one"},
    {"declined", "`game`, `name`", "whoever the caller asked for a game by name does not want to play"},
};
// clang-format on

const MessageRow *message_at(int i) {
    return i < COUNT(table) ? &table[i].row : NULL;
}

const PushRow *push_at(int i) {
    return i < COUNT(pushes) ? &pushes[i] : NULL;
}

static const Message *find(const char *word) {
    for (int i = 0; i < COUNT(table); i++)
        if (!strcmp(table[i].row.name, word))
            return &table[i];
    return NULL;
}

static const Message *find_for(const JsonObject *d, Status *no, Error *err) {
    const char *word = json_fields_text(d, "do");
    const Message *m = word ? find(word) : NULL;
    if (m)
        return m;
    error_set(err, word ? "there is no message '%.20s'" : "a message has a text 'do'", word);
    *no = word ? STATUS_UNKNOWN_MESSAGE : STATUS_MALFORMED;
    return NULL;
}

// ---- Running them

Status message_handle_request(Server *s, const UserRow *user, const char *game, const JsonObject *d,
                              Error *err) {
    Status no = STATUS_OK;
    const Message *m = find_for(d, &no, err);
    if (!m)
        return no;
    if (m->needs_socket) {
        error_set(err, "%s is for sockets", m->row.name);
        return STATUS_NOT_NOW;
    }
    // The game is in the address.
    const char *rest = m->row.with + strcspn(m->row.with, " ");
    char allowed[64];
    snprintf(allowed, sizeof allowed, "do%s", rest);
    Incoming in = {0};
    if (!json_fields_fill(d, fields, allowed, &in, err))
        return STATUS_MALFORMED;
    in.game = game;
    return m->run(&(Asking){s, user, NULL, &in, NULL}, m->kind, err);
}

void message_encode_error(Str *out, int to, Status why, const char *text) {
    JsonWriter w = json_writer_into(out);
    write_object(&w, NULL);
    write_text(&w, "is", "error");
    write_optional(&w, "to", to);
    write_text(&w, "code", status_info(why)->code);
    write_text(&w, "text", text);
    write_end_object(&w);
}

static Status run(WebSocket *s, const JsonObject *d, Incoming *in, JsonWriter *reply, Error *err) {
    Server *server = websocket_server(s);
    Status no = STATUS_OK;
    const Message *m = find_for(d, &no, err);
    if (!m)
        return no;
    char allowed[64];
    snprintf(allowed, sizeof allowed, "do id %s", m->row.with);
    if (!json_fields_fill(d, fields, allowed, in, err))
        return STATUS_MALFORMED;
    UserRow user;
    if (!user_find(server->store, websocket_user(s), &user, err))
        return STATUS_NO_SESSION;
    server_now(server);
    write_object(reply, NULL);
    write_text(reply, "is", "ok");
    write_number(reply, "to", in->id);
    no = m->run(&(Asking){server, &user, s, in, reply}, m->kind, err);
    write_end_object(reply);
    return no;
}

void messages_receive(WebSocket *s, const char *text, size_t len) {
    Error err = {0};
    Incoming in = {.id = -1};
    Str answer = {0};
    JsonWriter reply = json_writer_into(&answer);
    JsonObject *d = json_fields_parse(text, len, &err);
    Status no = d ? run(s, d, &in, &reply, &err) : STATUS_MALFORMED;
    if (no) {
        str_clear(&answer);
        message_encode_error(&answer, in.id, no, err.text);
        websocket_server(s)->counters.refusals++;
    }
    websocket_reply(s, in.id, &answer);
    str_release(&answer);
    json_fields_free(d);
}
