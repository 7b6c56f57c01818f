// Fits the pattern weights of the engine to samples: the evaluation by logistic regression on game
// results and search values, the move ordering by softmax regression on the moves of the search.
//
// Both are tables of rows (train/shared_rows.h), trained block by block; they differ in the loss of
// a sample.
#pragma once

#include "train/samples.h"
#include "train/shared_rows.h"

typedef struct {
    int epochs;
    double result_share; // weight of the game result in the label; the rest is the search value
    double
        looseness; // how far a row may deviate from its shared numbers, in logits (regularization)
    int units;     // value of one logit
    int order_units; // ordering score of one logit
    // Called after each epoch. Return false to stop and keep the result. May be NULL.
    bool (*progress)(void *context, int epoch, double loss, double held_out);
    void *context;
} FitOptions;

enum { FIT_TABLES = 2, FIT_SLICES = 8 };

typedef struct Fit Fit;

// Returns the loss of a sample and adds its gradient to `gradient` (by table and row; may be NULL).
// Negative if the sample cannot be used.
typedef double FitLoss(const Fit *f, const SampleBlock *b, const Sample *s, float *gradient[]);

struct Fit {
    const Samples *samples; // borrowed, like the next two
    const FitOptions *options;
    ThreadPool *pool;
    FitLoss *loss;
    SharedRows tables[FIT_TABLES];
    float *best[FIT_TABLES]; // the rows after the epoch with the lowest validation loss
    FeatureGroups groups;
    int colors;          // 1 if both colors have the same rules and share their rows, otherwise 2
    double search_units; // search value of one logit of the results
    float rate;          // initial learning rate

    const SampleBlock *block; // the current one, in slices, so that sums do not depend on threads
    bool learns;
    struct {
        double loss;
        int count;
        float *gradient[FIT_TABLES];
    } slices[FIT_SLICES];
};

Fit *fit_new_values(const Samples *s, const FitOptions *o, ThreadPool *pool);
Fit *fit_new_order(const Samples *s, const FitOptions *o, ThreadPool *pool);
void fit_free(Fit *f);

// Trains on all blocks that are not held out. Keeps the rows of the epoch with the lowest
// validation loss, or of the last epoch if no blocks are held out. Returns its number, from 1; 0 if
// no epoch had a finite loss.
int fit_run(Fit *f);

// Stores the rounded rows in the fitted tables of *w.
void fit_store_values(const Fit *f, Weights *w);
void fit_store_order(const Fit *f, Weights *w);

// The loss of a block. If `learns`, slices[0].gradient is the gradient of its mean.
typedef struct {
    double sum;
    int64_t count;
} FitSum;
FitSum fit_block(Fit *f, int block, bool learns);

// ---- For fit_values.c and fit_order.c

Fit *fit_new(const Samples *s, const FitOptions *o, ThreadPool *pool, FitLoss *loss);
void fit_add_code_table(Fit *f, int table);
void fit_open_slices(Fit *f); // after the tables were added

// The first row of a color in a table of codes.
static inline int fit_row(const Fit *f, int color) {
    return f->colors == 1 ? 0 : color * WEIGHTS_CODES;
}

int16_t fit_round(float x, int units, int most);
