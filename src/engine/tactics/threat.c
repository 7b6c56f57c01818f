#include "engine/tactics/threat.h"

#include <assert.h>
#include <string.h>

// ---- Points

static void set_intersect(PointSet *set, const PointSet *other) {
    for (int i = 0; i < BOARD_MAX + 2; i++)
        set->rows[i] &= other->rows[i];
}

// Points that make a four or more are near a stone, so they are in the candidate area.
static int find_points(const Position *s, Stone color, Category category,
                       Point points[static BOARD_MAX * BOARD_MAX]) {
    int left = position_count(s, color, category), n = 0;
    for (int y = 0; y < s->board.size && left > 0; y++)
        for (uint32_t row = s->area[y + POSITION_NEAR]; row; row &= row - 1) {
            Point p = point_at(__builtin_ctz(row), y);
            if (position_raw_category(s, color, p) != category || s->board.at[p] != EMPTY)
                continue;
            points[n++] = p;
            left--;
        }
    return n;
}

static const SideRules *side_of(const Position *s, Stone color) {
    return color == BLACK ? &s->board.rules->black : &s->board.rules->white;
}

// ---- Wins

// True if every answer to the four on `p` allows an open four and does not threaten five.
static bool four_three_wins(Position *s, Point p) {
    Stone own = s->board.turn, other = stone_other(own);
    Point answers[POSITION_ANSWERS_MAX];
    position_make(s, p);
    bool wins = position_count(s, other, CATEGORY_FIVE) == 0;
    int n = wins ? position_answers(s, answers) : 0;
    for (int i = 0; i < n && wins; i++) {
        position_make(s, answers[i]);
        wins = position_count(s, other, CATEGORY_FIVE) == 0 &&
               position_count(s, own, CATEGORY_OPEN_FOUR) > 0;
        position_undo(s);
    }
    position_undo(s);
    return wins;
}

// True if `p` has a shape of at least SHAPE_FOUR in some direction. SWAR: a nibble qualifies if its
// top bit is set and its low three bits plus (16 - SHAPE_FOUR) carry into it.
static bool has_four_shape(const Position *s, Stone color, Point p) {
    enum { EACH = 0x1111, TOP = 8 * EACH, BELOW = 7 * EACH };
    static_assert(SHAPE_FOUR > 8 && SHAPE_FIVE < 16, "four bits, and the top one set");
    unsigned quad = color == BLACK ? s->cells[p].quads & 0xffff : s->cells[p].quads >> 16;
    return quad & ((quad & BELOW) + (16 - SHAPE_FOUR) * EACH) & TOP;
}

// True if `color` may be able to make a four or more. Suspect points count as legal.
static bool may_force(const Position *s, Stone color) {
    for (Category c = CATEGORY_FOUR; c <= CATEGORY_FIVE; c++)
        if (position_count(s, color, c) > 0)
            return true;
    Point suspects[BOARD_MAX * BOARD_MAX];
    int n = find_points(s, color, CATEGORY_SUSPECT, suspects);
    for (int i = 0; i < n; i++)
        if (has_four_shape(s, color, suspects[i]))
            return true;
    return false;
}

static const ThreatVerdict unknown = {0, POINT_NONE};

// A four that also makes an open three.
static ThreatVerdict win_by_four_three(Position *s) {
    Point points[BOARD_MAX * BOARD_MAX];
    int n = find_points(s, s->board.turn, CATEGORY_FOUR_THREE, points);
    for (int i = 0; i < n; i++)
        if (four_three_wins(s, points[i]))
            return (ThreatVerdict){5, points[i]};
    return unknown;
}

// Two open threes are in different lines, so one stone can stop only one of them.
static ThreatVerdict win_by_open_threes(const Position *s) {
    Point points[BOARD_MAX * BOARD_MAX];
    if (find_points(s, s->board.turn, CATEGORY_OPEN_THREES, points) == 0 ||
        may_force(s, stone_other(s->board.turn)))
        return unknown;
    return (ThreatVerdict){5, points[0]};
}

