// WebSocket frame parser: the rows of websocket.rows with the bytes split at every place; and
// encoding of frames.
#include "server/websocket/frames.h"

#include "base/file.h"
#include "base/number.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_MAX = 4096, SPLITS_MAX = 300, ROWS_PROMISED = 400 };

// ---- From a row to bytes

static void add_hex(Str *out, const char **at) {
    for (++*at; **at != '>'; *at += 2) {
        char digits[3] = {(*at)[0], (*at)[1], 0};
        str_add_char(out, (char)strtol(digits, NULL, 16));
    }
    ++*at;
}

static void add_payload(Str *out, const char **at) {
    if (**at == '<') {
        add_hex(out, at);
    } else if (**at == '"') {
        const char *end = strchr(++*at, '"');
        str_add_bytes(out, *at, (size_t)(end - *at));
        *at = end + 1;
    } else {
        char *end;
        CHECK(*at, **at == '*');
        str_add_repeated(out, 'a', (int)strtol(*at + 1, &end, 10));
        *at = end;
    }
}

static void add_length(Str *out, size_t len, int bytes, int mask_bit) {
    str_add_char(out, (char)(mask_bit | (bytes == 0 ? (int)len : bytes == 2 ? 126 : 127)));
    for (int i = bytes - 1; i >= 0; i--)
        str_add_char(out, (char)(len >> (8 * i)));
}

static void add_frame(Str *out, const char **at) {
    static const char mask[4] = {0x37, (char)0xfa, 0x21, 0x3d};
    char digits[3] = {(*at)[0], (*at)[1], 0};
    str_add_char(out, (char)strtol(digits, NULL, 16));
    *at += 2;
    bool masked = **at != '!';
    *at += !masked;
    int bytes = -1;
    if (**at == '~') {
        bytes = (*at)[1] - '0';
        *at += 2;
    }
    Str payload = {0};
    add_payload(&payload, at);
    if (bytes < 0)
        bytes = payload.len < 126 ? 0 : payload.len < 65536 ? 2 : 8;
    add_length(out, payload.len, bytes, masked ? 0x80 : 0);
    if (masked)
        str_add_bytes(out, mask, sizeof mask);
    for (size_t i = 0; i < payload.len; i++)
        str_add_char(out, (char)(payload.data[i] ^ (masked ? mask[i % 4] : 0)));
    str_release(&payload);
}

static void add_frames(Str *out, const char *text) {
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        if (!strncmp(text, "raw<", 4)) {
            text += 3;
            add_hex(out, &text);
        } else {
            add_frame(out, &text);
        }
    }
}

// ---- From bytes to messages

static void note(const WebSocketMessage *h, Str *out) {
    static const char *const names[] = {[FRAME_TEXT] = "text",
                                        [FRAME_CLOSE] = "close",
                                        [FRAME_PING] = "ping",
                                        [FRAME_PONG] = "pong"};
    str_add(out, "%s%s:%d", out->len ? " " : "", names[h->kind],
            h->kind == FRAME_CLOSE ? h->status : (int)h->len);
}

static void receive(FrameParser *f, const char *bytes, size_t len, Str *out) {
    WebSocketMessage message;
    frame_parser_feed(f, bytes, len);
    while (frame_parser_next(f, &message))
        note(&message, out);
}

// Feeds `first` bytes, then pieces of `size` bytes.
static void check_cut(const char *name, const Str *bytes, size_t first, size_t size,
                      const char *want) {
    FrameParser f;
    Str received = {0};
    frame_parser_init(&f, MESSAGE_MAX);
    receive(&f, str_text(bytes), first, &received);
    for (size_t at = first; at < bytes->len; at += size)
        receive(&f, bytes->data + at, bytes->len - at < size ? bytes->len - at : size, &received);
    CHECK_TEXT(name, received.len ? str_text(&received) : "-", want);
    frame_parser_release(&f);
    str_release(&received);
}

