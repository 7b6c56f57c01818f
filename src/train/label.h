// What a position should be worth, by how its game ended and what the search thought.
#pragma once

#include "train/samples.h"

double label_logistic(double x);

// The value of a search that stands for one logistic unit of outcomes, by the samples.
double label_search_units(const Samples *s);

// A win rate for the side to move: the outcome, if it is known, with its share, and the search.
double label_of(const Sample *s, double search_units, double result_share);

// What it costs to say `p` where `target` is right, in nats.
double label_cross_entropy(double target, double p);
