// GTP with any input: a session fed as a stream gives the same replies as one fed line by line,
// every command gets exactly one reply, and a reply starts with = or ? and ends with an empty line.
// One of 8 inputs is fed as a stream.
// The first byte selects the profile and the rules.
#include "fuzz.h"
#include "protocol/gtp.h"

#include <unistd.h>

static Gtp *open_session(uint8_t choice) {
    Error err = {0};
    GtpOptions options = {
        .profile = choice % 2 ? GTP_GOGUI : GTP_COURSE,
        .player = choice & 2 ? "easy" : "random:1",
        .rules = rules_at(choice / 4 % 5),
        .sandboxed = true,
    };
    Gtp *g = gtp_new(&options, &err);
    DEMAND(g);
    return g;
}

// Independent of the code under test: a line holds a command if something is left without blanks,
// control characters and the id, unless it starts a comment.
static bool is_command(const char *line, size_t len) {
    bool seen_id = false, id_ended = false;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)line[i];
        bool blank = c == ' ' || (c >= '\t' && c <= '\r');
        bool control = !blank && (c < ' ' || c == 127);
        bool digit = c >= '0' && c <= '9' && !id_ended;
        if (!blank && !control && !digit)
            return c != '#';
        seen_id = seen_id || digit;
        id_ended = id_ended || (seen_id && blank);
    }
    return false;
}

static void check_reply(const Str *reply, size_t before) {
    DEMAND(reply->len >= before + 3);
    DEMAND(reply->data[before] == '=' || reply->data[before] == '?');
    DEMAND(!memcmp(reply->data + reply->len - 2, "\n\n", 2));
}

static void feed_lines(Gtp *g, const char *text, size_t size, Str *out) {
    bool running = true;
    for (size_t at = 0; at < size && running;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t len = end ? (size_t)(end - text) - at : size - at;
        size_t before = out->len;
        running = gtp_answer(g, text + at, len, out);
        DEMAND((out->len > before) == is_command(text + at, len));
        if (out->len > before)
            check_reply(out, before);
        at += len + 1;
    }
}

static void feed_stream(Gtp *g, const char *text, size_t size, Str *out) {
    char *written = NULL;
    size_t len = 0;
    FILE *to = open_memstream(&written, &len);
    static FILE *file; // making one takes longer than most inputs
    if (!file)
        file = tmpfile();
    DEMAND(file && ftruncate(fileno(file), 0) == 0);
    DEMAND(pwrite(fileno(file), text, size, 0) == (ssize_t)size);
    DEMAND(lseek(fileno(file), 0, SEEK_SET) == 0);
    gtp_run(g, fileno(file), to);
    fclose(to);
    str_add_bytes(out, written, len);
    free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    Gtp *g = open_session(data[0]);
    char *text = fuzz_text(data + 1, size - 1);
    Str lines = {0}, stream = {0};
    feed_lines(g, text, size - 1, &lines);
    gtp_free(g);
    if (fuzz_one_of(8, data, size)) {
        g = open_session(data[0]);
        feed_stream(g, text, size - 1, &stream);
        gtp_free(g);
        DEMAND(lines.len == stream.len &&
               (lines.len == 0 || !memcmp(lines.data, stream.data, lines.len)));
    }
    str_release(&lines);
    str_release(&stream);
    mem_free(text);
    return 0;
}
