#include "base/line.h"
#include "base/util.h"
#include "test.h"

#include <errno.h>
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

static FILE *stream_of(const char *bytes, size_t len) {
    FILE *f = tmpfile();
    assert_non_null(f);
    fwrite(bytes, 1, len, f);
    rewind(f);
    return f;
}

TEST(line_read_rows) {
    for (int i = 0; i < COUNT(rows); i++) {
        FILE *f = stream_of(rows[i].text, strlen(rows[i].text));
        Str line = {0};
        for (int k = 0;; k++) {
            LineResult result = line_read(f, 5, &line);
            CHECK_INT(rows[i].name, result, rows[i].want[k].result);
            CHECK_TEXT(rows[i].name, str_text(&line), rows[i].want[k].line);
            if (result == LINE_END)
                break;
        }
        str_release(&line);
        fclose(f);
    }
}

TEST(line_read_keeps_a_nul) {
    FILE *f = stream_of("a\0b\n", 4);
    Str line = {0};
    CHECK_INT("read", line_read(f, 10, &line), LINE_READ);
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
    Str line = {0};
    CHECK_INT("too long", line_read(f, 100, &line), LINE_TOO_LONG);
    CHECK("little memory", line.capacity < 300);
    str_release(&line);
    fclose(f);
}

TEST(line_read_reports_a_read_error) {
    FILE *f = fopen("/", "r"); // opens but cannot be read
    assert_non_null(f);
    Str line = {0};
    CHECK_INT("failed", line_read(f, 100, &line), LINE_FAILED);
    CHECK_INT("errno", errno, EISDIR);
    str_release(&line);
    fclose(f);
}
