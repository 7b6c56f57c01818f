// Routes: games, alone and in lists.
#include "server/routes.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/util.h"
#include "room/rating.h"
#include "room/username.h"
#include "server/fields.h"
#include "server/inside.h"
#include "server/messages.h"

#include <limits.h>
#include <string.h>

enum { SEARCH_MAX = 50, SEARCH_USUAL = 20, CHAT_LINES = 100, TURNS_MAX = 50 };

// ---- One game

static Refusal answer_game(Request *r, const char *game, Error *err) {
    Server *s = r->server;
    Sight sight;
    Refusal no = hall_see(s->hall, game, r->has_session ? r->user.id : 0, &sight, err);
    if (no)
        return no;
    str_clear(&r->answer);
    Writer w = writer_into(&r->answer);
    write_object(&w, NULL);
    write_text(&w, "is", "game");
    encode_game(&w, &sight, audience_presence(s->audience, game, sight.row.seats));
    write_end_object(&w);
    r->after = sight.row.seq;
    return REFUSED_NOT;
}

Refusal route_game_get(Request *r, Error *err) {
    return request_poll(r, answer_game, err);
}

Refusal route_game_post(Request *r, Error *err) {
    Document *d = document_read(str_text(&r->body), r->body.len, err);
    if (!d)
        return REFUSED_MALFORMED;
    Refusal no = message_run_for(r->server, &r->user, r->path.parts[2], d, err);
    document_free(d);
    return no ? no : answer_game(r, r->path.parts[2], err);
}

Refusal route_chat(Request *r, Error *err) {
    Server *s = r->server;
    Sight sight;
    Refusal no = hall_see(s->hall, r->path.parts[2], 0, &sight, err);
    if (no)
        return no;
    ChatRow *lines = mem_alloc(CHAT_LINES * sizeof *lines);
    int count = annals_chat(s->store, &sight.row.id, lines, CHAT_LINES, err);
    Writer w = writer_into(&r->answer);
    write_object(&w, NULL);
    write_array(&w, "lines");
    for (int i = 0; i < count; i++) {
        write_object(&w, NULL);
        server_encode_chat_line(s, &w, &sight, &lines[i]);
        write_end_object(&w);
    }
    write_end_array(&w);
    write_end_object(&w);
    mem_free(lines);
    return REFUSED_NOT;
}

static const struct {
    const char *name, *type;
} formats[] = {
    {"sgf", "application/x-go-sgf; charset=utf-8"},
    {"psq", "text/plain; charset=utf-8"},
    {"rec", "text/plain; charset=utf-8"},
    {"pos", "text/plain; charset=utf-8"},
    {"svg", "image/svg+xml"},
};

Refusal route_export(Request *r, Error *err) {
    for (int i = 0; i < COUNT(formats); i++)
        if (!strcmp(formats[i].name, r->path.parts[3])) {
            r->type = formats[i].type;
            return hall_export(r->server->hall, r->path.parts[2], formats[i].name, &r->answer, err);
        }
    error_set(err, "a game can be had as sgf, psq, rec, pos or svg");
    return REFUSED_NOT_FOUND;
}

// ---- A new one

// The fields of a request as they come: absent flags differ from what a GameRequest has.
typedef struct {
    GameRequest request;
    bool chat;
} Body;

// clang-format off
static const Field fields[] = {
    {"opponent", FIELD_TEXT, offsetof(Body, request.opponent), 0, 0},
    {"color", FIELD_TEXT, offsetof(Body, request.color), 0, 0},
    {"rules", FIELD_TEXT, offsetof(Body, request.rules), 0, 0},
    {"size", FIELD_NUMBER, offsetof(Body, request.size), SETUP_SIZE_MIN, SETUP_SIZE_MAX},
    {"opening", FIELD_TEXT, offsetof(Body, request.opening), 0, 0},
    {"time", FIELD_TEXT, offsetof(Body, request.time), 0, 0},
    {"mist", FIELD_FLAG, offsetof(Body, request.mist), 0, 0},
    {"rated", FIELD_FLAG, offsetof(Body, request.rated), 0, 0},
    {"chat", FIELD_FLAG, offsetof(Body, chat), 0, 0},
    {"key", FIELD_TEXT, offsetof(Body, request.key), 0, 0},
    {0},
};
// clang-format on

