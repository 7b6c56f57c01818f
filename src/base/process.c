#include "base/process.h"

#include "base/child.h"
#include "base/clock.h"
#include "base/mem.h"

#include <string.h>

struct Process {
    Child *child;
    Str unread;
    size_t read;   // bytes of `unread` already returned
    bool after_cr; // the last line ended with CR: skip an LF that follows
};

Process *process_start(const char *const *argv, const char *folder, Error *err) {
    Child *child = child_start(argv, folder, err);
    if (!child)
        return NULL;
    Process *p = mem_alloc(sizeof *p);
    p->child = child;
    return p;
}

// ---- Reading and writing

// Drops the bytes already returned from the buffer.
static void drop_read(Process *p) {
    size_t left = p->unread.len - p->read;
    if (p->read > 0 && left > 0)
        memmove(p->unread.data, p->unread.data + p->read, left);
    str_cut(&p->unread, left);
    p->read = 0;
}

static ProcessResult transfer(Process *p, ChildInput *input, int64_t deadline_ms) {
    drop_read(p);
    switch (child_transfer(p->child, &p->unread, input, deadline_ms)) {
    case CHILD_TIMEOUT:
        return PROCESS_TIMEOUT;
    case CHILD_CLOSED:
        return PROCESS_ENDED;
    case CHILD_READY:
        break;
    }
    return p->unread.len > PROCESS_UNREAD_MAX ? PROCESS_TOO_LONG : PROCESS_OK;
}

ProcessResult process_write(Process *p, const char *bytes, size_t len, int64_t deadline_ms) {
    ChildInput input = {bytes, len};
    ProcessResult r = PROCESS_OK;
    while (r == PROCESS_OK && input.len > 0)
        r = transfer(p, &input, deadline_ms);
    return r;
}

// Stops after PROCESS_UNREAD_MAX bytes, because a program may write without end.
void process_drop_output(Process *p) {
    size_t dropped = 0;
    p->read = p->unread.len;
    while (!child_output_has_ended(p->child) && dropped < PROCESS_UNREAD_MAX &&
           transfer(p, NULL, 0) == PROCESS_OK) {
        dropped += p->unread.len;
        p->read = p->unread.len;
    }
    p->after_cr = false;
}

// After a CR that ended a line, skips an LF, which may arrive in a later read.
static void skip_lf_after_cr(Process *p) {
    if (!p->after_cr || p->read == p->unread.len)
        return;
    p->after_cr = false;
    if (p->unread.data[p->read] == '\n')
        p->read++;
}

// The index of the first line ending at or after `at`; `len` if there is none.
static size_t find_ending(const char *text, size_t len, size_t at) {
    while (at < len && text[at] != '\n' && text[at] != '\r')
        at++;
    return at;
}

static void take_line(Process *p, size_t len, Str *line) {
    str_clear(line);
    str_add_bytes(line, p->unread.data + p->read, len);
    p->read += len;
    if (p->read == p->unread.len)
        return;
    p->after_cr = p->unread.data[p->read] == '\r';
    p->read++;
}

ProcessResult process_read_line(Process *p, int64_t deadline_ms, Str *line) {
    size_t searched = 0; // unread bytes known to have no line ending
    for (;;) {
        skip_lf_after_cr(p);
        const char *text = str_text(&p->unread) + p->read;
        size_t len = p->unread.len - p->read;
        size_t end = find_ending(text, len, searched);
        bool ended = child_output_has_ended(p->child);
        if (end < len || (ended && len > 0)) {
            take_line(p, end, line);
            return PROCESS_OK;
        }
        if (ended)
            return PROCESS_ENDED;
        searched = len;
        ProcessResult r = transfer(p, NULL, deadline_ms);
        if (r != PROCESS_OK)
            return r;
    }
}

// ---- Stopping

bool process_has_ended(const Process *p) {
    return child_has_exited(p->child);
}

// Discards its last output. Closing the pipe instead would kill it with SIGPIPE.
static void read_to_end(Process *p, int64_t deadline_ms) {
    while (!child_output_has_ended(p->child) && clock_now_ms() <= deadline_ms) {
        p->read = p->unread.len;
        if (transfer(p, NULL, deadline_ms) == PROCESS_TIMEOUT)
            return;
    }
}

void process_stop(Process *p, int64_t deadline_ms, Str *how) {
    if (!p)
        return;
    child_close_input(p->child);
    read_to_end(p, deadline_ms);
    child_stop(p->child, deadline_ms, how);
    str_release(&p->unread);
    mem_free(p);
}
