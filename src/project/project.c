#include "project/project.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/thread.h"
#include "engine/engine.h"

#include <time.h>

enum {
    REPLY_NODES = 5000, // of the threat prover, after each reply
    THREAT_NODES = 25000,
    CERTAIN_THREAT_NODES = 150000, // if the search engine sees a win
    SEARCH_NODES = 60000,
    TABLE_BYTES = 32 << 20,
    HINT_VALUE = 700, // of a move that wins in a similar position
    NEAR = 2,         // replies this close to a stone are tried first
    POLL_MS = 100,
};

typedef struct {
    Tree tree;
    ProjectLog log;
    const ProjectOptions *options;
    int64_t started_ms, jobs;
    pthread_mutex_t mutex; // protects everything above
    pthread_cond_t changed;
    int running; // jobs
    bool has_failed;
    Error err;
    atomic_bool stop;
} Project;

typedef struct {
    Project *project;
    pthread_t thread;
    bool is_running;
    Engine *searcher, *attacker;
    Fact fact;
} Worker;

// ---- A job

static bool is_stopped(const Worker *w) {
    return atomic_load(&w->project->stop);
}

// OUTCOME_ONLY is fast but may be wrong; the decisions of a proof need WRITTEN.
typedef enum { OUTCOME_ONLY, WRITTEN } ProofKind;

static bool wins_by_threats(Worker *w, const Board *b, int64_t nodes, ProofKind kind) {
    EngineResult r = engine_run(w->attacker, &(EngineRequest){
                                                 .kind = REQUEST_THREATS,
                                                 .board = b,
                                                 .attacker = w->project->tree.goal.winner,
                                                 .outcome_only = kind == OUTCOME_ONLY,
                                                 .any_length = true,
                                                 .budget.nodes = nodes,
                                                 .stop = stop_token_of(&w->project->stop),
                                             });
    bool wins = r.outcome == OUTCOME_WIN;
    engine_result_release(&r);
    return wins;
}

static bool is_near(const Board *b, Point p) {
    for (int dy = -NEAR; dy <= NEAR; dy++)
        for (int dx = -NEAR; dx <= NEAR; dx++) {
            int x = point_x(p) + dx, y = point_y(p) + dy;
            bool is_inside = x >= 0 && y >= 0 && x < b->size && y < b->size;
            if (is_inside && b->at[point_at(x, y)] != EMPTY)
                return true;
        }
    return false;
}

typedef enum { REPLY_LOSES, REPLY_OPEN, REPLY_WINS } ReplyState;

// The winner's threat: replies outside its footprint need not be examined.
typedef struct {
    bool is_known;
    Footprint footprint;
} Threat;

static void find_threat(Worker *w, const Board *b, Threat *out) {
    Stone winner = w->project->tree.goal.winner;
    Point fives[BOARD_MAX * BOARD_MAX];
    Board pass = *b;
    ProofCheck check = {0};
    pass.turn = (uint8_t)winner;
    out->is_known = false;
    if (board_five_points(b, winner, fives) > 0)
        return;
    EngineResult r = engine_run(w->attacker, &(EngineRequest){
                                                 .kind = REQUEST_THREATS,
                                                 .board = &pass,
                                                 .attacker = winner,
                                                 .any_length = true,
                                                 .budget.nodes = THREAT_NODES,
                                                 .stop = stop_token_of(&w->project->stop),
                                             });
    out->is_known =
        r.outcome == OUTCOME_WIN &&
        proof_footprint(&r.proof, winner, &pass, r.proof.roots[0], &check, &out->footprint);
    engine_result_release(&r);
}

// `after`: the position after the reply.
static ReplyState judge(Worker *w, const Board *after, uint64_t key, ProofKind kind) {
    Project *p = w->project;
    Point fives[BOARD_MAX * BOARD_MAX];
    if (after->winner != EMPTY)
        return REPLY_WINS;
    if (board_five_points(after, p->tree.goal.winner, fives) > 0)
        return REPLY_LOSES;
    pthread_mutex_lock(&p->mutex);
    const Decision *known = tree_find(&p->tree, key);
    bool is_proved = known && known->is_proved;
    pthread_mutex_unlock(&p->mutex);
    if (known)
        return is_proved ? REPLY_LOSES : REPLY_OPEN;
    int64_t nodes = kind == WRITTEN ? THREAT_NODES : REPLY_NODES;
    return wins_by_threats(w, after, nodes, kind) ? REPLY_LOSES : REPLY_OPEN;
}

