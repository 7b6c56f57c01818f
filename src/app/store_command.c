#include "app/serve.h"
#include "base/interrupt.h"
#include "base/number.h"
#include "store/jobs.h"
#include "store/store_copy.h"

#include <string.h>
#include <unistd.h>

typedef struct {
    bool shows_progress;
    int64_t rows;
    int tables;
} Report;

static void report(void *context, const CopiedTable *table) {
    Report *r = context;
    if (r->shows_progress)
        fprintf(stderr, "\r\033[K%s: %lld rows", table->table, (long long)table->rows);
    if (!*table->hash)
        return;
    if (r->shows_progress)
        fputs("\r\033[K", stderr);
    printf("%-14s %10lld rows  sha256 %.16s\n", table->table, (long long)table->rows, table->hash);
    r->rows += table->rows;
    r->tables++;
}

static bool copy(const char *from, const char *to, bool quiet, Error *err) {
    Report r = {.shows_progress = !quiet && isatty(STDERR_FILENO)};
    Store *source = NULL, *target = NULL;
    const char *file = store_file(from);
    bool ok = !file || access(file, R_OK) == 0 || error_set_errno(err, file);
    if (ok)
        source = store_open(from, err);
    if (source)
        target = store_open(to, err);
    ok = source && target && store_copy(source, target, interrupt_stop, report, &r, err);
    store_close(source);
    store_close(target);
    if (ok)
        printf("copied %lld rows of %d tables; row counts and hashes agree\n", (long long)r.rows,
               r.tables);
    return ok;
}

static bool grant_jobs(const char *url, const char *role, bool quiet, Error *err) {
    JobQueue *queue = jobs_open(url, JOBS_POST, err);
    bool ok = queue && jobs_grant(queue, role, err);
    jobs_close(queue);
    if (ok && !quiet)
        printf("the role %.60s can take jobs and deliver results\n", role);
    return ok;
}

static const struct {
    const char *name;
    bool (*run)(const char *first, const char *second, bool quiet, Error *err);
} commands[] = {{"copy", copy}, {"grant-jobs", grant_jobs}};

int store_run(const CommandLine *line) {
    const StoreArgs *args = line->args;
    Error err = {0};
    for (int i = 0; i < COUNT(commands); i++)
        if (!strcmp(line->argv[0], commands[i].name))
            return commands[i].run(line->argv[1], line->argv[2], args->quiet, &err)
                       ? EXIT_OK
                       : subcommand_fail(&cmd_store, &err);
    error_set(&err,
              "there is no 'store %.40s'; there are: store copy FROM TO, store grant-jobs URL "
              "ROLE",
              line->argv[0]);
    return subcommand_misuse(&cmd_store, &err);
}
