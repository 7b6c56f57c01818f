#include "server/live/study_rooms_internal.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/number.h"

#include <limits.h>
#include <string.h>

int study_rooms_count(const StudyRooms *all) {
    return all->count;
}

StudyRoom *study_room_find(StudyRooms *all, const char *game) {
    for (int i = 0; i < all->count; i++)
        if (!strcmp(all->rooms[i].game.text, game))
            return &all->rooms[i];
    return NULL;
}

static void drop(StudyRooms *all, StudyRoom *room) {
    shared_study_free(room->study);
    *room = all->rooms[--all->count];
}

// ---- Members

// A user with several sockets is counted once.
typedef struct {
    UserId users[STUDY_ROOM_PEOPLE_MAX + 2]; // the players may always join
    int count;
} People;

static void add_user(void *context, UserId user) {
    People *p = context;
    for (int i = 0; i < p->count; i++)
        if (p->users[i] == user)
            return;
    if (p->count < COUNT(p->users))
        p->users[p->count++] = user;
}

static void add_person(void *context, const Subscription *s) {
    add_user(context, s->user);
}

// Also on other instances.
static People people_at(const StudyRooms *all, const char *game) {
    People p = {.count = 0};
    subscriptions_each(all->subscriptions, game, add_person, &p);
    remote_presence_each_in_room(all->server->remote_presence, game, add_user, &p);
    return p;
}

static bool is_among(const People *p, UserId user) {
    for (int i = 0; i < p->count; i++)
        if (p->users[i] == user)
            return true;
    return false;
}

// ---- Broadcasts

static void write_names(const StudyRooms *all, const People *p, JsonWriter *w) {
    UserRow user;
    Error ignored = {0};
    write_array(w, "people");
    for (int i = 0; i < p->count; i++)
        if (user_find(all->server->store, p->users[i], &user, &ignored))
            write_text(w, NULL, user.name);
    write_end_array(w);
}

static void write_people(const StudyRooms *all, const StudyRoom *room, JsonWriter *w) {
    People p = people_at(all, room->game.text);
    UserRow user;
    Error ignored = {0};
    write_names(all, &p, w);
    bool leads =
        is_among(&p, room->leader) && user_find(all->server->store, room->leader, &user, &ignored);
    write_text(w, "leader", leads ? user.name : NULL);
}

static void send_to(void *context, const Subscription *s) {
    if (s->is_preview)
        return;
    websocket_send(s->socket, context);
}

static JsonWriter begin_update(StudyRoom *room, Str *text) {
    JsonWriter w = json_writer_into(text);
    write_object(&w, NULL);
    write_text(&w, "is", "together");
    write_text(&w, "game", room->game.text);
    write_number(&w, "seq", ++room->seq);
    return w;
}

static void send_to_room(const StudyRooms *all, const StudyRoom *room, JsonWriter *w) {
    write_end_object(w);
    subscriptions_each(all->subscriptions, room->game.text, send_to, w->out);
    str_release(w->out);
}

// For subscribers of the game who are not in the room.
static void compose_announcement(const StudyRooms *all, const char *game, Str *text) {
    People p = people_at(all, game);
    JsonWriter w = json_writer_into(text);
    write_object(&w, NULL);
    write_text(&w, "is", "gathered");
    write_text(&w, "game", game);
    write_names(all, &p, &w);
    write_end_object(&w);
}

static void broadcast_people_in_room(const StudyRooms *all, StudyRoom *room) {
    ScopedStr text = {0};
    JsonWriter w = begin_update(room, &text);
    write_people(all, room, &w);
    send_to_room(all, room, &w);
}

static void announce(const StudyRooms *all, const char *game) {
    ScopedStr text = {0};
    compose_announcement(all, game, &text);
    subscriptions_each(all->server->subscriptions, game, send_to, &text);
}

// Once a second: one client that joins and leaves again and again must not flood thousands of
// subscribers. Not before the members know what whoever has just joined knows.
static void broadcast_people(const StudyRooms *all, StudyRoom *room) {
    if (!room->people_changed || all->server->stopping || room->pending > 0 ||
        room->version > room->told)
        return;
    room->people_changed = false;
    broadcast_people_in_room(all, room);
    announce(all, room->game.text);
}

void study_room_announce(StudyRooms *all, WebSocket *socket, const char *game) {
    if (people_at(all, game).count == 0)
        return;
    ScopedStr text = {0};
    compose_announcement(all, game, &text);
    websocket_send(socket, &text);
}

