#include "server/server_internal.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/options.h"
#include "base/str.h"
#include "server/accounts/secret.h"
#include "server/http/http_validate.h"
#include "server/live/subscriptions.h"
#include "server/log.h"
#include "server/sandbox/sandbox.h"
#include "server/websocket/frames.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    CLEANUP_MS = 3600 * 1000,
    TICK_MS = 100,
    SECOND_MS = 1000,
    ONLINE_EVERY_MS = 5000,
    CLOSE_TIMEOUT_MS = 1000
};

static void expire_guests(Server *s);
static void keep_server_time(Server *s);
static void reload(Server *s);

// ---- Time

int64_t server_ms(const Server *s) {
    (void)s;
    return clock_now_ms();
}

Timestamp server_now(Server *s) {
    struct timespec wall;
    clock_gettime(CLOCK_REALTIME, &wall);
    Timestamp now = {
        .clock_ms = s->server_time_base + server_ms(s) - s->started_ms,
        .wall_ms = (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000,
    };
    if (store_is_shared(s->store)) { // all instances by one clock
        now.wall_ms = store_clock_ms(s->store);
        now.clock_ms = now.wall_ms + s->clock_offset;
    }
    if (s->is_disconnected || !store_is_connected(s->store)) // nobody can move
        now.clock_ms = s->clock_ms;
    s->clock_ms = now.clock_ms > s->clock_ms ? now.clock_ms : s->clock_ms;
    now.clock_ms = s->clock_ms;
    registry_set_time(s->registry, now);
    return now;
}

int64_t server_session_expiry(Server *s) {
    return session_clock_expiry(&s->session_clock, server_now(s).wall_ms, server_ms(s));
}

// ---- Group commit

static bool commit(Server *s) {
    Error err = {0};
    if (!store_in_transaction(s->store))
        return true;
    int64_t began_ns = clock_now_ns();
    study_rooms_write(s->study_rooms);
    bool written = store_commit(s->store, &err);
    metrics_observe(&s->metrics, LATENCY_COMMIT, clock_now_ns() - began_ns);
    s->counters.commits++;
    s->counters.failed_commits += !written;
    if (written == s->cannot_write)
        log_event(written ? "writes_again" : "cannot_write", written ? NULL : "why", err.text);
    s->cannot_write = !written;
    return written;
}

static bool next_conflict(Server *s, GameId *game, bool *is_locked) {
    if (registry_next_conflict(s->registry, game, is_locked))
        return true;
    *is_locked = false;
    return study_rooms_next_conflict(s->study_rooms, game);
}

// Another instance has changed some games at the same time, or has their rows locked: their
// requests are handled again.
static void set_conflicts_aside(Server *s) {
    bool is_locked;
    for (GameId game; next_conflict(s, &game, &is_locked); s->counters.conflicts++) {
        websockets_set_aside(s, &game, is_locked);
        http_set_aside(s, &game, is_locked);
    }
}

static void wake_loop(uv_timer_t *timer) {
    (void)timer; // before_poll does the rest
}

static void retry_conflicts(Server *s) {
    int64_t now_ms = server_ms(s);
    int64_t next_ms = websockets_retry(s, now_ms), by_http_ms = http_retry(s, now_ms);
    next_ms = by_http_ms < next_ms ? by_http_ms : next_ms;
    if (next_ms != INT64_MAX)
        uv_timer_start(&s->retry, wake_loop, (uint64_t)(next_ms - now_ms), 0);
}

// Group commit: one fsync for everything of this loop iteration, then the replies and broadcasts
// that waited for it. Broadcasting may ask a level for its move, whose answer belongs to a later
// iteration; so do requests that are handled again.
void server_end_iteration(Server *s) {
    bool written = commit(s);
    metrics_end_round(&s->metrics, written, clock_now_ns());
    if (!written)
        broadcast_discard(s);
    set_conflicts_aside(s);
    websockets_release_replies(s, written);
    if (written)
        broadcast_changes(s);
    http_send_held(s, written);
    retry_conflicts(s);
    websockets_flush(s);
}

void server_limit_iteration(Server *s) {
    enum { WRITING_MS = 50 };
    if (!s->is_waiting && store_transaction_ms(s->store) >= WRITING_MS)
        server_end_iteration(s);
}

// What came while the server waited for the database.
static void run_deferred(uv_idle_t *handle) {
    websockets_run_deferred(handle->data);
    http_run_deferred(handle->data);
}

// The time since the loop last came here, less what it waited for input.
static void observe_round(Server *s) {
    Metrics *m = &s->metrics;
    int64_t now_ns = clock_now_ns(), idle_ns = (int64_t)uv_metrics_idle_time(&s->loop);
    if (m->round_began_ns)
        metrics_observe(m, LATENCY_ROUND, now_ns - m->round_began_ns - (idle_ns - m->idle_ns));
    m->round_began_ns = now_ns;
    m->idle_ns = idle_ns;
}

// Runs before the loop blocks in poll. Ending the iteration may have written again, and waiting for
// the database may have deferred requests; then the idle handle keeps the loop from blocking.
static void before_poll(uv_prepare_t *handle) {
    Server *s = handle->data;
    server_end_iteration(s);
    if (s->guest_cleanup_due && !store_in_transaction(s->store))
        expire_guests(s);
    mem_has_reserve(); // takes it back as soon as it can
    if (!store_in_transaction(s->store))
        broadcast_notes(s);
    websockets_flush(s);
    if (store_in_transaction(s->store) || s->sockets.deferred_count > 0 || http_has_deferred(s))
        uv_idle_start(&s->idle, run_deferred);
    else
        uv_idle_stop(&s->idle);
    observe_round(s);
}

// ---- Periodic work

// Expires guests in small batches; a full pass starts every hour.
static void expire_guests(Server *s) {
    Error err = {0};
    s->guest_cleanup_due = false;
    int64_t before = server_session_expiry(s);
    if (!user_delete_unused_guests(s->store, &s->guest_cursor, before, &err))
        log_event("guests_not_expired", "why", err.text);
}

// Ends sessions that were not used for 30 days; guests without a session follow.
static bool expire_sessions(Server *s, Error *err) {
    s->cleanup_ms = server_ms(s);
    s->guest_cleanup_due = true;
    return login_session_delete_unused(s->store, server_session_expiry(s), err);
}

static void touch_presence(void *context, WebSocket *socket) {
    Server *s = context;
    presence_note(s->presence, websocket_user(socket), server_ms(s));
}

// A user is at a game while a socket watches it, or while requests come: bots have no socket.
static bool is_here(void *context, UserId user, const GameId *game) {
    const Server *s = context;
    if (!game)
        return presence_is_online(s->presence, user, server_ms(s));
    return subscriptions_has(s->subscriptions, user, game->text) ||
           remote_presence_has(s->remote_presence, user, game->text) ||
           presence_is_polling(s->presence, user, server_ms(s));
}

static void mark_presence(void *context, const GameId *game) {
    subscriptions_mark_presence(((Server *)context)->subscriptions, game->text);
}

// Once a second, as it may change often.
static void log_memory(Server *s) {
    bool is_short = !mem_has_reserve();
    if (is_short != s->short_of_memory)
        log_event(is_short ? "short_of_memory" : "enough_memory", NULL, NULL);
    s->short_of_memory = is_short;
}

static void request_level_move(void *context, const GameId *game) {
    worker_pool_request_move(context, game);
}

static void save_each_second(Server *s, int64_t now_ms) {
    Error reported_by_commit = {0};
    log_memory(s);
    store_heartbeat(s->store);
    keep_server_time(s);
    remote_presence_tick(s->remote_presence, s->store, now_ms);
    if (store_is_leader(s->store)) {
        if (now_ms - s->cleanup_ms > CLEANUP_MS)
            expire_sessions(s, &reported_by_commit);
        s->guest_cleanup_due |= s->guest_cursor > 0;
        registry_save_clock(s->registry);
    }
    if (store_is_shared(s->store))
        registry_each_level_to_move(s->registry, request_level_move, s->workers);
    s->lobby_changed |= registry_check_presence(s->registry, is_here, mark_presence, s);
}

// If the server stood still, what clients have sent meanwhile was not read yet: they are not late.
// While it waited for the database, it was.
static void extend_deadlines(Server *s, int64_t now_ms) {
    int64_t late_ms = now_ms - s->second_ms - SECOND_MS - s->waited_ms;
    s->waited_ms = 0;
    if (s->second_ms == 0 || late_ms < SECOND_MS)
        return;
    connections_extend(http_connections(s->http), late_ms);
    websockets_extend(s, late_ms);
}

static void each_second(Server *s, int64_t now_ms) {
    extend_deadlines(s, now_ms);
    s->second_ms = now_ms;
    websockets_tick(s, now_ms);
    websockets_each(s, touch_presence, s);
    if (!s->is_disconnected)
        save_each_second(s, now_ms);
    if (now_ms - s->lobby_sent_ms >= ONLINE_EVERY_MS)
        s->lobby_changed |= presence_fingerprint(s->presence, now_ms) != s->lobby_online;
    study_rooms_tick(s->study_rooms, now_ms);
    http_wake_timed_out(s, now_ms);
    http_tick(s->http, now_ms);
}

// ---- Several instances on one database

// The first instance continues the clock where the last one has left it; the others follow it.
static bool set_server_time(Server *s, Error *err) {
    s->server_time_base = registry_clock_ms(s->registry);
    if (!store_is_shared(s->store))
        return true;
    int64_t offset = s->server_time_base - store_clock_ms(s->store);
    if (store_is_first(s->store) && s->clock_ms == 0 &&
        !store_put_value(s->store, CLOCK_OFFSET_VALUE, offset, err))
        return false;
    return store_find_value(s->store, CLOCK_OFFSET_VALUE, &s->clock_offset) ||
           error_set(err, "the database does not say how late it is");
}

// Somebody has set the database's clock: games must not notice.
static void keep_server_time(Server *s) {
    Error reported_by_commit = {0};
    char text[24];
    int64_t step;
    if (!store_take_clock_step(s->store, &step))
        return;
    store_find_value(s->store, CLOCK_OFFSET_VALUE, &s->clock_offset);
    if (!step)
        return;
    s->clock_offset -= step;
    store_put_value(s->store, CLOCK_OFFSET_VALUE, s->clock_offset, &reported_by_commit);
    snprintf(text, sizeof text, "%lld", (long long)step);
    log_event("database_clock_set", "ms", text);
}

static void ignore_readable(uv_poll_t *handle, int status, int events) {
    (void)status;
    (void)events;
    Server *s = handle->data;
    // before_poll reads the notes. If there is nothing to read, the connection was closed.
    if (status < 0 || store_socket(s->store) != s->store_socket)
        uv_poll_stop(handle);
}

static void free_handle(uv_handle_t *handle) {
    mem_free(handle);
}

static void unwatch_store(Server *s) {
    if (!s->store_poll)
        return;
    uv_close((uv_handle_t *)s->store_poll, free_handle);
    close(s->store_fd);
    s->store_poll = NULL;
    s->store_fd = s->store_socket = -1;
}

// A copy of the socket, because libpq closes its own when it likes.
static void watch_store(Server *s) {
    unwatch_store(s);
    s->store_socket = store_socket(s->store);
    s->store_fd = s->store_socket < 0 ? -1 : fcntl(s->store_socket, F_DUPFD_CLOEXEC, 0);
    if (s->store_fd < 0)
        return;
    s->store_poll = mem_alloc(sizeof *s->store_poll);
    s->store_poll->data = s;
    uv_poll_init(&s->loop, s->store_poll, s->store_fd);
    uv_poll_start(s->store_poll, UV_READABLE, ignore_readable);
}

// What was rolled back without a connection is not in memory: games, and requests for the moves of
// levels.
static void resume(Server *s) {
    Error reported_by_commit = {0};
    server_end_iteration(s); // what failed without a connection must not fail what follows
    if (!set_server_time(s, &reported_by_commit))
        return; // it is tried again
    s->is_disconnected = false;
    log_event("database_back", NULL, NULL);
    s->cannot_write = false;
    s->lobby_changed = true;
    keep_server_time(s);
    watch_store(s);
    broadcast_resync(s);
    registry_each_level_to_move(s->registry, request_level_move, s->workers);
}

// Connects to the database again if the connection was lost. False while it is not connected.
static bool check_connection(Server *s) {
    Error why = {0};
    StoreState state = store_poll(s->store, &why);
    if (state == STORE_LOST && !s->is_disconnected) {
        unwatch_store(s);
        log_event("database_lost", "why", why.text);
    }
    s->is_disconnected |= state != STORE_READY;
    if (s->is_disconnected && state != STORE_LOST)
        resume(s);
    return !s->is_disconnected;
}

static void tick(uv_timer_t *timer) {
    Server *s = timer->data;
    int64_t now_ms = server_ms(s);
    server_now(s);
    worker_pool_tick(s->workers, now_ms);
    analysis_queue_tick(s->analysis_queue);
    if (check_connection(s)) {
        if (s->games_are_owed && !store_in_transaction(s->store))
            broadcast_own_games(s);
        registry_check_deadlines(s->registry);
        broadcast_lobby(s);
        broadcast_presence(s);
    }
    if (now_ms - s->second_ms >= SECOND_MS)
        each_second(s, now_ms);
    if (s->reload_due && !s->stopping)
        reload(s);
    if (s->stopping && s->password_jobs == 0 &&
        (s->sockets.count == 0 || now_ms - s->stopped_ms > CLOSE_TIMEOUT_MS))
        uv_stop(&s->loop);
}

// ---- Stopping

void server_stop(Server *s) {
    if (s->stopping)
        return;
    s->stopping = true;
    atomic_store(&s->stop_check, true);
    s->stopped_ms = server_ms(s);
    log_lifecycle("stopping", NULL, NULL);
    http_stop_listening(s->http);
    if (store_is_leader(s->store))
        registry_save_clock(s->registry);
    server_end_iteration(s);
    http_wake_timed_out(s, INT64_MAX);
    http_wake_job_readers(s);
    websockets_close_all(s, CLOSE_GOING_AWAY);
}

static void compress_pages(uv_work_t *work) {
    static_files_compress(work->data);
}

static void pages_compressed(uv_work_t *work, int status) {
    (void)status;
    static_files_add_compressed(work->data);
    static_files_release(work->data);
    mem_free(work);
}

static void start_compression(Server *s) {
    uv_work_t *work = mem_alloc(sizeof *work);
    work->data = static_files_retain(s->pages);
    if (!s->pages || uv_queue_work(&s->loop, work, compress_pages, pages_compressed) != 0) {
        static_files_release(work->data);
        mem_free(work);
    }
}

static void reload_pages(Server *s) {
    Error err = {0};
    StaticFiles *pages = s->options.pages ? static_files_load(s->options.pages, &err) : NULL;
    if (!pages) {
        log_event("pages_not_loaded", "why", err.text);
        return;
    }
    static_files_release(s->pages);
    s->pages = pages;
    start_compression(s);
    log_event("pages_loaded", NULL, NULL);
}

// ---- The configuration file

static bool check_origin(const char *origin, Error *err) {
    const char *host = !origin                           ? NULL
                       : !strncmp(origin, "https://", 8) ? origin + 8
                       : !strncmp(origin, "http://", 7)  ? origin + 7
                                                         : "";
    return !origin ||
           (*host && !strchr(host, '/') && strlen(origin) < sizeof((Server *)NULL)->origin) ||
           error_set(err, "an origin looks like https://example.org, without a path");
}

static bool check_proxy(const char *proxy, Error *err) {
    return !proxy || proxy_is_valid(proxy) ||
           error_set(err, "--trusted-proxy '%.40s': an IP address such as 10.0.0.5, or any", proxy);
}

// Takes the settings that can change while it runs, and copies their texts. All of them or none.
static bool take_settings(Server *s, const ServerOptions *from, Error *err) {
    if (!check_origin(from->origin, err) || !check_proxy(from->trusted_proxy, err))
        return false;
    snprintf(s->origin, sizeof s->origin, "%s", from->origin ? from->origin : "");
    snprintf(s->trusted_proxy, sizeof s->trusted_proxy, "%s",
             from->trusted_proxy ? from->trusted_proxy : "");
    s->secure = !strncmp(s->origin, "https://", 8);
    s->options.origin = from->origin ? s->origin : NULL;
    s->options.trusted_proxy = from->trusted_proxy ? s->trusted_proxy : NULL;
    s->options.behind_proxy = from->behind_proxy;
    s->options.rate_limit_factor = from->rate_limit_factor;
    return true;
}

typedef struct {
    const char *name;
    OptionKind kind;
    size_t offset; // in ServerOptions
    bool at_once;  // can change without a restart
} Setting;

// clang-format off
static const Setting settings[] = {
    {"address", OPTION_TEXT, offsetof(ServerOptions, address), false},
    {"port", OPTION_INT, offsetof(ServerOptions, port), false},
    {"data", OPTION_TEXT, offsetof(ServerOptions, data), false},
    {"database", OPTION_TEXT, offsetof(ServerOptions, database), false},
    {"pages", OPTION_TEXT, offsetof(ServerOptions, pages), false},
    {"workers", OPTION_INT, offsetof(ServerOptions, workers), false},
    {"jobs", OPTION_FLAG, offsetof(ServerOptions, jobs), false},
    {"origin", OPTION_TEXT, offsetof(ServerOptions, origin), true},
    {"behind-proxy", OPTION_FLAG, offsetof(ServerOptions, behind_proxy), true},
    {"trusted-proxy", OPTION_TEXT, offsetof(ServerOptions, trusted_proxy), true},
    {"rate-limit-factor", OPTION_INT, offsetof(ServerOptions, rate_limit_factor), true},
};
// clang-format on

static bool is_same(const Setting *setting, const ServerOptions *a, const ServerOptions *b) {
    const void *x = (const char *)a + setting->offset, *y = (const char *)b + setting->offset;
    if (setting->kind == OPTION_INT)
        return *(const int *)x == *(const int *)y;
    if (setting->kind == OPTION_FLAG)
        return *(const bool *)x == *(const bool *)y;
    const char *s = *(const char *const *)x, *t = *(const char *const *)y;
    return s && t ? !strcmp(s, t) : s == t;
}

static void list_changes(const ServerOptions *a, const ServerOptions *b, bool at_once, Str *out) {
    for (int i = 0; i < COUNT(settings); i++)
        if (settings[i].at_once == at_once && !is_same(&settings[i], a, b))
            str_add(out, "%s%s", out->len ? " " : "", settings[i].name);
}

static void log_config(const Str *changed, const Str *restart) {
    LogLine l;
    log_begin(&l, "config_loaded");
    write_text(&l.writer, "changed", str_text(changed));
    write_text(&l.writer, "needs_restart", str_text(restart));
    log_end(&l);
}

static void reload_config(Server *s) {
    Error err = {0};
    ScopedStr changed = {0}, restart = {0};
    ServerOptions next = s->options;
    if (!s->options.reload)
        return;
    bool ok = s->options.reload(s->options.reload_context, &next, &err);
    if (ok) {
        list_changes(&s->options, &next, true, &changed);
        list_changes(&s->options, &next, false, &restart);
        ok = take_settings(s, &next, &err);
    }
    if (!ok) {
        log_event("config_not_loaded", "why", err.text);
        return;
    }
    rate_limiter_set_factor(s->rate_limiter, s->options.rate_limit_factor);
    log_config(&changed, &restart);
}

static void reload(Server *s) {
    s->reload_due = false;
    reload_config(s);
    reload_pages(s);
}

static void on_signal(uv_signal_t *handle, int signal) {
    Server *s = handle->data;
    if (signal == SIGHUP)
        s->reload_due = true; // once for many: each takes a moment
    else
        server_stop(s);
}

// ---- Starting

void server_database(const char *data, const char *database, Str *out) {
    if (database)
        str_add_text(out, database);
    else
        str_add(out, "%s/pentad.db", data);
}

// Servers that share a database must not share a folder: admin.json is that of one of them. (SQLite
// locks its file.) The lock ends with the process.
static bool lock_folder(Server *s, Error *err) {
    ScopedStr path = {0};
    str_add(&path, "%s/server.lock", s->options.data);
    file_make_parents(str_text(&path));
    s->folder_lock = open(str_text(&path), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->folder_lock >= 0 && flock(s->folder_lock, LOCK_EX | LOCK_NB) != 0 &&
        errno == EWOULDBLOCK)
        return error_set(err,
                         "another server uses the folder %.160s; give each its own with --data",
                         s->options.data);
    return true; // without the file it works, too
}

// A file is in a folder that only this user can read.
static bool make_folder(const char *file, Error *err) {
    file_make_parents(file);
    return file_folder_is_writable(file, err);
}

static bool open_database(Server *s, Error *err) {
    ScopedStr location = {0};
    server_database(s->options.data, s->options.database, &location);
    const char *file = store_file(str_text(&location));
    if (file ? !make_folder(file, err) : !lock_folder(s, err))
        return false;
    s->store = store_open_shared(str_text(&location), err);
    s->registry = s->store ? registry_new(s->store, s->randomness, err) : NULL;
    if (!s->registry)
        return false;
    if (store_is_shared(s->store))
        rate_limiter_share(s->rate_limiter, broadcast_limit, s);
    return set_server_time(s, err) && expire_sessions(s, err) && store_commit(s->store, err) &&
           store_let_others_start(s->store, err);
}

// Raises the limit of open files to the hard limit; the default is often 1,024.
static void raise_fd_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void start_handles(Server *s) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    uv_prepare_init(&s->loop, &s->before_poll);
    uv_timer_init(&s->loop, &s->tick);
    uv_timer_init(&s->loop, &s->retry);
    uv_idle_init(&s->loop, &s->idle);
    s->before_poll.data = s->tick.data = s->idle.data = s;
    uv_prepare_start(&s->before_poll, before_poll);
    uv_timer_start(&s->tick, tick, TICK_MS, TICK_MS);
    for (int i = 0; i < 3; i++) {
        uv_signal_init(&s->loop, &s->signals[i]);
        s->signals[i].data = s;
        uv_signal_start(&s->signals[i], on_signal, signals[i]);
    }
}

