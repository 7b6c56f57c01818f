// A net, arranged for computing with it. Constant once it is made: any number of threads may use
// one.
//
// A row has NET_ROW_WIDTH lanes in the order [black mixed | white mixed | black rest | white rest],
// where the mixed features are the NET_CONV_FEATURES that go through the 3x3 kernel. Where the
// order is that of the side to move, read own and other for black and white: exchanging the colours
// is exchanging neighbouring blocks of NET_BLOCK lanes.
#pragma once

#include "engine/net/net_file.h"

enum {
    NET_BLOCK = 16,
    NET_HALF_ROW = 2 * NET_BLOCK, // all mixed lanes, or all others
    NET_ARMS_MAX = 364,
    NET_DELTA_MAX = 8 * NET_REACH_MAX + 1, // points whose lines a stone lies on
    NET_LOG_BITS = 10,
};

// Pairs of inputs meet pairs of weights: [pair of inputs][output][which of the pair].
typedef struct {
    int16_t weights[NET_ROW_WIDTH / 2][32][2];
    int32_t bias[32];
} NetLayer;

typedef struct {
    int16_t weights[NET_JOINED / 2][NET_HIDDEN][2];
    int32_t bias[NET_HIDDEN];
} NetJoin;

typedef struct {
    int16_t weights[NET_HIDDEN / 2][32][2];
    int32_t bias[32];
} NetDynamic;

// What judges the features for a side to move.
typedef struct {
    NetLayer region[NET_REGION_KINDS];
    NetLayer total;
    NetJoin value;
    int16_t wdl[3][NET_HIDDEN];
    int32_t wdl_bias[3];
    NetDynamic dynamic[NET_POLICY_TERMS][2]; // for each half of the lanes
    int32_t policy_bias[NET_POLICY_TERMS];
    uint16_t exp[NET_EXP_COUNT];
} NetHead;

typedef struct {
    NetFile file; // its parts are gone
    int reach, arms;
    int32_t arm_base[NET_ARMS_MAX];
    int16_t (*rows)[NET_ROW_WIDTH]; // aligned
    void *rows_block;               // that holds them

    int16_t kernel[9][NET_HALF_ROW];
    int16_t kernel_bias[NET_HALF_ROW];
    NetHead *heads[2]; // of black and of white; one and the same where a part is for both
    int32_t logs[1 << NET_LOG_BITS];
} Net;

Net *net_parse(const void *bytes, size_t len, Error *err);
Net *net_load(const char *path, Error *err);
void net_free(Net *net);

// The one inside the program with which it plays by these rules on boards of this size; NULL: none.
typedef struct EmbeddedNet EmbeddedNet;
const EmbeddedNet *embedded_net_for(const Rules *rules, int size);
Net *embedded_net_load(const EmbeddedNet *from);

// May these rules be played with it? Those it was trained on, and those that the program itself
// plays with a net of that training.
bool net_supports_rules(const Net *net, const Rules *rules);

// Of a line by what is on its centre (0, 1 black, 2 white) and its two arms in any order.
static inline const int16_t *net_row(const Net *net, int centre, int arm, int other) {
    int low = arm < other ? arm : other, high = arm < other ? other : arm;
    int rows = net->arms * (net->arms + 1) / 2;
    return net->rows[centre * rows + net->arm_base[low] + high];
}

static inline const NetHead *net_head(const Net *net, Stone to_move) {
    return net->heads[to_move == WHITE];
}

// From -32767 to 32767: the expected result, by docs/net.md.
int net_expectation(const NetHead *head, const int32_t wdl[static 3]);

// That as a value of the search: NET_LOGIT_SCALE times the logit of how often one wins.
enum { NET_LOGIT_SCALE = 200 };
int net_search_value(const Net *net, int expectation);
