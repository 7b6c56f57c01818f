#include "project/project.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/thread.h"

#include <time.h>

enum { POLL_MS = 100 };

struct Project {
    Tree tree;
    ProjectLog log;
    LogCount log_count; // when it was opened
    ProjectOptions options;
    int64_t started_ms, jobs;
    pthread_mutex_t mutex; // protects everything above
    pthread_cond_t changed;
    int running; // tasks of the workers
    bool has_failed;
    Error err;
    atomic_bool stop;
};

typedef struct {
    Project *project;
    pthread_t thread;
    bool is_running;
    ProjectEngines *engines;
    ProjectTask task;
    Fact fact;
} Worker;

// ---- Tasks

// Replies that lead to known positions: the tree says whether they are proved.
static void list_known_replies(const Tree *tree, ProjectJob *job) {
    Board after = job->board;
    Point empty[REPLIES_MAX];
    if (job->move != POINT_NONE && board_play(&after, job->move) != PLAY_OK)
        return;
    int n = board_empty_points(&after, empty);
    for (int i = 0; i < n; i++) {
        Board b = after;
        if (board_play(&b, empty[i]) == PLAY_OK && tree_find(tree, tree_key(&b)))
            job->points[job->point_count++] = empty[i];
    }
}

bool project_take(Project *p, ProjectTask *out) {
    Tree *tree = &p->tree;
    ProjectJob *job = &out->job;
    out->tree = tree_take_job(tree);
    if (out->tree.kind == JOB_NONE)
        return false;
    const Decision *n = out->tree.node;
    *job = (ProjectJob){.kind = out->tree.kind,
                        .winner = tree->goal.winner,
                        .board = tree_board(tree, n),
                        .is_hard = n->is_hard,
                        .move = out->tree.move};
    for (int i = 0; i < n->candidate_count; i++) {
        if (job->kind == JOB_CANDIDATE)
            job->points[job->point_count++] = n->candidates[i].move;
        else if (n->candidates[i].move == job->move)
            job->value = n->candidates[i].value;
    }
    if (job->kind == JOB_ALL_REPLIES)
        list_known_replies(tree, job);
    else if (n->candidate_count == 0 && (Stone)job->board.turn == job->winner)
        job->move = tree_hint(tree, &job->board);
    return true;
}

// The replies that were left out are open unless they are proved by now.
static void add_known_replies(const Tree *tree, const ProjectJob *job, Fact *fact) {
    Board after = job->board;
    uint64_t seen[REPLIES_MAX];
    int count = 0;
    if (job->move != POINT_NONE)
        board_play(&after, job->move);
    for (int i = 0; i < job->point_count; i++) {
        Board b = after;
        board_play(&b, job->points[i]);
        uint64_t key = seen[count] = tree_key(&b);
        const Decision *known = tree_find(tree, key);
        int k = 0;
        while (seen[k] != key)
            k++;
        if (k == count && !known->is_proved)
            fact->open[fact->open_count++] = job->points[i];
        count += k == count;
    }
}

bool project_end(Project *p, const ProjectTask *task, Fact *fact, Error *err) {
    tree_end_job(&p->tree, &task->tree);
    if (!fact)
        return true;
    if (fact->kind == FACT_ALL)
        add_known_replies(&p->tree, &task->job, fact);
    p->jobs++;
    tree_apply(&p->tree, fact);
    return project_log_append(&p->log, fact, err);
}

// ---- Workers

// Called with the mutex held.
static void do_task(Worker *w) {
    Project *p = w->project;
    p->running++;
    pthread_mutex_unlock(&p->mutex);
    bool is_done =
        project_job_do(&w->task.job, w->engines, stop_token_of(&p->stop), &w->fact, NULL);
    pthread_mutex_lock(&p->mutex);
    p->running--;
    bool keeps = is_done && !atomic_load(&p->stop) && !p->has_failed;
    if (!project_end(p, &w->task, keeps ? &w->fact : NULL, &p->err))
        p->has_failed = true;
    pthread_cond_broadcast(&p->changed);
}

