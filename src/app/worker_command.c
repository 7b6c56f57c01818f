#include "app/job_poster.h"
#include "app/serve.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/thread.h"
#include "base/wakeup.h"
#include "games/worker.h"
#include "games/worker_job.h"
#include "match/match_job.h"
#include "project/project_job.h"
#include "store/jobs.h"
#include "train/selfplay_job.h"
#include "version.h"

#include <string.h>
#include <unistd.h>

// How long an idle worker waits until it looks for jobs again.
enum { POLL_MS = 100, RECONNECT_MS = 500, BUILD_MS = 10 * 1000 };

typedef enum { SLOT_FREE, SLOT_RUNNING, SLOT_FINISHED } SlotState;

typedef struct JobKind JobKind;

// One job at a time, on a thread of its own. The thread owns `result`, `error` and `is_done` until
// it sets SLOT_FINISHED, and always the engines.
typedef struct {
    struct Worker *worker;
    const JobKind *kind;
    pthread_t thread;
    _Atomic SlotState state;
    atomic_bool stop;
    bool is_held; // the lease is ours
    int64_t id, started_ms;
    Str payload, result;
    Error error;
    bool is_done; // there is a result
    EngineWorker engine;
    ProjectEngines *prover; // NULL before its first proof
    pthread_mutex_t lock;   // of `progress`
    Str progress;           // that was not reported yet; "": none
} Slot;

struct JobKind {
    const char *name;
    bool (*run)(Slot *slot, Str *result, Error *err);
};

typedef struct Worker {
    const WorkerArgs *args;
    JobWorker identity;
    Str name, kinds;
    JobQueue *queue; // NULL while the connection is lost
    Slot *slots;
    int slot_count; // one more than threads if moves must not wait for other jobs
    Wakeup *wakeup;
    int64_t renew_ms, take_ms, reconnect_ms, build_ms;
    Str refused_build; // the last build that was reported as another one
    int64_t *strays;   // jobs that give_back_strays returns
    int stray_count, stray_capacity;
} Worker;

// ---- Kinds of jobs

static bool play_pair(Slot *slot, Str *result, Error *err) {
    MatchJob job = {0};
    bool ok = match_job_parse(str_text(&slot->payload), slot->payload.len, &job, err) &&
              match_job_check(&job, slot->worker->args->programs != NULL, err) &&
              match_job_play(&job, stop_token_of(&slot->stop), result, err);
    match_job_release(&job);
    return ok;
}

static bool is_stopped(void *context) {
    return ((Slot *)context)->stop;
}

static void note_progress(void *context, const char *line) {
    Slot *slot = context;
    pthread_mutex_lock(&slot->lock);
    str_clear(&slot->progress);
    str_add_text(&slot->progress, line);
    pthread_mutex_unlock(&slot->lock);
    wakeup_signal(slot->worker->wakeup);
}

// What an analysis has found when it is stopped is no result. A level does not stop.
static bool execute_command(Slot *slot, Str *result, Error *err) {
    slot->engine.callbacks = (WorkerCallbacks){{is_stopped, slot}, note_progress, slot};
    if (!worker_job_check(slot->kind->name, str_text(&slot->payload), err))
        return false;
    worker_execute(&slot->engine, slot->payload.data, result);
    if (*str_text(result) == '?')
        return error_set(err, "%.200s", str_text(result));
    return !slot->stop || !strcmp(slot->kind->name, JOB_KIND_MOVE) || error_set(err, "stopped");
}

static bool prove(Slot *slot, Str *result, Error *err) {
    ProjectJob *job = mem_alloc(sizeof *job);
    Fact *fact = mem_alloc(sizeof *fact);
    if (!slot->prover)
        slot->prover = project_engines_new();
    bool ok = project_job_parse(str_text(&slot->payload), slot->payload.len, job, err) &&
              (project_job_do(job, slot->prover, stop_token_of(&slot->stop), fact, result) ||
               error_set(err, "stopped"));
    mem_free(job);
    mem_free(fact);
    return ok;
}

static bool play_selfplay(Slot *slot, Str *result, Error *err) {
    SelfplayOptions options;
    PackedGame game;
    int number;
    if (!selfplay_job_parse(str_text(&slot->payload), slot->payload.len, &options, &number, err) ||
        !selfplay_play(&options, number, stop_token_of(&slot->stop), &game, err))
        return false;
    selfplay_job_write_result(&game, result);
    return true;
}

