#include "server/live/study_rooms.h"

#include "base/mem.h"
#include "base/util.h"
#include "server/server_internal.h"

#include <string.h>

typedef struct {
    GameId game;
    SharedStudy *together;
    int seq; // grows by one with everything that is told
    UserId players[2];
    UserId leader;    // 0: everybody may move
    int64_t empty_ms; // since when nobody is there; 0: somebody is
} StudyRoom;

struct StudyRooms {
    Server *server;
    Subscriptions *audience; // who has come to which board
    int count;
    StudyRoom all[STUDY_ROOMS_MAX];
};

StudyRooms *study_rooms_new(Server *s) {
    StudyRooms *g = mem_alloc(sizeof *g);
    g->server = s;
    g->audience = subscriptions_new();
    return g;
}

void study_rooms_free(StudyRooms *g) {
    if (!g)
        return;
    for (int i = 0; i < g->count; i++)
        shared_study_free(g->all[i].together);
    subscriptions_free(g->audience);
    mem_free(g);
}

int study_rooms_count(const StudyRooms *g) {
    return g->count;
}

static StudyRoom *find(StudyRooms *g, const char *game) {
    for (int i = 0; i < g->count; i++)
        if (!strcmp(g->all[i].game.text, game))
            return &g->all[i];
    return NULL;
}

static void drop(StudyRooms *g, StudyRoom *at) {
    shared_study_free(at->together);
    *at = g->all[--g->count];
}

// ---- Who is there

// A person may be there by several sockets, and is one person.
typedef struct {
    UserId users[STUDY_ROOM_PEOPLE_MAX + 2]; // the players have their seats
    int count;
} People;

static void add_person(void *context, const Subscription *w) {
    People *p = context;
    for (int i = 0; i < p->count; i++)
        if (p->users[i] == w->user)
            return;
    if (p->count < COUNT(p->users))
        p->users[p->count++] = w->user;
}

static People people_at(const StudyRooms *g, const StudyRoom *at) {
    People p = {.count = 0};
    subscriptions_each(g->audience, at->game.text, add_person, &p);
    return p;
}

static bool is_among(const People *p, UserId user) {
    for (int i = 0; i < p->count; i++)
        if (p->users[i] == user)
            return true;
    return false;
}

// ---- What is told

static void write_names(const StudyRooms *g, const People *p, JsonWriter *w) {
    UserRow user;
    Error ignored = {0};
    write_array(w, "people");
    for (int i = 0; i < p->count; i++)
        if (user_find(g->server->store, p->users[i], &user, &ignored))
            write_text(w, NULL, user.name);
    write_end_array(w);
}

static void write_people(const StudyRooms *g, const StudyRoom *at, JsonWriter *w) {
    People p = people_at(g, at);
    UserRow user;
    Error ignored = {0};
    write_names(g, &p, w);
    bool leads =
        is_among(&p, at->leader) && user_find(g->server->store, at->leader, &user, &ignored);
    write_text(w, "leader", leads ? user.name : NULL);
}

static void send_to(void *context, const Subscription *w) {
    websocket_send(w->socket, context);
}

static JsonWriter begin(StudyRoom *at, Str *text) {
    JsonWriter w = json_writer_into(text);
    write_object(&w, NULL);
    write_text(&w, "is", "together");
    write_text(&w, "game", at->game.text);
    write_number(&w, "seq", ++at->seq);
    return w;
}

static void tell(const StudyRooms *g, const StudyRoom *at, JsonWriter *w) {
    write_end_object(w);
    subscriptions_each(g->audience, at->game.text, send_to, w->out);
    str_release(w->out);
}

// For those who only watch the game, and may want to come.
static void compose_gathered(const StudyRooms *g, const StudyRoom *at, Str *text) {
    People p = people_at(g, at);
    JsonWriter w = json_writer_into(text);
    write_object(&w, NULL);
    write_text(&w, "is", "gathered");
    write_text(&w, "game", at->game.text);
    write_names(g, &p, &w);
    write_end_object(&w);
}

static void tell_people(const StudyRooms *g, StudyRoom *at) {
    Str text = {0};
    JsonWriter w = begin(at, &text);
    write_people(g, at, &w);
    tell(g, at, &w);
    compose_gathered(g, at, &text);
    subscriptions_each(g->server->audience, at->game.text, send_to, &text);
    str_release(&text);
}

