// `pentad tune`: fits the pattern weights of the engine to self-play games.
#include "app/subcommand.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/util.h"
#include "engine/eval/weights.h"
#include "train/fit.h"
#include "train/label.h"
#include "train/validation.h"

#include <stdio.h>
#include <unistd.h>

typedef struct {
    int64_t threads, epochs, result_share, looseness, units, order_units;
    const char *rules, *out, *from;
    bool keep_order, keep_values;
} Args;

enum { FILES_MAX = 1000, THREADS_MAX = 256 };

// clang-format off
static const Option options[] = {
    {"rules", 'r', OPTION_TEXT, offsetof(Args, rules), "rule set (default: freestyle)", "RULES", .choices = rules_name},
    {"out", 'o', OPTION_TEXT, offsetof(Args, out), "write the weights to this file; if missing, only validate them", "FILE"},
    {"from", 'f', OPTION_TEXT, offsetof(Args, from), "baseline weights, kept if the fit is not better (default: the built-in weights)", "FILE"},
    {"threads", 'j', OPTION_INT, offsetof(Args, threads), "number of threads (default: 1)", "N", .min = 1, .max = THREADS_MAX},
    {"epochs", 'e', OPTION_INT, offsetof(Args, epochs), "number of passes over all positions (default: 30)", "N", .min = 1, .max = 10000},
    {"result", 0, OPTION_INT, offsetof(Args, result_share), "weight of the game result in the label, in percent; the rest is the search value (default: 40)", "PERCENT", .min = 0, .max = 100},
    {"looseness", 0, OPTION_INT, offsetof(Args, looseness), "how far rare pattern codes may deviate from similar ones, as a value (default: 30)", "VALUE", .min = 1, .max = 10000},
    {"units", 0, OPTION_INT, offsetof(Args, units), "value of one logit of the win rate (default: 200)", "N", .min = 10, .max = 2000},
    {"order-units", 0, OPTION_INT, offsetof(Args, order_units), "ordering score of one logit (default: 400)", "N", .min = 1, .max = 2000},
    {"keep-values", 0, OPTION_FLAG, offsetof(Args, keep_values), "fit only the move ordering"},
    {"keep-order", 0, OPTION_FLAG, offsetof(Args, keep_order), "fit only the evaluation"},
    {0},
};

static const Example examples[] = {
    {"pentad tune --out new.weights first.games second.games", "fits the freestyle weights"},
    {"pentad match strong:nodes=10000,weights=new.weights strong:nodes=10000", "tests them"},
    {0},
};
// clang-format on

typedef struct {
    const Args *args;
    const Rules *rules;
    Str files[FILES_MAX];
    SampleSource sources[FILES_MAX];
    int count;
    ThreadPool *pool;
    Samples samples;
    FitOptions fit;
    Weights weights;
    const char *part; // the part being fitted
    int64_t started_ms;
} Tuning;

// A part of the weights that is fitted separately.
typedef struct {
    const char *name;
    size_t kept; // offset of the option that skips it
    Fit *(*begin)(const Samples *s, const FitOptions *o, ThreadPool *pool);
    void (*store)(const Fit *f, Weights *w);
    bool (*is_better)(const Validation *after, const Validation *before);
} Part;

static bool values_are_better(const Validation *after, const Validation *before) {
    return after->loss < before->loss;
}

static bool order_is_better(const Validation *after, const Validation *before) {
    return after->order > before->order;
}

static const Part parts[] = {
    {"values", offsetof(Args, keep_values), fit_new_values, fit_store_values, values_are_better},
    {"order", offsetof(Args, keep_order), fit_new_order, fit_store_order, order_is_better},
};

// ---- Output

static bool show_epoch(void *context, int epoch, double loss, double held_out) {
    Tuning *t = context;
    int64_t ms = clock_now_ms() - t->started_ms;
    int64_t left = ms * (t->args->epochs - epoch) / epoch / 1000;
    fprintf(stderr, "%s%s, epoch %d of %lld: loss %.5f, validation loss %.5f, %lld:%02lld left",
            isatty(STDERR_FILENO) ? "\r\033[K" : "", t->part, epoch, (long long)t->args->epochs,
            loss, held_out, (long long)(left / 60), (long long)(left % 60));
    if (!isatty(STDERR_FILENO) || epoch == t->args->epochs || interrupt_signal())
        fputc('\n', stderr);
    return interrupt_signal() == 0;
}

static Validation validate(const Tuning *t, const Weights *w) {
    return validation_of(&t->samples, w, t->fit.units, t->fit.result_share);
}

static void print_validation(const Tuning *t, const char *when) {
    Validation v = validate(t, &t->weights);
    printf("%s: loss %.5f on %lld held-out positions, standard deviation of values %.0f; the move "
           "of the search is first in %.1f %%, among the first three in %.1f %%, five %.1f %%\n",
           when, v.loss, (long long)v.positions, v.spread, 100 * v.first, 100 * v.three,
           100 * v.five);
    fflush(stdout);
}

