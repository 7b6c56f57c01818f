// Puzzles: positions from games with exactly one right move, backed by proofs.
//
// Attack: the side to move wins by threats, and only one first move does it. The win is proved.
// Every other move was searched for a win by threats, up to a node limit (see PuzzleOthers).
//
// Defense: the opponent threatens to win. Every move but one is proved to lose by threats; after
// that one move, no win by threats was found within such a limit.
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "engine/engine.h"

typedef enum { PUZZLE_ATTACK, PUZZLE_DEFENSE, PUZZLE_KINDS } PuzzleKind;

// Tactical themes.
typedef enum {
    PUZZLE_THEME_FOUR,        // the solution makes an open four
    PUZZLE_THEME_FOUR_THREE,  // decided by a four that is also a three
    PUZZLE_THEME_DOUBLE_FOUR, // decided by two fours at once
    PUZZLE_THEME_FOUL,        // decided by a four whose block is forbidden
    PUZZLE_THEME_VCF,         // victory by continuous fours: several moves, all of them fours
    PUZZLE_THEME_VCT,         // victory by continuous threats: some are threes or other threats
    PUZZLE_THEME_DEFENSE,
    PUZZLE_THEME_COUNT,
} PuzzleTheme;

enum { PUZZLE_LEVELS = 8 }; // the levels 1 to 8 measure the difficulty

// The moves after which no win by threats exists or was found: for an attack every other legal
// move, for a defense the opponent's threats after the solution.
typedef struct {
    int refuted;   // moves whose threat search was exhausted: proved not to win by threats
    int searched;  // moves whose threat search hit the node limit without a win
    int64_t nodes; // that limit, per move
    int best;      // engine value of the best move other than the solution
} PuzzleOthers;

// A game from the empty board, Black and White alternating.
typedef struct {
    const Rules *rules;
    int size, count;
    Point moves[BOARD_MAX * BOARD_MAX];
} PuzzleGame;

typedef struct {
    PuzzleGame game; // up to the puzzle's position
    PuzzleKind kind;
    Point solution;
    bool themes[PUZZLE_THEME_COUNT];
    int stones; // until the five with best defense; for a defense: if the defender passed
    int length; // of that line; it may stop where every reply leaves a five
    Point line[ENGINE_LINE_MAX];
    PuzzleOthers others;
    int percent[PUZZLE_LEVELS]; // how often each level, from 1, plays the solution
    int64_t nodes;              // until the engine settled on the solution; -1: it did not
    int rating;                 // Elo, see puzzle_rating
} Puzzle;

const char *puzzle_kind_name(int kind);   // NULL after the last
const char *puzzle_theme_name(int theme); // NULL after the last

// Replays the moves. False if one is illegal.
bool puzzle_board(const PuzzleGame *g, Board *out);

// A hash of the position that is the same for all eight symmetries.
uint64_t puzzle_key(const PuzzleGame *g);

// Rotates or mirrors the whole puzzle.
void puzzle_transform(Puzzle *p, int symmetry);

// Engine and budgets for finding and grading puzzles. Not thread-safe.
typedef struct {
    Engine *engine;
    Budget proving;   // for the win itself
    Budget others;    // for each other move
    Budget screening; // for a quick first pass, and for each proof of a defense
    Budget grading;   // for the engine's search for the solution
    StopToken stop;
} PuzzleTools;

// Builds a puzzle from the position after the moves. False if it is not a puzzle. The difficulty
// fields stay empty.
bool puzzle_examine(const PuzzleTools *tools, const PuzzleGame *g, Puzzle *out);

// Verifies everything the puzzle claims: finds every proof again and checks it by the rules alone,
// also along the line, and searches every other move again with the same node limit. Measurements
// with the engine and the levels are not repeated.
bool puzzle_check(const PuzzleTools *tools, const Puzzle *p, Error *err);

// Puzzle themes: the tactical themes of a win (four-three, double four, VCF and so on).

// True if the side to move cannot stop the opponent's five: there are two, or the block is
// forbidden.
bool puzzle_five_is_unstoppable(const Board *b);

// Sets the themes of a line that wins for the side to move.
void puzzle_themes_of_win(const Board *b, const Point *line, int count,
                          bool themes[static PUZZLE_THEME_COUNT]);

// Puzzle difficulty, measured: how often the graded levels find the solution, and after how many
// nodes the engine does. Turned into an Elo rating.

// Fills in the measured fields. False if another move also wins, or the defense turns out to lose.
bool puzzle_measure_difficulty(const PuzzleTools *tools, Puzzle *p);

// The Elo of a player who would find the solution half the time, fitted to the percentage of each
// level. Level 1 is 600; puzzles that no level or every level finds get ratings slightly outside
// the range of the levels.
int puzzle_rating(const int percent[static PUZZLE_LEVELS]);

// Puzzles as JSON Lines, reader and writer. docs/integrate/puzzles.md describes every field.

// One line with its newline.
void puzzle_write_json(const Puzzle *p, Str *out);

// Parses one line. Checks the form only; puzzle_check verifies the claims.
bool puzzle_read_json(const char *text, size_t len, Puzzle *out, Error *err);
