#include "engine/position.h"

#include "base/mem.h"
#include "core/forbidden.h"

#include <assert.h>
#include <string.h>

// What shapes are worth while nothing forces: the static evaluation is their sum.
// tests/strength/results.md: steeper is better.
static const int32_t shape_values[SHAPE_COUNT] = {
    [SHAPE_ONE] = 1,         [SHAPE_OPEN_ONE] = 2,    [SHAPE_TWO] = 5,   [SHAPE_OPEN_TWO] = 13,
    [SHAPE_THREE] = 18,      [SHAPE_OPEN_THREE] = 56, [SHAPE_FOUR] = 80, [SHAPE_DOUBLE_FOUR] = 240,
    [SHAPE_OPEN_FOUR] = 240, [SHAPE_FIVE] = 400,
};

// A stone's part of the hash: its number, well mixed.
static uint64_t stone_key(Stone color, Point p) {
    uint64_t z = ((uint64_t)p << 2 | color) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static const uint64_t turn_key = 0xd6e8feb86659fd93u;

// A point's place in its line of each direction. Rows and both diagonals count by column, columns
// by row; points off the board keep the bits BITS_OFF for ever.
typedef struct {
    int line, index;
} Place;

static Place place_of(int direction, Point p) {
    int x = point_x(p), y = point_y(p);
    switch (direction) {
    case 0: // right
        return (Place){y, x};
    case 1: // down
        return (Place){x, y};
    case 2: // down right
        return (Place){x - y + BOARD_MAX - 1, x};
    default: // down left: the index grows to the right, against the step
        return (Place){x + y, x};
    }
}

// The step by which the index grows.
static const int index_steps[STEP_COUNT] = {1, POINT_STRIDE, POINT_STRIDE + 1, 1 - POINT_STRIDE};

// Lines are stored PATTERN_REACH points up, so that the view from index i is a plain shift by 2i.
static int bit_of(int index) {
    return 2 * (index + PATTERN_REACH);
}

static uint8_t shapes_seen(const Position *s, uint64_t line, int index) {
    uint64_t view = line >> (2 * index);
    unsigned before = view & 0x3ff, after = view >> 12 & 0x3ff; // the centre is left out
    return s->patterns->shapes[before | after << 10];
}

static void set_bits(Position *s, Point p, unsigned bits) {
    for (int d = 0; d < STEP_COUNT; d++) {
        Place place = place_of(d, p);
        uint64_t *line = &s->lines[d][place.line];
        *line = (*line & ~((uint64_t)3 << bit_of(place.index))) | (uint64_t)bits
                                                                      << bit_of(place.index);
    }
}

static int32_t quad_value(unsigned quad) {
    return shape_values[quad & 15] + shape_values[quad >> 4 & 15] + shape_values[quad >> 8 & 15] +
           shape_values[quad >> 12];
}

// Takes the point's present self out of the sums, or puts it in.
static void count_point(Position *s, Point p, int sign) {
    for (int c = 0; c < 2; c++) {
        s->now.counts[c][s->categories[c][p]] =
            (int16_t)(s->now.counts[c][s->categories[c][p]] + sign);
        s->now.value[c] += sign * quad_value(s->quads[c][p]);
    }
}

static void set_shape(Position *s, int c, Point p, int direction, unsigned shape) {
    int shift = 4 * direction;
    unsigned old_quad = s->quads[c][p];
    unsigned old_shape = old_quad >> shift & 15;
    if (shape == old_shape)
        return;
    unsigned quad = old_quad ^ (old_shape ^ shape) << shift;
    uint8_t category = s->patterns->categories[c][quad];
    s->now.counts[c][s->categories[c][p]]--;
    s->now.counts[c][category]++;
    s->now.value[c] += shape_values[shape] - shape_values[old_shape];
    s->quads[c][p] = (uint16_t)quad;
    s->categories[c][p] = category;
    if (category == CATEGORY_FIVE)
        s->now.last_five[c] = p;
}

static void refresh(Position *s, Point p, int direction, uint64_t line, int index) {
    uint8_t shapes = shapes_seen(s, line, index);
    int shift = 4 * direction;
    unsigned black = shapes & 15, white = shapes >> 4;
    if ((s->quads[0][p] >> shift & 15) == black && (s->quads[1][p] >> shift & 15) == white)
        return;
    s->log[s->changes++] =
        (Change){p, {s->quads[0][p], s->quads[1][p]}, {s->categories[0][p], s->categories[1][p]}};
    set_shape(s, 0, p, direction, black);
    set_shape(s, 1, p, direction, white);
}

// Every empty point that sees the point of the move sees something new.
static void refresh_around(Position *s, Point p) {
    for (int d = 0; d < STEP_COUNT; d++) {
        Place place = place_of(d, p);
        uint64_t line = s->lines[d][place.line];
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int k = 1; k <= PATTERN_REACH; k++) {
                Point q = (Point)(p + sign * k * index_steps[d]);
                if (s->board.at[q] == WALL)
                    break;
                if (s->board.at[q] == EMPTY)
                    refresh(s, q, d, line, place.index + sign * k);
            }
        }
    }
}

