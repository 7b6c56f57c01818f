#include "server/gatherings.h"

#include "base/mem.h"
#include "base/util.h"
#include "server/inside.h"

#include <string.h>

typedef struct {
    GameId game;
    Together *together;
    int seq; // grows by one with everything that is told
    UserId players[2];
    UserId leader;    // 0: everybody may move
    int64_t empty_ms; // since when nobody is there; 0: somebody is
} Gathering;

struct Gatherings {
    Server *server;
    Audience *audience; // who has come to which board
    int count;
    Gathering all[GATHERINGS_MAX];
};

Gatherings *gatherings_new(Server *s) {
    Gatherings *g = mem_alloc(sizeof *g);
    g->server = s;
    g->audience = audience_new();
    return g;
}

void gatherings_free(Gatherings *g) {
    if (!g)
        return;
    for (int i = 0; i < g->count; i++)
        together_free(g->all[i].together);
    audience_free(g->audience);
    mem_free(g);
}

int gatherings_count(const Gatherings *g) {
    return g->count;
}

static Gathering *find(Gatherings *g, const char *game) {
    for (int i = 0; i < g->count; i++)
        if (!strcmp(g->all[i].game.text, game))
            return &g->all[i];
    return NULL;
}

static void drop(Gatherings *g, Gathering *at) {
    together_free(at->together);
    *at = g->all[--g->count];
}

// ---- Who is there

// A person may be there by several sockets, and is one person.
typedef struct {
    UserId users[GATHERING_PEOPLE + 2]; // the players have their seats
    int count;
} People;

static void add_person(void *context, const Watch *w) {
    People *p = context;
    for (int i = 0; i < p->count; i++)
        if (p->users[i] == w->user)
            return;
    if (p->count < COUNT(p->users))
        p->users[p->count++] = w->user;
}

static People people_at(const Gatherings *g, const Gathering *at) {
    People p = {.count = 0};
    audience_each(g->audience, at->game.text, add_person, &p);
    return p;
}

static bool is_among(const People *p, UserId user) {
    for (int i = 0; i < p->count; i++)
        if (p->users[i] == user)
            return true;
    return false;
}

// ---- What is told

static void write_names(const Gatherings *g, const People *p, Writer *w) {
    UserRow user;
    Error ignored = {0};
    write_array(w, "people");
    for (int i = 0; i < p->count; i++)
        if (people_find(g->server->store, p->users[i], &user, &ignored))
            write_text(w, NULL, user.name);
    write_end_array(w);
}

static void write_people(const Gatherings *g, const Gathering *at, Writer *w) {
    People p = people_at(g, at);
    UserRow user;
    Error ignored = {0};
    write_names(g, &p, w);
    bool leads =
        is_among(&p, at->leader) && people_find(g->server->store, at->leader, &user, &ignored);
    write_text(w, "leader", leads ? user.name : NULL);
}

static void send_to(void *context, const Watch *w) {
    socket_send(w->socket, context);
}

static Writer begin(Gathering *at, Str *text) {
    Writer w = writer_into(text);
    write_object(&w, NULL);
    write_text(&w, "is", "together");
    write_text(&w, "game", at->game.text);
    write_number(&w, "seq", ++at->seq);
    return w;
}

static void tell(const Gatherings *g, const Gathering *at, Writer *w) {
    write_end_object(w);
    audience_each(g->audience, at->game.text, send_to, w->out);
    str_release(w->out);
}

// For those who only watch the game, and may want to come.
static void compose_gathered(const Gatherings *g, const Gathering *at, Str *text) {
    People p = people_at(g, at);
    Writer w = writer_into(text);
    write_object(&w, NULL);
    write_text(&w, "is", "gathered");
    write_text(&w, "game", at->game.text);
    write_names(g, &p, &w);
    write_end_object(&w);
}

static void tell_people(const Gatherings *g, Gathering *at) {
    Str text = {0};
    Writer w = begin(at, &text);
    write_people(g, at, &w);
    tell(g, at, &w);
    compose_gathered(g, at, &text);
    audience_each(g->server->audience, at->game.text, send_to, &text);
    str_release(&text);
}

