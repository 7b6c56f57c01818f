// Puzzles: positions of games in which one move is right and can be shown to be.
//
// Attack: the side to move wins by threats, and its first move is the only one. The win is proved;
// that no other move wins by threats was searched, move by move (PuzzleOthers says how far).
//
// Defence: the other side threatens to win. Every move but one is proved to lose by threats; after
// that one no win by threats was found, searched likewise.
#pragma once

#include "base/error.h"
#include "player/solve.h"

typedef enum { PUZZLE_ATTACK, PUZZLE_DEFENCE, PUZZLE_KINDS } PuzzleKind;

// What there is to see in one.
typedef enum {
    PUZZLE_THEME_FOUR,        // the move makes an open four
    PUZZLE_THEME_FOUR_THREE,  // the win comes by a four that is a three as well
    PUZZLE_THEME_DOUBLE_FOUR, // ... by two fours at once
    PUZZLE_THEME_FOUL,        // ... by a four whose answer is forbidden
    PUZZLE_THEME_VCF,         // every move of the win is a four, and there are several
    PUZZLE_THEME_VCT,         // some are threes or other threats
    PUZZLE_THEME_DEFENCE,
    PUZZLE_THEME_COUNT,
} PuzzleTheme;

enum { PUZZLE_LEVELS = 8 }; // that its difficulty was measured with

// What does not win by threats: of an attack every other legal move, of a defence the solution.
typedef struct {
    int refuted;   // a defence holds against every threat that follows: the search came to its end
    int searched;  // no win by threats among so many nodes
    int64_t nodes; // how many these were, for each
    int best;      // the value of the best move but the solution, to the engine
} PuzzleOthers;

// Moves from an empty board on, by turns.
typedef struct {
    const Rules *rules;
    int size, count;
    Point moves[BOARD_MAX * BOARD_MAX];
} PuzzleGame;

typedef struct {
    PuzzleGame game; // up to the position
    PuzzleKind kind;
    Point solution;
    bool motifs[PUZZLE_THEME_COUNT];
    int stones; // until the five if the loser resists; of a defence, after a pass
    int length; // of that line; it may end before the five, where any reply leaves one
    Point line[SOLVER_LINE_MAX];
    PuzzleOthers others;        // of an attack
    int percent[PUZZLE_LEVELS]; // how often level 1 and so on plays the solution
    int64_t nodes;              // after so many the engine had it for good; -1: not in its time
    int rating;                 // by the levels' Elo, see study/puzzle_difficulty.h
} Puzzle;

const char *puzzle_kind_name(int kind);   // NULL after the last
const char *puzzle_theme_name(int motif); // NULL after the last

// The position, and whose turn it is. False if the moves cannot be played.
bool puzzle_board(const PuzzleGame *g, Board *out);

// The same for positions that are alike turned or mirrored.
uint64_t puzzle_key(const PuzzleGame *g);

// Turns or mirrors all of it.
void puzzle_transform(Puzzle *p, int symmetry);

// What is needed to find them. Use it from one thread at a time.
typedef struct {
    Solver *solver;
    SolverLimits proving;   // for the win itself
    SolverLimits others;    // for each other move
    SolverLimits screening; // for what is likely no puzzle, and for each proof of a defence
} PuzzleTools;

// What can be claimed of the position to which the moves lead. False if it is no puzzle. Its
// difficulty is not measured yet.
bool puzzle_examine(const PuzzleTools *tools, const PuzzleGame *g, Puzzle *out);

// Is everything true that it claims? Every proof is found anew and checked by the rules alone,
// along the line too, and every other move searched again, with as many nodes. What was measured
// with the engine and the levels is not.
bool puzzle_check(const PuzzleTools *tools, const Puzzle *p, Error *err);

// Does `attacker` win by threats, be it to move or not; and after one more move of the side to
// move? A proof counts only if it holds by the rules alone; it is the caller's to release.
Threats puzzle_threats(const PuzzleTools *tools, const Board *b, Stone attacker,
                       const SolverLimits *limits, Proof *proof);
Threats puzzle_threats_after(const PuzzleTools *tools, const Board *b, Point move, Stone attacker,
                             const SolverLimits *limits);
