#include "engine/pattern.h"

#include "base/mem.h"

#include <string.h>

// The generator looks at a line as one colour sees it: eleven points, its own stone in the middle.
typedef enum { FREE, OWN, OTHER, OFF } Seen;

enum { WIDTH = 2 * PATTERN_REACH + 1, CENTRE = PATTERN_REACH };

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

static Line line_of(unsigned number) {
    Line line = {0};
    for (int i = 0; i < WIDTH; i++) {
        if (i == CENTRE)
            continue;
        line.at[i] = number & 3;
        number >>= 2;
    }
    line.at[CENTRE] = OWN;
    return line;
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

static Shape best_successor(Generator *g, const Line *line) {
    Shape best = SHAPE_DEAD;
    for (int i = 0; i < WIDTH; i++) {
        if (line->at[i] != FREE)
            continue;
        Line next = with_stone(line, i, OWN);
        Shape shape = shape_of(g, &next);
        bool counts =
            shape != SHAPE_OVERLINE && !(shape == SHAPE_DOUBLE_FOUR && g->side->has_fouls);
        if (counts && shape > best)
            best = shape;
    }
    return best;
}

// What a line is when the best that one more stone can make of it is known.
static const Shape one_stone_before[SHAPE_COUNT] = {
    [SHAPE_ONE] = SHAPE_DEAD,
    [SHAPE_OPEN_ONE] = SHAPE_DEAD,
    [SHAPE_TWO] = SHAPE_ONE,
    [SHAPE_OPEN_TWO] = SHAPE_OPEN_ONE,
    [SHAPE_THREE] = SHAPE_TWO,
    [SHAPE_OPEN_THREE] = SHAPE_OPEN_TWO,
    [SHAPE_FOUR] = SHAPE_THREE,
    [SHAPE_DOUBLE_FOUR] = SHAPE_OPEN_THREE,
    [SHAPE_OPEN_FOUR] = SHAPE_OPEN_THREE,
};

static Shape compute(Generator *g, const Line *line) {
    if (wins(g, line))
        return SHAPE_FIVE;
    if (is_foul(g, line))
        return SHAPE_OVERLINE;
    Shape four = four_shape(g, line, five_points(g, line));
    return four != SHAPE_DEAD ? four : one_stone_before[best_successor(g, line)];
}

static Shape shape_of(Generator *g, const Line *line) {
    uint8_t *known = &g->known[number_of(line)];
    if (!*known)
        *known = (uint8_t)(compute(g, line) + 1);
    return (Shape)(*known - 1);
}

// The two bits of a point on the board, as a colour sees them.
static Seen seen_by(Stone color, unsigned bits) {
    static const Seen black[] = {OFF, OWN, OTHER, FREE}, white[] = {OFF, OTHER, OWN, FREE};
    return color == BLACK ? black[bits] : white[bits];
}

// Where an edge is as good as an opposing stone the two are one, which makes far fewer lines.
static unsigned view_number(const SideRules *side, Stone color, unsigned line) {
    unsigned number = 0;
    for (int bit = 0; bit < 4 * PATTERN_REACH; bit += 2) {
        Seen seen = seen_by(color, line >> bit & 3);
        if (seen == OFF && side->held_five_wins)
            seen = OTHER;
        number |= (unsigned)seen << bit;
    }
    return number;
}

// Points off the board lie outside of all others: there is no hole in a board.
static bool can_occur(unsigned line) {
    for (int bit = 2; bit < 2 * PATTERN_REACH; bit += 2) {
        bool outer_off = (line >> bit & 3) == BITS_OFF,
             inner_on = (line >> (bit - 2) & 3) != BITS_OFF;
        if (outer_off && inner_on)
            return false;
    }
    for (int bit = 2 * PATTERN_REACH; bit + 2 < 4 * PATTERN_REACH; bit += 2) {
        bool inner_off = (line >> bit & 3) == BITS_OFF,
             outer_on = (line >> (bit + 2) & 3) != BITS_OFF;
        if (inner_off && outer_on)
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
    for (unsigned line = 0; line < PATTERN_LINES; line++) {
        if (!can_occur(line))
            continue;
        Line as_black = line_of(view_number(black->side, BLACK, line));
        Line as_white = line_of(view_number(white->side, WHITE, line));
        p->shapes[line] = (uint8_t)(shape_of(black, &as_black) | shape_of(white, &as_white) << 4);
    }
    if (white != black)
        mem_free(white);
    mem_free(black);
}

static Category category_of(const SideRules *side, const int count[SHAPE_COUNT]) {
    int strong_fours = count[SHAPE_OPEN_FOUR] + count[SHAPE_DOUBLE_FOUR];
    int fours = strong_fours + count[SHAPE_FOUR];
    int threes = count[SHAPE_OPEN_THREE];
    if (count[SHAPE_FIVE])
        return CATEGORY_FIVE;
    if (side->has_fouls &&
        (count[SHAPE_OVERLINE] || count[SHAPE_DOUBLE_FOUR] || fours >= 2 || threes >= 2))
        return CATEGORY_SUSPECT;
    if (strong_fours || fours >= 2)
        return CATEGORY_OPEN_FOUR;
    bool builds = count[SHAPE_THREE] || count[SHAPE_OPEN_TWO];
    if (fours)
        return threes ? CATEGORY_FOUR_THREE : builds ? CATEGORY_FOUR_PLUS : CATEGORY_FOUR;
    if (threes)
        return threes >= 2 ? CATEGORY_OPEN_THREES : CATEGORY_OPEN_THREE;
    if (count[SHAPE_OPEN_TWO] >= 2)
        return CATEGORY_TWO_OPEN_TWOS;
    return count[SHAPE_THREE]      ? CATEGORY_THREE
           : count[SHAPE_OPEN_TWO] ? CATEGORY_OPEN_TWO
                                   : CATEGORY_NONE;
}

static void fill_categories(const SideRules *side, uint8_t *categories) {
    for (unsigned quad = 0; quad < PATTERN_QUADS; quad++) {
        int count[16] = {0}; // of the sixteen codes only SHAPE_COUNT are shapes
        for (int bit = 0; bit < 16; bit += 4)
            count[quad >> bit & 15]++;
        categories[quad] = (uint8_t)category_of(side, count);
    }
}

Patterns *patterns_new(const Rules *rules) {
    Patterns *p = mem_alloc(sizeof *p);
    p->rules = rules;
    fill_shapes(p);
    fill_categories(&rules->black, p->categories[0]);
    fill_categories(&rules->white, p->categories[1]);
    return p;
}

void patterns_free(Patterns *p) {
    mem_free(p);
}
