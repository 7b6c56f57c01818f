#include "base/line_reader.h"

#include "base/input.h"
#include "base/interrupt.h"

#include <errno.h>
#include <string.h>

LineReader line_reader_from(FILE *stream) {
    return (LineReader){.fd = fileno(stream), .stream = stream};
}

void line_reader_release(LineReader *r) {
    str_release(&r->unread);
}

void line_reader_clear(LineReader *r) {
    str_clear(&r->unread);
    r->taken = r->searched = r->peeked = 0;
    r->in_long_line = r->after_cr = false;
}

// ---- Reading

void line_reader_drop_taken(LineReader *r) {
    size_t left = r->unread.len - r->taken;
    if (r->taken > 0 && left > 0)
        memmove(r->unread.data, r->unread.data + r->taken, left);
    str_cut(&r->unread, left);
    r->taken = 0;
}

// Blocks if nothing is available. False on a read error.
static bool read_available(LineReader *r) {
    if (r->taken > r->unread.len / 2) // rarely enough that moving costs no more than reading
        line_reader_drop_taken(r);
    char bytes[4096];
    ssize_t n = r->fd >= 0 ? input_read(r->fd, bytes, sizeof bytes)
                           : (ssize_t)fread(bytes, 1, sizeof bytes, r->stream);
    if (n > 0)
        str_add_bytes(&r->unread, bytes, (size_t)n);
    r->ended = n == 0;
    return n >= 0 || errno == EINTR || errno == EAGAIN;
}

// False on a read error, and if a signal was caught.
static bool wait_and_read(LineReader *r) {
    if (r->fd >= 0 && !interrupt_wait(r->fd)) {
        errno = EINTR;
        return false;
    }
    return read_available(r);
}

static void read_without_blocking(LineReader *r) {
    if (!r->ended && input_wait(r->fd, 0) && !read_available(r))
        r->ended = true;
}

// ---- Splitting

static bool is_ending(const LineReader *r, char c) {
    return c == '\n' || (c == '\r' && r->cr_ends_line);
}

// The index of the first line ending at or after `at`, or the end of the bytes.
static size_t find_ending(const LineReader *r, size_t at) {
    while (at < r->unread.len && !is_ending(r, r->unread.data[at]))
        at++;
    return at;
}

static void take_until(LineReader *r, size_t end) {
    bool is_whole = end < r->unread.len;
    r->after_cr = is_whole && r->unread.data[end] == '\r';
    r->in_long_line = !is_whole;
    r->taken = is_whole ? end + 1 : end;
    r->searched = r->peeked = 0;
}

// Skips the rest of a line that was too long, and the LF of a CR LF.
static void skip_to_line(LineReader *r) {
    if (r->in_long_line)
        take_until(r, find_ending(r, r->taken));
    if (!r->after_cr || r->taken == r->unread.len)
        return;
    r->after_cr = false;
    if (r->unread.data[r->taken] == '\n')
        r->taken++;
}

LineResult line_take(LineReader *r, size_t limit, Str *line) {
    str_clear(line);
    skip_to_line(r);
    size_t end = find_ending(r, r->taken + r->searched), len = end - r->taken;
    r->searched = len;
    if (end == r->unread.len && len <= limit && !r->ended)
        return LINE_INCOMPLETE;
    if (end == r->unread.len && len == 0)
        return LINE_END;
    str_add_bytes(line, r->unread.data + r->taken, len < limit ? len : limit);
    take_until(r, end);
    return len > limit ? LINE_TOO_LONG : LINE_READ;
}

LineResult line_read(LineReader *r, size_t limit, Str *line) {
    LineResult result;
    while ((result = line_take(r, limit, line)) == LINE_INCOMPLETE)
        if (!wait_and_read(r))
            return LINE_FAILED;
    return result;
}

bool line_read_command(LineReader *r, size_t limit, Str *line) {
    LineResult result;
    do
        result = line_read(r, limit, line);
    while (result == LINE_READ && line->len == 0);
    return result == LINE_READ || result == LINE_TOO_LONG;
}

// ---- Looking ahead

bool line_peek(LineReader *r, bool (*look)(void *context, const char *line, size_t len),
               void *context) {
    if (r->unread.len - r->taken < LINE_AHEAD_MAX)
        read_without_blocking(r);
    skip_to_line(r);
    size_t start = r->taken + r->peeked, end;
    while ((end = find_ending(r, start)) < r->unread.len || (r->ended && end > start)) {
        bool is_found = end > start && look(context, r->unread.data + start, end - start);
        start = end < r->unread.len ? end + 1 : end;
        r->peeked = start - r->taken;
        if (is_found)
            return true;
    }
    return false;
}

static bool has_unread(LineReader *r) {
    skip_to_line(r);
    return r->taken < r->unread.len || r->ended;
}

bool line_has_input(LineReader *r) {
    if (!has_unread(r))
        read_without_blocking(r);
    return has_unread(r);
}

void line_wait(LineReader *r) {
    while (!has_unread(r) && wait_and_read(r))
        continue;
}
