// Numbers in binary files: the low byte first, on every machine; and a checksum over them.
#pragma once

#include "base/str.h"

#include <stdint.h>

void bytes_add_short(Str *out, unsigned n); // the lower sixteen bits
void bytes_add_word(Str *out, uint32_t n);

unsigned bytes_short_at(const unsigned char *at);
uint32_t bytes_word_at(const unsigned char *at);

// FNV-1a: finds what a disk or a transfer has spoilt, not what somebody means to hide.
uint32_t bytes_checksum(const void *bytes, size_t len);

// CRC-32, as zlib and PNG have it.
uint32_t bytes_crc(const void *bytes, size_t len);