bool server_is_loopback(const Server *s) {
    return !*s->origin && !s->options.behind_proxy && address_is_loopback(s->options.address);
}

static void add_listen_url(const Server *s, Str *out) {
    bool v6 = strchr(s->options.address, ':') != NULL;
    str_add(out, "http://%s%s%s:%d", v6 ? "[" : "", s->options.address, v6 ? "]" : "",
            http_port(s->http));
}

static void format_url(const Server *s, Str *out) {
    if (*s->origin)
        str_add_text(out, s->origin);
    else
        add_listen_url(s, out);
}

void server_add_url(const Server *s, Str *out) {
    ScopedStr url = {0};
    format_url(s, &url);
    banner_add_local_url(str_text(&url), out);
}

// ---- The file for pentad admin

void server_admin_file(const char *data, Str *out) {
    str_add(out, "%s/admin.json", data);
}

// A new secret at each start. The server works without the file, so failing is only logged.
static void write_admin_file(Server *s) {
    ScopedStr path = {0}, listen = {0}, url = {0}, text = {0};
    Error err = {0};
    Secret secret = secret_new(s->randomness);
    s->admin_secret = secret_hash(secret.text);
    add_listen_url(s, &listen);
    banner_add_local_url(str_text(&listen), &url);
    JsonWriter w = json_writer_into(&text);
    write_object(&w, NULL);
    write_text(&w, "url", str_text(&url));
    write_text(&w, "secret", secret.text);
    write_end_object(&w);
    server_admin_file(s->options.data, &path);
    file_make_parents(str_text(&path));
    mode_t mask = umask(0077);
    if (!file_write(str_text(&path), str_text(&text), text.len, &err))
        log_event("admin_not_available", "why", err.text);
    umask(mask);
}

