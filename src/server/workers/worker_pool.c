#include "server/workers/worker_pool.h"

#include "base/mem.h"
#include "server/log.h"
#include "server/server_internal.h"

#include <signal.h>
#include <string.h>

// A machine that is busy with other things is no reason to kill: only what hangs is.
enum { TRIES_MAX = 3, GRACE_MS = 5000, START_MS = 10000, YIELD_MS = 2000, ANSWER_MAX = 16384 };

typedef enum { WORKER_ABSENT, WORKER_IDLE, WORKER_BUSY, WORKER_LEAVING } WorkerState;

typedef struct {
    GameId game;
    int tries;
} Waiting;

// What a thinker is busy with.
typedef enum { WORK_LEVEL, WORK_ANALYSIS } WorkKind;

typedef struct {
    WorkerPool *all;
    WorkerState state;
    WorkKind work;
    uv_process_t process;
    uv_pipe_t in, out;
    int open_handles;
    MoveJob task; // of a level
    int tries;
    AnalysisTask analysis;
    bool told_to_stop, yields; // because it is enough; because a level needs the thinker
    int64_t deadline_ms;
    bool fresh; // starting takes a while
    char answer[ANSWER_MAX];
    size_t answer_len;
} Worker;

struct WorkerPool {
    Server *server;
    int count;
    Worker *workers;
    Waiting *queue;
    int queue_len, queue_capacity;
    bool stopping;
};

static void work(WorkerPool *t);

// ---- The queue

static void enqueue(WorkerPool *t, const GameId *game, int tries) {
    for (int i = 0; i < t->queue_len; i++)
        if (!strcmp(t->queue[i].game.text, game->text))
            return;
    if (t->queue_len == t->queue_capacity) {
        t->queue_capacity = 2 * t->queue_capacity + 16;
        t->queue = mem_resize(t->queue, (size_t)t->queue_capacity * sizeof *t->queue);
    }
    t->queue[t->queue_len++] = (Waiting){*game, tries};
}

static Waiting dequeue(WorkerPool *t) {
    Waiting first = t->queue[0];
    memmove(t->queue, t->queue + 1, (size_t)--t->queue_len * sizeof *t->queue);
    return first;
}

void worker_pool_request_move(WorkerPool *t, const GameId *game) {
    for (int i = 0; i < t->count; i++)
        if (t->workers[i].state == WORKER_BUSY && t->workers[i].work == WORK_LEVEL &&
            !strcmp(t->workers[i].task.game.text, game->text)) {
            // It thinks about a position that is gone. What it says will be too late for the hall.
            enqueue(t, game, 0);
            return;
        }
    enqueue(t, game, 0);
    work(t);
}

// ---- Answers

static void finish(Worker *k) {
    str_release(&k->task.text);
    str_release(&k->analysis.text);
    k->answer_len = 0;
}

// Once more, unless it was tried often enough.
static void level_fails(Worker *k, const char *why) {
    Server *s = k->all->server;
    LogLine l;
    log_begin(&l, "level_failed");
    write_text(&l.writer, "game", k->task.game.text);
    write_text(&l.writer, "why", why);
    write_number(&l.writer, "try", k->tries + 1);
    log_end(&l);
    s->counters.tasks_failed++;
    if (k->tries + 1 >= TRIES_MAX)
        registry_fail_move_job(s->registry, &k->task);
    else
        enqueue(k->all, &k->task.game, k->tries + 1);
}

static void fail(Worker *k, const char *why) {
    Server *s = k->all->server;
    server_now(s);
    if (k->work == WORK_LEVEL)
        level_fails(k, why);
    else
        analysis_queue_fail(s->analyses, k->analysis.number, why);
    finish(k);
}

static void level_answers(Worker *k, const char *line) {
    Server *s = k->all->server;
    s->counters.tasks++;
    if (*line == '?' || !registry_finish_move_job(s->registry, &k->task, line))
        level_fails(k, *line == '?' ? line : "its move is none");
}

// A line that is not the last of an analysis leaves the thinker busy.
static void say(Worker *k, const char *line) {
    Server *s = k->all->server;
    server_now(s);
    if (k->work == WORK_ANALYSIS && !strncmp(line, "so_far ", 7)) {
        analysis_queue_progress(s->analyses, k->analysis.number, line);
        return;
    }
    k->state = WORKER_IDLE;
    k->fresh = false;
    if (k->work == WORK_LEVEL)
        level_answers(k, line);
    else
        analysis_queue_finish(s->analyses, k->analysis.number, line, k->yields);
}

