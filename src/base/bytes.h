// Little-endian integers in binary files, on every machine, and checksums (FNV-1a, CRC-32).
#pragma once

#include "base/str.h"

#include <stdint.h>

void bytes_add_u16(Str *out, unsigned n); // the lower 16 bits
void bytes_add_u32(Str *out, uint32_t n);

unsigned bytes_u16_at(const unsigned char *at);
uint32_t bytes_u32_at(const unsigned char *at);

// FNV-1a hash: detects accidental corruption, not tampering.
uint32_t bytes_fnv1a(const void *bytes, size_t len);

// CRC-32 as in zlib and PNG.
uint32_t bytes_crc32(const void *bytes, size_t len);
