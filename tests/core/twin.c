#include "core/twin.h"

#include <string.h>

static const int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}}; // rows, columns

int twin_look(const Twin *t, int row, int column) {
    if (row < 0 || column < 0 || row >= t->size || column >= t->size)
        return TWIN_OUTSIDE;
    return t->at[row][column];
}

// `length` points in a line, starting at (row, column).
typedef struct {
    int row, column, down, right, length;
} Window;

static int look(const Twin *t, const Window *w, int i) {
    return twin_look(t, w->row + i * w->down, w->column + i * w->right);
}

static bool is_all(const Twin *t, const Window *w, int color) {
    for (int i = 0; i < w->length; i++)
        if (look(t, w, i) != color)
            return false;
    return true;
}

static int before(const Twin *t, const Window *w) {
    return look(t, w, -1);
}

static int after(const Twin *t, const Window *w) {
    return look(t, w, w->length);
}

// ---- Winning

// clang-format off
static const TwinRules rules_table[] = {
    {"freestyle",     .black_wins_with_six = true, .white_wins_with_six = true},
    {"standard"},
    {"renju",         .white_wins_with_six = true, .black_has_fouls = true},
    {"caro",          .five_needs_an_open_end = true},
    {"caro-overline", .black_wins_with_six = true, .white_wins_with_six = true, .five_needs_an_open_end = true},
};
// clang-format on

const TwinRules *twin_rules(const char *name) {
    for (size_t i = 0; i < sizeof rules_table / sizeof rules_table[0]; i++)
        if (!strcmp(rules_table[i].name, name))
            return &rules_table[i];
    return NULL;
}

static bool five_wins(const Twin *t, const Window *w, const TwinRules *rules, int color) {
    int opponent = color == TWIN_BLACK ? TWIN_WHITE : TWIN_BLACK;
    if (before(t, w) == color || after(t, w) == color) // part of a longer line
        return color == TWIN_BLACK ? rules->black_wins_with_six : rules->white_wins_with_six;
    bool blocked = before(t, w) == opponent && after(t, w) == opponent;
    return !(blocked && rules->five_needs_an_open_end);
}

bool twin_mark_wins(const Twin *t, const TwinRules *rules, bool marks[TWIN_MAX][TWIN_MAX]) {
    bool any = false;
    memset(marks, 0, sizeof(bool[TWIN_MAX][TWIN_MAX]));
    for (int row = 0; row < t->size; row++)
        for (int column = 0; column < t->size; column++)
            for (int d = 0; d < 4 && t->at[row][column] != TWIN_NOTHING; d++) {
                Window w = {row, column, directions[d][0], directions[d][1], 5};
                int color = t->at[row][column];
                if (!is_all(t, &w, color) || !five_wins(t, &w, rules, color))
                    continue;
                any = true;
                for (int i = 0; i < 5; i++)
                    marks[row + i * w.down][column + i * w.right] = true;
            }
    return any;
}

// ---- Fouls

// The window of `length` in which the point is the i-th.
static Window window_around(int row, int column, int d, int i, int length) {
    int down = directions[d][0], right = directions[d][1];
    return (Window){row - i * down, column - i * right, down, right, length};
}

static bool stands_in_five(const Twin *t, int row, int column) {
    for (int d = 0; d < 4; d++)
        for (int i = 0; i < 5; i++) {
            Window w = window_around(row, column, d, i, 5);
            if (is_all(t, &w, TWIN_BLACK) && before(t, &w) != TWIN_BLACK &&
                after(t, &w) != TWIN_BLACK)
                return true;
        }
    return false;
}

static bool stands_in_overline(const Twin *t, int row, int column) {
    for (int d = 0; d < 4; d++)
        for (int i = 0; i < 6; i++) {
            Window w = window_around(row, column, d, i, 6);
            if (is_all(t, &w, TWIN_BLACK))
                return true;
        }
    return false;
}

