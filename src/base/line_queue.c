#include "base/line_queue.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

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
    in->shown -= in->taken;
    in->taken = 0;
}

static bool is_readable(int fd, int patience_ms) {
    struct pollfd wish = {.fd = fd, .events = POLLIN};
    return poll(&wish, 1, patience_ms) > 0;
}

// Waits if nothing has come. A read that a signal broke off is tried again by whoever called.
static void fill(LineQueue *in) {
    if (in->taken > in->buffer.len / 2) // seldom enough that moving costs no more than reading
        drop_taken(in);
    char bytes[4096];
    ssize_t n = read(in->fd, bytes, sizeof bytes);
    if (n > 0)
        str_add_bytes(&in->buffer, bytes, (size_t)n);
    else if (n == 0 || (errno != EINTR && errno != EAGAIN))
        in->ended = true;
}

static bool is_ending(const LineQueue *in, char c) {
    return c != '\0' && strchr(in->endings, c);
}

// The first place at or after `at` where a line begins.
static size_t skip_endings(const LineQueue *in, size_t at) {
    while (at < in->buffer.len && is_ending(in, in->buffer.data[at]))
        at++;
    return at;
}

// The first ending at or after `at`, or where the buffer ends.
static size_t find_ending(const LineQueue *in, size_t at) {
    while (at < in->buffer.len && !is_ending(in, in->buffer.data[at]))
        at++;
    return at;
}

// Steps over what is no line of its own: endings, and the rest of a line that was too long.
static void skip_to_line(LineQueue *in) {
    if (in->in_rest)
        in->taken = find_ending(in, in->taken);
    if (in->taken < in->buffer.len)
        in->in_rest = false;
    in->taken = skip_endings(in, in->taken);
    in->shown = in->taken;
}

// Is the line from `start` to `end` all there?
static bool is_complete(const LineQueue *in, size_t start, size_t end) {
    return end > start && (end < in->buffer.len || in->ended);
}

static void take(LineQueue *in, size_t end, Str *line) {
    size_t len = end - in->taken;
    in->in_rest = end == in->buffer.len;
    str_clear(line);
    str_add_bytes(line, in->buffer.data + in->taken, len < in->line_max ? len : in->line_max);
    in->taken = in->shown = end;
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
    if (!in->ended && in->buffer.len - in->taken < LINE_QUEUE_AHEAD_MAX && is_readable(in->fd, 0))
        fill(in);
    // A rest belongs to the line that was taken, and is none to be shown.
    size_t start = skip_endings(in, in->in_rest ? find_ending(in, in->shown) : in->shown);
    for (size_t end; is_complete(in, start, end = find_ending(in, start));
         start = skip_endings(in, end)) {
        in->shown = end;
        if (look(context, in->buffer.data + start, end - start))
            return true;
    }
    return false;
}

// Behind the ending of the line that was taken, which may be two bytes.
static bool has_more(const LineQueue *in) {
    size_t at = in->taken;
    bool is_pair =
        at + 1 < in->buffer.len && in->buffer.data[at] == '\r' && in->buffer.data[at + 1] == '\n';
    if (at < in->buffer.len && is_ending(in, in->buffer.data[at]))
        at += is_pair ? 2 : 1;
    return at < in->buffer.len || in->ended;
}

bool line_queue_has_input(LineQueue *in) {
    if (!has_more(in) && is_readable(in->fd, 0))
        fill(in);
    return has_more(in);
}

void line_queue_wait(LineQueue *in) {
    while (!line_queue_has_input(in))
        is_readable(in->fd, -1);
}
