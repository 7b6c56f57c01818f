#include "store/jobs.h"

#include "store/statement.h"

#include <string.h>

// ---- Opening

static bool prepare(JobQueue *q, int first, int end, Error *err) {
    for (int i = first; i < end; i++)
        if (!statement_prepare(q, statement_text((SqlId)i), &q->statements[i], err))
            return false;
    return true;
}

static bool prepare_all(JobQueue *q, JobsAccess access, Error *err) {
    Error why = {0};
    if (prepare(q, SQL_JOB_TAKE, access == JOBS_WORK ? SQL_JOB_WORKER_END : SQL_COUNT, &why))
        return true;
    bool is_missing = strstr(why.text, "does not exist") != NULL;
    return error_set(err, "%.150s%s", why.text,
                     is_missing ? "; pentad store grant-jobs creates the job queue" : "");
}

JobQueue *jobs_open(const char *url, JobsAccess access, Error *err) {
    if (store_file(url)) {
        error_set(err, "jobs need PostgreSQL: a database such as postgresql://USER@HOST/NAME");
        return NULL;
    }
    JobQueue *q = postgres_open_jobs(url, access == JOBS_POST, err);
    if (q && !prepare_all(q, access, err)) {
        jobs_close(q);
        q = NULL;
    }
    return q;
}

void jobs_close(JobQueue *q) {
    store_close(q);
}

// ---- Calls

// A read outside a transaction is committed with its last row. One that fails would begin a
// transaction that cannot be committed.
static bool finish_call(JobQueue *q, Error *err) {
    return !store_in_transaction(q) || store_commit(q, err);
}

// Runs a statement with one number as its result.
static bool call(JobQueue *q, SqlId id, const SqlValue *values, int64_t *out, Error *err) {
    Statement *stmt = statement_read(q, id, values);
    *out = 0;
    while (statement_step(stmt, NULL))
        *out = column_number(stmt, 0);
    return finish_call(q, err);
}

// ---- Posters

int64_t jobs_begin_batch(JobQueue *q, const JobBatch *batch, Error *err) {
    const SqlValue *values = VALUES(sql_text(batch->kind), sql_text(batch->title),
                                    sql_text(batch->build), sql_number(BATCH_FINISHED));
    int64_t id = 0;
    if (batch->resumes && !call(q, SQL_JOB_BATCH_FIND, values, &id, err))
        return 0;
    return id > 0 || call(q, SQL_JOB_BATCH_ADD, values, &id, err) ? id : 0;
}

bool jobs_report_batch(JobQueue *q, int64_t batch, BatchState state, const char *report,
                       bool *exists, Error *err) {
    int64_t found, ignored;
    if (!call(q, SQL_JOB_BATCH_REPORT,
              VALUES(sql_number(batch), sql_number(state), sql_text(report)), &found, err))
        return false;
    if (exists)
        *exists = found > 0;
    return (state != BATCH_FINISHED ||
            call(q, SQL_JOB_BATCH_CLEAR, VALUES(sql_number(batch)), &ignored, err)) &&
           (state != BATCH_STOPPED ||
            call(q, SQL_JOB_BATCH_STOP, VALUES(sql_number(batch), sql_number(JOB_DONE)), &ignored,
                 err));
}

bool jobs_post(JobQueue *q, const NewJob *job, Error *err) {
    int64_t ignored;
    return call(q, SQL_JOB_POST,
                VALUES(sql_number(job->batch), sql_number(job->number), sql_text(job->kind),
                       sql_number(job->priority), sql_text(job->owner), sql_text(job->build),
                       sql_text(job->payload), sql_number(job->budget_ms),
                       sql_number(job->lease_ms ? job->lease_ms : JOB_LEASE_MS)),
                &ignored, err);
}

bool jobs_results(JobQueue *q, int64_t batch, int first,
                  bool (*found)(void *context, const JobResult *result), void *context,
                  Error *err) {
    enum { AT_ONCE = 16 };
    Statement *stmt = statement_read(
        q, SQL_JOB_RESULTS, VALUES(sql_number(batch), sql_number(first), sql_number(AT_ONCE)));
    bool goes_on = true;
    while (goes_on && statement_step(stmt, NULL))
        goes_on = found(context, &(JobResult){.id = column_number(stmt, 0),
                                              .number = column_int(stmt, 1),
                                              .state = (JobState)column_int(stmt, 2),
                                              .worker = column_string(stmt, 3),
                                              .result = column_string(stmt, 4)});
    statement_reset(stmt);
    return finish_call(q, err);
}

