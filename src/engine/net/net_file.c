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
    POLICY_BIAS_MAX = 1 << 26, // the biases of all terms are added up
};

static const Rules *const rules_by_number[] = {&rules_freestyle, &rules_standard, &rules_renju,
                                               &rules_caro, &rules_caro_overline};

// In file order. A width is a multiple of `step`, from `step` to `max`.
static const struct {
    char letter;
    int step, max;
} widths[] = {
    {'C', NET_FEATURES, NET_FEATURES},      {'D', NET_CONV_FEATURES, NET_CONV_FEATURES},
    {'U', NET_GATED_STEP, NET_GATED_MAX},   {'T', NET_WHOLE_STEP, NET_WHOLE_MAX},
    {'V', NET_HIDDEN_STEP, NET_HIDDEN_MAX}, {'M', NET_TERMS_STEP, NET_TERMS_MAX},
};

static const struct {
    const char *name;
    int bytes; // per weight
    int limit; // on absolute values
} sections[NET_SECTIONS] = {
    [NET_ROW] = {"row", 2, 1023},
    [NET_KERNEL] = {"kernel", 2, KERNEL_SUM_MAX},
    [NET_KERNEL_BIAS] = {"kernel_bias", 2, 2047},
    [NET_REGION] = {"region", 2, WEIGHT_MAX},
    [NET_REGION_BIAS] = {"region_bias", 4, BIAS_MAX},
    [NET_TOTAL] = {"total", 2, WEIGHT_MAX},
    [NET_TOTAL_BIAS] = {"total_bias", 4, BIAS_MAX},
    [NET_VALUE] = {"value", 2, WEIGHT_MAX},
    [NET_VALUE_BIAS] = {"value_bias", 4, BIAS_MAX},
    [NET_WDL] = {"wdl", 2, WEIGHT_MAX},
    [NET_WDL_BIAS] = {"wdl_bias", 4, BIAS_MAX},
    [NET_DYNAMIC] = {"dynamic", 2, WEIGHT_MAX},
    [NET_DYNAMIC_BIAS] = {"dynamic_bias", 4, BIAS_MAX},
    [NET_POLICY_BIAS] = {"policy_bias", 4, POLICY_BIAS_MAX},
    [NET_EXP] = {"exp", 2, UINT16_MAX},
};

int net_section_count(NetSection section, int reach, const NetWidths *w) {
    const int counts[NET_SECTIONS] = {
        [NET_ROW] = net_row_count(reach) * NET_FEATURES,
        [NET_KERNEL] = 9 * NET_CONV_FEATURES,
        [NET_KERNEL_BIAS] = NET_CONV_FEATURES,
        [NET_REGION] = NET_REGION_KINDS * 2 * w->gated * NET_ROW_WIDTH,
        [NET_REGION_BIAS] = NET_REGION_KINDS * 2 * w->gated,
        [NET_TOTAL] = w->whole * NET_ROW_WIDTH,
        [NET_TOTAL_BIAS] = w->whole,
        [NET_VALUE] = w->hidden * net_joined(w),
        [NET_VALUE_BIAS] = w->hidden,
        [NET_WDL] = 3 * w->hidden,
        [NET_WDL_BIAS] = 3,
        [NET_DYNAMIC] = w->terms * NET_ROW_WIDTH * w->hidden,
        [NET_DYNAMIC_BIAS] = w->terms * NET_ROW_WIDTH,
        [NET_POLICY_BIAS] = w->terms,
        [NET_EXP] = NET_EXP_COUNT,
    };
    return counts[section];
}

static size_t bytes_of(NetSection section, int reach, const NetWidths *w) {
    return (size_t)net_section_count(section, reach, w) * (size_t)sections[section].bytes;
}

static int width_at(const unsigned char *head, int i) {
    return (int)bytes_u16_at(head + AT_WIDTHS + 2 * i);
}

static NetWidths widths_of(const unsigned char *head) {
    return (NetWidths){width_at(head, 2), width_at(head, 3), width_at(head, 4), width_at(head, 5)};
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
        int width = width_at(head, i), step = widths[i].step, max = widths[i].max;
        if (width < step || width > max || width % step != 0)
            return step == max
                       ? error_set(err, "the width %c is %d; expected %d", widths[i].letter, width,
                                   step)
                       : error_set(err, "the width %c is %d; expected a multiple of %d up to %d",
                                   widths[i].letter, width, step, max);
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
    NetWidths w = widths_of(head);
    for (NetSection s = 0; s < NET_SECTIONS; s++)
        payload += bytes_of(s, head[AT_REACH], &w);
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
    int count = net_section_count(section, f->reach, &f->widths);
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
        .widths = widths_of(head),
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
            at += bytes_of(s, f.reach, &f.widths);
        }
    if (!check_ranges(&f, err))
        return false;
    *out = f;
    return true;
}
