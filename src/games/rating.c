#include "games/rating.h"

#include "base/number.h"
#include "core/rules.h"
#include "player/player.h"

#include <assert.h>
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

void ratings_write(JsonWriter *w, const char *key, Store *store, UserId user) {
    write_object(w, key);
    for (int i = 0; rating_pool_name(i); i++) {
        RatingRow r;
        Error ignored = {0};
        Rating unknown = rating_initial();
        if (!rating_find_cached(store, user, rating_pool_name(i), &r, &ignored))
            r = (RatingRow){unknown.rating, unknown.deviation, unknown.volatility, 0};
        write_object(w, rating_pool_name(i));
        write_number(w, "rating", lround(r.rating));
        write_number(w, "deviation", lround(r.deviation));
        write_number(w, "games", r.games);
        write_end_object(w);
    }
    write_end_object(w);
}

// ---- Levels

static_assert((int)LEVEL_COUNT == LEVEL_MAX - LEVEL_MIN, "a row for every level of the player");

// clang-format off
static const LevelInfo levels[LEVEL_COUNT] = {
    {-2, "level:-2", 300,  100},
    {-1, "level:-1", 300,  250},
    {1,  "level:1",  300,  400},
    {2,  "level:2",  300,  600},
    {3,  "level:3",  300,  850},
    {4,  "level:4",  800,  1100},
    {5,  "level:5",  1000, 1300},
    {6,  "level:6",  1200, 1500},
    {7,  "level:7",  1500, 1650},
    {8,  "level:8",  2500, 1800},
    {9,  "level:9",  4000, 1950},
    {10, "level:10", 5000, 2100},
};
// clang-format on

const LevelInfo *level_at(int i) {
    return &levels[i];
}

int level_index(int level) {
    return level - LEVEL_MIN - (level > 0);
}

const LevelInfo *level_info(int level) {
    return &levels[level_index(level)];
}

int level_parse(const char *text) {
    static const char prefix[] = "level:";
    if (strncmp(text, prefix, sizeof prefix - 1) != 0)
        return 0;
    int64_t level = 0;
    Error ignored = {0};
    return number_parse(text + sizeof prefix - 1, LEVEL_MIN, LEVEL_MAX, &level, &ignored)
               ? (int)level
               : 0;
}
