#include "engine/net/accumulator.h"

#include "base/bytes.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/util.h"
#include "engine/engine.h"
#include "engine/net/kernel.h"
#include "engine/random_net.h"
#include "engine/search/eval_cache.h"
#include "support.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static Net *load_from(const char *path) {
    Error err = {0};
    Net *net = net_load(path, &err);
    CHECK_TEXT("read", err.text, "");
    return net;
}

static Net *load(void) {
    return load_from(NETS "freestyle15-003.net");
}

// The nets that are published, and with which the program plays by these rules on boards of these
// sizes; what the exporter says of each, once.
static const struct {
    const Rules *rules;
    int size_min, size_max;
    const char *net, *vectors;
} published[] = {
    {&rules_freestyle, BOARD_MIN, 17, NETS "freestyle15-003.net", NETS "freestyle15-003.vectors"},
    {&rules_freestyle, 18, BOARD_MAX, NETS "freestyle20-001.net", NETS "freestyle20-001.vectors"},
    {&rules_standard, BOARD_MIN, 18, NETS "standard15-002.net", NETS "standard15-002.vectors"},
    {&rules_standard, 19, BOARD_MAX, NETS "freestyle20-001.net", NULL},
    {&rules_renju, BOARD_MIN, 18, NETS "renju15-003.net", NETS "renju15-003.vectors"},
    {&rules_renju, 19, BOARD_MAX, NETS "freestyle20-001.net", NULL},
};

static const char *path_of_published(const Rules *rules, int size) {
    for (int i = 0; i < COUNT(published); i++)
        if (published[i].rules == rules && size >= published[i].size_min &&
            size <= published[i].size_max)
            return published[i].net;
    return "none";
}

// ---- What the exporter says of 10,000 positions: docs/net.md, section 8

typedef struct {
    Board board;
    int32_t wdl[3], value;
    uint32_t policy_sum;
    const unsigned char *policy; // of all points; NULL: only the sum is known
} Vector;

static int32_t number_at(const unsigned char **at) {
    int32_t n = (int32_t)bytes_u32_at(*at);
    *at += 4;
    return n;
}

static Vector read_vector(const unsigned char **at) {
    Vector v;
    int size = (*at)[0], side = (*at)[1], whole = (*at)[2];
    *at += 4;
    board_init(&v.board, &rules_freestyle, size);
    for (int i = 0, packed = 0; i < size * size; i++) {
        packed = i % 5 ? packed / 3 : *(*at)++;
        v.board.at[point_at(i % size, i / size)] = (uint8_t)(packed % 3);
    }
    v.board.turn = (uint8_t)(side == 0 ? BLACK : WHITE);
    for (int k = 0; k < 3; k++)
        v.wdl[k] = number_at(at);
    v.value = number_at(at);
    v.policy_sum = (uint32_t)number_at(at);
    v.policy = whole ? *at : NULL;
    *at += whole ? 4 * size * size : 0;
    return v;
}

static void check_vector(Accumulator *s, const Net *net, const Vector *v, const char *way) {
    enum { POINTS = BOARD_MAX * BOARD_MAX };
    int32_t wdl[3], logits[POINTS];
    unsigned char bytes[4 * POINTS];
    int size = v->board.size;
    Point points[POINTS];
    accumulator_wdl(s, v->board.turn, wdl);
    for (int k = 0; k < 3; k++)
        CHECK_INT(way, wdl[k], v->wdl[k]);
    CHECK_INT(way, net_expectation(net_head(net, v->board.turn), wdl), v->value);
    for (int i = 0; i < size * size; i++)
        points[i] = point_at(i % size, i / size);
    accumulator_logits(s, v->board.turn, points, size * size, logits);
    for (int i = 0; i < size * size; i++) {
        uint32_t n = v->board.at[points[i]] == EMPTY ? (uint32_t)logits[i] : 0;
        for (int k = 0; k < 4; k++)
            bytes[4 * i + k] = (unsigned char)(n >> 8 * k);
        if (v->policy)
            CHECK_INT(way, (int32_t)n, (int32_t)bytes_u32_at(v->policy + 4 * i));
    }
    CHECK_INT(way, bytes_crc32(bytes, 4 * (size_t)(size * size)), v->policy_sum);
}

// From the stones as they are, and stone by stone.
static void reach(Accumulator *s, const Vector *v, bool by_moves) {
    if (!by_moves) {
        accumulator_refresh(s, &v->board);
        return;
    }
    Board empty;
    board_init(&empty, &rules_freestyle, v->board.size);
    accumulator_refresh(s, &empty);
    for (Point p = 0; p < POINT_COUNT; p++)
        if (board_has(&v->board, p) && v->board.at[p] != EMPTY)
            accumulator_push(s, p, v->board.at[p]);
}

