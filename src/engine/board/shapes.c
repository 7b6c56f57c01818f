#include "engine/board/patterns.h"

#include "base/mem.h"
#include "base/number.h"

// A line from one color's view: bitboards of eleven points with its own stone in the middle. A
// point in none of the sets is off the board.
typedef struct {
    unsigned own, free, other;
} PatternLine;

enum { WIDTH = 2 * PATTERN_REACH_MAX + 1, CENTER = PATTERN_REACH_MAX, HALF_BITS = 2 * CENTER };

// Two bits per point, without the center, make a line's number.
typedef enum { FREE, OWN, OTHER, OFF } Seen;

static unsigned place_of(int point) {
    return 2 * (unsigned)(point < CENTER ? point : point - 1);
}

static PatternLine line_of(unsigned number) {
    PatternLine line = {.own = 1u << CENTER};
    for (int i = 0; i < WIDTH; i++) {
        if (i == CENTER)
            continue;
        unsigned seen = number >> place_of(i) & 3;
        line.own |= (unsigned)(seen == OWN) << i;
        line.free |= (unsigned)(seen == FREE) << i;
        line.other |= (unsigned)(seen == OTHER) << i;
    }
    return line;
}

typedef struct {
    SideRules side;
    uint8_t known[PATTERN_LINES]; // memo: shape + 1 by line number; 0: not computed yet
} Generator;

typedef struct {
    int first, last; // ends of the unbroken run through the center
} Run;

static Run run_of(unsigned own) {
    Run run = {CENTER, CENTER};
    while (run.first > 0 && own >> (run.first - 1) & 1)
        run.first--;
    while (own >> (run.last + 1) & 1)
        run.last++;
    return run;
}

static int length_of(Run run) {
    return run.last - run.first + 1;
}

// A run of exactly five through the center ends inside the eleven points, so both neighbors are
// visible.
static bool is_blocked(Run run, unsigned other) {
    return other >> (run.first - 1) & 1 && other >> (run.last + 1) & 1;
}

static bool wins(const Generator *g, unsigned own, unsigned other) {
    Run run = run_of(own);
    if (length_of(run) < 5)
        return false;
    if (length_of(run) > 5)
        return g->side.overline_wins;
    return g->side.blocked_five_wins || !is_blocked(run, other);
}

// The points that make a five next.
static unsigned five_points(const Generator *g, PatternLine line) {
    unsigned points = 0;
    if (__builtin_popcount(line.own) < 4)
        return 0;
    for (unsigned left = line.free; left; left &= left - 1) {
        unsigned point = left & -left;
        if (wins(g, line.own | point, line.other))
            points |= point;
    }
    return points;
}

// True if one stone of the opponent blocks all five points: by taking the point, or, where a
// blocked five does not win, from the end of the line.
static bool one_stone_blocks_all(const Generator *g, PatternLine line) {
    for (unsigned left = line.free; left; left &= left - 1) {
        unsigned point = left & -left;
        if (five_points(g, (PatternLine){line.own, line.free ^ point, line.other | point}) == 0)
            return true;
    }
    return false;
}

static Shape four_shape(const Generator *g, PatternLine line, unsigned points) {
    if (!points)
        return SHAPE_DEAD;
    if (!(points & (points - 1)) || one_stone_blocks_all(g, line))
        return SHAPE_FOUR;
    return length_of(run_of(line.own)) == 4 ? SHAPE_OPEN_FOUR : SHAPE_DOUBLE_FOUR;
}

// The shape of a line by the best kind that one more stone makes of it, and by how many points do
// so: one, two ... The last column also covers larger counts.
enum { WAYS_MAX = 4 };
static const Shape one_stone_before[SHAPE_COUNT][WAYS_MAX] = {
    [SHAPE_TWO] = {SHAPE_ONE, SHAPE_ONE, SHAPE_ONE, SHAPE_ONE},
    [SHAPE_OPEN_TWO] = {SHAPE_OPEN_ONE, SHAPE_OPEN_ONE, SHAPE_OPEN_ONE, SHAPE_OPEN_ONE},
    [SHAPE_THREE] = {SHAPE_TWO, SHAPE_TWO, SHAPE_TWO, SHAPE_TWO},
    [SHAPE_OPEN_THREE] = {SHAPE_OPEN_TWO_NARROW, SHAPE_OPEN_TWO_NARROW, SHAPE_OPEN_TWO,
                          SHAPE_OPEN_TWO_WIDE},
    [SHAPE_FOUR] = {SHAPE_THREE, SHAPE_THREE, SHAPE_THREE, SHAPE_THREE},
    [SHAPE_OPEN_FOUR] = {SHAPE_OPEN_THREE, SHAPE_OPEN_THREE_WIDE, SHAPE_OPEN_THREE_WIDE,
                         SHAPE_OPEN_THREE_WIDE},
};

// The kind of a shape: the same for its narrow, plain and wide variants.
static const Shape kinds[SHAPE_COUNT] = {
    [SHAPE_TWO] = SHAPE_TWO,
    [SHAPE_OPEN_TWO_NARROW] = SHAPE_OPEN_TWO,
    [SHAPE_OPEN_TWO] = SHAPE_OPEN_TWO,
    [SHAPE_OPEN_TWO_WIDE] = SHAPE_OPEN_TWO,
    [SHAPE_THREE] = SHAPE_THREE,
    [SHAPE_OPEN_THREE] = SHAPE_OPEN_THREE,
    [SHAPE_OPEN_THREE_WIDE] = SHAPE_OPEN_THREE,
    [SHAPE_FOUR] = SHAPE_FOUR,
    [SHAPE_DOUBLE_FOUR] = SHAPE_OPEN_FOUR,
    [SHAPE_OPEN_FOUR] = SHAPE_OPEN_FOUR,
};

