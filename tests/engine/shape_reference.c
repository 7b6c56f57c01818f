#include "engine/shape_reference.h"

#include "base/mem.h"

#include <string.h>

typedef struct {
    char at[REFERENCE_WIDTH + 1];
} Text;

// Cache of lines by their text.
enum { KNOWN_SIZE = 1 << 20 };

struct ShapeReference {
    SideRules side;
    struct {
        Text line;
        Shape shape;
    } known[KNOWN_SIZE];
};

ShapeReference *shape_reference_new(const SideRules *side) {
    ShapeReference *t = mem_alloc(sizeof *t);
    t->side = *side;
    return t;
}

void shape_reference_free(ShapeReference *t) {
    mem_free(t);
}

// True if the run through the middle wins.
static bool wins(const ShapeReference *t, const char *line) {
    const char *first = line + REFERENCE_REACH, *after = first + 1;
    while (first > line && first[-1] == 'X')
        first--;
    while (*after == 'X')
        after++;
    bool blocked = first > line && first[-1] == 'O' && *after == 'O';
    if (after - first == 5)
        return !blocked || t->side.blocked_five_wins;
    return after - first > 5 && t->side.overline_wins;
}

static int run_length(const char *line) {
    int before = 0, after = 0;
    while (before < REFERENCE_REACH && line[REFERENCE_REACH - 1 - before] == 'X')
        before++;
    while (line[REFERENCE_REACH + 1 + after] == 'X')
        after++;
    return before + 1 + after;
}

static int winning_points(const ShapeReference *t, const char *line) {
    Text with;
    int n = 0;
    memcpy(with.at, line, sizeof with.at);
    for (int i = 0; i < REFERENCE_WIDTH; i++) {
        if (line[i] != '.')
            continue;
        with.at[i] = 'X';
        n += wins(t, with.at);
        with.at[i] = '.';
    }
    return n;
}

static bool one_stone_stops_all(const ShapeReference *t, const char *line) {
    Text with;
    memcpy(with.at, line, sizeof with.at);
    for (int i = 0; i < REFERENCE_WIDTH; i++) {
        if (line[i] != '.')
            continue;
        with.at[i] = 'O';
        if (winning_points(t, with.at) == 0)
            return true;
        with.at[i] = '.';
    }
    return false;
}

static Shape shape_of(ShapeReference *t, const char *line);

typedef struct {
    int twos, open_twos, threes, open_threes, fours, open_fours;
} Next;

// Counts the points by the shape they make.
static Next next_of(ShapeReference *t, const char *line) {
    Next n = {0};
    Text with;
    memcpy(with.at, line, sizeof with.at);
    for (int i = 0; i < REFERENCE_WIDTH; i++) {
        if (line[i] != '.')
            continue;
        with.at[i] = 'X';
        Shape shape = shape_of(t, with.at);
        with.at[i] = '.';
        n.open_fours +=
            shape == SHAPE_OPEN_FOUR || (shape == SHAPE_DOUBLE_FOUR && !t->side.has_fouls);
        n.fours += shape == SHAPE_FOUR;
        n.open_threes += shape == SHAPE_OPEN_THREE || shape == SHAPE_OPEN_THREE_WIDE;
        n.threes += shape == SHAPE_THREE;
        n.open_twos += shape == SHAPE_OPEN_TWO_NARROW || shape == SHAPE_OPEN_TWO ||
                       shape == SHAPE_OPEN_TWO_WIDE;
        n.twos += shape == SHAPE_TWO;
    }
    return n;
}

static Shape shape_by_definition(ShapeReference *t, const char *line) {
    if (wins(t, line))
        return SHAPE_FIVE;
    if (t->side.has_fouls && run_length(line) > 5)
        return SHAPE_OVERLINE;
    int winning = winning_points(t, line);
    if (winning >= 2 && !one_stone_stops_all(t, line))
        return run_length(line) == 4 ? SHAPE_OPEN_FOUR : SHAPE_DOUBLE_FOUR;
    if (winning >= 1)
        return SHAPE_FOUR;
    Next n = next_of(t, line);
    if (n.open_fours)
        return n.open_fours == 1 ? SHAPE_OPEN_THREE : SHAPE_OPEN_THREE_WIDE;
    if (n.fours)
        return SHAPE_THREE;
    if (n.open_threes)
        return n.open_threes <= 2   ? SHAPE_OPEN_TWO_NARROW
               : n.open_threes == 3 ? SHAPE_OPEN_TWO
                                    : SHAPE_OPEN_TWO_WIDE;
    if (n.threes)
        return SHAPE_TWO;
    if (n.open_twos)
        return SHAPE_OPEN_ONE;
    return n.twos ? SHAPE_ONE : SHAPE_DEAD;
}

