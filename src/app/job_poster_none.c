// Instead of job_poster.c in a program without the database.
#include "app/job_poster.h"

#include "app/subcommand.h"

bool job_poster_begin(JobPoster *p, const JobPosterOptions *options, int first, Error *err) {
    (void)first;
    *p = (JobPoster){.options = *options};
    return error_not_built(err, "worker", subcommands_not_built) ? false
                                                                 : error_set(err, "no database");
}

int job_poster_ahead(const JobPoster *p) {
    (void)p;
    return 0;
}

void job_poster_go_on(JobPoster *p, int end) {
    (void)p;
    (void)end;
}

bool job_poster_refuse(JobPoster *p) {
    (void)p;
    return false;
}

void job_poster_say(const JobPoster *p, const char *format, ...) {
    (void)p;
    (void)format;
}

void job_poster_wait(void) {
}

void job_poster_end(JobPoster *p, BatchState state) {
    (void)p;
    (void)state;
}
