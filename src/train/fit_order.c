// Fits the move ordering: predicts the move of the search from what each move makes and blocks.
#include "train/fit.h"

#include <math.h>

enum { ATTACK, DEFENSE };

static double order_loss(const Fit *f, const SampleBlock *b, const Sample *s, float *gradient[]) {
    if (s->moves < 2)
        return -1;
    int own = fit_row(f, s->mover), other = fit_row(f, 1 - s->mover);
    const Candidate *moves = &b->candidates[s->candidates];
    const float *attack = f->tables[ATTACK].row + own, *defense = f->tables[DEFENSE].row + other;
    float score[BOARD_MAX * BOARD_MAX], most = -INFINITY;
    double total = 0;
    for (int i = 0; i < s->moves; i++) {
        score[i] = attack[moves[i].own] + defense[moves[i].other];
        most = fmaxf(most, score[i]);
    }
    for (int i = 0; i < s->moves; i++)
        total += exp(score[i] - most);
    for (int i = 0; i < s->moves && gradient; i++) {
        float error = (float)(exp(score[i] - most) / total) - (i == s->best ? 1 : 0);
        gradient[ATTACK][own + moves[i].own] += error;
        gradient[DEFENSE][other + moves[i].other] += error;
    }
    return log(total) - (score[s->best] - most);
}

Fit *fit_new_order(const Samples *s, const FitOptions *o, ThreadPool *pool) {
    Fit *f = fit_new(s, o, pool, order_loss);
    f->rate = 0.03F;
    fit_add_code_table(f, ATTACK);
    fit_add_code_table(f, DEFENSE);
    fit_open_slices(f);
    return f;
}

// Limited to scores below those of urgent moves, which keep their order.
void fit_store_order(const Fit *f, Weights *w) {
    enum { MOST = 2900 };
    int units = f->options->order_units;
    for (int c = 0; c < 2; c++)
        for (int code = 0; code < WEIGHTS_CODES; code++) {
            int row = fit_row(f, c) + code;
            if (f->groups.is_urgent[c][code])
                continue;
            w->attack[c][code] = fit_round(f->tables[ATTACK].row[row], units, MOST);
            w->defense[c][code] = fit_round(f->tables[DEFENSE].row[row], units, MOST);
        }
}
