#include "server/workers/worker_pool.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "games/worker_job.h"
#include "server/log.h"
#include "server/sandbox/sandbox.h"
#include "server/server_internal.h"
#include "server/workers/remote_workers.h"

#include <signal.h>
#include <string.h>

// Generous, so that only workers that hang are killed, not slow ones on a busy machine.
enum {
    TASK_ATTEMPTS_MAX = 3,
    GRACE_MS = 5000,
    START_MS = 10000,
    YIELD_MS = 2000,
    OUTPUT_MAX = WORKER_ANSWER_MAX,
    NETWORKS = 1024,
    REMOTE_MAX = 256
};

typedef enum { WORKER_ABSENT, WORKER_IDLE, WORKER_BUSY, WORKER_LEAVING } WorkerState;

typedef struct {
    GameId game;
    int attempts;
    int64_t start, finish; // in virtual time
    int64_t asked_ns;
    bool stays_here; // a remote worker has failed
} QueuedGame;

// What a worker is busy with.
typedef enum { WORK_LEVEL, WORK_ANALYSIS } WorkKind;

typedef struct {
    WorkKind kind;
    QueuedGame queued; // of a level
    MoveJob move;
    PositionJob position; // of an analysis
    int number;           // for remote workers
} Task;

typedef struct {
    WorkerPool *pool;
    WorkerState state;
    Task task;
    uv_process_t process;
    uv_pipe_t in, out;
    int open_handles;
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
    bool is_reserve;       // the process here works only while no remote worker can
    RemoteWorkers *remote; // NULL: there are none
    Task *tasks;           // that remote workers have
    int task_count, last_number;
};

// ---- Queue of games: start-time fair queuing

// Virtual time is the start of the last move that was dequeued. A move starts when the previous one
// of its network finishes, and finishes after its thinking time; the first to finish is served
// first. A network that was idle starts now.
static QueuedGame schedule(WorkerPool *pool, const GameId *game) {
    Server *s = pool->server;
    MoveJob job = {0};
    registry_move_job(s->registry, game->text, &job);
    str_release(&job.text);
    int64_t *last = &pool->last_finish[presence_network(s->presence, job.opponent) % NETWORKS];
    int64_t start = *last > pool->virtual_ms ? *last : pool->virtual_ms;
    *last = start + job.ms;
    return (QueuedGame){.game = *game, .start = start, .finish = *last, .asked_ns = clock_now_ns()};
}

static bool is_queued(const WorkerPool *pool, const GameId *game) {
    for (int i = 0; i < pool->queue_len; i++)
        if (!strcmp(pool->queue[i].game.text, game->text))
            return true;
    return false;
}

static void enqueue_again(WorkerPool *pool, const QueuedGame *game) {
    if (is_queued(pool, &game->game))
        return;
    pool->queue =
        mem_grow(pool->queue, pool->queue_len, 1, &pool->queue_capacity, sizeof *pool->queue);
    pool->queue[pool->queue_len++] = *game;
}

static void enqueue(WorkerPool *pool, const GameId *game, int attempts) {
    if (is_queued(pool, game))
        return;
    QueuedGame queued = schedule(pool, game);
    queued.attempts = attempts;
    enqueue_again(pool, &queued);
}

// The first one that may go there. False: none.
static bool dequeue(WorkerPool *pool, bool to_remote, QueuedGame *out) {
    int first = -1;
    for (int i = 0; i < pool->queue_len; i++)
        if (!(to_remote && pool->queue[i].stays_here) &&
            (first < 0 || pool->queue[i].finish < pool->queue[first].finish))
            first = i;
    if (first < 0)
        return false;
    *out = pool->queue[first];
    int after = --pool->queue_len - first;
    memmove(pool->queue + first, pool->queue + first + 1, (size_t)after * sizeof *pool->queue);
    pool->virtual_ms = out->start > pool->virtual_ms ? out->start : pool->virtual_ms;
    return true;
}

static bool thinks_about(const Task *task, const GameId *game) {
    return task->kind == WORK_LEVEL && !strcmp(task->move.game.text, game->text);
}

