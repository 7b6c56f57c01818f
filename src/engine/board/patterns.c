#include "engine/board/patterns.h"

#include "base/mem.h"
#include "base/number.h"

#include <string.h>

typedef struct {
    uint8_t of[SHAPE_COUNT];
} ShapeCounts;

static Category category_without_fouls(const ShapeCounts *n) {
    int open_twos =
        n->of[SHAPE_OPEN_TWO_NARROW] + n->of[SHAPE_OPEN_TWO] + n->of[SHAPE_OPEN_TWO_WIDE];
    int threes = n->of[SHAPE_THREE];
    int open_threes = n->of[SHAPE_OPEN_THREE] + n->of[SHAPE_OPEN_THREE_WIDE];
    int strong_fours = n->of[SHAPE_OPEN_FOUR] + n->of[SHAPE_DOUBLE_FOUR];
    int fours = strong_fours + n->of[SHAPE_FOUR];
    bool builds = threes + open_twos > 0;
    if (n->of[SHAPE_FIVE])
        return CATEGORY_FIVE;
    if (strong_fours || fours >= 2)
        return CATEGORY_OPEN_FOUR;
    if (fours)
        return open_threes ? CATEGORY_FOUR_THREE : builds ? CATEGORY_FOUR_PLUS : CATEGORY_FOUR;
    if (open_threes >= 2)
        return CATEGORY_OPEN_THREES;
    if (open_threes)
        return builds ? CATEGORY_OPEN_THREE_PLUS : CATEGORY_OPEN_THREE;
    if (threes)
        return threes + open_twos >= 2 ? CATEGORY_THREE_PLUS : CATEGORY_THREE;
    if (open_twos)
        return open_twos >= 2 ? CATEGORY_TWO_OPEN_TWOS : CATEGORY_OPEN_TWO;
    return n->of[SHAPE_DEAD] == 4 ? CATEGORY_DEAD : CATEGORY_NONE;
}

static bool is_suspect(const ShapeCounts *n) {
    int fours = n->of[SHAPE_OPEN_FOUR] + n->of[SHAPE_FOUR];
    int open_threes = n->of[SHAPE_OPEN_THREE] + n->of[SHAPE_OPEN_THREE_WIDE];
    return !n->of[SHAPE_FIVE] &&
           (n->of[SHAPE_OVERLINE] || n->of[SHAPE_DOUBLE_FOUR] || fours >= 2 || open_threes >= 2);
}

Category pattern_category(const SideRules *side, const Shape shapes[static 4]) {
    ShapeCounts counts = {0};
    for (int i = 0; i < 4; i++)
        counts.of[shapes[i]]++;
    return side->has_fouls && is_suspect(&counts) ? CATEGORY_SUSPECT
                                                  : category_without_fouls(&counts);
}

// Index in the combinatorial number system: the rank of the sorted shapes among all multisets of
// four.
int pattern_code(const Shape shapes[static 4]) {
    int s[4];
    for (int i = 0; i < 4; i++) { // sorted
        int at = i;
        for (; at > 0 && s[at - 1] > (int)shapes[i]; at--)
            s[at] = s[at - 1];
        s[at] = (int)shapes[i];
    }
    return s[0] + s[1] * (s[1] + 1) / 2 + s[2] * (s[2] + 1) * (s[2] + 2) / 6 +
           s[3] * (s[3] + 1) * (s[3] + 2) * (s[3] + 3) / 24;
}

static int16_t clamped(int number, int limit) {
    return (int16_t)int_max(-limit, int_min(limit, number));
}

static void fill_row(PatternCell *row, int c, int code, const Weights *w, Category category) {
    row->values[c] = clamped(w->value[c][code], WEIGHTS_VALUE_MAX);
    row->scores[c] = clamped(w->attack[c][code], WEIGHTS_SCORE_MAX);
    row->scores[1 - c] = clamped(w->defense[c][code], WEIGHTS_SCORE_MAX);
    row->categories[c] = (uint8_t)category;
}

static void fill_codes(Patterns *p, const Weights *w) {
    for (unsigned quad = 0; quad < PATTERN_QUADS; quad++) {
        Shape shapes[4];
        bool exists = true; // only SHAPE_COUNT of the 16 values are shapes
        for (int d = 0; d < 4; d++) {
            shapes[d] = (Shape)(quad >> 4 * d & 15);
            exists = exists && shapes[d] < SHAPE_COUNT;
        }
        if (!exists)
            continue;
        int code = pattern_code(shapes);
        p->codes[quad] = (uint16_t)code;
        for (int c = 0; c < 2; c++)
            fill_row(&p->rows[c][code], c, code, w,
                     pattern_category(c ? &p->rules->white : &p->rules->black, shapes));
    }
}

// If overlines win and a blocked five wins too, only the points of a five through the center
// matter.
static int reach_of(const SideRules *side) {
    return side->overline_wins && side->blocked_five_wins ? 4 : 5;
}

Patterns *patterns_new_with_weights(const Rules *rules, const Weights *weights) {
    Patterns *p = mem_alloc(sizeof *p);
    p->rules = rules;
    p->reach = int_max(reach_of(&rules->black), reach_of(&rules->white));
    memcpy(p->threat, weights->threat, sizeof p->threat);
    shapes_fill(rules, p->reach, p->shapes);
    fill_codes(p, weights);
    return p;
}

Patterns *patterns_new(const Rules *rules) {
    Weights weights;
    weights_default(rules, &weights);
    return patterns_new_with_weights(rules, &weights);
}

void patterns_free(Patterns *p) {
    mem_free(p);
}
