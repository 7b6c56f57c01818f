#include "app/serve.h"

#include "base/file.h"
#include "base/json.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "server/server.h"

#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER_MAX = 16 << 20, PATIENCE_S = 30 };

// ---- The server that runs on a data folder

typedef struct {
    char host[80], port[8];
    const char *secret;
} Access;

// "http://127.0.0.1:8080", "http://[::1]:8080"
static bool parse_url(const char *url, Access *out) {
    static const char scheme[] = "http://";
    const char *host = url + strlen(scheme), *colon = strrchr(url, ':');
    if (strncmp(url, scheme, strlen(scheme)) != 0 || !colon || colon <= host)
        return false;
    bool v6 = *host == '[';
    int len = (int)(colon - host) - 2 * v6;
    if (len <= 0 || len >= (int)sizeof out->host || strlen(colon + 1) >= sizeof out->port)
        return false;
    snprintf(out->host, sizeof out->host, "%.*s", len, host + v6);
    snprintf(out->port, sizeof out->port, "%s", colon + 1);
    return true;
}

static bool find_server(const char *data, Arena *arena, Access *out, Error *err) {
    ScopedStr path = {0}, text = {0};
    server_admin_file(data, &path);
    if (access(str_text(&path), F_OK) != 0 && errno == ENOENT)
        return error_set(err, "no server is running on %.100s; --data names another folder", data);
    if (!file_read(str_text(&path), &text, err))
        return false;
    const Json *file = json_parse_object(arena, str_text(&text), text.len, err);
    const char *url = file ? json_text(file, "url") : NULL;
    out->secret = file ? json_text(file, "secret") : NULL;
    return (url && out->secret && parse_url(url, out)) ||
           error_set(err, "%.100s is damaged; restart the server", str_text(&path));
}

static int connect_to(const Access *server, Error *err) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    struct timeval patience = {.tv_sec = PATIENCE_S};
    int fd = -1;
    if (getaddrinfo(server->host, server->port, &hints, &found) == 0) {
        fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd >= 0 && connect(fd, found->ai_addr, found->ai_addrlen) != 0) {
            close(fd);
            fd = -1;
        }
        freeaddrinfo(found);
    }
    if (fd < 0) {
        error_set(err, "the server is not running: nothing answers at %s port %s", server->host,
                  server->port);
        return -1;
    }
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    return fd;
}

// The server closes the connection after the answer.
static bool read_answer(int fd, Str *out, Error *err) {
    char bytes[4096];
    ssize_t n;
    while ((n = recv(fd, bytes, sizeof bytes, 0)) > 0 && out->len < ANSWER_MAX)
        str_add_bytes(out, bytes, (size_t)n);
    return n == 0 ||
           error_set(err, "the server does not answer; check whether the change was made");
}

// The body of the answer, in *out.
static bool ask(const Access *server, const char *command, const char *body, Str *out, Error *err) {
    int fd = connect_to(server, err);
    if (fd < 0)
        return false;
    ScopedStr request = {0};
    bool v6 = strchr(server->host, ':') != NULL;
    str_add(&request,
            "POST /api/admin/%s HTTP/1.1\r\nHost: %s%s%s:%s\r\nAuthorization: Bearer %s\r\n"
            "Content-Type: application/json\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s",
            command, v6 ? "[" : "", server->host, v6 ? "]" : "", server->port, server->secret,
            strlen(body), body);
    bool ok = file_write_all(fd, "the server", str_text(&request), request.len, err) &&
              read_answer(fd, out, err);
    close(fd);
    const char *end = ok ? strstr(str_text(out), "\r\n\r\n") : NULL;
    if (ok && !end)
        return error_set(err, "the server does not answer; check whether the change was made");
    if (ok) {
        ScopedStr text = {0};
        str_add_text(&text, end + 4);
        str_clear(out);
        str_add_text(out, str_text(&text));
    }
    return ok;
}

// ---- Output

static const Json *field(const Json *object, const char *name) {
    return object ? json_find(object, name) : NULL;
}