static bool is_thought_about(const WorkerPool *pool, const GameId *game) {
    for (int i = 0; i < pool->count; i++)
        if (pool->workers[i].state == WORKER_BUSY && thinks_about(&pool->workers[i].task, game))
            return true;
    for (int i = 0; i < pool->task_count; i++)
        if (thinks_about(&pool->tasks[i], game))
            return true;
    return false;
}

void worker_pool_request_move(WorkerPool *pool, const GameId *game) {
    enqueue(pool, game, 0);
    // A worker may be thinking about an outdated position; the registry will reject its move.
    if (!is_thought_about(pool, game))
        worker_pool_dispatch(pool);
}

// ---- Results

static void release_task(Task *task) {
    str_release(&task->move.text);
    str_release(&task->position.text);
}

static void clear_job(Worker *w) {
    release_task(&w->task);
    w->output_len = 0;
}

static void log_failure(const Task *task, const char *event, const char *why) {
    LogLine l;
    log_begin(&l, event);
    write_text(&l.writer, "game", task->move.game.text);
    write_text(&l.writer, "why", why);
    write_number(&l.writer, "try", task->queued.attempts + 1);
    log_end(&l);
}

// Retries, up to TASK_ATTEMPTS_MAX.
static void fail_level(WorkerPool *pool, const Task *task, const char *why) {
    Server *s = pool->server;
    log_failure(task, "level_failed", why);
    s->counters.worker_failures++;
    if (task->queued.attempts + 1 >= TASK_ATTEMPTS_MAX)
        registry_fail_move_job(s->registry, &task->move);
    else
        enqueue(pool, &task->move.game, task->queued.attempts + 1);
}

static void fail(Worker *w, const char *why) {
    Server *s = w->pool->server;
    server_now(s);
    if (w->task.kind == WORK_LEVEL)
        fail_level(w->pool, &w->task, why);
    else
        analysis_queue_fail(s->analysis_queue, w->task.position.number, why);
    clear_job(w);
}

// False, with the reason, if the line is no move there.
static bool play(WorkerPool *pool, const Task *task, const char *line, const char **why) {
    Server *s = pool->server;
    s->counters.level_moves++;
    metrics_observe(&s->metrics, LATENCY_LEVEL_MOVE, clock_now_ns() - task->queued.asked_ns);
    *why = *line == '?' ? line : "illegal move from the level";
    return *line != '?' && registry_finish_move_job(s->registry, &task->move, line);
}

static void finish_level(Worker *w, const char *line) {
    const char *why;
    if (!play(w->pool, &w->task, line, &why))
        fail_level(w->pool, &w->task, why);
}

