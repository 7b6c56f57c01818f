#include "engine/net/accumulator.h"

#include "ask.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"
#include "engine/net/kernel.h"
#include "engine/random_net.h"
#include "engine/search/transposition_table.h"
#include "published_net.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Net *load_from(const char *path) {
    Error err = {0};
    Net *net = net_load(path, &err);
    CHECK_TEXT("read", err.text, "");
    return net;
}

static Net *load(void) {
    Str path = published_net_path(&rules_freestyle, 15);
    Net *net = load_from(str_text(&path));
    str_release(&path);
    return net;
}

// ---- The table of published nets

typedef struct {
    const Rules *rules;
    int size_min, size_max;
    char name[32], net[300], vectors[300];
} NetRow;

enum { ROWS_MAX = 50 };

// The rows of data/nets/table, read from the file and not from the program.
static int read_rows(NetRow rows[static ROWS_MAX]) {
    FILE *table = fopen(NETS "table", "r");
    char line[200], rules[32];
    int count = 0;
    Error err = {0};
    CHECK("table", table);
    while (fgets(line, sizeof line, table)) {
        NetRow *row = &rows[count];
        if (*line == '#')
            continue;
        CHECK("room", count < ROWS_MAX);
        CHECK_INT(line, sscanf(line, "%31s %d %31s", rules, &row->size_max, row->name), 3);
        row->rules = rules_find(rules, &err);
        bool follows = count > 0 && rows[count - 1].rules == row->rules;
        row->size_min = follows ? rows[count - 1].size_max + 1 : BOARD_MIN;
        snprintf(row->net, sizeof row->net, NETS "%s.net", row->name);
        snprintf(row->vectors, sizeof row->vectors, NETS "%s.vectors", row->name);
        count++;
    }
    fclose(table);
    return count;
}

static bool is_first_with_its_net(const NetRow *rows, int i) {
    for (int k = 0; k < i; k++)
        if (!strcmp(rows[k].name, rows[i].name))
            return false;
    return true;
}

// ---- Reference vectors: docs/develop/net.md

