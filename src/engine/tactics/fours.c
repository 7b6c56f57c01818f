#include "engine/tactics/fours.h"

#include "core/forbidden.h"

#include <string.h>

// Zobrist key of a stone, computed instead of looked up.
static uint64_t stone_key(Stone color, Point p) {
    uint64_t z = ((uint64_t)p << 2 | color) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 32) * 0xd6e8feb86659fd93u;
    return z ^ z >> 29;
}

typedef struct {
    uint32_t twos, threes, fours;
} Windows;

// Counts the stones of all windows in parallel, with a bitwise full adder over five shifted copies
// of the line. Bit i of `low` and of the carries belongs to the window that starts at i.
static inline Windows windows_of(uint32_t own, uint32_t other, uint32_t empty, WindowRules rules) {
    uint32_t usable = own | empty;
    uint32_t pairs = usable & usable >> 1;
    uint32_t open = pairs & pairs >> 2 & usable >> 4;
    open &= ~((own << 1 | own >> 5) & rules.exact);
    open &= ~(other << 1 & other >> 5 & rules.unblocked);

    uint32_t b = own >> 1, c = own >> 2, d = own >> 3, e = own >> 4;
    uint32_t sum = own ^ b ^ c ^ d, low = sum ^ e;
    uint32_t carry1 = own & b, carry2 = c & d, carry3 = (own ^ b) & (c ^ d), carry4 = sum & e;
    uint32_t odd = carry1 ^ carry2 ^ carry3 ^ carry4; // exactly one carry; three are impossible
    uint32_t any = carry1 | carry2 | carry3 | carry4;
    return (Windows){
        .twos = open & odd & ~low,
        .threes = open & odd & low,
        .fours = open & any & ~odd & ~low,
    };
}

static WindowRules window_rules(const SideRules *side) {
    return (WindowRules){
        .exact = side->overline_wins ? 0 : UINT32_MAX,
        .unblocked = side->blocked_five_wins ? 0 : UINT32_MAX,
    };
}

static Windows windows_for(const Fours *f, const FourLine *line, Stone color) {
    WindowRules rules = f->rules[color - BLACK];
    return color == f->own ? windows_of(line->own, line->other, line->empty, rules)
                           : windows_of(line->other, line->own, line->empty, rules);
}

static void mark_active(Fours *f, int direction, int number) {
    const FourLine *line = &f->lines[direction][number];
    uint64_t bit = (uint64_t)1 << number;
    f->active[direction] =
        line->threes | line->fours ? f->active[direction] | bit : f->active[direction] & ~bit;
}

static void refresh(Fours *f, int direction, int number) {
    FourLine *line = &f->lines[direction][number];
    Windows w = windows_of(line->own, line->other, line->empty, f->rules[f->own - BLACK]);
    line->twos = w.twos;
    line->threes = w.threes;
    line->fours = w.fours;
    mark_active(f, direction, number);
}

// A stone of the opponent closes its windows. Where a blocked five does not win, it may close
// others too.
static void close_windows(Fours *f, int direction, int number, int bit) {
    FourLine *line = &f->lines[direction][number];
    if (f->rules[f->own - BLACK].unblocked) {
        refresh(f, direction, number);
        return;
    }
    uint32_t remaining = ~fours_span(bit);
    line->twos &= remaining;
    line->threes &= remaining;
    line->fours &= remaining;
    mark_active(f, direction, number);
}

void fours_init(Fours *f, const Rules *rules, int size, Stone own) {
    memset(f, 0, sizeof *f);
    board_init(&f->board, rules, size);
    f->own = own;
    f->rules[0] = window_rules(&rules->black);
    f->rules[1] = window_rules(&rules->white);
    // Refutations outlive the position, so the hash covers everything they depend on.
    f->hash = stone_key(own, (Point)(size * 32 + rules->gomocup_code));
    for (int i = 0; i < size * size; i++) {
        Point p = point_at(i % size, i / size);
        for (int d = 0; d < STEP_COUNT; d++)
            f->lines[d][fours_line(d, p)].empty |= 1u << fours_bit(d, p);
    }
}

// Replaces the contents of a point.
static void put(Fours *f, Point p, Stone stone) {
    Stone before = f->board.at[p];
    if (before != EMPTY)
        f->hash ^= stone_key(before, p);
    if (stone != EMPTY)
        f->hash ^= stone_key(stone, p);
    f->board.at[p] = (uint8_t)stone;
    for (int d = 0; d < STEP_COUNT; d++) {
        int number = fours_line(d, p);
        FourLine *line = &f->lines[d][number];
        uint32_t bit = 1u << fours_bit(d, p);
        line->own &= ~bit;
        line->other &= ~bit;
        line->empty &= ~bit;
        *(stone == EMPTY ? &line->empty : stone == f->own ? &line->own : &line->other) |= bit;
        refresh(f, d, number);
    }
}

