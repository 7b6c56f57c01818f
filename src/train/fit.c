#include "train/fit.h"

#include "base/mem.h"
#include "base/rng.h"
#include "base/util.h"
#include "engine/engine.h"
#include "train/rows.h"

#include <math.h>
#include <string.h>

enum { SLICES = 8 }; // of a block; fixed, so that sums do not depend on the number of threads

static double logistic(double x) {
    return 1 / (1 + exp(-x));
}

// ---- What a position should be worth

static double search_win_rate(const Sample *s, double units) {
    if (s->value > ENGINE_CERTAIN)
        return 1;
    return s->value < -ENGINE_CERTAIN ? 0 : logistic(s->value / units);
}

static double target_of(const Sample *s, double units, double result_share) {
    double searched = search_win_rate(s, units);
    return s->knows_outcome ? result_share * s->outcome / 2 + (1 - result_share) * searched
                            : searched;
}

static double cross_entropy(double target, double p) {
    const double tiny = 1e-9;
    return -target * log(p + tiny) - (1 - target) * log(1 - p + tiny);
}

// The slope of the loss by the inverse of the units: it falls where the search is too sure.
static double outcome_slope(const Samples *s, double inverse) {
    double slope = 0;
    for (int b = 0; b < s->blocks; b++)
        for (int i = 0; i < s->block[b].count; i++) {
            const Sample *x = &s->block[b].samples[i];
            if (x->knows_outcome && abs(x->value) < ENGINE_CERTAIN)
                slope += (logistic(x->value * inverse) - x->outcome / 2.0) * x->value;
        }
    return slope;
}

double fit_search_units(const Samples *s) {
    enum { STEPS = 25 };
    double low = 1.0 / 2000, high = 1.0 / 20;
    for (int i = 0; i < STEPS; i++) {
        double middle = sqrt(low * high);
        if (outcome_slope(s, middle) < 0)
            low = middle;
        else
            high = middle;
    }
    return 1 / sqrt(low * high);
}

// ---- Tables by colour

// Where both colours play by the same rules they share a table.
static int tables_of(const Rules *r) {
    bool same = r->black.overline_wins == r->white.overline_wins &&
                r->black.held_five_wins == r->white.held_five_wins &&
                r->black.has_fouls == r->white.has_fouls;
    return same ? 1 : 2;
}

static int table_of(int tables, int colour) {
    return tables == 1 ? 0 : colour;
}

static void init_code_rows(Rows *r, const FeatureGroups *groups, int tables) {
    rows_init(r, tables * WEIGHTS_CODES, tables * FEATURE_GROUPS);
    for (int t = 0; t < tables; t++)
        for (int code = 0; code < WEIGHTS_CODES; code++)
            for (int k = 0; k < FEATURE_CODE_GROUPS; k++)
                rows_join(r, t * WEIGHTS_CODES + code, t * FEATURE_GROUPS + groups->of[t][code][k]);
}

static void init_threat_rows(Rows *r) {
    rows_init(r, WEIGHTS_THREATS, 2 * THREAT_CLASSES);
    for (int set = 0; set < WEIGHTS_THREATS; set++)
        for (int k = 0; k < 2 * THREAT_CLASSES; k++)
            if (set >> k & 1)
                rows_join(r, set, k);
}

// ---- Steps over blocks, by whatever a fit does with a slice

typedef struct Fit Fit;
struct Fit {
    const Samples *samples;
    const FitOptions *options;
    Crew *crew;
    int tables;
    double units; // of the search's values
    Rows rows[3];
    int kinds; // of rows
    // Adds the loss of a sample, and to `gradient` where there is one; returns the loss, or a
    // negative number if there is nothing to learn from it.
    double (*learn)(const Fit *f, const SampleBlock *b, const Sample *s, float *gradient[]);

    const SampleBlock *block; // being looked at
    struct {
        double loss;
        int count;
        float *gradient[3];
    } slices[SLICES];
    bool learns;
};

