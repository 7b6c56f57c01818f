// Routes of games: one game (with long polling), creation with an idempotency key, lists, turns.
#include "server/http/routes.h"

#include "base/mem.h"
#include "base/number.h"
#include "games/game_request.h"
#include "server/server_internal.h"
#include "server/websocket/messages.h"
#include "store/users.h"

#include <string.h>

enum { SEARCH_MAX = 50, SEARCH_DEFAULT = 20, CHAT_LINES = 100, TURNS_MAX = 50 };

// ---- One game

static Status respond_game(Request *r, const char *game, Error *err) {
    Server *s = r->server;
    GameView view;
    registry_refresh(s->registry, game);
    Status status = registry_view(s->registry, game, r->has_session ? r->user.id : 0, &view, err);
    if (status)
        return status;
    str_clear(&r->response);
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    write_text(&w, "is", "game");
    server_fill_presence(s, &view);
    game_view_write(&w, &view);
    write_end_object(&w);
    r->seq = view.summary.seq;
    r->read_game = view.summary.id;
    return STATUS_OK;
}

Status route_game_get(Request *r, Error *err) {
    Status status = request_long_poll(r, respond_game, err);
    if (r->poll_handler) // waits for a move: plays by requests
        request_note_poll(r);
    return status;
}

Status route_game_post(Request *r, Error *err) {
    const Json *json = request_json(r, err);
    if (!json)
        return STATUS_MALFORMED;
    request_note_poll(r);
    Status status = message_handle_request(r->server, &r->user, r->path.parts[2], json, err);
    if (!status)
        status = respond_game(r, r->path.parts[2], err);
    if (!status && !strcmp(json_text(json, "do"), "say")) // written, whatever happens to the game
        r->read_game.text[0] = '\0';
    return status;
}

Status route_chat(Request *r, Error *err) {
    Server *s = r->server;
    GameView view;
    Status status = registry_view(s->registry, r->path.parts[2], 0, &view, err);
    if (status)
        return status;
    ChatRow *lines = mem_alloc(CHAT_LINES * sizeof *lines);
    int count = game_store_chat(s->store, &view.summary.id, lines, CHAT_LINES, err);
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    write_array(&w, "lines");
    for (int i = 0; i < count; i++) {
        write_object(&w, NULL);
        server_encode_chat_line(s, &w, &view, &lines[i]);
        write_end_object(&w);
    }
    write_end_array(&w);
    write_end_object(&w);
    mem_free(lines);
    return STATUS_OK;
}

Status route_export(Request *r, Error *err) {
    const ExportFormat *format;
    for (int i = 0; (format = export_format_at(i)); i++)
        if (!strcmp(format->name, r->path.parts[3])) {
            r->type = format->type;
            return registry_export(r->server->registry, r->path.parts[2], format->name,
                                   &r->response, err);
        }
    error_set(err, "a game can be exported as sgf, psq, rec, pos or svg");
    return STATUS_NOT_FOUND;
}

// ---- A new game

// The fields of the request. `chat` defaults to true, unlike the flags of a GameRequest. `key` is
// the idempotency key: a repeated key returns the first game.
typedef struct {
    GameRequest request;
    bool chat;
} Body;

// clang-format off
static const JsonField fields[] = {
    {"opponent", JSON_FIELD_TEXT, offsetof(Body, request.opponent), 0, 0},
    {"color", JSON_FIELD_TEXT, offsetof(Body, request.color), 0, 0},
    {"rules", JSON_FIELD_TEXT, offsetof(Body, request.rules), 0, 0},
    {"size", JSON_FIELD_NUMBER, offsetof(Body, request.size), GAME_REQUEST_SIZE_MIN, GAME_REQUEST_SIZE_MAX},
    {"opening", JSON_FIELD_TEXT, offsetof(Body, request.opening), 0, 0},
    {"time", JSON_FIELD_TEXT, offsetof(Body, request.time), 0, 0},
    {"mist", JSON_FIELD_FLAG, offsetof(Body, request.mist), 0, 0},
    {"rated", JSON_FIELD_FLAG, offsetof(Body, request.rated), 0, 0},
    {"chat", JSON_FIELD_FLAG, offsetof(Body, chat), 0, 0},
    {"key", JSON_FIELD_TEXT, offsetof(Body, request.key), 0, 0},
    {0},
};
// clang-format on

