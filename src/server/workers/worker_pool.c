#include "server/workers/worker_pool.h"

#include "base/clock.h"
#include "base/mem.h"
#include "server/log.h"
#include "server/sandbox/sandbox.h"
#include "server/server_internal.h"

#include <signal.h>
#include <string.h>

// Generous, so that only workers that hang are killed, not slow ones on a busy machine.
enum {
    TASK_ATTEMPTS_MAX = 3,
    GRACE_MS = 5000,
    START_MS = 10000,
    YIELD_MS = 2000,
    OUTPUT_MAX = 16384,
    NETWORKS = 1024
};

typedef enum { WORKER_ABSENT, WORKER_IDLE, WORKER_BUSY, WORKER_LEAVING } WorkerState;

typedef struct {
    GameId game;
    int attempts;
    int64_t start, finish; // in virtual time
    int64_t asked_ns;
} QueuedGame;

// What a worker is busy with.
typedef enum { WORK_LEVEL, WORK_ANALYSIS } WorkKind;

typedef struct {
    WorkerPool *pool;
    WorkerState state;
    WorkKind work;
    uv_process_t process;
    uv_pipe_t in, out;
    int open_handles;
    MoveJob move; // a level's move
    int64_t asked_ns;
    int attempts;
    PositionJob position;
    bool stop_requested, preempted; // told to stop; told to stop because a game needs the worker
    int64_t deadline_ms;
    bool is_starting; // has not answered yet: starting takes a while
    char output[OUTPUT_MAX];
    size_t output_len;
} Worker;

struct WorkerPool {
    Server *server;
    int count;
    Worker *workers;
    QueuedGame *queue;
    int queue_len, queue_capacity;
    int64_t virtual_ms;
    int64_t last_finish[NETWORKS]; // by hash of the network
    bool stopping;
};

// ---- Queue of games: start-time fair queuing

// Virtual time is the start of the last move that was dequeued. A move starts when the previous one
// of its network finishes, and finishes after its thinking time; the first to finish is served
// first. A network that was idle starts now.
static QueuedGame schedule(WorkerPool *pool, const GameId *game, int attempts) {
    Server *s = pool->server;
    MoveJob job = {0};
    registry_move_job(s->registry, game->text, &job);
    str_release(&job.text);
    int64_t *last = &pool->last_finish[presence_network(s->presence, job.opponent) % NETWORKS];
    int64_t start = *last > pool->virtual_ms ? *last : pool->virtual_ms;
    *last = start + job.ms;
    return (QueuedGame){*game, attempts, start, *last, clock_now_ns()};
}

static void enqueue(WorkerPool *pool, const GameId *game, int attempts) {
    for (int i = 0; i < pool->queue_len; i++)
        if (!strcmp(pool->queue[i].game.text, game->text))
            return;
    pool->queue =
        mem_grow(pool->queue, pool->queue_len, 1, &pool->queue_capacity, sizeof *pool->queue);
    pool->queue[pool->queue_len++] = schedule(pool, game, attempts);
}

static QueuedGame dequeue(WorkerPool *pool) {
    int first = 0;
    for (int i = 1; i < pool->queue_len; i++)
        if (pool->queue[i].finish < pool->queue[first].finish)
            first = i;
    QueuedGame next = pool->queue[first];
    int after = --pool->queue_len - first;
    memmove(pool->queue + first, pool->queue + first + 1, (size_t)after * sizeof *pool->queue);
    pool->virtual_ms = next.start > pool->virtual_ms ? next.start : pool->virtual_ms;
    return next;
}

void worker_pool_request_move(WorkerPool *pool, const GameId *game) {
    for (int i = 0; i < pool->count; i++)
        if (pool->workers[i].state == WORKER_BUSY && pool->workers[i].work == WORK_LEVEL &&
            !strcmp(pool->workers[i].move.game.text, game->text)) {
            // It is thinking about an outdated position; the registry will reject its move.
            enqueue(pool, game, 0);
            return;
        }
    enqueue(pool, game, 0);
    worker_pool_dispatch(pool);
}

