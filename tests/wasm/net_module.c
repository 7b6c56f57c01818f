// A net in a module of its own, so that wasm_test.mjs can ask for the numbers that the engine only
// uses inside.
#include "base/mem.h"
#include "engine/netstate.h"
#include "engine/random_net.h"
#include "wasm/exports.h"

EXPORT(take) char *module_take(size_t len);
EXPORT(open) NetState *module_open(const char *bytes, size_t len, int size);
EXPORT(open_random) NetState *module_open_random(int seed, int reach, int parts, int size);
EXPORT(says)
void module_says(NetState *s, const uint8_t *stones, int size, int turn, int32_t *numbers);

char *module_take(size_t len) {
    return mem_alloc(len);
}

// NULL if that is no net.
NetState *module_open(const char *bytes, size_t len, int size) {
    Error ignored;
    Net *net = net_parse(bytes, len, &ignored);
    return net ? netstate_new(net, size, NET_BEST) : NULL;
}

NetState *module_open_random(int seed, int reach, int parts, int size) {
    Str bytes = {0};
    random_net_add(&bytes, seed, reach, parts);
    NetState *s = module_open(str_text(&bytes), bytes.len, size);
    str_release(&bytes);
    return s;
}

// Win, draw and loss, then the policy of every point in reading order.
void module_says(NetState *s, const uint8_t *stones, int size, int turn, int32_t *numbers) {
    Board b;
    Point points[BOARD_MAX * BOARD_MAX];
    board_init(&b, &rules_freestyle, size);
    for (int i = 0; i < size * size; i++) {
        points[i] = point_at(i % size, i / size);
        b.at[points[i]] = stones[i];
    }
    netstate_set(s, &b);
    netstate_wdl(s, (Stone)turn, numbers);
    netstate_logits(s, (Stone)turn, points, size * size, numbers + 3);
}
