#include "base/str.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char *reserve(Str *s, size_t more) {
    if (s->capacity - s->len <= more) { // <= leaves one byte for the NUL
        size_t doubled = s->capacity * 2;
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
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len > 0) {
        vsnprintf(reserve(s, (size_t)len), (size_t)len + 1, format, again);
        s->len += (size_t)len;
    }
    va_end(again);
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
    str_add_bytes(s, &c, 1);
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
