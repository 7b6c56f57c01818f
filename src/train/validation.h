// Validation of weights: how well they do on the held-out positions.
#pragma once

#include "train/samples.h"

typedef struct {
    int64_t positions, choices;
    double loss;               // mean cross entropy of the values, in nats
    double spread;             // of values: their standard deviation around zero
    double first, three, five; // how often the move of the search is among the first 1, 3, 5
    double order;              // mean reciprocal rank of that move
} Validation;

// `units`: value of one logit.
Validation validation_of(const Samples *s, const Weights *w, int units, double result_share);
