#include "base/line.h"

#include <errno.h>

LineResult line_read(FILE *from, size_t limit, Str *out) {
    str_clear(out);
    size_t seen = 0;
    int c;
    errno = 0;
    while ((c = getc_unlocked(from)) != EOF && c != '\n') {
        if (seen++ < limit)
            str_add_char(out, (char)c);
    }
    if (c == EOF && ferror(from))
        return LINE_FAILED;
    if (c == EOF && seen == 0)
        return LINE_END;
    return seen > limit ? LINE_TOO_LONG : LINE_READ;
}
