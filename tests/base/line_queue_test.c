#include "base/line_queue.h"

#include "base/number.h"
#include "test.h"

#include <string.h>
#include <unistd.h>

typedef struct {
    LineQueue in;
    int feed; // the write end
} Pair;

static Pair pair_open(void) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    return (Pair){line_queue_from(ends[0]), ends[1]};
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
    line_queue_release(&p->in);
}

static const struct {
    const char *name, *text, *lines; // expected lines, each followed by a bar
} rows[] = {
    {"nothing", "", ""},
    {"LF", "a\nbc\n", "a|bc|"},
    {"CR LF", "a\r\nbc\r\n", "a|bc|"},
    {"CR", "a\rbc\r", "a|bc|"},
    {"no ending at the end", "a\nb", "a|b|"},
    {"empty lines", "\n\r\n\n\ra\n\n", "a|"},
    {"spaces are not an empty line", "  \na\n", "  |a|"},
};

TEST(line_queue_reads_lines) {
    for (int i = 0; i < COUNT(rows); i++) {
        Pair p = pair_open();
        feed(&p, rows[i].text);
        hang_up(&p);
        Str line = {0}, lines = {0};
        while (line_queue_next(&p.in, &line))
            str_add(&lines, "%s|", str_text(&line));
        CHECK_TEXT(rows[i].name, str_text(&lines), rows[i].lines);
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

TEST(line_queue_truncates_long_lines) {
    char piece[1001];
    memset(piece, 'x', 1000);
    piece[1000] = '\0';
    Pair p = pair_open();
    feed_much(&p, piece, 3000, "\nnext\n");
    Str line = {0};
    CHECK("long", line_queue_next(&p.in, &line));
    CHECK_INT("long", (long long)line.len, LINE_QUEUE_LINE_MAX);
    CHECK("next", line_queue_next(&p.in, &line));
    CHECK_TEXT("next", str_text(&line), "next");
    CHECK("end", !line_queue_next(&p.in, &line));
    CHECK("memory", p.in.buffer.capacity < 4 * LINE_QUEUE_LINE_MAX);
    str_release(&line);
    pair_close(&p);
}

TEST(line_queue_skips_empty_lines) {
    char piece[1001];
    memset(piece, '\n', 1000);
    piece[1000] = '\0';
    Pair p = pair_open();
    feed_much(&p, piece, 3000, "next\n");
    Str line = {0};
    CHECK("next", line_queue_next(&p.in, &line));
    CHECK_TEXT("next", str_text(&line), "next");
    CHECK("memory", p.in.buffer.capacity < LINE_QUEUE_LINE_MAX);
    str_release(&line);
    pair_close(&p);
}

TEST(line_queue_has_input_after_any_byte) {
    static const struct {
        const char *name, *after;
    } stirring[] = {
        {"a line", "b\n"}, {"part of one", "b"}, {"an empty one", "\n"}, {"the end", ""}};
    for (int i = 0; i < COUNT(stirring); i++) {
        Pair p = pair_open();
        Str line = {0};
        feed(&p, "a\n");
        CHECK("a line to begin with", line_queue_next(&p.in, &line));
        CHECK("nothing yet", !line_queue_has_input(&p.in));
        feed(&p, stirring[i].after);
        if (!*stirring[i].after)
            hang_up(&p);
        line_queue_wait(&p.in);
        CHECK(stirring[i].name, line_queue_has_input(&p.in));
        str_release(&line);
        pair_close(&p);
    }
}

TEST(line_queue_uses_custom_line_endings) {
    Pair p = pair_open();
    Str line = {0};
    p.in.endings = "\n";
    p.in.line_max = 5;
    feed(&p, "a\rb\n123456\nc\n");
    CHECK("a carriage return is a byte", line_queue_next(&p.in, &line));
    CHECK_TEXT("a carriage return is a byte", str_text(&line), "a\rb");
    CHECK("another longest line", line_queue_next(&p.in, &line));
    CHECK_TEXT("another longest line", str_text(&line), "12345");
    CHECK("the rest is dropped", line_queue_next(&p.in, &line));
    CHECK_TEXT("the rest is dropped", str_text(&line), "c");
    str_release(&line);
    pair_close(&p);
}

static bool note(void *context, const char *line, size_t len) {
    Str *seen = context;
    str_add_bytes(seen, line, len);
    str_add_char(seen, '|');
    return len == 4 && !memcmp(line, "stop", 4);
}

TEST(line_queue_peeks_without_blocking_or_consuming) {
    Pair p = pair_open();
    Str seen = {0}, line = {0};
    CHECK("nothing yet", !line_queue_peek(&p.in, note, &seen));
    feed(&p, "a\nb\nsto");
    CHECK("not whole", !line_queue_peek(&p.in, note, &seen));
    CHECK_TEXT("not whole", str_text(&seen), "a|b|");
    CHECK("once", !line_queue_peek(&p.in, note, &seen));
    feed(&p, "p\r\nc\n");
    CHECK("found", line_queue_peek(&p.in, note, &seen));
    CHECK_TEXT("found", str_text(&seen), "a|b|stop|");
    CHECK("taken", line_queue_next(&p.in, &line));
    CHECK_TEXT("taken", str_text(&line), "a");
    str_clear(&seen);
    CHECK("again", line_queue_peek(&p.in, note, &seen));
    CHECK_TEXT("again", str_text(&seen), "b|stop|");
    for (int i = 0; i < 3; i++)
        CHECK("the rest", line_queue_next(&p.in, &line));
    CHECK_TEXT("the rest", str_text(&line), "c");
    hang_up(&p);
    CHECK("end", !line_queue_peek(&p.in, note, &seen));
    CHECK("end", !line_queue_next(&p.in, &line));
    str_release(&seen);
    str_release(&line);
    pair_close(&p);
}

// A sender cannot fill the memory while no lines are taken.
TEST(line_queue_read_ahead_is_limited) {
    Pair p = pair_open();
    Str seen = {0};
    for (int i = 0; i < 2000; i++) {
        if (i < 1000)
            feed(&p, "twenty bytes of text");
        line_queue_peek(&p.in, note, &seen);
    }
    CHECK("bounded", p.in.buffer.len < LINE_QUEUE_AHEAD_MAX + 8192);
    str_release(&seen);
    pair_close(&p);
}