bool jobs_watch(JobQueue *q, int64_t batch, void (*found)(void *context, const JobStatus *job),
                void *context, Error *err) {
    Statement *stmt = statement_read(q, SQL_JOB_WATCH, VALUES(sql_number(batch)));
    while (statement_step(stmt, NULL))
        found(context, &(JobStatus){.number = column_int(stmt, 0),
                                    .state = (JobState)column_int(stmt, 1),
                                    .text = column_string(stmt, 2),
                                    .age_ms = column_number(stmt, 3),
                                    .lease_ms = column_number(stmt, 4)});
    return finish_call(q, err);
}

bool jobs_delete_silent(JobQueue *q, const char *kind, int64_t silent_ms, Error *err) {
    int64_t ignored;
    return call(q, SQL_JOB_BATCHES_DROP, VALUES(sql_text(kind), sql_number(silent_ms)), &ignored,
                err);
}

bool jobs_stop_silent(JobQueue *q, const char *kind, int64_t silent_ms, Error *err) {
    int64_t ignored;
    return call(q, SQL_JOB_BATCHES_STOP,
                VALUES(sql_text(kind), sql_number(silent_ms), sql_number(BATCH_RUNNING),
                       sql_number(BATCH_STOPPED), sql_number(JOB_DONE)),
                &ignored, err);
}

bool jobs_forget(JobQueue *q, int64_t batch, int number, bool *exists, Error *err) {
    int64_t found;
    bool ok = call(q, SQL_JOB_FORGET, VALUES(sql_number(batch), sql_number(number)), &found, err);
    *exists = found > 0;
    return ok;
}

bool jobs_delete(JobQueue *q, int64_t batch, int number, Error *err) {
    int64_t ignored;
    return call(q, SQL_JOB_DELETE, VALUES(sql_number(batch), sql_number(number)), &ignored, err);
}

bool jobs_grant(JobQueue *q, const char *role, Error *err) {
    int64_t is_refused = 0;
    return call(q, SQL_JOB_GRANT, VALUES(sql_text(role)), &is_refused, err) &&
           (!is_refused ||
            error_set(
                err,
                "the role %.60s may create objects in this database, and with them act as "
                "the owner of the queue; as administrator, run there: REVOKE CREATE ON SCHEMA "
                "public FROM PUBLIC",
                role));
}

// ---- Figures

bool jobs_figures(JobQueue *q, void (*found)(void *context, const JobFigures *figures),
                  void *context, Error *err) {
    Statement *stmt = statement_read(q, SQL_JOB_FIGURES, NULL);
    while (statement_step(stmt, NULL))
        found(context, &(JobFigures){.kind = column_string(stmt, 0),
                                     .waiting = column_number(stmt, 1),
                                     .leased = column_number(stmt, 2),
                                     .failed = column_number(stmt, 3),
                                     .oldest_ms = column_number(stmt, 4),
                                     .longest_ms = column_number(stmt, 5),
                                     .waiting_budget_ms = column_number(stmt, 6),
                                     .priority = column_number(stmt, 8),
                                     .leased_budget_ms = column_number(stmt, 7)});
    return finish_call(q, err);
}

bool jobs_workers(JobQueue *q, void (*found)(void *context, const WorkerFigures *worker),
                  void *context, Error *err) {
    Statement *stmt = statement_read(q, SQL_JOB_WORKERS, VALUES(sql_number(JOB_LEASE_MS)));
    while (statement_step(stmt, NULL))
        found(context, &(WorkerFigures){.name = column_string(stmt, 0),
                                        .build = column_string(stmt, 1),
                                        .kinds = column_string(stmt, 2),
                                        .threads = column_number(stmt, 3),
                                        .busy = column_number(stmt, 4),
                                        .done = column_number(stmt, 5)});
    return finish_call(q, err);
}

bool jobs_threads(JobQueue *q, const char *kind, const char *build, int64_t seen_ms, int *threads,
                  Str *other_build, Error *err) {
    Statement *stmt = statement_read(q, SQL_JOB_THREADS,
                                     VALUES(sql_text(kind), sql_text(build), sql_number(seen_ms)));
    *threads = 0;
    while (statement_step(stmt, NULL)) {
        *threads = column_int(stmt, 0);
        if (other_build->len == 0)
            str_add_text(other_build, column_string(stmt, 1));
    }
    return finish_call(q, err);
}

