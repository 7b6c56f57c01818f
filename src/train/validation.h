// How weights do on the positions that were not learnt from.
#pragma once

#include "train/samples.h"

typedef struct {
    int64_t positions, choices;
    double loss;               // of values, the mean, in nats
    double spread;             // of values: their standard deviation about zero
    double first, three, five; // how often the move that the search wanted is among the first
    double order;              // one over its place, the mean
} Validation;

// `units` of a value are one logistic unit.
Validation validation_of(const Samples *s, const Weights *w, int units, double result_share);
