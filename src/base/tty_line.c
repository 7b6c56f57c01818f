#include "base/tty_line.h"

#include "base/interrupt.h"

#include <errno.h>
#include <unistd.h>

enum { ENDED = -1, FAILED = -2 };

TtyLineReader tty_line_from(FILE *from) {
    return (TtyLineReader){.from = from};
}

// 0, ENDED or FAILED.
static int refill(TtyLineReader *t, int fd) {
    ssize_t n;
    do {
        if (!interrupt_wait(fd)) {
            errno = EINTR;
            return FAILED;
        }
        n = read(fd, t->buffer, sizeof t->buffer);
    } while (n < 0 && errno == EINTR);
    if (n < 0)
        return FAILED;
    t->at = 0;
    t->end = (size_t)n;
    return n > 0 ? 0 : ENDED;
}

// The next byte, ENDED or FAILED.
static int next(TtyLineReader *t) {
    int fd = fileno(t->from);
    if (fd < 0) {
        int c = getc(t->from);
        return c != EOF ? c : ferror(t->from) ? FAILED : ENDED;
    }
    int status = t->at < t->end ? 0 : refill(t, fd);
    return status < 0 ? status : (unsigned char)t->buffer[t->at++];
}

LineResult tty_line_read(TtyLineReader *t, size_t limit, Str *out) {
    str_clear(out);
    size_t seen = 0;
    int c;
    while ((c = next(t)) >= 0 && c != '\n')
        if (seen++ < limit)
            str_add_char(out, (char)c);
    if (c == FAILED)
        return LINE_FAILED;
    if (c == ENDED && seen == 0)
        return LINE_END;
    return seen > limit ? LINE_TOO_LONG : LINE_READ;
}