bool jobs_batches(JobQueue *q, const char *kind, int limit,
                  void (*found)(void *context, const BatchRow *batch), void *context, Error *err) {
    Statement *stmt = statement_read(q, SQL_JOB_BATCHES, VALUES(sql_text(kind), sql_number(limit)));
    while (statement_step(stmt, NULL))
        found(context, &(BatchRow){.id = column_number(stmt, 0),
                                   .title = column_string(stmt, 1),
                                   .build = column_string(stmt, 2),
                                   .report = column_string(stmt, 3),
                                   .state = (BatchState)column_int(stmt, 4),
                                   .created_ms = column_number(stmt, 5),
                                   .age_ms = column_number(stmt, 6)});
    return finish_call(q, err);
}

// ---- Workers

bool jobs_take(JobQueue *q, const JobWorker *worker, const char *kinds, int count,
               void (*taken)(void *context, const TakenJob *job), void *context, Error *err) {
    Statement *stmt =
        statement_read(q, SQL_JOB_TAKE,
                       VALUES(sql_number(worker->session), sql_text(worker->name), sql_text(kinds),
                              sql_text(worker->build), sql_number(count), sql_number(JOB_LEASE_MS),
                              sql_number(JOB_ATTEMPTS_MAX)));
    while (statement_step(stmt, NULL))
        taken(context, &(TakenJob){.id = column_number(stmt, 0),
                                   .kind = column_string(stmt, 1),
                                   .payload = column_string(stmt, 2),
                                   .budget_ms = column_number(stmt, 3)});
    return finish_call(q, err);
}

bool jobs_renew(JobQueue *q, const JobWorker *worker, int busy,
                void (*held)(void *context, int64_t id), void *context, Error *err) {
    Statement *stmt = statement_read(q, SQL_JOB_RENEW,
                                     VALUES(sql_number(worker->session), sql_text(worker->name),
                                            sql_text(worker->build), sql_text(worker->kinds),
                                            sql_number(worker->threads), sql_number(busy),
                                            sql_number(JOB_LEASE_MS)));
    while (statement_step(stmt, NULL))
        held(context, column_number(stmt, 0));
    return finish_call(q, err);
}

// The third parameter of job_finish.
typedef enum { FINISH_SO_FAR = -1, FINISH_DONE = 0, FINISH_FAILED = 1 } Finish;

static bool finish(JobQueue *q, const JobWorker *worker, int64_t id, const char *text, Finish how,
                   int64_t *recorded, Error *err) {
    return call(q, SQL_JOB_FINISH,
                VALUES(sql_number(worker->session), sql_number(id), sql_text(text), sql_number(how),
                       sql_number(JOB_FAILURES_MAX)),
                recorded, err);
}

bool jobs_finish(JobQueue *q, const JobWorker *worker, int64_t id, const char *result,
                 bool *recorded, Error *err) {
    int64_t rows = 0;
    bool ok = finish(q, worker, id, result, FINISH_DONE, &rows, err);
    *recorded = rows > 0;
    return ok;
}

bool jobs_fail(JobQueue *q, const JobWorker *worker, int64_t id, const char *why, Error *err) {
    int64_t ignored;
    return finish(q, worker, id, why, FINISH_FAILED, &ignored, err);
}

bool jobs_progress(JobQueue *q, const JobWorker *worker, int64_t id, const char *so_far, bool *held,
                   Error *err) {
    int64_t rows = 0;
    bool ok = finish(q, worker, id, so_far, FINISH_SO_FAR, &rows, err);
    *held = rows > 0;
    return ok;
}

bool jobs_leave(JobQueue *q, const JobWorker *worker, Error *err) {
    int64_t ignored;
    return call(q, SQL_JOB_LEAVE, VALUES(sql_number(worker->session)), &ignored, err);
}

bool jobs_other_build(JobQueue *q, const JobWorker *worker, Str *build, Error *err) {
    Statement *stmt = statement_read(q, SQL_JOB_OTHER_BUILD,
                                     VALUES(sql_text(worker->kinds), sql_text(worker->build)));
    while (statement_step(stmt, NULL))
        str_add_text(build, column_string(stmt, 0));
    return finish_call(q, err);
}

const char *jobs_build_difference(const char *build, const char *other) {
    size_t commit = strcspn(build, "-");
    bool is_same_commit = strcspn(other, "-") == commit && !strncmp(build, other, commit);
    return is_same_commit ? "the commit is the same, but the sources are not; build both without "
                            "uncommitted changes, or from the same files"
                          : "the commits are different; build both at the same one";
}