static void work_on_slice(void *context, int part) {
    Fit *f = context;
    const SampleBlock *b = f->block;
    float **gradient = f->slices[part].gradient;
    for (int k = 0; k < f->kinds; k++)
        memset(gradient[k], 0, (size_t)f->rows[k].count * sizeof(float));
    f->slices[part].loss = 0;
    f->slices[part].count = 0;
    int from = (int)((int64_t)b->count * part / SLICES);
    int to = (int)((int64_t)b->count * (part + 1) / SLICES);
    for (int i = from; i < to; i++) {
        double loss = f->learn(f, b, &b->samples[i], f->learns ? gradient : NULL);
        if (loss < 0)
            continue;
        f->slices[part].loss += loss;
        f->slices[part].count++;
    }
}

typedef struct {
    double loss;
    int64_t count;
} Sum;

static Sum look_at_block(Fit *f, int block, bool learns) {
    Sum sum = {0};
    f->block = &f->samples->block[block];
    f->learns = learns;
    crew_run(f->crew, SLICES, work_on_slice, f);
    for (int i = 0; i < SLICES; i++) {
        sum.loss += f->slices[i].loss;
        sum.count += f->slices[i].count;
    }
    return sum;
}

static Sum learn_block(Fit *f, int block, float rate) {
    Sum sum = look_at_block(f, block, true);
    if (sum.count == 0)
        return sum;
    double loose = f->options->looseness;
    float pull = (float)(1 / (loose * loose * (double)f->samples->positions));
    for (int k = 0; k < f->kinds; k++) {
        float *total = f->slices[0].gradient[k];
        for (int j = 0; j < f->rows[k].count; j++) {
            for (int i = 1; i < SLICES; i++)
                total[j] += f->slices[i].gradient[k][j];
            total[j] /= (float)sum.count;
        }
        rows_step(&f->rows[k], total, rate, pull);
    }
    return sum;
}

static void shuffle(int *order, int count, Rng *rng) {
    for (int i = count - 1; i > 0; i--) {
        int j = rng_below(rng, i + 1), other = order[j];
        order[j] = order[i];
        order[i] = other;
    }
}

static void run_epochs(Fit *f, const char *what, float rate) {
    int blocks = f->samples->blocks, epochs = f->options->epochs;
    int *order = mem_alloc((size_t)blocks * sizeof *order);
    Rng rng = {1};
    for (int i = 0; i < blocks; i++)
        order[i] = i;
    bool goes_on = true;
    for (int epoch = 0; epoch < epochs && goes_on; epoch++) {
        Sum seen = {0}, held = {0};
        shuffle(order, blocks, &rng);
        for (int i = 0; i < blocks; i++) {
            double done = (epoch + (double)i / blocks) / epochs;
            bool is_held = samples_is_held_out(order[i]);
            Sum s = is_held ? look_at_block(f, order[i], false)
                            : learn_block(f, order[i], rate * (float)(1 - done));
            Sum *into = is_held ? &held : &seen;
            into->loss += s.loss;
            into->count += s.count;
        }
        goes_on = f->options->progress(f->options->context, what, epoch + 1,
                                       seen.loss / (double)(seen.count + !seen.count),
                                       held.loss / (double)(held.count + !held.count));
    }
    mem_free(order);
}

static void open_slices(Fit *f) {
    for (int i = 0; i < SLICES; i++)
        for (int k = 0; k < f->kinds; k++)
            f->slices[i].gradient[k] = mem_alloc((size_t)f->rows[k].count * sizeof(float));
}

static void close_fit(Fit *f) {
    for (int k = 0; k < f->kinds; k++) {
        for (int i = 0; i < SLICES; i++)
            mem_free(f->slices[i].gradient[k]);
        rows_release(&f->rows[k]);
    }
    mem_free(f);
}