void gathering_tell(Gatherings *g, Socket *socket, const char *game) {
    const Gathering *at = find(g, game);
    if (!at || at->empty_ms)
        return;
    Str text = {0};
    compose_gathered(g, at, &text);
    socket_send(socket, &text);
    str_release(&text);
}

static void write_node(void *context, int node, int parent, const char *point) {
    Writer *w = context;
    write_array(w, NULL);
    write_number(w, NULL, node);
    write_number(w, NULL, parent);
    write_text(w, NULL, point);
    write_end_array(w);
}

static void write_board(const Gatherings *g, const Gathering *at, Writer *w) {
    write_object(w, "together");
    write_text(w, "game", at->game.text);
    write_number(w, "seq", at->seq);
    write_text(w, "rules", together_rules(at->together));
    write_number(w, "size", together_size(at->together));
    write_number(w, "at", together_at(at->together));
    write_number(w, "next", together_next(at->together));
    write_number(w, "main", together_main(at->together));
    write_array(w, "nodes");
    together_each(at->together, write_node, w);
    write_end_array(w);
    write_people(g, at, w);
    write_end_object(w);
}

// ---- Coming and going

// The one that nobody is at for longest gives way.
static bool make_place(Gatherings *g) {
    Gathering *oldest = NULL;
    for (int i = 0; i < g->count; i++)
        if (g->all[i].empty_ms && (!oldest || g->all[i].empty_ms < oldest->empty_ms))
            oldest = &g->all[i];
    if (g->count == GATHERINGS_MAX && oldest)
        drop(g, oldest);
    return g->count < GATHERINGS_MAX;
}

static Refusal open_board(Gatherings *g, const char *game, Gathering **out, Error *err) {
    *out = find(g, game);
    if (*out)
        return REFUSED_NOT;
    Sight sight;
    Together *together = NULL;
    Refusal no = hall_see(g->server->hall, game, 0, &sight, err);
    if (!no)
        no = hall_look_together(g->server->hall, game, &together, err);
    if (no)
        return no;
    if (!make_place(g)) {
        together_free(together);
        error_set(err, "too many games are looked at together; try again later");
        return REFUSED_TOO_MANY;
    }
    *out = &g->all[g->count++];
    **out = (Gathering){.game = sight.row.id, .together = together};
    memcpy((*out)->players, sight.row.seats, sizeof sight.row.seats);
    return REFUSED_NOT;
}

// Counted by sockets: somebody's second window is as much to be told as another person.
static void count_watch(void *context, const Watch *w) {
    (void)w;
    ++*(int *)context;
}

static bool plays(const Gathering *at, UserId user) {
    return user == at->players[0] || user == at->players[1];
}

// However many others have come, there is room for the players.
static Refusal check_room(Gatherings *g, Socket *socket, UserId user, const char *game,
                          Error *err) {
    int there = 0, own = 0;
    const Gathering *at = find(g, game);
    audience_each(g->audience, game, count_watch, &there);
    for (const Watch *w = *socket_boards(socket); w; w = w->next_of_his, own++)
        if (!strcmp(w->game.text, game))
            return REFUSED_NOT;
    bool has_room = there < GATHERING_PEOPLE || (at && plays(at, user));
    if (has_room && own < GATHERINGS_OF_SOCKET)
        return REFUSED_NOT;
    error_set(
        err, has_room ? "you are at %d boards already" : "%d are at this board, and more cannot be",
        has_room ? own : there);
    return REFUSED_TOO_MANY;
}

Refusal gathering_enter(Gatherings *g, Socket *socket, const UserRow *user, const char *game,
                        Writer *reply, Error *err) {
    Gathering *at;
    Refusal no = check_room(g, socket, user->id, game, err);
    if (!no)
        no = open_board(g, game, &at, err);
    if (no)
        return no;
    at->empty_ms = 0;
    if (audience_add(g->audience, socket_boards(socket), socket, user->id, &at->game))
        tell_people(g, at);
    write_board(g, at, reply);
    return REFUSED_NOT;
}