// ---- Results

static void clear_job(Worker *w) {
    str_release(&w->move.text);
    str_release(&w->position.text);
    w->output_len = 0;
}

// Retries, up to TASK_ATTEMPTS_MAX.
static void fail_level(Worker *w, const char *why) {
    Server *s = w->pool->server;
    LogLine l;
    log_begin(&l, "level_failed");
    write_text(&l.writer, "game", w->move.game.text);
    write_text(&l.writer, "why", why);
    write_number(&l.writer, "try", w->attempts + 1);
    log_end(&l);
    s->counters.worker_failures++;
    if (w->attempts + 1 >= TASK_ATTEMPTS_MAX)
        registry_fail_move_job(s->registry, &w->move);
    else
        enqueue(w->pool, &w->move.game, w->attempts + 1);
}

static void fail(Worker *w, const char *why) {
    Server *s = w->pool->server;
    server_now(s);
    if (w->work == WORK_LEVEL)
        fail_level(w, why);
    else
        analysis_queue_fail(s->analysis_queue, w->position.number, why);
    clear_job(w);
}

static void finish_level(Worker *w, const char *line) {
    Server *s = w->pool->server;
    s->counters.level_moves++;
    metrics_observe(&s->metrics, LATENCY_LEVEL_MOVE, clock_now_ns() - w->asked_ns);
    if (*line == '?' || !registry_finish_move_job(s->registry, &w->move, line))
        fail_level(w, *line == '?' ? line : "illegal move from the level");
}

// An intermediate result of an analysis leaves the worker busy.
static void handle_line(Worker *w, const char *line) {
    Server *s = w->pool->server;
    server_now(s);
    if (w->work == WORK_ANALYSIS && !strncmp(line, "so_far ", 7)) {
        analysis_queue_progress(s->analysis_queue, w->position.number, line);
        return;
    }
    w->state = WORKER_IDLE;
    w->is_starting = false;
    if (w->work == WORK_LEVEL)
        finish_level(w, line);
    else
        analysis_queue_finish(s->analysis_queue, w->position.number, line, w->preempted);
}

// ---- Processes

static void on_closed(uv_handle_t *handle) {
    Worker *w = handle->data;
    if (--w->open_handles > 0)
        return;
    w->state = WORKER_ABSENT;
    worker_pool_dispatch(w->pool);
}

static void kill_worker(Worker *w, const char *why) {
    if (w->state == WORKER_ABSENT || w->state == WORKER_LEAVING)
        return;
    bool was_busy = w->state == WORKER_BUSY;
    w->state = WORKER_LEAVING;
    if (w->process.pid > 0)
        uv_process_kill(&w->process, SIGKILL);
    uv_close((uv_handle_t *)&w->in, on_closed);
    uv_close((uv_handle_t *)&w->out, on_closed);
    if (was_busy && !w->pool->stopping)
        fail(w, why);
    else if (was_busy)
        clear_job(w);
}

static void on_process_exit(uv_process_t *process, int64_t status, int signal) {
    (void)status;
    (void)signal;
    Worker *w = process->data;
    kill_worker(w, "the process ended");
    uv_close((uv_handle_t *)process, on_closed);
}

static void give_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
    (void)suggested;
    Worker *w = handle->data;
    *buf = uv_buf_init(w->output + w->output_len, (unsigned)(OUTPUT_MAX - 1 - w->output_len));
}

