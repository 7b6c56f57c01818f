#include "base/str.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char *reserve(Str *s, size_t more) {
    enum { SMALLEST = 24 };             // malloc gives no less
    if (s->capacity - s->len <= more) { // <= leaves one byte for the NUL
        size_t doubled = s->capacity ? s->capacity * 2 : SMALLEST;
        size_t needed = s->len + more + 1;
        s->capacity = doubled > needed ? doubled : needed;
        s->data = mem_resize(s->data, s->capacity);
    }
    return s->data + s->len;
}

void str_add(Str *s, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t room = s->capacity - s->len;
    int len = vsnprintf(room ? s->data + s->len : NULL, room, format, args);
    va_end(args);
    if (len > 0 && (size_t)len >= room)
        vsnprintf(reserve(s, (size_t)len), (size_t)len + 1, format, again);
    va_end(again);
    if (len > 0)
        s->len += (size_t)len;
    else if (room)
        s->data[s->len] = '\0';
}

void str_add_text(Str *s, const char *text) {
    str_add_bytes(s, text, strlen(text));
}

void str_add_bytes(Str *s, const void *bytes, size_t len) {
    if (len == 0)
        return;
    memcpy(reserve(s, len), bytes, len);
    s->len += len;
    s->data[s->len] = '\0';
}

void str_add_char(Str *s, char c) {
    char *at = reserve(s, 1);
    at[0] = c;
    at[1] = '\0';
    s->len++;
}

void str_add_repeated(Str *s, char c, int count) {
    for (int i = 0; i < count; i++)
        str_add_char(s, c);
}

void str_cut(Str *s, size_t len) {
    if (len >= s->len)
        return;
    s->len = len;
    s->data[len] = '\0';
}

static const char blanks[] = " \t\r\n\v\f";

char *text_trim(char *text) {
    text += strspn(text, blanks);
    size_t len = strlen(text);
    while (len > 0 && strchr(blanks, text[len - 1]))
        text[--len] = '\0';
    return text;
}

void str_trim(Str *s) {
    if (!s->data)
        return;
    const char *start = text_trim(s->data);
    s->len = strlen(start);
    memmove(s->data, start, s->len + 1);
}

void str_remove_nuls(Str *s) {
    size_t kept = 0;
    for (size_t i = 0; i < s->len; i++)
        if (s->data[i])
            s->data[kept++] = s->data[i];
    str_cut(s, kept);
}

void str_clear(Str *s) {
    str_cut(s, 0);
}

void str_release(Str *s) {
    mem_free(s->data);
    *s = (Str){0};
}

const char *str_text(const Str *s) {
    return s->data ? s->data : "";
}

// ---- Binary files

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