static void check_row(const char *name, const char *frames, const char *want) {
    Str bytes = {0};
    add_frames(&bytes, frames);
    check_cut(name, &bytes, 0, bytes.len + 1, want);
    check_cut(name, &bytes, 0, 1, want);
    for (size_t cut = 1; cut < bytes.len && cut < SPLITS_MAX; cut++)
        check_cut(name, &bytes, cut, bytes.len, want);
    str_release(&bytes);
}

// Splits "name | frames | received" in place.
static bool split_row(char *line, char *parts[3]) {
    for (int i = 0; i < 3; i++) {
        parts[i] = line;
        char *bar = i < 2 ? strstr(line, " | ") : line + strlen(line);
        if (!bar)
            return false;
        line = bar + (i < 2 ? 3 : 0);
        while (bar > parts[i] && bar[-1] == ' ')
            bar--;
        *bar = '\0';
    }
    return true;
}

TEST(frame_parser_rows_with_every_split) {
    Str text = {0};
    Error err = {0};
    CHECK("the rows", file_read(TESTS "server/websocket.rows", &text, &err));
    int count = 0;
    char *rest = NULL;
    for (char *line = strtok_r(text.data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *parts[3];
        if (*line == '#')
            continue;
        CHECK(line, split_row(line, parts));
        check_row(parts[0], parts[1], parts[2]);
        count++;
    }
    CHECK("all of them", count >= ROWS_PROMISED);
    str_release(&text);
}

// ---- Content

TEST(frame_parser_unmasks_and_joins_fragments) {
    FrameParser f;
    WebSocketMessage message;
    Str bytes = {0};
    frame_parser_init(&f, MESSAGE_MAX);
    add_frames(&bytes, "01\"five \" 89\"are you there\" 80\"in a row\"");
    frame_parser_feed(&f, str_text(&bytes), bytes.len);
    CHECK("a ping", frame_parser_next(&f, &message) && message.kind == FRAME_PING);
    CHECK("its content", message.len == 13 && !memcmp(message.bytes, "are you there", 13));
    CHECK("a text", frame_parser_next(&f, &message) && message.kind == FRAME_TEXT);
    CHECK_TEXT("its content", message.bytes, "five in a row");
    CHECK("no more", !frame_parser_next(&f, &message));
    CHECK_INT("frames", f.count, 3);
    frame_parser_release(&f);
    str_release(&bytes);
}

TEST(frame_parser_keeps_no_buffer_between_messages) {
    FrameParser f;
    WebSocketMessage message;
    Str bytes = {0};
    frame_parser_init(&f, MESSAGE_MAX);
    add_frames(&bytes, "81*3000 89*100");
    frame_parser_feed(&f, str_text(&bytes), bytes.len);
    while (frame_parser_next(&f, &message))
        ;
    CHECK("no buffer", !f.wslay);
    CHECK("no message", !f.message.data);
    frame_parser_release(&f);
    str_release(&bytes);
}

TEST(frames_are_encoded) {
    static const struct {
        size_t len, header_len;
        uint8_t header[FRAME_HEADER_MAX];
    } rows[] = {
        {0, 2, {0x81, 0}},
        {1, 2, {0x81, 1}},
        {125, 2, {0x81, 125}},
        {126, 4, {0x81, 126, 0, 126}},
        {65535, 4, {0x81, 126, 0xff, 0xff}},
        {65536, 10, {0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0}},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        Str payload = {0}, out = {0};
        char name[24];
        snprintf(name, sizeof name, "%zu bytes", rows[i].len);
        str_add_repeated(&payload, 'x', (int)rows[i].len);
        frame_add(&out, FRAME_TEXT, str_text(&payload), payload.len);
        CHECK_INT(name, (long long)out.len, (long long)(rows[i].header_len + rows[i].len));
        CHECK(name, !memcmp(out.data, rows[i].header, rows[i].header_len));
        str_release(&payload);
        str_release(&out);
    }
    Str out = {0};
    frame_add_close(&out, CLOSE_GOING_AWAY);
    frame_add_close(&out, CLOSE_NO_STATUS);
    CHECK("close frames", out.len == 6 && !memcmp(out.data, "\x88\x02\x03\xe9\x88\x00", 6));
    str_release(&out);
}
