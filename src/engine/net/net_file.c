#include "engine/net/net_file.h"

#include "base/number.h"
#include "base/str.h"
#include "core/point.h"

#include <stdlib.h>
#include <string.h>

static const char magic[8] = {'P', 'E', 'N', 'T', 'A', 'D', 'N', 'N'};

enum {
    VERSION = 1,
    HEAD_BYTES = 64,
    CHECK_BYTES = 4,
    AT_VERSION = 8,
    AT_ARCHITECTURE = 10,
    AT_PAYLOAD = 12,
    AT_RULES = 16,
    AT_SIZES = 17,
    AT_REACH = 19,
    AT_WIDTHS = 20,
    AT_NAME = 32,
    BIAS_MAX = 1 << 28,
    WEIGHT_MAX = 1023,
    KERNEL_SUM_MAX = 120,
};

static const Rules *const rules_by_number[] = {&rules_freestyle, &rules_standard, &rules_renju};

static const struct {
    char letter;
    int width;
} widths[] = {
    {'C', NET_FEATURES}, {'D', NET_CONV_FEATURES}, {'U', NET_GATED},
    {'T', NET_WHOLE},    {'V', NET_HIDDEN},        {'M', NET_POLICY_TERMS},
};

// NET_ROW's count is for one row; the number of rows depends on the reach.
static const struct {
    const char *name;
    int bytes; // per weight
    int count;
    int limit; // on absolute values
} sections[NET_SECTIONS] = {
    [NET_ROW] = {"row", 2, NET_FEATURES, 1023},
    [NET_KERNEL] = {"kernel", 2, 9 * NET_CONV_FEATURES, KERNEL_SUM_MAX},
    [NET_KERNEL_BIAS] = {"kernel_bias", 2, NET_CONV_FEATURES, 2047},
    [NET_REGION] = {"region", 2, NET_REGION_KINDS * 2 * NET_GATED *NET_ROW_WIDTH, WEIGHT_MAX},
    [NET_REGION_BIAS] = {"region_bias", 4, NET_REGION_KINDS * 2 * NET_GATED, BIAS_MAX},
    [NET_TOTAL] = {"total", 2, NET_WHOLE *NET_ROW_WIDTH, WEIGHT_MAX},
    [NET_TOTAL_BIAS] = {"total_bias", 4, NET_WHOLE, BIAS_MAX},
    [NET_VALUE] = {"value", 2, NET_HIDDEN *NET_JOINED, WEIGHT_MAX},
    [NET_VALUE_BIAS] = {"value_bias", 4, NET_HIDDEN, BIAS_MAX},
    [NET_WDL] = {"wdl", 2, 3 * NET_HIDDEN, WEIGHT_MAX},
    [NET_WDL_BIAS] = {"wdl_bias", 4, 3, BIAS_MAX},
    [NET_DYNAMIC] = {"dynamic", 2, NET_POLICY_TERMS *NET_ROW_WIDTH *NET_HIDDEN, WEIGHT_MAX},
    [NET_DYNAMIC_BIAS] = {"dynamic_bias", 4, NET_POLICY_TERMS *NET_ROW_WIDTH, BIAS_MAX},
    [NET_POLICY_BIAS] = {"policy_bias", 4, NET_POLICY_TERMS, BIAS_MAX},
    [NET_EXP] = {"exp", 2, NET_EXP_COUNT, UINT16_MAX},
};

static int count_of(NetSection section, int reach) {
    return sections[section].count * (section == NET_ROW ? net_row_count(reach) : 1);
}

static size_t bytes_of(NetSection section, int reach) {
    return (size_t)count_of(section, reach) * (size_t)sections[section].bytes;
}

int32_t net_file_weight(const NetPart *part, NetSection section, int i) {
    const unsigned char *at = part->sections[section] + (ptrdiff_t)i * sections[section].bytes;
    if (section == NET_EXP)
        return (int32_t)bytes_u16_at(at);
    return sections[section].bytes == 2 ? (int16_t)bytes_u16_at(at) : (int32_t)bytes_u32_at(at);
}

static bool check_kind(const unsigned char *head, Error *err) {
    unsigned version = bytes_u16_at(head + AT_VERSION);
    unsigned architecture = bytes_u16_at(head + AT_ARCHITECTURE);
    if (version != VERSION)
        return error_set(err, "the file has version %u; this program reads version %d", version,
                         VERSION);
    if (architecture < 1 || architecture > NET_PARTS_MAX)
        return error_set(err, "the net has architecture %u; this program supports 1 and %d",
                         architecture, NET_PARTS_MAX);
    if (head[AT_RULES] >= COUNT(rules_by_number))
        return error_set(err, "rule set number %u is unknown; 0 to %d are known", head[AT_RULES],
                         COUNT(rules_by_number) - 1);
    if (head[AT_REACH] < NET_REACH_MIN || head[AT_REACH] > NET_REACH_MAX)
        return error_set(err, "the line reach is %u; expected %d or %d", head[AT_REACH],
                         NET_REACH_MIN, NET_REACH_MAX);
    for (int i = 0; i < COUNT(widths); i++) {
        unsigned width = bytes_u16_at(head + AT_WIDTHS + 2 * i);
        if (width != (unsigned)widths[i].width)
            return error_set(err, "the width %c is %u; architecture %u has %d", widths[i].letter,
                             width, architecture, widths[i].width);
    }
    return true;
}

