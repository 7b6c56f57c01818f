#include "base/line_queue.h"

#include "base/input.h"

#include <errno.h>
#include <string.h>

LineQueue line_queue_from(int fd) {
    return (LineQueue){.fd = fd, .line_max = LINE_QUEUE_LINE_MAX, .endings = "\r\n"};
}

void line_queue_release(LineQueue *in) {
    str_release(&in->buffer);
}

static void drop_taken(LineQueue *in) {
    size_t left = in->buffer.len - in->taken;
    if (left > 0)
        memmove(in->buffer.data, in->buffer.data + in->taken, left);
    str_cut(&in->buffer, left);
    in->peeked -= in->taken;
    in->taken = 0;
}

// Blocks if there is no input. Returns without reading if a signal interrupts; callers loop.
static void fill(LineQueue *in) {
    if (in->taken > in->buffer.len / 2) // rarely enough that moving costs no more than reading
        drop_taken(in);
    char bytes[4096];
    ssize_t n = input_read(in->fd, bytes, sizeof bytes);
    if (n > 0)
        str_add_bytes(&in->buffer, bytes, (size_t)n);
    else if (n == 0 || (errno != EINTR && errno != EAGAIN))
        in->ended = true;
}

static bool is_ending(const LineQueue *in, char c) {
    return c != '\0' && strchr(in->endings, c);
}

// The first index at or after `at` that is not a line ending.
static size_t skip_endings(const LineQueue *in, size_t at) {
    while (at < in->buffer.len && is_ending(in, in->buffer.data[at]))
        at++;
    return at;
}

// The index of the first line ending at or after `at`, or the end of the buffer.
static size_t find_ending(const LineQueue *in, size_t at) {
    while (at < in->buffer.len && !is_ending(in, in->buffer.data[at]))
        at++;
    return at;
}

// Skips line endings and the rest of a truncated line.
static void skip_to_line(LineQueue *in) {
    if (in->in_long_line)
        in->taken = find_ending(in, in->taken);
    if (in->taken < in->buffer.len)
        in->in_long_line = false;
    in->taken = skip_endings(in, in->taken);
    in->peeked = in->taken;
}

// True if the whole line from `start` to `end` has been read.
static bool is_complete(const LineQueue *in, size_t start, size_t end) {
    return end > start && (end < in->buffer.len || in->ended);
}

static void take(LineQueue *in, size_t end, Str *line) {
    size_t len = end - in->taken;
    in->in_long_line = end == in->buffer.len;
    str_clear(line);
    str_add_bytes(line, in->buffer.data + in->taken, len < in->line_max ? len : in->line_max);
    in->taken = in->peeked = end;
}

bool line_queue_next(LineQueue *in, Str *line) {
    for (;;) {
        skip_to_line(in);
        size_t end = find_ending(in, in->taken);
        if (is_complete(in, in->taken, end) || end - in->taken >= in->line_max) {
            take(in, end, line);
            return true;
        }
        if (in->ended)
            return false;
        fill(in);
    }
}

bool line_queue_peek(LineQueue *in, bool (*look)(void *context, const char *line, size_t len),
                     void *context) {
    if (!in->ended && in->buffer.len - in->taken < LINE_QUEUE_AHEAD_MAX && input_wait(in->fd, 0))
        fill(in);
    // The rest of a truncated line is not passed to `look`.
    size_t start = skip_endings(in, in->in_long_line ? find_ending(in, in->peeked) : in->peeked);
    for (size_t end; is_complete(in, start, end = find_ending(in, start));
         start = skip_endings(in, end)) {
        in->peeked = end;
        if (look(context, in->buffer.data + start, end - start))
            return true;
    }
    return false;
}

// True if the buffer has anything after the ending (LF, CR or CR LF) of the last line taken.
static bool has_more(const LineQueue *in) {
    size_t at = in->taken;
    bool is_pair =
        at + 1 < in->buffer.len && in->buffer.data[at] == '\r' && in->buffer.data[at + 1] == '\n';
    if (at < in->buffer.len && is_ending(in, in->buffer.data[at]))
        at += is_pair ? 2 : 1;
    return at < in->buffer.len || in->ended;
}

bool line_queue_has_input(LineQueue *in) {
    if (!has_more(in) && input_wait(in->fd, 0))
        fill(in);
    return has_more(in);
}

void line_queue_wait(LineQueue *in) {
    while (!has_more(in))
        fill(in);
}
