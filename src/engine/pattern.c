#include "engine/pattern.h"

#include "base/mem.h"
#include "base/util.h"

#include <string.h>

// The generator looks at a line as one colour sees it: eleven points, its own stone in the middle.
typedef enum { FREE, OWN, OTHER, OFF } Seen;

enum { WIDTH = 2 * PATTERN_REACH_MAX + 1, CENTRE = PATTERN_REACH_MAX };

typedef struct {
    uint8_t at[WIDTH];
} Line;

// A line's number: two bits a point, the centre left out as in Patterns.shapes.
static unsigned number_of(const Line *line) {
    unsigned number = 0;
    for (int i = 0, bit = 0; i < WIDTH; i++)
        if (i != CENTRE) {
            number |= (unsigned)line->at[i] << bit;
            bit += 2;
        }
    return number;
}

typedef struct {
    const SideRules *side;
    uint8_t known[PATTERN_LINES]; // shape + 1 of the lines met so far; 0: not met
} Generator;

typedef struct {
    int first, last; // of the unbroken run through the centre
} Run;

static Run run_of(const Line *line) {
    Run run = {CENTRE, CENTRE};
    while (run.first > 0 && line->at[run.first - 1] == OWN)
        run.first--;
    while (run.last < WIDTH - 1 && line->at[run.last + 1] == OWN)
        run.last++;
    return run;
}

static int length_of(Run run) {
    return run.last - run.first + 1;
}

// A run of exactly five through the centre ends inside the eleven points, so what holds it is seen.
static bool is_held(const Line *line, Run run) {
    return line->at[run.first - 1] == OTHER && line->at[run.last + 1] == OTHER;
}

static bool wins(const Generator *g, const Line *line) {
    Run run = run_of(line);
    if (length_of(run) < 5)
        return false;
    if (length_of(run) > 5)
        return g->side->overline_wins;
    return g->side->held_five_wins || !is_held(line, run);
}

static bool is_foul(const Generator *g, const Line *line) {
    return g->side->has_fouls && length_of(run_of(line)) > 5;
}

static Line with_stone(const Line *line, int at, Seen stone) {
    Line next = *line;
    next.at[at] = (uint8_t)stone;
    return next;
}

// The points that make a five next, as bits.
static unsigned five_points(const Generator *g, const Line *line) {
    unsigned points = 0;
    for (int i = 0; i < WIDTH; i++) {
        Line next = with_stone(line, i, OWN);
        if (line->at[i] == FREE && wins(g, &next))
            points |= 1u << i;
    }
    return points;
}

// Whether one stone of the other side can answer every point: by taking it, or where a five that is
// held does not count, from further off.
static bool one_stone_answers(const Generator *g, const Line *line) {
    for (int i = 0; i < WIDTH; i++) {
        Line answered = with_stone(line, i, OTHER);
        if (line->at[i] == FREE && five_points(g, &answered) == 0)
            return true;
    }
    return false;
}

static Shape four_shape(const Generator *g, const Line *line, unsigned points) {
    if (!points)
        return SHAPE_DEAD;
    if (!(points & (points - 1)) || one_stone_answers(g, line))
        return SHAPE_FOUR;
    return length_of(run_of(line)) == 4 ? SHAPE_OPEN_FOUR : SHAPE_DOUBLE_FOUR;
}

static Shape shape_of(Generator *g, const Line *line);

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
    return shape != SHAPE_OVERLINE && !(shape == SHAPE_DOUBLE_FOUR && g->side->has_fouls);
}

static Shape by_successors(Generator *g, const Line *line) {
    int ways[SHAPE_COUNT] = {0};
    Shape best = SHAPE_DEAD;
    for (int i = 0; i < WIDTH; i++) {
        if (line->at[i] != FREE)
            continue;
        Line next = with_stone(line, i, OWN);
        Shape shape = shape_of(g, &next);
        if (!may_be_made(g, shape))
            continue;
        ways[kinds[shape]]++;
        best = kinds[shape] > best ? kinds[shape] : best;
    }
    return best == SHAPE_DEAD ? SHAPE_DEAD
                              : one_stone_before[best][int_min(ways[best], WAYS_MAX) - 1];
}

