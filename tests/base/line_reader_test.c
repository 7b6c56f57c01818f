#include "base/line_reader.h"

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
    line_reader_release(&r);
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
    line_reader_release(&r);
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
    CHECK("little memory", line.capacity < 300 && r.unread.capacity < 20000);
    line_reader_release(&r);
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
    line_reader_release(&r);
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
        line_reader_release(&r);
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

// ---- Commands and lookahead

typedef struct {
    LineReader in;
    int feed; // the write end
} Pair;

static Pair pair_open(void) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    return (Pair){{.fd = ends[0], .cr_ends_line = true}, ends[1]};
}

static void feed(const Pair *p, const char *text) {
    assert_int_equal(write(p->feed, text, strlen(text)), strlen(text));
}

static void hang_up(Pair *p) {
    if (p->feed >= 0)
        close(p->feed);
    p->feed = -1;
}

static void pair_close(Pair *p) {
    hang_up(p);
    close(p->in.fd);
    line_reader_release(&p->in);
}

static bool next(Pair *p, Str *line) {
    return line_read_command(&p->in, LINE_COMMAND_MAX, line);
}

static const struct {
    const char *name, *text, *lines; // expected lines, each followed by a bar
} command_rows[] = {
    {"nothing", "", ""},
    {"LF", "a\nbc\n", "a|bc|"},
    {"CR LF", "a\r\nbc\r\n", "a|bc|"},
    {"CR", "a\rbc\r", "a|bc|"},
    {"no ending at the end", "a\nb", "a|b|"},
    {"empty lines", "\n\r\n\n\ra\n\n", "a|"},
    {"spaces are not an empty line", "  \na\n", "  |a|"},
};

TEST(line_read_command_reads_lines) {
    for (int i = 0; i < COUNT(command_rows); i++) {
        Pair p = pair_open();
        feed(&p, command_rows[i].text);
        hang_up(&p);
        Str line = {0}, lines = {0};
        while (next(&p, &line))
            str_add(&lines, "%s|", str_text(&line));
        CHECK_TEXT(command_rows[i].name, str_text(&lines), command_rows[i].lines);
        str_release(&line);
        str_release(&lines);
        pair_close(&p);
    }
}

// A child process writes, because the text does not fit into the pipe.
static void feed_much(Pair *p, const char *bytes, int times, const char *after) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        for (int i = 0; i < times; i++)
            feed(p, bytes);
        feed(p, after);
        _exit(0);
    }
    hang_up(p);
}

TEST(line_read_command_truncates_long_lines) {
    char piece[1001];
    memset(piece, 'x', 1000);
    piece[1000] = '\0';
    Pair p = pair_open();
    feed_much(&p, piece, 3000, "\nnext\n");
    Str line = {0};
    CHECK("long", next(&p, &line));
    CHECK_INT("long", (long long)line.len, LINE_COMMAND_MAX);
    CHECK("next", next(&p, &line));
    CHECK_TEXT("next", str_text(&line), "next");
    CHECK("end", !next(&p, &line));
    CHECK("memory", p.in.unread.capacity < 4 * LINE_COMMAND_MAX);
    str_release(&line);
    pair_close(&p);
}

TEST(line_read_command_skips_empty_lines) {
    char piece[1001];
    memset(piece, '\n', 1000);
    piece[1000] = '\0';
    Pair p = pair_open();
    feed_much(&p, piece, 3000, "next\n");
    Str line = {0};
    CHECK("next", next(&p, &line));
    CHECK_TEXT("next", str_text(&line), "next");
    CHECK("memory", p.in.unread.capacity < LINE_COMMAND_MAX);
    str_release(&line);
    pair_close(&p);
}

TEST(line_has_input_after_any_byte) {
    static const struct {
        const char *name, *after;
    } stirring[] = {
        {"a line", "b\n"}, {"part of one", "b"}, {"an empty one", "\n"}, {"the end", ""}};
    for (int i = 0; i < COUNT(stirring); i++) {
        Pair p = pair_open();
        Str line = {0};
        feed(&p, "a\n");
        CHECK("a line to begin with", next(&p, &line));
        CHECK("nothing yet", !line_has_input(&p.in));
        feed(&p, stirring[i].after);
        if (!*stirring[i].after)
            hang_up(&p);
        line_wait(&p.in);
        CHECK(stirring[i].name, line_has_input(&p.in));
        str_release(&line);
        pair_close(&p);
    }
}

