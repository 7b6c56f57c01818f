#include "base/error.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(Error *err, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    utf8_make_printable(err->text);
    return false;
}

bool error_prefix(Error *err, const char *context) {
    Error reason = *err;
    return error_set(err, "%s: %s", context, reason.text);
}
