// Dynamic string (string builder), also for binary data. A zeroed Str is valid and empty;
// str_release zeroes it again.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *data; // NULL if nothing was added yet; otherwise ends with a NUL not counted in len
    size_t len, capacity;
} Str;

// A Str that is released at the end of its block, on every path. It must not be returned or stored.
#define ScopedStr __attribute__((cleanup(str_release))) Str

void str_add(Str *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void str_add_text(Str *s, const char *text);
void str_add_bytes(Str *s, const void *bytes, size_t len);
void str_add_char(Str *s, char c);

// `count` copies of `c`.
void str_add_repeated(Str *s, char c, int count);

// Truncates to `len` bytes.
void str_cut(Str *s, size_t len);

// Removes white space at both ends, in place.
void str_trim(Str *s);
char *text_trim(char *text); // returns the new start

// Removes all NUL bytes.
void str_remove_nuls(Str *s);

// Keeps the memory for reuse.
void str_clear(Str *s);
void str_release(Str *s);

// The text as a C string, "" if nothing was added. Valid until the next change.
const char *str_text(const Str *s);

// Little-endian integers in binary files, on every machine.
void bytes_add_u16(Str *out, unsigned n); // the lower 16 bits
void bytes_add_u32(Str *out, uint32_t n);

unsigned bytes_u16_at(const unsigned char *at);
uint32_t bytes_u32_at(const unsigned char *at);

// FNV-1a hash: detects accidental corruption, not tampering.
uint32_t bytes_fnv1a(const void *bytes, size_t len);

// CRC-32 as in zlib and PNG.
uint32_t bytes_crc32(const void *bytes, size_t len);
