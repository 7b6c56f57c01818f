// The routes of `pentad admin`: users, their games, workers, announcements. They run on the event
// loop like every other request, so that what they change is in memory and in the database at once,
// is committed with its round, and is told to clients.
#include "server/http/routes.h"

#include "base/mem.h"
#include "base/number.h"
#include "games/rating.h"
#include "server/accounts/secret.h"
#include "server/log.h"
#include "server/server_internal.h"
#include "server/websocket/frames.h"

#include <string.h>

enum { USERS_MAX = 1000, GAMES_MAX = 1000, RESET_HOURS = 24, RESTART_MINUTES_MAX = 24 * 60 };

typedef struct {
    const char *user, *name, *game, *result, *prefix, *from;
    int limit, minutes;
    bool guests, banned;
} Body;

static const JsonField fields[] = {
    {"user", JSON_FIELD_TEXT, offsetof(Body, user), 0, 0},
    {"name", JSON_FIELD_TEXT, offsetof(Body, name), 0, 0},
    {"game", JSON_FIELD_TEXT, offsetof(Body, game), 0, 0},
    {"result", JSON_FIELD_TEXT, offsetof(Body, result), 0, 0},
    {"prefix", JSON_FIELD_TEXT, offsetof(Body, prefix), 0, 0},
    {"from", JSON_FIELD_TEXT, offsetof(Body, from), 0, 0},
    {"limit", JSON_FIELD_NUMBER, offsetof(Body, limit), 1, USERS_MAX},
    {"minutes", JSON_FIELD_NUMBER, offsetof(Body, minutes), 0, RESTART_MINUTES_MAX},
    {"guests", JSON_FIELD_FLAG, offsetof(Body, guests), 0, 0},
    {"banned", JSON_FIELD_FLAG, offsetof(Body, banned), 0, 0},
    {0},
};

typedef struct {
    Server *server;
    Request *request;
    const Body *in;
    JsonWriter *out; // fields of the response
} Call;

static void log_action(const char *command, const char *key, const char *value) {
    LogLine l;
    log_begin(&l, "admin");
    write_text(&l.writer, "command", command);
    write_text(&l.writer, key, value);
    log_end(&l);
}

// ---- Users

static Status find_user(const Call *c, UserRow *out, Error *err) {
    ScopedStr folded = {0};
    username_fold(c->in->user, &folded);
    if (!user_find_by_name(c->server->store, str_text(&folded), out, err)) {
        if (*err->text)
            return STATUS_UNAVAILABLE;
        error_set(err, "there is no user '%.80s'", c->in->user);
        return STATUS_NOT_FOUND;
    }
    if (out->kind != USER_LEVEL)
        return STATUS_OK;
    error_set(err, "%s is not a person, but a level of the program", out->name);
    return STATUS_BAD_VALUE;
}

static Status find_account(const Call *c, UserRow *out, Error *err) {
    Status status = find_user(c, out, err);
    if (status || out->kind == USER_ACCOUNT)
        return status;
    error_set(err, "%s has no account", out->name);
    return STATUS_BAD_VALUE;
}

static void write_time(JsonWriter *w, const char *name, int64_t at) {
    if (at > 0)
        write_number(w, name, at);
    else
        write_null(w, name);
}

static void write_user(JsonWriter *w, const char *key, const Call *c, const UserRow *user) {
    Error reported_by_commit = {0};
    write_object(w, key);
    write_text(w, "name", user->name);
    write_text(w, "kind", user_kind_name(user->kind));
    write_flag(w, "bot", user->is_bot);
    write_flag(w, "online",
               presence_is_online(c->server->presence, user->id, server_ms(c->server)));
    write_time(w, "banned", user->banned);
    write_number(w, "created", user->created);
    write_time(w, "used", login_session_last_used(c->server->store, user->id, &reported_by_commit));
    write_number(w, "won", user->won);
    write_number(w, "lost", user->lost);
    write_number(w, "drawn", user->drawn);
    write_end_object(w);
}

typedef struct {
    const Call *call;
    Str prefix; // folded
    UserRow rows[USERS_MAX + 1];
    int count;
} UserList;

static void collect_user(void *context, const UserRow *user) {
    UserList *list = context;
    list->rows[list->count++] = *user;
}

static bool has_prefix(const UserRow *user, const Str *prefix) {
    ScopedStr folded = {0};
    username_fold(user->name, &folded);
    return !strncmp(str_text(&folded), str_text(prefix), prefix->len);
}