// Tries the near replies to `b`, or, with written proofs, all of them. False if a reply wins or it
// was stopped.
static bool try_replies(Worker *w, const Board *b, ProofKind kind) {
    bool is_start = w->fact.move == POINT_NONE; // all replies are near
    Point empty[REPLIES_MAX];
    uint64_t seen[REPLIES_MAX];
    int n = board_empty_points(b, empty), seen_count = 0;
    Threat threat = {0};
    if (kind == WRITTEN && !is_start)
        find_threat(w, b, &threat);
    w->fact.open_count = 0;
    for (int i = 0; i < n; i++) {
        Board after = *b;
        if ((kind != WRITTEN && !is_start && !is_near(b, empty[i])) ||
            board_play(&after, empty[i]) != PLAY_OK ||
            (threat.is_known &&
             footprint_excludes(&threat.footprint, b, w->project->tree.goal.winner, empty[i], 1)))
            continue;
        uint64_t key = tree_key(&after);
        bool is_new = true;
        for (int k = 0; k < seen_count; k++)
            is_new &= seen[k] != key;
        if (!is_new)
            continue;
        seen[seen_count++] = key;
        ReplyState state = judge(w, &after, key, kind);
        if (is_stopped(w) || state == REPLY_WINS)
            return false;
        if (state == REPLY_OPEN)
            w->fact.open[w->fact.open_count++] = empty[i];
    }
    return true;
}

static EngineLine search(Worker *w, const Board *b, const Point *excluded, int count) {
    EngineResult r = engine_run(w->searcher, &(EngineRequest){
                                                 .kind = REQUEST_SEARCH,
                                                 .board = b,
                                                 .excluded = excluded,
                                                 .excluded_count = count,
                                                 .budget.nodes = SEARCH_NODES,
                                                 .stop = stop_token_of(&w->project->stop),
                                             });
    EngineLine line = r.lines[0];
    engine_result_release(&r);
    return line;
}

static Point find_hint(Worker *w, const Board *b) {
    Project *p = w->project;
    pthread_mutex_lock(&p->mutex);
    Point move = tree_hint(&p->tree, b);
    pthread_mutex_unlock(&p->mutex);
    return move;
}

// Finds the next candidate of a decision: w->fact.
static void find_candidate(Worker *w, const Board *b, const Point *excluded, int count,
                           bool is_hard) {
    Fact *fact = &w->fact;
    Board after = *b;
    fact->kind = FACT_TRY;
    fact->move = POINT_NONE;
    fact->value = 0;
    if (b->turn == w->project->tree.goal.winner) {
        bool asks_threats = count == 0 && !is_hard;
        if (asks_threats && wins_by_threats(w, b, THREAT_NODES, WRITTEN)) {
            fact->kind = FACT_WON;
            return;
        }
        EngineLine line = {.move = count == 0 ? find_hint(w, b) : POINT_NONE, .value = HINT_VALUE};
        if (line.move == POINT_NONE)
            line = search(w, b, excluded, count);
        fact->move = line.move;
        fact->value = line.value;
        if (line.value > ENGINE_CERTAIN && asks_threats &&
            wins_by_threats(w, b, CERTAIN_THREAT_NODES, WRITTEN)) {
            fact->kind = FACT_WON;
            return;
        }
        if (line.value < -ENGINE_CERTAIN || board_play(&after, line.move) != PLAY_OK ||
            !board_has_legal_move(&after)) {
            fact->kind = FACT_DONE;
            return;
        }
    }
    if (!try_replies(w, &after, OUTCOME_ONLY))
        fact->kind = FACT_DONE;
}

static void try_all_replies(Worker *w, const Board *b, Point move, int value) {
    Board after = *b;
    w->fact.kind = FACT_ALL;
    w->fact.move = move;
    w->fact.value = value;
    if ((move != POINT_NONE && board_play(&after, move) != PLAY_OK) ||
        !try_replies(w, &after, WRITTEN))
        w->fact.kind = FACT_DONE;
}

// ---- Workers

static void keep(Worker *w) {
    Project *p = w->project;
    if (!is_stopped(w) && !p->has_failed) {
        tree_apply(&p->tree, &w->fact);
        p->has_failed |= !project_log_append(&p->log, &w->fact, &p->err);
        p->jobs++;
    }
}

