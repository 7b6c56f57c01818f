// What a client sends on a WebSocket, from bytes to whole messages, as strictly as RFC 6455 has it.
// No I/O, and fuzzed: the same bytes give the same messages however they are cut.
//
// wslay takes the frames apart. Its buffers are there only while a frame is under way, so that a
// client that says nothing costs nothing. Its own messages are not used: they cost 8 kB a client
// all the time, take a close frame of one byte, lose their place in the UTF-8 of a close frame that
// comes in pieces, and say nothing when a control frame is too long or in fragments.
#pragma once

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum { FRAME_CONTROL_MAX = 125, FRAME_HEAD_MAX = 10 };

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

// A message, or its end.
typedef struct {
    FrameKind kind;
    const char *bytes; // until the next call; of FRAME_CLOSE nothing
    size_t len;
    int status; // of FRAME_CLOSE: what to answer with; CLOSE_NO_STATUS: with nothing
} WebSocketMessage;

typedef struct {
    struct wslay_frame_context *wslay; // NULL between frames
    size_t held;                       // bytes it has that belong to no frame yet
    const uint8_t *input;              // what it was not given yet
    size_t input_len;
    size_t message_max;

    Str message;        // of text, so far
    size_t checked;     // how much of it is well-formed UTF-8
    bool in_message;    // more fragments are to come
    unsigned count;     // of frames, from the first: some say nothing, but all cost
    bool in_frame, fin; // the frame under way
    int opcode;
    uint64_t left;
    uint8_t control[FRAME_CONTROL_MAX];
    size_t control_len;
    bool deaf; // after a close frame, or a fault
} FrameParser;

void frame_parser_init(FrameParser *f, size_t message_max);
void frame_parser_release(FrameParser *f);

// Bytes as they came, borrowed until frame_parser_next has nothing more.
void frame_parser_feed(FrameParser *f, const void *bytes, size_t len);

// The next message; false: more bytes are needed. A fault is heard as FRAME_CLOSE with the status
// it deserves. After FRAME_CLOSE nothing is heard.
bool frame_parser_next(FrameParser *f, WebSocketMessage *out);

// Appends a frame as a server sends it.
void frame_add(Str *out, FrameKind kind, const void *bytes, size_t len);
void frame_add_close(Str *out, int status);
