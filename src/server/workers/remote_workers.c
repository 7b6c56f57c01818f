#include "server/workers/remote_workers.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/thread.h"
#include "base/wakeup.h"
#include "games/worker_job.h"
#include "store/jobs.h"

#include <string.h>
#include <uv.h>

enum {
    POLL_MS = 20,  // while a task is out
    LOOK_MS = 500, // how often it looks which workers there are
    REPORT_MS = 5000,
    SEEN_MS = 3000,  // a worker without a heartbeat for so long gets no tasks
    LATE_MS = 500,   // after the end of a lease another worker has so long to take the job
    GRACE_MS = 5000, // as for a worker process
    RECONNECT_MS = 1000,
    SILENT_MS = 30 * 1000, // the jobs of a server that is gone for so long are deleted
};

static const char batch_kind[] = "server";

static const struct {
    const char *name;
    JobPriority priority;
    int64_t take_ms; // how long it may wait for a worker
} kinds[REMOTE_KINDS] = {
    [REMOTE_MOVE] = {JOB_KIND_MOVE, JOB_PRIORITY_MOVE, 1000},
    [REMOTE_ANALYSIS] = {JOB_KIND_ANALYSIS, JOB_PRIORITY_ANALYSIS, 10000},
};

typedef struct {
    int count, capacity;
    RemoteEvent *items;
} Events;

// A task, or that one is to be canceled.
typedef struct {
    RemoteTask task;
    bool cancels;
} Order;

// A task of the thread.
typedef struct {
    int number;
    RemoteKind kind;
    int64_t ms;
    bool was_seen; // in the answer that is being read
    bool has_ended;
    Str so_far; // that was reported last
} Posted;

struct RemoteWorkers {
    char *database, *build;
    void (*on_events)(void *context);
    void *context;
    uv_async_t async;
    pthread_t thread;
    Wakeup *wakeup;
    atomic_bool stopping;
    bool is_running;
    atomic_int threads[REMOTE_KINDS];

    pthread_mutex_t lock; // of these
    Order *orders;
    int order_count, order_capacity;
    Events events;

    // Of the thread.
    JobQueue *queue; // NULL while it is not connected
    int64_t batch, look_ms, report_ms, reconnect_ms;
    bool was_lost, has_other_build;
    Posted *posted;
    int posted_count, posted_capacity;
};

// ---- Events

static void add_event(RemoteWorkers *r, int number, RemoteEventKind kind, const char *text) {
    RemoteEvent event = {number, kind, {0}};
    str_add_text(&event.text, text);
    pthread_mutex_lock(&r->lock);
    Events *e = &r->events;
    e->items = mem_grow(e->items, e->count, 1, &e->capacity, sizeof *e->items);
    e->items[e->count++] = event;
    pthread_mutex_unlock(&r->lock);
    uv_async_send(&r->async);
}

bool remote_workers_next(RemoteWorkers *r, RemoteEvent *out) {
    pthread_mutex_lock(&r->lock);
    Events *e = &r->events;
    bool found = e->count > 0;
    if (found) {
        *out = e->items[0];
        memmove(e->items, e->items + 1, (size_t)--e->count * sizeof *e->items);
    }
    pthread_mutex_unlock(&r->lock);
    return found;
}

// ---- Tasks

static void end(RemoteWorkers *r, Posted *p, RemoteEventKind kind, const char *text) {
    if (p->has_ended)
        return;
    p->has_ended = true;
    add_event(r, p->number, kind, text);
}

static void forget_ended(RemoteWorkers *r) {
    int kept = 0;
    for (int i = 0; i < r->posted_count; i++)
        if (r->posted[i].has_ended)
            str_release(&r->posted[i].so_far);
        else
            r->posted[kept++] = r->posted[i];
    r->posted_count = kept;
}

static Posted *find(const RemoteWorkers *r, int number) {
    for (int i = 0; i < r->posted_count; i++)
        if (r->posted[i].number == number)
            return &r->posted[i];
    return NULL;
}

static void return_all(RemoteWorkers *r) {
    for (int i = 0; i < r->posted_count; i++)
        end(r, &r->posted[i], REMOTE_RETURNED, "");
    forget_ended(r);
}

static bool post(RemoteWorkers *r, const RemoteTask *task, Error *err) {
    NewJob job = {.batch = r->batch,
                  .number = task->number,
                  .kind = kinds[task->kind].name,
                  .priority = kinds[task->kind].priority,
                  .owner = task->owner,
                  .build = r->build,
                  .payload = str_text(&task->text),
                  .budget_ms = task->ms,
                  .lease_ms = JOB_SHORT_LEASE_MS};
    r->posted = mem_grow(r->posted, r->posted_count, 1, &r->posted_capacity, sizeof *r->posted);
    r->posted[r->posted_count++] =
        (Posted){.number = task->number, .kind = task->kind, .ms = task->ms};
    return r->queue && jobs_post(r->queue, &job, err);
}

