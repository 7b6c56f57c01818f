#include "engine/net/net.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "core/point.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum { ALIGNMENT = 64 }; // a cache line

// ---- Feature transformer

// The lane of a feature of black (half 0) or white (half 1).
static int lane_of(int half, int feature) {
    int rest = feature >= NET_CONV_FEATURES;
    return rest * NET_HALF_ROW + half * NET_BLOCK + feature - rest * NET_CONV_FEATURES;
}

static int lane_of_input(int i) {
    return lane_of(i / NET_FEATURES, i % NET_FEATURES);
}

// The arm with black and white swapped. Numbers of arms with k points start at (3^k - 1) / 2.
static int swapped_arm(int arm) {
    int first = 0, power = 1;
    while (arm >= first + power) {
        first += power;
        power *= 3;
    }
    int rest = arm - first, swapped = first;
    for (int place = 1; place < power; place *= 3) {
        int digit = rest / place % 3;
        swapped += place * (digit ? 3 - digit : 0);
    }
    return swapped;
}

static void arrange_arms(Net *net) {
    for (int arm = 0; arm < net->arms; arm++)
        net->arm_base[arm] = arm * net->arms - arm * (arm - 1) / 2 - arm;
}

// `parts` are black's and white's.
static void fill_rows(Net *net, const NetPart *const parts[static 2]) {
    int swapped[NET_ARMS_MAX], per_center = net->arms * (net->arms + 1) / 2;
    size_t bytes = (size_t)net_row_count(net->reach) * sizeof net->rows[0];
    net->rows_block = mem_alloc(bytes + ALIGNMENT);
    net->rows =
        (void *)(((uintptr_t)net->rows_block + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));
    for (int arm = 0; arm < net->arms; arm++)
        swapped[arm] = swapped_arm(arm);
    int16_t(*row)[NET_ROW_WIDTH] = net->rows;
    for (int center = 0, line = 0; center < 3; center++)
        for (int a = 0; a < net->arms; a++)
            for (int b = a; b < net->arms; b++, line++, row++) {
                int low = int_min(swapped[a], swapped[b]), high = int_max(swapped[a], swapped[b]);
                int other = (center ? 3 - center : 0) * per_center + net->arm_base[low] + high;
                for (int c = 0; c < NET_FEATURES; c++) {
                    int32_t black = net_file_weight(parts[0], NET_ROW, line * NET_FEATURES + c);
                    int32_t white = net_file_weight(parts[1], NET_ROW, other * NET_FEATURES + c);
                    (*row)[lane_of(0, c)] = (int16_t)black;
                    (*row)[lane_of(1, c)] = (int16_t)white;
                }
            }
}

static void fill_kernel(Net *net, const NetPart *const parts[static 2]) {
    for (int c = 0; c < NET_CONV_FEATURES; c++)
        for (int half = 0; half < 2; half++) {
            const NetPart *part = parts[half];
            int lane = lane_of(half, c);
            net->kernel_bias[lane] = (int16_t)net_file_weight(part, NET_KERNEL_BIAS, c);
            for (int k = 0; k < 9; k++)
                net->kernel[k][lane] =
                    (int16_t)net_file_weight(part, NET_KERNEL, k * NET_CONV_FEATURES + c);
        }
}

// ---- Heads

static void *alloc_aligned(Arena *memory, size_t size) {
    uintptr_t at = (uintptr_t)arena_alloc(memory, size + ALIGNMENT - 1);
    return (void *)((at + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));
}

static NetLayer new_layer(NetHead *head, int inputs, int outputs) {
    NetLayer layer = {inputs / 2, outputs / NET_OUTPUTS};
    layer.weights = alloc_aligned(&head->memory, (size_t)(inputs * outputs) * sizeof(int16_t));
    layer.bias = alloc_aligned(&head->memory, (size_t)outputs * sizeof(int32_t));
    return layer;
}

static void set_weight(NetLayer *layer, int output, int input, int32_t weight) {
    int pair = output / NET_OUTPUTS * layer->pairs + input / 2;
    layer->weights[(pair * NET_OUTPUTS + output % NET_OUTPUTS) * 2 + input % 2] = (int16_t)weight;
}

// Sets the weights of an output from row `number` of a section whose inputs are pooled features.
static void fill_output(NetLayer *layer, int output, const NetPart *part, NetSection weights,
                        NetSection bias, int number) {
    layer->bias[output] = net_file_weight(part, bias, number);
    for (int i = 0; i < NET_ROW_WIDTH; i++)
        set_weight(layer, output, lane_of_input(i),
                   net_file_weight(part, weights, number * NET_ROW_WIDTH + i));
}

