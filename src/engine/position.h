// A position as the engine sees it: for every empty point, what a stone of either colour would make
// there, kept up to date by each move and undone from a log.
//
// It is large and lives on the heap; a search has one and walks it up and down.
#pragma once

#include "core/board.h"
#include "engine/pattern.h"

enum {
    POSITION_PLIES_MAX = BOARD_MAX * BOARD_MAX + 1,
    POSITION_CHANGES_MAX = 2 * PATTERN_REACH * STEP_COUNT, // points that one stone can change
    POSITION_LINES = 2 * BOARD_MAX - 1,                    // diagonals of one direction
};

// What a move changes as a whole, saved before it and put back by undo.
typedef struct {
    uint64_t hash;
    int32_t value[2];                  // of all shapes on the board, by colour - BLACK
    int16_t counts[2][CATEGORY_COUNT]; // empty points of each category
    uint32_t area[BOARD_MAX];          // rows of bits: points near enough to a stone to matter
    Point last_five[2];                // where a FIVE appeared last; may be stale
} Outline;

// One point's old self.
typedef struct {
    Point point;
    uint16_t quads[2];
    uint8_t categories[2];
} Change;

typedef struct {
    const Patterns *patterns; // borrowed
    Board board;              // its winner stays EMPTY: whoever moves knows from the category
    Outline now;
    uint64_t lines[STEP_COUNT][POSITION_LINES]; // two bits a point, see core of make
    uint16_t quads[2][POINT_COUNT];             // four shapes of four bits, by direction
    uint8_t categories[2][POINT_COUNT];

    int plies; // moves made since the start
    int changes;
    struct {
        Outline before;
        Point move;
        int changes;
    } history[POSITION_PLIES_MAX];
    Change log[POSITION_PLIES_MAX * POSITION_CHANGES_MAX];
} Position;

// A position to walk from: the stones and the turn of `b`. `patterns` must outlive it.
Position *position_new(const Patterns *patterns, const Board *b);
void position_free(Position *s);

// For the side to move, on an empty point; whether it is wise or legal is the caller's business.
void position_make(Position *s, Point p);
void position_undo(Position *s);

// How urgent `p` is for `color`; CATEGORY_SUSPECT is settled, to CATEGORY_NONE if it is forbidden.
Category position_category(const Position *s, Stone color, Point p);
bool position_is_forbidden(const Position *s, Stone color, Point p);

static inline int position_count(const Position *s, Stone color, Category category) {
    return s->now.counts[color - BLACK][category];
}

// Some point where `color` makes five; there is one.
Point position_five(const Position *s, Stone color);

// The points that keep the other side, which threatens one five or more, from winning at once: one,
// none, or several where a five that is held does not count. Legal ones only.
enum { POSITION_ANSWERS_MAX = 2 * PATTERN_REACH * STEP_COUNT + 1 };
int position_answers(Position *s, Point points[static POSITION_ANSWERS_MAX]);

// The empty points near stones, in reading order: on an empty board the centre, and all that are
// left when none is near.
int position_candidates(const Position *s, Point points[static BOARD_MAX * BOARD_MAX]);

// No five is possible any more for either side.
bool position_is_dead(const Position *s);
