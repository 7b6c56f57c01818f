#include "train/label.h"

#include "engine/engine.h"

#include <math.h>
#include <stdlib.h>

double label_logistic(double x) {
    return 1 / (1 + exp(-x));
}

static double search_win_rate(const Sample *s, double units) {
    if (s->value > ENGINE_CERTAIN)
        return 1;
    return s->value < -ENGINE_CERTAIN ? 0 : label_logistic(s->value / units);
}

double label_of(const Sample *s, double search_units, double result_share) {
    double searched = search_win_rate(s, search_units);
    return s->knows_outcome ? result_share * s->outcome / 2 + (1 - result_share) * searched
                            : searched;
}

double label_cross_entropy(double label, double p) {
    const double tiny = 1e-9;
    return -label * log(p + tiny) - (1 - label) * log(1 - p + tiny);
}

// Derivative of the cross entropy of the results by the inverse of the units. Negative if the
// search is underconfident.
static double slope_at(const Samples *s, double inverse) {
    double slope = 0;
    for (int b = 0; b < s->blocks; b++)
        for (int i = 0; i < s->block[b].count; i++) {
            const Sample *x = &s->block[b].samples[i];
            if (x->knows_outcome && abs(x->value) < ENGINE_CERTAIN)
                slope += (label_logistic(x->value * inverse) - x->outcome / 2.0) * x->value;
        }
    return slope;
}

double label_search_units(const Samples *s) {
    enum { STEPS = 25 };
    double low = 1.0 / 2000, high = 1.0 / 20;
    for (int i = 0; i < STEPS; i++) {
        double middle = sqrt(low * high);
        if (slope_at(s, middle) < 0)
            low = middle;
        else
            high = middle;
    }
    return 1 / sqrt(low * high);
}
