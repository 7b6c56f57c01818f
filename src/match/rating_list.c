#include "match/rating_list.h"

#include "base/mem.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Internally ratings are natural logits: a difference of 1 means odds of e to 1.
static const double elo_per_unit = 173.71779276130073; // 400 / ln 10

// Standard deviations of the Gaussian priors.
static const double rating_prior = 4, advantage_prior = 2, margin_prior = 2;

static const double quantile_95 = 1.959964; // of the normal distribution, two-sided

// The parameters: ratings first, then Black's advantage, then the draw margin. Without draws there
// is no margin parameter, and the margin is 0.
typedef struct {
    const Results *results;
    int players;
    int size; // number of parameters
    bool has_draws;
    double *x;        // the current estimate
    double *gradient; // of the log-likelihood
    double *hessian;  // negated, row-major; factorize replaces it by its Cholesky factor
    double *step;
} Model;

static int advantage_of(const Model *f) {
    return f->players;
}

static int margin_of(const Model *f) {
    return f->players + 1;
}

static double *entry(const Model *f, int row, int column) {
    return &f->hessian[(size_t)row * (size_t)f->size + (size_t)column];
}

// ---- The likelihood

static double log_logistic(double u) {
    return u > 0 ? -log1p(exp(-u)) : u - log1p(exp(u));
}

static double logistic(double u) {
    return exp(log_logistic(u));
}

typedef struct {
    double ahead;     // rating advantage of Black
    double margin;    // the draw margin
    double won, lost; // draws count as both
} Odds;

static Odds odds_of(const Model *f, const double *x, const CrosstableEntry *m) {
    return (Odds){
        .ahead = x[m->black] - x[m->white] + x[advantage_of(f)],
        .margin = f->has_draws ? x[margin_of(f)] : 0,
        .won = m->won + m->drawn,
        .lost = m->lost + m->drawn,
    };
}

static double prior_of(const Model *f, int i) {
    return i < f->players ? rating_prior : i == advantage_of(f) ? advantage_prior : margin_prior;
}

static double log_likelihood(const Model *f, const double *x) {
    double sum = 0;
    for (int i = 0; i < f->results->count; i++) {
        const CrosstableEntry *m = &f->results->entries[i];
        Odds o = odds_of(f, x, m);
        sum +=
            o.won * log_logistic(o.ahead - o.margin) + o.lost * log_logistic(-o.ahead - o.margin);
        if (m->drawn > 0)
            sum += m->drawn * log(expm1(2 * o.margin));
    }
    for (int i = 0; i < f->size; i++)
        sum -= x[i] * x[i] / (2 * prior_of(f, i) * prior_of(f, i));
    return sum;
}

// Adds the second derivatives by both ratings, Black's advantage and the margin.
static void add_curvature(Model *f, const CrosstableEntry *m, double by_ahead, double mixed,
                          double by_margin) {
    const int indices[3] = {m->black, m->white, advantage_of(f)};
    const double signs[3] = {1, -1, 1};
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++)
            *entry(f, indices[a], indices[b]) += signs[a] * signs[b] * by_ahead;
        if (f->has_draws) {
            *entry(f, indices[a], margin_of(f)) += signs[a] * mixed;
            *entry(f, margin_of(f), indices[a]) += signs[a] * mixed;
        }
    }
    if (f->has_draws)
        *entry(f, margin_of(f), margin_of(f)) += by_margin;
}

static void add_entry(Model *f, const CrosstableEntry *m) {
    Odds o = odds_of(f, f->x, m);
    double p = logistic(o.ahead - o.margin), q = logistic(-o.ahead - o.margin);
    double up = o.won * (1 - p), down = o.lost * (1 - q);
    double a = o.won * p * (1 - p), b = o.lost * q * (1 - q);
    f->gradient[m->black] += up - down;
    f->gradient[m->white] -= up - down;
    f->gradient[advantage_of(f)] += up - down;
    double by_margin = a + b;
    if (f->has_draws) {
        double e = exp(-2 * o.margin);
        f->gradient[margin_of(f)] += m->drawn * 2 / (1 - e) - up - down;
        by_margin += m->drawn * 4 * e / ((1 - e) * (1 - e));
    }
    add_curvature(f, m, a + b, b - a, by_margin);
}

static void differentiate(Model *f) {
    size_t size = (size_t)f->size;
    memset(f->gradient, 0, size * sizeof(double));
    memset(f->hessian, 0, size * size * sizeof(double));
    for (int i = 0; i < f->results->count; i++)
        add_entry(f, &f->results->entries[i]);
    for (int i = 0; i < f->size; i++) {
        double weight = 1 / (prior_of(f, i) * prior_of(f, i));
        f->gradient[i] -= f->x[i] * weight;
        *entry(f, i, i) += weight;
    }
}