static Status list_users(const Call *c, Error *err) {
    UserList *list = mem_alloc(sizeof *list);
    ScopedStr from = {0};
    int limit = c->in->limit ? c->in->limit : 100;
    username_fold(c->in->prefix ? c->in->prefix : "", &list->prefix);
    username_fold(c->in->from ? c->in->from : str_text(&list->prefix), &from);
    UserQuery query = {.guests = c->in->guests,
                       .only_banned = c->in->banned,
                       .from = str_text(&from),
                       .limit = limit + 1};
    bool ok = user_each(c->server->store, &query, collect_user, list, err);
    int i = 0;
    write_array(c->out, "users");
    for (; i < list->count && i < limit && has_prefix(&list->rows[i], &list->prefix); i++)
        write_user(c->out, NULL, c, &list->rows[i]);
    write_end_array(c->out);
    bool more = i < list->count && has_prefix(&list->rows[i], &list->prefix);
    write_text(c->out, "next", more ? list->rows[i].name : NULL);
    str_release(&list->prefix);
    mem_free(list);
    return ok ? STATUS_OK : STATUS_UNAVAILABLE;
}

static void write_game(void *context, const GameSummary *summary) {
    game_summary_write(context, summary, 0);
}

static void write_games(const Call *c, const UserRow *user) {
    write_array(c->out, "games");
    registry_list(c->server->registry, user ? GAME_LIST_MINE : GAME_LIST_ACTIVE,
                  user ? user->id : 0, GAMES_MAX, write_game, c->out);
    write_end_array(c->out);
}

static Status show_user(const Call *c, Error *err) {
    UserRow user;
    Status status = find_user(c, &user, err);
    if (status)
        return status;
    write_user(c->out, "user", c, &user);
    ratings_write(c->out, "rating", c->server->store, user.id);
    write_games(c, &user);
    return STATUS_OK;
}

// A new connection tells the page who it is.
static Status rename_user(const Call *c, Error *err) {
    UserRow user, other;
    ScopedStr folded = {0};
    Status status = find_account(c, &user, err);
    if (!status)
        status = username_check(c->in->name, err);
    if (status)
        return status;
    username_fold(c->in->name, &folded);
    store_lock_round(c->server->store); // nobody else takes the name
    if (user_find_by_name(c->server->store, str_text(&folded), &other, err) &&
        other.id != user.id) {
        error_set(err, "the name %.80s is taken", other.name);
        return STATUS_NAME_TAKEN;
    }
    char old_name[NAME_SIZE];
    snprintf(old_name, sizeof old_name, "%s", user.name);
    snprintf(user.name, sizeof user.name, "%s", c->in->name);
    if (!user_update(c->server->store, &user, str_text(&folded), NULL, err))
        return STATUS_UNAVAILABLE;
    registry_rename_invited(c->server->registry, old_name, user.name);
    websockets_end_session(c->server, user.id, 0, 0, CLOSE_GOING_AWAY);
    log_action("rename", "user", user.name);
    write_user(c->out, "user", c, &user);
    return STATUS_OK;
}

// Ends everything the user has open. The sockets are closed at the end of the round, after the
// commit.
static int remove_user(const Call *c, const UserRow *user) {
    int ended = registry_remove_player(c->server->registry, user->id);
    websockets_end_session(c->server, user->id, 0, 0, CLOSE_POLICY);
    c->server->lobby_changed = true;
    return ended;
}

static Status ban_user(const Call *c, Error *err) {
    UserRow user;
    Status status = find_user(c, &user, err);
    if (status)
        return status;
    if (!user.banned)
        user.banned = server_now(c->server).wall_ms;
    if (!user_set_banned(c->server->store, user.id, user.banned, err) ||
        !login_session_delete_others(c->server->store, user.id, 0, err) ||
        !password_reset_delete(c->server->store, user.id, err))
        return STATUS_UNAVAILABLE;
    int ended = remove_user(c, &user);
    log_action("ban", "user", user.name);
    write_user(c->out, "user", c, &user);
    write_number(c->out, "games_ended", ended);
    return STATUS_OK;
}

static Status unban_user(const Call *c, Error *err) {
    UserRow user;
    Status status = find_user(c, &user, err);
    if (status)
        return status;
    if (!user.banned) {
        error_set(err, "%s is not banned", user.name);
        return STATUS_NOT_NOW;
    }
    user.banned = 0;
    if (!user_set_banned(c->server->store, user.id, 0, err))
        return STATUS_UNAVAILABLE;
    log_action("unban", "user", user.name);
    write_user(c->out, "user", c, &user);
    return STATUS_OK;
}

static Status delete_user(const Call *c, Error *err) {
    UserRow user;
    Status status = find_user(c, &user, err);
    if (status)
        return status;
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "%s", user.name);
    int ended = remove_user(c, &user); // with its ratings: the opponents' count
    if (!user_anonymize(c->server->store, &user, err))
        return STATUS_UNAVAILABLE;
    registry_rename_invited(c->server->registry, name, user.name);
    registry_decline_invitations(c->server->registry, user.name);
    log_action("delete", "user", user.name);
    write_text(c->out, "deleted", name);
    write_text(c->out, "name", user.name);
    write_number(c->out, "games_ended", ended);
    return STATUS_OK;
}