static Status create_game(Request *r, const GameRequest *request, GameId *out, Error *err) {
    Server *s = r->server;
    if (!rate_limiter_take(s->rate_limiter, RATE_LIMIT_GAMES, r->network, server_ms(s))) {
        error_set(err, "too many new games from this address; wait a few minutes");
        return STATUS_TOO_MANY;
    }
    Status status = registry_create_game(s->registry, &r->user, request, out, err);
    if (status)
        rate_limiter_refund(s->rate_limiter, RATE_LIMIT_GAMES, r->network, server_ms(s));
    return status;
}

Status route_games_post(Request *r, Error *err) {
    Body body = {.chat = true};
    GameId game;
    if (!request_fields(r, fields,
                        "opponent color? rules? size? opening? time? mist? rated? chat? key?",
                        &body, err))
        return STATUS_MALFORMED;
    body.request.no_chat = !body.chat;
    body.request.network = r->network;
    int factor = r->server->options.rate_limit_factor;
    body.request.network_waiting_max = LIMIT_WAITING_GAMES_PER_ADDRESS * factor;
    body.request.network_invitations_max = LIMIT_INVITATIONS_PER_ADDRESS * factor;
    body.request.network_declined_max = LIMIT_DECLINED_PER_ADDRESS * factor;
    Status status = create_game(r, &body.request, &game, err);
    if (status)
        return status;
    r->server->counters.games++;
    r->status = 201;
    return respond_game(r, game.text, err);
}

Status route_choices(Request *r, Error *err) {
    (void)err;
    catalog_write(&r->response);
    return STATUS_OK;
}

// ---- Lists

Status route_lobby(Request *r, Error *err) {
    (void)err;
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    server_encode_lobby(r->server, &w);
    write_end_object(&w);
    return STATUS_OK;
}

// A query value, never cut: a shortened one, or one left out for its length, would be a different
// query.
typedef struct {
    char text[LIMIT_URI + 1];
} QueryText;

static bool find_user(const Request *r, const char *name, UserId *out, Error *err) {
    QueryText value;
    if (!request_query(r, name, value.text, sizeof value.text))
        return true;
    UserRow user;
    ScopedStr folded = {0};
    username_fold(value.text, &folded);
    bool found = user_find_by_name(r->server->store, str_text(&folded), &user, err);
    *out = found ? user.id : 0;
    return found || error_set(err, "%s: there is no user with that name", name);
}

// Parses a value that is one of `words`; *out is its index.
static bool find_word(const Request *r, const char *name, const char *const *words, int *out,
                      Error *err) {
    QueryText value;
    if (!request_query(r, name, value.text, sizeof value.text))
        return true;
    for (int i = 0; words[i]; i++)
        if (!strcmp(words[i], value.text)) {
            *out = i;
            return true;
        }
    ScopedStr list = {0};
    for (int i = 0; words[i]; i++)
        str_add(&list, "%s%s", i ? ", " : "", words[i]);
    return error_set(err, "%s is one of: %s", name, str_text(&list));
}

static bool find_number(const Request *r, const char *name, int64_t max, int64_t *out, Error *err) {
    QueryText value;
    return !request_query(r, name, value.text, sizeof value.text) ||
           number_parse(value.text, 1, max, out, err) || error_prefix(err, name);
}

// In the order of GameState and ResultFilter.
static const char *const states[] = {"waiting", "playing", "over", "aborted", NULL};
static const char *const results[] = {"drawn", "won", "lost", NULL};
static const char *const flags[] = {"false", "true", NULL};

