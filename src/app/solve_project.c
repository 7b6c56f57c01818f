#include "app/project_jobs.h"
#include "app/solve_report.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "match/progress_display.h"

enum { LINE_EVERY_MS = 30000 };

typedef struct {
    ProgressDisplay display;
    int64_t next_line_ms;
    bool quiet;
} ProgressReport;

static void add_status(const ProjectStatus *s, Str *out) {
    const TreeCount *n = &s->count;
    if (n->replies > 0)
        str_add(out, "%d of %d replies proved; ", n->replies_proved, n->replies);
    str_add(out,
            "decisions: %lld proved, %lld open, about %.0f to go; %lld positions to look at; "
            "%.1f %% of the tree",
            (long long)n->proved, (long long)n->open, n->left < 1e9 ? n->left : 1e9,
            (long long)n->unseen, 100 * n->share);
}

static void show(void *context, const ProjectStatus *s) {
    ProgressReport *r = context;
    ScopedStr text = {0};
    add_status(s, &text);
    if (r->display.out) {
        str_add(&text,
                "\n%lld s, %lld results in this run; Ctrl-C stops it, the log keeps everything\n",
                (long long)(s->elapsed_ms / 1000), (long long)s->jobs);
        progress_display_show(&r->display, &text);
    } else if (!r->quiet && s->elapsed_ms >= r->next_line_ms) {
        r->next_line_ms = s->elapsed_ms + LINE_EVERY_MS;
        fprintf(stderr, "%lld s: %s\n", (long long)(s->elapsed_ms / 1000), str_text(&text));
    }
}

int solve_project(const Subcommand *c, const ProjectOptions *options, const char *database,
                  bool quiet) {
    ProgressReport report = {.quiet = quiet, .next_line_ms = LINE_EVERY_MS};
    ProjectOptions run = *options;
    ProjectStatus status;
    Error err = {0};
    if (!quiet)
        report.display = progress_display_on(stderr, stderr);
    run.on_progress = show;
    run.context = &report;
    if (!(database ? project_jobs_run(&run, database, &status, &err)
                   : project_run(&run, &status, &err)))
        return subcommand_fail(c, &err);
    progress_display_clear(&report.display);
    if (!quiet && (status.log.damaged > 0 || status.log.is_torn))
        fprintf(stderr, "%s: %d damaged records skipped%s\n", options->folder, status.log.damaged,
                status.log.is_torn ? ", an unfinished one cut off" : "");
    Str text = {0};
    str_add(&text, "%s: ",
            status.is_proved     ? "proved"
            : status.is_hopeless ? "given up, no candidate is left"
                                 : "not proved yet");
    add_status(&status, &text);
    str_add_char(&text, '\n');
    print_and_release(&text, stdout);
    if (interrupt_signal())
        fprintf(stderr, "pentad solve: interrupted; the same command continues\n");
    return status.is_proved ? EXIT_OK : EXIT_UNDECIDED;
}

// ---- Certificates

static void show_writing(void *context, int done, int decisions) {
    ProgressReport *r = context;
    ScopedStr text = {0};
    str_add(&text, "%d of %d decisions written\n", done, decisions);
    if (r->display.out)
        progress_display_show(&r->display, &text);
}

static bool open_tree(const SolveCertificate *o, ProjectLog *log, Tree *tree, Error *err) {
    ScopedStr text = {0};
    LogCount ignored;
    if (o->project)
        return project_log_open(log, o->project, NULL, tree, &ignored, err);
    return file_read(o->strategy, &text, err) &&
           (tree_read_strategy(text.data, text.len, tree, err) || error_prefix(err, o->strategy));
}

static bool write_certificate(const SolveCertificate *o, ProjectLog *log, Tree *tree, Error *err) {
    ProgressReport report = {0};
    if (!o->quiet)
        report.display = progress_display_on(stderr, stderr);
    Board start = tree->goal.start;
    CertificateOptions options = {.tree = tree,
                                  .start = o->start     ? o->start
                                           : o->project ? NULL
                                                        : &start,
                                  .moves_only = o->moves_only,
                                  .threads = o->threads,
                                  .stop = interrupt_stop,
                                  .on_progress = show_writing,
                                  .context = &report};
    Str text = {0};
    Fact *failed = NULL;
    int failed_count = 0;
    bool ok = tree_write_certificate(&options, &text, &failed, &failed_count, err) &&
              file_write(o->output, text.data, text.len, err);
    progress_display_clear(&report.display);
    if (ok)
        printf("%s: %zu bytes written\n", o->output, text.len);
    for (int i = 0; i < failed_count && log->path; i++)
        project_log_append(log, &failed[i], NULL);
    mem_free(failed);
    str_release(&text);
    return ok;
}

int solve_certificate(const Subcommand *c, const SolveCertificate *options) {
    ProjectLog log = {0};
    Tree tree;
    Error err = {0};
    if (!file_folder_is_writable(options->output, &err) || !open_tree(options, &log, &tree, &err))
        return subcommand_fail(c, &err);
    bool ok = write_certificate(options, &log, &tree, &err);
    project_log_close(&log);
    tree_release(&tree);
    return ok ? EXIT_OK : subcommand_fail(c, &err);
}