// Leaves the file alone if another server has written it since.
static void remove_admin_file(const Server *s) {
    ScopedStr path = {0}, text = {0};
    Error ignored = {0};
    Arena arena = {0};
    server_admin_file(s->options.data, &path);
    const Json *file = file_read(str_text(&path), &text, &ignored)
                           ? json_parse_object(&arena, str_text(&text), text.len, &ignored)
                           : NULL;
    const char *secret = file ? json_text(file, "secret") : NULL;
    if (secret && secret_matches(secret, &s->admin_secret))
        unlink(str_text(&path));
    arena_release(&arena);
}

// ---- Database check

static void check_database(uv_work_t *work) {
    Server *s = work->data;
    ScopedStr location = {0};
    server_database(s->options.data, s->options.database, &location);
    s->is_damaged = !store_check(store_file(str_text(&location)), &s->stop_check, &s->damage);
}

static void database_checked(uv_work_t *work, int status) {
    (void)status;
    Server *s = work->data;
    if (s->is_damaged) {
        log_event("database_damaged", "why", s->damage.text);
        server_stop(s);
    } else if (*s->damage.text && !s->stopping) {
        log_event("database_not_checked", "why", s->damage.text);
    }
}

// A large file is checked while the server already runs; if it is damaged, the server stops.
static void start_database_check(Server *s) {
    ScopedStr location = {0};
    server_database(s->options.data, s->options.database, &location);
    const char *file = store_file(str_text(&location));
    s->database_check.data = s;
    if (file && store_is_large(file))
        uv_queue_work(&s->loop, &s->database_check, check_database, database_checked);
}

