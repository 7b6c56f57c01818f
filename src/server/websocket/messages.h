// What clients ask for, as a table of messages: over a socket, or as the body of a request.
#pragma once

#include "games/status.h"
#include "server/json/json_fields.h"
#include "server/json/json_writer.h"
#include "server/websocket/websocket.h"

typedef struct {
    const char *name;
    const char *with; // the fields; a question mark behind what may be left out
    const char *does; // for the manual
} MessageRow;

const MessageRow *message_at(int i); // NULL after the last

// What the server sends, for the manual.
typedef struct {
    const char *is, *with, *comes;
} PushRow;

const PushRow *push_at(int i);

// Answers a message that came over a socket.
void messages_receive(WebSocket *s, const char *text, size_t len);

// Does what the body of a request asks for in that game.
Status message_handle_request(Server *s, const UserRow *user, const char *game, const JsonObject *d,
                              Error *err);

// {"is":"error",...}; `to` negative: not known.
void message_encode_error(Str *out, int to, Status why, const char *text);