// Two points around in every direction.
static void widen_area(Position *s, Point p) {
    int x = point_x(p), y = point_y(p), size = s->board.size;
    uint32_t bits = x >= 2 ? 0x1fu << (x - 2) : 0x1fu >> (2 - x);
    bits &= (1u << size) - 1;
    for (int row = y - 2; row <= y + 2; row++)
        if (row >= 0 && row < size)
            s->now.area[row] |= bits;
}

void position_make(Position *s, Point p) {
    Board *b = &s->board;
    Stone color = b->turn;
    assert(b->at[p] == EMPTY && s->plies < POSITION_PLIES_MAX);
    s->history[s->plies].before = s->now;
    s->history[s->plies].move = p;
    s->history[s->plies].changes = s->changes;
    s->plies++;

    count_point(s, p, -1);
    b->at[p] = (uint8_t)color;
    b->stones++;
    b->turn = (uint8_t)stone_other(color);
    s->now.hash ^= stone_key(color, p) ^ turn_key;
    set_bits(s, p, color == BLACK ? BITS_BLACK : BITS_WHITE);
    widen_area(s, p);
    refresh_around(s, p);
}

void position_undo(Position *s) {
    Board *b = &s->board;
    s->plies--;
    Point p = s->history[s->plies].move;
    while (s->changes > s->history[s->plies].changes) {
        const Change *c = &s->log[--s->changes];
        for (int i = 0; i < 2; i++) {
            s->quads[i][c->point] = c->quads[i];
            s->categories[i][c->point] = c->categories[i];
        }
    }
    s->now = s->history[s->plies].before;
    b->turn = (uint8_t)stone_other(b->turn);
    b->stones--;
    b->at[p] = EMPTY;
    set_bits(s, p, BITS_EMPTY);
}

static void fill_point(Position *s, Point p) {
    for (int d = 0; d < STEP_COUNT; d++) {
        Place place = place_of(d, p);
        uint8_t shapes = shapes_seen(s, s->lines[d][place.line], place.index);
        s->quads[0][p] |= (uint16_t)((shapes & 15) << 4 * d);
        s->quads[1][p] |= (uint16_t)((shapes >> 4) << 4 * d);
    }
    for (int c = 0; c < 2; c++)
        s->categories[c][p] = s->patterns->categories[c][s->quads[c][p]];
    count_point(s, p, 1);
}

Position *position_new(const Patterns *patterns, const Board *b) {
    static const unsigned bits[] = {BITS_EMPTY, BITS_BLACK, BITS_WHITE};
    Position *s = mem_alloc(sizeof *s);
    s->patterns = patterns;
    s->board = *b;
    s->board.winner = EMPTY;
    s->now.hash = b->turn == WHITE ? turn_key : 0;
    for (int i = 0; i < b->size * b->size; i++) {
        Point p = point_at(i % b->size, i / b->size);
        set_bits(s, p, bits[b->at[p]]);
        if (b->at[p] == EMPTY)
            continue;
        s->now.hash ^= stone_key(b->at[p], p);
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
    return s->categories[color - BLACK][p] == CATEGORY_SUSPECT && has_fouls(s, color) &&
           forbidden_check(&s->board, p) != PLAY_OK;
}

// White has no fouls, so White's table says what a suspect stone makes if it is legal after all.
Category position_category(const Position *s, Stone color, Point p) {
    Category category = s->categories[color - BLACK][p];
    if (category != CATEGORY_SUSPECT)
        return category;
    return position_is_forbidden(s, color, p) ? CATEGORY_NONE
                                              : s->patterns->categories[1][s->quads[0][p]];
}

Point position_five(const Position *s, Stone color) {
    int c = (int)color - BLACK;
    Point p = s->now.last_five[c];
    if (p != POINT_NONE && s->board.at[p] == EMPTY && s->categories[c][p] == CATEGORY_FIVE)
        return p;
    for (p = 0; p < POINT_COUNT; p++)
        if (s->board.at[p] == EMPTY && s->categories[c][p] == CATEGORY_FIVE)
            return p;
    return POINT_NONE;
}

static bool answers(Position *s, Point p) {
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
    if (answers(s, five))
        points[n++] = five;
    const SideRules *side =
        s->board.turn == BLACK ? &s->board.rules->white : &s->board.rules->black;
    for (int d = 0; d < STEP_COUNT && !side->held_five_wins; d++)
        for (int k = -PATTERN_REACH; k <= PATTERN_REACH; k++) {
            int p = five + k * point_steps[d];
            if (k != 0 && p > 0 && p < POINT_COUNT && answers(s, (Point)p))
                points[n++] = (Point)p;
        }
    return n;
}

int position_candidates(const Position *s, Point points[static BOARD_MAX * BOARD_MAX]) {
    int n = 0;
    for (int y = 0; y < s->board.size; y++)
        for (uint32_t row = s->now.area[y]; row; row &= row - 1) {
            Point p = point_at(__builtin_ctz(row), y);
            if (s->board.at[p] == EMPTY)
                points[n++] = p;
        }
    if (n > 0)
        return n;
    if (s->board.stones > 0) // what is near is full
        return board_empty_points(&s->board, points);
    points[0] = point_centre(s->board.size);
    return 1;
}

bool position_is_dead(const Position *s) {
    return s->now.value[0] == 0 && s->now.value[1] == 0;
}