// Output after the answer is an error.
static void consume_lines(Worker *w) {
    char *line = w->output;
    for (char *end; w->state == WORKER_BUSY && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        handle_line(w, line);
    }
    w->output_len -= (size_t)(line - w->output);
    memmove(w->output, line, w->output_len + 1);
    bool done = w->state == WORKER_IDLE;
    if (w->output_len >= OUTPUT_MAX - 1 || (done && w->output_len > 0))
        kill_worker(w, "its output is too long");
    if (!done)
        return;
    clear_job(w);
    worker_pool_dispatch(w->pool);
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buf) {
    (void)buf;
    Worker *w = stream->data;
    if (len < 0 || w->state != WORKER_BUSY) {
        kill_worker(w, "it closed its output, or wrote without a job");
        return;
    }
    w->output_len += (size_t)len;
    w->output[w->output_len] = '\0';
    consume_lines(w);
}

static bool start(Worker *w) {
    Server *s = w->pool->server;
    uv_pipe_init(&s->loop, &w->in, 0);
    uv_pipe_init(&s->loop, &w->out, 0);
    w->in.data = w->out.data = w->process.data = w;
    w->open_handles = 3;
    uv_stdio_container_t stdio[] = {
        {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE, .data.stream = (uv_stream_t *)&w->in},
        {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&w->out},
        {.flags = UV_INHERIT_FD, .data.fd = 2},
    };
    char serve[] = "serve", think[] = "--think";
    char *args[] = {(char *)s->options.program, serve, think, NULL};
    char no_sandbox[] = "PENTAD_SANDBOX=off";
    char *env[] = {s->options.sandbox ? NULL : no_sandbox, NULL};
    const char *program = s->options.program;
    uv_process_options_t options = {.exit_cb = on_process_exit,
                                    .file =
                                        s->options.sandbox ? sandbox_own_program(program) : program,
                                    .args = args,
                                    .env = env,
                                    .stdio_count = 3,
                                    .stdio = stdio};
    int result = uv_spawn(&s->loop, &w->process, &options);
    w->state = WORKER_IDLE;
    w->is_starting = true;
    if (result == 0) {
        uv_read_start((uv_stream_t *)&w->out, give_buffer, on_read);
        return true;
    }
    log_event("worker_not_started", "why", uv_strerror(result));
    w->process.pid = 0;
    kill_worker(w, "the process could not be started");
    uv_close((uv_handle_t *)&w->process, on_closed);
    return false;
}

typedef struct {
    uv_write_t write;
    Str text;
} Sending;

static void on_sent(uv_write_t *write, int status) {
    (void)status;
    Sending *s = (Sending *)(void *)write;
    str_release(&s->text);
    mem_free(s);
}

static void send_line(Worker *w, const char *line) {
    Sending *s = mem_alloc(sizeof *s);
    str_add(&s->text, "%s\n", line);
    uv_buf_t buf = uv_buf_init(s->text.data, (unsigned)s->text.len);
    if (uv_write(&s->write, (uv_stream_t *)&w->in, &buf, 1, on_sent) != 0)
        on_sent(&s->write, 0); // the deadline will catch it
}

static Worker *find(WorkerPool *pool, WorkerState state) {
    for (int i = 0; i < pool->count; i++)
        if (pool->workers[i].state == state)
            return &pool->workers[i];
    return NULL;
}

static void assign(Worker *w, WorkKind work, int64_t ms, const Str *job) {
    w->work = work;
    w->stop_requested = w->preempted = false;
    if (w->state == WORKER_ABSENT && !start(w)) {
        fail(w, "the process could not be started");
        return;
    }
    w->state = WORKER_BUSY;
    w->deadline_ms =
        server_ms(w->pool->server) + 2 * ms + GRACE_MS + (w->is_starting ? START_MS : 0);
    send_line(w, str_text(job));
}

static Worker *find_free(WorkerPool *pool) {
    Worker *w = find(pool, WORKER_IDLE);
    return w ? w : find(pool, WORKER_ABSENT);
}

static bool is_analyzing(const Worker *w) {
    return w->state == WORKER_BUSY && w->work == WORK_ANALYSIS;
}

