#include "base/bytes.h"

void bytes_add_u16(Str *out, unsigned n) {
    str_add_char(out, (char)(n & 255));
    str_add_char(out, (char)(n >> 8 & 255));
}

void bytes_add_u32(Str *out, uint32_t n) {
    bytes_add_u16(out, n & 0xffff);
    bytes_add_u16(out, n >> 16);
}

unsigned bytes_u16_at(const unsigned char *at) {
    return at[0] | (unsigned)at[1] << 8;
}

uint32_t bytes_u32_at(const unsigned char *at) {
    return bytes_u16_at(at) | (uint32_t)bytes_u16_at(at + 2) << 16;
}

uint32_t bytes_fnv1a(const void *bytes, size_t len) {
    const unsigned char *at = bytes;
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < len; i++)
        sum = (sum ^ at[i]) * 16777619u;
    return sum;
}

uint32_t bytes_crc32(const void *bytes, size_t len) {
    uint32_t table[256];
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
    }
    const unsigned char *at = bytes;
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < len; i++)
        sum = sum >> 8 ^ table[(sum ^ at[i]) & 255];
    return ~sum;
}
