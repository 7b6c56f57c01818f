#include "engine/tactics/relevant_replies.h"

static void add_empty(const Fours *f, int p, PointSet *set) {
    if (p > 0 && p < POINT_COUNT && f->board.at[p] == EMPTY)
        point_set_add(set, (Point)p);
}

// All empty points within five steps of `p` on its lines.
static void add_around(const Fours *f, Point p, PointSet *set) {
    for (int d = 0; d < STEP_COUNT; d++)
        for (int k = -5; k <= 5; k++)
            add_empty(f, p + k * point_steps[d], set);
}

// Where a blocked five does not win: the points at the ends of the windows through `p`.
static void add_ends(const Fours *f, Point p, PointSet *set) {
    for (int d = 0; d < STEP_COUNT; d++)
        for (int sign = -1; sign <= 1; sign += 2)
            for (int k = 1; k <= 5; k++)
                if (f->lines[d][fours_line(d, p)].threes & fours_span(fours_bit(d, p)))
                    add_empty(f, p + sign * k * point_steps[d], set);
}

// A defender's stone on one of these points makes a four together with the answer on `p`.
static void add_counter_fours(const Fours *f, Point p, PointSet *set) {
    for (int d = 0; d < STEP_COUNT; d++) {
        int number = fours_line(d, p);
        uint32_t windows = fours_threes_through(f, stone_other(f->own), d, p);
        for (; windows; windows &= windows - 1) {
            uint32_t empty = f->lines[d][number].empty & 31u << __builtin_ctz(windows);
            for (; empty; empty &= empty - 1)
                point_set_add(set, fours_point(d, number, __builtin_ctz(empty)));
        }
    }
}

void relevant_replies_add(UndoStack *stack, const Point *line, int count, PointSet *set) {
    Fours *f = &stack->fours;
    bool one_answer = f->board.rules->black.blocked_five_wins;
    int placed = 0;
    for (; placed < count && placed < UNDO_STACK_MAX; placed++) {
        Stone color = placed % 2 == 0 ? f->own : stone_other(f->own);
        Point p = line[placed];
        add_empty(f, p, set);
        if (!one_answer && color == f->own)
            add_ends(f, p, set);
        fours_place(f, p, color, &stack->undo[placed]);
        Point fives[FIVES_MAX];
        int n = color == f->own ? fours_five_points(f, color, p, fives) : 0;
        for (int i = 0; i < n; i++) {
            add_empty(f, fives[i], set);
            if (f->own == WHITE && fours_is_foul(f, fives[i]))
                add_around(f, fives[i], set);
        }
        if (color != f->own)
            add_counter_fours(f, p, set);
    }
    while (placed-- > 0)
        fours_remove(f, &stack->undo[placed]);
}

typedef enum { GOES_ON, WINS, FAILS } StepResult;

// Plays the four line[i] and its answer. *placed counts the stones placed, *check is the point
// where the defender threatens five.
static StepResult play_four(UndoStack *stack, const Point *line, int count, int i, Point *check,
                            int *placed) {
    Fours *f = &stack->fours;
    Point four = line[i], fives[FIVES_MAX];
    if (f->board.at[four] != EMPTY || (*check != POINT_NONE && *check != four) ||
        (f->own == BLACK && fours_is_foul(f, four)))
        return FAILS;
    fours_place(f, four, f->own, &stack->undo[(*placed)++]);
    int n = fours_five_points(f, f->own, four, fives);
    if (n >= 2 || (n == 1 && f->own == WHITE && fours_is_foul(f, fives[0])))
        return WINS;
    if (n == 0 || i + 1 >= count || line[i + 1] != fives[0])
        return FAILS;
    fours_place(f, fives[0], stone_other(f->own), &stack->undo[(*placed)++]);
    n = fours_five_points(f, stone_other(f->own), line[i + 1], fives);
    *check = n > 0 ? fives[0] : POINT_NONE;
    return n >= 2 ? FAILS : GOES_ON;
}

bool relevant_replies_line_wins(UndoStack *stack, const Point *line, int count) {
    Point check = POINT_NONE;
    int placed = 0;
    StepResult step = GOES_ON;
    for (int i = 0; i < count && placed + 2 <= UNDO_STACK_MAX && step == GOES_ON; i += 2)
        step = play_four(stack, line, count, i, &check, &placed);
    while (placed-- > 0)
        fours_remove(&stack->fours, &stack->undo[placed]);
    return step == WINS;
}

