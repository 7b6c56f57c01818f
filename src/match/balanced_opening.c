#include "match/balanced_opening.h"

#include "base/util.h"
#include "core/symmetry.h"

#include <stdlib.h>

// ---- Random stones

static int spread(Rng *rng, int reach) {
    return rng_below(rng, 2 * reach + 1) - reach;
}

// The first about the centre, each other near one that is there.
static Point random_point(const OpeningLine *line, int size, Rng *rng) {
    enum { CENTRE_REACH = 2, STONE_REACH = 3 };
    int from = line->count > 0 ? line->points[rng_below(rng, line->count)] : point_centre(size);
    int reach = line->count > 0 ? STONE_REACH : CENTRE_REACH;
    int x = point_x((Point)from) + spread(rng, reach),
        y = point_y((Point)from) + spread(rng, reach);
    return x < 0 || y < 0 || x >= size || y >= size ? POINT_NONE : point_at(x, y);
}

static bool add_stone(OpeningLine *line, Board *b, Point p) {
    Board after = *b;
    if (p == POINT_NONE || board_play(&after, p) != PLAY_OK || !board_has_legal_move(&after))
        return false;
    *b = after;
    line->points[line->count++] = p;
    return true;
}

static bool throw_stones(const BalancedOpeningOptions *r, Rng *rng, OpeningLine *line, Board *b) {
    enum { TRIES = 1000 };
    board_init(b, r->rules, r->size);
    for (int tries = 0; tries < TRIES && line->count < r->stones - 1; tries++)
        add_stone(line, b, random_point(line, r->size, rng));
    return line->count == r->stones - 1;
}

// ---- Balance

static Question question_of(const BalancedOpeningOptions *r, int times,
                            bool (*interrupted)(void *context), void *context) {
    return (Question){.limits = {
                          .nodes = r->nodes * times,
                          .interrupted = interrupted,
                          .context = context,
                      }};
}

// What a quick look already refuses needs no deep one.
bool balanced_opening_attempt(Analyst *analyst, const BalancedOpeningOptions *recipe, int number,
                              bool (*interrupted)(void *context), void *context,
                              BalancedOpening *out) {
    Rng mixer = {recipe->seed};
    Rng rng = {rng_next(&mixer) + (uint64_t)number};
    Board b;
    *out = (BalancedOpening){0};
    if (!throw_stones(recipe, &rng, &out->line, &b))
        return false;
    analyst_forget(analyst);
    Question quick = question_of(recipe, 1, interrupted, context);
    AnalystLine nearest = analyst_balance(analyst, &b, 0, &quick).lines[0];
    if (abs(nearest.value) > recipe->bound || !add_stone(&out->line, &b, nearest.move))
        return false;
    analyst_forget(analyst);
    Question deep = question_of(recipe, BALANCED_OPENING_CHECK, interrupted, context);
    out->value = analyst_think(analyst, &b, &deep).lines[0].value;
    return abs(out->value) <= recipe->bound && !(interrupted && interrupted(context));
}

// ---- Equal engines

static uint64_t mix(uint64_t hash, int number) {
    Rng mixer = {hash ^ (uint64_t)(int64_t)number};
    return rng_next(&mixer);
}

uint64_t balanced_opening_signature(Analyst *analyst, const BalancedOpeningOptions *recipe) {
    enum { ATTEMPTS = 12, STONES = 6, ANY_VALUE = 1000000, NODES = 500 };
    const BalancedOpeningOptions fixed = {.rules = recipe->rules,
                                          .size = recipe->size,
                                          .stones = STONES,
                                          .bound = ANY_VALUE,
                                          .nodes = NODES};
    uint64_t hash = 0;
    for (int number = 0; number < ATTEMPTS; number++) {
        BalancedOpening out;
        balanced_opening_attempt(analyst, &fixed, number, NULL, NULL, &out);
        for (int i = 0; i < out.line.count; i++)
            hash = mix(hash, out.line.points[i]);
        hash = mix(hash, out.value);
    }
    return hash;
}

// ---- Equal openings

static uint64_t key_turned(const OpeningLine *line, int size, int symmetry) {
    uint64_t key = 0;
    for (int i = 0; i < line->count; i++) {
        Point p = symmetry_apply(symmetry, line->points[i], size);
        Rng mixer = {(uint64_t)(2 * p + i % 2)};
        key += rng_next(&mixer); // the order of the stones does not count, their colours do
    }
    return key;
}

uint64_t balanced_opening_key(const OpeningLine *line, int size) {
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < SYMMETRY_COUNT; i++) {
        uint64_t key = key_turned(line, size, i);
        least = key < least ? key : least;
    }
    return least;
}
