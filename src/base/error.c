#include "base/error.h"

#include "base/utf8.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void error_write(Error *err, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    utf8_make_printable(err->text);
}

enum { CONTEXT_PART = 48 }; // bytes kept at the start and at the end of a long context

// A UTF-8 continuation byte.
static bool is_continuation(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

bool error_prefix(Error *err, const char *context) {
    Error reason = *err;
    int len = (int)strnlen(context, INT_MAX);
    if (len <= 2 * CONTEXT_PART)
        return error_set(err, "%s: %s", context, reason.text);
    int start = CONTEXT_PART, end = len - CONTEXT_PART;
    while (start > 0 && is_continuation(context[start]))
        start--;
    while (end < len && is_continuation(context[end]))
        end++;
    return error_set(err, "%.*s...%s: %s", start, context, context + end, reason.text);
}