// The second kind names programs or files.
static const JobKind kinds[] = {
    {"match", play_pair},
    {"program-match", play_pair},
    {JOB_KIND_MOVE, execute_command},
    {JOB_KIND_ANALYSIS, execute_command},
    {"proof", prove},
    {"selfplay", play_selfplay},
};

static const char *kind_name(int i) {
    return i < COUNT(kinds) ? kinds[i].name : NULL;
}

static void add_kind(Worker *w, const char *name) {
    str_add(&w->kinds, "%s%s", w->kinds.len > 0 ? "," : "", name);
}

static bool read_kinds(Worker *w, Error *err) {
    for (const char *at = w->args->kinds;; at++) {
        char word[32] = "";
        size_t len = strcspn(at, ",");
        if (len < sizeof word)
            memcpy(word, at, len);
        int kind = word_find(word, "kind of job", kind_name, err);
        if (kind < 0)
            return error_prefix(err, "--kinds");
        if (kinds[kind].run == play_pair && w->args->programs)
            add_kind(w, "program-match");
        else if (!strcmp(kinds[kind].name, "program-match"))
            return error_set(err, "--kinds program-match needs --programs FOLDER");
        add_kind(w, kinds[kind].name);
        at += len;
        if (!*at)
            return true;
    }
}

// ---- Threads

static void *run_slot(void *context) {
    Slot *slot = context;
    slot->is_done = slot->kind->run(slot, &slot->result, &slot->error);
    slot->state = SLOT_FINISHED;
    wakeup_signal(slot->worker->wakeup);
    return NULL;
}

static Slot *find_free_slot(Worker *w) {
    for (int i = 0; i < w->slot_count; i++)
        if (w->slots[i].state == SLOT_FREE)
            return &w->slots[i];
    return NULL;
}

// If the database gives more jobs than were asked for, give_back_strays returns them.
static void begin_job(void *context, const TakenJob *job) {
    Worker *w = context;
    Slot *slot = find_free_slot(w);
    if (!slot)
        return;
    int kind = word_find(job->kind, "kind of job", kind_name, NULL);
    slot->kind = &kinds[kind < 0 ? 0 : kind];
    slot->id = job->id;
    slot->started_ms = clock_now_ms();
    slot->is_held = true;
    slot->stop = false;
    slot->error = (Error){0};
    str_clear(&slot->result);
    str_clear(&slot->progress);
    str_clear(&slot->payload);
    str_add_text(&slot->payload, job->payload);
    slot->state = SLOT_RUNNING;
    if (thread_start(&slot->thread, run_slot, slot))
        return;
    run_slot(slot); // the system refuses another thread: then here
    slot->thread = pthread_self();
}

static int count_slots(const Worker *w, SlotState state) {
    int count = 0;
    for (int i = 0; i < w->slot_count; i++)
        count += w->slots[i].state == state;
    return count;
}

// ---- The database

static void say(const Slot *slot, const char *what) {
    const Worker *w = slot->worker;
    if (w->args->quiet)
        return;
    printf("job %lld, %s: %s after %lld ms\n", (long long)slot->id, slot->kind->name, what,
           (long long)(clock_now_ms() - slot->started_ms));
    fflush(stdout);
}

static void lose(Worker *w, const Error *why) {
    fprintf(stderr, "pentad worker: %s; trying again\n", why->text);
    jobs_close(w->queue);
    w->queue = NULL;
    w->reconnect_ms = clock_now_ms() + RECONNECT_MS;
}

static void reconnect(Worker *w) {
    Error ignored = {0};
    if (clock_now_ms() < w->reconnect_ms)
        return;
    w->queue = jobs_open(w->args->database, JOBS_WORK, &ignored);
    w->reconnect_ms = clock_now_ms() + RECONNECT_MS;
    w->renew_ms = 0;
}

