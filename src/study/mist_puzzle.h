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
    // Difficulty, by the other points that would have put the hole in the same place. 1: there is
    // one; 2: several, each visibly empty or taken by an own stone; 3: several, and one is excluded
    // by a known stone of the opponent, or by a five that would have ended the game.
    int level;
} MistPuzzle;

// From the position after the first `count` moves. False if it is not such a puzzle.
bool mist_puzzle_examine(const Point *moves, int count, MistPuzzle *out);

// Verifies all fields.
bool mist_puzzle_check(const MistPuzzle *p, Error *err);

// One line of JSON: {"moves":"...","answer":"h17","known":"r17h15","level":2}
void mist_puzzle_write_json(const MistPuzzle *p, Str *out);
bool mist_puzzle_read_json(const char *text, size_t len, MistPuzzle *out, Error *err);
