// Instead of match_jobs.c in a program without the database.
#include "app/match_jobs.h"

#include "app/subcommand.h"

bool match_jobs_play(const RunnerOptions *options, const MatchJobs *jobs,
                     const RunnerCallbacks *callbacks, Error *err) {
    (void)options;
    (void)jobs;
    (void)callbacks;
    return error_not_built(err, "worker", subcommands_not_built) ? false
                                                                 : error_set(err, "no database");
}