static int64_t number_at(const Json *object, const char *name) {
    int64_t n = 0;
    const Json *j = field(object, name);
    return j && j->kind == JSON_NUMBER && number_parse(j->text, 0, INT64_MAX, &n, NULL) ? n : 0;
}

static const char *text_at(const Json *object, const char *name) {
    const Json *j = field(object, name);
    return j && j->kind == JSON_STRING ? j->text : "";
}

static bool flag_at(const Json *object, const char *name) {
    const Json *j = field(object, name);
    return j && j->kind == JSON_BOOLEAN && j->boolean;
}

// In local time; a dash if it never was.
static void add_time(int64_t ms, Str *out) {
    char text[40] = "-";
    time_t seconds = (time_t)(ms / 1000);
    struct tm local;
    if (ms && localtime_r(&seconds, &local))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
    str_add(out, "%-16s", text);
}

static void add_user(const Json *user, Str *out) {
    str_add(out, "%-20s %-8s ", text_at(user, "name"),
            flag_at(user, "bot") ? "bot" : text_at(user, "kind"));
    add_time(number_at(user, "created"), out);
    str_add_text(out, "  ");
    add_time(number_at(user, "used"), out);
    str_add(out, " %5lld %5lld %5lld", (long long)number_at(user, "won"),
            (long long)number_at(user, "lost"), (long long)number_at(user, "drawn"));
    str_add_text(out, flag_at(user, "online") ? "  online" : "");
    str_add_text(out, number_at(user, "banned") ? "  banned" : "");
    str_add_char(out, '\n');
}

static void add_user_heading(Str *out) {
    str_add(out, "%-20s %-8s %-16s  %-16s %5s %5s %5s\n", "name", "kind", "created", "last used",
            "won", "lost", "drawn");
}

static void add_games(const Json *answer, Str *out) {
    const Json *games = json_find(answer, "games");
    if (!games || !games->first) {
        str_add_text(out, "no unfinished games\n");
        return;
    }
    str_add(out, "%-13s %-8s %-20s %-20s %-10s %5s\n", "game", "state", "black", "white", "rules",
            "moves");
    for (const Json *g = games->first; g; g = g->next) {
        const char *names[2] = {"", ""};
        int seat = 0;
        const Json *seats = json_find(g, "seats");
        for (const Json *s = seats ? seats->first : NULL; s && seat < 2; s = s->next, seat++)
            names[!strcmp(text_at(s, "color"), "white")] = text_at(s, "name");
        str_add(out, "%-13s %-8s %-20s %-20s %-10s %5lld\n", text_at(g, "game"),
                text_at(g, "state"), names[0], names[1], text_at(g, "rules"),
                (long long)number_at(g, "ply"));
    }
}

static void add_ended(const Json *answer, Str *out) {
    str_add(out, "; ended %lld game%s", (long long)number_at(answer, "games_ended"),
            number_at(answer, "games_ended") == 1 ? "" : "s");
}

static void print_users(const Json *answer, Str *out) {
    const Json *users = json_find(answer, "users");
    if (!users || !users->first)
        str_add_text(out, "no such users\n");
    else
        add_user_heading(out);
    for (const Json *u = users ? users->first : NULL; u; u = u->next)
        add_user(u, out);
    if (json_text(answer, "next"))
        str_add(out, "there are more: add --first %s\n", text_at(answer, "next"));
}

static void print_user(const Json *answer, Str *out) {
    add_user_heading(out);
    add_user(json_find(answer, "user"), out);
    const Json *ratings = json_find(answer, "rating");
    for (const Json *r = ratings ? ratings->first : NULL; r; r = r->next)
        if (number_at(r, "games"))
            str_add(out, "rating %-12s %lld after %lld games\n", r->name,
                    (long long)number_at(r, "rating"), (long long)number_at(r, "games"));
    add_games(answer, out);
}

static void print_renamed(const Json *answer, Str *out) {
    str_add(out, "the name is now %s\n", text_at(json_find(answer, "user"), "name"));
}