Refusal route_games_post(Request *r, Error *err) {
    Document *d = document_read(str_text(&r->body), r->body.len, err);
    if (!d)
        return REFUSED_MALFORMED;
    Body body = {.chat = true};
    GameId game;
    Refusal no = REFUSED_MALFORMED;
    if (document_fill(d, fields,
                      "opponent color? rules? size? opening? time? mist? rated? chat? key?", &body,
                      err)) {
        body.request.no_chat = !body.chat;
        body.request.network = r->network;
        body.request.near_max = LIMIT_WAITING_PER_ADDRESS * r->server->options.crowd;
        no = hall_create(r->server->hall, &r->user, &body.request, &game, err);
    }
    document_free(d);
    if (no)
        return no;
    r->server->counters.games++;
    r->status = 201;
    return answer_game(r, game.text, err);
}

static void write_choice(Writer *w, const Choice *c) {
    write_object(w, NULL);
    write_text(w, "name", c->name);
    write_text(w, "summary", c->summary);
    write_end_object(w);
}

static void write_levels(Writer *w) {
    write_array(w, "levels");
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        write_object(w, NULL);
        write_number(w, "level", level);
        write_text(w, "summary", level_row(level)->summary);
        write_end_object(w);
    }
    write_end_array(w);
}

Refusal route_choices(Request *r, Error *err) {
    (void)err;
    Choice c;
    Writer w = writer_into(&r->answer);
    write_object(&w, NULL);
    write_array(&w, "rules");
    for (int i = 0; setup_rules_at(i, &c); i++)
        write_choice(&w, &c);
    write_end_array(&w);
    write_array(&w, "openings");
    for (int i = 0; setup_opening_at(i, &c); i++)
        write_choice(&w, &c);
    write_end_array(&w);
    write_levels(&w);
    write_array(&w, "colors");
    for (int i = 0; setup_color_at(i); i++)
        write_text(&w, NULL, setup_color_at(i));
    write_end_array(&w);
    write_array(&w, "sizes");
    write_number(&w, NULL, SETUP_SIZE_MIN);
    write_number(&w, NULL, SETUP_SIZE_MAX);
    write_end_array(&w);
    write_array(&w, "formats");
    for (int i = 0; i < COUNT(formats); i++)
        write_text(&w, NULL, formats[i].name);
    write_end_array(&w);
    write_array(&w, "pools");
    for (int i = 0; rating_pool_name(i); i++)
        write_text(&w, NULL, rating_pool_name(i));
    write_end_array(&w);
    write_end_object(&w);
    return REFUSED_NOT;
}

// ---- Lists

Refusal route_lobby(Request *r, Error *err) {
    (void)err;
    Writer w = writer_into(&r->answer);
    write_object(&w, NULL);
    server_encode_lists(r->server, &w);
    write_end_object(&w);
    return REFUSED_NOT;
}

// Values of queries have room for all that an address can hold: one cut short, or left out for its
// length, would be another question.
typedef struct {
    char text[LIMIT_URI + 1];
} QueryText;

static bool find_user(const Request *r, const char *name, UserId *out, Error *err) {
    QueryText value;
    if (!request_query(r, name, value.text, sizeof value.text))
        return true;
    UserRow user;
    Str folded = {0};
    username_fold(value.text, &folded);
    bool found = people_find_name(r->server->store, str_text(&folded), &user, err);
    str_release(&folded);
    *out = found ? user.id : 0;
    return found || error_set(err, "%s: there is no user with that name", name);
}

// One of a few words, as its number.
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
    Str list = {0};
    for (int i = 0; words[i]; i++)
        str_add(&list, "%s%s", i ? ", " : "", words[i]);
    error_set(err, "%s is one of: %s", name, str_text(&list));
    str_release(&list);
    return false;
}

static bool find_number(const Request *r, const char *name, int64_t max, int64_t *out, Error *err) {
    QueryText value;
    return !request_query(r, name, value.text, sizeof value.text) ||
           number_parse(value.text, 1, max, out, err) || error_prefix(err, name);
}