// The worker reports what it has found; one that does not answer soon is killed.
static void request_stop(Worker *w) {
    int64_t soon = server_ms(w->pool->server) + YIELD_MS + (w->is_starting ? START_MS : 0);
    w->deadline_ms = soon < w->deadline_ms ? soon : w->deadline_ms;
    w->stop_requested = true;
    send_line(w, "stop");
}

// Preemption: stops one analysis for each game that finds no free worker.
static void preempt_analyses(WorkerPool *pool) {
    int wanted = pool->queue_len;
    for (int i = 0; i < pool->count; i++)
        wanted -= is_analyzing(&pool->workers[i]) && pool->workers[i].stop_requested;
    for (int i = 0; i < pool->count && wanted > 0; i++) {
        Worker *w = &pool->workers[i];
        if (!is_analyzing(w) || w->stop_requested)
            continue;
        w->preempted = true;
        request_stop(w);
        wanted--;
    }
}

static void assign_levels(WorkerPool *pool) {
    for (Worker *w; pool->queue_len > 0 && (w = find_free(pool));) {
        QueuedGame next = dequeue(pool);
        server_now(pool->server);
        w->attempts = next.attempts;
        w->asked_ns = next.asked_ns;
        if (registry_move_job(pool->server->registry, next.game.text,
                              &w->move)) // else it ended, or was taken back
            assign(w, WORK_LEVEL, w->move.ms, &w->move.text);
    }
}

// With several workers one is reserved for games.
static void assign_analyses(WorkerPool *pool) {
    int analyzing = 0;
    for (int i = 0; i < pool->count; i++)
        analyzing += is_analyzing(&pool->workers[i]);
    int limit = pool->count > 1 ? pool->count - 1 : 1;
    for (Worker *w; analyzing < limit && (w = find_free(pool)); analyzing++) {
        if (!analysis_queue_take(pool->server->analysis_queue, &w->position))
            return;
        assign(w, WORK_ANALYSIS, w->position.ms, &w->position.text);
    }
}

void worker_pool_dispatch(WorkerPool *pool) {
    if (pool->stopping)
        return;
    assign_levels(pool);
    if (pool->queue_len > 0)
        preempt_analyses(pool);
    else
        assign_analyses(pool);
}

// ---- Interface

WorkerPool *worker_pool_new(Server *s, int count) {
    WorkerPool *pool = mem_alloc(sizeof *pool);
    pool->server = s;
    pool->count = count;
    pool->workers = mem_alloc((size_t)count * sizeof *pool->workers);
    for (int i = 0; i < count; i++)
        pool->workers[i].pool = pool;
    return pool;
}

void worker_pool_tick(WorkerPool *pool, int64_t now_ms) {
    for (int i = 0; i < pool->count; i++)
        if (pool->workers[i].state == WORKER_BUSY && now_ms > pool->workers[i].deadline_ms)
            kill_worker(&pool->workers[i], "it took too long");
    worker_pool_dispatch(pool);
}

void worker_pool_stop_analysis(WorkerPool *pool, int64_t number) {
    for (int i = 0; i < pool->count; i++) {
        Worker *w = &pool->workers[i];
        if (is_analyzing(w) && w->position.number == number && !w->stop_requested)
            request_stop(w);
    }
}

int worker_pool_queued(const WorkerPool *pool) {
    return pool->queue_len;
}

int worker_pool_busy(const WorkerPool *pool) {
    int busy = 0;
    for (int i = 0; i < pool->count; i++)
        busy += pool->workers[i].state == WORKER_BUSY;
    return busy;
}

void worker_pool_stop(WorkerPool *pool) {
    pool->stopping = true;
    for (int i = 0; i < pool->count; i++)
        kill_worker(&pool->workers[i], "the server is stopping");
}

void worker_pool_free(WorkerPool *pool) {
    if (!pool)
        return;
    mem_free(pool->workers);
    mem_free(pool->queue);
    mem_free(pool);
}