static bool cancel(RemoteWorkers *r, int number) {
    Posted *p = find(r, number);
    if (p)
        end(r, p, REMOTE_RETURNED, "");
    return p != NULL;
}

static bool next_order(RemoteWorkers *r, Order *out) {
    pthread_mutex_lock(&r->lock);
    bool found = r->order_count > 0;
    if (found) {
        *out = r->orders[0];
        memmove(r->orders, r->orders + 1, (size_t)--r->order_count * sizeof *r->orders);
    }
    pthread_mutex_unlock(&r->lock);
    return found;
}

// Also without a connection: then everything comes back.
static bool obey_orders(RemoteWorkers *r, Error *err) {
    bool ok = true;
    for (Order o; next_order(r, &o); str_release(&o.task.text))
        if (!o.cancels)
            ok = post(r, &o.task, err) && ok;
        else if (cancel(r, o.task.number) && r->queue)
            ok = jobs_delete(r->queue, r->batch, o.task.number, err) && ok;
    forget_ended(r);
    return ok;
}

// ---- Results

static void check_waiting(RemoteWorkers *r, Posted *p, const JobStatus *job) {
    if (job->age_ms > kinds[p->kind].take_ms)
        end(r, p, REMOTE_RETURNED, "");
}

static void check_leased(RemoteWorkers *r, Posted *p, const JobStatus *job) {
    Error ignored = {0};
    if (*job->text && strcmp(job->text, str_text(&p->so_far)) != 0 &&
        worker_job_check_answer(job->text, &ignored)) {
        str_clear(&p->so_far);
        str_add_text(&p->so_far, job->text);
        add_event(r, p->number, REMOTE_SO_FAR, job->text);
    }
    if (job->lease_ms < -LATE_MS)
        end(r, p, REMOTE_FAILED, "its worker was lost");
    else if (job->age_ms > kinds[p->kind].take_ms + 2 * p->ms + GRACE_MS)
        end(r, p, REMOTE_FAILED, "it took too long");
}

static void check_done(RemoteWorkers *r, Posted *p, const JobStatus *job) {
    Error why = {0};
    bool ok = worker_job_check_answer(job->text, &why);
    end(r, p, ok ? REMOTE_ANSWER : REMOTE_FAILED, ok ? job->text : why.text);
}

static void check_job(void *context, const JobStatus *job) {
    RemoteWorkers *r = context;
    Posted *p = find(r, job->number);
    if (!p)
        return;
    p->was_seen = true;
    if (job->state == JOB_WAITING)
        check_waiting(r, p, job);
    else if (job->state == JOB_LEASED)
        check_leased(r, p, job);
    else if (job->state == JOB_DONE)
        check_done(r, p, job);
    else
        end(r, p, REMOTE_FAILED, job->text);
}

// Every result is read once, because its job is deleted.
static bool watch(RemoteWorkers *r, Error *err) {
    if (r->posted_count == 0)
        return true;
    for (int i = 0; i < r->posted_count; i++)
        r->posted[i].was_seen = false;
    if (!jobs_watch(r->queue, r->batch, check_job, r, err))
        return false;
    bool ok = true;
    for (int i = 0; i < r->posted_count; i++) {
        Posted *p = &r->posted[i];
        if (!p->was_seen)
            end(r, p, REMOTE_RETURNED, "");
        else if (p->has_ended)
            ok = jobs_delete(r->queue, r->batch, p->number, err) && ok;
    }
    forget_ended(r);
    return ok;
}

// ---- The batch

// The jobs of the last connection are of no use: all have been returned.
static bool begin_batch(RemoteWorkers *r, Error *err) {
    if (r->batch > 0 && !jobs_report_batch(r->queue, r->batch, BATCH_FINISHED, "", NULL, err))
        return false;
    r->batch = jobs_begin_batch(
        r->queue, &(JobBatch){.kind = batch_kind, .title = "", .build = r->build}, err);
    return r->batch > 0;
}

// If this server was suspended, another has deleted the batch: its tasks come back, since their
// jobs are missing.
static bool report(RemoteWorkers *r, Error *err) {
    bool exists;
    return jobs_report_batch(r->queue, r->batch, BATCH_RUNNING, "", &exists, err) &&
           jobs_delete_silent(r->queue, batch_kind, SILENT_MS, err) &&
           (exists || begin_batch(r, err));
}

// ---- Workers

// Once, until they are gone.
static void report_other_build(RemoteWorkers *r, const char *other) {
    ScopedStr text = {0};
    if (*other && !r->has_other_build) {
        str_add(&text, "theirs is %.40s, ours %s: %s", other, r->build,
                jobs_build_difference(r->build, other));
        add_event(r, 0, REMOTE_OTHER_BUILD, str_text(&text));
    }
    r->has_other_build = *other != '\0';
}

