#include "app/generator.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/thread.h"
#include "base/util.h"
#include "match/progress_display.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

enum { TASKS_PER_THREAD = 8, SHOW_EVERY_MS = 1000 };

struct Generator {
    const GeneratorOptions *options;
    FILE *out;
    ProgressDisplay display;
    int64_t started_ms, shown_ms;
    ThreadPool *pool;
    Engine *engines[GENERATOR_THREADS_MAX];
    KeySet seen;          // results so far
    int duplicates, done; // `done`: tasks
    int batch;
    char *found;     // by the tasks of the batch
    atomic_int next; // task of the batch
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
    Str text = {0};
    add_count(&text, found, o->wanted, o->results);
    add_count(&text, g->done, o->task_count, o->tasks);
    str_add(&text, "%d duplicates, %lld s elapsed", g->duplicates, (long long)elapsed);
    if (found > 0 && o->wanted > 0)
        str_add(&text, ", %lld s left", (long long)(elapsed * (o->wanted - found) / found));
    str_add_char(&text, '\n');
    progress_display_show(&g->display, &text);
    str_release(&text);
    g->shown_ms = clock_now_ms();
}

// The search of the first part asks this often, so that the clock goes on during a batch.
static bool show_and_check(void *context) {
    Generator *g = context;
    if (clock_now_ms() >= g->shown_ms + SHOW_EVERY_MS)
        show_progress(g);
    return interrupt_signal() != 0;
}

// ---- Tasks

static void work(void *context, int part) {
    Generator *g = context;
    const GeneratorOptions *o = g->options;
    StopToken stop = part == 0 ? (StopToken){show_and_check, g} : interrupt_stop;
    for (int i; (i = atomic_fetch_add(&g->next, 1)) < g->batch && interrupt_signal() == 0;)
        o->work(o->context, g->engines[part], stop, g->done + i,
                g->found + (size_t)i * o->task_size);
}

static void run_batch(Generator *g) {
    const GeneratorOptions *o = g->options;
    g->batch = o->threads * TASKS_PER_THREAD;
    if (o->task_count > 0)
        g->batch = int_min(g->batch, o->task_count - g->done);
    memset(g->found, 0, (size_t)g->batch * o->task_size);
    atomic_store(&g->next, 0);
    thread_pool_run(g->pool, o->threads, work, g);
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

static void write_batch(Generator *g) {
    const GeneratorOptions *o = g->options;
    progress_display_clear(&g->display);
    for (int i = 0; i < g->batch && !has_enough(g); i++, g->done++)
        o->write(o->context, g, g->found + (size_t)i * o->task_size, g->out);
    fflush(g->out);
}

static bool is_finished(const Generator *g) {
    const GeneratorOptions *o = g->options;
    bool is_hopeless =
        o->effort_max > 0 && g->done > o->effort_max && g->seen.count < g->done / o->effort_max;
    return has_enough(g) || is_hopeless || (o->task_count > 0 && g->done == o->task_count) ||
           interrupt_signal() != 0;
}

static int run_all(Generator *g) {
    const GeneratorOptions *o = g->options;
    Error err = {0};
    if (o->begin)
        o->begin(o->context, g->engines[0], g->out);
    while (!is_finished(g)) {
        show_progress(g);
        run_batch(g);
        if (interrupt_signal() == 0)
            write_batch(g);
    }
    progress_display_clear(&g->display);
    if (interrupt_signal() != 0)
        return 128 + interrupt_signal();
    if (ferror(g->out) || fflush(g->out) != 0)
        error_set(&err, "%s", strerror(errno));
    else if (g->seen.count < o->wanted)
        error_set(&err, "only %d of %d %s in %d %s%s", g->seen.count, o->wanted, o->results,
                  g->done, o->tasks, o->hint);
    return *err.text ? subcommand_fail(o->command, &err) : EXIT_OK;
}

int generator_run(const GeneratorOptions *o) {
    Error err = {0};
    FILE *out = subcommand_open_output(o->output, &err);
    if (!out)
        return subcommand_fail(o->command, &err);
    Generator *g = mem_alloc(sizeof *g);
    g->options = o;
    g->out = out;
    g->pool = thread_pool_new(o->threads);
    g->found = mem_alloc((size_t)o->threads * TASKS_PER_THREAD * o->task_size);
    for (int i = 0; i < o->threads; i++)
        g->engines[i] = engine_new(NULL);
    if (!o->quiet)
        g->display = progress_display_on(stderr, stderr);
    g->started_ms = clock_now_ms();
    int status = run_all(g);
    thread_pool_free(g->pool);
    for (int i = 0; i < o->threads; i++)
        engine_free(g->engines[i]);
    mem_free(g->found);
    mem_free(g->seen.keys);
    mem_free(g);
    if (o->output)
        fclose(out);
    return status;
}