static void print_banned(const Json *answer, Str *out) {
    str_add(out, "banned %s", text_at(json_find(answer, "user"), "name"));
    add_ended(answer, out);
    str_add_char(out, '\n');
}

static void print_unbanned(const Json *answer, Str *out) {
    str_add(out, "%s may log in again\n", text_at(json_find(answer, "user"), "name"));
}

static void print_deleted(const Json *answer, Str *out) {
    str_add(out, "deleted %s; past games show %s", text_at(answer, "deleted"),
            text_at(answer, "name"));
    add_ended(answer, out);
    str_add_char(out, '\n');
}

static void print_link(const Json *answer, Str *out) {
    str_add(out, "%s\nfor %s; works once, until ", text_at(answer, "link"),
            text_at(answer, "name"));
    add_time(number_at(answer, "expires"), out);
    str_add_char(out, '\n');
}

static void print_end(const Json *answer, Str *out) {
    const char *result = text_at(answer, "result");
    bool wins = !strcmp(result, "black") || !strcmp(result, "white");
    str_add(out, "game %s: %s\n", text_at(answer, "game"),
            !strcmp(result, "abort") ? "aborted"
            : wins                   ? result
                                     : "a draw");
    if (wins) {
        str_cut(out, out->len - 1);
        str_add_text(out, " wins\n");
    }
}

// Names come from the workers themselves.
static void add_column(const Json *row, const char *name, int width, Str *out) {
    char text[64];
    snprintf(text, sizeof text, "%s", text_at(row, name));
    utf8_make_printable(text);
    str_add(out, "%-*s ", width, text);
}

static void add_numbers(const Json *row, const char *const *names, int64_t divisor, Str *out) {
    for (int i = 0; names[i]; i++)
        str_add(out, " %8lld", (long long)(number_at(row, names[i]) / divisor));
}

static void add_workers(const Json *workers, Str *out) {
    static const char *const numbers[] = {"threads", "busy", "done", NULL};
    if (!workers || !workers->first) {
        str_add_text(out, "no workers\n");
        return;
    }
    str_add(out, "%-20s %-21s %-28s  %8s %8s %8s\n", "worker", "build", "kinds", "threads", "busy",
            "done");
    for (const Json *w = workers->first; w; w = w->next) {
        add_column(w, "name", 20, out);
        add_column(w, "build", 21, out);
        add_column(w, "kinds", 28, out);
        add_numbers(w, numbers, 1, out);
        str_add_char(out, '\n');
    }
}

static void print_workers(const Json *answer, Str *out) {
    static const char *const numbers[] = {"waiting", "leased", "failed", NULL}, *const ages[] = {
                                                                                    "oldest_ms",
                                                                                    "longest_ms",
                                                                                    NULL};
    const Json *jobs = json_find(answer, "jobs");
    add_workers(json_find(answer, "workers"), out);
    if (jobs && jobs->first)
        str_add(out, "\n%-20s  %8s %8s %8s %8s %8s\n", "jobs", "waiting", "running", "failed",
                "oldest s", "longest");
    for (const Json *j = jobs ? jobs->first : NULL; j; j = j->next) {
        add_column(j, "kind", 20, out);
        add_numbers(j, numbers, 1, out);
        add_numbers(j, ages, 1000, out);
        str_add_char(out, '\n');
    }
}

static void print_announced(const Json *answer, Str *out) {
    int64_t at = number_at(answer, "restart");
    str_add_text(out, at ? "announced for " : "called off");
    if (at)
        add_time(at, out);
    str_add(out, "; told %lld connections%s\n", (long long)number_at(answer, "sockets"),
            flag_at(answer, "others") ? " and the other servers of the database" : "");
}

static const struct {
    const char *command;
    void (*print)(const Json *answer, Str *out);
} printers[] = {
    {"users", print_users},         {"show", print_user},          {"rename", print_renamed},
    {"ban", print_banned},          {"unban", print_unbanned},     {"delete", print_deleted},
    {"reset-password", print_link}, {"games", add_games},          {"end", print_end},
    {"workers", print_workers},     {"announce", print_announced},
};