// In the file, all amounts come before all gates.
static void fill_regions(NetHead *head, const NetPart *part) {
    int gated = head->widths.gated;
    for (int kind = 0; kind < NET_REGION_KINDS; kind++) {
        NetLayer *layer = &head->region[kind];
        *layer = new_layer(head, NET_ROW_WIDTH, 2 * gated);
        for (int o = 0; o < 2 * gated; o++) {
            int is_gate = o >= gated, n = o % gated;
            int output =
                n / NET_GATED_STEP * NET_OUTPUTS + is_gate * NET_GATED_STEP + n % NET_GATED_STEP;
            fill_output(layer, output, part, NET_REGION, NET_REGION_BIAS, kind * 2 * gated + o);
        }
    }
}

static void fill_total(NetHead *head, const NetPart *part) {
    head->total = new_layer(head, NET_ROW_WIDTH, head->widths.whole);
    for (int o = 0; o < head->widths.whole; o++)
        fill_output(&head->total, o, part, NET_TOTAL, NET_TOTAL_BIAS, o);
}

static void fill_value(NetHead *head, const NetPart *part) {
    int joined = net_joined(&head->widths);
    head->value = new_layer(head, joined, head->widths.hidden);
    for (int o = 0; o < head->widths.hidden; o++) {
        head->value.bias[o] = net_file_weight(part, NET_VALUE_BIAS, o);
        for (int i = 0; i < joined; i++)
            set_weight(&head->value, o, i, net_file_weight(part, NET_VALUE, o * joined + i));
    }
}

static void fill_dynamic(NetHead *head, const NetPart *part) {
    int hidden = head->widths.hidden;
    head->dynamic = new_layer(head, hidden, head->widths.terms * NET_ROW_WIDTH);
    for (int m = 0; m < head->widths.terms; m++)
        for (int i = 0; i < NET_ROW_WIDTH; i++) {
            int at = m * NET_ROW_WIDTH + i, output = m * NET_ROW_WIDTH + lane_of_input(i);
            head->dynamic.bias[output] = net_file_weight(part, NET_DYNAMIC_BIAS, at);
            for (int o = 0; o < hidden; o++)
                set_weight(&head->dynamic, output, o,
                           net_file_weight(part, NET_DYNAMIC, at * hidden + o));
        }
}

static void fill_outputs(NetHead *head, const NetPart *part) {
    int hidden = head->widths.hidden;
    for (int k = 0; k < 3; k++) {
        head->wdl_bias[k] = net_file_weight(part, NET_WDL_BIAS, k);
        for (int o = 0; o < hidden; o++)
            head->wdl[k][o] = (int16_t)net_file_weight(part, NET_WDL, k * hidden + o);
    }
    for (int m = 0; m < head->widths.terms; m++)
        head->policy_bias[m] = net_file_weight(part, NET_POLICY_BIAS, m);
    for (int i = 0; i < NET_EXP_COUNT; i++)
        head->exp[i] = (uint16_t)net_file_weight(part, NET_EXP, i);
}

static NetHead *new_head(const NetWidths *widths, const NetPart *part) {
    NetHead *head = mem_alloc(sizeof *head);
    head->widths = *widths;
    fill_regions(head, part);
    fill_total(head, part);
    fill_value(head, part);
    fill_dynamic(head, part);
    fill_outputs(head, part);
    return head;
}

static void free_head(NetHead *head) {
    arena_release(&head->memory);
    mem_free(head);
}

// ---- Conversion to search values

enum {
    FRACTION_BITS = 8, // of the logarithms
    LN_2 = 35489,      // NET_LOGIT_SCALE * ln 2, with these bits
};

// log2(n / 2^31) for 2^31 <= n < 2^32, with 24 fractional bits.
static int64_t log_2(uint64_t n) {
    int64_t log = 0;
    for (int bit = 23; bit >= 0; bit--) {
        n = n * n >> 31;
        if (n >> 32) {
            n >>= 1;
            log |= INT64_C(1) << bit;
        }
    }
    return log;
}

static void fill_log_table(Net *net) {
    for (int i = 0; i < COUNT(net->log_table); i++) {
        uint64_t middle = ((uint64_t)(COUNT(net->log_table) + i) << 1) + 1;
        net->log_table[i] = (int32_t)(log_2(middle << (30 - NET_LOG_BITS)) * LN_2 >> 24);
    }
}

static int scaled_log(const Net *net, int n) {
    int whole = 31 - __builtin_clz((unsigned)n);
    unsigned mantissa = ((unsigned)n << (31 - whole)) >> (31 - NET_LOG_BITS);
    return whole * LN_2 + net->log_table[mantissa & (COUNT(net->log_table) - 1)];
}

