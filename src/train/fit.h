// Fits the engine's numbers to samples: the evaluation as a logistic regression on how games end
// and what the search thought, the order of moves as a softmax on what the search played.
//
// Both are tables of rows (train/shared_rows.h) that are learnt block by block; what differs is the
// loss of one sample.
#pragma once

#include "train/samples.h"
#include "train/shared_rows.h"

typedef struct {
    int epochs;
    double
        result_share; // of the outcome in what a position should be worth; the rest is the search
    double looseness; // how far a row may go from what it shares with others, in logistic units
    int units;        // of a value to one logistic unit of win rate
    int order_units;  // of an ordering score to one
    // After each epoch; false stops, and what was learnt is kept. NULL: nobody wants to know.
    bool (*progress)(void *context, int epoch, double loss, double held_out);
    void *context;
} FitOptions;

enum { FIT_TABLES = 2, FIT_SLICES = 8 };

typedef struct Fit Fit;

// The loss of a sample, which it adds to `gradient`, by table and row, where there is one. Negative
// if there is nothing to learn from it.
typedef double FitLoss(const Fit *f, const SampleBlock *b, const Sample *s, float *gradient[]);

struct Fit {
    const Samples *samples; // borrowed, as the next two
    const FitOptions *options;
    ThreadPool *crew;
    FitLoss *loss;
    SharedRows tables[FIT_TABLES];
    float *best[FIT_TABLES]; // their rows after the epoch that judged best
    FeatureGroups groups;
    int colours;         // 1 where both play by the same rules and share their rows, else 2
    double search_units; // of the search's values to one logistic unit of outcomes
    float rate;          // of the first step

    const SampleBlock *block; // being looked at, in slices, so that sums do not depend on threads
    bool learns;
    struct {
        double loss;
        int count;
        float *gradient[FIT_TABLES];
    } slices[FIT_SLICES];
};

Fit *fit_new_values(const Samples *s, const FitOptions *o, ThreadPool *crew);
Fit *fit_new_order(const Samples *s, const FitOptions *o, ThreadPool *crew);
void fit_free(Fit *f);

// Goes through all blocks but those held out, again and again. What it leaves in the tables is of
// the epoch after which those held out had the least loss, or the last if none are. Returns its
// number, from 1 on; 0 if no epoch's losses were numbers: then there is nothing to keep.
int fit_run(Fit *f);

// Into the tables of *w that were fitted, rounded.
void fit_store_values(const Fit *f, Weights *w);
void fit_store_order(const Fit *f, Weights *w);

// The mean loss of a block. If `learns`, slices[0].gradient is its gradient.
typedef struct {
    double sum;
    int64_t count;
} FitSum;
FitSum fit_block(Fit *f, int block, bool learns);

// ---- For the files that fit

Fit *fit_new(const Samples *s, const FitOptions *o, ThreadPool *crew, FitLoss *loss);
void fit_add_code_table(Fit *f, int table);
void fit_open_slices(Fit *f); // when the tables are there

// The first row of a colour in a table of codes.
static inline int fit_row(const Fit *f, int colour) {
    return f->colours == 1 ? 0 : colour * WEIGHTS_CODES;
}

int16_t fit_round(float x, int units, int most);