static void check_vectors(const Net *net, const char *path, int wanted, NetBackend way) {
    Str file = {0};
    Error err = {0};
    Accumulator *states[BOARD_MAX + 1] = {0};
    CHECK("vectors", file_read(path, &file, &err));
    const unsigned char *bytes = (const unsigned char *)file.data, *at = bytes + 20;
    CHECK_INT("of this net", bytes_u32_at(bytes + 12), net->file.checksum);
    CHECK_INT("unharmed", bytes_u32_at(bytes + file.len - 4), bytes_crc32(bytes, file.len - 4));
    int count = (int)bytes_u32_at(bytes + 16);
    CHECK_INT("count", count, wanted);
    for (int i = 0; i < count; i++) {
        Vector v = read_vector(&at);
        if (i % 20 >= random_cases(20)) // all of them but in the inner loop
            continue;
        Accumulator **s = &states[v.board.size];
        if (!*s)
            *s = accumulator_new(net, v.board.size, way);
        reach(*s, &v, i % 2);
        check_vector(*s, net, &v, net_backend_name(way));
    }
    CHECK("the end", at == bytes + file.len - 4);
    for (int i = 0; i <= BOARD_MAX; i++)
        accumulator_free(states[i]);
    str_release(&file);
}

static void check_every_way(const Net *net, const char *path, int wanted) {
    for (NetBackend way = NET_BACKEND_SCALAR; way < NET_BACKEND_COUNT; way++)
        if (net_backend_is_supported(way))
            check_vectors(net, path, wanted, way);
}

TEST(net_says_what_the_exporter_says_to_the_bit) {
    for (int i = 0; i < COUNT(published); i++)
        if (published[i].vectors) {
            Net *net = load_from(published[i].net);
            check_every_way(net, published[i].vectors, 10000);
            net_free(net);
        }
}

static Net *random_net(int reach, int parts) {
    Str bytes = {0};
    Error err = {0};
    random_net_add(&bytes, 7, reach, parts);
    Net *net = net_parse(bytes.data, bytes.len, &err);
    CHECK_TEXT("made", err.text, "");
    CHECK_INT("reach", net->file.reach, reach);
    CHECK_INT("parts", net->file.part_count, parts);
    str_release(&bytes);
    return net;
}

// Kinds of which no trained net is there. Made by `python3 -m training.vectors --random 7` with
// `--reach 5 --count 400` or `--colours 2 --count 200`.
static const struct {
    int reach, parts;
    const char *vectors;
    int count;
} untrained[] = {
    {5, 1, TESTS "engine/random11.vectors", 400},
    {4, 2, TESTS "engine/random_colours.vectors", 200},
};

TEST(net_of_random_numbers_says_what_the_exporter_says) {
    for (int i = 0; i < COUNT(untrained); i++) {
        Net *net = random_net(untrained[i].reach, untrained[i].parts);
        check_every_way(net, untrained[i].vectors, untrained[i].count);
        net_free(net);
    }
}

// ---- Walking

// Everything a state says of its position, as one number.
static uint32_t outcome(Accumulator *s, Stone to_move) {
    int32_t numbers[4 + BOARD_MAX * BOARD_MAX], count = 0;
    Point points[BOARD_MAX * BOARD_MAX];
    for (Point p = 40; p < POINT_COUNT && count < 60; p++)
        if (point_x(p) >= 0 && point_x(p) < 9 && point_y(p) < 9)
            points[count++] = p;
    accumulator_wdl(s, to_move, numbers);
    accumulator_logits(s, to_move, points, count, numbers + 3);
    return bytes_crc32(numbers, (size_t)(3 + count) * sizeof *numbers);
}