static bool note(void *context, const char *line, size_t len) {
    Str *seen = context;
    str_add_bytes(seen, line, len);
    str_add_char(seen, '|');
    return len == 4 && !memcmp(line, "stop", 4);
}

TEST(line_peek_without_blocking_or_consuming) {
    Pair p = pair_open();
    Str seen = {0}, line = {0};
    CHECK("nothing yet", !line_peek(&p.in, note, &seen));
    feed(&p, "a\nb\nsto");
    CHECK("not whole", !line_peek(&p.in, note, &seen));
    CHECK_TEXT("not whole", str_text(&seen), "a|b|");
    CHECK("once", !line_peek(&p.in, note, &seen));
    feed(&p, "p\r\nc\n");
    CHECK("found", line_peek(&p.in, note, &seen));
    CHECK_TEXT("found", str_text(&seen), "a|b|stop|");
    CHECK("taken", next(&p, &line));
    CHECK_TEXT("taken", str_text(&line), "a");
    str_clear(&seen);
    CHECK("again", line_peek(&p.in, note, &seen));
    CHECK_TEXT("again", str_text(&seen), "b|stop|");
    for (int i = 0; i < 3; i++)
        CHECK("the rest", next(&p, &line));
    CHECK_TEXT("the rest", str_text(&line), "c");
    hang_up(&p);
    CHECK("end", !line_peek(&p.in, note, &seen));
    CHECK("end", !next(&p, &line));
    str_release(&seen);
    str_release(&line);
    pair_close(&p);
}

// A sender cannot fill the memory while no lines are taken.
TEST(line_peek_is_limited) {
    Pair p = pair_open();
    Str seen = {0};
    for (int i = 0; i < 2000; i++) {
        if (i < 1000)
            feed(&p, "twenty bytes of text");
        line_peek(&p.in, note, &seen);
    }
    CHECK("bounded", p.in.unread.len < LINE_AHEAD_MAX + 8192);
    str_release(&seen);
    pair_close(&p);
}

TEST(line_peek_passes_over_the_rest_of_a_long_line) {
    Pair p = pair_open();
    Str seen = {0}, line = {0};
    feed(&p, "123456");
    CHECK_INT("too long", line_read(&p.in, 5, &line), LINE_TOO_LONG);
    CHECK_TEXT("too long", str_text(&line), "12345");
    feed(&p, "789");
    CHECK("the rest", !line_peek(&p.in, note, &seen) && !line_has_input(&p.in));
    feed(&p, "\r");
    CHECK("its ending", !line_has_input(&p.in));
    feed(&p, "\nstop\n");
    CHECK("the next line", line_peek(&p.in, note, &seen));
    CHECK_TEXT("the next line", str_text(&seen), "stop|");
    CHECK("the next line", next(&p, &line));
    CHECK_TEXT("the next line", str_text(&line), "stop");
    str_release(&seen);
    str_release(&line);
    pair_close(&p);
}

// Every way to cut the bytes into two reads gives the same lines.
TEST(line_read_in_pieces) {
    static const char text[] = "a\r\n\r\nb\rc\n\n123456789\r\nd";
    Str line = {0}, lines = {0};
    for (size_t cut = 0; cut < sizeof text; cut++) {
        LineReader r = {.fd = -1, .cr_ends_line = true};
        str_clear(&lines);
        for (int part = 0; part < 2; part++) {
            if (part == 0)
                str_add_bytes(&r.unread, text, cut);
            else
                str_add_text(&r.unread, text + cut);
            r.ended = part == 1;
            LineResult result;
            while ((result = line_take(&r, 5, &line)) == LINE_READ || result == LINE_TOO_LONG)
                str_add(&lines, "%s%s|", str_text(&line), result == LINE_TOO_LONG ? "..." : "");
            CHECK_INT("stops", result, part == 1 ? LINE_END : LINE_INCOMPLETE);
            line_reader_drop_taken(&r);
        }
        CHECK_TEXT("lines", str_text(&lines), "a||b|c||12345...|d|");
        line_reader_release(&r);
    }
    str_release(&line);
    str_release(&lines);
}
