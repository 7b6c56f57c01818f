// WebSocket frame parser (RFC 6455, strict): turns received bytes into messages, and encodes frames
// to send. No I/O, and fuzzed: the same bytes give the same messages however they are split.
//
// Uses wslay's frame layer. Its buffers exist only while a frame is incomplete, so an idle client
// costs nothing. wslay's message layer is not used: it takes 8 kB per client all the time, accepts
// a close frame of one byte, mishandles UTF-8 in a split close frame, and silently accepts control
// frames that are too long or fragmented.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum { FRAME_CONTROL_MAX = 125, FRAME_HEADER_MAX = 10 };

typedef enum {
    FRAME_TEXT = 1,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10,
} FrameKind;

enum {
    CLOSE_NORMAL = 1000,
    CLOSE_GOING_AWAY = 1001,
    CLOSE_PROTOCOL_ERROR = 1002,
    CLOSE_UNSUPPORTED = 1003,
    CLOSE_NO_STATUS = 1005, // never sent
    CLOSE_INVALID_TEXT = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_BIG = 1009,
    CLOSE_TRY_LATER = 1013,
};

// A complete message or control frame.
typedef struct {
    FrameKind kind;
    const char *bytes; // valid until the next call; unused for FRAME_CLOSE
    size_t len;
    int status; // FRAME_CLOSE: the status to reply with; CLOSE_NO_STATUS: none
} WebSocketMessage;

typedef struct {
    struct wslay_frame_context *wslay; // NULL between frames
    size_t buffered;                   // bytes in wslay that are not yet part of a frame
    const uint8_t *input;              // not yet passed to wslay
    size_t input_len;
    size_t message_max;

    Str message;         // text received so far
    size_t utf8_checked; // how many bytes of it are checked to be UTF-8
    bool in_message;     // more fragments will follow
    unsigned count;      // frames received, including empty ones: all count for the rate limit
    bool in_frame, fin;  // the current frame
    int opcode;
    uint64_t payload_left;
    uint8_t control[FRAME_CONTROL_MAX];
    size_t control_len;
    bool closed; // after a close frame or a protocol error
} FrameParser;

void frame_parser_init(FrameParser *f, size_t message_max);
void frame_parser_release(FrameParser *f);

// Passes received bytes, borrowed until frame_parser_next returns false.
void frame_parser_feed(FrameParser *f, const void *bytes, size_t len);

// Returns the next message; false: more bytes are needed. A protocol error is returned as
// FRAME_CLOSE with its status. Nothing follows a FRAME_CLOSE.
bool frame_parser_next(FrameParser *f, WebSocketMessage *out);

// Append an unmasked frame, as a server sends it.
void frame_add(Str *out, FrameKind kind, const void *bytes, size_t len);
void frame_add_close(Str *out, int status);