static Fit *open_fit(const Samples *s, const FitOptions *o, Crew *crew) {
    Fit *f = mem_alloc(sizeof *f);
    f->samples = s;
    f->options = o;
    f->crew = crew;
    f->tables = tables_of(s->rules);
    f->units = fit_search_units(s);
    return f;
}

static int16_t quantise(float x, int units) {
    const int most = 16000; // two of them fit sixteen bits
    return (int16_t)int_max(-most, int_min(most, (int)lrintf(x * (float)units)));
}

// ---- Values

enum { CODES, THREATS, TEMPO, VALUE_KINDS };

static double sum_of(const uint16_t *entries, int count, const float *row) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum +=
            row[entries[i] & ((1 << ENTRY_CODE_BITS) - 1)] * (float)(entries[i] >> ENTRY_CODE_BITS);
    return sum;
}

static void spread_gradient(const uint16_t *entries, int count, float *gradient, float error) {
    for (int i = 0; i < count; i++)
        gradient[entries[i] & ((1 << ENTRY_CODE_BITS) - 1)] +=
            error * (float)(entries[i] >> ENTRY_CODE_BITS);
}

// The logit: what is mine, and some more because it is my move, against what is theirs.
static double learn_value(const Fit *f, const SampleBlock *b, const Sample *s, float *gradient[]) {
    int own = table_of(f->tables, s->mover) * WEIGHTS_CODES;
    int other = table_of(f->tables, 1 - s->mover) * WEIGHTS_CODES;
    const uint16_t *mine = &b->entries[s->entries], *theirs = mine + s->own;
    double tempo = 1 + f->rows[TEMPO].row[0];
    double sum = sum_of(mine, s->own, f->rows[CODES].row + own);
    double logit = tempo * sum - sum_of(theirs, s->other, f->rows[CODES].row + other) +
                   f->rows[THREATS].row[s->threats];
    double target = target_of(s, f->units, f->options->result_share), p = logistic(logit);
    if (gradient) {
        float error = (float)(p - target);
        spread_gradient(mine, s->own, gradient[CODES] + own, error * (float)tempo);
        spread_gradient(theirs, s->other, gradient[CODES] + other, -error);
        gradient[THREATS][s->threats] += error;
        gradient[TEMPO][0] += error * (float)sum;
    }
    return cross_entropy(target, p);
}

void fit_values(const Samples *s, const FitOptions *o, Crew *crew, Weights *w) {
    FeatureGroups groups;
    features_groups(s->rules, &groups);
    Fit *f = open_fit(s, o, crew);
    f->kinds = VALUE_KINDS;
    f->learn = learn_value;
    init_code_rows(&f->rows[CODES], &groups, f->tables);
    init_threat_rows(&f->rows[THREATS]);
    rows_init(&f->rows[TEMPO], 1, 0);
    open_slices(f);
    run_epochs(f, "values", 0.01F);
    for (int c = 0; c < 2; c++)
        for (int code = 0; code < WEIGHTS_CODES; code++)
            w->value[c][code] = quantise(
                f->rows[CODES].row[table_of(f->tables, c) * WEIGHTS_CODES + code], o->units);
    for (int i = 0; i < WEIGHTS_THREATS; i++)
        w->threat[i] = quantise(f->rows[THREATS].row[i], o->units);
    w->tempo = quantise(f->rows[TEMPO].row[0], WEIGHTS_TEMPO_UNIT);
    close_fit(f);
}

// ---- Order

enum { ATTACK, DEFENCE, ORDER_KINDS };