// Forced to stop a five, but the answer may win.
static ThreatVerdict verdict_in_check(Position *s) {
    Point answers[POSITION_ANSWERS_MAX];
    int n = position_answers(s, answers);
    if (n == 0)
        return (ThreatVerdict){-2, POINT_NONE};
    for (int i = 0; i < n; i++)
        if (position_raw_category(s, s->board.turn, answers[i]) == CATEGORY_OPEN_FOUR)
            return (ThreatVerdict){3, answers[i]};
    for (int i = 0; i < n; i++)
        if (position_raw_category(s, s->board.turn, answers[i]) == CATEGORY_FOUR_THREE &&
            four_three_wins(s, answers[i]))
            return (ThreatVerdict){5, answers[i]};
    return unknown;
}

ThreatVerdict threat_verdict(Position *s) {
    Stone own = s->board.turn;
    Point points[BOARD_MAX * BOARD_MAX];
    if (position_count(s, own, CATEGORY_FIVE) > 0)
        return (ThreatVerdict){1, position_five(s, own)};
    if (position_count(s, stone_other(own), CATEGORY_FIVE) > 0)
        return verdict_in_check(s);
    if (find_points(s, own, CATEGORY_OPEN_FOUR, points) > 0)
        return (ThreatVerdict){3, points[0]};
    ThreatVerdict verdict = win_by_four_three(s);
    return verdict.plies ? verdict : win_by_open_threes(s);
}

// ---- Defenses

// The index of a line with the empty point `k` steps away replaced by a stone.
static unsigned with_stone(const Position *s, unsigned line, int k, Stone color) {
    int place = k < 0 ? k + s->patterns->reach : k + s->patterns->reach - 1;
    unsigned change = BITS_EMPTY ^ (color == BLACK ? BITS_BLACK : BITS_WHITE);
    return line ^ change << 2 * place;
}

static Shape shape_in(const Position *s, unsigned line, Stone color) {
    uint8_t shapes = s->patterns->shapes[line];
    return (Shape)(color == BLACK ? shapes & 15 : shapes >> 4);
}

// The category of `p` for `color` if its shape in one direction were `shape`.
static Category category_with(const Position *s, Stone color, Point p, int direction, Shape shape) {
    unsigned quads = s->cells[p].quads, quad = color == BLACK ? quads & 0xffff : quads >> 16;
    quad = (quad & ~(15u << 4 * direction)) | (unsigned)shape << 4 * direction;
    return (Category)patterns_row(s->patterns, color, quad)->categories[color - BLACK];
}

// Loops over every empty point `q` within reach on the line through `p`.
#define FOR_LINE(s, p, d, k, q)                                                                    \
    for (int k = -(s)->patterns->reach; k <= (s)->patterns->reach; k++)                            \
        for (Point q = (Point)((p) + k * position_steps[d]);                                       \
             k != 0 && q > 0 && q < POINT_COUNT && (s)->board.at[q] == EMPTY; q = 0)

// Adds the points where a defender's stone weakens the attack on `p`.
static void add_weakening(const Position *s, Stone attacker, Point p, PointSet *set) {
    Category now = position_raw_category(s, attacker, p);
    point_set_add(set, p);
    for (int d = 0; d < STEP_COUNT; d++) {
        unsigned line = position_line_index(s, p, d);
        Shape shape = shape_in(s, line, attacker);
        FOR_LINE(s, p, d, k, q) {
            Shape after = shape_in(s, with_stone(s, line, k, stone_other(attacker)), attacker);
            if (after != shape && category_with(s, attacker, p, d, after) < now)
                point_set_add(set, q);
        }
    }
}

static void add_all(PointSet *set) {
    memset(set, 0xff, sizeof *set);
}

static void add_line(const Position *s, Point p, int d, PointSet *set) {
    FOR_LINE(s, p, d, k, q)
    point_set_add(set, q);
}

// Adds the points where a stone of `color` makes its stone on `p` a four. If `p` is a four already
// but forbidden, a stone anywhere may make it legal.
static void add_builders(const Position *s, Stone color, Point p, PointSet *set) {
    if (has_four_shape(s, color, p))
        add_all(set);
    for (int d = 0; d < STEP_COUNT; d++) {
        unsigned line = position_line_index(s, p, d);
        FOR_LINE(s, p, d, k, q)
        if (shape_in(s, with_stone(s, line, k, color), color) >= SHAPE_FOUR)
            point_set_add(set, q);
    }
}