// The four stones of a window that needs one more for a five, as bits by their distance from the
// point; 0 if it is not such a window. Two windows with the same stones are two ways to complete
// one four.
static unsigned four_in(const Twin *t, const Window *w, int i_of_point) {
    unsigned stones = 0;
    int count = 0;
    for (int i = 0; i < 5; i++) {
        int c = look(t, w, i);
        if (c != TWIN_BLACK && c != TWIN_NOTHING)
            return 0;
        if (c == TWIN_BLACK) {
            stones |= 1u << (i - i_of_point + 4);
            count++;
        }
    }
    bool exactly_five = before(t, w) != TWIN_BLACK && after(t, w) != TWIN_BLACK;
    return count == 4 && exactly_five ? stones : 0;
}

static int fours_at(const Twin *t, int row, int column) {
    int fours = 0;
    for (int d = 0; d < 4; d++) {
        unsigned found[5];
        int n = 0;
        for (int i = 0; i < 5; i++) {
            Window w = window_around(row, column, d, i, 5);
            unsigned stones = four_in(t, &w, i);
            bool known = stones == 0;
            for (int k = 0; k < n; k++)
                known |= found[k] == stones;
            if (!known)
                found[n++] = stones;
        }
        fours += n;
    }
    return fours;
}

// True if there is a straight four through the point and the point `along` steps away. Either end
// must make a five: empty, without a sixth stone beyond it.
static bool straight_four_through(const Twin *t, int row, int column, int d, int along) {
    for (int i = 0; i < 4; i++) {
        Window w = window_around(row, column, d, i, 4);
        bool has_both = i + along >= 0 && i + along < 4;
        if (has_both && is_all(t, &w, TWIN_BLACK) && before(t, &w) == TWIN_NOTHING &&
            after(t, &w) == TWIN_NOTHING && look(t, &w, -2) != TWIN_BLACK &&
            look(t, &w, 5) != TWIN_BLACK)
            return true;
    }
    return false;
}

// Searches for the stone that extends the three in this direction. The stone to check is on the
// board.
static void judge_three(Twin *t, int row, int column, int d, TwinVerdict *verdict) {
    TwinFoul first_foul = TWIN_ALLOWED;
    bool by_five = false;
    for (int along = -3; along <= 3; along++) {
        int r = row + along * directions[d][0], c = column + along * directions[d][1];
        if (twin_look(t, r, c) != TWIN_NOTHING)
            continue;
        t->at[r][c] = TWIN_BLACK;
        bool straight = straight_four_through(t, row, column, d, along);
        bool five = straight && stands_in_five(t, r, c);
        t->at[r][c] = TWIN_NOTHING;
        by_five |= five;
        if (!straight || five)
            continue;
        TwinVerdict deeper = twin_judge(t, r, c);
        if (deeper.depth + 1 > verdict->depth)
            verdict->depth = deeper.depth + 1;
        if (deeper.foul == TWIN_ALLOWED) {
            verdict->threes++;
            return;
        }
        if (first_foul == TWIN_ALLOWED)
            first_foul = deeper.foul;
    }
    verdict->refused[first_foul] += first_foul != TWIN_ALLOWED;
    verdict->refused_by_five += first_foul == TWIN_ALLOWED && by_five;
}

static TwinVerdict judge_placed(Twin *t, int row, int column) {
    TwinVerdict verdict = {.foul = TWIN_ALLOWED};
    if (stands_in_five(t, row, column))
        return verdict;
    verdict.fours = fours_at(t, row, column);
    for (int d = 0; d < 4; d++)
        judge_three(t, row, column, d, &verdict);
    if (stands_in_overline(t, row, column))
        verdict.foul = TWIN_OVERLINE;
    else if (verdict.fours >= 2)
        verdict.foul = TWIN_DOUBLE_FOUR;
    else if (verdict.threes >= 2)
        verdict.foul = TWIN_DOUBLE_THREE;
    return verdict;
}

TwinVerdict twin_judge(Twin *t, int row, int column) {
    t->at[row][column] = TWIN_BLACK;
    TwinVerdict verdict = judge_placed(t, row, column);
    t->at[row][column] = TWIN_NOTHING;
    return verdict;
}

// ---- Sequences

// Counts the runs in one whole line of the board.
static void read_line(const Twin *t, int row, int column, int d, TwinRuns *runs) {
    int group_color = TWIN_OUTSIDE, group_length = 0, point_before = TWIN_OUTSIDE;
    for (;;) {
        int here = twin_look(t, row, column);
        if (here == group_color) {
            group_length++;
        } else {
            if (group_color == TWIN_BLACK || group_color == TWIN_WHITE) {
                int ends = (point_before == TWIN_NOTHING) + (here == TWIN_NOTHING);
                runs->free_ends[group_color][group_length][ends]++;
            }
            point_before = group_color;
            group_color = here;
            group_length = 1;
        }
        if (here == TWIN_OUTSIDE)
            return;
        row += directions[d][0];
        column += directions[d][1];
    }
}