static Status reset_password(const Call *c, Error *err) {
    UserRow user;
    Status status = find_account(c, &user, err);
    if (status)
        return status;
    if (user.banned) {
        error_set(err, "%s is banned; unban first", user.name);
        return STATUS_NOT_NOW;
    }
    Secret secret = secret_new(c->server->randomness);
    SecretHash hash = secret_hash(secret.text);
    int64_t expires = server_now(c->server).wall_ms + RESET_HOURS * 3600LL * 1000;
    if (!password_reset_add(c->server->store, &hash, user.id, expires, err))
        return STATUS_UNAVAILABLE;
    log_action("reset-password", "user", user.name);
    // After a #, so that no log of a proxy has it.
    ScopedStr link = {0};
    server_add_url(c->server, &link);
    str_add(&link, "/reset#%s", secret.text);
    write_text(c->out, "name", user.name);
    write_text(c->out, "link", str_text(&link));
    write_number(c->out, "expires", expires);
    return STATUS_OK;
}

// ---- Games

static Status list_games(const Call *c, Error *err) {
    UserRow user;
    Status status = c->in->user ? find_user(c, &user, err) : STATUS_OK;
    if (!status)
        write_games(c, c->in->user ? &user : NULL);
    return status;
}

static Status end_game(const Call *c, Error *err) {
    static const char *const results[] = {
        [ADJUDICATE_ABORT] = "abort",
        [ADJUDICATE_BLACK] = "black",
        [ADJUDICATE_WHITE] = "white",
        [ADJUDICATE_DRAW] = "draw",
    };
    int how = 0;
    while (how < COUNT(results) && strcmp(results[how], c->in->result) != 0)
        how++;
    if (how == COUNT(results)) {
        error_set(err, "'%.20s' is no result: abort, black, white or draw", c->in->result);
        return STATUS_BAD_VALUE;
    }
    Status status = registry_adjudicate(c->server->registry, c->in->game, (Adjudication)how, err);
    if (status)
        return status;
    log_action("end", "game", c->in->game);
    write_text(c->out, "game", c->in->game);
    write_text(c->out, "result", results[how]);
    return STATUS_OK;
}

// ---- Announcements

static Status announce(const Call *c, Error *err) {
    (void)err;
    Server *s = c->server;
    char minutes[16];
    int64_t at = c->in->minutes < 0 ? 0 : server_now(s).wall_ms + c->in->minutes * 60000LL;
    snprintf(minutes, sizeof minutes, "%d", c->in->minutes);
    log_action("announce", "minutes", c->in->minutes < 0 ? "off" : minutes);
    broadcast_restart(s, at);
    write_time(c->out, "restart", at);
    write_number(c->out, "sockets", s->sockets.count);
    write_flag(c->out, "others", store_is_shared(s->store));
    return STATUS_OK;
}

// ---- Workers

static Status list_workers(const Call *c, Error *err) {
    return lab_write_workers(c->request, c->out, err);
}

// ---- The table

static const struct {
    const char *name, *takes;
    Status (*run)(const Call *c, Error *err);
} commands[] = {
    {"users", "prefix? from? limit? guests? banned?", list_users},
    {"show", "user", show_user},
    {"rename", "user name", rename_user},
    {"ban", "user", ban_user},
    {"unban", "user", unban_user},
    {"delete", "user", delete_user},
    {"reset-password", "user", reset_password},
    {"games", "user?", list_games},
    {"end", "game result", end_game},
    {"workers", "", list_workers},
    {"announce", "minutes?", announce},
};

Status route_admin(Request *r, Error *err) {
    const char *name = r->path.parts[2];
    int i = 0;
    while (i < COUNT(commands) && strcmp(commands[i].name, name) != 0)
        i++;
    if (i == COUNT(commands)) {
        error_set(err, "this server does not know the command '%.40s'", name);
        return STATUS_NOT_FOUND;
    }
    Body body = {.minutes = -1};
    if (!request_fields(r, fields, commands[i].takes, &body, err))
        return STATUS_MALFORMED;
    JsonWriter w = json_writer_into(&r->response);
    write_object(&w, NULL);
    Status status = commands[i].run(&(Call){r->server, r, &body, &w}, err);
    write_end_object(&w);
    if (!status && body.game) // done again if another instance changes it at the same time
        snprintf(r->read_game.text, sizeof r->read_game.text, "%s", body.game);
    return status;
}
