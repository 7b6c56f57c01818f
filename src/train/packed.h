// Packed self-play games: the binary format of `pentad selfplay`, read by training/.
// Little-endian; numbers of bytes:
//   8               "pentadG1", once per file; games follow
//   1, 1, 1, 1      rules by Gomocup's number (0 freestyle, 1 standard, 4 renju, 8 caro-overline,
//                   9 caro); board size; winner (0 nobody, 1 Black, 2 White); opening stones, O
//   2               number of moves including the opening, M
//   2 M             each move: row times size plus column, from the top left; bit 15: an
//                   exploration move
//   2 (M - O)       value of the search before each move after the opening, for the side to move
//   4               FNV-1a of the preceding bytes of the game
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
// training/tune.py. Little-endian; numbers of bytes:
//   8               "pentadF1"
//   44928           baseline weights (engine/eval/weights.h)
//   2 * 3060 * 5    for Black and White the groups of each code: four shapes and a category
//   2 * 3060        1 for codes of urgent moves
//   2, 2            for each game: searched positions, quiet ones
//   1, 1, 2         for each quiet position: side to move (0 Black); its result (0 lost, 1 drawn,
//                   2 won); 1 if no exploration move follows
//   2, 2, 2, 2      value of the search; set of threats; which point was played (65535: not to
//                   be learned from); number of empty points, N
//   4 N             for each empty point the codes of the side to move and of the other; bit 15 of
//                   the first: a candidate move

// The file header of a dump: the baseline weights of a fit, and the groups of codes. Games follow.
void feature_dump_add_head(const Rules *rules, const Weights *w, Str *out);

// `f` must be for the rules of the game.
void feature_dump_add_game(Features *f, const PackedGame *g, Str *out);
