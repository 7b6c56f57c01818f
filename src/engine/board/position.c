#include "engine/board/position.h"

#include "base/mem.h"
#include "base/number.h"
#include "core/forbidden.h"

#include <assert.h>
#include <string.h>

// Zobrist key of a stone, computed by splitmix64 instead of looked up.
static uint64_t stone_key(Stone color, Point p) {
    return rng_mix(((uint64_t)p << 2 | color) * 0x9e3779b97f4a7c15u);
}

static const uint64_t turn_key = 0xd6e8feb86659fd93u;

// A point's line and its index there. Rows and both diagonals are indexed by column, columns by
// row. Points off the board always have the bits BITS_OFF.
typedef struct {
    int line, index;
} LineIndex;

static inline LineIndex line_index_of(int direction, Point p) {
    int x = point_x(p), y = point_y(p);
    switch (direction) {
    case 0: // right
        return (LineIndex){y, x};
    case 1: // down
        return (LineIndex){x, y};
    case 2: // down right
        return (LineIndex){x - y + BOARD_MAX - 1, x};
    default: // down left: the index grows to the right, against the step
        return (LineIndex){x + y, x};
    }
}

const int position_steps[STEP_COUNT] = {1, POINT_STRIDE, POINT_STRIDE + 1, 1 - POINT_STRIDE};

// Lines are stored shifted by `reach` points, so the view from index i is a plain shift by 2i.
static inline int bit_of(int index, int reach) {
    return 2 * (index + reach);
}

// The index of a view in Patterns.shapes: its bits without the center.
static inline unsigned number_of(uint64_t view, int reach) {
    unsigned before = (1u << 2 * reach) - 1, after = before << 2 * reach;
    return ((unsigned)view & before) | ((unsigned)(view >> 2) & after);
}

// Spreads a byte of Patterns.shapes to the first direction of PatternCell.quads.
static inline uint32_t spread(uint8_t shapes) {
    return (shapes | (uint32_t)shapes << 12) & 0x000f000fu;
}

static inline void flip_bits(Position *s, Point p, unsigned bits, int reach) {
    for (int d = 0; d < STEP_COUNT; d++) {
        LineIndex at = line_index_of(d, p);
        s->lines[d][at.line] ^= (uint64_t)bits << bit_of(at.index, reach);
    }
}

// XOR mask that turns empty into a stone, or back.
static inline unsigned stone_bits(Stone color) {
    return BITS_EMPTY ^ (color == BLACK ? BITS_BLACK : BITS_WHITE);
}

#define ALWAYS_INLINE inline __attribute__((always_inline))

static inline CellLanes point_lane(Point p) {
    return (CellLanes){0, 0, 0, 0, 0, 0, 0, p};
}

// The cell of a point with these shapes, as a SIMD vector.
static inline CellLanes lanes_with(const Patterns *t, uint32_t quads, CellLanes point) {
    typedef uint32_t Words __attribute__((vector_size(16)));
    return t->rows[0][t->codes[quads & 0xffff]].lanes + t->rows[1][t->codes[quads >> 16]].lanes +
           (CellLanes)(Words){quads} + point;
}

