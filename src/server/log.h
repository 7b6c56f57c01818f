// Server log: one line of JSON per event on standard error. Never contains a secret or a move.
#pragma once

#include "base/json_writer.h"
#include "base/str.h"

typedef struct {
    Str line;
    JsonWriter writer; // to add fields
} LogLine;

void log_begin(LogLine *l, const char *event);
void log_end(LogLine *l);

// Logs an event with one extra field; none if `key` is NULL.
void log_event(const char *event, const char *key, const char *text);

// Logs start and stop, unless standard error is a terminal: there the banner tells the user.
void log_lifecycle(const char *event, const char *key, const char *text);

// Startup banner on the terminal: the URL of the server, and if it listens on all interfaces the
// URLs for other devices.
void banner_format(const char *url, Str *out);

// The URL to open on this machine: 127.0.0.1 if the server listens on all interfaces.
void banner_add_local_url(const char *url, Str *out);