static bool read_search(const Request *r, GameSearch *search, Error *err) {
    GameQuery *q = &search->query;
    int result = RESULT_ANY;
    int64_t limit = SEARCH_DEFAULT;
    int moves = 0;
    bool ok =
        find_user(r, "player", &q->player, err) && find_user(r, "opponent", &q->opponent, err) &&
        find_word(r, "state", states, &q->state, err) &&
        find_word(r, "result", results, &result, err) &&
        find_word(r, "mist", flags, &q->mist, err) && find_word(r, "moves", flags, &moves, err) &&
        find_number(r, "before", INT64_MAX, &q->before, err) &&
        find_number(r, "limit", SEARCH_MAX, &limit, err);
    q->result = (ResultFilter)result;
    search->with_moves = moves;
    q->limit = (int)limit;
    if (ok && !q->player && (q->opponent || q->result != RESULT_ANY))
        return error_set(err, "opponent and result need a player");
    return ok;
}

static void list_game(void *context, const GameSummary *s) {
    game_summary_write(context, s, 0);
}

Status route_games_get(Request *r, Error *err) {
    QueryText rules;
    GameSearch search = {
        {.state = -1, .mist = -1, .before = INT64_MAX, .asker = r->has_session ? r->user.id : 0}};
    if (!read_search(r, &search, err))
        return STATUS_BAD_VALUE;
    if (request_query(r, "rules", rules.text, sizeof rules.text))
        search.query.rules = rules.text;
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    write_array(&w, "games");
    int64_t next = 0;
    Status status = registry_search(r->server->registry, &search, list_game, &w, &next, err);
    write_end_array(&w);
    write_flag(&w, "more", next != 0);
    write_optional(&w, "before", next ? next : -1);
    write_end_object(&w);
    return status;
}

// ---- Turns: long polling for the user's move

typedef struct {
    GameId games[TURNS_MAX];
    int count;
    UserId user;
} Turns;

static void collect_turn(void *context, const GameSummary *s) {
    Turns *t = context;
    if (s->turn >= 0 && s->seats[s->turn].player == t->user && t->count < TURNS_MAX)
        t->games[t->count++] = s->id;
}

static int respond_turns(Request *r) {
    Server *s = r->server;
    Turns turns = {.user = r->user.id};
    registry_list(s->registry, GAME_LIST_MINE, r->user.id, TURNS_MAX, collect_turn, &turns);
    registry_prefetch(s->registry, turns.games, turns.count);
    str_clear(&r->response);
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    write_array(&w, "games");
    for (int i = 0; i < turns.count; i++) {
        GameView view;
        Error ignored = {0};
        if (registry_view(s->registry, turns.games[i].text, r->user.id, &view, &ignored))
            continue;
        write_object(&w, NULL);
        server_fill_presence(s, &view);
        game_view_write(&w, &view);
        write_end_object(&w);
    }
    write_end_array(&w);
    write_end_object(&w);
    return turns.count;
}

// Woken by a turn, and at the end of its time.
static void wake_turns_poll(Request *r) {
    Error ignored = {0};
    if (respond_turns(r) == 0 && server_ms(r->server) < r->deadline_ms && !r->server->stopping)
        http_wait_for_change(r, &ignored);
}

Status route_turns(Request *r, Error *err) {
    int wait = 0;
    if (!find_word(r, "wait", flags, &wait, err))
        return STATUS_BAD_VALUE;
    request_note_poll(r);
    registry_refresh_user(r->server->registry, r->user.id);
    if (respond_turns(r) > 0 || !wait)
        return STATUS_OK;
    r->deadline_ms = server_ms(r->server) + LIMIT_LONG_POLL_S * 1000;
    r->wake = wake_turns_poll;
    return http_wait_for_change(r, err);
}