void study_room_announce(StudyRooms *g, WebSocket *socket, const char *game) {
    const StudyRoom *at = find(g, game);
    if (!at || at->empty_ms)
        return;
    Str text = {0};
    compose_gathered(g, at, &text);
    websocket_send(socket, &text);
    str_release(&text);
}

static void write_node(void *context, int node, int parent, const char *point) {
    JsonWriter *w = context;
    write_array(w, NULL);
    write_number(w, NULL, node);
    write_number(w, NULL, parent);
    write_text(w, NULL, point);
    write_end_array(w);
}

static void write_board(const StudyRooms *g, const StudyRoom *at, JsonWriter *w) {
    write_object(w, "together");
    write_text(w, "game", at->game.text);
    write_number(w, "seq", at->seq);
    write_text(w, "rules", shared_study_rules(at->together));
    write_number(w, "size", shared_study_size(at->together));
    write_number(w, "at", shared_study_current(at->together));
    write_number(w, "next", shared_study_next_number(at->together));
    write_number(w, "main", shared_study_main_end(at->together));
    write_array(w, "nodes");
    shared_study_each(at->together, write_node, w);
    write_end_array(w);
    write_people(g, at, w);
    write_end_object(w);
}

// ---- Coming and going

// The one that nobody is at for longest gives way.
static bool make_place(StudyRooms *g) {
    StudyRoom *oldest = NULL;
    for (int i = 0; i < g->count; i++)
        if (g->all[i].empty_ms && (!oldest || g->all[i].empty_ms < oldest->empty_ms))
            oldest = &g->all[i];
    if (g->count == STUDY_ROOMS_MAX && oldest)
        drop(g, oldest);
    return g->count < STUDY_ROOMS_MAX;
}

static Status open_board(StudyRooms *g, const char *game, StudyRoom **out, Error *err) {
    *out = find(g, game);
    if (*out)
        return STATUS_OK;
    GameView sight;
    SharedStudy *together = NULL;
    Status no = registry_view(g->server->registry, game, 0, &sight, err);
    if (!no)
        no = registry_new_shared_study(g->server->registry, game, &together, err);
    if (no)
        return no;
    if (!make_place(g)) {
        shared_study_free(together);
        error_set(err, "too many games are looked at together; try again later");
        return STATUS_TOO_MANY;
    }
    *out = &g->all[g->count++];
    **out = (StudyRoom){.game = sight.row.id, .together = together};
    memcpy((*out)->players, sight.row.seats, sizeof sight.row.seats);
    return STATUS_OK;
}

// Counted by sockets: somebody's second window is as much to be told as another person.
static void count_watch(void *context, const Subscription *w) {
    (void)w;
    ++*(int *)context;
}

static bool plays(const StudyRoom *at, UserId user) {
    return user == at->players[0] || user == at->players[1];
}

// However many others have come, there is room for the players.
static Status check_room(StudyRooms *g, WebSocket *socket, UserId user, const char *game,
                         Error *err) {
    int there = 0, own = 0;
    const StudyRoom *at = find(g, game);
    subscriptions_each(g->audience, game, count_watch, &there);
    for (const Subscription *w = *websocket_study_rooms(socket); w; w = w->next_of_his, own++)
        if (!strcmp(w->game.text, game))
            return STATUS_OK;
    bool has_room = there < STUDY_ROOM_PEOPLE_MAX || (at && plays(at, user));
    if (has_room && own < STUDY_ROOMS_PER_SOCKET)
        return STATUS_OK;
    error_set(
        err, has_room ? "you are at %d boards already" : "%d are at this board, and more cannot be",
        has_room ? own : there);
    return STATUS_TOO_MANY;
}

Status study_room_enter(StudyRooms *g, WebSocket *socket, const UserRow *user, const char *game,
                        JsonWriter *reply, Error *err) {
    StudyRoom *at;
    Status no = check_room(g, socket, user->id, game, err);
    if (!no)
        no = open_board(g, game, &at, err);
    if (no)
        return no;
    at->empty_ms = 0;
    if (subscriptions_add(g->audience, websocket_study_rooms(socket), socket, user->id, &at->game))
        tell_people(g, at);
    write_board(g, at, reply);
    return STATUS_OK;
}