// ---- Processes

static void closed(uv_handle_t *handle) {
    Worker *k = handle->data;
    if (--k->open_handles > 0)
        return;
    k->state = WORKER_ABSENT;
    work(k->all);
}

static void leave(Worker *k, const char *why) {
    if (k->state == WORKER_ABSENT || k->state == WORKER_LEAVING)
        return;
    bool was_busy = k->state == WORKER_BUSY;
    k->state = WORKER_LEAVING;
    if (k->process.pid > 0)
        uv_process_kill(&k->process, SIGKILL);
    uv_close((uv_handle_t *)&k->in, closed);
    uv_close((uv_handle_t *)&k->out, closed);
    if (was_busy && !k->all->stopping)
        fail(k, why);
    else if (was_busy)
        finish(k);
}

static void exited(uv_process_t *process, int64_t status, int signal) {
    (void)status;
    (void)signal;
    Worker *k = process->data;
    leave(k, "it ended");
    uv_close((uv_handle_t *)process, closed);
}

static void give_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
    (void)suggested;
    Worker *k = handle->data;
    *buf = uv_buf_init(k->answer + k->answer_len, (unsigned)(ANSWER_MAX - 1 - k->answer_len));
}

// What comes after the answer was not asked for.
static void take_lines(Worker *k) {
    char *line = k->answer;
    for (char *end; k->state == WORKER_BUSY && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        say(k, line);
    }
    k->answer_len -= (size_t)(line - k->answer);
    memmove(k->answer, line, k->answer_len + 1);
    bool done = k->state == WORKER_IDLE;
    if (k->answer_len >= ANSWER_MAX - 1 || (done && k->answer_len > 0))
        leave(k, "its answer has no end");
    if (!done)
        return;
    finish(k);
    work(k->all);
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buf) {
    (void)buf;
    Worker *k = stream->data;
    if (len < 0 || k->state != WORKER_BUSY) {
        leave(k, "it closed its output, or spoke without being asked");
        return;
    }
    k->answer_len += (size_t)len;
    k->answer[k->answer_len] = '\0';
    take_lines(k);
}

static bool start(Worker *k) {
    Server *s = k->all->server;
    uv_pipe_init(&s->loop, &k->in, 0);
    uv_pipe_init(&s->loop, &k->out, 0);
    k->in.data = k->out.data = k->process.data = k;
    k->open_handles = 3;
    uv_stdio_container_t stdio[] = {
        {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE, .data.stream = (uv_stream_t *)&k->in},
        {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&k->out},
        {.flags = UV_INHERIT_FD, .data.fd = 2},
    };
    char serve[] = "serve", think[] = "--think";
    char *args[] = {(char *)s->options.program, serve, think, NULL};
    char *env[] = {NULL};
    uv_process_options_t options = {.exit_cb = exited,
                                    .file = s->options.program,
                                    .args = args,
                                    .env = env,
                                    .stdio_count = 3,
                                    .stdio = stdio};
    int result = uv_spawn(&s->loop, &k->process, &options);
    k->state = WORKER_IDLE;
    k->fresh = true;
    if (result == 0) {
        uv_read_start((uv_stream_t *)&k->out, give_buffer, on_read);
        return true;
    }
    log_event("thinker_does_not_start", "why", uv_strerror(result));
    k->process.pid = 0;
    leave(k, "it does not start");
    uv_close((uv_handle_t *)&k->process, closed);
    return false;
}

typedef struct {
    uv_write_t write;
    Str text;
} Sending;

static void sent(uv_write_t *write, int status) {
    (void)status;
    Sending *s = (Sending *)(void *)write;
    str_release(&s->text);
    mem_free(s);
}

static void send_line(Worker *k, const char *line) {
    Sending *s = mem_alloc(sizeof *s);
    str_add(&s->text, "%s\n", line);
    uv_buf_t buf = uv_buf_init(s->text.data, (unsigned)s->text.len);
    if (uv_write(&s->write, (uv_stream_t *)&k->in, &buf, 1, sent) != 0)
        sent(&s->write, 0); // the deadline will notice
}

static Worker *find(WorkerPool *t, WorkerState state) {
    for (int i = 0; i < t->count; i++)
        if (t->workers[i].state == state)
            return &t->workers[i];
    return NULL;
}

