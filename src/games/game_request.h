// A request for a new game, validated against the tables of rules, openings and levels.
#pragma once

#include "base/error.h"
#include "core/point.h"
#include "session/status.h"
#include "store/game_store.h"

// NULL and 0 mean the default. All text is borrowed.
typedef struct {
    const char *opponent; // "level:3", "anyone", "link", "user:Ann"
    const char *color;
    const char *rules, *opening, *time;
    int size;
    bool mist, rated, no_chat;
    const char *key;         // idempotency key: a repeated one returns the first game
    const char *network;     // of the client's address
    int network_waiting_max; // how many games may wait from that network
    int network_invitations_max, network_declined_max; // of those, for one user; declined by one
} GameRequest;

// Fills in the settings of the game, in canonical spelling. Leaves seats, owner and times to the
// caller.
bool game_request_validate(const GameRequest *request, GameRow *out, Error *err);

const char *color_option_at(int i); // "black" ...; NULL after the last

enum { GAME_REQUEST_SIZE_MIN = BOARD_MIN_PLAYABLE, GAME_REQUEST_SIZE_MAX = BOARD_MAX };

// ---- Catalog: the tables of rules, openings, levels and limits as JSON, for the web page and
// other clients (catalog.c)
//
// The page contains it as web/js/catalog.js (`pentad serve --catalog`), so that it knows the rules
// before the engine is loaded; a test compares them. The server returns it as /api/choices.

// A file format in which a game can be downloaded.
typedef struct {
    const char *name, *type; // "sgf", its MIME type
} ExportFormat;

const ExportFormat *export_format_at(int i); // NULL after the last

// Appends the catalog as one JSON object. Its fields: docs/integrate/api.md.
void catalog_write(Str *out);

// Appends the source text of web/js/catalog.js.
void catalog_write_module(Str *out);