// ---- Linear algebra

// Cholesky factorization. The prior makes the matrix positive definite.
static void factorize(Model *f) {
    for (int i = 0; i < f->size; i++)
        for (int k = 0; k <= i; k++) {
            double sum = *entry(f, i, k);
            for (int j = 0; j < k; j++)
                sum -= *entry(f, i, j) * *entry(f, k, j);
            *entry(f, i, k) = i == k ? sqrt(sum) : sum / *entry(f, k, k);
        }
}

// Solves for the right-hand side, in place.
static void solve(const Model *f, double *side) {
    for (int i = 0; i < f->size; i++) {
        for (int j = 0; j < i; j++)
            side[i] -= *entry(f, i, j) * side[j];
        side[i] /= *entry(f, i, i);
    }
    for (int i = f->size; i-- > 0;) {
        for (int j = i + 1; j < f->size; j++)
            side[i] -= *entry(f, j, i) * side[j];
        side[i] /= *entry(f, i, i);
    }
}

// Variance of the linear combination `side` of the parameters.
static double variance_of(const Model *f, const double *side) {
    memcpy(f->step, side, (size_t)f->size * sizeof(double));
    solve(f, f->step);
    double sum = 0;
    for (int i = 0; i < f->size; i++)
        sum += f->step[i] * side[i];
    return sum;
}

// ---- Newton's method

static bool is_valid(const Model *f, const double *x) {
    return !f->has_draws || x[margin_of(f)] > 0;
}

// Line search: halves the step until the likelihood increases. False if it no longer does.
static bool line_search(Model *f, double *candidate) {
    double current = log_likelihood(f, f->x);
    for (double share = 1; share > 1e-9; share /= 2) {
        for (int i = 0; i < f->size; i++)
            candidate[i] = f->x[i] + share * f->step[i];
        if (!is_valid(f, candidate) || log_likelihood(f, candidate) <= current)
            continue;
        memcpy(f->x, candidate, (size_t)f->size * sizeof(double));
        return true;
    }
    return false;
}