// ---- Fitting

static bool read_files(Tuning *t, int count, char **paths, Error *err) {
    for (int i = 0; i < count; i++) {
        t->count = i + 1;
        if (!file_read(paths[i], &t->files[i], err))
            return false;
        t->sources[i] = (SampleSource){paths[i], str_text(&t->files[i]), t->files[i].len};
    }
    return true;
}

static bool begin(Tuning *t, int count, char **paths, Error *err) {
    const Args *a = t->args;
    t->rules = rules_find(a->rules, err);
    if (!t->rules)
        return false;
    weights_default(t->rules, &t->weights);
    if (a->out && !file_folder_is_writable(a->out, err))
        return false;
    if (a->from && !weight_file_load(a->from, t->rules, &t->weights, err))
        return false;
    return read_files(t, count, paths, err) &&
           samples_collect(&t->samples, t->sources, t->count, t->rules, t->pool, err);
}

static bool save(const Tuning *t, Error *err) {
    Str bytes = {0};
    weight_file_format(&t->weights, t->rules, &bytes);
    bool ok = file_write(t->args->out, bytes.data, bytes.len, err);
    str_release(&bytes);
    return ok;
}

// A fit starts from zero, so with few games it may be worse than the baseline weights.
static void fit_part(Tuning *t, const Part *part) {
    Weights fitted = t->weights;
    t->part = part->name;
    t->started_ms = clock_now_ms();
    Fit *f = part->begin(&t->samples, &t->fit, t->pool);
    int epoch = fit_run(f);
    if (epoch > 0)
        part->store(f, &fitted);
    fit_free(f);
    if (epoch == 0) {
        printf("%s: no finite loss; keeps the baseline weights\n", part->name);
        return;
    }
    Validation before = validate(t, &t->weights), after = validate(t, &fitted);
    if (before.positions > 0 && !part->is_better(&after, &before)) {
        printf("%s: not better on the held-out positions; keeps the baseline weights\n",
               part->name);
        return;
    }
    printf("%s: from epoch %d%s\n", part->name, epoch,
           before.positions > 0 ? ", the best on the held-out positions" : "");
    t->weights = fitted;
}

static void fit_parts(Tuning *t) {
    for (int i = 0; i < COUNT(parts); i++)
        if (!*(const bool *)((const char *)t->args + parts[i].kept))
            fit_part(t, &parts[i]);
}

static bool tune(Tuning *t, Error *err) {
    printf("%d games, %lld quiet positions; a search value of %.0f is one logit\n",
           t->samples.games, (long long)t->samples.positions, label_search_units(&t->samples));
    print_validation(t, "before");
    if (!t->args->out)
        return true;
    fit_parts(t);
    print_validation(t, "after");
    return save(t, err);
}

static void release(Tuning *t) {
    for (int i = 0; i < t->count; i++)
        str_release(&t->files[i]);
    samples_release(&t->samples);
    thread_pool_free(t->pool);
    mem_free(t);
}

static int run(int argc, char **argv) {
    Args args = {.rules = "freestyle",
                 .threads = 1,
                 .epochs = 30,
                 .result_share = 40,
                 .looseness = 30,
                 .units = 200,
                 .order_units = 400};
    int status;
    if (!subcommand_parse(&cmd_tune, &args, &argc, &argv, &status))
        return status;
    Tuning *t = mem_alloc(sizeof *t);
    t->args = &args;
    t->pool = thread_pool_new((int)args.threads);
    t->fit = (FitOptions){
        .epochs = (int)args.epochs,
        .result_share = (double)args.result_share / 100,
        .looseness = (double)args.looseness / (double)args.units,
        .units = (int)args.units,
        .order_units = (int)args.order_units,
        .progress = show_epoch,
        .context = t,
    };
    Interrupts held;
    Error err = {0};
    interrupt_catch(&held);
    bool ok = begin(t, argc, argv, &err) && tune(t, &err);
    int signal = interrupt_signal();
    interrupt_restore(&held);
    release(t);
    if (!ok)
        return subcommand_fail(&cmd_tune, &err);
    return signal ? 128 + signal : EXIT_OK;
}

const Subcommand cmd_tune = {
    .name = "tune",
    .summary = "fit the engine's evaluation and move ordering to games",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = FILES_MAX,
    .description =
        "Reads games written by `pentad selfplay`. Fits the evaluation of the patterns at a point "
        "to the game results and the search values, and the move ordering to the moves of the "
        "search. A tenth of the games is held out for validation: the result is from the epoch "
        "with the lowest validation loss, or the baseline weights if no epoch is better.\n\n"
        "Ctrl-C ends the fit early and keeps the result so far.",
    .options = options,
    .examples = examples,
    .status = "1 if a file cannot be read or written, 130 after Ctrl-C.",
    .run = run,
};