// Delivers a job that has ended. If that fails the slot keeps it for the next time.
static bool deliver(Worker *w, Slot *slot, Error *err) {
    bool recorded = false;
    if (slot->is_held && slot->is_done &&
        !jobs_finish(w->queue, &w->identity, slot->id, str_text(&slot->result), &recorded, err))
        return false;
    if (slot->is_held && !slot->is_done && !slot->stop &&
        !jobs_fail(w->queue, &w->identity, slot->id, slot->error.text, err))
        return false;
    say(slot, recorded                          ? "done"
              : slot->is_done || !slot->is_held ? "no longer ours, dropped"
              : slot->stop                      ? "returned"
                                                : slot->error.text);
    if (!pthread_equal(slot->thread, pthread_self()))
        pthread_join(slot->thread, NULL);
    slot->state = SLOT_FREE;
    w->take_ms = 0;
    return true;
}

static bool deliver_all(Worker *w, Error *err) {
    for (int i = 0; i < w->slot_count; i++)
        if (w->slots[i].state == SLOT_FINISHED && !deliver(w, &w->slots[i], err))
            return false;
    return true;
}

// Somebody may be waiting for what an analysis has found so far.
static bool report_progress(Worker *w, Slot *slot, Error *err) {
    ScopedStr line = {0};
    pthread_mutex_lock(&slot->lock);
    str_add_text(&line, str_text(&slot->progress));
    str_clear(&slot->progress);
    pthread_mutex_unlock(&slot->lock);
    if (line.len == 0 || slot->state != SLOT_RUNNING || !slot->is_held)
        return true;
    bool is_held = false;
    if (!jobs_progress(w->queue, &w->identity, slot->id, str_text(&line), &is_held, err))
        return false;
    slot->is_held = is_held;
    slot->stop = slot->stop || !is_held;
    return true;
}

static bool report_all_progress(Worker *w, Error *err) {
    for (int i = 0; i < w->slot_count; i++)
        if (!report_progress(w, &w->slots[i], err))
            return false;
    return true;
}

static void hold(void *context, int64_t id) {
    Worker *w = context;
    bool is_here = false;
    for (int i = 0; i < w->slot_count; i++) {
        Slot *slot = &w->slots[i];
        bool is_its = slot->state != SLOT_FREE && slot->id == id;
        slot->is_held |= is_its;
        is_here |= is_its;
    }
    if (is_here)
        return;
    w->strays = mem_grow(w->strays, w->stray_count, 1, &w->stray_capacity, sizeof *w->strays);
    w->strays[w->stray_count++] = id;
}

// Jobs that the worker has in the database, but not here: the connection broke before it was told
// of them. It would renew their leases for ever.
static bool give_back_strays(Worker *w, Error *err) {
    for (; w->stray_count > 0; w->stray_count--)
        if (!jobs_fail(w->queue, &w->identity, w->strays[w->stray_count - 1],
                       "the worker was not told of it", err))
            return false;
    return true;
}

// A job that is not ours any more was canceled, or another worker has it.
static bool renew(Worker *w, Error *err) {
    int64_t now = clock_now_ms();
    if (now < w->renew_ms)
        return true;
    w->renew_ms = now + JOB_RENEW_MS;
    int busy = int_min(count_slots(w, SLOT_RUNNING), w->identity.threads);
    for (int i = 0; i < w->slot_count; i++)
        w->slots[i].is_held = false;
    w->stray_count = 0;
    bool ok = jobs_renew(w->queue, &w->identity, busy, hold, w, err);
    for (int i = 0; i < w->slot_count; i++) {
        w->slots[i].is_held = w->slots[i].is_held || !ok;
        if (!w->slots[i].is_held)
            w->slots[i].stop = true;
    }
    return ok && give_back_strays(w, err);
}

// Says it once for each build.
static bool report_other_build(Worker *w, Error *err) {
    int64_t now = clock_now_ms();
    if (now < w->build_ms)
        return true;
    w->build_ms = now + BUILD_MS;
    ScopedStr build = {0};
    if (!jobs_other_build(w->queue, &w->identity, &build, err))
        return false;
    if (build.len > 0 && strcmp(str_text(&build), str_text(&w->refused_build)) != 0) {
        fprintf(stderr,
                "pentad worker: jobs wait for build %.40s; this one is %s and leaves them: %s\n",
                str_text(&build), PENTAD_BUILD,
                jobs_build_difference(PENTAD_BUILD, str_text(&build)));
        str_clear(&w->refused_build);
        str_add_text(&w->refused_build, str_text(&build));
    }
    return true;
}