// Members on other instances have come or gone.
static void note_remote_member(void *context, const char *game) {
    StudyRooms *all = context;
    StudyRoom *room = study_room_find(all, game);
    if (room) {
        room->people_changed = true;
        return;
    }
    for (int i = 0; i < all->gathered_count; i++)
        if (!strcmp(all->gathered[i].text, game))
            return;
    if (subscriptions_has_any(all->server->subscriptions, game))
        study_rooms_add_game(&all->gathered, &all->gathered_count, &all->gathered_capacity, game);
}

StudyRooms *study_rooms_new(Server *s) {
    StudyRooms *all = mem_alloc(sizeof *all);
    all->server = s;
    all->subscriptions = subscriptions_new();
    remote_presence_add_rooms(s->remote_presence, all->subscriptions, note_remote_member, all);
    return all;
}

static void write_node(void *context, int node, int parent, const char *point) {
    JsonWriter *w = context;
    write_array(w, NULL);
    write_number(w, NULL, node);
    write_number(w, NULL, parent);
    write_text(w, NULL, point);
    write_end_array(w);
}

// The board has changes that the members here are told of later, under the next numbers.
static int seq_of_board(const StudyRoom *room) {
    int64_t ahead = room->version > room->told ? room->version - room->told : 0;
    return room->seq + (int)ahead + room->pending;
}

static void write_room(const StudyRooms *all, const StudyRoom *room, JsonWriter *w) {
    write_object(w, "together");
    write_text(w, "game", room->game.text);
    write_number(w, "seq", seq_of_board(room));
    write_text(w, "rules", shared_study_rules(room->study));
    write_number(w, "size", shared_study_size(room->study));
    write_number(w, "at", shared_study_current(room->study));
    write_number(w, "next", shared_study_next_number(room->study));
    write_number(w, "main", shared_study_main_end(room->study));
    write_array(w, "nodes");
    shared_study_each(room->study, write_node, w);
    write_end_array(w);
    write_people(all, room, w);
    write_end_object(w);
}

// ---- Joining and leaving

// Makes room among those opened from a network, or (NULL) all: drops the one that has been empty
// longest and has nothing to write.
static bool make_room(StudyRooms *all, const uint32_t *network, int most) {
    StudyRoom *oldest = NULL;
    int count = 0;
    for (int i = 0; i < all->count; i++) {
        StudyRoom *room = &all->rooms[i];
        if (network && room->network != *network)
            continue;
        count++;
        if (room->idle_since_ms && room->pending == 0 &&
            (!oldest || room->idle_since_ms < oldest->idle_since_ms))
            oldest = room;
    }
    if (count >= most && oldest)
        drop(all, oldest);
    return count < most || oldest;
}

static Status open_room(StudyRooms *all, const UserRow *user, const char *game, StudyRoom **out,
                        Error *err) {
    GameView view;
    StudyRoom room = {0};
    Status status = registry_view(all->server->registry, game, 0, &view, err);
    room.game = view.summary.id;
    if (!status)
        status = study_room_load(all, &room, err);
    if (status)
        return status;
    room.network = presence_network(all->server->presence, user->id);
    if (!make_room(all, &room.network,
                   STUDY_ROOMS_PER_ADDRESS * all->server->options.rate_limit_factor) ||
        !make_room(all, NULL, STUDY_ROOMS_MAX)) {
        shared_study_free(room.study);
        error_set(err, "too many study rooms are open; try again later");
        return STATUS_TOO_MANY;
    }
    room.told = room.version;
    for (int seat = 0; seat < 2; seat++)
        room.players[seat] = view.summary.seats[seat].player;
    *out = &all->rooms[all->count++];
    **out = room;
    return STATUS_OK;
}

static Status find_or_open(StudyRooms *all, const UserRow *user, const char *game, StudyRoom **out,
                           Error *err) {
    *out = study_room_find(all, game);
    if (!*out)
        return open_room(all, user, game, out, err);
    return study_room_is_outdated(all, *out) ? study_room_load(all, *out, err) : STATUS_OK;
}

// Counts sockets, not users: each one receives the broadcasts.
static void count_subscription(void *context, const Subscription *s) {
    (void)s;
    ++*(int *)context;
}

static void count_user(void *context, UserId user) {
    (void)user;
    ++*(int *)context;
}

static bool is_player(const StudyRoom *room, UserId user) {
    return user == room->players[0] || user == room->players[1];
}

