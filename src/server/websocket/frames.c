#include "server/websocket/frames.h"

#include "base/utf8.h"

#include <string.h>
#include <wslay/wslay.h>

enum { FRAME_CONTINUATION = 0, FRAME_BINARY = 2, MASK_BYTES = 4 };

void frame_parser_init(FrameParser *f, size_t message_max) {
    *f = (FrameParser){.message_max = message_max};
}

static void free_wslay(FrameParser *f) {
    if (f->wslay)
        wslay_frame_context_free(f->wslay);
    f->wslay = NULL;
}

void frame_parser_release(FrameParser *f) {
    free_wslay(f);
    str_release(&f->message);
}

void frame_parser_feed(FrameParser *f, const void *bytes, size_t len) {
    f->input = bytes;
    f->input_len = len;
}

// ---- Frames

static ssize_t on_recv(uint8_t *out, size_t len, int flags, void *context) {
    (void)flags;
    FrameParser *f = context;
    size_t n = f->input_len < len ? f->input_len : len;
    if (n == 0)
        return -1;
    memcpy(out, f->input, n);
    f->input += n;
    f->input_len -= n;
    f->buffered += n;
    return (ssize_t)n;
}

static size_t header_length(uint64_t payload) {
    return 2 + (payload < 126 ? 0 : payload < 65536 ? 2 : 8);
}

static bool emit_close(FrameParser *f, int status, WebSocketMessage *out) {
    *out = (WebSocketMessage){.kind = FRAME_CLOSE, .status = status};
    f->closed = true;
    return true;
}

// Checks the header of a frame. Returns a close status; 0: valid.
static int frame_error(const FrameParser *f, const struct wslay_frame_iocb *io) {
    if (io->rsv || !io->mask)
        return CLOSE_PROTOCOL_ERROR;
    switch (io->opcode) {
    case FRAME_CONTINUATION:
        if (!f->in_message)
            return CLOSE_PROTOCOL_ERROR;
        break;
    case FRAME_TEXT:
        if (f->in_message)
            return CLOSE_PROTOCOL_ERROR;
        break;
    case FRAME_BINARY:
        return f->in_message ? CLOSE_PROTOCOL_ERROR : CLOSE_UNSUPPORTED;
    case FRAME_CLOSE:
    case FRAME_PING:
    case FRAME_PONG:
        return 0;
    default:
        return CLOSE_PROTOCOL_ERROR;
    }
    return f->message.len + io->payload_length > f->message_max ? CLOSE_TOO_BIG : 0;
}

static void begin_frame(FrameParser *f, const struct wslay_frame_iocb *io) {
    f->buffered -= header_length(io->payload_length) + MASK_BYTES;
    f->in_frame = true;
    f->fin = io->fin;
    f->opcode = io->opcode;
    f->payload_left = io->payload_length;
    f->control_len = 0;
    f->count++;
}

static bool is_control(const FrameParser *f) {
    return f->opcode >= FRAME_CLOSE;
}

// Continues the UTF-8 check; the last character may still be incomplete.
static bool check_text(FrameParser *f) {
    const char *text = str_text(&f->message);
    for (int n; f->utf8_checked < f->message.len; f->utf8_checked += (size_t)n) {
        size_t payload_left = f->message.len - f->utf8_checked;
        n = utf8_length(text + f->utf8_checked, payload_left);
        if (n == 0)
            return utf8_is_prefix(text + f->utf8_checked, payload_left);
    }
    return true;
}

static bool append_payload(FrameParser *f, const struct wslay_frame_iocb *io) {
    f->buffered -= io->data_length;
    f->payload_left -= io->data_length;
    if (!is_control(f)) {
        str_add_bytes(&f->message, io->data, io->data_length);
        return check_text(f);
    }
    if (io->data_length > 0)
        memcpy(f->control + f->control_len, io->data, io->data_length);
    f->control_len += io->data_length;
    return true;
}

// ---- Messages

