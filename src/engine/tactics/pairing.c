#include "engine/tactics/pairing.h"

#include "base/number.h"

enum { STEPS_MAX = 400, WINDOW_PAIRS = 10 };

static int bits_in(uint64_t set) {
    return __builtin_popcountll(set);
}

static bool is_inside(uint64_t inner, uint64_t outer) {
    return (inner & outer) == inner;
}

// ---- Pairs for windows

typedef struct {
    int steps;
    const Partners *partners;
    PairSet *out;
} Matching;

// The pairs of one window, those that cover the most windows first.
typedef struct {
    int count;
    uint64_t pairs[WINDOW_PAIRS];
    int gains[WINDOW_PAIRS];
} Candidates;

static void add_candidate(Candidates *c, uint64_t pair, int gain) {
    int at = c->count++;
    for (; at > 0 && c->gains[at - 1] < gain; at--) {
        c->pairs[at] = c->pairs[at - 1];
        c->gains[at] = c->gains[at - 1];
    }
    c->pairs[at] = pair;
    c->gains[at] = gain;
}

static int windows_with(const uint64_t *windows, int count, uint64_t pair) {
    int n = 0;
    for (int i = 0; i < count; i++)
        n += is_inside(pair, windows[i]);
    return n;
}

static bool may_be_pair(const Partners *p, int one, int two) {
    return !p || (p->of[one] >> two & 1 && p->of[two] >> one & 1);
}

static void list_candidates(const Matching *m, const uint64_t *windows, int count, uint64_t points,
                            Candidates *out) {
    for (uint64_t a = points; a; a &= a - 1)
        for (uint64_t b = a & (a - 1); b; b &= b - 1) {
            uint64_t pair = (a & -a) | (b & -b);
            if (may_be_pair(m->partners, __builtin_ctzll(a), __builtin_ctzll(b)))
                add_candidate(out, pair, windows_with(windows, count, pair));
        }
}

// The free points of the window that has the fewest.
static uint64_t tightest(const uint64_t *windows, int count, uint64_t free_points) {
    uint64_t best = windows[0] & free_points;
    for (int i = 1; i < count; i++)
        if (bits_in(windows[i] & free_points) < bits_in(best))
            best = windows[i] & free_points;
    return best;
}

// Copies the windows that the pair does not cover.
static int copy_uncovered(const uint64_t *windows, int count, uint64_t pair, uint64_t *out) {
    int n = 0;
    for (int i = 0; i < count; i++)
        if (!is_inside(pair, windows[i]))
            out[n++] = windows[i];
    return n;
}

// Backtracking over the pairs of the tightest window.
static bool match(Matching *m, const uint64_t *windows, int count, uint64_t free_points) {
    if (count == 0)
        return true;
    Candidates c = {0};
    if (m->out->count < PAIRING_MAX)
        list_candidates(m, windows, count, tightest(windows, count, free_points), &c);
    for (int i = 0; i < c.count && m->steps++ < STEPS_MAX; i++) {
        uint64_t rest[PAIRING_WINDOWS_MAX];
        int n = copy_uncovered(windows, count, c.pairs[i], rest);
        m->out->pairs[m->out->count++] = c.pairs[i];
        if (match(m, rest, n, free_points & ~c.pairs[i]))
            return true;
        m->out->count--;
    }
    return false;
}

// A pair that covers a window covers every window around it too.
static int drop_outer_windows(const uint64_t *windows, int count, uint64_t *out) {
    int n = 0;
    for (int i = 0; i < count; i++) {
        bool is_outer = false;
        for (int k = 0; k < count && !is_outer; k++)
            is_outer = is_inside(windows[k], windows[i]) && (windows[k] != windows[i] || k < i);
        if (!is_outer)
            out[n++] = windows[i];
    }
    return n;
}

static bool share_a_pair(uint64_t a, uint64_t b) {
    uint64_t both = a & b;
    return (both & (both - 1)) != 0;
}

