// The server's log: a line of JSON an event on standard error. Never a secret, never a move.
#pragma once

#include "base/str.h"
#include "server/json/json_writer.h"

typedef struct {
    Str line;
    JsonWriter writer; // for more fields
} LogLine;

void log_begin(LogLine *l, const char *event);
void log_end(LogLine *l);

// An event with one more field; `key` NULL: with none.
void log_event(const char *event, const char *key, const char *text);

// Starting and stopping: logged only if standard error is not a terminal, where a person is told in
// words instead.
void log_lifecycle(const char *event, const char *key, const char *text);