enum { WINDOWS_MAX = 96, POINTS_MAX = 64, STEPS_MAX = 400 };

// A window is a bit set of its empty points.
typedef struct {
    int window_count, point_count, steps;
    uint64_t windows[WINDOWS_MAX];
    Point points[POINTS_MAX];
    uint8_t numbers[POINT_COUNT]; // index in `points` plus 1; 0: none yet
    Pairing *out;
} Matching;

static int bits_in(uint64_t set) {
    return __builtin_popcountll(set);
}

static bool number_point(Matching *m, Point p, uint64_t *window) {
    if (!m->numbers[p]) {
        if (m->point_count == POINTS_MAX)
            return false;
        m->points[m->point_count++] = p;
        m->numbers[p] = (uint8_t)m->point_count;
    }
    *window |= (uint64_t)1 << (m->numbers[p] - 1);
    return true;
}

// Adds the window of five from `p`, if the attacker can still fill it. False if no pair can stop
// it.
static bool add_window(Matching *m, const Board *b, Stone holder, Point p, int step) {
    uint64_t window = 0;
    for (int i = 0; i < 5; i++) {
        Stone stone = b->at[p + i * step];
        if (stone == holder || stone == WALL)
            return true;
    }
    for (int i = 0; i < 5; i++)
        if (b->at[p + i * step] == EMPTY && !number_point(m, (Point)(p + i * step), &window))
            return false;
    if (bits_in(window) < 2 || m->window_count == WINDOWS_MAX)
        return false;
    m->windows[m->window_count++] = window;
    return true;
}

static bool add_windows(Matching *m, const Board *b, Stone holder) {
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            for (int d = 0; d < STEP_COUNT; d++)
                if (!add_window(m, b, holder, point_at(x, y), point_steps[d]))
                    return false;
    return true;
}

static int windows_with(const Matching *m, const bool *covered, uint64_t pair) {
    int n = 0;
    for (int i = 0; i < m->window_count; i++)
        n += !covered[i] && (m->windows[i] & pair) == pair;
    return n;
}

// The uncovered window with the fewest free points; -1 if all are covered.
static int tightest(const Matching *m, const bool *covered, uint64_t free_points) {
    int best = -1, fewest = 65;
    for (int i = 0; i < m->window_count; i++) {
        int n = covered[i] ? 65 : bits_in(m->windows[i] & free_points);
        if (n < fewest) {
            fewest = n;
            best = i;
        }
    }
    return best;
}

static bool match(Matching *m, const bool *covered, uint64_t free_points);

static bool match_with(Matching *m, const bool *covered, uint64_t free_points, uint64_t pair) {
    bool next[WINDOWS_MAX];
    for (int i = 0; i < m->window_count; i++)
        next[i] = covered[i] || (m->windows[i] & pair) == pair;
    if (m->out->count == PAIRING_MAX)
        return false;
    Point *points = &m->out->points[2 * m->out->count++];
    points[0] = m->points[__builtin_ctzll(pair)];
    points[1] = m->points[63 - __builtin_clzll(pair)];
    if (match(m, next, free_points & ~pair))
        return true;
    m->out->count--;
    return false;
}

// Backtracking: finds pairs for every uncovered window from the free points. Pairs that cover
// more windows are tried first.
static bool match(Matching *m, const bool *covered, uint64_t free_points) {
    int window = tightest(m, covered, free_points);
    if (window < 0)
        return true;
    uint64_t points = m->windows[window] & free_points;
    for (int gain = 3; gain > 0; gain--)
        for (uint64_t a = points; a; a &= a - 1)
            for (uint64_t b = a & (a - 1); b; b &= b - 1) {
                uint64_t pair = (a & -a) | (b & -b);
                int n = windows_with(m, covered, pair);
                if (gain < 3 ? n != gain : n < gain)
                    continue;
                if (++m->steps > STEPS_MAX)
                    return false;
                if (match_with(m, covered, free_points, pair))
                    return true;
            }
    return false;
}

bool pairing_find(const Board *b, Stone holder, Pairing *out) {
    const SideRules *side = holder == BLACK ? &b->rules->black : &b->rules->white;
    Matching m = {.out = out};
    bool covered[WINDOWS_MAX] = {false};
    out->count = 0;
    if (!add_windows(&m, b, holder))
        return false;
    return side->has_fouls ? m.window_count == 0 : match(&m, covered, UINT64_MAX);
}
