// Client messages: the table of `do` messages and their handlers, received over a WebSocket or as
// the body of POST /api/games/ID.
#pragma once

#include "base/json.h"
#include "base/json_writer.h"
#include "server/websocket/websocket.h"
#include "session/status.h"

typedef struct {
    const char *name;
    const char *with; // its fields; "name?" is optional
    const char *does; // for docs/integrate/api.md
} MessageRow;

const MessageRow *message_at(int i); // NULL after the last

// A message that the server pushes, for docs/integrate/api.md.
typedef struct {
    const char *is, *with, *comes;
} PushRow;

const PushRow *push_at(int i);

// Handles a message from a WebSocket and replies to it.
void messages_receive(WebSocket *s, const char *text, size_t len);

// Handles a message in the body of an HTTP request, for `game`.
Status message_handle_request(Server *s, const UserRow *user, const char *game, const Json *json,
                              Error *err);

// {"is":"error",...}; a negative `to` becomes null.
void message_encode_error(Str *out, int to, Status why, const char *text);
