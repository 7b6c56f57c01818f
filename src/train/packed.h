// Packed self-play games: the binary format of `pentad selfplay`, read by training/.
// docs/develop/tuning.md describes every byte.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "core/board.h"
#include "engine/eval/features.h"

enum { PACKED_MOVES_MAX = BOARD_MAX * BOARD_MAX };

typedef struct {
    Point point;
    int16_t value; // of the search before the move, for the side to move; 0 in the opening
    bool strayed;  // an exploration move, not the best move of the search
} PackedMove;

typedef struct {
    const Rules *rules;
    int size;
    Stone winner; // EMPTY: a draw
    int opening;  // number of random opening moves
    int count;    // of all moves
    PackedMove moves[PACKED_MOVES_MAX];
} PackedGame;

// The file header; games follow.
void packed_add_heading(Str *out);
void packed_add_game(const PackedGame *g, Str *out);

typedef struct {
    const unsigned char *bytes; // borrowed
    size_t len, at;
    int games; // read so far
} PackedReader;

// False if it is not a file of packed games.
bool packed_open(PackedReader *r, const char *bytes, size_t len, Error *err);

// Reads the next game. Checks that the moves are legal and that only the last can end the game.
// False at the end of the file, or with *err set if the game is invalid.
bool packed_next(PackedReader *r, PackedGame *out, Error *err);

// Feature dump: the quiet positions of packed games as the classical evaluation sees them, for
// training/tune.py. docs/develop/tuning.md describes every byte.

// The file header of a dump: the baseline weights of a fit, and the groups of codes. Games follow.
void feature_dump_add_head(const Rules *rules, const Weights *w, Str *out);

// `f` must be for the rules of the game.
void feature_dump_add_game(Features *f, const PackedGame *g, Str *out);
