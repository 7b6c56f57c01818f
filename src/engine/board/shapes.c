#include "engine/board/shapes.h"

#include "base/mem.h"
#include "base/util.h"

// A line as one colour sees it: eleven points, its own stone in the middle, as sets of bits. What
// is in none of them is off the board.
typedef struct {
    unsigned own, free, other;
} Line;

enum { WIDTH = 2 * PATTERN_REACH_MAX + 1, CENTRE = PATTERN_REACH_MAX, HALF_BITS = 2 * CENTRE };

// Two bits a point, the centre left out, are a line's number.
typedef enum { FREE, OWN, OTHER, OFF } Seen;

static unsigned place_of(int point) {
    return 2 * (unsigned)(point < CENTRE ? point : point - 1);
}

static Line line_of(unsigned number) {
    Line line = {.own = 1u << CENTRE};
    for (int i = 0; i < WIDTH; i++) {
        if (i == CENTRE)
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
    uint8_t known[PATTERN_LINES]; // shape + 1 of the lines met so far; 0: not met
} Generator;

typedef struct {
    int first, last; // of the unbroken run through the centre
} Run;

static Run run_of(unsigned own) {
    Run run = {CENTRE, CENTRE};
    while (run.first > 0 && own >> (run.first - 1) & 1)
        run.first--;
    while (own >> (run.last + 1) & 1)
        run.last++;
    return run;
}

static int length_of(Run run) {
    return run.last - run.first + 1;
}

// A run of exactly five through the centre ends inside the eleven points, so what holds it is seen.
static bool is_held(Run run, unsigned other) {
    return other >> (run.first - 1) & 1 && other >> (run.last + 1) & 1;
}

static bool wins(const Generator *g, unsigned own, unsigned other) {
    Run run = run_of(own);
    if (length_of(run) < 5)
        return false;
    if (length_of(run) > 5)
        return g->side.overline_wins;
    return g->side.blocked_five_wins || !is_held(run, other);
}

// The points that make a five next.
static unsigned five_points(const Generator *g, Line line) {
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

// Whether one stone of the other side can answer every point: by taking it, or where a five that is
// held does not count, from further off.
static bool one_stone_answers(const Generator *g, Line line) {
    for (unsigned left = line.free; left; left &= left - 1) {
        unsigned point = left & -left;
        if (five_points(g, (Line){line.own, line.free ^ point, line.other | point}) == 0)
            return true;
    }
    return false;
}

static Shape four_shape(const Generator *g, Line line, unsigned points) {
    if (!points)
        return SHAPE_DEAD;
    if (!(points & (points - 1)) || one_stone_answers(g, line))
        return SHAPE_FOUR;
    return length_of(run_of(line.own)) == 4 ? SHAPE_OPEN_FOUR : SHAPE_DOUBLE_FOUR;
}

// What a line is if the best that one more stone can make of it is of this kind, and if so many
// points make it that: one, two ... The last goes for all that are more.
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

// The kind of a shape: what it is however many points there are to go on from it.
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

static Shape by_successors(Generator *g, unsigned number, Line line) {
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
    Line line = line_of(number);
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

// ---- Every line there can be

// One side of the centre, nearest point first: as the board has it, and as the colours see it.
typedef struct {
    unsigned bits, seen[2];
} Half;

enum { HALVES_MAX = 364 }; // three to the power of five, and those that end at an edge

typedef struct {
    int count;
    Half at[HALVES_MAX];
} Halves;

// Where an edge is as good as an opposing stone the two are one, which makes far fewer lines.
static Seen seen_by(const SideRules *side, Stone color, unsigned bits) {
    if (bits == BITS_OFF)
        return side->blocked_five_wins ? OTHER : OFF;
    if (bits == BITS_EMPTY)
        return FREE;
    return (bits == BITS_BLACK) == (color == BLACK) ? OWN : OTHER;
}

// Appends the halves that begin with `so_far`, of which `points` are decided. Behind an edge there
// is no board, and beyond `reach` nothing matters.
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

// The points of a half in the opposite order.
static unsigned turned(unsigned half, int points) {
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
        unsigned bits = turned(before->bits, reach);
        unsigned seen[2] = {turned(before->seen[0], CENTRE), turned(before->seen[1], CENTRE)};
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