void gathering_leave(Gatherings *g, Socket *socket, const char *game) {
    Gathering *at = find(g, game);
    if (!audience_remove(g->audience, socket_boards(socket), game) || !at)
        return;
    int there = 0;
    audience_each(g->audience, game, count_watch, &there);
    at->empty_ms = there ? 0 : server_ms(g->server);
    if (!g->server->stopping)
        tell_people(g, at);
}

void gathering_leave_all(Gatherings *g, Socket *socket) {
    for (const Watch *w; (w = *socket_boards(socket));) {
        GameId game = w->game;
        gathering_leave(g, socket, game.text);
    }
}

void gatherings_tick(Gatherings *g, int64_t now_ms) {
    for (int i = g->count - 1; i >= 0; i--)
        if (g->all[i].empty_ms && now_ms - g->all[i].empty_ms > GATHERING_EMPTY_S * 1000)
            drop(g, &g->all[i]);
}

// ---- What they do

// The board, for somebody who has come to it.
static Refusal reach(Gatherings *g, const UserRow *user, const char *game, Gathering **out,
                     People *people, Error *err) {
    *out = find(g, game);
    *people = *out ? people_at(g, *out) : (People){.count = 0};
    if (is_among(people, user->id))
        return REFUSED_NOT;
    error_set(err, "come to the board first, by `together`");
    return REFUSED_NOT_NOW;
}

static const char *const deed_names[] = {
    [DEED_PLAY] = "play", [DEED_SHOW] = "go", [DEED_REMOVE] = "remove"};
static const char *const deed_fields[] = {
    [DEED_PLAY] = "at", [DEED_SHOW] = "to", [DEED_REMOVE] = "node"};

static Refusal carry_out(Together *t, const Deed *d, Error *err) {
    switch (d->kind) {
    case DEED_PLAY:
        return together_play(t, d->node, d->points, err);
    case DEED_SHOW:
        return together_show(t, d->node, err);
    case DEED_REMOVE:
        return together_remove(t, d->node, err);
    }
    return REFUSED_BAD_VALUE;
}

// "h8i9" as ["h8","i9"]: a letter begins a point.
static void write_points(Writer *w, const char *points) {
    write_array(w, "points");
    for (size_t len; *points; points += len) {
        char point[MOVE_TEXT_SIZE];
        len = 1 + strspn(points + 1, "0123456789");
        snprintf(point, sizeof point, "%.*s", (int)len, points);
        write_text(w, NULL, point);
    }
    write_end_array(w);
}

static void tell_deed(const Gatherings *g, Gathering *at, const UserRow *user, const Deed *d) {
    Str text = {0};
    Writer w = begin(at, &text);
    write_text(&w, "by", user->name);
    write_object(&w, "command");
    write_text(&w, "do", deed_names[d->kind]);
    write_number(&w, deed_fields[d->kind], d->node);
    if (d->kind == DEED_PLAY)
        write_points(&w, d->points);
    write_end_object(&w);
    tell(g, at, &w);
}

Refusal gathering_do(Gatherings *g, const UserRow *user, const char *game, const Deed *deed,
                     Error *err) {
    Gathering *at;
    People people;
    Refusal no = reach(g, user, game, &at, &people, err);
    if (no)
        return no;
    if (at->leader && at->leader != user->id && is_among(&people, at->leader)) {
        error_set(err, "somebody else leads");
        return REFUSED_NOT_YOURS;
    }
    no = carry_out(at->together, deed, err);
    if (!no)
        tell_deed(g, at, user, deed);
    return no;
}

Refusal gathering_lead(Gatherings *g, const UserRow *user, const char *game, bool on, Error *err) {
    Gathering *at;
    People people;
    Refusal no = reach(g, user, game, &at, &people, err);
    if (no)
        return no;
    if (!plays(at, user->id)) {
        error_set(err, "the players of the game may lead");
        return REFUSED_NOT_YOURS;
    }
    if (on)
        at->leader = user->id;
    else if (at->leader == user->id || !is_among(&people, at->leader))
        at->leader = 0;
    tell_people(g, at);
    return REFUSED_NOT;
}
