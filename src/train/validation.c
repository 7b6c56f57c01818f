#include "train/validation.h"

#include "train/label.h"

#include <math.h>

static int value_by(const Weights *w, const SampleBlock *b, const Sample *s) {
    const uint16_t *entries = &b->entries[s->entries];
    int value = w->threat[s->threats];
    for (int i = 0; i < s->own; i++)
        value += w->value[s->mover][entry_code(entries[i])] * entry_points(entries[i]);
    for (int i = s->own; i < s->own + s->other; i++)
        value -= w->value[1 - s->mover][entry_code(entries[i])] * entry_points(entries[i]);
    return value;
}

// How many moves come before the one wanted; those with the same score count half.
static double rank_by(const Weights *w, const SampleBlock *b, const Sample *s) {
    const Candidate *moves = &b->candidates[s->candidates];
    const int16_t *attack = w->attack[s->mover], *defence = w->defence[1 - s->mover];
    int best = attack[moves[s->best].own] + defence[moves[s->best].other];
    double before = 0;
    for (int i = 0; i < s->moves; i++) {
        int score = attack[moves[i].own] + defence[moves[i].other];
        before += score > best ? 1 : score == best && i != s->best ? 0.5 : 0;
    }
    return before;
}

static void add_block(Validation *j, const SampleBlock *b, const Weights *w, int units,
                      double search_units, double result_share) {
    for (int i = 0; i < b->count; i++) {
        const Sample *s = &b->samples[i];
        double value = value_by(w, b, s);
        j->positions++;
        j->spread += value * value;
        j->loss += label_cross_entropy(label_of(s, search_units, result_share),
                                       label_logistic(value / units));
        if (s->moves < 2)
            continue;
        double rank = rank_by(w, b, s);
        j->choices++;
        j->first += rank < 1;
        j->three += rank < 3;
        j->five += rank < 5;
        j->order += 1 / (1 + rank);
    }
}

Validation validation_of(const Samples *s, const Weights *w, int units, double result_share) {
    Validation j = {0};
    double search_units = label_search_units(s);
    for (int i = 0; i < s->blocks; i++)
        if (samples_is_held_out(i))
            add_block(&j, &s->block[i], w, units, search_units, result_share);
    double positions = j.positions ? (double)j.positions : 1;
    double choices = j.choices ? (double)j.choices : 1;
    j.loss /= positions;
    j.spread = sqrt(j.spread / positions);
    j.first /= choices;
    j.three /= choices;
    j.five /= choices;
    j.order /= choices;
    return j;
}