// Words in the order of GameState and ResultSought.
static const char *const states[] = {"waiting", "playing", "over", "aborted", NULL};
static const char *const results[] = {"drawn", "won", "lost", NULL};
static const char *const flags[] = {"false", "true", NULL};

static bool read_query(const Request *r, GameQuery *q, Error *err) {
    int result = RESULT_ANY;
    int64_t limit = SEARCH_USUAL;
    bool ok = find_user(r, "player", &q->player, err) &&
              find_user(r, "opponent", &q->opponent, err) &&
              find_word(r, "state", states, &q->state, err) &&
              find_word(r, "result", results, &result, err) &&
              find_word(r, "mist", flags, &q->mist, err) &&
              find_number(r, "before", INT64_MAX, &q->before, err) &&
              find_number(r, "limit", SEARCH_MAX, &limit, err);
    q->result = (ResultSought)result;
    q->limit = (int)limit + 1; // one more tells whether there are more
    if (ok && !q->player && (q->opponent || q->result != RESULT_ANY))
        return error_set(err, "opponent and result are as seen by a player; name one");
    return ok;
}

typedef struct {
    Writer *writer;
    int count, limit;
} Listing;

static void list_game(void *context, const Summary *s) {
    Listing *l = context;
    if (l->count++ < l->limit)
        encode_summary(l->writer, s, 0);
}

Refusal route_games_get(Request *r, Error *err) {
    QueryText rules;
    GameQuery q = {
        .state = -1, .mist = -1, .before = INT64_MAX, .asker = r->has_session ? r->user.id : 0};
    if (!read_query(r, &q, err))
        return REFUSED_BAD_VALUE;
    if (request_query(r, "rules", rules.text, sizeof rules.text))
        q.rules = rules.text;
    Writer w = writer_into(&r->answer);
    Listing listing = {.writer = &w, .limit = q.limit - 1};
    write_object(&w, NULL);
    write_array(&w, "games");
    Refusal no = hall_search(r->server->hall, &q, list_game, &listing, err);
    write_end_array(&w);
    write_flag(&w, "more", listing.count > listing.limit);
    write_end_object(&w);
    return no;
}

// ---- Turns

typedef struct {
    GameId games[TURNS_MAX];
    int count;
    UserId user;
} Turns;

static void gather_turn(void *context, const Summary *s) {
    Turns *t = context;
    if (s->turn >= 0 && s->seats[s->turn].user == t->user && t->count < TURNS_MAX)
        t->games[t->count++] = s->row.id;
}

static int answer_turns(Request *r) {
    Server *s = r->server;
    Turns turns = {.user = r->user.id};
    hall_list(s->hall, LIST_MINE, r->user.id, TURNS_MAX, gather_turn, &turns);
    str_clear(&r->answer);
    Writer w = writer_into(&r->answer);
    write_object(&w, NULL);
    write_array(&w, "games");
    for (int i = 0; i < turns.count; i++) {
        Sight sight;
        Error ignored = {0};
        if (hall_see(s->hall, turns.games[i].text, r->user.id, &sight, &ignored))
            continue;
        write_object(&w, NULL);
        encode_game(&w, &sight,
                    audience_presence(s->audience, turns.games[i].text, sight.row.seats));
        write_end_object(&w);
    }
    write_end_array(&w);
    write_end_object(&w);
    return turns.count;
}

// Woken by any game: if it is none of this user's it sleeps on.
static void wake_with_turns(Request *r) {
    if (answer_turns(r) == 0 && server_ms(r->server) < r->until_ms && !r->server->stopping)
        http_wait_for_game(r);
}

Refusal route_turns(Request *r, Error *err) {
    int wait = 0;
    if (!find_word(r, "wait", flags, &wait, err))
        return REFUSED_BAD_VALUE;
    if (answer_turns(r) > 0 || !wait)
        return REFUSED_NOT;
    r->until_ms = server_ms(r->server) + LIMIT_POLL_S * 1000;
    r->wake = wake_with_turns;
    http_wait_for_game(r);
    return REFUSED_NOT;
}
