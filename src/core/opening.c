#include "core/opening.h"

#include "base/error.h"

#include <assert.h>
#include <stddef.h>

// clang-format off
const OpeningRule opening_none = {
    .name = "none", .summary = "Black moves first, without restrictions",
};
const OpeningRule opening_swap = {
    .name = "swap", .summary = "the first player places three stones, the second chooses a color",
    .steps = {{SEAT_FIRST, 3, 0}, {SEAT_SECOND, 0, MAY_STAY | MAY_SWAP}},
};
const OpeningRule opening_swap2 = {
    .name = "swap2", .summary = "like swap, but the second player may place two more and leave the choice to the first",
    .steps = {{SEAT_FIRST, 3, 0}, {SEAT_SECOND, 0, MAY_STAY | MAY_SWAP | MAY_MORE},
              {SEAT_SECOND, 2, 0}, {SEAT_FIRST, 0, MAY_STAY | MAY_SWAP}},
};
const OpeningRule opening_pro = {
    .name = "pro", .summary = "Black's first stone in the center, the second outside the central 5x5",
    .zones = {{.at_center = true}, {0}, {.min = 3}},
};
const OpeningRule opening_long_pro = {
    .name = "long-pro", .summary = "Black's first stone in the center, the second outside the central 7x7",
    .zones = {{.at_center = true}, {0}, {.min = 4}},
};
// clang-format on

static const OpeningRule *const table[] = {
    &opening_none, &opening_swap, &opening_swap2, &opening_pro, &opening_long_pro, NULL,
};

const OpeningRule *opening_rule_at(int i) {
    return table[i];
}

const char *opening_rule_name(int i) {
    return table[i] ? table[i]->name : NULL;
}

const OpeningRule *opening_rule_find(const char *name, Error *err) {
    int i = word_find(name, "opening rule", opening_rule_name, err);
    return i < 0 ? NULL : table[i];
}

Opening opening_start(const OpeningRule *rule) {
    return (Opening){.rule = rule};
}

static bool is_real(const OpeningStep *step) {
    return step->stones > 0 || step->choices > 0;
}

const OpeningStep *opening_step(const Opening *o) {
    if (o->step >= OPENING_STEPS_MAX || !is_real(&o->rule->steps[o->step]))
        return NULL;
    return &o->rule->steps[o->step];
}

Seat opening_seat(const Opening *o, Stone turn) {
    const OpeningStep *step = opening_step(o);
    if (step)
        return step->seat;
    return (turn == BLACK) != o->swapped ? SEAT_FIRST : SEAT_SECOND;
}

static unsigned choice_bit(Point p) {
    static const unsigned bits[] = {MAY_STAY, MAY_SWAP, MAY_MORE};
    return point_is_answer(p) ? bits[p - POINT_STAY] : 0;
}

OpeningZone opening_zone(const Opening *o, const Board *b) {
    if (b->stones >= OPENING_STONES_MAX)
        return (OpeningZone){ZONE_NONE, 0};
    if (o->rule->zones[b->stones].at_center)
        return (OpeningZone){ZONE_INSIDE, 0};
    int min = o->rule->zones[b->stones].min;
    bool fits = min <= b->size / 2; // otherwise a small board would have no legal point
    return min > 0 && fits ? (OpeningZone){ZONE_OUTSIDE, min - 1} : (OpeningZone){ZONE_NONE, 0};
}

static bool zone_allows(const Opening *o, const Board *b, Point p, Error *err) {
    OpeningZone zone = opening_zone(o, b);
    bool is_inside = point_distance(p, point_center(b->size)) <= zone.radius;
    int width = 2 * zone.radius + 1;
    if (zone.kind == ZONE_INSIDE && !is_inside)
        return error_set(err, "the first stone belongs on the center in the %s opening",
                         o->rule->name);
    if (zone.kind == ZONE_OUTSIDE && is_inside)
        return error_set(err, "the third stone must be outside the central %dx%d in the %s opening",
                         width, width, o->rule->name);
    return true;
}

bool opening_allows(const Opening *o, const Board *b, Point p, Error *err) {
    const OpeningStep *step = opening_step(o);
    unsigned bit = choice_bit(p);
    if (step && step->choices)
        return (step->choices & bit) ||
               error_set(err, "first choose a color: stay%s%s",
                         step->choices & MAY_SWAP ? " or swap" : "",
                         step->choices & MAY_MORE ? ", or more to place two more stones" : "");
    if (bit)
        return error_set(err, "there is no color to choose now");
    if (step && p == POINT_PASS)
        return error_set(err, "the %s opening asks for a stone now", o->rule->name);
    return p == POINT_PASS || zone_allows(o, b, p, err);
}

void opening_advance(Opening *o, Point p) {
    const OpeningStep *step = opening_step(o);
    if (!step)
        return;
    if (step->choices) {
        assert(step->choices & choice_bit(p));
        o->swapped ^= p == POINT_SWAP;
        o->step = p == POINT_MORE ? (uint8_t)(o->step + 1) : OPENING_STEPS_MAX;
    } else if (++o->placed == step->stones) {
        o->step++;
        o->placed = 0;
    }
}
