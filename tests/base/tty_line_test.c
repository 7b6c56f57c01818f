#include "base/tty_line.h"

#include "base/interrupt.h"
#include "base/util.h"
#include "test.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name, *text;
    LineResult results[4];
    const char *lines[4];
} rows[] = {
    {"nothing", "", {LINE_END}, {""}},
    {"two lines", "ab\ncd\n", {LINE_READ, LINE_READ, LINE_END}, {"ab", "cd", ""}},
    {"no newline at the end", "ab", {LINE_READ, LINE_END}, {"ab", ""}},
    {"an empty line", "\n", {LINE_READ, LINE_END}, {"", ""}},
    {"too long", "abcdefgh\ni\n", {LINE_TOO_LONG, LINE_READ, LINE_END}, {"abcde", "i", ""}},
};

static void check_lines(const char *name, FILE *from, const LineResult *results,
                        const char *const *lines) {
    TtyLineReader t = tty_line_from(from);
    Str line = {0};
    for (int i = 0; lines[i]; i++) {
        CHECK_INT(name, tty_line_read(&t, 5, &line), results[i]);
        CHECK_TEXT(name, str_text(&line), lines[i]);
    }
    str_release(&line);
    fclose(from);
}

static FILE *pipe_with(const char *text) {
    int ends[2];
    CHECK("pipe", pipe(ends) == 0);
    CHECK("filled", write(ends[1], text, strlen(text)) == (ssize_t)strlen(text));
    close(ends[1]);
    return fdopen(ends[0], "r");
}

TEST(tty_line_reads_lines_from_a_pipe_and_from_memory) {
    for (int i = 0; i < COUNT(rows); i++) {
        const char *text = rows[i].text;
        check_lines(rows[i].name, pipe_with(text), rows[i].results, rows[i].lines);
        if (*text)
            check_lines(rows[i].name, fmemopen((char *)(uintptr_t)text, strlen(text), "r"),
                        rows[i].results, rows[i].lines);
    }
}

// An open pipe without input: a plain read would block forever.
TEST(tty_line_notices_a_signal_that_came_before) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (int i = 0; i < COUNT(signals); i++) {
        int ends[2];
        CHECK("pipe", pipe(ends) == 0);
        FILE *from = fdopen(ends[0], "r");
        TtyLineReader t = tty_line_from(from);
        Str line = {0};
        Interrupts held;
        interrupt_catch(&held);
        raise(signals[i]);
        CHECK_INT("comes back", tty_line_read(&t, 5, &line), LINE_FAILED);
        CHECK_INT("says why", errno, EINTR);
        CHECK_INT("which", interrupt_signal(), signals[i]);
        interrupt_restore(&held);
        str_release(&line);
        fclose(from);
        close(ends[1]);
    }
}
