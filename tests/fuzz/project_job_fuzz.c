// Jobs of projects and their results: one that is read is written and read as the same; a result
// that is accepted fits its job. A text with a '#' is a job, and after it a result.
#include "fuzz.h"
#include "project/project_job.h"

static bool read_job(const char *text, size_t len, ProjectJob *job) {
    static ProjectJob again;
    Error err = {0};
    ScopedStr once = {0}, twice = {0};
    if (!project_job_parse(text, len, job, &err)) {
        DEMAND(*err.text);
        return false;
    }
    project_job_format(job, &once);
    DEMAND(project_job_parse(once.data, once.len, &again, &err));
    project_job_format(&again, &twice);
    DEMAND(!strcmp(str_text(&once), str_text(&twice)));
    return true;
}

static void check_result(const ProjectJob *job, const char *text, size_t len) {
    static Fact fact;
    Error err = {0};
    if (!project_job_check(job, text, len, (StopToken){0}, &fact, &err)) {
        DEMAND(*err.text);
        return;
    }
    DEMAND(fact.kind == FACT_DONE || (fact.kind == FACT_ALL) == (job->kind == JOB_ALL_REPLIES));
    DEMAND(fact.open_count <= REPLIES_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static ProjectJob job;
    const char *text = (const char *)data;
    const char *mark = size > 0 ? memchr(text, '#', size) : NULL;
    size_t len = mark ? (size_t)(mark - text) : size;
    if (read_job(text, len, &job) && mark)
        check_result(&job, mark + 1, size - len - 1);
    return 0;
}
