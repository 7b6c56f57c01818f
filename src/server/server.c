#include "server/inside.h"

#include "base/bytes.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "server/frames.h"
#include "server/logbook.h"
#include "server/secret.h"
#include "server/telling.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

enum { TIDY_MS = 3600 * 1000, TICK_MS = 100, SECOND_MS = 1000, GOODBYE_MS = 1000 };

static const int64_t session_unused_ms = 30LL * 24 * 3600 * 1000;

static void forget_guests(Server *s);

// ---- Time

int64_t server_ms(const Server *s) {
    (void)s;
    return clock_now_ms();
}

Now server_now(Server *s) {
    struct timespec wall;
    clock_gettime(CLOCK_REALTIME, &wall);
    Now now = {
        .server_ms = s->server_time_base + server_ms(s) - s->started_ms,
        .wall_ms = (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000,
    };
    hall_set_now(s->hall, now);
    return now;
}

// ---- Rounds

static bool commit(Server *s) {
    Error err = {0};
    if (!store_has_batch(s->store))
        return true;
    bool written = store_commit(s->store, &err);
    s->counters.commits++;
    s->counters.failed_commits += !written;
    if (written == s->cannot_write)
        log_event(written ? "writes_again" : "cannot_write", written ? NULL : "why", err.text);
    s->cannot_write = !written;
    return written;
}

// Who is told may be a level, whose answer begins the next round: the loop comes by again.
void server_end_round(Server *s) {
    bool written = commit(s);
    if (!written)
        forget_telling(s);
    sockets_release_replies(s, written);
    if (written)
        tell_changes(s);
    http_release_held(s, written);
    sockets_flush(s);
}

static void ignore_idle(uv_idle_t *handle) {
    (void)handle;
}

// The end of a round may begin the next one: then the loop must not wait.
static void before_waiting(uv_prepare_t *handle) {
    Server *s = handle->data;
    server_end_round(s);
    if (s->guests_due && !store_has_batch(s->store))
        forget_guests(s);
    if (store_has_batch(s->store))
        uv_idle_start(&s->hurry, ignore_idle);
    else
        uv_idle_stop(&s->hurry);
}

// ---- Now and then

// A few users a second, once an hour all of them.
static void forget_guests(Server *s) {
    Error err = {0};
    s->guests_due = false;
    int64_t before = server_now(s).wall_ms - session_unused_ms;
    if (!people_forget_guests(s->store, &s->guests_after, before, &err))
        log_event("guests_not_forgotten", "why", err.text);
}

// Sessions that nobody used for long; then guests who have none any more.
static bool forget_sessions(Server *s, Error *err) {
    s->tidied_ms = server_ms(s);
    s->guests_due = true;
    return session_forget_unused(s->store, server_now(s).wall_ms - session_unused_ms, err);
}

static void note_socket(void *context, Socket *socket) {
    Server *s = context;
    attendance_note(s->attendance, socket_user(socket), server_ms(s));
}

static bool is_here(void *context, UserId user) {
    const Server *s = context;
    return attendance_has(s->attendance, user, server_ms(s));
}

static void each_second(Server *s, int64_t now_ms) {
    Error told_by_commit = {0};
    if (now_ms - s->tidied_ms > TIDY_MS)
        forget_sessions(s, &told_by_commit);
    s->guests_due |= s->guests_after > 0;
    s->time_kept_ms = now_ms;
    hall_keep_time(s->hall);
    sockets_tick(s, now_ms);
    sockets_each(s, note_socket, s);
    s->lobby_changed |= hall_check_waiting(s->hall, is_here, s);
    gatherings_tick(s->gatherings, now_ms);
    http_wake_overdue(s, now_ms);
    http_hang_up_overdue(s->http, now_ms);
}

static void tick(uv_timer_t *timer) {
    Server *s = timer->data;
    int64_t now_ms = server_ms(s);
    server_now(s);
    hall_check_flags(s->hall);
    thinkers_tick(s->thinkers, now_ms);
    tell_lobby(s);
    if (now_ms - s->time_kept_ms >= SECOND_MS)
        each_second(s, now_ms);
    if (s->stopping && s->passwords == 0 &&
        (s->sockets.count == 0 || now_ms - s->stopped_ms > GOODBYE_MS))
        uv_stop(&s->loop);
}

// ---- Stopping

void server_stop(Server *s) {
    if (s->stopping)
        return;
    s->stopping = true;
    s->stopped_ms = server_ms(s);
    log_lifecycle("stopping", NULL, NULL);
    http_stop_listening(s->http);
    hall_keep_time(s->hall);
    server_end_round(s);
    http_wake_overdue(s, INT64_MAX);
    sockets_close_all(s, CLOSE_GOING_AWAY);
}

static void reload_pages(Server *s) {
    Error err = {0};
    Pages *pages = s->options.pages ? pages_load(s->options.pages, &err) : NULL;
    if (!pages) {
        log_event("pages_not_loaded", "why", err.text);
        return;
    }
    pages_free(s->pages);
    s->pages = pages;
    log_event("pages_loaded", NULL, NULL);
}

static void on_signal(uv_signal_t *handle, int signal) {
    Server *s = handle->data;
    if (signal == SIGHUP)
        reload_pages(s);
    else
        server_stop(s);
}

// ---- Starting

void server_database_path(const char *data, Str *out) {
    str_add(out, "%s/pentad.db", data);
}

static bool make_folder(const char *path, Error *err) {
    for (const char *at = path + 1;; at++) {
        if (*at && *at != '/')
            continue;
        Str part = {0};
        str_add_bytes(&part, path, (size_t)(at - path));
        bool there = mkdir(str_text(&part), S_IRWXU) == 0 || errno == EEXIST;
        str_release(&part);
        if (!there)
            return error_set(err, "%.100s: %s", path, strerror(errno));
        if (!*at)
            return true;
    }
}

static bool open_data(Server *s, Error *err) {
    if (!make_folder(s->options.data, err))
        return false;
    Str path = {0};
    server_database_path(s->options.data, &path);
    s->store = store_open(str_text(&path), err);
    str_release(&path);
    s->hall = s->store ? hall_new(s->store, s->randomness, err) : NULL;
    if (!s->hall)
        return false;
    s->server_time_base = hall_time(s->hall);
    return forget_sessions(s, err) && store_commit(s->store, err);
}

static bool set_origin(Server *s, Error *err) {
    const char *origin = s->options.origin;
    if (!origin)
        return true;
    s->secure = !strncmp(origin, "https://", 8);
    size_t scheme = s->secure ? 8 : 7;
    if ((!s->secure && strncmp(origin, "http://", 7) != 0) || strlen(origin) >= sizeof s->origin ||
        !origin[scheme] || strchr(origin + scheme, '/'))
        return error_set(err, "an origin looks like https://example.org, without a path");
    snprintf(s->origin, sizeof s->origin, "%s", origin);
    return true;
}

// As many sockets as the system allows; what it grants at first is often 1,024.
static void allow_many_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void begin_on_loop(Server *s) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    uv_prepare_init(&s->loop, &s->before_waiting);
    uv_timer_init(&s->loop, &s->tick);
    uv_idle_init(&s->loop, &s->hurry);
    s->before_waiting.data = s->tick.data = s;
    uv_prepare_start(&s->before_waiting, before_waiting);
    uv_timer_start(&s->tick, tick, TICK_MS, TICK_MS);
    for (int i = 0; i < 3; i++) {
        uv_signal_init(&s->loop, &s->signals[i]);
        s->signals[i].data = s;
        uv_signal_start(&s->signals[i], on_signal, signals[i]);
    }
}

