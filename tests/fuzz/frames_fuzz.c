// Fuzzes the WebSocket frame parser: the same bytes give the same messages however they are split,
// text is UTF-8 and not too long, nothing follows a close, and no buffer is kept between messages.
#include "fuzz.h"

#include "base/utf8.h"
#include "server/websocket/frames.h"

enum { MESSAGE_MAX = 300 };

static void note(const WebSocketMessage *h, Str *out) {
    DEMAND(h->kind != FRAME_TEXT || (h->len <= MESSAGE_MAX && utf8_is_valid(h->bytes, h->len)));
    DEMAND((h->kind != FRAME_PING && h->kind != FRAME_PONG) || h->len <= FRAME_CONTROL_MAX);
    str_add(out, "%d %d ", h->kind, h->status);
    str_add_bytes(out, h->bytes, h->len);
}

// Feeds a first piece of `first` bytes, then pieces of `piece` bytes.
static void receive(const uint8_t *data, size_t size, size_t first, size_t piece, Str *out) {
    FrameParser f;
    WebSocketMessage message;
    bool closed = false;
    frame_parser_init(&f, MESSAGE_MAX);
    for (size_t at = 0, len = first; at < size; at += len, len = piece) {
        if (len > size - at)
            len = size - at;
        frame_parser_feed(&f, data + at, len);
        while (frame_parser_next(&f, &message)) {
            DEMAND(!closed);
            closed = message.kind == FRAME_CLOSE;
            note(&message, out);
        }
        DEMAND(f.message.len <= MESSAGE_MAX);
        DEMAND(!closed || !f.wslay);
    }
    frame_parser_release(&f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Str whole = {0}, bytewise = {0}, cut = {0};
    receive(data, size, size, size + 1, &whole);
    receive(data, size, 1, 1, &bytewise);
    receive(data, size, size ? data[0] % size + 1 : 1, 7, &cut);
    DEMAND(whole.len == bytewise.len && whole.len == cut.len);
    DEMAND(!whole.len || (!memcmp(whole.data, bytewise.data, whole.len) &&
                          !memcmp(whole.data, cut.data, whole.len)));
    str_release(&whole);
    str_release(&bytewise);
    str_release(&cut);
    return 0;
}