TwinRuns twin_runs(const Twin *t) {
    TwinRuns runs = {0};
    for (int i = 0; i < t->size; i++) {
        read_line(t, i, 0, 0, &runs);
        read_line(t, 0, i, 1, &runs);
        read_line(t, 0, i, 2, &runs);
        read_line(t, 0, i, 3, &runs);
        if (i > 0) { // the diagonals that do not begin in the top row
            read_line(t, i, 0, 2, &runs);
            read_line(t, i, t->size - 1, 3, &runs);
        }
    }
    return runs;
}

int twin_score(const Twin *t, int mover) {
    TwinRuns runs = twin_runs(t);
    int(*me)[3] = runs.free_ends[mover];
    int(*you)[3] = runs.free_ends[mover == TWIN_BLACK ? TWIN_WHITE : TWIN_BLACK];
    if (me[5][1] + me[5][2] > 0)
        return 100000;
    if (you[5][1] + you[5][2] > 0)
        return -100000;
    return -10000 * (you[4][2] + you[4][1]) + 500 * me[4][2] + 50 * me[4][1] - 100 * you[3][2] -
           30 * you[3][1] + 50 * me[3][2] + 10 * me[3][1] + me[2][2] + me[2][1] - you[2][2] -
           you[2][1];
}

bool twin_best(Twin *t, int mover, int *row, int *column) {
    bool found = false;
    int best = 0;
    for (int y = 0; y < t->size; y++)
        for (int x = 0; x < t->size; x++) {
            if (t->at[y][x] != TWIN_NOTHING)
                continue;
            t->at[y][x] = mover;
            int score = twin_score(t, mover);
            t->at[y][x] = TWIN_NOTHING;
            if (found && score <= best)
                continue;
            found = true;
            best = score;
            *row = y;
            *column = x;
        }
    return found;
}

const char *twin_state(const Twin *t) {
    TwinRuns runs = twin_runs(t);
    for (int color = TWIN_BLACK; color <= TWIN_WHITE; color++) {
        const int *fives = runs.free_ends[color][5];
        if (fives[0] + fives[1] + fives[2] > 0)
            return color == TWIN_BLACK ? "Black won" : "White won";
    }
    for (int row = 0; row < t->size; row++)
        for (int column = 0; column < t->size; column++)
            if (t->at[row][column] == TWIN_NOTHING)
                return "Continue playing";
    return "Draw";
}

// ---- The mist

void twin_mist_view(const Twin *t, int column, int row, char out[50]) {
    for (int r = row + 3; r >= row - 3; r--)
        for (int c = column - 3; c <= column + 3; c++)
            *out++ = ".#ox"[twin_look(t, 19 - r, c - 1)];
    *out = '\0';
}

void twin_mist_hole(int column, int row, int *hole_column, int *hole_row) {
    *hole_column = 1 + (5 * column * column + 3 * column + 4) % 19;
    *hole_row = 1 + (4 * row * row + 2 * row - 4) % 19;
}

// ---- Perft

long long twin_perft(Twin *t, const TwinRules *rules, int mover, int depth) {
    bool marks[TWIN_MAX][TWIN_MAX];
    if (depth == 0)
        return 1;
    if (twin_mark_wins(t, rules, marks))
        return 0;
    long long sum = 0;
    for (int row = 0; row < t->size; row++)
        for (int column = 0; column < t->size; column++) {
            if (t->at[row][column] != TWIN_NOTHING)
                continue;
            if (rules->black_has_fouls && mover == TWIN_BLACK &&
                twin_judge(t, row, column).foul != TWIN_ALLOWED)
                continue;
            t->at[row][column] = mover;
            sum += twin_perft(t, rules, mover == TWIN_BLACK ? TWIN_WHITE : TWIN_BLACK, depth - 1);
            t->at[row][column] = TWIN_NOTHING;
        }
    return sum;
}
