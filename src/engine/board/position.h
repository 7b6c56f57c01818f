// A position as the engine sees it: for every empty point, what a stone of either colour would make
// there, kept up to date by each move and undone from a log.
//
// It is large and lives on the heap; a search has one and walks it up and down.
#pragma once

#include "core/board.h"
#include "engine/board/patterns.h"

enum {
    POSITION_PLIES_MAX = BOARD_MAX * BOARD_MAX + 1,
    POSITION_CHANGES_MAX = 2 * PATTERN_REACH_MAX * STEP_COUNT, // points that one stone can change
    POSITION_LINES = 2 * BOARD_MAX - 1,                        // diagonals of one direction
    POSITION_NEAR = 2,                                         // points around a stone that matter
    POSITION_NEAR_ROWS = 2 * POSITION_NEAR + 1,
};

// What a move changes as a whole, saved before it and put back by undo.
typedef struct {
    uint64_t hash;
    int32_t value[2];                   // of all empty points, by colour - BLACK
    uint16_t counts[2][CATEGORY_LANES]; // empty points of each category
    Point last_five[2];                 // where a FIVE appeared last; may be stale
} PositionState;

// A move and what was before it.
typedef struct {
    PositionState before;
    uint32_t area[POSITION_NEAR_ROWS]; // of the rows that it changes
    PatternCell *log_end;
    Point move;
} PositionUndo;

typedef struct {
    const Patterns *patterns; // borrowed
    Board board;              // its winner stays EMPTY: whoever moves knows from the category
    PositionState now;
    PatternCell cells[POINT_COUNT];               // of stones: what the point was before
    uint64_t lines[STEP_COUNT][POSITION_LINES];   // two bits a point
    uint32_t area[BOARD_MAX + 2 * POSITION_NEAR]; // rows of bits: points near enough to a stone to
                                                  // matter. Row y is at y + POSITION_NEAR
    int plies;                                    // moves made since the start
    PatternCell *log_end;
    PositionUndo history[POSITION_PLIES_MAX];
    PatternCell log[POSITION_PLIES_MAX * POSITION_CHANGES_MAX];
} Position;

// A position to walk from: the stones and the turn of `b`. `patterns` must outlive it.
Position *position_new(const Patterns *patterns, const Board *b);
void position_free(Position *s);

// For the side to move, on an empty point; whether it is wise or legal is the caller's business.
void position_make(Position *s, Point p);
void position_undo(Position *s);

// The hash after that move: whoever looks it up later can fetch what is there meanwhile.
uint64_t position_hash_after(const Position *s, Point p);

// The other side is to move now. A second time it is as before.
void position_pass(Position *s);

// The line through `p` as a number in Patterns.shapes, and the step to its next point: in the
// fourth direction it is read upwards, against core/point.h.
unsigned position_line_index(const Position *s, Point p, int direction);
extern const int position_steps[STEP_COUNT];

// How urgent `p` is for `color`; CATEGORY_SUSPECT is settled, to CATEGORY_NONE if it is forbidden.
Category position_category(const Position *s, Stone color, Point p);
bool position_is_forbidden(const Position *s, Stone color, Point p);

// The same with CATEGORY_SUSPECT left as it is.
static inline Category position_raw_category(const Position *s, Stone color, Point p) {
    return (Category)s->cells[p].categories[color - BLACK];
}

static inline Shape position_shape(const Position *s, Stone color, Point p, int direction) {
    unsigned quad = color == BLACK ? s->cells[p].quads : s->cells[p].quads >> 16;
    return (Shape)(quad >> 4 * direction & 15);
}

static inline int position_count(const Position *s, Stone color, Category category) {
    return s->now.counts[color - BLACK][category];
}

// Whether some point may give `color` a four; a foul is settled only where it is asked for.
static inline bool position_may_make_four(const Position *s, Stone color) {
    int count = position_count(s, color, CATEGORY_SUSPECT);
    for (Category c = CATEGORY_FOUR; c < CATEGORY_FIVE; c++)
        count += position_count(s, color, c);
    return count > 0;
}

// The set of threats that stand on the board: an index of Weights.threat.
unsigned position_threats(const Position *s);

// What the position is worth to the side to move, as long as nobody wins at once.
int position_value(const Position *s);

// How soon to try `p` for the side to move: what it makes, and what it denies the other side.
static inline int position_score(const Position *s, Point p) {
    return s->cells[p].scores[s->board.turn - BLACK];
}

// Some point where `color` makes five; there is one.
Point position_five(const Position *s, Stone color);

// The points that keep the other side, which threatens one five or more, from winning at once: one,
// none, or several where a five that is held does not count. Legal ones only.
enum { POSITION_ANSWERS_MAX = 2 * PATTERN_REACH_MAX * STEP_COUNT + 1 };
int position_answers(Position *s, Point points[static POSITION_ANSWERS_MAX]);

// The empty points near stones, in reading order: on an empty board the centre, and all that are
// left when none is near.
int position_candidates(const Position *s, Point points[static BOARD_MAX * BOARD_MAX]);

// No five is possible any more for either side.
bool position_is_dead(const Position *s);
