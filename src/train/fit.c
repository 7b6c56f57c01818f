#include "train/fit.h"

#include "base/mem.h"
#include "base/rng.h"
#include "base/util.h"
#include "train/label.h"

#include <math.h>
#include <string.h>

// ---- Tables

static bool colors_have_same_rules(const Rules *r) {
    return r->black.overline_wins == r->white.overline_wins &&
           r->black.blocked_five_wins == r->white.blocked_five_wins &&
           r->black.has_fouls == r->white.has_fouls;
}

Fit *fit_new(const Samples *s, const FitOptions *o, ThreadPool *pool, FitLoss *loss) {
    Fit *f = mem_alloc(sizeof *f);
    f->samples = s;
    f->options = o;
    f->pool = pool;
    f->loss = loss;
    f->colors = colors_have_same_rules(s->rules) ? 1 : 2;
    f->search_units = label_search_units(s);
    features_groups(s->rules, &f->groups);
    return f;
}

void fit_add_code_table(Fit *f, int table) {
    SharedRows *r = &f->tables[table];
    shared_rows_init(r, f->colors * WEIGHTS_CODES, f->colors * FEATURE_GROUPS);
    for (int c = 0; c < f->colors; c++)
        for (int code = 0; code < WEIGHTS_CODES; code++)
            for (int k = 0; k < FEATURE_CODE_GROUPS; k++)
                shared_rows_join(r, c * WEIGHTS_CODES + code,
                                 c * FEATURE_GROUPS + f->groups.of[c][code][k]);
}

static size_t table_bytes(const Fit *f, int table) {
    return (size_t)f->tables[table].count * sizeof(float);
}

void fit_open_slices(Fit *f) {
    for (int k = 0; k < FIT_TABLES; k++) {
        f->best[k] = mem_alloc(table_bytes(f, k));
        for (int i = 0; i < FIT_SLICES; i++)
            f->slices[i].gradient[k] = mem_alloc(table_bytes(f, k));
    }
}

void fit_free(Fit *f) {
    if (!f)
        return;
    for (int k = 0; k < FIT_TABLES; k++) {
        for (int i = 0; i < FIT_SLICES; i++)
            mem_free(f->slices[i].gradient[k]);
        mem_free(f->best[k]);
        shared_rows_release(&f->tables[k]);
    }
    mem_free(f);
}

int16_t fit_round(float x, int units, int most) {
    return (int16_t)int_max(-most, int_min(most, (int)lrintf(x * (float)units)));
}

// ---- One block

static void work_on_slice(void *context, int part) {
    Fit *f = context;
    const SampleBlock *b = f->block;
    float **gradient = f->slices[part].gradient;
    for (int k = 0; k < FIT_TABLES; k++)
        memset(gradient[k], 0, table_bytes(f, k));
    f->slices[part].loss = 0;
    f->slices[part].count = 0;
    int from = (int)((int64_t)b->count * part / FIT_SLICES);
    int to = (int)((int64_t)b->count * (part + 1) / FIT_SLICES);
    for (int i = from; i < to; i++) {
        double loss = f->loss(f, b, &b->samples[i], f->learns ? gradient : NULL);
        if (loss < 0)
            continue;
        f->slices[part].loss += loss;
        f->slices[part].count++;
    }
}

static void add_gradients(Fit *f, int64_t count) {
    for (int k = 0; k < FIT_TABLES; k++) {
        float *total = f->slices[0].gradient[k];
        for (int row = 0; row < f->tables[k].count; row++) {
            for (int i = 1; i < FIT_SLICES; i++)
                total[row] += f->slices[i].gradient[k][row];
            total[row] /= (float)count;
        }
    }
}

FitSum fit_block(Fit *f, int block, bool learns) {
    FitSum sum = {0};
    f->block = &f->samples->block[block];
    f->learns = learns;
    thread_pool_run(f->pool, FIT_SLICES, work_on_slice, f);
    for (int i = 0; i < FIT_SLICES; i++) {
        sum.sum += f->slices[i].loss;
        sum.count += f->slices[i].count;
    }
    if (learns && sum.count > 0)
        add_gradients(f, sum.count);
    return sum;
}

static FitSum learn_block(Fit *f, int block, float rate) {
    double looseness = f->options->looseness;
    float pull = (float)(1 / (looseness * looseness * (double)(f->samples->positions + 1)));
    FitSum sum = fit_block(f, block, true);
    for (int k = 0; k < FIT_TABLES && sum.count > 0; k++)
        shared_rows_step(&f->tables[k], f->slices[0].gradient[k], rate, pull);
    return sum;
}

// ---- Training

static void shuffle(int *order, int count, Rng *rng) {
    for (int i = count - 1; i > 0; i--) {
        int j = rng_below(rng, i + 1), other = order[j];
        order[j] = order[i];
        order[i] = other;
    }
}

static double mean(FitSum s) {
    return s.count > 0 ? s.sum / (double)s.count : 0;
}

static void add_sum(FitSum *to, FitSum s) {
    to->sum += s.sum;
    to->count += s.count;
}

// The learning rate decays linearly to 0.
static FitSum learn_epoch(Fit *f, int epoch, const int *order) {
    int blocks = f->samples->blocks;
    FitSum seen = {0};
    for (int i = 0; i < blocks; i++) {
        float left = 1 - ((float)epoch + (float)i / (float)blocks) / (float)f->options->epochs;
        if (!samples_is_held_out(order[i]))
            add_sum(&seen, learn_block(f, order[i], f->rate * left));
    }
    return seen;
}

static FitSum validate(Fit *f) {
    FitSum held = {0};
    for (int i = 0; i < f->samples->blocks; i++)
        if (samples_is_held_out(i))
            add_sum(&held, fit_block(f, i, false));
    return held;
}

static void save_best(Fit *f) {
    for (int k = 0; k < FIT_TABLES; k++)
        memcpy(f->best[k], f->tables[k].row, table_bytes(f, k));
}

static void restore_best(Fit *f) {
    for (int k = 0; k < FIT_TABLES; k++)
        memcpy(f->tables[k].row, f->best[k], table_bytes(f, k));
}

int fit_run(Fit *f) {
    const FitOptions *o = f->options;
    int blocks = f->samples->blocks, best = 0;
    int *order = mem_alloc((size_t)blocks * sizeof *order);
    double least = INFINITY;
    Rng rng = {1};
    for (int i = 0; i < blocks; i++)
        order[i] = i;
    for (int epoch = 0; epoch < o->epochs; epoch++) {
        shuffle(order, blocks, &rng);
        double seen = mean(learn_epoch(f, epoch, order)), held = mean(validate(f));
        if (isfinite(seen) && held <= least) {
            least = held;
            best = epoch + 1;
            save_best(f);
        }
        if (o->progress && !o->progress(o->context, epoch + 1, seen, held))
            break;
    }
    restore_best(f);
    mem_free(order);
    return best;
}