// An intermediate result of an analysis leaves the worker busy.
static void handle_line(Worker *w, const char *line) {
    Server *s = w->pool->server;
    server_now(s);
    if (w->task.kind == WORK_ANALYSIS && !strncmp(line, "so_far ", 7)) {
        analysis_queue_progress(s->analysis_queue, w->task.position.number, line);
        return;
    }
    w->state = WORKER_IDLE;
    w->is_starting = false;
    if (w->task.kind == WORK_LEVEL)
        finish_level(w, line);
    else
        analysis_queue_finish(s->analysis_queue, w->task.position.number, line, w->preempted);
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

static void assign(Worker *w, int64_t ms, const Str *job) {
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
    return w->state == WORKER_BUSY && w->task.kind == WORK_ANALYSIS;
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

// False if no level is to move there any more: the game ended, or moves were taken back.
static bool begin_level(WorkerPool *pool, const QueuedGame *queued, Task *out) {
    server_now(pool->server);
    *out = (Task){.kind = WORK_LEVEL, .queued = *queued};
    return registry_move_job(pool->server->registry, queued->game.text, &out->move);
}

static bool begin_analysis(WorkerPool *pool, AnalysisChoice choice, Task *out) {
    *out = (Task){.kind = WORK_ANALYSIS};
    return analysis_queue_take(pool->server->analysis_queue, choice, &out->position);
}

static void assign_levels(WorkerPool *pool) {
    QueuedGame next;
    for (Worker *w; (w = find_free(pool)) && dequeue(pool, false, &next);)
        if (begin_level(pool, &next, &w->task))
            assign(w, w->task.move.ms, &w->task.move.text);
}

// With several workers one is reserved for games.
static void assign_analyses(WorkerPool *pool, AnalysisChoice choice) {
    int analyzing = 0;
    for (int i = 0; i < pool->count; i++)
        analyzing += is_analyzing(&pool->workers[i]);
    int limit = pool->count > 1 ? pool->count - 1 : 1;
    for (Worker *w; analyzing < limit && (w = find_free(pool)); analyzing++) {
        if (!begin_analysis(pool, choice, &w->task))
            return;
        assign(w, w->task.position.ms, &w->task.position.text);
    }
}

// ---- Remote workers

static bool has_remote(WorkerPool *pool, RemoteKind kind) {
    return remote_workers_threads(pool->remote, kind) > 0;
}

static bool has_free_remote(WorkerPool *pool, WorkKind kind) {
    int given = 0, threads = remote_workers_threads(
                       pool->remote, kind == WORK_LEVEL ? REMOTE_MOVE : REMOTE_ANALYSIS);
    for (int i = 0; i < pool->task_count; i++)
        given += pool->tasks[i].kind == kind;
    return given < threads && pool->task_count < REMOTE_MAX;
}

// Owners of jobs are those to whom the queue here is fair.
static void give(WorkerPool *pool, const Task *task) {
    bool is_level = task->kind == WORK_LEVEL;
    RemoteTask remote = {.number = ++pool->last_number,
                         .kind = is_level ? REMOTE_MOVE : REMOTE_ANALYSIS,
                         .ms = is_level ? task->move.ms : task->position.ms};
    if (is_level)
        snprintf(remote.owner, sizeof remote.owner, "network %u",
                 presence_network(pool->server->presence, task->move.opponent));
    else
        snprintf(remote.owner, sizeof remote.owner, "user %lld", (long long)task->position.user);
    str_add_text(&remote.text, str_text(is_level ? &task->move.text : &task->position.text));
    remote_workers_post(pool->remote, &remote);
    pool->tasks[pool->task_count] = *task;
    pool->tasks[pool->task_count++].number = remote.number;
}

static void give_levels(WorkerPool *pool) {
    Task task;
    for (QueuedGame next; has_free_remote(pool, WORK_LEVEL) && dequeue(pool, true, &next);)
        if (begin_level(pool, &next, &task))
            give(pool, &task);
}

static void give_analyses(WorkerPool *pool) {
    for (Task task;
         has_free_remote(pool, WORK_ANALYSIS) && begin_analysis(pool, TAKE_FOR_REMOTE, &task);)
        give(pool, &task);
}

// What has failed there is done here, which alone counts as an attempt.
static void fail_remote(WorkerPool *pool, const Task *task, const char *why) {
    Server *s = pool->server;
    log_failure(task, "job_failed", why);
    s->counters.remote_failures++;
    if (task->kind == WORK_ANALYSIS) {
        analysis_queue_fail(s->analysis_queue, task->position.number, why);
        return;
    }
    QueuedGame again = task->queued;
    again.stays_here = true;
    enqueue_again(pool, &again);
}

static void finish_remote(WorkerPool *pool, const Task *task, const char *line) {
    Server *s = pool->server;
    const char *why;
    s->counters.remote_answers++;
    if (task->kind == WORK_ANALYSIS)
        analysis_queue_finish(s->analysis_queue, task->position.number, line, false);
    else if (!play(pool, task, line, &why))
        fail_remote(pool, task, why);
}

// A server whose own process is only a reserve would offer the move for ever to workers that are
// busy: it plays itself what nobody took in time.
static void return_remote(WorkerPool *pool, const Task *task) {
    if (task->kind == WORK_ANALYSIS) {
        analysis_queue_return(pool->server->analysis_queue, task->position.number);
        return;
    }
    QueuedGame again = task->queued;
    again.stays_here |= pool->is_reserve;
    enqueue_again(pool, &again);
}

static Task *find_task(WorkerPool *pool, int number) {
    for (int i = 0; i < pool->task_count; i++)
        if (pool->tasks[i].number == number)
            return &pool->tasks[i];
    return NULL;
}

static void handle_event(WorkerPool *pool, const RemoteEvent *event) {
    Task *found = find_task(pool, event->number);
    const char *text = str_text(&event->text);
    if (!found)
        return;
    server_now(pool->server);
    if (event->kind == REMOTE_SO_FAR) {
        if (found->kind == WORK_ANALYSIS)
            analysis_queue_progress(pool->server->analysis_queue, found->position.number, text);
        return;
    }
    Task task = *found;
    *found = pool->tasks[--pool->task_count];
    if (event->kind == REMOTE_ANSWER)
        finish_remote(pool, &task, text);
    else if (event->kind == REMOTE_FAILED)
        fail_remote(pool, &task, text);
    else
        return_remote(pool, &task);
    release_task(&task);
}

static void handle_events(void *context) {
    static const char *const names[] = {[REMOTE_LOST] = "job_queue_lost",
                                        [REMOTE_CONNECTED] = "job_queue_back",
                                        [REMOTE_OTHER_BUILD] = "workers_of_another_build"};
    WorkerPool *pool = context;
    for (RemoteEvent event; remote_workers_next(pool->remote, &event);) {
        if (event.kind >= REMOTE_LOST)
            log_event(names[event.kind], event.text.len > 0 ? "why" : NULL, str_text(&event.text));
        else
            handle_event(pool, &event);
        str_release(&event.text);
    }
    worker_pool_dispatch(pool);
}

// ---- Who works

// Without processes of its own a server falls back on one if nobody else can work.
static void dispatch_to_remote_first(WorkerPool *pool) {
    give_levels(pool);
    bool needs_own = !has_remote(pool, REMOTE_MOVE);
    for (int i = 0; i < pool->queue_len; i++)
        needs_own |= pool->queue[i].stays_here;
    if (needs_own)
        assign_levels(pool);
    if (needs_own && pool->queue_len > 0)
        preempt_analyses(pool);
    // First what came back: to the workers, which are busy with something else, it would go again.
    if (pool->queue_len == 0)
        assign_analyses(pool, has_remote(pool, REMOTE_ANALYSIS) ? TAKE_RETURNED : TAKE_ANY);
    give_analyses(pool);
}

static void dispatch_here_first(WorkerPool *pool) {
    assign_levels(pool);
    give_levels(pool);
    if (pool->queue_len > 0)
        preempt_analyses(pool);
    else
        assign_analyses(pool, TAKE_ANY);
    give_analyses(pool);
}

void worker_pool_dispatch(WorkerPool *pool) {
    if (pool->stopping)
        return;
    if (pool->is_reserve)
        dispatch_to_remote_first(pool);
    else
        dispatch_here_first(pool);
}

// ---- Interface

WorkerPool *worker_pool_new(Server *s, int count) {
    WorkerPool *pool = mem_alloc(sizeof *pool);
    pool->server = s;
    pool->is_reserve = count == 0;
    pool->count = int_max(count, 1);
    pool->workers = mem_alloc((size_t)pool->count * sizeof *pool->workers);
    for (int i = 0; i < pool->count; i++)
        pool->workers[i].pool = pool;
    return pool;
}

void worker_pool_use_jobs(WorkerPool *pool, const char *database, const char *build) {
    pool->tasks = mem_alloc(REMOTE_MAX * sizeof *pool->tasks);
    pool->remote = remote_workers_new(&pool->server->loop, database, build, handle_events, pool);
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
        if (is_analyzing(w) && w->task.position.number == number && !w->stop_requested)
            request_stop(w);
    }
    for (int i = 0; i < pool->task_count; i++)
        if (pool->tasks[i].kind == WORK_ANALYSIS && pool->tasks[i].position.number == number)
            remote_workers_cancel(pool->remote, pool->tasks[i].number);
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

int worker_pool_remote(const WorkerPool *pool) {
    return pool->task_count;
}

void worker_pool_stop(WorkerPool *pool) {
    pool->stopping = true;
    remote_workers_stop(pool->remote);
    for (int i = 0; i < pool->count; i++)
        kill_worker(&pool->workers[i], "the server is stopping");
}

void worker_pool_free(WorkerPool *pool) {
    if (!pool)
        return;
    for (int i = 0; i < pool->task_count; i++)
        release_task(&pool->tasks[i]);
    remote_workers_free(pool->remote);
    mem_free(pool->tasks);
    mem_free(pool->workers);
    mem_free(pool->queue);
    mem_free(pool);
}
