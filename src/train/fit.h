// Fits the engine's numbers to samples: the evaluation as a logistic regression on how games end
// and what the search thought, the order of moves as a softmax on what the search played.
#pragma once

#include "train/samples.h"

typedef struct {
    int epochs;
    double
        result_share; // of the outcome in what a position should be worth; the rest is the search
    double looseness; // how far a number may go from what it shares with others, in logistic units
    int units;        // of a value to one logistic unit of win rate
    int order_units;  // of an ordering score to one logistic unit
    bool (*progress)(void *context, const char *what, int epoch, double loss, double held_out);
    void *context; // false from `progress` stops: what was learnt is kept
} FitOptions;

// The value of a search that stands for one logistic unit of outcomes, by the samples.
double fit_search_units(const Samples *s);

// Both fill their tables of *w.
void fit_values(const Samples *s, const FitOptions *o, Crew *crew, Weights *w);
void fit_order(const Samples *s, const FitOptions *o, Crew *crew, Weights *w);

// How weights do on the blocks held out.
typedef struct {
    int64_t positions, choices;
    double spread;             // of values: their standard deviation
    double loss;               // of values, the mean, in nats
    double first, three, five; // how often the move that the search wanted is among the first
} FitReport;

FitReport fit_judge(const Samples *s, const FitOptions *o, const Weights *w);
