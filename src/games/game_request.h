// A game as somebody asks for it: the words of a request checked against the tables of the rules.
#pragma once

#include "core/point.h"
#include "games/status.h"
#include "store/game_store.h"

#include "base/did_you_mean.h"

// NULL, 0 and -1: not said. All text is borrowed.
typedef struct {
    const char *opponent; // "level:3", "anyone", "link", "user:Ann"
    const char *color;
    const char *rules, *opening, *time;
    int size;
    bool mist, rated, no_chat;
    const char *key;
    const char *network; // where it comes from, and how many games may wait from there
    int network_waiting_max;
} GameRequest;

// Fills in what the game is, with every word as the tables write it. Seats, owner and instants are
// the caller's.
bool game_request_validate(const GameRequest *request, GameRow *out, Error *err);

// The words there are, for forms and messages.
typedef struct {
    const char *name, *summary;
} NamedOption;

bool rules_option_at(int i, NamedOption *out); // false after the last
bool opening_option_at(int i, NamedOption *out);
const char *color_option_at(int i); // NULL after the last

enum { GAME_REQUEST_SIZE_MIN = BOARD_MIN_PLAYABLE, GAME_REQUEST_SIZE_MAX = BOARD_MAX };
