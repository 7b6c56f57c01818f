#include "train/fit.h"

#include "base/mem.h"
#include "support.h"
#include "test.h"
#include "train/label.h"
#include "train/validation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- Samples of random positions, with values and moves from known weights

static int known_value(const Weights *w, Features *f, int mover) {
    FeaturePoint points[BOARD_MAX * BOARD_MAX];
    int n = features_points(f, points), value = w->threat[features_threats(f)];
    for (int i = 0; i < n; i++)
        value += w->value[mover][points[i].own] - w->value[1 - mover][points[i].other];
    return value;
}

static Point known_move(const Weights *w, Features *f, int mover) {
    FeaturePoint points[BOARD_MAX * BOARD_MAX];
    int n = features_points(f, points), most = INT32_MIN;
    Point best = POINT_NONE;
    for (int i = 0; i < n; i++) {
        int score = w->attack[mover][points[i].own] + w->defense[1 - mover][points[i].other];
        if (!points[i].is_candidate || score <= most)
            continue;
        most = score;
        best = points[i].point;
    }
    return best;
}

static void add_position(SampleBlock *b, Features *f, const Board *board, const Weights *w,
                         Rng *rng) {
    int mover = board->turn - BLACK;
    features_begin(f, board);
    if (!features_is_quiet(f))
        return;
    int value = known_value(w, f, mover);
    bool wins = (double)rng_below(rng, 100000) / 100000 < label_logistic(value / 200.0);
    Sample about = {
        .value = (int16_t)value,
        .mover = (uint8_t)mover,
        .outcome = wins ? 2 : 0,
        .knows_outcome = true,
    };
    samples_add(b, f, &about, known_move(w, f, mover));
}

static Samples samples_from(const Rules *rules, const Weights *w, int blocks, int positions) {
    Samples s = {.rules = rules, .blocks = blocks};
    Features *f = features_new(rules);
    Rng rng = {11};
    s.block = mem_alloc((size_t)blocks * sizeof *s.block);
    for (int i = 0; i < blocks; i++)
        while (s.block[i].count < positions) {
            Board board = board_random(rules, 11, 6 + rng_below(&rng, 20), &rng);
            add_position(&s.block[i], f, &board, w, &rng);
        }
    s.positions = (int64_t)blocks * positions;
    features_free(f);
    return s;
}

static const FitOptions plain = {
    .epochs = 1, .result_share = 0.4, .looseness = 0.5, .units = 200, .order_units = 400};

// ---- Gradients against finite differences

static double loss_of(Fit *f) {
    FitSum sum = fit_block(f, 0, false);
    return sum.sum / (double)sum.count;
}

static void check_gradient(const char *name, Fit *f, Rng *rng) {
    enum { ROWS = 40 };
    const float step = 0.01F;
    for (int k = 0; k < FIT_TABLES; k++)
        for (int i = 0; i < f->tables[k].count; i++)
            f->tables[k].row[i] = (float)(rng_below(rng, 201) - 100) / 400;
    fit_block(f, 0, true);
    int seen = 0;
    for (int tries = 0; tries < 100000 && seen < ROWS; tries++) {
        int k = rng_below(rng, FIT_TABLES), i = rng_below(rng, f->tables[k].count);
        float gradient = f->slices[0].gradient[k][i], *row = &f->tables[k].row[i], before = *row;
        if (gradient == 0)
            continue;
        seen++;
        *row = before + step;
        double above = loss_of(f);
        *row = before - step;
        double below = loss_of(f);
        *row = before;
        double slope = (above - below) / (2.0 * step);
        CHECK(name, fabs(slope - gradient) < 1e-5 + 0.01 * fabs(slope));
        fit_block(f, 0, true);
    }
    CHECK_INT(name, seen, ROWS);
}

TEST(fit_gradients_match_finite_differences) {
    static const Rules *const rules[] = {&rules_freestyle, &rules_renju};
    ThreadPool *pool = thread_pool_new(2);
    for (int i = 0; i < 2; i++) {
        Weights w;
        Rng rng = {2};
        weights_by_hand(rules[i], &w);
        Samples s = samples_from(rules[i], &w, 1, 60);
        Fit *values = fit_new_values(&s, &plain, pool), *order = fit_new_order(&s, &plain, pool);
        check_gradient(rules[i]->name, values, &rng);
        check_gradient(rules[i]->name, order, &rng);
        fit_free(values);
        fit_free(order);
        samples_release(&s);
    }
    thread_pool_free(pool);
}

// ---- The fit recovers the known weights

static Weights fitted(const Samples *s, int threads, int epochs) {
    ThreadPool *pool = thread_pool_new(threads);
    FitOptions o = plain;
    Weights w; // urgent moves keep their order
    weights_by_hand(s->rules, &w);
    o.epochs = epochs;
    Fit *values = fit_new_values(s, &o, pool), *order = fit_new_order(s, &o, pool);
    fit_run(values);
    fit_run(order);
    fit_store_values(values, &w);
    fit_store_order(order, &w);
    fit_free(values);
    fit_free(order);
    thread_pool_free(pool);
    return w;
}