typedef struct {
    Board board;
    int32_t wdl[3], value;
    uint32_t policy_sum;
    const unsigned char *policy; // of all points; NULL: only the checksum is known
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

static void check_vector(Accumulator *s, const Net *net, const Vector *v,
                         const char *backend_name) {
    enum { POINTS = BOARD_MAX * BOARD_MAX };
    int32_t wdl[3], logits[POINTS];
    unsigned char bytes[4 * POINTS];
    int size = v->board.size;
    Point points[POINTS];
    accumulator_wdl(s, v->board.turn, wdl);
    for (int k = 0; k < 3; k++)
        CHECK_INT(backend_name, wdl[k], v->wdl[k]);
    CHECK_INT(backend_name, net_expectation(net_head(net, v->board.turn), wdl), v->value);
    for (int i = 0; i < size * size; i++)
        points[i] = point_at(i % size, i / size);
    accumulator_logits(s, v->board.turn, points, size * size, logits);
    for (int i = 0; i < size * size; i++) {
        uint32_t n = v->board.at[points[i]] == EMPTY ? (uint32_t)logits[i] : 0;
        for (int k = 0; k < 4; k++)
            bytes[4 * i + k] = (unsigned char)(n >> 8 * k);
        if (v->policy)
            CHECK_INT(backend_name, (int32_t)n, (int32_t)bytes_u32_at(v->policy + 4 * i));
    }
    CHECK_INT(backend_name, bytes_crc32(bytes, 4 * (size_t)(size * size)), v->policy_sum);
}

// By a full refresh, or stone by stone.
static void set_up(Accumulator *s, const Vector *v, bool by_moves) {
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

static void check_vectors(const Net *net, const char *path, int wanted, NetBackend backend) {
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
        if (i % 20 >= random_cases(20)) // fewer in quick runs
            continue;
        Accumulator **s = &states[v.board.size];
        if (!*s)
            *s = accumulator_new(net, v.board.size, backend);
        set_up(*s, &v, i % 2);
        check_vector(*s, net, &v, net_backend_name(backend));
    }
    CHECK("the end", at == bytes + file.len - 4);
    for (int i = 0; i <= BOARD_MAX; i++)
        accumulator_free(states[i]);
    str_release(&file);
}

static void check_every_backend(const Net *net, const char *path, int wanted) {
    for (NetBackend backend = NET_BACKEND_SCALAR; backend < NET_BACKEND_COUNT; backend++)
        if (net_backend_is_supported(backend))
            check_vectors(net, path, wanted, backend);
}

TEST(net_kernel_of_arm_is_neon) {
#if defined(__aarch64__)
    CHECK_TEXT("best", net_backend_name(NET_BACKEND_BEST), "NEON");
#else
    CHECK("only there", !net_backend_is_supported(NET_BACKEND_NEON));
#endif
}

static void check_published_nets(NetBackend backend) {
    NetRow rows[ROWS_MAX];
    int count = read_rows(rows);
    for (int i = 0; i < count; i++)
        if (is_first_with_its_net(rows, i)) {
            Net *net = load_from(rows[i].net);
            check_vectors(net, rows[i].vectors, 10000, backend);
            net_free(net);
        }
}

TEST(net_matches_the_reference_vectors_bit_for_bit) {
    check_published_nets(NET_BACKEND_BEST);
}

TEST(net_matches_the_reference_vectors_on_other_backends) {
    for (NetBackend backend = NET_BACKEND_SCALAR; backend < NET_BACKEND_COUNT; backend++)
        if (net_backend_is_supported(backend) &&
            strcmp(net_backend_name(backend), net_backend_name(NET_BACKEND_BEST)))
            check_published_nets(backend);
}

static Net *random_net(int reach, const NetWidths *w, int parts) {
    Str bytes = {0};
    Error err = {0};
    random_net_add(&bytes, 7, reach, w, parts);
    Net *net = net_parse(bytes.data, bytes.len, &err);
    CHECK_TEXT("made", err.text, "");
    CHECK_INT("reach", net->file.reach, reach);
    CHECK_INT("parts", net->file.part_count, parts);
    str_release(&bytes);
    return net;
}

// Architectures without a trained net. Made by `python3 -m training.vectors --random 7` with
// `--reach 5 --count 400`, `--colours 2 --count 200` or `--widths 32,64,96,12 --count 200`.
static const struct {
    int reach;
    const NetWidths *widths;
    int parts;
    const char *vectors;
    int count;
} untrained[] = {
    {5, &narrow_widths, 1, TESTS "engine/random11.vectors", 400},
    {4, &narrow_widths, 2, TESTS "engine/random_colours.vectors", 200},
    {4, &wide_widths, 1, TESTS "engine/random_wide.vectors", 200},
};

TEST(random_nets_match_the_reference_vectors) {
    for (int i = 0; i < COUNT(untrained); i++) {
        Net *net = random_net(untrained[i].reach, untrained[i].widths, untrained[i].parts);
        check_every_backend(net, untrained[i].vectors, untrained[i].count);
        net_free(net);
    }
}

// ---- Incremental updates

// Checksum of all outputs of an accumulator.
static uint32_t outputs_hash(Accumulator *s, Stone to_move) {
    int32_t numbers[4 + BOARD_MAX * BOARD_MAX], count = 0;
    Point points[BOARD_MAX * BOARD_MAX];
    for (Point p = 40; p < POINT_COUNT && count < 60; p++)
        if (point_x(p) >= 0 && point_x(p) < 9 && point_y(p) < 9)
            points[count++] = p;
    accumulator_wdl(s, to_move, numbers);
    accumulator_logits(s, to_move, points, count, numbers + 3);
    return bytes_crc32(numbers, (size_t)(3 + count) * sizeof *numbers);
}

// Random pushes and pops on every supported backend, compared now and then with a full refresh.
static void push_and_pop(const Net *net, int size, Rng *rng) {
    Accumulator *states[NET_BACKEND_COUNT] = {0},
                *fresh = accumulator_new(net, size, NET_BACKEND_SCALAR);
    Board b = board_random(&rules_freestyle, size, 10, rng);
    Point path[400];
    int length = 0;
    for (NetBackend backend = NET_BACKEND_SCALAR; backend < NET_BACKEND_COUNT; backend++)
        if (net_backend_is_supported(backend)) {
            states[backend] = accumulator_new(net, size, backend);
            accumulator_refresh(states[backend], &b);
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
        bool compares = rng_below(rng, 3) == 0;
        if (compares) {
            accumulator_refresh(fresh, &b);
            want = outputs_hash(fresh, color);
        }
        for (NetBackend backend = NET_BACKEND_SCALAR; backend < NET_BACKEND_COUNT; backend++) {
            if (!states[backend])
                continue;
            if (back)
                accumulator_pop(states[backend]);
            else
                accumulator_push(states[backend], p, color);
            if (compares)
                CHECK_INT(net_backend_name(backend), outputs_hash(states[backend], color), want);
        }
    }
    for (NetBackend backend = NET_BACKEND_SCALAR; backend < NET_BACKEND_COUNT; backend++)
        accumulator_free(states[backend]);
    accumulator_free(fresh);
}

TEST(accumulator_updates_equal_a_refresh_on_every_backend) {
    Net *one = load(), *two = random_net(4, &narrow_widths, 2);
    Rng rng = {5};
    for (int round = 0; round < 12; round++)
        push_and_pop(round % 4 == 3 ? two : one, round % 3 == 2 ? 9 + round : 15, &rng);
    net_free(one);
    net_free(two);
}

TEST(accumulator_does_not_allocate_after_its_start) {
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

// The engine relies on this for its memory limit.
TEST(accumulator_bytes_is_exact) {
    Net *net = load();
    for (int size = BOARD_MIN_PLAYABLE; size <= BOARD_MAX; size += 5) {
        Accumulator *s = accumulator_new(net, size, NET_BACKEND_SCALAR);
        const char *end = (const char *)&s->saved_conv_sums[s->size * s->size * s->box_max];
        size_t rest = sizeof *s + (size_t)(size * size) * (sizeof *s->applied + sizeof *s->pushed);
        size_t used = (size_t)(end - (const char *)s->block) + rest;
        CHECK("enough", used <= accumulator_bytes(net, size));
        CHECK("not much more", used + 64 >= accumulator_bytes(net, size));
        accumulator_free(s);
    }
    net_free(net);
}

TEST(eval_cache_finds_what_was_stored_and_nothing_else) {
    static const uint64_t key = 0x0123456789abcdef;
    static const int values[] = {0, 1, -1, 2218, -2218};
    EvalCache *cache = mem_alloc(sizeof *cache);
    int found;
    CHECK("nothing yet", !eval_cache_probe(cache, key, &found));
    CHECK("nor of a small key", !eval_cache_probe(cache, 5, &found));
    for (int i = 0; i < COUNT(values); i++) {
        eval_cache_store(cache, key, values[i]);
        CHECK("found", eval_cache_probe(cache, key, &found));
        CHECK_INT("value", found, values[i]);
    }
    for (int bit = 0; bit < 64; bit++)
        CHECK("another", !eval_cache_probe(cache, key ^ UINT64_C(1) << bit, &found));
    eval_cache_store(cache, key ^ UINT64_C(1) << 63, 7);
    CHECK("written over", !eval_cache_probe(cache, key, &found));
    mem_free(cache);
}

// ---- Search values

TEST(net_search_values_are_monotonic_and_symmetric) {
    Net *net = load();
    int before = -10000;
    for (int e = -32767; e <= 32767; e++) {
        int value = net_search_value(net, e);
        CHECK("grows", value >= before);
        CHECK_INT("symmetric", net_search_value(net, -e), -value);
        before = value;
    }
    // 200 ln((1 + e) / (1 - e))
    static const struct {
        const char *name;
        int expectation, value;
    } rows[] = {
        {"even", 0, 0},          {"3 to 1", 16384, 220}, {"9 to 1", 26214, 439},
        {"99 to 1", 32112, 919}, {"all", 32767, 2218},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(rows[i].name, abs(net_search_value(net, rows[i].expectation) - rows[i].value) <= 1);
    net_free(net);
}

TEST(embedded_nets_are_those_of_the_table) {
    NetRow rows[ROWS_MAX];
    int count = read_rows(rows);
    for (int i = 0; i < count; i++) {
        const Rules *rules = rows[i].rules;
        const PublishedNet *source = embedded_net_for(rules, rows[i].size_min);
        Net *net = load_from(rows[i].net), *inside = embedded_net_load(source);
        CHECK_TEXT("a file has the name of its net", net->file.name, rows[i].name);
        CHECK_TEXT(rules->name, engine_published_net(rules, rows[i].size_max), rows[i].name);
        CHECK_INT(rules->name, inside->file.checksum, net->file.checksum);
        CHECK_TEXT(rules->name, inside->file.name, net->file.name);
        CHECK(rules->name, net_supports_rules(inside, rules));
        for (int size = rows[i].size_min; size <= rows[i].size_max; size++)
            CHECK(rules->name, embedded_net_for(rules, size) == source);
        net_free(net);
        net_free(inside);
    }
    CHECK("none for others", !embedded_net_for(&rules_caro, 16));
    CHECK_TEXT("none for others", engine_published_net(&rules_caro, 16), "");
}

TEST(caro_takes_nets_of_both_its_kinds_and_of_standard) {
    Net *net = embedded_net_load(embedded_net_for(&rules_standard, 15));
    CHECK("standard, freestyle", !net_supports_rules(net, &rules_freestyle));
    CHECK("standard, caro", net_supports_rules(net, &rules_caro));
    CHECK("standard, caro-overline", net_supports_rules(net, &rules_caro_overline));
    net->file.rules = &rules_caro_overline;
    CHECK("caro-overline, caro", net_supports_rules(net, &rules_caro));
    CHECK("caro-overline, standard", !net_supports_rules(net, &rules_standard));
    net->file.rules = &rules_caro;
    CHECK("caro, caro-overline", net_supports_rules(net, &rules_caro_overline));
    CHECK("caro, standard", !net_supports_rules(net, &rules_standard));
    net->file.rules = &rules_freestyle;
    CHECK("freestyle, caro", !net_supports_rules(net, &rules_caro));
    net_free(net);
}

// ---- In the engine

static void check_search_with_a_net(const Rules *rules) {
    Rng rng = {12};
    Engine *with = engine_new(NULL), *without = engine_without_net();
    Budget budget = {.nodes = 3000};
    int different = 0;
    for (int i = 0; i < 6; i++) {
        Board b = board_random(rules, 15, 4 + 2 * i, &rng);
        EngineRequest threaded = {.board = &b, .budget = budget, .threads = 3};
        engine_clear(with);
        EngineLine once = ask(with, &b, budget).lines[0];
        engine_clear(with);
        EngineLine twice = ask(with, &b, budget).lines[0];
        CHECK_INT("move", twice.move, once.move);
        CHECK_INT("value", twice.value, once.value);
        different += ask(without, &b, budget).lines[0].value != once.value;
        CHECK_INT("threads", board_check(&b, engine_run(with, &threaded).lines[0].move), PLAY_OK);
    }
    CHECK("the net is used", different > 0);
    engine_free(with);
    engine_free(without);
}

TEST(engine_with_a_net_is_deterministic_and_differs_from_one_without) {
    static const Rules *const all[] = {&rules_freestyle, &rules_standard, &rules_renju,
                                       &rules_caro};
    for (int i = 0; i < COUNT(all); i++)
        check_search_with_a_net(all[i]);
}

static int value_of(Engine *e, const Board *b) {
    engine_clear(e);
    return ask(e, b, (Budget){.nodes = 1000}).lines[0].value;
}

// Regardless of the previous board, and of whether there was memory for a net then.
TEST(engine_selects_its_net_by_board_size) {
    static const int sizes[] = {15, 20, 15, 9, 20};
    Rng rng = {3};
    Engine *e = engine_new(NULL), *without = engine_without_net();
    for (int i = 0; i < COUNT(sizes); i++) {
        Board b = board_random(&rules_freestyle, sizes[i], 9, &rng);
        Str path = published_net_path(&rules_freestyle, sizes[i]);
        Engine *loaded = engine_new(&(EngineOptions){.net = str_text(&path)});
        str_release(&path);
        CHECK_INT("net of the board", value_of(e, &b), value_of(loaded, &b));
        CHECK_TEXT("its name", engine_net_name(e), engine_net_name(loaded));
        engine_set_memory(e, ENGINE_MEMORY_MIN, 0);
        CHECK_INT("no net", value_of(e, &b), value_of(without, &b));
        engine_set_memory(e, 0, 0);
        engine_free(loaded);
    }
    engine_free(e);
    engine_free(without);
}

// `error` NULL: renju accepts it.
static void check_renju_net(const char *file, const char *error) {
    Error err = {0};
    Engine *e = engine_new(&(EngineOptions){.net = file});
    CHECK_INT(file, engine_prepare(e, &rules_renju, &err), !error);
    CHECK(err.text, !error || strstr(err.text, error));
    engine_free(e);
}

TEST(engine_rejects_nets_for_other_rules_and_invalid_files) {
    Str freestyle = published_net_path(&rules_freestyle, 15),
        standard = published_net_path(&rules_standard, 15);
    check_renju_net(str_text(&freestyle), NULL); // as on 20x20
    check_renju_net(str_text(&standard), "a net for standard, not for renju");
    check_renju_net(NETS "table", "not a net: it does not begin with 'PENTADNN'");
    str_release(&freestyle);
    str_release(&standard);
}

// As in WebAssembly, which embeds no nets: caro on 16x16 stands for a board without one.
TEST(engine_uses_an_offered_net_only_where_none_is_embedded) {
    Str bytes = {0};
    Error err = {0};
    Board b;
    Engine *e = engine_new(NULL);
    board_init(&b, &rules_freestyle, 15);
    Str path = published_net_path(&rules_renju, 15);
    CHECK("read", file_read(str_text(&path), &bytes, &err));
    str_release(&path);
    engine_offer_net(e, bytes.data, bytes.len);
    CHECK_TEXT("embedded", ask(e, &b, (Budget){.nodes = 10}).net_name,
               engine_published_net(&rules_freestyle, 15));
    board_init(&b, &rules_caro, 16);
    CHECK_TEXT("other rules", ask(e, &b, (Budget){.nodes = 10}).net_name, "");
    CHECK("no trouble", engine_prepare(e, &rules_caro, &err));
    engine_free(e);
    str_release(&bytes);
}
