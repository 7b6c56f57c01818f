#include "app/generator.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/thread.h"
#include "match/progress_display.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

enum { SHOW_EVERY_MS = 1000 };

struct Generator {
    const GeneratorOptions *options;
    FILE *out;
    ProgressDisplay display;
    int64_t started_ms, shown_ms;
    atomic_bool stop;
    Engine *engines[GENERATOR_THREADS_MAX];
    KeySet seen;          // results so far
    int duplicates, done; // `done`: tasks
};

bool key_set_add(KeySet *set, uint64_t key) {
    for (int i = 0; i < set->count; i++)
        if (set->keys[i] == key)
            return false;
    set->keys = mem_grow(set->keys, set->count, 1, &set->capacity, sizeof set->keys[0]);
    set->keys[set->count++] = key;
    return true;
}

// ---- Progress

static void add_count(Str *out, int count, int of, const char *what) {
    str_add(out, "%d", count);
    if (of > 0)
        str_add(out, " of %d", of);
    str_add(out, " %s, ", what);
}

static void show_progress(Generator *g) {
    const GeneratorOptions *o = g->options;
    int64_t elapsed = (clock_now_ms() - g->started_ms) / 1000;
    int found = g->seen.count;
    ScopedStr text = {0};
    add_count(&text, found, o->wanted, o->results);
    add_count(&text, g->done, o->task_count, o->tasks);
    str_add(&text, "%d duplicates, %lld s elapsed", g->duplicates, (long long)elapsed);
    if (found > 0 && o->wanted > 0)
        str_add(&text, ", %lld s left", (long long)(elapsed * (o->wanted - found) / found));
    str_add_char(&text, '\n');
    progress_display_show(&g->display, &text);
    g->shown_ms = clock_now_ms();
}

static bool show_and_check(void *context) {
    Generator *g = context;
    if (clock_now_ms() >= g->shown_ms + SHOW_EVERY_MS)
        show_progress(g);
    return interrupt_signal() == 0;
}

// ---- Tasks

static void *run_task(void *context, int worker, int task) {
    Generator *g = context;
    const GeneratorOptions *o = g->options;
    void *found = mem_alloc(o->task_size);
    o->work(o->context, g->engines[worker], stop_token_of(&g->stop), task, found);
    return found;
}

// ---- Results

static bool has_enough(const Generator *g) {
    return g->options->wanted > 0 && g->seen.count >= g->options->wanted;
}

bool generator_accept(Generator *g, uint64_t key) {
    if (has_enough(g))
        return false;
    bool is_new = key_set_add(&g->seen, key);
    g->duplicates += !is_new;
    return is_new;
}

static bool is_hopeless(const Generator *g) {
    int tasks = g->options->effort_max; // for a result
    return tasks > 0 && g->done > tasks && g->seen.count < g->done / tasks;
}

static bool write_found(void *context, int task, const void *found) {
    Generator *g = context;
    const GeneratorOptions *o = g->options;
    progress_display_clear(&g->display);
    o->write(o->context, g, found, g->out);
    fflush(g->out);
    g->done = task + 1;
    return !ferror(g->out) && !has_enough(g) && !is_hopeless(g);
}

static int run_all(Generator *g) {
    const GeneratorOptions *o = g->options;
    OrderedJobs tasks = {.threads = o->threads,
                         .count = o->task_count > 0 ? o->task_count : INT_MAX,
                         .stop = &g->stop,
                         .context = g,
                         .run = run_task,
                         .report = write_found,
                         .waiting = show_and_check};
    Error err = {0};
    if (o->begin)
        o->begin(o->context, g->engines[0], g->out);
    show_progress(g);
    bool ok = ordered_jobs_run(&tasks, &err);
    progress_display_clear(&g->display);
    if (interrupt_signal() != 0)
        return EXIT_OK; // the results so far
    if (ok && (ferror(g->out) || fflush(g->out) != 0))
        error_set(&err, "%s", strerror(errno));
    else if (ok && g->seen.count < o->wanted)
        error_set(&err, "only %d of %d %s in %d %s%s", g->seen.count, o->wanted, o->results,
                  g->done, o->tasks, o->hint);
    if (*err.text)
        return subcommand_fail(o->command, &err);
    if (g->seen.count == 0 && !o->quiet) // otherwise silence would look like a failure
        fprintf(stderr, "no %s found (%s: %d)\n", o->results, o->tasks, g->done);
    return EXIT_OK;
}

int generator_run(const GeneratorOptions *o) {
    Error err = {0};
    FILE *out = subcommand_open_output(o->output, &err);
    if (!out)
        return subcommand_fail(o->command, &err);
    Generator *g = mem_alloc(sizeof *g);
    g->options = o;
    g->out = out;
    for (int i = 0; i < o->threads; i++)
        g->engines[i] = engine_new(NULL);
    if (!o->quiet)
        g->display = progress_display_on(stderr, stderr);
    g->started_ms = clock_now_ms();
    int status = run_all(g);
    for (int i = 0; i < o->threads; i++)
        engine_free(g->engines[i]);
    mem_free(g->seen.keys);
    mem_free(g);
    if (o->output)
        fclose(out);
    return status;
}