static double length_of(const double *v, int size) {
    double sum = 0;
    for (int i = 0; i < size; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

// Leaves the Cholesky factor of the Hessian at the maximum.
static void maximize(Model *f) {
    enum { STEPS_MAX = 200 };
    double *candidate = mem_alloc((size_t)f->size * sizeof(double));
    for (int i = 0; i < STEPS_MAX; i++) {
        differentiate(f);
        factorize(f);
        memcpy(f->step, f->gradient, (size_t)f->size * sizeof(double));
        solve(f, f->step);
        if (length_of(f->step, f->size) < 1e-10 || !line_search(f, candidate))
            break;
    }
    mem_free(candidate);
}

// ---- The list

static void count_games(const Results *r, RatingList *out) {
    for (int i = 0; i < r->count; i++) {
        const CrosstableEntry *m = &r->entries[i];
        int games = m->won + m->drawn + m->lost;
        out->games += games;
        out->players[m->black].games += games;
        out->players[m->white].games += games;
        out->players[m->black].score += m->won + 0.5 * m->drawn;
        out->players[m->white].score += m->lost + 0.5 * m->drawn;
    }
    for (int i = 0; i < r->players; i++)
        out->players[i].score /= out->players[i].games;
}

// The linear combination `side` of the parameters, in Elo.
static Estimate estimate_of(const Model *f, const double *side) {
    double value = 0, error = quantile_95 * sqrt(variance_of(f, side));
    for (int i = 0; i < f->size; i++)
        value += side[i] * f->x[i];
    return (Estimate){value * elo_per_unit, (value - error) * elo_per_unit,
                      (value + error) * elo_per_unit};
}

// The rating relative to the anchor, or to the average of all players.
static Estimate rate(const Model *f, int player, int anchor, double *side) {
    memset(side, 0, (size_t)f->size * sizeof(double));
    for (int i = 0; i < f->players; i++)
        side[i] = anchor >= 0 ? -(i == anchor) : -1.0 / f->players;
    side[player] += 1;
    return estimate_of(f, side);
}

static double normal_below(double z) {
    return 0.5 * erfc(-z / sqrt(2));
}

static double likelihood_of_superiority(const Model *f, int player, int next, double *side) {
    memset(side, 0, (size_t)f->size * sizeof(double));
    side[player] = 1;
    side[next] = -1;
    double error = sqrt(variance_of(f, side));
    return error > 0 ? normal_below((f->x[player] - f->x[next]) / error) : 0.5;
}

static int by_rating(const void *a, const void *b) {
    const RatedPlayer *x = a, *y = b;
    return x->elo.value != y->elo.value ? (x->elo.value < y->elo.value ? 1 : -1)
                                        : x->player - y->player;
}

// Connected components of the graph of games, by relabeling.
static int count_groups(const Results *r) {
    int *group = mem_alloc((size_t)r->players * sizeof(int));
    for (int i = 0; i < r->players; i++)
        group[i] = i;
    int groups = r->players;
    for (int i = 0; i < r->count; i++) {
        int from = group[r->entries[i].black], to = group[r->entries[i].white];
        groups -= from != to;
        for (int k = 0; k < r->players; k++)
            group[k] = group[k] == from ? to : group[k];
    }
    mem_free(group);
    return groups;
}

static void build(const Model *f, int anchor, RatingList *out) {
    double *side = mem_alloc((size_t)f->size * sizeof(double));
    for (int i = 0; i < f->players; i++) {
        out->players[i].player = i;
        out->players[i].elo = rate(f, i, anchor, side);
    }
    qsort(out->players, (size_t)out->count, sizeof out->players[0], by_rating);
    for (int i = 0; i + 1 < out->count; i++)
        out->players[i].los =
            likelihood_of_superiority(f, out->players[i].player, out->players[i + 1].player, side);
    memset(side, 0, (size_t)f->size * sizeof(double));
    side[advantage_of(f)] = 1;
    out->black_advantage = estimate_of(f, side);
    out->draw_rate = f->has_draws ? 1 - 2 * logistic(-f->x[margin_of(f)]) : 0;
    mem_free(side);
}

static bool any_draw(const Results *r) {
    for (int i = 0; i < r->count; i++)
        if (r->entries[i].drawn > 0)
            return true;
    return false;
}

bool rating_list_fit(const Results *results, int anchor, RatingList *out, Error *err) {
    if (results->count == 0)
        return error_set(err, "no games in the files");
    Model f = {.results = results, .players = results->players, .has_draws = any_draw(results)};
    f.size = f.players + (f.has_draws ? 2 : 1);
    size_t size = (size_t)f.size;
    f.x = mem_alloc(size * sizeof(double));
    f.gradient = mem_alloc(size * sizeof(double));
    f.step = mem_alloc(size * sizeof(double));
    f.hessian = mem_alloc(size * size * sizeof(double));
    if (f.has_draws)
        f.x[margin_of(&f)] = 0.5;
    *out = (RatingList){.count = f.players, .groups = count_groups(results)};
    out->players = mem_alloc((size_t)f.players * sizeof out->players[0]);
    count_games(results, out);
    maximize(&f);
    build(&f, anchor, out);
    mem_free(f.x);
    mem_free(f.gradient);
    mem_free(f.step);
    mem_free(f.hessian);
    return true;
}

void rating_list_release(RatingList *l) {
    mem_free(l->players);
    *l = (RatingList){0};
}

void rating_list_format(const RatingList *l, const Results *results, Str *out) {
    int width = (int)strlen("player");
    for (int i = 0; i < l->count; i++)
        width = int_max(width, int_min((int)strlen(results->names[i]), 60));
    str_add(out, "     %-*s %6s %7s %7s %14s %10s\n", width, "player", "games", "score", "Elo",
            "95 %", "LOS");
    for (int i = 0; i < l->count; i++) {
        const RatedPlayer *r = &l->players[i];
        ScopedStr interval = {0};
        str_add(&interval, "%+.0f to %+.0f", r->elo.low, r->elo.high);
        str_add(out, "%3d  %-*s %6d %5.1f %% %+7.0f %14s", i + 1, width, results->names[r->player],
                r->games, 100 * r->score, r->elo.value, str_text(&interval));
        if (i + 1 < l->count)
            str_add(out, " %8.1f %%", 100 * r->los);
        str_add_char(out, '\n');
    }
    str_add(out,
            "%d games; Black is worth %+.0f Elo (%+.0f to %+.0f); %.1f %% draws between equals\n",
            l->games, l->black_advantage.value, l->black_advantage.low, l->black_advantage.high,
            100 * l->draw_rate);
    if (l->groups > 1)
        str_add(out,
                "%d groups of players without games between them: compare only within a group\n",
                l->groups);
}
