#include "match/balanced_opening.h"

#include "base/util.h"
#include "core/point.h"

#include <stdlib.h>

// ---- Random stones

static int random_offset(Rng *rng, int reach) {
    return rng_below(rng, 2 * reach + 1) - reach;
}

// The first near the center, every other one near an existing stone.
static Point random_point(const OpeningLine *line, int size, Rng *rng) {
    enum { CENTRE_REACH = 2, STONE_REACH = 3 };
    int from = line->count > 0 ? line->points[rng_below(rng, line->count)] : point_centre(size);
    int reach = line->count > 0 ? STONE_REACH : CENTRE_REACH;
    int x = point_x((Point)from) + random_offset(rng, reach),
        y = point_y((Point)from) + random_offset(rng, reach);
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

static bool add_random_stones(const BalancedOpeningOptions *o, Rng *rng, OpeningLine *line,
                              Board *b) {
    enum { TRIES = 1000 };
    board_init(b, o->rules, o->size);
    for (int tries = 0; tries < TRIES && line->count < o->stones - 1; tries++)
        add_stone(line, b, random_point(line, o->size, rng));
    return line->count == o->stones - 1;
}

// ---- Balance

static EngineLine search(Engine *engine, RequestKind kind, const Board *b, int64_t nodes,
                         StopToken stop) {
    EngineRequest request = {.kind = kind, .board = b, .budget.nodes = nodes, .stop = stop};
    engine_clear(engine);
    return engine_run(engine, &request).lines[0];
}

// A quick search rejects most candidates before the deep one.
bool balanced_opening_attempt(Engine *engine, const BalancedOpeningOptions *options, int number,
                              StopToken stop, BalancedOpening *out) {
    Rng mixer = {options->seed};
    Rng rng = {rng_next(&mixer) + (uint64_t)number};
    Board b;
    *out = (BalancedOpening){0};
    if (!add_random_stones(options, &rng, &out->line, &b))
        return false;
    int64_t nodes = options->nodes;
    EngineLine nearest = search(engine, REQUEST_BALANCE, &b, nodes, stop);
    if (abs(nearest.value) > options->bound || !add_stone(&out->line, &b, nearest.move))
        return false;
    out->value = search(engine, REQUEST_SEARCH, &b, BALANCED_OPENING_CHECK * nodes, stop).value;
    return abs(out->value) <= options->bound && !stop_requested(stop);
}

// ---- Signature of the engine

static uint64_t mix(uint64_t hash, int number) {
    Rng mixer = {hash ^ (uint64_t)(int64_t)number};
    return rng_next(&mixer);
}

uint64_t balanced_opening_signature(Engine *engine, const BalancedOpeningOptions *options) {
    enum { ATTEMPTS = 12, STONES = 6, ANY_VALUE = 1000000, NODES = 500 };
    const BalancedOpeningOptions fixed = {.rules = options->rules,
                                          .size = options->size,
                                          .stones = STONES,
                                          .bound = ANY_VALUE,
                                          .nodes = NODES};
    uint64_t hash = 0;
    for (int number = 0; number < ATTEMPTS; number++) {
        BalancedOpening out;
        balanced_opening_attempt(engine, &fixed, number, (StopToken){0}, &out);
        for (int i = 0; i < out.line.count; i++)
            hash = mix(hash, out.line.points[i]);
        hash = mix(hash, out.value);
    }
    return hash;
}

// ---- Keys, for finding duplicates

static uint64_t key_under(const OpeningLine *line, int size, int symmetry) {
    uint64_t key = 0;
    for (int i = 0; i < line->count; i++) {
        Point p = symmetry_apply(symmetry, line->points[i], size);
        Rng mixer = {(uint64_t)(2 * p + i % 2)};
        key += rng_next(&mixer); // depends on the colors of the stones, not on their order
    }
    return key;
}

uint64_t balanced_opening_key(const OpeningLine *line, int size) {
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < SYMMETRY_COUNT; i++) {
        uint64_t key = key_under(line, size, i);
        least = key < least ? key : least;
    }
    return least;
}