// Called with the mutex held.
static void do_job(Worker *w, const TreeJob *job) {
    Project *p = w->project;
    const Decision *n = job->node;
    Point excluded[REPLIES_MAX];
    int count = n->candidate_count, value = 0;
    bool is_hard = n->is_hard;
    for (int i = 0; i < count; i++) {
        excluded[i] = n->candidates[i].move;
        value = excluded[i] == job->move ? n->candidates[i].value : value;
    }
    w->fact.board = tree_board(&p->tree, n);
    Board b = w->fact.board;
    p->running++;
    pthread_mutex_unlock(&p->mutex);
    if (job->kind == JOB_CANDIDATE)
        find_candidate(w, &b, excluded, count, is_hard);
    else
        try_all_replies(w, &b, job->move, value);
    pthread_mutex_lock(&p->mutex);
    p->running--;
    tree_end_job(&p->tree, job);
    keep(w);
    pthread_cond_broadcast(&p->changed);
}

static bool is_finished(const Project *p) {
    return p->has_failed || p->tree.root->is_proved || atomic_load(&p->stop);
}

static void *work(void *context) {
    Worker *w = context;
    Project *p = w->project;
    pthread_mutex_lock(&p->mutex);
    while (!is_finished(p)) {
        TreeJob job = tree_take_job(&p->tree);
        if (job.kind != JOB_NONE)
            do_job(w, &job);
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

// Called with the mutex held.
static ProjectStatus status_of(Project *p, const LogCount *log) {
    return (ProjectStatus){
        .count = tree_count(&p->tree),
        .log = *log,
        .jobs = p->jobs,
        .elapsed_ms = clock_now_ms() - p->started_ms,
        .is_proved = p->tree.root->is_proved,
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

// Starts the workers and waits for them, showing the progress. Called with the mutex held.
static void supervise(Project *p, Worker *workers, int count, const LogCount *log) {
    const ProjectOptions *o = p->options;
    int64_t shown_ms = 0;
    while (any_runs(workers, count)) {
        wait_a_moment(p);
        int64_t now = clock_now_ms();
        if (stop_requested(o->stop) || (o->ms > 0 && now - p->started_ms >= o->ms))
            atomic_store(&p->stop, true);
        if (!o->on_progress || now - shown_ms < 2 * POLL_MS)
            continue;
        shown_ms = now;
        ProjectStatus status = status_of(p, log);
        pthread_mutex_unlock(&p->mutex);
        o->on_progress(o->context, &status);
        pthread_mutex_lock(&p->mutex);
    }
}

static void run_workers(Project *p, int count, const LogCount *log, ProjectStatus *out) {
    Worker *workers = mem_alloc((size_t)count * sizeof *workers);
    pthread_mutex_lock(&p->mutex);
    for (int i = 0; i < count; i++) {
        Worker *w = &workers[i];
        w->project = p;
        w->searcher = engine_new(&(EngineOptions){.table = TABLE_BYTES});
        w->attacker = engine_new(&(EngineOptions){.table = TABLE_BYTES});
        w->is_running = thread_start(&w->thread, work, w);
        if (!w->is_running) {
            engine_free(w->searcher);
            engine_free(w->attacker);
            count = i;
        }
    }
    if (count == 0)
        p->has_failed = !error_set(&p->err, "no thread can be started");
    supervise(p, workers, count, log);
    bool was_stopped = atomic_load(&p->stop);
    *out = status_of(p, log);
    out->is_hopeless = !was_stopped && !out->is_proved && !p->has_failed;
    pthread_mutex_unlock(&p->mutex);
    for (int i = 0; i < count; i++) {
        pthread_join(workers[i].thread, NULL);
        engine_free(workers[i].searcher);
        engine_free(workers[i].attacker);
    }
    mem_free(workers);
}

bool project_run(const ProjectOptions *options, ProjectStatus *out, Error *err) {
    Project *p = mem_alloc(sizeof *p);
    LogCount log = {0};
    p->options = options;
    p->started_ms = clock_now_ms();
    if (!project_log_open(&p->log, options->folder, options->goal, &p->tree, &log, err)) {
        mem_free(p);
        return false;
    }
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->changed, NULL);
    run_workers(p, int_max(1, options->threads), &log, out);
    bool ok = !p->has_failed || error_set(err, "%s", p->err.text);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->mutex);
    project_log_close(&p->log);
    tree_release(&p->tree);
    mem_free(p);
    return ok;
}