// ---- Sandbox

static void log_sandbox(const Sandbox *sandbox) {
    char version[16];
    LogLine l;
    snprintf(version, sizeof version, "%d", sandbox->landlock);
    log_begin(&l, "sandbox");
    write_text(&l.writer, "seccomp", sandbox->seccomp ? "on" : "off");
    write_text(&l.writer, "landlock", sandbox->landlock ? version : "off");
    if (*sandbox->why.text)
        write_text(&l.writer, "why", sandbox->why.text);
    log_end(&l);
}

// It may read the page's folders and that of the configuration file: an editor replaces the file.
static Sandbox enter_sandbox_with_files(const Server *s, const char *data) {
    const char *const *pages = static_files_folders(s->pages);
    char *config = s->options.config ? file_real_path(s->options.config) : NULL;
    int count = 0;
    while (pages[count])
        count++;
    const char **readable = mem_alloc(((size_t)count + 2) * sizeof *readable);
    memcpy(readable, pages, (size_t)count * sizeof *readable);
    if (config) {
        *strrchr(config, '/') = '\0';
        readable[count] = *config ? config : "/";
    }
    Sandbox sandbox = sandbox_enter_server(s->options.program, data, readable);
    mem_free(readable);
    mem_free(config);
    return sandbox;
}

// Before the first thread starts: Landlock holds for one thread and those it starts.
static void enter_sandbox(Server *s) {
    Sandbox sandbox = {0};
    ScopedStr location = {0};
    server_database(s->options.data, s->options.database, &location);
    const char *file = store_file(str_text(&location));
    if (!s->options.sandbox) {
        error_set(&sandbox.why, "PENTAD_SANDBOX is off");
    } else if (!file) {
        error_set(&sandbox.why, "the server must be able to connect to PostgreSQL again");
    } else {
        ScopedStr folder = {0};
        int len = (int)(file_name(file) - file);
        str_add(&folder, "%.*s.", len, file); // "data/.", or "."
        sandbox = enter_sandbox_with_files(s, str_text(&folder));
    }
    if (*sandbox.why.text || !isatty(STDERR_FILENO))
        log_sandbox(&sandbox);
}