static bool look(RemoteWorkers *r, Error *err) {
    int64_t now = clock_now_ms();
    ScopedStr other_build = {0};
    if (now < r->look_ms)
        return true;
    r->look_ms = now + LOOK_MS;
    for (int i = 0; i < REMOTE_KINDS; i++) {
        int threads;
        if (!jobs_threads(r->queue, kinds[i].name, r->build, SEEN_MS, &threads, &other_build, err))
            return false;
        int before = atomic_exchange(&r->threads[i], threads);
        if (threads > before)
            uv_async_send(&r->async); // something may be waiting for them
    }
    report_other_build(r, str_text(&other_build));
    if (now < r->report_ms)
        return true;
    r->report_ms = now + REPORT_MS;
    return report(r, err);
}

// ---- The connection

static void lose(RemoteWorkers *r, const Error *why) {
    if (!r->was_lost)
        add_event(r, 0, REMOTE_LOST, why->text);
    r->was_lost = true;
    jobs_close(r->queue);
    r->queue = NULL;
    r->reconnect_ms = clock_now_ms() + RECONNECT_MS;
    for (int i = 0; i < REMOTE_KINDS; i++)
        r->threads[i] = 0;
    return_all(r);
}

static void connect_again(RemoteWorkers *r) {
    Error why = {0};
    if (clock_now_ms() < r->reconnect_ms)
        return;
    r->queue = jobs_open(r->database, JOBS_POST, &why);
    if (!r->queue || !begin_batch(r, &why)) {
        lose(r, &why);
        return;
    }
    if (r->was_lost)
        add_event(r, 0, REMOTE_CONNECTED, "");
    r->was_lost = false;
    r->look_ms = r->report_ms = 0;
}

// ---- The thread

static void go_on(RemoteWorkers *r) {
    Error why = {0};
    wakeup_clear(r->wakeup);
    if (!r->queue)
        connect_again(r);
    bool ok = obey_orders(r, &why);
    if (r->queue && !(ok && watch(r, &why) && look(r, &why)))
        lose(r, &why);
    else if (!r->queue)
        return_all(r);
    wakeup_wait(r->wakeup, r->posted_count > 0 ? POLL_MS : LOOK_MS);
}

static void *run(void *context) {
    RemoteWorkers *r = context;
    Error ignored = {0};
    while (!r->stopping)
        go_on(r);
    if (r->queue)
        jobs_report_batch(r->queue, r->batch, BATCH_FINISHED, "", NULL, &ignored);
    jobs_close(r->queue);
    return NULL;
}

static void wake(uv_async_t *async) {
    RemoteWorkers *r = async->data;
    if (!r->stopping)
        r->on_events(r->context);
}

// ---- Interface

RemoteWorkers *remote_workers_new(uv_loop_t *loop, const char *database, const char *build,
                                  void (*on_events)(void *context), void *context) {
    RemoteWorkers *r = mem_alloc(sizeof *r);
    r->database = mem_copy_text(database);
    r->build = mem_copy_text(build);
    r->on_events = on_events;
    r->context = context;
    r->wakeup = wakeup_new();
    pthread_mutex_init(&r->lock, NULL);
    uv_async_init(loop, &r->async, wake);
    r->async.data = r;
    r->is_running = thread_start(&r->thread, run, r);
    return r;
}

void remote_workers_stop(RemoteWorkers *r) {
    if (!r)
        return;
    r->stopping = true;
    wakeup_signal(r->wakeup);
    if (r->is_running)
        pthread_join(r->thread, NULL);
    uv_close((uv_handle_t *)&r->async, NULL);
}

void remote_workers_free(RemoteWorkers *r) {
    if (!r)
        return;
    for (RemoteEvent event; remote_workers_next(r, &event);)
        str_release(&event.text);
    for (Order order; next_order(r, &order);)
        str_release(&order.task.text);
    for (int i = 0; i < r->posted_count; i++)
        str_release(&r->posted[i].so_far);
    pthread_mutex_destroy(&r->lock);
    wakeup_free(r->wakeup);
    mem_free(r->events.items);
    mem_free(r->orders);
    mem_free(r->posted);
    mem_free(r->database);
    mem_free(r->build);
    mem_free(r);
}

int remote_workers_threads(RemoteWorkers *r, RemoteKind kind) {
    return r ? r->threads[kind] : 0;
}

static void add_order(RemoteWorkers *r, const Order *order) {
    pthread_mutex_lock(&r->lock);
    r->orders = mem_grow(r->orders, r->order_count, 1, &r->order_capacity, sizeof *r->orders);
    r->orders[r->order_count++] = *order;
    pthread_mutex_unlock(&r->lock);
    wakeup_signal(r->wakeup);
}

void remote_workers_post(RemoteWorkers *r, const RemoteTask *task) {
    add_order(r, &(Order){.task = *task});
}

void remote_workers_cancel(RemoteWorkers *r, int number) {
    add_order(r, &(Order){.task = {.number = number}, .cancels = true});
}