static void ask_for_levels(void *context, const GameId *game) {
    thinkers_ask(context, game);
}

static void format_url(const Server *s, char *out, size_t size) {
    bool v6 = strchr(s->options.address, ':') != NULL;
    if (*s->origin)
        snprintf(out, size, "%s", s->origin);
    else
        snprintf(out, size, "http://%s%s%s:%d", v6 ? "[" : "", s->options.address, v6 ? "]" : "",
                 http_port(s->http));
}

static void end_on_loop(Server *s) {
    sockets_drop_all(s);
    thinkers_stop(s->thinkers);
    uv_prepare_stop(&s->before_waiting);
    uv_run(&s->loop, UV_RUN_NOWAIT);
    http_stop(s->http);
    uv_close((uv_handle_t *)&s->before_waiting, NULL);
    uv_close((uv_handle_t *)&s->tick, NULL);
    uv_close((uv_handle_t *)&s->hurry, NULL);
    for (int i = 0; i < 3; i++)
        uv_close((uv_handle_t *)&s->signals[i], NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
}

static bool run(Server *s, void (*ready)(const char *url), Error *err) {
    s->http = http_start(s, err);
    if (!s->http)
        return false;
    begin_on_loop(s);
    hall_each_level_to_move(s->hall, ask_for_levels, s->thinkers);
    char url[160];
    format_url(s, url, sizeof url);
    log_lifecycle("started", "url", url);
    ready(url);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    end_on_loop(s);
    log_lifecycle("stopped", NULL, NULL);
    return true;
}

static void release(Server *s) {
    thinkers_free(s->thinkers);
    analyses_free(s->analyses);
    gatherings_free(s->gatherings);
    limiter_free(s->limiter);
    audience_free(s->audience);
    attendance_free(s->attendance);
    pages_free(s->pages);
    hall_free(s->hall);
    store_close(s->store);
    mem_free(s->said);
    uv_loop_close(&s->loop);
    mem_free(s);
}

// Findings of another program are no answer: it may think otherwise.
static Analyses *open_analyses(Server *s) {
    Str bytes = {0};
    Error ignored = {0};
    char engine[64];
    file_read(s->options.program, &bytes, &ignored);
    snprintf(engine, sizeof engine, "%s %08lx", PENTAD_VERSION,
             (unsigned long)bytes_crc(str_text(&bytes), bytes.len));
    str_release(&bytes);
    return analyses_new(s, engine);
}

bool server_run(const ServerOptions *options, void (*ready)(const char *url), Error *err) {
    Server *s = mem_alloc(sizeof *s);
    s->options = *options;
    s->randomness = secret_randomness();
    s->started_ms = clock_now_ms();
    s->audience = audience_new();
    s->attendance = attendance_new();
    uint64_t seed;
    s->randomness.fill(s->randomness.context, &seed, sizeof seed);
    s->limiter = limiter_new(seed, options->crowd);
    s->thinkers = thinkers_new(s, options->thinkers);
    s->analyses = open_analyses(s);
    s->gatherings = gatherings_new(s);
    uv_loop_init(&s->loop);
    signal(SIGPIPE, SIG_IGN);
    allow_many_files();
    bool ok = set_origin(s, err) && open_data(s, err);
    if (ok && options->pages) {
        s->pages = pages_load(options->pages, err);
        ok = s->pages != NULL;
    }
    ok = ok && run(s, ready, err);
    release(s);
    return ok;
}