static bool check_sizes(int smallest, int largest, Error *err) {
    if (smallest < BOARD_MIN_PLAYABLE || largest > BOARD_MAX || smallest > largest)
        return error_set(
            err, "trained on boards of %d to %d; expected sizes from %d to %d, smaller first",
            smallest, largest, BOARD_MIN_PLAYABLE, BOARD_MAX);
    return true;
}

static bool check_name(const unsigned char *name, Error *err) {
    if (name[NET_NAME_BYTES - 1] != 0)
        return error_set(err, "the name is longer than %d characters", NET_NAME_BYTES - 1);
    size_t length = strlen((const char *)name);
    for (size_t i = 0; i < NET_NAME_BYTES; i++)
        if (i < length ? name[i] < ' ' || name[i] > '~' : name[i] != 0)
            return error_set(
                err, "the name contains the byte %u; expected printable ASCII, padded with zeros",
                name[i]);
    return true;
}

// The architecture number is the number of parts.
static int parts_of(const unsigned char *head) {
    return (int)bytes_u16_at(head + AT_ARCHITECTURE);
}

static bool check_length(const unsigned char *head, size_t len, Error *err) {
    size_t payload = 0;
    for (NetSection s = 0; s < NET_SECTIONS; s++)
        payload += bytes_of(s, head[AT_REACH]);
    payload *= (size_t)parts_of(head);
    uint32_t stated = bytes_u32_at(head + AT_PAYLOAD);
    if (stated != payload)
        return error_set(err, "the header says %u bytes of weights; expected %zu", stated, payload);
    if (len != HEAD_BYTES + payload + CHECK_BYTES)
        return error_set(err, "the file has %zu bytes; expected %zu", len,
                         HEAD_BYTES + payload + CHECK_BYTES);
    return true;
}

NetSectionSummary net_file_summary(const NetFile *f, NetSection section) {
    int count = count_of(section, f->reach);
    NetSectionSummary sum = {sections[section].name, f->part_count * count, 0,
                             sections[section].limit};
    for (int part = 0; part < f->part_count; part++)
        for (int i = 0; i < count; i++) {
            int32_t n = net_file_weight(&f->parts[part], section, i);
            // INT32_MIN has no absolute value.
            sum.largest = int_max(sum.largest, n == INT32_MIN ? INT32_MAX : abs(n));
        }
    return sum;
}

static bool check_part(const NetPart *part, Error *err) {
    // The largest logit has this share, so the softmax never divides by 0.
    if (net_file_weight(part, NET_EXP, 0) == 0)
        return error_set(err, "'exp' starts with 0; expected 1 to %d", UINT16_MAX);
    for (int c = 0; c < NET_CONV_FEATURES; c++) {
        int sum = 0;
        for (int k = 0; k < 9; k++)
            sum += abs(net_file_weight(part, NET_KERNEL, k * NET_CONV_FEATURES + c));
        if (sum > KERNEL_SUM_MAX)
            return error_set(err, "the kernel weights of channel %d add up to %d; the limit is %d",
                             c, sum, KERNEL_SUM_MAX);
    }
    return true;
}

static bool check_ranges(const NetFile *f, Error *err) {
    for (NetSection s = 0; s < NET_SECTIONS; s++) {
        NetSectionSummary sum = net_file_summary(f, s);
        if (sum.largest > sum.limit)
            return error_set(err, "a weight of '%s' has the absolute value %d; the limit is %d",
                             sum.name, sum.largest, sum.limit);
    }
    for (int part = 0; part < f->part_count; part++)
        if (!check_part(&f->parts[part], err))
            return false;
    return true;
}

bool net_file_parse(const void *bytes, size_t len, NetFile *out, Error *err) {
    const unsigned char *head = bytes;
    if (len < sizeof magic || memcmp(head, magic, sizeof magic) != 0)
        return error_set(err, "not a net: it does not begin with 'PENTADNN'");
    if (len < HEAD_BYTES)
        return error_set(err, "only %zu bytes; the header of a net alone has %d", len, HEAD_BYTES);
    if (!check_kind(head, err) || !check_sizes(head[AT_SIZES], head[AT_SIZES + 1], err) ||
        !check_name(head + AT_NAME, err) || !check_length(head, len, err))
        return false;
    NetFile f = {
        .rules = rules_by_number[head[AT_RULES]],
        .size_min = head[AT_SIZES],
        .size_max = head[AT_SIZES + 1],
        .reach = head[AT_REACH],
        .checksum = bytes_u32_at(head + len - CHECK_BYTES),
        .bytes = len,
        .part_count = parts_of(head),
    };
    uint32_t sum = bytes_crc32(head, len - CHECK_BYTES);
    if (sum != f.checksum)
        return error_set(err, "damaged: the stored checksum is %08x, the computed one is %08x",
                         f.checksum, sum);
    memcpy(f.name, head + AT_NAME, sizeof f.name);
    const unsigned char *at = head + HEAD_BYTES;
    for (int part = 0; part < f.part_count; part++)
        for (NetSection s = 0; s < NET_SECTIONS; s++) {
            f.parts[part].sections[s] = at;
            at += bytes_of(s, f.reach);
        }
    if (!check_ranges(&f, err))
        return false;
    *out = f;
    return true;
}
