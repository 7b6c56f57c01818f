// The engine's position: board, Zobrist hash and, for every empty point, the patterns a stone of
// either color would make there. Updated incrementally by each move and undone from a log.
//
// It is large and lives on the heap. Each search thread has one and makes and undoes moves on it.
#pragma once

#include "core/board.h"
#include "engine/board/patterns.h"

enum {
    POSITION_PLIES_MAX = BOARD_MAX * BOARD_MAX + 1,
    POSITION_CHANGES_MAX = 2 * PATTERN_REACH_MAX * STEP_COUNT, // points a stone can change
    POSITION_LINES = 2 * BOARD_MAX - 1,                        // diagonals of one direction
    POSITION_NEAR = 2, // distance of candidate moves from stones
    POSITION_NEAR_ROWS = 2 * POSITION_NEAR + 1,
};

// Bitboard, a row per word, with the border.
typedef struct {
    uint32_t rows[BOARD_MAX + 2];
} PointSet;

static inline void point_set_add(PointSet *set, Point p) {
    set->rows[p / POINT_STRIDE] |= 1u << p % POINT_STRIDE;
}

static inline bool point_set_has(const PointSet *set, Point p) {
    return set->rows[p / POINT_STRIDE] >> p % POINT_STRIDE & 1;
}

// State that a move changes, saved before it and restored by undo.
typedef struct {
    uint64_t hash;                      // Zobrist hash
    int32_t value[2];                   // sum over empty points, by color - BLACK
    uint16_t counts[2][CATEGORY_LANES]; // empty points of each category
    Point last_five[2];                 // the last FIVE point that appeared; may be stale
} PositionState;

// A move and what it changed.
typedef struct {
    PositionState before;
    uint32_t area[POSITION_NEAR_ROWS]; // the rows it changes
    PatternCell *log_end;
    Point move;
} PositionUndo;

typedef struct {
    const Patterns *patterns; // borrowed
    Board board;              // `winner` stays EMPTY: the category of a move shows that it wins
    PositionState state;
    PatternCell cells[POINT_COUNT];               // under a stone: the value before it was placed
    uint64_t lines[STEP_COUNT][POSITION_LINES];   // two bits per point
    uint32_t area[BOARD_MAX + 2 * POSITION_NEAR]; // candidate area: a bit per point near a stone;
                                                  // row y is at y + POSITION_NEAR
    int plies;                                    // moves made since position_new
    PatternCell *log_end;
    PositionUndo history[POSITION_PLIES_MAX];
    PatternCell log[POSITION_PLIES_MAX * POSITION_CHANGES_MAX];
} Position;

// Starts from the stones and the turn of `b`. `patterns` must outlive the position.
Position *position_new(const Patterns *patterns, const Board *b);
void position_free(Position *s);

// Plays an empty point for the side to move. Does not check fouls or the end of the game.
void position_make(Position *s, Point p);
void position_undo(Position *s);

// The Zobrist hash after that move, for prefetching table entries.
uint64_t position_hash_after(const Position *s, Point p);

// Passes the turn to the other side. A second call restores it.
void position_pass(Position *s);

// The line through `p` as an index of Patterns.shapes, and the step to the next point of a line.
// The fourth direction runs upward, unlike in core/point.h.
unsigned position_line_index(const Position *s, Point p, int direction);
extern const int position_steps[STEP_COUNT];

// Category of `p` for `color`. CATEGORY_SUSPECT is resolved, to CATEGORY_NONE if `p` is forbidden.
Category position_category(const Position *s, Stone color, Point p);
bool position_is_forbidden(const Position *s, Stone color, Point p);

// The same without resolving CATEGORY_SUSPECT.
static inline Category position_raw_category(const Position *s, Stone color, Point p) {
    return (Category)s->cells[p].categories[color - BLACK];
}

static inline Shape position_shape(const Position *s, Stone color, Point p, int direction) {
    unsigned quad = color == BLACK ? s->cells[p].quads : s->cells[p].quads >> 16;
    return (Shape)(quad >> 4 * direction & 15);
}

static inline int position_count(const Position *s, Stone color, Category category) {
    return s->state.counts[color - BLACK][category];
}

// True if `color` may be able to make a four. Possible fouls count.
static inline bool position_may_make_four(const Position *s, Stone color) {
    int count = position_count(s, color, CATEGORY_SUSPECT);
    for (Category c = CATEGORY_FOUR; c < CATEGORY_FIVE; c++)
        count += position_count(s, color, c);
    return count > 0;
}

// The set of threats on the board, as an index of Weights.threat.
unsigned position_threats(const Position *s);

// Classical static evaluation for the side to move. Meaningless if somebody wins at once.
int position_value(const Position *s);

// Classical move ordering score of `p`: what it makes, plus what it denies the opponent.
static inline int position_score(const Position *s, Point p) {
    return s->cells[p].scores[s->board.turn - BLACK];
}

// A point where `color` makes five. There must be one.
Point position_five(const Position *s, Stone color);

// Lists the legal moves that stop the opponent's threat of five: usually one, none if there are two
// fives, or several where a blocked five does not win.
enum { POSITION_ANSWERS_MAX = 2 * PATTERN_REACH_MAX * STEP_COUNT + 1 };
int position_answers(Position *s, Point points[static POSITION_ANSWERS_MAX]);

// Candidate moves: the empty points near stones, in reading order. The center on an empty board;
// all empty points if none is near a stone.
int position_candidates(const Position *s, Point points[static BOARD_MAX * BOARD_MAX]);

// True if neither side can make a five anymore.
bool position_is_dead(const Position *s);