void fours_sync(Fours *f, const Board *b) {
    for (int y = 1; y <= b->size; y++) {
        int row = y * POINT_STRIDE;
        if (!memcmp(f->board.at + row, b->at + row, POINT_STRIDE))
            continue;
        for (int p = row + 1; p <= row + b->size; p++)
            if (f->board.at[p] != b->at[p])
                put(f, (Point)p, b->at[p]);
    }
}

void fours_place(Fours *f, Point p, Stone color, FoursUndo *undo) {
    undo->point = p;
    undo->hash = f->hash;
    memcpy(undo->active, f->active, sizeof f->active);
    f->hash ^= stone_key(color, p);
    f->board.at[p] = (uint8_t)color;
    for (int d = 0; d < STEP_COUNT; d++) {
        int number = fours_line(d, p);
        FourLine *line = &f->lines[d][number];
        uint32_t bit = 1u << fours_bit(d, p);
        undo->windows[d].twos = line->twos;
        undo->windows[d].threes = line->threes;
        undo->windows[d].fours = line->fours;
        line->empty ^= bit;
        if (color == f->own) {
            line->own |= bit;
            refresh(f, d, number);
        } else {
            line->other |= bit;
            close_windows(f, d, number, fours_bit(d, p));
        }
    }
}

void fours_remove(Fours *f, const FoursUndo *undo) {
    Point p = undo->point;
    f->hash = undo->hash;
    memcpy(f->active, undo->active, sizeof f->active);
    f->board.at[p] = EMPTY;
    for (int d = 0; d < STEP_COUNT; d++) {
        FourLine *line = &f->lines[d][fours_line(d, p)];
        uint32_t bit = 1u << fours_bit(d, p);
        line->own &= ~bit;
        line->other &= ~bit;
        line->empty |= bit;
        line->twos = undo->windows[d].twos;
        line->threes = undo->windows[d].threes;
        line->fours = undo->windows[d].fours;
    }
}

static int add_point(Point p, Point *points, int count) {
    for (int i = 0; i < count; i++)
        if (points[i] == p)
            return count;
    if (count < FIVES_MAX)
        points[count++] = p;
    return count;
}

int fours_five_points(const Fours *f, Stone color, Point p, Point fives[static FIVES_MAX]) {
    int count = 0;
    for (int d = 0; d < STEP_COUNT; d++) {
        int number = fours_line(d, p);
        const FourLine *line = &f->lines[d][number];
        uint32_t windows = color == f->own ? line->fours : windows_for(f, line, color).fours;
        for (windows &= fours_span(fours_bit(d, p)); windows; windows &= windows - 1) {
            int bit = __builtin_ctz(line->empty & 31u << __builtin_ctz(windows));
            count = add_point(fours_point(d, number, bit), fives, count);
        }
    }
    return count;
}

uint32_t fours_threes_through(const Fours *f, Stone color, int direction, Point p) {
    const FourLine *line = &f->lines[direction][fours_line(direction, p)];
    return windows_for(f, line, color).threes & fours_span(fours_bit(direction, p));
}

bool fours_has_five(const Fours *f, Stone color) {
    for (int d = 0; d < STEP_COUNT; d++)
        for (int i = 0; i < FOURS_LINES; i++)
            if (windows_for(f, &f->lines[d][i], color).fours)
                return true;
    return false;
}

static bool has_six(uint32_t stones) {
    uint32_t pairs = stones & stones >> 1;
    return (pairs & pairs >> 2 & pairs >> 4) != 0;
}

// Quick test: only a stone that makes an overline, two fours or two threes can be a foul. Any
// window with two stones that it joins counts as a three.
static bool may_be_foul(const Fours *f, Point p) {
    int threes = 0, fours = 0;
    for (int d = 0; d < STEP_COUNT; d++) {
        const FourLine *line = &f->lines[d][fours_line(d, p)];
        int bit = fours_bit(d, p);
        Windows w = windows_for(f, line, BLACK);
        uint32_t span = fours_span(bit), black = f->own == BLACK ? line->own : line->other;
        if (has_six(black | 1u << bit))
            return true;
        fours += __builtin_popcount(w.threes & span);
        threes += !(w.threes & span) && (w.twos & span);
    }
    return threes >= 2 || fours >= 2;
}

bool fours_is_foul(const Fours *f, Point p) {
    return f->board.rules->black.has_fouls && may_be_foul(f, p) &&
           forbidden_check(&f->board, p) != PLAY_OK;
}