static Shape compute(Generator *g, const Line *line) {
    if (wins(g, line))
        return SHAPE_FIVE;
    if (is_foul(g, line))
        return SHAPE_OVERLINE;
    Shape four = four_shape(g, line, five_points(g, line));
    return four != SHAPE_DEAD ? four : by_successors(g, line);
}

static Shape shape_of(Generator *g, const Line *line) {
    uint8_t *known = &g->known[number_of(line)];
    if (!*known)
        *known = (uint8_t)(compute(g, line) + 1);
    return (Shape)(*known - 1);
}

// The two bits of a point on the board, as a colour sees them. Where an edge is as good as an
// opposing stone the two are one, which makes far fewer lines.
static Seen seen_by(const SideRules *side, Stone color, unsigned bits) {
    if (bits == BITS_OFF)
        return side->held_five_wins ? OTHER : OFF;
    if (bits == BITS_EMPTY)
        return FREE;
    return (bits == BITS_BLACK) == (color == BLACK) ? OWN : OTHER;
}

// The line of a number in Patterns.shapes as a colour sees it. Beyond its reach nothing matters.
static Line view_of(const Patterns *p, Stone color, unsigned number) {
    const SideRules *side = color == BLACK ? &p->rules->black : &p->rules->white;
    Line line;
    memset(line.at, OTHER, sizeof line.at);
    line.at[CENTRE] = OWN;
    for (int i = CENTRE - p->reach; i <= CENTRE + p->reach; i++)
        if (i != CENTRE) {
            line.at[i] = (uint8_t)seen_by(side, color, number & 3);
            number >>= 2;
        }
    return line;
}

// Points off the board lie outside of all others: there is no hole in a board.
static bool can_occur(unsigned number, int reach) {
    for (int i = 1; i < reach; i++) {
        unsigned outer = number >> 2 * (i - 1) & 3, inner = number >> 2 * i & 3;
        unsigned inner_after = number >> 2 * (2 * reach - 1 - i) & 3,
                 outer_after = number >> 2 * (2 * reach - i) & 3;
        if ((inner == BITS_OFF && outer != BITS_OFF) ||
            (inner_after == BITS_OFF && outer_after != BITS_OFF))
            return false;
    }
    return true;
}

static bool same_side(const SideRules *a, const SideRules *b) {
    return a->overline_wins == b->overline_wins && a->held_five_wins == b->held_five_wins &&
           a->has_fouls == b->has_fouls;
}

static void fill_shapes(Patterns *p) {
    Generator *black = mem_alloc(sizeof *black), *white = black;
    black->side = &p->rules->black;
    if (!same_side(&p->rules->black, &p->rules->white)) {
        white = mem_alloc(sizeof *white);
        white->side = &p->rules->white;
    }
    for (unsigned number = 0; number < 1u << 4 * p->reach; number++) {
        if (!can_occur(number, p->reach))
            continue;
        Line as_black = view_of(p, BLACK, number), as_white = view_of(p, WHITE, number);
        p->shapes[number] = (uint8_t)(shape_of(black, &as_black) | shape_of(white, &as_white) << 4);
    }
    if (white != black)
        mem_free(white);
    mem_free(black);
}

typedef struct {
    uint8_t of[SHAPE_COUNT];
} ShapeCounts;

static Category fouls_apart(const ShapeCounts *n) {
    int open_twos =
        n->of[SHAPE_OPEN_TWO_NARROW] + n->of[SHAPE_OPEN_TWO] + n->of[SHAPE_OPEN_TWO_WIDE];
    int threes = n->of[SHAPE_THREE];
    int open_threes = n->of[SHAPE_OPEN_THREE] + n->of[SHAPE_OPEN_THREE_WIDE];
    int strong_fours = n->of[SHAPE_OPEN_FOUR] + n->of[SHAPE_DOUBLE_FOUR];
    int fours = strong_fours + n->of[SHAPE_FOUR];
    bool builds = threes + open_twos > 0;
    if (n->of[SHAPE_FIVE])
        return CATEGORY_FIVE;
    if (strong_fours || fours >= 2)
        return CATEGORY_OPEN_FOUR;
    if (fours)
        return open_threes ? CATEGORY_FOUR_THREE : builds ? CATEGORY_FOUR_PLUS : CATEGORY_FOUR;
    if (open_threes >= 2)
        return CATEGORY_OPEN_THREES;
    if (open_threes)
        return builds ? CATEGORY_OPEN_THREE_PLUS : CATEGORY_OPEN_THREE;
    if (threes)
        return threes + open_twos >= 2 ? CATEGORY_THREE_PLUS : CATEGORY_THREE;
    if (open_twos)
        return open_twos >= 2 ? CATEGORY_TWO_OPEN_TWOS : CATEGORY_OPEN_TWO;
    return n->of[SHAPE_DEAD] == 4 ? CATEGORY_DEAD : CATEGORY_NONE;
}

