#include "engine/random_net.h"

#include "base/number.h"
#include "base/str.h"
#include "engine/net/net_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Spread and limit of the weights of each section.
static const struct {
    int bytes, spread, limit;
} sections[NET_EXP] = {
    [NET_ROW] = {2, 90, 1023},
    [NET_KERNEL] = {2, 9, 120 / 9},
    [NET_KERNEL_BIAS] = {2, 300, 2047},
    [NET_REGION] = {2, 5, 1023},
    [NET_REGION_BIAS] = {4, 60000, 1 << 28},
    [NET_TOTAL] = {2, 5, 1023},
    [NET_TOTAL_BIAS] = {4, 60000, 1 << 28},
    [NET_VALUE] = {2, 20, 1023},
    [NET_VALUE_BIAS] = {4, 4000, 1 << 28},
    [NET_WDL] = {2, 100, 1023},
    [NET_WDL_BIAS] = {4, 1000, 1 << 28},
    [NET_DYNAMIC] = {2, 60, 1023},
    [NET_DYNAMIC_BIAS] = {4, 8000, 1 << 28},
    [NET_POLICY_BIAS] = {4, 4000, 1 << 26},
};

static int64_t floor_divide(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

// The sum of the four quarters of splitmix64, which has a standard deviation of 37837.
static int noise(uint64_t seed, uint64_t index, int spread, int limit) {
    uint64_t z = (index + 1 + (seed << 32)) * 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    z ^= z >> 31;
    int64_t sum = -2 * 0xFFFF;
    for (int i = 0; i < 4; i++)
        sum += (int64_t)(z >> 16 * i & 0xFFFF);
    int64_t n = floor_divide(sum * spread, 37837);
    return (int)(n < -limit ? -limit : n > limit ? limit : n);
}

static void add_header(Str *out, int seed, int reach, const NetWidths *w, int parts) {
    enum { FREESTYLE = 0, RENJU = 2 };
    char name[NET_NAME_BYTES] = {0};
    snprintf(name, sizeof name, "random %d", seed);
    str_add_bytes(out, "PENTADNN", 8);
    bytes_add_u16(out, 1);
    bytes_add_u16(out, (unsigned)parts);
    bytes_add_u32(out, 0); // payload length, filled in later
    str_add_bytes(out, (char[]){parts == 1 ? FREESTYLE : RENJU, 15, 15, (char)reach}, 4);
    const int widths[] = {NET_FEATURES, NET_CONV_FEATURES, w->gated, w->whole, w->hidden, w->terms};
    for (int i = 0; i < COUNT(widths); i++)
        bytes_add_u16(out, (unsigned)widths[i]);
    str_add_bytes(out, name, sizeof name);
}

static void add_part(Str *out, int seed, int reach, const NetWidths *w) {
    for (NetSection s = 0; s < NET_EXP; s++) {
        int count = net_section_count(s, reach, w);
        for (int i = 0; i < count; i++) {
            uint32_t n = (uint32_t)noise((uint64_t)(seed + (int)s), (uint64_t)i, sections[s].spread,
                                         sections[s].limit);
            if (sections[s].bytes == 2)
                bytes_add_u16(out, n);
            else
                bytes_add_u32(out, n);
        }
    }
    for (int i = 0; i < NET_EXP_COUNT; i++)
        bytes_add_u16(out, (unsigned)lrint(65535 * exp(-i / 128.0)));
}

void random_net_add(Str *out, int seed, int reach, const NetWidths *w, int parts) {
    enum { LENGTH_AT = 12, HEADER = 64 };
    size_t begin = out->len;
    add_header(out, seed, reach, w, parts);
    for (int part = 0; part < parts; part++)
        add_part(out, 100 * seed + 50 * part, reach, w);
    Str length = {0};
    bytes_add_u32(&length, (uint32_t)(out->len - begin - HEADER));
    memcpy(out->data + begin + LENGTH_AT, length.data, 4);
    str_release(&length);
    bytes_add_u32(out, bytes_crc32(out->data + begin, out->len - begin));
}
