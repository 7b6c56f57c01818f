#include "base/line.h"

#include "base/input.h"
#include "base/interrupt.h"

#include <errno.h>

enum { ENDED = -1, FAILED = -2 };

LineReader line_reader_from(FILE *from) {
    return (LineReader){.from = from};
}

// 0, ENDED or FAILED.
static int refill(LineReader *r, int fd) {
    ssize_t n;
    do {
        if (!interrupt_wait(fd)) {
            errno = EINTR;
            return FAILED;
        }
        n = input_read(fd, r->buffer, sizeof r->buffer);
    } while (n < 0 && errno == EINTR);
    if (n < 0)
        return FAILED;
    r->at = 0;
    r->end = (size_t)n;
    return n > 0 ? 0 : ENDED;
}

// The next byte, ENDED or FAILED.
static int next(LineReader *r) {
    int fd = fileno(r->from);
    if (fd < 0) {
        int c = getc(r->from);
        return c != EOF ? c : ferror(r->from) ? FAILED : ENDED;
    }
    int status = r->at < r->end ? 0 : refill(r, fd);
    return status < 0 ? status : (unsigned char)r->buffer[r->at++];
}

LineResult line_read(LineReader *r, size_t limit, Str *out) {
    str_clear(out);
    size_t seen = 0;
    int c;
    while ((c = next(r)) >= 0 && c != '\n')
        if (seen++ < limit)
            str_add_char(out, (char)c);
    if (c == FAILED)
        return LINE_FAILED;
    if (c == ENDED && seen == 0)
        return LINE_END;
    return seen > limit ? LINE_TOO_LONG : LINE_READ;
}