void study_room_leave(StudyRooms *g, WebSocket *socket, const char *game) {
    StudyRoom *at = find(g, game);
    if (!subscriptions_remove(g->audience, websocket_study_rooms(socket), game) || !at)
        return;
    int there = 0;
    subscriptions_each(g->audience, game, count_watch, &there);
    at->empty_ms = there ? 0 : server_ms(g->server);
    if (!g->server->stopping)
        tell_people(g, at);
}

void study_room_leave_all(StudyRooms *g, WebSocket *socket) {
    for (const Subscription *w; (w = *websocket_study_rooms(socket));) {
        GameId game = w->game;
        study_room_leave(g, socket, game.text);
    }
}

void study_rooms_tick(StudyRooms *g, int64_t now_ms) {
    for (int i = g->count - 1; i >= 0; i--)
        if (g->all[i].empty_ms && now_ms - g->all[i].empty_ms > STUDY_ROOM_IDLE_S * 1000)
            drop(g, &g->all[i]);
}

// ---- What they do

// The board, for somebody who has come to it.
static Status reach(StudyRooms *g, const UserRow *user, const char *game, StudyRoom **out,
                    People *people, Error *err) {
    *out = find(g, game);
    *people = *out ? people_at(g, *out) : (People){.count = 0};
    if (is_among(people, user->id))
        return STATUS_OK;
    error_set(err, "come to the board first, by `together`");
    return STATUS_NOT_NOW;
}

static const char *const deed_names[] = {
    [STUDY_ACTION_PLAY] = "play", [STUDY_ACTION_SHOW] = "go", [STUDY_ACTION_REMOVE] = "remove"};
static const char *const deed_fields[] = {
    [STUDY_ACTION_PLAY] = "at", [STUDY_ACTION_SHOW] = "to", [STUDY_ACTION_REMOVE] = "node"};

static Status carry_out(SharedStudy *t, const StudyAction *d, Error *err) {
    switch (d->kind) {
    case STUDY_ACTION_PLAY:
        return shared_study_play(t, d->node, d->points, err);
    case STUDY_ACTION_SHOW:
        return shared_study_show(t, d->node, err);
    case STUDY_ACTION_REMOVE:
        return shared_study_remove(t, d->node, err);
    }
    return STATUS_BAD_VALUE;
}

// "h8i9" as ["h8","i9"]: a letter begins a point.
static void write_points(JsonWriter *w, const char *points) {
    write_array(w, "points");
    for (size_t len; *points; points += len) {
        char point[MOVE_TEXT_SIZE];
        len = 1 + strspn(points + 1, "0123456789");
        snprintf(point, sizeof point, "%.*s", (int)len, points);
        write_text(w, NULL, point);
    }
    write_end_array(w);
}

static void tell_deed(const StudyRooms *g, StudyRoom *at, const UserRow *user,
                      const StudyAction *d) {
    Str text = {0};
    JsonWriter w = begin(at, &text);
    write_text(&w, "by", user->name);
    write_object(&w, "command");
    write_text(&w, "do", deed_names[d->kind]);
    write_number(&w, deed_fields[d->kind], d->node);
    if (d->kind == STUDY_ACTION_PLAY)
        write_points(&w, d->points);
    write_end_object(&w);
    tell(g, at, &w);
}

Status study_room_act(StudyRooms *g, const UserRow *user, const char *game, const StudyAction *deed,
                      Error *err) {
    StudyRoom *at;
    People people;
    Status no = reach(g, user, game, &at, &people, err);
    if (no)
        return no;
    if (at->leader && at->leader != user->id && is_among(&people, at->leader)) {
        error_set(err, "somebody else leads");
        return STATUS_NOT_YOURS;
    }
    no = carry_out(at->together, deed, err);
    if (!no)
        tell_deed(g, at, user, deed);
    return no;
}

Status study_room_lead(StudyRooms *g, const UserRow *user, const char *game, bool on, Error *err) {
    StudyRoom *at;
    People people;
    Status no = reach(g, user, game, &at, &people, err);
    if (no)
        return no;
    if (!plays(at, user->id)) {
        error_set(err, "the players of the game may lead");
        return STATUS_NOT_YOURS;
    }
    if (on)
        at->leader = user->id;
    else if (at->leader == user->id || !is_among(&people, at->leader))
        at->leader = 0;
    tell_people(g, at);
    return STATUS_OK;
}