// Up and down at random, asked now and then, by every way that works.
static void walk(const Net *net, int size, Rng *rng) {
    Accumulator *states[NET_BACKEND_COUNT] = {0},
                *fresh = accumulator_new(net, size, NET_BACKEND_SCALAR);
    Board b = board_random(&rules_freestyle, size, 10, rng);
    Point path[400];
    int length = 0;
    for (NetBackend way = NET_BACKEND_SCALAR; way < NET_BACKEND_COUNT; way++)
        if (net_backend_is_supported(way)) {
            states[way] = accumulator_new(net, size, way);
            accumulator_refresh(states[way], &b);
        }
    for (int step = 0; step < 400; step++) {
        Point p = point_at(rng_below(rng, size), rng_below(rng, size));
        bool back = length > 0 && (b.at[p] != EMPTY || rng_below(rng, 100) < 45);
        Stone color = rng_below(rng, 2) ? BLACK : WHITE;
        if (back)
            b.at[path[--length]] = EMPTY;
        else if (b.at[p] == EMPTY)
            b.at[path[length++] = p] = (uint8_t)color;
        else
            continue;
        uint32_t want = 0;
        bool asked = rng_below(rng, 3) == 0;
        if (asked) {
            accumulator_refresh(fresh, &b);
            want = outcome(fresh, color);
        }
        for (NetBackend way = NET_BACKEND_SCALAR; way < NET_BACKEND_COUNT; way++) {
            if (!states[way])
                continue;
            if (back)
                accumulator_pop(states[way]);
            else
                accumulator_push(states[way], p, color);
            if (asked)
                CHECK_INT(net_backend_name(way), outcome(states[way], color), want);
        }
    }
    for (NetBackend way = NET_BACKEND_SCALAR; way < NET_BACKEND_COUNT; way++)
        accumulator_free(states[way]);
    accumulator_free(fresh);
}

TEST(net_walked_is_net_set_by_every_way) {
    Net *one = load(), *two = random_net(4, 2);
    Rng rng = {5};
    for (int round = 0; round < 12; round++)
        walk(round % 4 == 3 ? two : one, round % 3 == 2 ? 9 + round : 15, &rng);
    net_free(one);
    net_free(two);
}

TEST(net_state_allocates_nothing_after_its_start) {
    Net *net = load();
    Accumulator *s = accumulator_new(net, 15, NET_BACKEND_BEST);
    Rng rng = {1};
    Board b = board_random(&rules_freestyle, 15, 30, &rng);
    size_t before = mem_allocation_count();
    accumulator_refresh(s, &b);
    for (Point p = 0; p < POINT_COUNT; p++)
        if (board_has(&b, p) && b.at[p] == EMPTY) {
            int16_t score;
            accumulator_push(s, p, BLACK);
            accumulator_value(s, WHITE);
            accumulator_pop(s);
            accumulator_policy(s, BLACK, &p, 1, &score);
        }
    CHECK("no allocation", mem_allocation_count() == before);
    accumulator_free(s);
    net_free(net);
}

// What an engine with little memory counts on, up to the largest board.
TEST(net_state_takes_the_bytes_it_says) {
    Net *net = load();
    for (int size = BOARD_MIN_PLAYABLE; size <= BOARD_MAX; size += 5) {
        Accumulator *s = accumulator_new(net, size, NET_BACKEND_SCALAR);
        const char *end = (const char *)&s->mixes_before[s->size * s->size * s->box_max];
        size_t rest = sizeof *s + (size_t)(size * size) * (sizeof *s->plies + sizeof *s->moves);
        size_t used = (size_t)(end - (const char *)s->block) + rest;
        CHECK("enough", used <= accumulator_bytes(net, size));
        CHECK("not much more", used + 64 >= accumulator_bytes(net, size));
        accumulator_free(s);
    }
    net_free(net);
}

TEST(net_memo_finds_what_it_kept_and_nothing_else) {
    static const uint64_t key = 0x0123456789abcdef;
    static const int values[] = {0, 1, -1, 2218, -2218};
    EvalCache *m = mem_alloc(sizeof *m);
    int found;
    CHECK("nothing yet", !eval_cache_probe(m, key, &found));
    CHECK("nor of a small key", !eval_cache_probe(m, 5, &found));
    for (int i = 0; i < COUNT(values); i++) {
        eval_cache_store(m, key, values[i]);
        CHECK("found", eval_cache_probe(m, key, &found));
        CHECK_INT("value", found, values[i]);
    }
    for (int bit = 0; bit < 64; bit++)
        CHECK("another", !eval_cache_probe(m, key ^ UINT64_C(1) << bit, &found));
    eval_cache_store(m, key ^ UINT64_C(1) << 63, 7);
    CHECK("written over", !eval_cache_probe(m, key, &found));
    mem_free(m);
}

// ---- Units

