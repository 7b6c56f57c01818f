#include "base/process.h"

#include "base/child.h"
#include "base/clock.h"
#include "base/line_reader.h"
#include "base/mem.h"

struct Process {
    Child *child;
    LineReader lines; // child_transfer adds its output
};

Process *process_start(const char *const *argv, const char *folder, Error *err) {
    Child *child = child_start(argv, folder, err);
    if (!child)
        return NULL;
    Process *p = mem_alloc(sizeof *p);
    p->child = child;
    p->lines = (LineReader){.fd = -1, .cr_ends_line = true};
    return p;
}

// ---- Reading and writing

static ProcessResult transfer(Process *p, ChildInput *input, int64_t deadline_ms) {
    line_reader_drop_taken(&p->lines);
    switch (child_transfer(p->child, &p->lines.unread, input, deadline_ms)) {
    case CHILD_TIMEOUT:
        return PROCESS_TIMEOUT;
    case CHILD_CLOSED:
        return PROCESS_ENDED;
    case CHILD_READY:
        break;
    }
    return p->lines.unread.len > PROCESS_UNREAD_MAX ? PROCESS_TOO_LONG : PROCESS_OK;
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
    line_reader_clear(&p->lines);
    while (!child_output_has_ended(p->child) && dropped < PROCESS_UNREAD_MAX &&
           transfer(p, NULL, 0) == PROCESS_OK) {
        dropped += p->lines.unread.len;
        line_reader_clear(&p->lines);
    }
}

ProcessResult process_read_line(Process *p, int64_t deadline_ms, Str *line) {
    for (;;) {
        p->lines.ended = child_output_has_ended(p->child);
        LineResult r = line_take(&p->lines, PROCESS_UNREAD_MAX, line);
        if (r != LINE_INCOMPLETE)
            return r == LINE_END ? PROCESS_ENDED : PROCESS_OK;
        ProcessResult transferred = transfer(p, NULL, deadline_ms);
        if (transferred != PROCESS_OK)
            return transferred;
    }
}

// ---- Stopping

bool process_has_ended(const Process *p) {
    return child_has_exited(p->child);
}

// Discards its last output. Closing the pipe instead would kill it with SIGPIPE.
static void read_to_end(Process *p, int64_t deadline_ms) {
    while (!child_output_has_ended(p->child) && clock_now_ms() <= deadline_ms) {
        line_reader_clear(&p->lines);
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
    line_reader_release(&p->lines);
    mem_free(p);
}
