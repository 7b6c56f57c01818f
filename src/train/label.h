// Training labels: the win rate a position should have, from the game result and the search value.
#pragma once

#include "train/samples.h"

double label_logistic(double x);

// The search value that corresponds to one logit of the game results, fitted to the samples.
double label_search_units(const Samples *s);

// Win rate for the side to move: the game result, if known, blended with the search value.
double label_of(const Sample *s, double search_units, double result_share);

// Cross entropy of the prediction `p`, in nats.
double label_cross_entropy(double label, double p);