// False if there are certainly too few points: windows that share no pair need two each.
static bool has_enough_points(const uint64_t *windows, int count) {
    uint64_t apart[PAIRING_WINDOWS_MAX], points = 0;
    int n = 0;
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < n && !share_a_pair(apart[k], windows[i]))
            k++;
        if (k == n)
            apart[n++] = windows[i];
        points |= windows[i];
    }
    return 2 * n <= bits_in(points);
}

bool pair_set_find(const uint64_t *windows, int count, const Partners *partners, PairSet *out) {
    uint64_t inner[PAIRING_WINDOWS_MAX];
    out->count = 0;
    if (count > PAIRING_WINDOWS_MAX)
        return false;
    for (int i = 0; i < count; i++)
        if (bits_in(windows[i]) < 2)
            return false;
    int n = drop_outer_windows(windows, count, inner);
    Matching m = {.partners = partners, .out = out};
    return has_enough_points(inner, n) && match(&m, inner, n, UINT64_MAX);
}

// All windows through a point have its partner, except one.
void partners_find(const uint64_t *own, int count, Partners *out) {
    for (int p = 0; p < COUNT(out->of); p++) {
        uint64_t missing = 0, missing_twice = 0; // points that windows through `p` lack
        for (int i = 0; i < count; i++)
            if (own[i] >> p & 1) {
                missing_twice |= missing & ~own[i];
                missing |= ~own[i];
            }
        out->of[p] = ~missing_twice;
    }
}

// ---- Pairs on a board

enum { POINTS_MAX = 64 };

typedef struct {
    int window_count, point_count;
    uint64_t windows[PAIRING_WINDOWS_MAX];
    Point points[POINTS_MAX];
    uint8_t numbers[POINT_COUNT]; // index in `points` plus 1; 0: none yet
} Windows;

static bool number_point(Windows *w, Point p, uint64_t *window) {
    if (!w->numbers[p]) {
        if (w->point_count == POINTS_MAX)
            return false;
        w->points[w->point_count++] = p;
        w->numbers[p] = (uint8_t)w->point_count;
    }
    *window |= (uint64_t)1 << (w->numbers[p] - 1);
    return true;
}

// Adds the window of five from `p`, if the attacker can still fill it. False if no pair can stop
// it.
static bool add_window(Windows *w, const Board *b, Stone holder, Point p, int step) {
    uint64_t window = 0;
    for (int i = 0; i < 5; i++) {
        Stone stone = b->at[p + i * step];
        if (stone == holder || stone == WALL)
            return true;
    }
    for (int i = 0; i < 5; i++)
        if (b->at[p + i * step] == EMPTY && !number_point(w, (Point)(p + i * step), &window))
            return false;
    if (bits_in(window) < 2 || w->window_count == PAIRING_WINDOWS_MAX)
        return false;
    w->windows[w->window_count++] = window;
    return true;
}

static bool add_windows(Windows *w, const Board *b, Stone holder) {
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            for (int d = 0; d < STEP_COUNT; d++)
                if (!add_window(w, b, holder, point_at(x, y), point_steps[d]))
                    return false;
    return true;
}

bool pairing_find(const Board *b, Stone holder, Pairing *out) {
    const SideRules *side = holder == BLACK ? &b->rules->black : &b->rules->white;
    Windows w = {0};
    PairSet set;
    out->count = 0;
    if (!add_windows(&w, b, holder) || (side->has_fouls && w.window_count > 0) ||
        !pair_set_find(w.windows, w.window_count, NULL, &set))
        return false;
    for (; out->count < set.count; out->count++) {
        uint64_t pair = set.pairs[out->count];
        out->points[2 * out->count] = w.points[__builtin_ctzll(pair)];
        out->points[2 * out->count + 1] = w.points[63 - __builtin_clzll(pair)];
    }
    return true;
}
