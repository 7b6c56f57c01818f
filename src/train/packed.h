// Games of the engine against itself, packed: what `pentad selfplay` writes, `pentad tune` reads.
// docs/tuning.md has the format byte by byte.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/board.h"

enum { PACKED_MOVES_MAX = BOARD_MAX * BOARD_MAX };

typedef struct {
    Point point;
    int16_t value; // what the search said before it, for the side to move; 0 in the opening
    bool strayed;  // not what the search wanted: variety
} PackedMove;

typedef struct {
    const Rules *rules;
    int size;
    Stone winner; // EMPTY: a draw
    int opening;  // moves that were thrown, not thought about
    int count;    // of all moves
    PackedMove moves[PACKED_MOVES_MAX];
} PackedGame;

// What a file begins with; games follow.
void packed_add_heading(Str *out);
void packed_add_game(const PackedGame *g, Str *out);

typedef struct {
    const unsigned char *bytes; // borrowed
    size_t len, at;
    int games; // read so far
} PackedReader;

// False if it is no such file.
bool packed_open(PackedReader *r, const char *bytes, size_t len, Error *err);

// The next game, whose moves are legal and end it no sooner than with the last. False at the end,
// and where something is wrong: then *err says what.
bool packed_next(PackedReader *r, PackedGame *out, Error *err);