// If the server was killed, somebody else may listen on its port, and answer with escape sequences
// for the operator's terminal.
static void print_lines(Str *text) {
    Str lines = {0};
    for (char *line = text->data, *end; line && *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = '\0';
        utf8_make_printable(line);
        str_add(&lines, "%s\n", line);
    }
    str_release(text);
    print_and_release(&lines, stdout);
}

static bool print_answer(const AdminCommand *command, const Str *body, bool as_json, Error *err) {
    Arena arena = {0};
    Str out = {0};
    const Json *answer = json_parse_object(&arena, str_text(body), body->len, err);
    const Json *error = field(answer, "error");
    bool ok = answer != NULL;
    if (error)
        ok = error_set(err, "%s", text_at(error, "text"));
    utf8_make_printable(err->text);
    if (ok && as_json)
        str_add(&out, "%s\n", str_text(body));
    for (int i = 0; ok && !as_json && i < COUNT(printers); i++)
        if (!strcmp(printers[i].command, command->name))
            printers[i].print(answer, &out);
    print_lines(&out);
    arena_release(&arena);
    return ok;
}

// ---- The request

static const char *command_name(int i) {
    return admin_commands[i].name;
}

static bool check_operands(const AdminCommand *c, int given, Error *err) {
    int most = (c->fields[0] != NULL) + (c->fields[1] != NULL);
    if (given < c->needed || given > most)
        return error_set(err, "usage: pentad admin %s %s", c->name, c->operands);
    return true;
}

static bool write_operand(JsonWriter *w, const char *field, const char *value, Error *err) {
    int64_t minutes;
    if (strcmp(field, "minutes") != 0) {
        write_text(w, field, value);
        return true;
    }
    if (!strcmp(value, "off"))
        return true;
    if (!number_parse(value, 0, 24 * 60, &minutes, err))
        return error_set(err, "'%.20s': minutes from 0 to %d, or off", value, 24 * 60);
    write_number(w, field, minutes);
    return true;
}

static bool write_request(const AdminCommand *c, const CommandLine *line, Str *out, Error *err) {
    const AdminArgs *args = line->args;
    JsonWriter w = json_writer_into(out);
    bool ok = true;
    write_object(&w, NULL);
    for (int i = 1; i < line->argc && ok; i++)
        ok = write_operand(&w, c->fields[i - 1], line->argv[i], err);
    if (!strcmp(c->name, "users")) {
        write_flag(&w, "guests", args->guests);
        write_flag(&w, "banned", args->banned);
        if (args->limit)
            write_number(&w, "limit", args->limit);
        if (args->from)
            write_text(&w, "from", args->from);
    }
    write_end_object(&w);
    return ok;
}

static bool run(const AdminCommand *command, const AdminArgs *args, const char *body, Error *err) {
    ScopedStr answer = {0};
    Arena arena = {0};
    Access server;
    char *data = args->data ? mem_copy_text(args->data) : xdg_path(XDG_DATA, "server", err);
    bool ok = data && find_server(data, &arena, &server, err) &&
              ask(&server, command->name, body, &answer, err) &&
              print_answer(command, &answer, args->json, err);
    arena_release(&arena);
    mem_free(data);
    return ok;
}

int admin_run(const CommandLine *line) {
    const AdminArgs *args = line->args;
    ScopedStr body = {0};
    Error err = {0};
    int i = word_find(line->argv[0], "command", command_name, &err);
    const AdminCommand *command = i >= 0 ? &admin_commands[i] : NULL;
    if (!command || !check_operands(command, line->argc - 1, &err) ||
        !write_request(command, line, &body, &err))
        return subcommand_misuse(&cmd_admin, &err);
    if (!strcmp(command->name, "delete") && !args->yes) {
        error_set(&err, "this cannot be undone; if you are sure, add --yes");
        return subcommand_misuse(&cmd_admin, &err);
    }
    return run(command, args, str_text(&body), &err) ? EXIT_OK : subcommand_fail(&cmd_admin, &err);
}