static bool may_be_made(const Generator *g, Shape shape) {
    return shape != SHAPE_OVERLINE && !(shape == SHAPE_DOUBLE_FOUR && g->side.has_fouls);
}

static Shape shape_of(Generator *g, unsigned number);

static Shape by_successors(Generator *g, unsigned number, PatternLine line) {
    int ways[SHAPE_COUNT] = {0};
    Shape best = SHAPE_DEAD;
    for (unsigned left = line.free; left; left &= left - 1) {
        Shape shape = shape_of(g, number | (unsigned)OWN << place_of(__builtin_ctz(left)));
        if (!may_be_made(g, shape))
            continue;
        ways[kinds[shape]]++;
        best = kinds[shape] > best ? kinds[shape] : best;
    }
    return best == SHAPE_DEAD ? SHAPE_DEAD
                              : one_stone_before[best][int_min(ways[best], WAYS_MAX) - 1];
}

static Shape compute(Generator *g, unsigned number) {
    PatternLine line = line_of(number);
    if (wins(g, line.own, line.other))
        return SHAPE_FIVE;
    if (g->side.has_fouls && length_of(run_of(line.own)) > 5)
        return SHAPE_OVERLINE;
    Shape four = four_shape(g, line, five_points(g, line));
    return four != SHAPE_DEAD ? four : by_successors(g, number, line);
}

static Shape shape_of(Generator *g, unsigned number) {
    uint8_t *known = &g->known[number];
    if (!*known)
        *known = (uint8_t)(compute(g, number) + 1);
    return (Shape)(*known - 1);
}

// ---- Every possible line

// One side of the center, nearest point first: the board's bits, and each color's view.
typedef struct {
    unsigned bits, seen[2];
} Half;

enum { HALVES_MAX = 364 }; // 3^5 on the board, plus those that end at an edge

typedef struct {
    int count;
    Half at[HALVES_MAX];
} Halves;

// Where an edge blocks like an opposing stone, both are encoded the same: far fewer lines.
static Seen seen_by(const SideRules *side, Stone color, unsigned bits) {
    if (bits == BITS_OFF)
        return side->blocked_five_wins ? OTHER : OFF;
    if (bits == BITS_EMPTY)
        return FREE;
    return (bits == BITS_BLACK) == (color == BLACK) ? OWN : OTHER;
}

// Appends all halves that start with the first `points` points of `so_far`. All points after an
// edge are off the board; points beyond `reach` are ignored.
static void add_halves(const Rules *rules, int reach, Half so_far, int points, bool on_board,
                       Halves *out) {
    if (points == PATTERN_REACH_MAX) {
        out->at[out->count++] = so_far;
        return;
    }
    for (unsigned bits = BITS_OFF; bits <= BITS_EMPTY; bits++) {
        bool is_point = points < reach && on_board;
        if (bits != BITS_OFF && !is_point)
            continue;
        Half next = so_far;
        next.bits |= bits << 2 * points;
        for (int c = 0; c < 2; c++) {
            Stone color = c ? WHITE : BLACK;
            Seen seen =
                points < reach ? seen_by(c ? &rules->white : &rules->black, color, bits) : OTHER;
            next.seen[c] |= (unsigned)seen << 2 * points;
        }
        add_halves(rules, reach, next, points + 1, bits != BITS_OFF, out);
    }
}

// A half with its points in reverse order.
static unsigned reversed(unsigned half, int points) {
    unsigned result = 0;
    for (int i = 0; i < points; i++)
        result |= (half >> 2 * i & 3) << 2 * (points - 1 - i);
    return result;
}

static bool same_side(const SideRules *a, const SideRules *b) {
    return a->overline_wins == b->overline_wins && a->blocked_five_wins == b->blocked_five_wins &&
           a->has_fouls == b->has_fouls;
}

static Generator *generator_new(const SideRules *side) {
    Generator *g = mem_alloc(sizeof *g);
    g->side = *side;
    return g;
}

void shapes_fill(const Rules *rules, int reach, uint8_t shapes[static PATTERN_LINES]) {
    Generator *black = generator_new(&rules->black);
    Generator *white =
        same_side(&rules->black, &rules->white) ? black : generator_new(&rules->white);
    Halves halves = {0};
    add_halves(rules, reach, (Half){0}, 0, true, &halves);
    for (int i = 0; i < halves.count; i++) {
        const Half *before = &halves.at[i];
        unsigned bits = reversed(before->bits, reach);
        unsigned seen[2] = {reversed(before->seen[0], CENTER), reversed(before->seen[1], CENTER)};
        for (const Half *h = halves.at; h < halves.at + halves.count; h++) {
            Shape as_black = shape_of(black, seen[0] | h->seen[0] << HALF_BITS);
            Shape as_white = shape_of(white, seen[1] | h->seen[1] << HALF_BITS);
            shapes[bits | h->bits << 2 * reach] = (uint8_t)(as_black | as_white << 4);
        }
    }
    if (white != black)
        mem_free(white);
    mem_free(black);
}