static void assign(Worker *k, WorkKind work, int64_t ms, const Str *task) {
    k->work = work;
    k->told_to_stop = k->yields = false;
    if (k->state == WORKER_ABSENT && !start(k)) {
        fail(k, "it does not start");
        return;
    }
    k->state = WORKER_BUSY;
    k->deadline_ms = server_ms(k->all->server) + 2 * ms + GRACE_MS + (k->fresh ? START_MS : 0);
    send_line(k, str_text(task));
}

static Worker *find_free(WorkerPool *t) {
    Worker *k = find(t, WORKER_IDLE);
    return k ? k : find(t, WORKER_ABSENT);
}

static bool examines(const Worker *k) {
    return k->state == WORKER_BUSY && k->work == WORK_ANALYSIS;
}

// It says what it knows; one that does not, and soon, is killed.
static void tell_to_stop(Worker *k) {
    int64_t soon = server_ms(k->all->server) + YIELD_MS + (k->fresh ? START_MS : 0);
    k->deadline_ms = soon < k->deadline_ms ? soon : k->deadline_ms;
    k->told_to_stop = true;
    send_line(k, "stop");
}

// Games come first: for each that finds no thinker free, one that examines something yields.
static void make_way(WorkerPool *t) {
    int wanted = t->queue_len;
    for (int i = 0; i < t->count; i++)
        wanted -= examines(&t->workers[i]) && t->workers[i].told_to_stop;
    for (int i = 0; i < t->count && wanted > 0; i++) {
        Worker *k = &t->workers[i];
        if (!examines(k) || k->told_to_stop)
            continue;
        k->yields = true;
        tell_to_stop(k);
        wanted--;
    }
}

static void assign_levels(WorkerPool *t) {
    for (Worker *k; t->queue_len > 0 && (k = find_free(t));) {
        Waiting next = dequeue(t);
        server_now(t->server);
        k->tries = next.tries;
        if (registry_move_job(t->server->registry, next.game.text,
                              &k->task)) // else it ended, or was taken back
            assign(k, WORK_LEVEL, k->task.ms, &k->task.text);
    }
}

// Where there are several thinkers, one is left for games.
static void assign_analyses(WorkerPool *t) {
    int examining = 0;
    for (int i = 0; i < t->count; i++)
        examining += examines(&t->workers[i]);
    int most = t->count > 1 ? t->count - 1 : 1;
    for (Worker *k; examining < most && (k = find_free(t)); examining++) {
        if (!analysis_queue_take(t->server->analyses, &k->analysis))
            return;
        assign(k, WORK_ANALYSIS, k->analysis.ms, &k->analysis.text);
    }
}

static void work(WorkerPool *t) {
    if (t->stopping)
        return;
    assign_levels(t);
    if (t->queue_len > 0)
        make_way(t);
    else
        assign_analyses(t);
}

// ---- For others

WorkerPool *worker_pool_new(Server *s, int count) {
    WorkerPool *t = mem_alloc(sizeof *t);
    t->server = s;
    t->count = count;
    t->workers = mem_alloc((size_t)count * sizeof *t->workers);
    for (int i = 0; i < count; i++)
        t->workers[i].all = t;
    return t;
}

void worker_pool_tick(WorkerPool *t, int64_t now_ms) {
    for (int i = 0; i < t->count; i++)
        if (t->workers[i].state == WORKER_BUSY && now_ms > t->workers[i].deadline_ms)
            leave(&t->workers[i], "it took too long");
    work(t);
}

void worker_pool_dispatch(WorkerPool *t) {
    work(t);
}

void worker_pool_stop_analysis(WorkerPool *t, int64_t number) {
    for (int i = 0; i < t->count; i++) {
        Worker *k = &t->workers[i];
        if (examines(k) && k->analysis.number == number && !k->told_to_stop)
            tell_to_stop(k);
    }
}

int worker_pool_queued(const WorkerPool *t) {
    return t->queue_len;
}

int worker_pool_busy(const WorkerPool *t) {
    int busy = 0;
    for (int i = 0; i < t->count; i++)
        busy += t->workers[i].state == WORKER_BUSY;
    return busy;
}

void worker_pool_stop(WorkerPool *t) {
    t->stopping = true;
    for (int i = 0; i < t->count; i++)
        leave(&t->workers[i], "the server ends");
}

void worker_pool_free(WorkerPool *t) {
    if (!t)
        return;
    mem_free(t->workers);
    mem_free(t->queue);
    mem_free(t);
}