// The players may join even if the room is full.
static Status check_capacity(StudyRooms *all, WebSocket *socket, UserId user, const char *game,
                             Error *err) {
    int there = 0, own = 0;
    const StudyRoom *room = study_room_find(all, game);
    subscriptions_each(all->subscriptions, game, count_subscription, &there);
    remote_presence_each_in_room(all->server->remote_presence, game, count_user, &there);
    for (const Subscription *s = *websocket_study_rooms(socket); s; s = s->next_of_socket, own++)
        if (!strcmp(s->game.text, game))
            return STATUS_OK;
    bool has_room = there < STUDY_ROOM_PEOPLE_MAX || (room && is_player(room, user));
    if (has_room && own < STUDY_ROOMS_PER_SOCKET)
        return STATUS_OK;
    error_set(err, has_room ? "you are already in %d study rooms" : "this study room is full (%d)",
              has_room ? own : there);
    return STATUS_TOO_MANY;
}

Status study_room_enter(StudyRooms *all, WebSocket *socket, const UserRow *user, const char *game,
                        JsonWriter *reply, Error *err) {
    StudyRoom *room;
    Status status = check_capacity(all, socket, user->id, game, err);
    if (!status)
        status = find_or_open(all, user, game, &room, err);
    if (status)
        return status;
    room->idle_since_ms = 0;
    room->people_changed |= subscriptions_add(all->subscriptions, websocket_study_rooms(socket),
                                              socket, user->id, &room->game, false);
    write_room(all, room, reply);
    return STATUS_OK;
}

void study_room_leave(StudyRooms *all, WebSocket *socket, const char *game) {
    StudyRoom *room = study_room_find(all, game);
    if (!subscriptions_remove(all->subscriptions, websocket_study_rooms(socket), game) || !room)
        return;
    int there = 0;
    subscriptions_each(all->subscriptions, game, count_subscription, &there);
    room->idle_since_ms = there ? 0 : server_ms(all->server);
    room->people_changed = true;
}

void study_room_leave_all(StudyRooms *all, WebSocket *socket) {
    for (const Subscription *s; (s = *websocket_study_rooms(socket));) {
        GameId game = s->game;
        study_room_leave(all, socket, game.text);
    }
}

// ---- Actions

// Finds the room; fails if the user has not joined it here.
static Status find_joined(StudyRooms *all, const UserRow *user, const char *game, StudyRoom **out,
                          Error *err) {
    *out = study_room_find(all, game);
    if (*out && subscriptions_has(all->subscriptions, user->id, game))
        return (*out)->is_stale ? study_room_load(all, *out, err) : STATUS_OK;
    error_set(err, "join the study room first, with `together`");
    return STATUS_NOT_NOW;
}

static const char *const action_names[] = {
    [STUDY_ACTION_PLAY] = "play", [STUDY_ACTION_SHOW] = "go", [STUDY_ACTION_REMOVE] = "remove"};
static const char *const action_fields[] = {
    [STUDY_ACTION_PLAY] = "at", [STUDY_ACTION_SHOW] = "to", [STUDY_ACTION_REMOVE] = "node"};

