// NNUE-style net with quantized weights, laid out for SIMD inference. Immutable once loaded, so any
// number of threads may share one. docs/develop/net.md describes the architecture.
//
// A row of the feature transformer has NET_ROW_WIDTH lanes in the order [black convolved | white
// convolved | black rest | white rest]. The convolved features are the NET_CONV_FEATURES that go
// through the 3x3 convolution. The heads see "own" and "other" in place of black and white: for
// White to move, neighboring blocks of NET_BLOCK lanes are swapped.
#pragma once

#include "base/mem.h"
#include "engine/net/net_file.h"

enum {
    NET_BLOCK = 16,
    NET_HALF_ROW = 2 * NET_BLOCK, // all convolved lanes, or all others
    NET_ARMS_MAX = 364,
    NET_DELTA_MAX = 8 * NET_REACH_MAX + 1, // points whose lines contain a stone
    NET_LOG_BITS = 10,
};

// Dense layer: blocks of NET_OUTPUTS outputs, with interleaved weights for pmaddwd.
enum { NET_OUTPUTS = 32 };
typedef struct {
    int pairs, blocks; // pairs of inputs, blocks of outputs
    int16_t *weights;  // [block][pair][output][input of the pair], aligned
    int32_t *bias;     // [block][output]
} NetLayer;

// Value and policy heads for one side to move.
typedef struct {
    NetWidths widths;
    NetLayer region[NET_REGION_KINDS]; // a block has half amounts, half their gates
    NetLayer total;
    NetLayer value;
    NetLayer dynamic; // two blocks for each term, one for each half of a row
    int16_t wdl[3][NET_HIDDEN_MAX];
    int32_t wdl_bias[3];
    int32_t policy_bias[NET_TERMS_MAX];
    uint16_t exp[NET_EXP_COUNT];
    Arena memory; // of the layers
} NetHead;

typedef struct {
    NetFile file; // only the header: its parts are NULL
    int reach, arms;
    int32_t arm_base[NET_ARMS_MAX];
    int16_t (*rows)[NET_ROW_WIDTH]; // feature transformer, aligned
    void *rows_block;               // its memory

    int16_t kernel[9][NET_HALF_ROW];
    int16_t kernel_bias[NET_HALF_ROW];
    NetHead *heads[2]; // by side to move; both the same if the net has one part
    int32_t log_table[1 << NET_LOG_BITS];
} Net;

Net *net_parse(const void *bytes, size_t len, Error *err);
Net *net_load(const char *path, Error *err);
void net_free(Net *net);

// A row of data/nets/table: the net for these rules and boards up to size_max.
typedef struct {
    const Rules *rules;
    int size_max;
    const char *name;                 // file name without ".net"
    const unsigned char *bytes, *end; // NULL: not embedded in this build
} PublishedNet;

// The net for these rules and board size. NULL if no row fits; embedded_net_for also returns NULL
// if the net is not in this build.
const PublishedNet *published_net_for(const Rules *rules, int size);
const PublishedNet *embedded_net_for(const Rules *rules, int size);
Net *embedded_net_load(const PublishedNet *source);

// True if the net was trained on `rules`, or if data/nets/table uses a net of the same training for
// them. Caro, with or without overlines, also takes nets of the other kind and of standard.
bool net_supports_rules(const Net *net, const Rules *rules);

// The row of a line, by its center (0 empty, 1 black, 2 white) and its two arms in any order.
static inline const int16_t *net_row(const Net *net, int center, int arm, int other) {
    int low = arm < other ? arm : other, high = arm < other ? other : arm;
    int rows = net->arms * (net->arms + 1) / 2;
    return net->rows[center * rows + net->arm_base[low] + high];
}

static inline const NetHead *net_head(const Net *net, Stone to_move) {
    return net->heads[to_move == WHITE];
}

// Expected result from -32767 (loss) to 32767 (win), as in docs/develop/net.md.
int net_expectation(const NetHead *head, const int32_t wdl[static 3]);

// Converts it to a search value: NET_LOGIT_SCALE times the logit of the win probability.
enum { NET_LOGIT_SCALE = 200 };
int net_search_value(const Net *net, int expectation);
