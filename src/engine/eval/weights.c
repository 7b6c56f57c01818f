#include "engine/eval/weights.h"

#include "base/util.h"
#include "engine/board/patterns.h"
#include "engine/eval/weight_data.h"
#include "engine/eval/weight_file.h"

#include <string.h>

// Values of shapes in quiet positions; the classical evaluation is their sum. Steeper values were
// stronger: tests/strength/results.md.
static const int shape_values[SHAPE_COUNT] = {
    [SHAPE_ONE] = 1,
    [SHAPE_OPEN_ONE] = 2,
    [SHAPE_TWO] = 5,
    [SHAPE_OPEN_TWO_NARROW] = 13,
    [SHAPE_OPEN_TWO] = 13,
    [SHAPE_OPEN_TWO_WIDE] = 13,
    [SHAPE_THREE] = 18,
    [SHAPE_OPEN_THREE] = 56,
    [SHAPE_OPEN_THREE_WIDE] = 56,
    [SHAPE_FOUR] = 80,
    [SHAPE_DOUBLE_FOUR] = 240,
    [SHAPE_OPEN_FOUR] = 240,
    [SHAPE_FIVE] = 400,
};

enum { TEMPO = 170 }; // for the side to move

// Move ordering scores of a category, for the side that makes it. Small enough that an attack plus
// a defence fits 16 bits.
static const int urgency[CATEGORY_COUNT] = {
    [CATEGORY_OPEN_TWO] = 30,     [CATEGORY_THREE] = 40,       [CATEGORY_TWO_OPEN_TWOS] = 90,
    [CATEGORY_THREE_PLUS] = 90,   [CATEGORY_OPEN_THREE] = 220, [CATEGORY_OPEN_THREE_PLUS] = 300,
    [CATEGORY_OPEN_THREES] = 900, [CATEGORY_FOUR] = 200,       [CATEGORY_FOUR_PLUS] = 400,
    [CATEGORY_FOUR_THREE] = 2000, [CATEGORY_OPEN_FOUR] = 8000, [CATEGORY_FIVE] = 16000,
};

static void set_row(Weights *w, int c, const SideRules *side, const Shape shapes[static 4]) {
    int code = pattern_code(shapes);
    int value = 0;
    for (int i = 0; i < 4; i++)
        value += shape_values[shapes[i]];
    int attack = urgency[pattern_category(side, shapes)];
    w->value[c][code] = (int16_t)value;
    w->attack[c][code] = (int16_t)attack;
    // Denying a shape is worth a little less than making it.
    w->defence[c][code] = (int16_t)(attack * 3 / 4);
}

static void set_colour(Weights *w, int c, const SideRules *side) {
    for (Shape i = 0; i < SHAPE_COUNT; i++)
        for (Shape j = i; j < SHAPE_COUNT; j++)
            for (Shape k = j; k < SHAPE_COUNT; k++)
                for (Shape l = k; l < SHAPE_COUNT; l++)
                    set_row(w, c, side, (Shape[]){i, j, k, l});
}

void weights_by_hand(const Rules *rules, Weights *w) {
    set_colour(w, 0, &rules->black);
    set_colour(w, 1, &rules->white);
    for (int i = 0; i < WEIGHTS_THREATS; i++)
        w->threat[i] = TEMPO;
}

void weights_default(const Rules *rules, Weights *w) {
    for (const WeightData *d = weight_data; d->rules; d++) {
        Error ignored;
        if (strcmp(d->rules, rules->name) == 0 &&
            weight_file_parse((const char *)d->bytes, d->len, rules, w, &ignored))
            return;
    }
    weights_by_hand(rules, w);
}