static Status apply_action(SharedStudy *t, const StudyAction *d, Error *err) {
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

// "h8i9" becomes ["h8","i9"]: a letter begins a point.
static void write_point_array(JsonWriter *w, const char *points) {
    write_array(w, "points");
    for (size_t len; *points; points += len) {
        char point[MOVE_TEXT_SIZE];
        len = 1 + strspn(points + 1, "0123456789");
        snprintf(point, sizeof point, "%.*s", (int)len, points);
        write_text(w, NULL, point);
    }
    write_end_array(w);
}

static void compose_action(const UserRow *user, const StudyAction *d, Str *text) {
    JsonWriter w = json_writer_into(text);
    write_object(&w, NULL);
    write_text(&w, "by", user->name);
    write_object(&w, "command");
    write_text(&w, "do", action_names[d->kind]);
    write_number(&w, action_fields[d->kind], d->node);
    if (d->kind == STUDY_ACTION_PLAY)
        write_point_array(&w, d->points);
    write_end_object(&w);
    write_end_object(&w);
}

// The inverse of write_point_array.
static void add_points(const Json *points, Str *out) {
    for (const Json *p = points ? points->first : NULL; p; p = p->next)
        if (p->kind == JSON_STRING)
            str_add_text(out, p->text);
}

static bool apply_command(SharedStudy *study, const Json *command) {
    const char *word = json_text(command, "do");
    ScopedStr points = {0};
    Error ignored = {0};
    int64_t node = 0;
    int kind = 0;
    while (kind < COUNT(action_names) && (!word || strcmp(action_names[kind], word) != 0))
        kind++;
    const Json *at = kind < COUNT(action_names) ? json_find(command, action_fields[kind]) : NULL;
    if (!at || !json_integer(at, "node", 0, INT_MAX, &node, &ignored))
        return false;
    add_points(json_find(command, "points"), &points);
    return !apply_action(study, &(StudyAction){(StudyActionKind)kind, (int)node, str_text(&points)},
                         &ignored);
}

bool study_room_apply(StudyRoom *room, const PendingUpdate *update) {
    if (update->version != room->version + 1 || room->is_stale || room->pending > 0)
        return false;
    Arena arena = {0};
    const Json *action =
        json_parse_object(&arena, str_text(&update->action), update->action.len, NULL);
    const Json *command = action ? json_find(action, "command") : NULL;
    bool ok = update->action.len == 0 || (command && apply_command(room->study, command));
    arena_release(&arena);
    if (ok)
        room->version = update->version;
    return ok;
}

// ---- Telling the members. Each change takes one number, so that all instances count alike.

// `action` is an object, whose fields follow those of the update.
static void broadcast_action(const StudyRooms *all, StudyRoom *room, const char *action) {
    Str text = {0};
    begin_update(room, &text);
    str_add(&text, ",%s", action + 1);
    subscriptions_each(all->subscriptions, room->game.text, send_to, &text);
    str_release(&text);
}

// If a change was missed, or is told after a later one, a number is left out: then clients load the
// board again.
void study_room_tell(const StudyRooms *all, StudyRoom *room, const PendingUpdate *update) {
    if (update->version <= room->told)
        return;
    room->seq += update->version != room->told + 1;
    room->told = update->version;
    if (update->action.len > 0)
        broadcast_action(all, room, str_text(&update->action));
    else
        broadcast_people_in_room(all, room);
}

// ---- What members do

static Status try_action(StudyRooms *all, StudyRoom *room, const UserRow *user,
                         const StudyAction *action, Error *err) {
    People people = people_at(all, room->game.text);
    if (room->leader && room->leader != user->id && is_among(&people, room->leader)) {
        error_set(err, "somebody else is the leader");
        return STATUS_NOT_YOURS;
    }
    return apply_action(room->study, action, err);
}

Status study_room_act(StudyRooms *all, const UserRow *user, const char *game,
                      const StudyAction *action, Error *err) {
    StudyRoom *room;
    Status status = find_joined(all, user, game, &room, err);
    if (status)
        return status;
    status = try_action(all, room, user, action, err);
    if (status &&
        study_room_is_outdated(all, room)) { // the client may know more than this instance
        err->text[0] = '\0';
        status = study_room_load(all, room, err);
        if (!status)
            status = try_action(all, room, user, action, err);
    }
    if (status)
        return status;
    ScopedStr text = {0};
    compose_action(user, action, &text);
    study_room_add_update(all, room, &text);
    return STATUS_OK;
}

Status study_room_lead(StudyRooms *all, const UserRow *user, const char *game, bool on,
                       Error *err) {
    StudyRoom *room;
    Status status = find_joined(all, user, game, &room, err);
    if (status)
        return status;
    if (!is_player(room, user->id)) {
        error_set(err, "only the players of the game may lead");
        return STATUS_NOT_YOURS;
    }
    People people = people_at(all, game);
    if (on)
        room->leader = user->id;
    else if (room->leader == user->id || !is_among(&people, room->leader))
        room->leader = 0;
    study_room_add_update(all, room, &(Str){0});
    return STATUS_OK;
}

void study_rooms_tick(StudyRooms *all, int64_t now_ms) {
    study_rooms_keep_rows(all, now_ms);
    while (all->gathered_count > 0)
        announce(all, all->gathered[--all->gathered_count].text);
    for (int i = all->count - 1; i >= 0; i--) {
        broadcast_people(all, &all->rooms[i]);
        if (all->rooms[i].idle_since_ms &&
            now_ms - all->rooms[i].idle_since_ms > STUDY_ROOM_IDLE_S * 1000)
            drop(all, &all->rooms[i]);
    }
}

void study_rooms_free(StudyRooms *all) {
    if (!all)
        return;
    for (int i = 0; i < all->count; i++)
        shared_study_free(all->rooms[i].study);
    study_rooms_release_updates(all);
    mem_free(all->updates);
    mem_free(all->conflicts);
    mem_free(all->gathered);
    subscriptions_free(all->subscriptions);
    mem_free(all);
}