TEST(net_units_grow_and_are_symmetric) {
    Net *net = load();
    int before = -10000;
    for (int e = -32767; e <= 32767; e++) {
        int units = net_search_value(net, e);
        CHECK("grows", units >= before);
        CHECK_INT("symmetric", net_search_value(net, -e), -units);
        before = units;
    }
    // 200 ln((1 + e) / (1 - e)) of shares that people can check
    static const struct {
        const char *name;
        int expectation, units;
    } rows[] = {
        {"even", 0, 0},          {"3 to 1", 16384, 220}, {"9 to 1", 26214, 439},
        {"99 to 1", 32112, 919}, {"all", 32767, 2218},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(rows[i].name, abs(net_search_value(net, rows[i].expectation) - rows[i].units) <= 1);
    net_free(net);
}

TEST(net_inside_the_program_is_the_published_one) {
    for (int i = 0; i < COUNT(published); i++) {
        const Rules *rules = published[i].rules;
        const EmbeddedNet *from = embedded_net_for(rules, published[i].size_min);
        Net *net = load_from(published[i].net), *inside = embedded_net_load(from);
        CHECK_INT(rules->name, inside->file.checksum, net->file.checksum);
        CHECK_TEXT(rules->name, inside->file.name, net->file.name);
        CHECK(rules->name, net_supports_rules(inside, rules));
        for (int size = published[i].size_min; size <= published[i].size_max; size++)
            CHECK(rules->name, embedded_net_for(rules, size) == from);
        net_free(net);
        net_free(inside);
    }
    CHECK("none for others", !embedded_net_for(&rules_caro, 15));
}

// ---- In the engine

static void check_thinking_with_a_net(const Rules *rules) {
    Rng rng = {12};
    Engine *with = engine_new(rules), *without = engine_new(rules);
    CHECK("own", engine_has_own_net(with));
    engine_use_own_net(with);
    EngineLimits limits = {.nodes = 3000}, crowd = {.nodes = 3000, .threads = 3};
    int different = 0;
    for (int i = 0; i < 6; i++) {
        Board b = board_random(rules, 15, 4 + 2 * i, &rng);
        engine_forget(with);
        EngineLine once = engine_think(with, &b, &limits).lines[0];
        engine_forget(with);
        EngineLine twice = engine_think(with, &b, &limits).lines[0];
        CHECK_INT("move", twice.move, once.move);
        CHECK_INT("value", twice.value, once.value);
        different += engine_think(without, &b, &limits).lines[0].value != once.value;
        CHECK_INT("threads", board_check(&b, engine_think(with, &b, &crowd).lines[0].move),
                  PLAY_OK);
    }
    CHECK("the net is asked", different > 0);
    engine_free(with);
    engine_free(without);
}

TEST(engine_with_a_net_thinks_the_same_every_time_and_otherwise_than_without) {
    for (int i = 0; i < COUNT(published); i++)
        check_thinking_with_a_net(published[i].rules);
}

static int value_of(Engine *e, const Board *b) {
    engine_forget(e);
    return engine_think(e, b, &(EngineLimits){.nodes = 1000}).lines[0].value;
}

// Whatever board it thought about before, and whether or not it had memory for a net then.
TEST(engine_takes_the_net_of_the_board) {
    static const int sizes[] = {15, 20, 15, 9, 20};
    Rng rng = {3};
    Engine *e = engine_new(&rules_freestyle), *without = engine_new(&rules_freestyle);
    engine_use_own_net(e);
    for (int i = 0; i < COUNT(sizes); i++) {
        Board b = board_random(&rules_freestyle, sizes[i], 9, &rng);
        Engine *told = engine_new(&rules_freestyle);
        Error err = {0};
        CHECK("told", engine_load_net(told, path_of_published(&rules_freestyle, sizes[i]), &err));
        CHECK_INT("the board's", value_of(e, &b), value_of(told, &b));
        engine_set_memory(e, ENGINE_MEMORY_MIN, 0);
        CHECK_INT("none", value_of(e, &b), value_of(without, &b));
        engine_set_memory(e, 0, 0);
        engine_free(told);
    }
    engine_free(e);
    engine_free(without);
}

TEST(engine_refuses_a_net_for_other_rules_and_none_at_all) {
    Error err = {0};
    Engine *e = engine_new(&rules_renju);
    CHECK("as on 20x20", engine_load_net(e, NETS "freestyle15-003.net", &err));
    CHECK("rules", !engine_load_net(e, NETS "standard15-002.net", &err));
    CHECK("told", strstr(err.text, "a net for standard, not for renju"));
    CHECK("none", !engine_load_net(e, NETS "freestyle15-003.vectors", &err));
    CHECK("told", strstr(err.text, "not a net: it does not begin with 'PENTADNN'"));
    engine_free(e);
}
