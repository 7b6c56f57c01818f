// Fits the evaluation: a win rate from the pattern codes of both sides and the threats.
#include "train/fit.h"
#include "train/label.h"

enum { CODES, THREATS };

static double sum_of(const uint16_t *entries, int count, const float *row) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += row[entry_code(entries[i])] * (float)entry_points(entries[i]);
    return sum;
}

static void add_gradient(const uint16_t *entries, int count, float error, float *gradient) {
    for (int i = 0; i < count; i++)
        gradient[entry_code(entries[i])] += error * (float)entry_points(entries[i]);
}

static double value_loss(const Fit *f, const SampleBlock *b, const Sample *s, float *gradient[]) {
    int own = fit_row(f, s->mover), other = fit_row(f, 1 - s->mover);
    const uint16_t *mine = &b->entries[s->entries], *theirs = mine + s->own;
    const float *row = f->tables[CODES].row;
    double logit = sum_of(mine, s->own, row + own) - sum_of(theirs, s->other, row + other) +
                   f->tables[THREATS].row[s->threats];
    double label = label_of(s, f->search_units, f->options->result_share);
    double p = label_logistic(logit);
    if (gradient) {
        float error = (float)(p - label);
        add_gradient(mine, s->own, error, gradient[CODES] + own);
        add_gradient(theirs, s->other, -error, gradient[CODES] + other);
        gradient[THREATS][s->threats] += error;
    }
    return label_cross_entropy(label, p);
}

// A set of threats shares one number per threat with other sets that have it, and the value of
// having the move with all sets.
static void add_threat_table(Fit *f) {
    enum { MOVE = 2 * THREAT_CLASSES };
    SharedRows *r = &f->tables[THREATS];
    shared_rows_init(r, WEIGHTS_THREATS, MOVE + 1);
    for (int set = 0; set < WEIGHTS_THREATS; set++) {
        shared_rows_join(r, set, MOVE);
        for (int k = 0; k < 2 * THREAT_CLASSES; k++)
            if (set >> k & 1)
                shared_rows_join(r, set, k);
    }
}

Fit *fit_new_values(const Samples *s, const FitOptions *o, ThreadPool *pool) {
    Fit *f = fit_new(s, o, pool, value_loss);
    f->rate = 0.01F;
    fit_add_code_table(f, CODES);
    add_threat_table(f);
    fit_open_slices(f);
    return f;
}

void fit_store_values(const Fit *f, Weights *w) {
    int units = f->options->units;
    // Both sides have the same number of points, so only differences matter: a dead point gets 0.
    const float *row = f->tables[CODES].row, dead = row[0];
    for (int c = 0; c < 2; c++)
        for (int code = 0; code < WEIGHTS_CODES; code++)
            w->value[c][code] =
                fit_round(row[fit_row(f, c) + code] - dead, units, WEIGHTS_VALUE_MAX);
    for (int i = 0; i < WEIGHTS_THREATS; i++)
        w->threat[i] = fit_round(f->tables[THREATS].row[i], units, INT16_MAX);
}
