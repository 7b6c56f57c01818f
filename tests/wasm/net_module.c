// A net in a module of its own, so that wasm_test.mjs can ask for the numbers that the engine only
// uses inside.
#include "base/mem.h"
#include "engine/net/accumulator.h"
#include "engine/random_net.h"
#include "wasm/exports.h"

typedef struct {
    Net *net;
    Accumulator *state;
} Opened;

EXPORT(take) char *module_take(size_t len);
EXPORT(open) Opened *module_open(const char *bytes, size_t len, int size);
EXPORT(open_random) Opened *module_open_random(int seed, int reach, int parts, int size);
EXPORT(set) void module_set(Opened *o, const uint8_t *stones, int size);
EXPORT(walk) void module_walk(Opened *o, const uint8_t *stones, int size);
EXPORT(says) void module_says(Opened *o, int size, int turn, int32_t *numbers);

char *module_take(size_t len) {
    return mem_alloc(len);
}

// NULL if that is no net.
Opened *module_open(const char *bytes, size_t len, int size) {
    Error ignored;
    Net *net = net_parse(bytes, len, &ignored);
    if (!net)
        return NULL;
    Opened *o = mem_alloc(sizeof *o);
    *o = (Opened){net, accumulator_new(net, size, NET_BACKEND_BEST)};
    return o;
}

Opened *module_open_random(int seed, int reach, int parts, int size) {
    Str bytes = {0};
    random_net_add(&bytes, seed, reach, parts);
    Opened *o = module_open(str_text(&bytes), bytes.len, size);
    str_release(&bytes);
    return o;
}

static Point point_of(int i, int size) {
    return point_at(i % size, i / size);
}

// To a position at once.
void module_set(Opened *o, const uint8_t *stones, int size) {
    Board b;
    board_init(&b, &rules_freestyle, size);
    for (int i = 0; i < size * size; i++)
        b.at[point_of(i, size)] = stones[i];
    accumulator_refresh(o->state, &b);
}

static void detour(Accumulator *s, Point p, Stone color) {
    accumulator_push(s, p, color);
    accumulator_update(s);
    accumulator_pop(s);
    accumulator_update(s);
}

// To the same stone by stone, each third of them with the wrong colour first, and with a stone on
// every eleventh empty point on the way that does not stay.
void module_walk(Opened *o, const uint8_t *stones, int size) {
    Board empty;
    board_init(&empty, &rules_freestyle, size);
    accumulator_refresh(o->state, &empty);
    for (int i = 0, placed = 0; i < size * size; i++) {
        Point p = point_of(i, size);
        if (stones[i] == EMPTY && i % 11 == 0)
            detour(o->state, p, i % 2 ? BLACK : WHITE);
        if (stones[i] == EMPTY)
            continue;
        if (placed++ % 3 == 0)
            detour(o->state, p, stone_other((Stone)stones[i]));
        accumulator_push(o->state, p, (Stone)stones[i]);
    }
}

// Win, draw and loss, the value of these, then the policy of every point in reading order.
void module_says(Opened *o, int size, int turn, int32_t *numbers) {
    Point points[BOARD_MAX * BOARD_MAX];
    for (int i = 0; i < size * size; i++)
        points[i] = point_of(i, size);
    accumulator_wdl(o->state, (Stone)turn, numbers);
    numbers[3] = net_expectation(net_head(o->net, (Stone)turn), numbers);
    accumulator_logits(o->state, (Stone)turn, points, size * size, numbers + 4);
}
