// A game as somebody asks for it: the words of a request checked against the tables of the rules.
#pragma once

#include "core/point.h"
#include "room/refusal.h"
#include "store/annals.h"

#include "base/suggest.h"

// NULL, 0 and -1: not said. All text is borrowed.
typedef struct {
    const char *opponent; // "level:3", "anyone", "link", "user:Ann"
    const char *color;
    const char *rules, *opening, *time;
    int size;
    bool mist, rated, no_chat;
    const char *key;
    const char *network; // where it comes from, and how many games may wait from there
    int near_max;
} GameRequest;

// Fills in what the game is, with every word as the tables write it. Seats, owner and instants are
// the caller's.
bool setup_read(const GameRequest *request, GameRow *out, Error *err);

// The words there are, for forms and messages.
typedef struct {
    const char *name, *summary;
} Choice;

bool setup_rules_at(int i, Choice *out); // false after the last
bool setup_opening_at(int i, Choice *out);
const char *setup_color_at(int i); // NULL after the last

enum { SETUP_SIZE_MIN = BOARD_MIN_PLAYABLE, SETUP_SIZE_MAX = BOARD_MAX };
