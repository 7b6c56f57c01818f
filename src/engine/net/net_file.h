// The file of a net, as docs/net.md describes it: what is in it and where. A file that was accepted
// holds no number that could overflow a sum of the arithmetic.
#pragma once

#include "base/error.h"
#include "core/rules.h"
#include "core/stone.h"

#include <stddef.h>
#include <stdint.h>

// The widths, by the letters of docs/net.md.
enum {
    NET_REACH_MIN = 4, // R
    NET_REACH_MAX = 5,
    NET_FEATURES = 32,      // C
    NET_CONV_FEATURES = 16, // D
    NET_GATED = 16,         // U
    NET_WHOLE = 32,         // T
    NET_HIDDEN = 32,        // V
    NET_POLICY_TERMS = 4,   // M
    NET_REGION_KINDS = 3,   // of regions: corner, side, middle
    NET_ROW_WIDTH = 2 * NET_FEATURES,
    NET_JOINED = NET_WHOLE + NET_REGION_KINDS * NET_GATED, // what the hidden layer sees
    NET_EXP_COUNT = 2048,
    NET_PARTS_MAX = 2,
    NET_NAME_BYTES = 32, // the last is zero
};

// Of a part, in the file's order.
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

// The numbers for one colour, or for both.
typedef struct {
    const unsigned char *sections[NET_SECTIONS]; // in the bytes that were read
} NetPart;

typedef struct {
    char name[NET_NAME_BYTES];
    const Rules *rules;
    int size_min, size_max; // of the boards it was trained on
    int reach;
    uint32_t checksum;
    size_t bytes;
    int part_count; // one for both colours; or black's and white's
    NetPart parts[NET_PARTS_MAX];
} NetFile;

// Looks at `len` bytes, which must outlive *out.
bool net_file_parse(const void *bytes, size_t len, NetFile *out, Error *err);

// Of black or white.
static inline const NetPart *net_file_part(const NetFile *f, Stone color) {
    return &f->parts[color == WHITE ? f->part_count - 1 : 0];
}

// The i-th number of a section.
int32_t net_file_weight(const NetPart *part, NetSection section, int i);

// How many lines through a point have a row: of a line and its reverse only one has.
static inline int net_arm_count(int reach) {
    return reach == NET_REACH_MIN ? 121 : 364;
}

static inline int net_row_count(int reach) {
    int arms = net_arm_count(reach);
    return 3 * arms * (arms + 1) / 2;
}

// For people: a name, the largest number under it in all parts and how large it might be.
typedef struct {
    const char *name;
    int count, largest, limit;
} NetSectionSummary;

NetSectionSummary net_file_summary(const NetFile *f, NetSection section);