// One-hot vectors by category: counting is a vector addition without branches.
typedef int8_t Tally __attribute__((vector_size(CATEGORY_LANES)));
// clang-format off
static const Tally one_of[CATEGORY_COUNT] = {
    {1}, {0, 1}, {0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 1},
    {0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
};
// clang-format on

// The changes of a move so far. A sum of POSITION_CHANGES_MAX changes fits its lane.
typedef struct {
    PatternCell *log; // end of the undo log
    CellLanes cells;  // sum of the differences
    Tally counts[2];
} Changes;

// Updates every empty point of the line within reach of the move. The loop does not test whether a
// shape really changed: a mispredicted branch costs more than the update.
static ALWAYS_INLINE void refresh_line(Position *s, Changes *sum, Point p, int d, int reach) {
    const Patterns *t = s->patterns;
    LineIndex at = line_index_of(d, p);
    uint64_t line = s->lines[d][at.line];
    uint64_t empty = line & line >> 1 & 0x5555555555555555u; // low bits of the empty points
    unsigned near = (unsigned)(empty >> 2 * at.index) & ((1u << (4 * reach + 2)) - 1);
    for (; near; near &= near - 1) {
        int bit = __builtin_ctz(near);
        uint64_t view = line >> (2 * (at.index - reach) + bit);
        PatternCell *cell = &s->cells[p + (bit / 2 - reach) * position_steps[d]];
        uint32_t shapes = spread(t->shapes[number_of(view, reach)]) << 4 * d;
        uint32_t quads = (cell->quads & ~(spread(0xff) << 4 * d)) | shapes;
        CellLanes before = cell->lanes;
        CellLanes after = lanes_with(t, quads, before & point_lane(-1));
        sum->log->lanes = before;
        cell->lanes = after;
        sum->cells += after - before;
        for (int c = 0; c < 2; c++)
            sum->counts[c] += one_of[cell->categories[c]] - one_of[sum->log->categories[c]];
        sum->log++;
    }
}

static void note_five(Position *s, int c, const PatternCell *changed, const PatternCell *end) {
    for (; changed < end; changed++)
        if (s->cells[changed->point].categories[c] == CATEGORY_FIVE)
            s->state.last_five[c] = changed->point;
}

static ALWAYS_INLINE void refresh_around(Position *s, Point p, int reach) {
    Changes sum = {.log = s->log_end};
    refresh_line(s, &sum, p, 0, reach);
    refresh_line(s, &sum, p, 1, reach);
    refresh_line(s, &sum, p, 2, reach);
    refresh_line(s, &sum, p, 3, reach);
    PatternCell difference = {.lanes = sum.cells};
    for (int c = 0; c < 2; c++) {
        s->state.value[c] += difference.values[c];
        for (int i = 0; i < CATEGORY_LANES; i++)
            s->state.counts[c][i] = (uint16_t)(s->state.counts[c][i] + sum.counts[c][i]);
        if (sum.counts[c][CATEGORY_FIVE] > 0)
            note_five(s, c, s->log_end, sum.log);
    }
    s->log_end = sum.log;
}

static inline uint32_t near_bits(const Position *s, Point p) {
    int x = point_x(p);
    uint32_t all = (1u << POSITION_NEAR_ROWS) - 1;
    uint32_t bits = x >= POSITION_NEAR ? all << (x - POSITION_NEAR) : all >> (POSITION_NEAR - x);
    return bits & ((1u << s->board.size) - 1);
}

static inline void widen_area(Position *s, Point p) {
    uint32_t bits = near_bits(s, p);
    uint32_t *rows = &s->area[point_y(p)];
    for (int i = 0; i < POSITION_NEAR_ROWS; i++)
        rows[i] |= bits;
}

static inline void count_point(Position *s, Point p, int sign) {
    const PatternCell *cell = &s->cells[p];
    for (int c = 0; c < 2; c++) {
        uint16_t *count = &s->state.counts[c][cell->categories[c]];
        *count = (uint16_t)(*count + sign);
        s->state.value[c] += sign * cell->values[c];
    }
}

uint64_t position_hash_after(const Position *s, Point p) {
    return s->state.hash ^ stone_key(s->board.turn, p) ^ turn_key;
}

static ALWAYS_INLINE void make(Position *s, Point p, int reach) {
    Board *b = &s->board;
    Stone color = b->turn;
    assert(b->at[p] == EMPTY && s->plies < POSITION_PLIES_MAX);
    PositionUndo *ply = &s->history[s->plies++];
    ply->before = s->state;
    ply->log_end = s->log_end;
    ply->move = p;
    memcpy(ply->area, &s->area[point_y(p)], sizeof ply->area);

    count_point(s, p, -1);
    s->state.hash = position_hash_after(s, p);
    b->at[p] = (uint8_t)color;
    b->stones++;
    b->turn = (uint8_t)stone_other(color);
    widen_area(s, p);
    flip_bits(s, p, stone_bits(color), reach);
    refresh_around(s, p, reach);
}

void position_make(Position *s, Point p) {
    if (s->patterns->reach == 4)
        make(s, p, 4);
    else
        make(s, p, 5);
}

void position_undo(Position *s) {
    Board *b = &s->board;
    const PositionUndo *ply = &s->history[--s->plies];
    Point p = ply->move;
    PatternCell *cell = s->log_end;
    while (cell > ply->log_end) {
        cell--;
        s->cells[cell->point] = *cell;
    }
    s->log_end = ply->log_end;
    s->state = ply->before;
    memcpy(&s->area[point_y(p)], ply->area, sizeof ply->area);
    flip_bits(s, p, stone_bits(b->at[p]), s->patterns->reach);
    b->turn = b->at[p];
    b->stones--;
    b->at[p] = EMPTY;
}

void position_pass(Position *s) {
    s->board.turn = (uint8_t)stone_other(s->board.turn);
    s->state.hash ^= turn_key;
}

unsigned position_line_index(const Position *s, Point p, int direction) {
    LineIndex at = line_index_of(direction, p);
    return number_of(s->lines[direction][at.line] >> 2 * at.index, s->patterns->reach);
}

static void fill_point(Position *s, Point p) {
    PatternCell *cell = &s->cells[p];
    uint32_t quads = 0;
    for (int d = 0; d < STEP_COUNT; d++)
        quads |= spread(s->patterns->shapes[position_line_index(s, p, d)]) << 4 * d;
    cell->lanes = lanes_with(s->patterns, quads, point_lane(p));
    count_point(s, p, 1);
    for (int c = 0; c < 2; c++)
        if (cell->categories[c] == CATEGORY_FIVE)
            s->state.last_five[c] = p;
}

Position *position_new(const Patterns *patterns, const Board *b) {
    static const unsigned bits[] = {BITS_EMPTY, BITS_BLACK, BITS_WHITE};
    Position *s = mem_alloc(sizeof *s);
    s->patterns = patterns;
    s->board = *b;
    s->board.winner = EMPTY;
    s->log_end = s->log;
    // The size is part of the hash, because the transposition table outlives the game.
    s->state.hash = stone_key(EMPTY, (Point)b->size) ^ (b->turn == WHITE ? turn_key : 0);
    for (int i = 0; i < b->size * b->size; i++) {
        Point p = point_at(i % b->size, i / b->size);
        flip_bits(s, p, bits[b->at[p]], patterns->reach);
        if (b->at[p] == EMPTY)
            continue;
        s->state.hash ^= stone_key(b->at[p], p);
        widen_area(s, p);
    }
    for (int i = 0; i < b->size * b->size; i++) {
        Point p = point_at(i % b->size, i / b->size);
        if (b->at[p] == EMPTY)
            fill_point(s, p);
    }
    return s;
}

void position_free(Position *s) {
    mem_free(s);
}

static bool has_fouls(const Position *s, Stone color) {
    return color == BLACK && s->board.rules->black.has_fouls;
}

bool position_is_forbidden(const Position *s, Stone color, Point p) {
    return position_raw_category(s, color, p) == CATEGORY_SUSPECT && has_fouls(s, color) &&
           forbidden_check(&s->board, p) != PLAY_OK;
}

// White has no fouls, so White's table has the category of a suspect point that is legal.
Category position_category(const Position *s, Stone color, Point p) {
    Category category = position_raw_category(s, color, p);
    if (category != CATEGORY_SUSPECT)
        return category;
    if (position_is_forbidden(s, color, p))
        return CATEGORY_NONE;
    return (Category)patterns_row(s->patterns, WHITE, s->cells[p].quads & 0xffff)->categories[1];
}

// The threat class of each category, as a bit.
static const unsigned threat_of[CATEGORY_COUNT] = {
    [CATEGORY_OPEN_THREE] = 1 << THREAT_OPEN_THREE,
    [CATEGORY_OPEN_THREE_PLUS] = 1 << THREAT_OPEN_THREE,
    [CATEGORY_OPEN_THREES] = 1 << THREAT_OPEN_THREES,
    [CATEGORY_FOUR] = 1 << THREAT_FOUR,
    [CATEGORY_FOUR_PLUS] = 1 << THREAT_FOUR,
    [CATEGORY_FOUR_THREE] = 1 << THREAT_FOUR_THREE,
    [CATEGORY_OPEN_FOUR] = 1 << THREAT_OPEN_FOUR,
    [CATEGORY_FIVE] = 1 << THREAT_FIVE,
};

static unsigned threats_of(const Position *s, Stone color) {
    unsigned threats = 0;
    for (Category c = CATEGORY_OPEN_THREE; c < CATEGORY_COUNT; c++)
        threats |= position_count(s, color, c) > 0 ? threat_of[c] : 0;
    return threats;
}

unsigned position_threats(const Position *s) {
    Stone own = s->board.turn, other = stone_other(own);
    return threats_of(s, own) | threats_of(s, other) << THREAT_CLASSES;
}

int position_value(const Position *s) {
    Stone own = s->board.turn, other = stone_other(own);
    int mine = s->state.value[own - BLACK], theirs = s->state.value[other - BLACK];
    return mine - theirs + s->patterns->threat[position_threats(s)];
}

Point position_five(const Position *s, Stone color) {
    Point p = s->state.last_five[color - BLACK];
    if (p != POINT_NONE && s->board.at[p] == EMPTY &&
        position_raw_category(s, color, p) == CATEGORY_FIVE)
        return p;
    for (p = 0; p < POINT_COUNT; p++)
        if (s->board.at[p] == EMPTY && position_raw_category(s, color, p) == CATEGORY_FIVE)
            return p;
    return POINT_NONE;
}

static bool stops_five(Position *s, Point p) {
    Stone other = stone_other(s->board.turn);
    if (s->board.at[p] != EMPTY || position_is_forbidden(s, s->board.turn, p))
        return false;
    position_make(s, p);
    bool safe = position_count(s, other, CATEGORY_FIVE) == 0;
    position_undo(s);
    return safe;
}

int position_answers(Position *s, Point points[static POSITION_ANSWERS_MAX]) {
    Point five = position_five(s, stone_other(s->board.turn));
    int n = 0;
    if (stops_five(s, five))
        points[n++] = five;
    const SideRules *side =
        s->board.turn == BLACK ? &s->board.rules->white : &s->board.rules->black;
    for (int d = 0; d < STEP_COUNT && !side->blocked_five_wins; d++)
        for (int k = -PATTERN_REACH_MAX; k <= PATTERN_REACH_MAX; k++) {
            int p = five + k * point_steps[d];
            if (k != 0 && p > 0 && p < POINT_COUNT && stops_five(s, (Point)p))
                points[n++] = (Point)p;
        }
    return n;
}

int position_candidates(const Position *s, Point points[static BOARD_MAX * BOARD_MAX]) {
    int n = 0;
    for (int y = 0; y < s->board.size; y++)
        for (uint32_t row = s->area[y + POSITION_NEAR]; row; row &= row - 1) {
            Point p = point_at(__builtin_ctz(row), y);
            if (s->board.at[p] == EMPTY)
                points[n++] = p;
        }
    if (n > 0)
        return n;
    if (s->board.stones > 0) // all points near stones are occupied
        return board_empty_points(&s->board, points);
    points[0] = point_center(s->board.size);
    return 1;
}

bool position_is_dead(const Position *s) {
    int empty = s->board.size * s->board.size - s->board.stones;
    return position_count(s, BLACK, CATEGORY_DEAD) == empty &&
           position_count(s, WHITE, CATEGORY_DEAD) == empty;
}