static double learn_order(const Fit *f, const SampleBlock *b, const Sample *s, float *gradient[]) {
    if (s->moves < 2)
        return -1;
    const Candidate *moves = &b->candidates[s->candidates];
    int own = table_of(f->tables, s->mover) * WEIGHTS_CODES;
    int other = table_of(f->tables, 1 - s->mover) * WEIGHTS_CODES;
    const float *attack = f->rows[ATTACK].row + own, *defence = f->rows[DEFENCE].row + other;
    float score[BOARD_MAX * BOARD_MAX], most = -INFINITY;
    double total = 0;
    for (int i = 0; i < s->moves; i++) {
        score[i] = attack[moves[i].own] + defence[moves[i].other];
        most = fmaxf(most, score[i]);
    }
    for (int i = 0; i < s->moves; i++)
        total += score[i] = expf(score[i] - most);
    for (int i = 0; i < s->moves && gradient; i++) {
        float error = (float)(score[i] / total) - (i == s->best ? 1 : 0);
        gradient[ATTACK][own + moves[i].own] += error;
        gradient[DEFENCE][other + moves[i].other] += error;
    }
    return -log(score[s->best] / total + 1e-12);
}

void fit_order(const Samples *s, const FitOptions *o, Crew *crew, Weights *w) {
    FeatureGroups groups;
    features_groups(s->rules, &groups);
    Fit *f = open_fit(s, o, crew);
    f->kinds = ORDER_KINDS;
    f->learn = learn_order;
    init_code_rows(&f->rows[ATTACK], &groups, f->tables);
    init_code_rows(&f->rows[DEFENCE], &groups, f->tables);
    open_slices(f);
    run_epochs(f, "order", 0.03F);
    for (int c = 0; c < 2; c++)
        for (int code = 0; code < WEIGHTS_CODES; code++) {
            int row = table_of(f->tables, c) * WEIGHTS_CODES + code;
            if (groups.is_urgent[c][code])
                continue;
            w->attack[c][code] = quantise(f->rows[ATTACK].row[row], o->order_units);
            w->defence[c][code] = quantise(f->rows[DEFENCE].row[row], o->order_units);
        }
    close_fit(f);
}

// ---- Judging

static int value_by(const Weights *w, const SampleBlock *b, const Sample *s) {
    int sums[2] = {0};
    const uint16_t *entries = &b->entries[s->entries];
    for (int i = 0; i < s->own + s->other; i++) {
        int colour = i < s->own ? s->mover : 1 - s->mover;
        sums[i >= s->own] += w->value[colour][entries[i] & ((1 << ENTRY_CODE_BITS) - 1)] *
                             (entries[i] >> ENTRY_CODE_BITS);
    }
    return weights_value(w->tempo, sums[0], sums[1], w->threat[s->threats]);
}

// How many moves come before the one wanted; those with the same score count half.
static double rank_by(const Weights *w, const SampleBlock *b, const Sample *s) {
    const Candidate *moves = &b->candidates[s->candidates];
    const int16_t *attack = w->attack[s->mover], *defence = w->defence[1 - s->mover];
    int best = attack[moves[s->best].own] + defence[moves[s->best].other];
    double before = 0;
    for (int i = 0; i < s->moves; i++) {
        int score = attack[moves[i].own] + defence[moves[i].other];
        before += score > best ? 1 : score == best && i != s->best ? 0.5 : 0;
    }
    return before;
}

FitReport fit_judge(const Samples *s, const FitOptions *o, const Weights *w) {
    FitReport r = {0};
    double units = fit_search_units(s);
    for (int k = 0; k < s->blocks; k += SAMPLES_HELD_OUT) {
        const SampleBlock *b = &s->block[k];
        for (int i = 0; i < b->count; i++) {
            const Sample *x = &b->samples[i];
            double value = value_by(w, b, x);
            r.positions++;
            r.spread += value * value;
            r.loss +=
                cross_entropy(target_of(x, units, o->result_share), logistic(value / o->units));
            if (x->moves < 2)
                continue;
            double rank = rank_by(w, b, x);
            r.choices++;
            r.first += rank < 1;
            r.three += rank < 3;
            r.five += rank < 5;
        }
    }
    double choices = (double)(r.choices + !r.choices);
    r.loss /= (double)(r.positions + !r.positions);
    r.spread = sqrt(r.spread / (double)(r.positions + !r.positions));
    r.first /= choices;
    r.three /= choices;
    r.five /= choices;
    return r;
}
