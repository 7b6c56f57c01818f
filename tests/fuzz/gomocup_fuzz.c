// Gomocup protocol with any input: a session fed through a pipe gives the same answers as one fed
// line by line, except for analyses, which a waiting STOP cuts short. Every answer has a form that
// managers know: OK, points, SWAP, or a keyword.
#include "fuzz.h"
#include "protocol/gomocup.h"

#include <strings.h>
#include <unistd.h>

static Gomocup *open_session(uint8_t choice) {
    Error err = {0};
    const char *player = choice % 2 ? "easy" : "random:1";
    Gomocup *g = gomocup_new(&(GomocupOptions){.player = player, .analysis_nodes = 20}, &err);
    DEMAND(g);
    return g;
}

static bool begins_with(const char *text, size_t len, const char *word) {
    return len >= strlen(word) && !memcmp(text, word, strlen(word));
}

static bool is_points(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++)
        if (!strchr("0123456789, ", text[i]))
            return false;
    return len >= 3 && memchr(text, ',', len);
}

static void check_answer(const char *text, size_t len) {
    static const char *const words[] = {"OK",       "SWAP",    "ERROR ",          "UNKNOWN ",
                                        "MESSAGE ", "FORBID ", "name=\"Pentad\"", "INFO "};
    bool known = is_points(text, len);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        known |= begins_with(text, len, words[i]);
    DEMAND(known);
}

static void check_answers(const Str *out) {
    for (size_t at = 0; at < out->len;) {
        const char *end = memchr(out->data + at, '\n', out->len - at);
        DEMAND(end);
        check_answer(out->data + at, (size_t)(end - out->data) - at);
        at = (size_t)(end - out->data) + 1;
    }
}

static void feed_lines(Gomocup *g, const char *text, size_t size, Str *out) {
    bool running = true;
    for (size_t at = 0; at < size && running;) {
        size_t len = 0;
        while (at + len < size && text[at + len] != '\n' && text[at + len] != '\r')
            len++;
        running = gomocup_answer(g, text + at, len, out);
        at += len + 1;
    }
}

static void feed_stream(Gomocup *g, const char *text, size_t size, Str *out) {
    int ends[2];
    DEMAND(pipe(ends) == 0);
    DEMAND(write(ends[1], text, size) == (ssize_t)size);
    close(ends[1]);
    char *written = NULL;
    size_t len = 0;
    FILE *to = open_memstream(&written, &len);
    gomocup_run(g, ends[0], to);
    fclose(to);
    close(ends[0]);
    str_add_bytes(out, written, len);
    free(written);
}

static bool analyses(const char *text, size_t len) {
    static const char *const words[] = {"YXNBEST", "YXBALANCE", "YXBLOCK"};
    for (size_t at = 0; at < len; at++)
        for (int i = 0; i < 3; i++)
            if (!strncasecmp(text + at, words[i], strlen(words[i])))
                return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || size > 4096) // a pipe buffers this much without a reader
        return 0;
    Gomocup *one = open_session(data[0]), *other = open_session(data[0]);
    char *text = fuzz_text(data + 1, size - 1);
    Str lines = {0}, stream = {0};
    feed_lines(one, text, size - 1, &lines);
    feed_stream(other, text, size - 1, &stream);
    DEMAND(analyses(text, size - 1) ||
           (lines.len == stream.len &&
            (lines.len == 0 || !memcmp(lines.data, stream.data, lines.len))));
    check_answers(&lines);
    check_answers(&stream);
    str_release(&lines);
    str_release(&stream);
    mem_free(text);
    gomocup_free(one);
    gomocup_free(other);
    return 0;
}