TEST(fit_recovers_known_weights) {
    Weights hand, zero = {0};
    weights_by_hand(&rules_freestyle, &hand);
    Samples s = samples_from(&rules_freestyle, &hand, 20, 250);
    Weights w = fitted(&s, 2, 60);
    Validation before = validation_of(&s, &zero, 200, 0), after = validation_of(&s, &w, 200, 0);
    Validation ideal = validation_of(&s, &hand, 200, 0);
    CHECK("values", after.loss - ideal.loss < (before.loss - ideal.loss) / 5);
    CHECK("order", after.first > 0.4 && after.five > 0.8);
    CHECK("not before the fit", before.first < 0.1 && before.five < 0.2);
    samples_release(&s);
}

TEST(fit_does_not_depend_on_threads) {
    Weights hand;
    weights_by_hand(&rules_renju, &hand);
    Samples s = samples_from(&rules_renju, &hand, 10, 20);
    Weights one = fitted(&s, 1, 3), many = fitted(&s, 4, 3);
    CHECK("the same", !memcmp(&one, &many, sizeof one));
    samples_release(&s);
}

// ---- The best epoch is kept

enum { NOISY_EPOCHS = 40 };

typedef struct {
    double held_out[NOISY_EPOCHS];
    int epochs;
} History;

static bool note_epoch(void *context, int epoch, double loss, double held_out) {
    (void)loss;
    History *h = context;
    h->held_out[epoch - 1] = held_out;
    h->epochs = epoch;
    return true;
}

static double loss_held_out(Fit *f, const Samples *s) {
    FitSum all = {0};
    for (int i = 0; i < s->blocks; i++) {
        FitSum sum = samples_is_held_out(i) ? fit_block(f, i, false) : (FitSum){0};
        all.sum += sum.sum;
        all.count += sum.count;
    }
    return all.sum / (double)all.count;
}

// Random results: the more it overfits, the worse is the validation loss.
TEST(fit_keeps_the_epoch_with_the_lowest_validation_loss) {
    Weights zero = {0};
    Samples s = samples_from(&rules_freestyle, &zero, 10, 20);
    ThreadPool *pool = thread_pool_new(1);
    History history = {0};
    FitOptions o = plain;
    o.epochs = NOISY_EPOCHS;
    o.result_share = 1;
    o.looseness = 5;
    o.progress = note_epoch;
    o.context = &history;
    Fit *f = fit_new_values(&s, &o, pool);
    int best = fit_run(f);
    CHECK_INT("all of them", history.epochs, NOISY_EPOCHS);
    CHECK("the last is not the best", best >= 1 && best < NOISY_EPOCHS);
    for (int i = 0; i < NOISY_EPOCHS; i++)
        CHECK("none is better", history.held_out[best - 1] <= history.held_out[i]);
    CHECK("its numbers", fabs(loss_held_out(f, &s) - history.held_out[best - 1]) < 1e-9);
    fit_free(f);
    thread_pool_free(pool);
    samples_release(&s);
}

static double nan_loss(const Fit *f, const SampleBlock *b, const Sample *s, float *gradient[]) {
    (void)f, (void)b, (void)s;
    for (int k = 0; gradient && k < FIT_TABLES; k++)
        gradient[k][0] = NAN;
    return NAN;
}

TEST(fit_rejects_nan) {
    static const int blocks[] = {10, 1}; // with some held out, and with none
    for (int i = 0; i < 2; i++) {
        Weights zero = {0};
        Samples s = samples_from(&rules_freestyle, &zero, blocks[i], 20);
        ThreadPool *pool = thread_pool_new(1);
        FitOptions o = plain;
        o.epochs = 3;
        Fit *f = fit_new_values(&s, &o, pool);
        f->loss = nan_loss;
        CHECK_INT("no epoch", fit_run(f), 0);
        for (int row = 0; row < f->tables[0].count; row++)
            CHECK("as it was", f->tables[0].row[row] == 0);
        fit_free(f);
        thread_pool_free(pool);
        samples_release(&s);
    }
}

// ---- Labels

TEST(label_blends_result_and_search_value) {
    Sample s = {.value = 0, .outcome = 2, .knows_outcome = true};
    CHECK("a win that the search thought even", fabs(label_of(&s, 200, 0.4) - 0.7) < 1e-9);
    s.knows_outcome = false;
    CHECK("after an exploration move", fabs(label_of(&s, 200, 0.4) - 0.5) < 1e-9);
    s.value = 29990;
    CHECK("certain", label_of(&s, 200, 0.4) == 1);
    s.value = -29990;
    CHECK("certainly lost", label_of(&s, 200, 0.4) == 0);
    s.value = 200;
    CHECK("one unit", fabs(label_of(&s, 200, 0) - 1 / (1 + exp(-1))) < 1e-9);
}

TEST(label_units_match_the_results) {
    Weights hand;
    weights_by_hand(&rules_freestyle, &hand);
    Samples s = samples_from(&rules_freestyle, &hand, 4, 800);
    double units = label_search_units(&s);
    CHECK("about 200", units > 150 && units < 260);
    samples_release(&s);
}
