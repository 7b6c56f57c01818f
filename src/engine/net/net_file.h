// Net file format (docs/develop/net.md): parses and validates the quantized weights. The weights of
// a valid file cannot overflow any sum of the inference.
#pragma once

#include "base/error.h"
#include "core/point.h"
#include "core/rules.h"

#include <stddef.h>
#include <stdint.h>

// Layer widths, with the letters of docs/develop/net.md.
enum {
    NET_REACH_MIN = 4, // R
    NET_REACH_MAX = 5,
    NET_FEATURES = 32,      // C
    NET_CONV_FEATURES = 16, // D
    NET_REGION_KINDS = 3,   // corner, side, middle
    NET_ROW_WIDTH = 2 * NET_FEATURES,
    // The widths of the heads are in the file: multiples of these, up to a limit.
    NET_GATED_STEP = 16,
    NET_GATED_MAX = 64,
    NET_WHOLE_STEP = 32,
    NET_WHOLE_MAX = 128,
    NET_HIDDEN_STEP = 32,
    NET_HIDDEN_MAX = 128,
    NET_TERMS_STEP = 4,
    NET_TERMS_MAX = 16,
    NET_JOINED_MAX = NET_WHOLE_MAX + NET_REGION_KINDS * NET_GATED_MAX,
    NET_EXP_COUNT = 2048,
    NET_PARTS_MAX = 2,
    NET_NAME_BYTES = 32, // with the terminating zero
};

// Widths of the heads.
typedef struct {
    int gated;  // U
    int whole;  // T
    int hidden; // V
    int terms;  // M, of the policy
} NetWidths;

// Number of inputs of the hidden layer.
static inline int net_joined(const NetWidths *w) {
    return w->whole + NET_REGION_KINDS * w->gated;
}

// Sections of a part, in file order.
typedef enum {
    NET_ROW,
    NET_KERNEL,
    NET_KERNEL_BIAS,
    NET_REGION,
    NET_REGION_BIAS,
    NET_TOTAL,
    NET_TOTAL_BIAS,
    NET_VALUE,
    NET_VALUE_BIAS,
    NET_WDL,
    NET_WDL_BIAS,
    NET_DYNAMIC,
    NET_DYNAMIC_BIAS,
    NET_POLICY_BIAS,
    NET_EXP,
    NET_SECTIONS,
} NetSection;

// The weights for one color, or for both.
typedef struct {
    const unsigned char *sections[NET_SECTIONS]; // borrowed from the file's bytes
} NetPart;

typedef struct {
    char name[NET_NAME_BYTES];
    const Rules *rules;
    int size_min, size_max; // board sizes it was trained on
    int reach;
    NetWidths widths;
    uint32_t checksum;
    size_t bytes;
    int part_count; // 1 for both colors, or 2: black's and white's
    NetPart parts[NET_PARTS_MAX];
} NetFile;

// Parses `len` bytes, which must outlive *out.
bool net_file_parse(const void *bytes, size_t len, NetFile *out, Error *err);

// The part for black or white.
static inline const NetPart *net_file_part(const NetFile *f, Stone color) {
    return &f->parts[color == WHITE ? f->part_count - 1 : 0];
}

// The i-th weight of a section.
int32_t net_file_weight(const NetPart *part, NetSection section, int i);

// The number of weights in a section of a part.
int net_section_count(NetSection section, int reach, const NetWidths *w);

// Number of arms, and of stored rows: a line and its reverse share one.
static inline int net_arm_count(int reach) {
    return reach == NET_REACH_MIN ? 121 : 364;
}

static inline int net_row_count(int reach) {
    int arms = net_arm_count(reach);
    return 3 * arms * (arms + 1) / 2;
}

// Summary of a section over all parts, for display: largest absolute value and limit.
typedef struct {
    const char *name;
    int count, largest, limit;
} NetSectionSummary;

NetSectionSummary net_file_summary(const NetFile *f, NetSection section);
