// Puzzles in the mist: "where is the hidden stone?" The opponent's last stone is hidden, and the
// hole leaves exactly one point for it: proved by the exact candidate sets (core/mist_belief.h),
// and to be found by a person from the picture alone.
#pragma once

#include "session/game_session.h"

enum { MIST_PUZZLE_LEVELS = 3 };

typedef struct {
    int count;
    Point moves[MIST_BOARD_SIZE * MIST_BOARD_SIZE]; // of the game so far, without tries
    Point answer;                                   // the last of them
    int known_count;
    Point known[MIST_TURNS_MAX]; // the opponent's stones that the side to move has seen, or could
                                 // work out on its turn before
    // The other points that send the hole there. 1: one; 2: several, each empty in the hole or with
    // an own stone; 3: several, and a known stone of the opponent is on one, or a five would have
    // ended the game.
    int level;
} MistPuzzle;

// From the position after the first `count` moves. False if it is not such a puzzle.
bool mist_puzzle_examine(const Point *moves, int count, MistPuzzle *out);

// Verifies everything that it claims.
bool mist_puzzle_check(const MistPuzzle *p, Error *err);

// One line of JSON: {"moves":"...","answer":"h17","known":"r17h15","level":2}
void mist_puzzle_write_json(const MistPuzzle *p, Str *out);
bool mist_puzzle_read_json(const char *text, size_t len, MistPuzzle *out, Error *err);