static bool is_suspect(const ShapeCounts *n) {
    int fours = n->of[SHAPE_OPEN_FOUR] + n->of[SHAPE_FOUR];
    int open_threes = n->of[SHAPE_OPEN_THREE] + n->of[SHAPE_OPEN_THREE_WIDE];
    return !n->of[SHAPE_FIVE] &&
           (n->of[SHAPE_OVERLINE] || n->of[SHAPE_DOUBLE_FOUR] || fours >= 2 || open_threes >= 2);
}

Category pattern_category(const SideRules *side, const Shape shapes[static 4]) {
    ShapeCounts counts = {0};
    for (int i = 0; i < 4; i++)
        counts.of[shapes[i]]++;
    return side->has_fouls && is_suspect(&counts) ? CATEGORY_SUSPECT : fouls_apart(&counts);
}

// The place of four sorted shapes among all such in the order of the largest, then the next ...:
// how many there are whose largest is smaller, and so on.
int pattern_code(const Shape shapes[static 4]) {
    int s[4];
    for (int i = 0; i < 4; i++) { // sorted
        int at = i;
        for (; at > 0 && s[at - 1] > (int)shapes[i]; at--)
            s[at] = s[at - 1];
        s[at] = (int)shapes[i];
    }
    return s[0] + s[1] * (s[1] + 1) / 2 + s[2] * (s[2] + 1) * (s[2] + 2) / 6 +
           s[3] * (s[3] + 1) * (s[3] + 2) * (s[3] + 3) / 24;
}

static int16_t within(int number, int limit) {
    return (int16_t)int_max(-limit, int_min(limit, number));
}

static void fill_row(Cell *row, int c, int code, const Weights *w, Category category) {
    row->values[c] = within(w->value[c][code], WEIGHTS_VALUE_MAX);
    row->scores[c] = within(w->attack[c][code], WEIGHTS_SCORE_MAX);
    row->scores[1 - c] = within(w->defence[c][code], WEIGHTS_SCORE_MAX);
    row->categories[c] = (uint8_t)category;
}

static void fill_codes(Patterns *p, const Weights *w) {
    for (unsigned quad = 0; quad < PATTERN_QUADS; quad++) {
        Shape shapes[4];
        bool exists = true; // of the sixteen numbers only SHAPE_COUNT are shapes
        for (int d = 0; d < 4; d++) {
            shapes[d] = (Shape)(quad >> 4 * d & 15);
            exists = exists && shapes[d] < SHAPE_COUNT;
        }
        if (!exists)
            continue;
        int code = pattern_code(shapes);
        p->codes[quad] = (uint16_t)code;
        for (int c = 0; c < 2; c++)
            fill_row(&p->rows[c][code], c, code, w,
                     pattern_category(c ? &p->rules->white : &p->rules->black, shapes));
    }
}

// Where six win and a five cannot be held, only the points of a five through the centre matter.
static int reach_of(const SideRules *side) {
    return side->overline_wins && side->held_five_wins ? 4 : 5;
}

Patterns *patterns_new_weighted(const Rules *rules, const Weights *weights) {
    Patterns *p = mem_alloc(sizeof *p);
    p->rules = rules;
    p->reach = int_max(reach_of(&rules->black), reach_of(&rules->white));
    memcpy(p->threat, weights->threat, sizeof p->threat);
    fill_shapes(p);
    fill_codes(p, weights);
    return p;
}

Patterns *patterns_new(const Rules *rules) {
    Weights weights;
    weights_default(rules, &weights);
    return patterns_new_weighted(rules, &weights);
}

void patterns_free(Patterns *p) {
    mem_free(p);
}
