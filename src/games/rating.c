#include "games/rating.h"

#include "core/rules.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// Constants of the paper: the factor between the Glicko and Glicko-2 scales, the system constant
// tau, which limits changes of the volatility, and the convergence tolerance.
static const double scale = 173.7178, tau = 0.5, epsilon = 1e-6;
static const double deviation_max = 350, deviation_min = 45, provisional = 110;

Rating rating_initial(void) {
    return (Rating){.rating = 1500, .deviation = deviation_max, .volatility = 0.06};
}

bool rating_is_provisional(Rating r) {
    return r.deviation > provisional;
}

// Step 5 of the paper: the new volatility, by the Illinois variant of regula falsi.
typedef struct {
    double delta2, phi2, v, a;
} Volatility;

static double f(const Volatility *s, double x) {
    double e = exp(x), sum = s->phi2 + s->v + e;
    return e * (s->delta2 - sum) / (2 * sum * sum) - (x - s->a) / (tau * tau);
}

static double new_volatility(const Volatility *s) {
    double a = s->a, b;
    if (s->delta2 > s->phi2 + s->v) {
        b = log(s->delta2 - s->phi2 - s->v);
    } else {
        b = s->a - tau;
        while (f(s, b) < 0)
            b -= tau;
    }
    double fa = f(s, a), fb = f(s, b);
    while (fabs(b - a) > epsilon) {
        double c = a + (a - b) * fa / (fb - fa), fc = f(s, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

Rating rating_after_game(Rating player, Rating opponent, double score) {
    const double pi = 3.14159265358979323846;
    double mu = (player.rating - 1500) / scale, phi = player.deviation / scale;
    double mu_j = (opponent.rating - 1500) / scale, phi_j = opponent.deviation / scale;
    double g = 1 / sqrt(1 + 3 * phi_j * phi_j / (pi * pi));
    double expected = 1 / (1 + exp(-g * (mu - mu_j)));
    double v = 1 / (g * g * expected * (1 - expected));
    double delta = v * g * (score - expected);
    double sigma = new_volatility(
        &(Volatility){delta * delta, phi * phi, v, log(player.volatility * player.volatility)});
    double phi_star2 = phi * phi + sigma * sigma;
    double phi_new = 1 / sqrt(1 / phi_star2 + 1 / v);
    double deviation = fmin(fmax(phi_new * scale, deviation_min), deviation_max);
    return (Rating){
        .rating = (mu + phi_new * phi_new * g * (score - expected)) * scale + 1500,
        .deviation = deviation,
        .volatility = sigma,
    };
}

static const char mist_pool[] = "mist";

const char *rating_pool(const char *rules, bool mist) {
    Error ignored = {0};
    const Rules *found = mist ? NULL : rules_find(rules, &ignored);
    return found ? found->pool : mist_pool;
}

// True if an earlier rule set has the same pool.
static bool is_repeated(int i) {
    for (int earlier = 0; earlier < i; earlier++)
        if (!strcmp(rules_at(earlier)->pool, rules_at(i)->pool))
            return true;
    return false;
}

const char *rating_pool_name(int i) {
    int rules = 0;
    for (; rules_at(rules); rules++)
        if (!is_repeated(rules) && i-- == 0)
            return rules_at(rules)->pool;
    return i == 0 ? mist_pool : NULL;
}