int net_search_value(const Net *net, int expectation) {
    // 32768 instead of 32767 keeps the logarithms finite: the net never reports a proven result.
    int units = scaled_log(net, 32768 + expectation) - scaled_log(net, 32768 - expectation);
    return units / (1 << FRACTION_BITS);
}

int net_expectation(const NetHead *head, const int32_t wdl[static 3]) {
    int32_t best = wdl[0] > wdl[1] ? wdl[0] : wdl[1], share[3];
    best = best > wdl[2] ? best : wdl[2];
    for (int k = 0; k < 3; k++)
        share[k] = head->exp[int_min((best - wdl[k]) >> 6, NET_EXP_COUNT - 1)];
    // The largest logit has the share exp[0], which is not 0: see net_file_parse.
    return (share[0] - share[2]) * 32767 / (share[0] + share[1] + share[2]);
}

// ---- Loading

static Net *new_net(const NetFile *f) {
    Net *net = mem_alloc(sizeof *net);
    net->file = *f;
    memset(net->file.parts, 0, sizeof net->file.parts);
    net->reach = f->reach;
    net->arms = net_arm_count(f->reach);
    arrange_arms(net);
    const NetPart *const parts[] = {net_file_part(f, BLACK), net_file_part(f, WHITE)};
    fill_rows(net, parts);
    fill_kernel(net, parts);
    net->heads[0] = new_head(&f->widths, parts[0]);
    net->heads[1] = parts[1] == parts[0] ? net->heads[0] : new_head(&f->widths, parts[1]);
    fill_log_table(net);
    return net;
}

Net *net_parse(const void *bytes, size_t len, Error *err) {
    NetFile f;
    return net_file_parse(bytes, len, &f, err) ? new_net(&f) : NULL;
}

Net *net_load(const char *path, Error *err) {
    ScopedStr bytes = {0};
    if (!file_read(path, &bytes, err))
        return NULL;
    Net *net = net_parse(str_text(&bytes), bytes.len, err);
    if (!net)
        error_prefix(err, path);
    return net;
}

// ---- Published nets

// The bytes of the files: embedded_nets.S.
#define NET(symbol, file)                                                                          \
    extern const unsigned char embedded_net_##symbol[], embedded_net_##symbol##_end[];
#define NET_ROW(rules, size_max, name, symbol)
#include "net_table.inc"
#undef NET
#undef NET_ROW

// WebAssembly embeds none: the page fetches the files, each once for both modules.
#if defined(__wasm__)
    #define BYTES(symbol) NULL, NULL
#else
    #define BYTES(symbol) embedded_net_##symbol, embedded_net_##symbol##_end
#endif

static const PublishedNet published_nets[] = {
#define NET(symbol, file)
#define NET_ROW(rules, size_max, name, symbol) {&rules_##rules, size_max, name, BYTES(symbol)},
#include "net_table.inc"
#undef NET
#undef NET_ROW
};

const PublishedNet *published_net_for(const Rules *rules, int size) {
    for (int i = 0; i < COUNT(published_nets); i++)
        if (published_nets[i].rules == rules && size <= published_nets[i].size_max)
            return &published_nets[i];
    return NULL;
}

const PublishedNet *embedded_net_for(const Rules *rules, int size) {
    const PublishedNet *net = published_net_for(rules, size);
    return net && net->bytes ? net : NULL;
}

// The name of a net begins with the rules and the board size of its training.
static bool is_trained_by(const PublishedNet *net, const Rules *rules) {
    size_t len = strlen(rules->name);
    return !strncmp(net->name, rules->name, len) && isdigit((unsigned char)net->name[len]);
}

Net *embedded_net_load(const PublishedNet *source) {
    Error err = {0};
    Net *net = net_parse(source->bytes, (size_t)(source->end - source->bytes), &err);
    assert(net && is_trained_by(source, net->file.rules));
    return net;
}

static bool is_caro(const Rules *rules) {
    return !rules->black.blocked_five_wins;
}

bool net_supports_rules(const Net *net, const Rules *rules) {
    for (int i = 0; i < COUNT(published_nets); i++)
        if (published_nets[i].rules == rules && is_trained_by(&published_nets[i], net->file.rules))
            return true;
    const Rules *training = net->file.rules;
    return training == rules ||
           (is_caro(rules) && (is_caro(training) || training == &rules_standard));
}

void net_free(Net *net) {
    if (!net)
        return;
    mem_free(net->rows_block);
    if (net->heads[1] != net->heads[0])
        free_head(net->heads[1]);
    free_head(net->heads[0]);
    mem_free(net);
}