// Statuses of RFC 6455 and IANA, and the ranges for libraries and applications.
static bool is_close_status(int status) {
    return (status >= 1000 && status <= 1003) || (status >= 1007 && status <= 1014) ||
           (status >= 3000 && status <= 4999);
}

static int close_status(const FrameParser *f) {
    if (f->control_len == 0)
        return CLOSE_NO_STATUS;
    if (f->control_len == 1)
        return CLOSE_PROTOCOL_ERROR;
    int status = f->control[0] << 8 | f->control[1];
    if (!is_close_status(status))
        return CLOSE_PROTOCOL_ERROR;
    const char *reason = (const char *)f->control + 2;
    return utf8_is_valid(reason, f->control_len - 2) ? status : CLOSE_INVALID_TEXT;
}

static bool emit_control(FrameParser *f, WebSocketMessage *out) {
    if (f->opcode == FRAME_CLOSE)
        return emit_close(f, close_status(f), out);
    *out = (WebSocketMessage){
        .kind = (FrameKind)f->opcode, .bytes = (const char *)f->control, .len = f->control_len};
    return true;
}

static bool emit_text(FrameParser *f, WebSocketMessage *out) {
    if (f->utf8_checked < f->message.len)
        return emit_close(f, CLOSE_INVALID_TEXT, out);
    *out = (WebSocketMessage){
        .kind = FRAME_TEXT, .bytes = str_text(&f->message), .len = f->message.len};
    return true;
}

// At the end of a frame.
static bool end_frame(FrameParser *f, WebSocketMessage *out) {
    f->in_frame = false;
    if (is_control(f))
        return emit_control(f, out);
    f->in_message = !f->fin;
    return f->fin && emit_text(f, out);
}

static void release_message(FrameParser *f) {
    if (f->in_frame || f->in_message)
        return;
    str_release(&f->message);
    f->utf8_checked = 0;
}

static bool consume(FrameParser *f, const struct wslay_frame_iocb *io, WebSocketMessage *out) {
    if (!f->in_frame) {
        int fault = frame_error(f, io);
        begin_frame(f, io);
        if (fault)
            return emit_close(f, fault, out);
    }
    if (!append_payload(f, io))
        return emit_close(f, CLOSE_INVALID_TEXT, out);
    return f->payload_left == 0 && end_frame(f, out);
}

bool frame_parser_next(FrameParser *f, WebSocketMessage *out) {
    static const struct wslay_frame_callbacks callbacks = {.recv_callback = on_recv};
    release_message(f);
    while (!f->closed && (f->input_len > 0 || f->buffered > 0)) {
        if (!f->wslay && wslay_frame_context_init(&f->wslay, &callbacks, f) != 0)
            return emit_close(f, CLOSE_TRY_LATER, out);
        struct wslay_frame_iocb io = {0};
        ssize_t taken = wslay_frame_recv(f->wslay, &io);
        if (taken == WSLAY_ERR_WANT_READ)
            break;
        if (taken < 0)
            return emit_close(f, CLOSE_PROTOCOL_ERROR, out);
        if (consume(f, &io, out))
            return true;
    }
    if (f->closed || (f->buffered == 0 && !f->in_frame))
        free_wslay(f);
    return false;
}

// ---- Sending

void frame_add(Str *out, FrameKind kind, const void *bytes, size_t len) {
    uint8_t header[FRAME_HEADER_MAX] = {(uint8_t)(0x80 | (unsigned)kind), (uint8_t)len};
    size_t header_len = header_length(len);
    if (header_len > 2) {
        header[1] = header_len == 4 ? 126 : 127;
        for (size_t i = header_len, rest = len; i > 2; rest >>= 8)
            header[--i] = (uint8_t)rest;
    }
    str_add_bytes(out, header, header_len);
    str_add_bytes(out, bytes, len);
}

void frame_add_close(Str *out, int status) {
    uint8_t bytes[2] = {(uint8_t)(status >> 8), (uint8_t)status};
    frame_add(out, FRAME_CLOSE, bytes, status == CLOSE_NO_STATUS ? 0 : sizeof bytes);
}
