#include "base/line.h"

#include "base/interrupt.h"
#include "base/number.h"
#include "test.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name, *text;
    struct {
        LineResult result;
        const char *line;
    } want[4];
} rows[] = {
    {"nothing", "", {{LINE_END, ""}}},
    {"two lines", "a\nbc\n", {{LINE_READ, "a"}, {LINE_READ, "bc"}, {LINE_END, ""}}},
    {"no newline at the end", "a\nb", {{LINE_READ, "a"}, {LINE_READ, "b"}, {LINE_END, ""}}},
    {"empty lines", "\n\n", {{LINE_READ, ""}, {LINE_READ, ""}, {LINE_END, ""}}},
    {"a CR belongs to the line", "a\r\n", {{LINE_READ, "a\r"}, {LINE_END, ""}}},
    {"just fits", "12345\n", {{LINE_READ, "12345"}, {LINE_END, ""}}},
    {"too long", "123456789\nx\n", {{LINE_TOO_LONG, "12345"}, {LINE_READ, "x"}, {LINE_END, ""}}},
    {"too long and last", "123456", {{LINE_TOO_LONG, "12345"}, {LINE_END, ""}}},
};

static FILE *pipe_with(const char *text) {
    int ends[2];
    CHECK("pipe", pipe(ends) == 0);
    CHECK("filled", write(ends[1], text, strlen(text)) == (ssize_t)strlen(text));
    close(ends[1]);
    return fdopen(ends[0], "r");
}

static FILE *stream_of(const char *bytes, size_t len) {
    FILE *f = tmpfile();
    assert_non_null(f);
    fwrite(bytes, 1, len, f);
    rewind(f);
    return f;
}

static void check_lines(int row, FILE *from) {
    LineReader r = line_reader_from(from);
    Str line = {0};
    for (int k = 0;; k++) {
        LineResult result = line_read(&r, 5, &line);
        CHECK_INT(rows[row].name, result, rows[row].want[k].result);
        CHECK_TEXT(rows[row].name, str_text(&line), rows[row].want[k].line);
        if (result == LINE_END)
            break;
    }
    str_release(&line);
    fclose(from);
}

TEST(line_read_from_a_file_a_pipe_and_memory) {
    for (int i = 0; i < COUNT(rows); i++) {
        const char *text = rows[i].text;
        check_lines(i, stream_of(text, strlen(text)));
        check_lines(i, pipe_with(text));
        if (*text)
            check_lines(i, fmemopen((char *)(uintptr_t)text, strlen(text), "r"));
    }
}

TEST(line_read_keeps_a_nul) {
    FILE *f = stream_of("a\0b\n", 4);
    LineReader r = line_reader_from(f);
    Str line = {0};
    CHECK_INT("read", line_read(&r, 10, &line), LINE_READ);
    CHECK_INT("length", (long long)line.len, 3);
    str_release(&line);
    fclose(f);
}

TEST(line_read_truncates_at_the_limit) {
    FILE *f = tmpfile();
    assert_non_null(f);
    for (int i = 0; i < 1 << 20; i++)
        putc('x', f);
    rewind(f);
    LineReader r = line_reader_from(f);
    Str line = {0};
    CHECK_INT("too long", line_read(&r, 100, &line), LINE_TOO_LONG);
    CHECK("little memory", line.capacity < 300);
    str_release(&line);
    fclose(f);
}

TEST(line_read_reports_a_read_error) {
    FILE *f = fopen("/", "r"); // opens but cannot be read
    assert_non_null(f);
    LineReader r = line_reader_from(f);
    Str line = {0};
    CHECK_INT("failed", line_read(&r, 100, &line), LINE_FAILED);
    CHECK_INT("errno", errno, EISDIR);
    str_release(&line);
    fclose(f);
}

// An open pipe without input: a plain read would block forever.
TEST(line_read_notices_a_signal_that_came_before) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (int i = 0; i < COUNT(signals); i++) {
        int ends[2];
        CHECK("pipe", pipe(ends) == 0);
        FILE *from = fdopen(ends[0], "r");
        LineReader r = line_reader_from(from);
        Str line = {0};
        Interrupts *held = interrupt_catch();
        raise(signals[i]);
        CHECK_INT("comes back", line_read(&r, 5, &line), LINE_FAILED);
        CHECK_INT("says why", errno, EINTR);
        CHECK_INT("which", interrupt_signal(), signals[i]);
        interrupt_restore(held);
        str_release(&line);
        fclose(from);
        close(ends[1]);
    }
}

TEST(interrupt_restore_keeps_flags_and_mask) {
    struct sigaction ours = {.sa_handler = SIG_DFL, .sa_flags = SA_RESTART}, before, after;
    sigemptyset(&ours.sa_mask);
    sigaddset(&ours.sa_mask, SIGUSR1);
    CHECK("set", sigaction(SIGTERM, &ours, &before) == 0);
    interrupt_restore(interrupt_catch());
    CHECK("restored", sigaction(SIGTERM, &before, &after) == 0);
    CHECK_INT("flags", after.sa_flags & SA_RESTART, SA_RESTART);
    CHECK_INT("mask", sigismember(&after.sa_mask, SIGUSR1), 1);
}