bool project_is_proved(const Project *p) {
    return p->tree.root->is_proved;
}

static bool is_finished(const Project *p) {
    return p->has_failed || project_is_proved(p) || atomic_load(&p->stop);
}

static void *work(void *context) {
    Worker *w = context;
    Project *p = w->project;
    pthread_mutex_lock(&p->mutex);
    while (!is_finished(p)) {
        if (project_take(p, &w->task))
            do_task(w);
        else if (p->running > 0)
            pthread_cond_wait(&p->changed, &p->mutex);
        else
            break; // hopeless
    }
    w->is_running = false;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

// The workers may only change it while this is called with the mutex held.
ProjectStatus project_status(Project *p) {
    return (ProjectStatus){
        .count = tree_count(&p->tree),
        .log = p->log_count,
        .jobs = p->jobs,
        .elapsed_ms = clock_now_ms() - p->started_ms,
        .is_proved = project_is_proved(p),
    };
}

static void wait_a_moment(Project *p) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += POLL_MS * 1000000l;
    until.tv_sec += until.tv_nsec / 1000000000l;
    until.tv_nsec %= 1000000000l;
    pthread_cond_timedwait(&p->changed, &p->mutex, &until);
}

static bool any_runs(const Worker *workers, int count) {
    for (int i = 0; i < count; i++)
        if (workers[i].is_running)
            return true;
    return false;
}

// Waits for the workers, showing the progress. Called with the mutex held.
static void supervise(Project *p, const Worker *workers, int count) {
    const ProjectOptions *o = &p->options;
    int64_t shown_ms = 0;
    while (any_runs(workers, count)) {
        wait_a_moment(p);
        int64_t now = clock_now_ms();
        if (stop_requested(o->stop) || (o->ms > 0 && now - p->started_ms >= o->ms))
            atomic_store(&p->stop, true);
        if (!o->on_progress || now - shown_ms < 2 * POLL_MS)
            continue;
        shown_ms = now;
        ProjectStatus status = project_status(p);
        pthread_mutex_unlock(&p->mutex);
        o->on_progress(o->context, &status);
        pthread_mutex_lock(&p->mutex);
    }
}

static void run_workers(Project *p, int count, ProjectStatus *out) {
    Worker *workers = mem_alloc((size_t)count * sizeof *workers);
    pthread_mutex_lock(&p->mutex);
    for (int i = 0; i < count; i++) {
        Worker *w = &workers[i];
        w->project = p;
        w->engines = project_engines_new();
        w->is_running = thread_start(&w->thread, work, w);
        if (!w->is_running) {
            project_engines_free(w->engines);
            count = i;
        }
    }
    if (count == 0)
        p->has_failed = !error_set(&p->err, "no thread can be started");
    supervise(p, workers, count);
    bool was_stopped = atomic_load(&p->stop);
    *out = project_status(p);
    out->is_hopeless = !was_stopped && !out->is_proved && !p->has_failed;
    pthread_mutex_unlock(&p->mutex);
    for (int i = 0; i < count; i++) {
        pthread_join(workers[i].thread, NULL);
        project_engines_free(workers[i].engines);
    }
    mem_free(workers);
}

// ---- The project

Project *project_open(const ProjectOptions *options, Error *err) {
    Project *p = mem_alloc(sizeof *p);
    p->options = *options;
    p->started_ms = clock_now_ms();
    if (!project_log_open(&p->log, options->folder, options->goal, &p->tree, &p->log_count, err)) {
        mem_free(p);
        return NULL;
    }
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->changed, NULL);
    return p;
}

void project_close(Project *p) {
    if (!p)
        return;
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->mutex);
    project_log_close(&p->log);
    tree_release(&p->tree);
    mem_free(p);
}

bool project_run(const ProjectOptions *options, ProjectStatus *out, Error *err) {
    Project *p = project_open(options, err);
    if (!p)
        return false;
    run_workers(p, int_max(1, options->threads), out);
    bool ok = !p->has_failed || error_set(err, "%s", p->err.text);
    project_close(p);
    return ok;
}
