// A net in a separate module, so that wasm_test.mjs can read outputs that the engine only uses
// internally.
#include "base/mem.h"
#include "engine/net/accumulator.h"
#include "engine/random_net.h"
#include "wasm/exports.h"

typedef struct {
    Net *net;
    Accumulator *accumulator;
} OpenNet;

EXPORT(alloc) char *module_alloc(size_t len);
EXPORT(open) OpenNet *module_open(const char *bytes, size_t len, int size);
EXPORT(open_random)
OpenNet *module_open_random(int seed, int reach, int is_wide, int parts, int size);
EXPORT(set) void module_set(OpenNet *o, const uint8_t *stones, int size);
EXPORT(walk) void module_walk(OpenNet *o, const uint8_t *stones, int size);
EXPORT(says) void module_says(OpenNet *o, int size, int turn, int32_t *numbers);

char *module_alloc(size_t len) {
    return mem_alloc(len);
}

// NULL if it is not a valid net.
OpenNet *module_open(const char *bytes, size_t len, int size) {
    Error ignored;
    Net *net = net_parse(bytes, len, &ignored);
    if (!net)
        return NULL;
    OpenNet *o = mem_alloc(sizeof *o);
    *o = (OpenNet){net, accumulator_new(net, size, NET_BACKEND_BEST)};
    return o;
}

OpenNet *module_open_random(int seed, int reach, int is_wide, int parts, int size) {
    Str bytes = {0};
    random_net_add(&bytes, seed, reach, is_wide ? &wide_widths : &narrow_widths, parts);
    OpenNet *o = module_open(str_text(&bytes), bytes.len, size);
    str_release(&bytes);
    return o;
}

static Point point_of(int i, int size) {
    return point_at(i % size, i / size);
}

// Sets a position by a full refresh.
void module_set(OpenNet *o, const uint8_t *stones, int size) {
    Board b;
    board_init(&b, &rules_freestyle, size);
    for (int i = 0; i < size * size; i++)
        b.at[point_of(i, size)] = stones[i];
    accumulator_refresh(o->accumulator, &b);
}

static void push_and_pop(Accumulator *s, Point p, Stone color) {
    accumulator_push(s, p, color);
    accumulator_update(s);
    accumulator_pop(s);
    accumulator_update(s);
}

// Sets it stone by stone. Every third stone is first pushed with the wrong colour, and every
// eleventh empty point gets a stone that is popped again.
void module_walk(OpenNet *o, const uint8_t *stones, int size) {
    Board empty;
    board_init(&empty, &rules_freestyle, size);
    accumulator_refresh(o->accumulator, &empty);
    for (int i = 0, placed = 0; i < size * size; i++) {
        Point p = point_of(i, size);
        if (stones[i] == EMPTY && i % 11 == 0)
            push_and_pop(o->accumulator, p, i % 2 ? BLACK : WHITE);
        if (stones[i] == EMPTY)
            continue;
        if (placed++ % 3 == 0)
            push_and_pop(o->accumulator, p, stone_other((Stone)stones[i]));
        accumulator_push(o->accumulator, p, (Stone)stones[i]);
    }
}

// Writes win, draw and loss logits, their value, then the policy of every point in reading order.
void module_says(OpenNet *o, int size, int turn, int32_t *numbers) {
    Point points[BOARD_MAX * BOARD_MAX];
    for (int i = 0; i < size * size; i++)
        points[i] = point_of(i, size);
    accumulator_wdl(o->accumulator, (Stone)turn, numbers);
    numbers[3] = net_expectation(net_head(o->net, (Stone)turn), numbers);
    accumulator_logits(o->accumulator, (Stone)turn, points, size * size, numbers + 4);
}
