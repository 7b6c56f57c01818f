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