// Adds what stops a four-three on `p`, apart from the defender's own fours: moves that weaken it,
// or that turn the answer to the four into a four. If the attacker has fouls, a continuation of the
// three may become forbidden. Where a blocked five does not win, the four has more answers.
static void add_stoppers(const Position *s, Stone attacker, Point p, PointSet *set) {
    const SideRules *side = side_of(s, attacker);
    add_weakening(s, attacker, p, set);
    for (int d = 0; d < STEP_COUNT; d++) {
        Shape shape = position_shape(s, attacker, p, d);
        bool is_four = shape >= SHAPE_FOUR;
        if ((is_four && !side->blocked_five_wins) || (!is_four && side->has_fouls))
            add_line(s, p, d, set);
        if (!is_four)
            continue;
        FOR_LINE(s, p, d, k, q) {
            unsigned after = with_stone(s, position_line_index(s, q, d), -k, attacker);
            if (!side->blocked_five_wins || shape_in(s, after, attacker) == SHAPE_FIVE)
                add_builders(s, stone_other(attacker), q, set);
        }
    }
}

static void add_fours(const Position *s, Stone color, PointSet *set) {
    for (int y = 0; y < s->board.size; y++)
        for (uint32_t row = s->area[y + POSITION_NEAR]; row; row &= row - 1) {
            Point p = point_at(__builtin_ctz(row), y);
            if (has_four_shape(s, color, p) && s->board.at[p] == EMPTY)
                point_set_add(set, p);
        }
}

// Lists the legal points of the set, in reading order.
static void list_legal(const Position *s, const PointSet *set, Defenses *defenses) {
    defenses->count = 0;
    for (int i = 1; i <= s->board.size; i++)
        for (uint32_t row = set->rows[i]; row; row &= row - 1) {
            Point p = (Point)(i * POINT_STRIDE + __builtin_ctz(row));
            if (s->board.at[p] == EMPTY && !position_is_forbidden(s, s->board.turn, p))
                defenses->points[defenses->count++] = p;
        }
}

typedef void AddDefenses(const Position *s, Stone attacker, Point p, PointSet *set);

// Lists the moves that parry all of the attacks on `points`.
static void defend_all(const Position *s, const Point *points, int n, AddDefenses *add,
                       Defenses *defenses) {
    Stone own = s->board.turn;
    PointSet all;
    add_all(&all);
    for (int i = 0; i < n; i++) {
        PointSet one = {0};
        add(s, stone_other(own), points[i], &one);
        set_intersect(&all, &one);
    }
    add_fours(s, own, &all);
    list_legal(s, &all, defenses);
}

// Lists the opponent's four-threes that would win if it were to move.
static int working_four_threes(Position *s, Point points[static BOARD_MAX * BOARD_MAX]) {
    int found = find_points(s, stone_other(s->board.turn), CATEGORY_FOUR_THREE, points), n = 0;
    position_pass(s);
    for (int i = 0; i < found; i++)
        if (four_three_wins(s, points[i]))
            points[n++] = points[i];
    position_pass(s);
    return n;
}

void threat_defenses(Position *s, Defenses *defenses) {
    Stone other = stone_other(s->board.turn);
    Point points[BOARD_MAX * BOARD_MAX];
    int n;
    defenses->by = THREATENED_BY_NOTHING;
    defenses->plies = defenses->count = 0;
    if (position_count(s, other, CATEGORY_FIVE) > 0) {
        defenses->by = THREATENED_BY_FIVE;
        defenses->plies = 2;
        defenses->count = position_answers(s, defenses->points);
    } else if ((n = find_points(s, other, CATEGORY_OPEN_FOUR, points)) > 0) {
        defenses->by = THREATENED_BY_OPEN_FOUR;
        defenses->plies = 4;
        defend_all(s, points, n, add_weakening, defenses);
    } else if ((n = working_four_threes(s, points)) > 0) {
        defenses->by = THREATENED_BY_FOUR_THREE;
        defenses->plies = 6;
        defend_all(s, points, n, add_stoppers, defenses);
    }
}