static Shape shape_of(ShapeReference *t, const char *line) {
    uint32_t hash = 2166136261u;
    for (int i = 0; i < REFERENCE_WIDTH; i++)
        hash = (hash ^ (unsigned char)line[i]) * 16777619u;
    int slot = (int)(hash % KNOWN_SIZE);
    if (memcmp(t->known[slot].line.at, line, REFERENCE_WIDTH) != 0) {
        Shape shape = shape_by_definition(t, line); // may use the slot itself, so it comes first
        memcpy(t->known[slot].line.at, line, REFERENCE_WIDTH);
        t->known[slot].shape = shape;
    }
    return t->known[slot].shape;
}

Shape shape_reference_at(ShapeReference *t, const Board *b, Stone color, Point p, int step) {
    Text line = {0};
    memset(line.at, '#', REFERENCE_WIDTH);
    line.at[REFERENCE_REACH] = 'X';
    for (int sign = -1; sign <= 1; sign += 2)
        for (int k = 1; k <= REFERENCE_REACH && b->at[p + sign * k * step] != WALL; k++) {
            Stone stone = b->at[p + sign * k * step];
            line.at[REFERENCE_REACH + sign * k] = stone == EMPTY ? '.' : stone == color ? 'X' : 'O';
        }
    return shape_of(t, line.at);
}

Category shape_reference_category(const SideRules *side, const Shape shapes[static 4]) {
    int fives = 0, strong = 0, fours = 0, open_threes = 0, threes = 0, open_twos = 0, dead = 0;
    bool foul = false; // without double threes and double fours
    for (int i = 0; i < 4; i++) {
        Shape s = shapes[i];
        fives += s == SHAPE_FIVE;
        strong += s == SHAPE_OPEN_FOUR || s == SHAPE_DOUBLE_FOUR;
        fours += s == SHAPE_OPEN_FOUR || s == SHAPE_DOUBLE_FOUR || s == SHAPE_FOUR;
        open_threes += s == SHAPE_OPEN_THREE || s == SHAPE_OPEN_THREE_WIDE;
        threes += s == SHAPE_THREE;
        open_twos += s == SHAPE_OPEN_TWO_NARROW || s == SHAPE_OPEN_TWO || s == SHAPE_OPEN_TWO_WIDE;
        dead += s == SHAPE_DEAD;
        foul = foul || s == SHAPE_OVERLINE || s == SHAPE_DOUBLE_FOUR;
    }
    // The first row that is true, from the most urgent down.
    const struct {
        bool is;
        Category category;
    } rows[] = {
        {fives > 0, CATEGORY_FIVE},
        {side->has_fouls && (foul || fours > 1 || open_threes > 1), CATEGORY_SUSPECT},
        {strong > 0 || fours > 1, CATEGORY_OPEN_FOUR},
        {fours == 1 && open_threes > 0, CATEGORY_FOUR_THREE},
        {fours == 1 && threes + open_twos > 0, CATEGORY_FOUR_PLUS},
        {fours == 1, CATEGORY_FOUR},
        {open_threes > 1, CATEGORY_OPEN_THREES},
        {open_threes == 1 && threes + open_twos > 0, CATEGORY_OPEN_THREE_PLUS},
        {open_threes == 1, CATEGORY_OPEN_THREE},
        {threes > 0 && threes + open_twos > 1, CATEGORY_THREE_PLUS},
        {open_twos > 1, CATEGORY_TWO_OPEN_TWOS},
        {threes == 1, CATEGORY_THREE},
        {open_twos == 1, CATEGORY_OPEN_TWO},
        {dead < 4, CATEGORY_NONE},
        {true, CATEGORY_DEAD},
    };
    int i = 0;
    while (!rows[i].is)
        i++;
    return rows[i].category;
}