static void close_handles(Server *s) {
    store_set_wait(s->store, NULL, NULL);
    websockets_drop_all(s);
    worker_pool_stop(s->workers);
    unwatch_store(s);
    uv_prepare_stop(&s->before_poll);
    uv_run(&s->loop, UV_RUN_NOWAIT);
    http_stop(s);
    uv_close((uv_handle_t *)&s->before_poll, NULL);
    uv_close((uv_handle_t *)&s->tick, NULL);
    uv_close((uv_handle_t *)&s->retry, NULL);
    uv_close((uv_handle_t *)&s->idle, NULL);
    for (int i = 0; i < 3; i++)
        uv_close((uv_handle_t *)&s->signals[i], NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
}

static bool run(Server *s, void (*ready)(const char *url), Error *err) {
    s->http = http_start(s, err);
    if (!s->http)
        return false;
    start_handles(s);
    watch_store(s);
    if (s->options.jobs)
        worker_pool_use_jobs(s->workers, s->options.database, s->options.build);
    remote_presence_ask(s->remote_presence, s->store);
    broadcast_kept_restart(s);
    ScopedStr url = {0};
    format_url(s, &url);
    log_lifecycle("started", "url", str_text(&url));
    write_admin_file(s);
    ready(str_text(&url)); // asks the kernel for addresses, by a socket
    enter_sandbox(s);
    start_database_check(s);
    start_compression(s);
    registry_each_level_to_move(s->registry, request_level_move, s->workers);
    store_set_wait(s->store, nested_loop_wait, s);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    close_handles(s);
    remove_admin_file(s);
    log_lifecycle("stopped", NULL, NULL);
    if (s->is_damaged)
        *err = s->damage;
    return !s->is_damaged;
}

static void release(Server *s) {
    worker_pool_free(s->workers);
    analysis_queue_free(s->analysis_queue);
    remote_presence_free(s->remote_presence); // the members of rooms are in it
    study_rooms_free(s->study_rooms);
    lab_free(s->lab);
    rate_limiter_free(s->rate_limiter);
    subscriptions_free(s->subscriptions);
    presence_free(s->presence);
    static_files_release(s->pages);
    registry_free(s->registry);
    store_close(s->store);
    if (s->folder_lock >= 0)
        close(s->folder_lock);
    mem_free(s->pending_chat);
    metrics_release(&s->metrics);
    uv_loop_close(&s->loop);
    mem_free(s);
}

// Cached analyses are keyed by build: another version may evaluate differently.
static AnalysisQueue *new_analysis_queue(Server *s) {
    ScopedStr bytes = {0};
    Error ignored = {0};
    char engine[64];
    file_read(s->options.program, &bytes, &ignored);
    snprintf(engine, sizeof engine, "%s %08lx", PENTAD_VERSION,
             (unsigned long)bytes_crc32(str_text(&bytes), bytes.len));
    return analysis_queue_new(s, engine);
}

// libuv ends the process when an allocation fails in the wrong place, so it gets the reserve, too.
static void *uv_alloc(size_t size) {
    return mem_resize(NULL, size);
}

static void *uv_alloc_zeroed(size_t count, size_t size) {
    return mem_alloc(count * size);
}

static void keep_memory_reserve(void) {
    enum { RESERVE = 8 << 20 }; // several times what a round of requests takes
    mem_keep_reserve(RESERVE);
    store_use_reserve();
    uv_replace_allocator(uv_alloc, mem_resize, uv_alloc_zeroed, mem_free);
}

static bool check_jobs(const ServerOptions *o, Error *err) {
    bool has_queue = o->database && !store_file(o->database);
    return (!o->jobs || has_queue ||
            error_set(err, "--jobs needs --database postgresql://USER@HOST/NAME")) &&
           (o->workers > 0 || o->jobs ||
            error_set(err, "--workers 0 needs --jobs, or nobody would play"));
}

bool server_run(const ServerOptions *options, void (*ready)(const char *url), Error *err) {
    keep_memory_reserve();
    Server *s = mem_alloc(sizeof *s);
    s->options = *options;
    s->folder_lock = -1;
    s->randomness = secret_randomness();
    s->started_ms = clock_now_ms();
    s->subscriptions = subscriptions_new();
    s->presence = presence_new();
    s->remote_presence = remote_presence_new(s->presence, s->subscriptions);
    uint64_t seed;
    s->randomness.fill(s->randomness.context, &seed, sizeof seed);
    s->rate_limiter = rate_limiter_new(seed, options->rate_limit_factor);
    s->workers = worker_pool_new(s, options->workers);
    s->analysis_queue = new_analysis_queue(s);
    s->study_rooms = study_rooms_new(s);
    uv_loop_init(&s->loop);
    uv_loop_configure(&s->loop, UV_METRICS_IDLE_TIME);
    signal(SIGPIPE, SIG_IGN);
    raise_fd_limit();
    bool ok = check_jobs(options, err) && take_settings(s, options, err) && open_database(s, err);
    if (ok && options->pages) {
        s->pages = static_files_load(options->pages, err);
        ok = s->pages != NULL;
    }
    ok = ok && run(s, ready, err);
    release(s);
    return ok;
}