// When all threads are busy, one more may take a move: somebody waits for it.
static bool take(Worker *w, Error *err) {
    int64_t now = clock_now_ms();
    int free = count_slots(w, SLOT_FREE), more = w->slot_count - w->identity.threads;
    if (free == 0 || now < w->take_ms)
        return true;
    w->take_ms = now + POLL_MS;
    const char *wanted = free > more ? w->identity.kinds : JOB_KIND_MOVE;
    return jobs_take(w->queue, &w->identity, wanted, int_max(free - more, 1), begin_job, w, err) &&
           (count_slots(w, SLOT_FREE) <= more || report_other_build(w, err));
}

static void go_on(Worker *w) {
    Error why = {0};
    wakeup_clear(w->wakeup);
    if (!w->queue)
        reconnect(w);
    if (w->queue &&
        !(report_all_progress(w, &why) && deliver_all(w, &why) && renew(w, &why) && take(w, &why)))
        lose(w, &why);
    wakeup_wait(w->wakeup, POLL_MS);
}

// ---- The worker

static bool set_up(Worker *w, Error *err) {
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    str_add_text(&w->name, w->args->name ? w->args->name : host);
    if (!w->args->database)
        return error_set(err, "--database postgresql://USER@HOST/NAME is missing");
    if (!job_poster_check_engine(err) || !read_kinds(w, err))
        return false;
    if (w->args->programs && chdir(w->args->programs) != 0)
        return error_set_errno(err, w->args->programs);
    w->identity = (JobWorker){.session = (int64_t)(rng_fresh_seed() >> 1),
                              .name = str_text(&w->name),
                              .build = PENTAD_BUILD,
                              .kinds = str_text(&w->kinds),
                              .threads = (int)w->args->threads};
    w->queue = jobs_open(w->args->database, JOBS_WORK, err);
    return w->queue != NULL;
}

// What has ended is delivered, what is running is returned.
static void leave(Worker *w) {
    Error why = {0};
    for (int i = 0; i < w->slot_count; i++)
        if (w->slots[i].state != SLOT_FREE)
            w->slots[i].stop = true;
    while (count_slots(w, SLOT_RUNNING) > 0)
        wakeup_wait(w->wakeup, POLL_MS);
    if (w->queue && !(deliver_all(w, &why) && jobs_leave(w->queue, &w->identity, &why)))
        fprintf(stderr, "pentad worker: %s\n", why.text);
}

static void work(Worker *w) {
    bool takes_moves = strstr(w->identity.kinds, JOB_KIND_MOVE) != NULL;
    bool takes_others = strcmp(w->identity.kinds, JOB_KIND_MOVE) != 0;
    w->slot_count = w->identity.threads + (takes_moves && takes_others);
    w->slots = mem_alloc((size_t)w->slot_count * sizeof *w->slots);
    w->wakeup = wakeup_new();
    for (int i = 0; i < w->slot_count; i++) {
        w->slots[i].worker = w;
        pthread_mutex_init(&w->slots[i].lock, NULL);
    }
    printf("worker %s: build %s, threads %d, kinds %s\n", w->identity.name, PENTAD_BUILD,
           w->identity.threads, w->identity.kinds);
    fflush(stdout);
    while (!interrupt_signal())
        go_on(w);
    leave(w);
    for (int i = 0; i < w->slot_count; i++) {
        str_release(&w->slots[i].payload);
        str_release(&w->slots[i].result);
        str_release(&w->slots[i].progress);
        worker_release(&w->slots[i].engine);
        project_engines_free(w->slots[i].prover);
        pthread_mutex_destroy(&w->slots[i].lock);
    }
    wakeup_free(w->wakeup);
    mem_free(w->slots);
    mem_free(w->strays);
}

int worker_command_run(const CommandLine *line) {
    Worker w = {.args = line->args};
    Error err = {0};
    Interrupts *held = interrupt_catch();
    bool ok = set_up(&w, &err);
    if (ok)
        work(&w);
    jobs_close(w.queue);
    interrupt_restore(held);
    str_release(&w.name);
    str_release(&w.kinds);
    str_release(&w.refused_build);
    return ok ? EXIT_OK : subcommand_fail(&cmd_worker, &err);
}
