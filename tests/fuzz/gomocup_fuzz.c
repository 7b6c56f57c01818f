// Gomocup protocol with any input: a session fed through a pipe gives the same answers as one fed
// line by line, except for analyses, which a waiting STOP cuts short. Every answer has a form that
// managers know: OK, points, SWAP, or a keyword.
//
// All inputs analyze with one engine: opening one takes a hundred times as long as the rest. So do
// the levels that INFO strength asks for; one of 64 such inputs is tried. One of 8 inputs is also
// fed through a pipe.
#include "base/ascii.h"
#include "fuzz.h"
#include "protocol/gomocup.h"

#include <unistd.h>

static Gomocup *open_session(uint8_t choice) {
    static Engine *engine;
    Error err = {0};
    if (!engine)
        engine = engine_new(&(EngineOptions){.net = "off", .table = 1 << 20});
    GomocupOptions options = {
        .player = choice % 2 ? "easy" : "random:1", .analysis_nodes = 20, .engine = engine};
    Gomocup *g = gomocup_new(&options, &err);
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

static bool has_word(const char *text, size_t len, const char *word) {
    for (size_t at = 0; at < len; at++)
        if (ascii_equal_part(text + at, word, strlen(word)))
            return true;
    return false;
}

static bool analyses(const char *text, size_t len) {
    return has_word(text, len, "YXNBEST") || has_word(text, len, "YXBALANCE") ||
           has_word(text, len, "YXBLOCK");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || size > 4096) // a pipe buffers this much without a reader
        return 0;
    char *text = fuzz_text(data + 1, size - 1);
    if (has_word(text, size - 1, "strength") && !fuzz_one_of(64, data, size)) {
        mem_free(text);
        return 0;
    }
    Gomocup *g = open_session(data[0]);
    Str lines = {0}, stream = {0};
    feed_lines(g, text, size - 1, &lines);
    gomocup_free(g);
    check_answers(&lines);
    if (fuzz_one_of(8, data, size)) {
        g = open_session(data[0]);
        feed_stream(g, text, size - 1, &stream);
        gomocup_free(g);
        DEMAND(analyses(text, size - 1) ||
               (lines.len == stream.len &&
                (lines.len == 0 || !memcmp(lines.data, stream.data, lines.len))));
        check_answers(&stream);
    }
    str_release(&lines);
    str_release(&stream);
    mem_free(text);
    return 0;
}
