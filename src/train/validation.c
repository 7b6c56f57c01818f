#include "train/validation.h"

#include "train/label.h"

#include <math.h>

static int value_of(const Weights *w, const SampleBlock *b, const Sample *s) {
    const uint16_t *entries = &b->entries[s->entries];
    int value = w->threat[s->threats];
    for (int i = 0; i < s->own; i++)
        value += w->value[s->mover][entry_code(entries[i])] * entry_points(entries[i]);
    for (int i = s->own; i < s->own + s->other; i++)
        value -= w->value[1 - s->mover][entry_code(entries[i])] * entry_points(entries[i]);
    return value;
}

// Number of moves ordered before the move of the search; ties count half.
static double rank_of(const Weights *w, const SampleBlock *b, const Sample *s) {
    const Candidate *moves = &b->candidates[s->candidates];
    const int16_t *attack = w->attack[s->mover], *defense = w->defense[1 - s->mover];
    int best = attack[moves[s->best].own] + defense[moves[s->best].other];
    double before = 0;
    for (int i = 0; i < s->moves; i++) {
        int score = attack[moves[i].own] + defense[moves[i].other];
        before += score > best ? 1 : score == best && i != s->best ? 0.5 : 0;
    }
    return before;
}

static void add_block(Validation *v, const SampleBlock *b, const Weights *w, int units,
                      double search_units, double result_share) {
    for (int i = 0; i < b->count; i++) {
        const Sample *s = &b->samples[i];
        double value = value_of(w, b, s);
        v->positions++;
        v->spread += value * value;
        v->loss += label_cross_entropy(label_of(s, search_units, result_share),
                                       label_logistic(value / units));
        if (s->moves < 2)
            continue;
        double rank = rank_of(w, b, s);
        v->choices++;
        v->first += rank < 1;
        v->three += rank < 3;
        v->five += rank < 5;
        v->order += 1 / (1 + rank);
    }
}

Validation validation_of(const Samples *s, const Weights *w, int units, double result_share) {
    Validation v = {0};
    double search_units = label_search_units(s);
    for (int i = 0; i < s->blocks; i++)
        if (samples_is_held_out(i))
            add_block(&v, &s->block[i], w, units, search_units, result_share);
    double positions = v.positions ? (double)v.positions : 1;
    double choices = v.choices ? (double)v.choices : 1;
    v.loss /= positions;
    v.spread = sqrt(v.spread / positions);
    v.first /= choices;
    v.three /= choices;
    v.five /= choices;
    v.order /= choices;
    return v;
}
