// Numbers in binary files: the low byte first, on every machine; and a checksum over them.
#pragma once

#include "base/str.h"

#include <stdint.h>

void bytes_add_u16(Str *out, unsigned n); // the lower sixteen bits
void bytes_add_u32(Str *out, uint32_t n);

unsigned bytes_u16_at(const unsigned char *at);
uint32_t bytes_u32_at(const unsigned char *at);

// FNV-1a: finds what a disk or a transfer has spoilt, not what somebody means to hide.
uint32_t bytes_fnv1a(const void *bytes, size_t len);

// CRC-32, as zlib and PNG have it.
uint32_t bytes_crc32(const void *bytes, size_t len);
