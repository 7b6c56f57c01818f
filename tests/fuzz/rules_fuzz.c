// Differential fuzzing of the rules: any stones on a board of any size, against the slow reference
// implementation (tests/core/twin.h): wins under every rule set, renju's fouls, the runs and scores
// of the sequences course.
#include "base/number.h"
#include "core/board.h"
#include "core/forbidden.h"
#include "core/sequence.h"
#include "fuzz.h"

// The target is linked with the libraries only.
#include "core/twin.c"

enum { FOULS_MAX = 8 }; // points compared per board: the twin is slow

// Each byte is four points. Later points are empty.
static Board choose_board(Choices *c) {
    static const Stone stones[] = {EMPTY, BLACK, WHITE, EMPTY};
    Board b;
    board_init(&b, &rules_renju, BOARD_MIN + choose(c, BOARD_MAX - BOARD_MIN + 1));
    for (int i = 0, byte = 0; i < b.size * b.size; i++, byte >>= 2) {
        if (i % 4 == 0)
            byte = choose(c, 256);
        if (stones[byte & 3] != EMPTY)
            board_place(&b, stones[byte & 3], point_at(i % b.size, i / b.size));
    }
    return b;
}

static Twin twin_of(const Board *b) {
    Twin t = {.size = b->size};
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++) {
            Stone s = b->at[point_at(x, y)];
            t.at[y][x] = s == BLACK ? TWIN_BLACK : s == WHITE ? TWIN_WHITE : TWIN_NOTHING;
        }
    return t;
}

static void compare_wins(const Board *b, const Twin *t) {
    const TwinRules *rules = twin_rules(b->rules->name);
    bool marks[TWIN_MAX][TWIN_MAX], has_won[] = {[BLACK] = false, [WHITE] = false};
    Point line[BOARD_MAX];
    DEMAND(rules);
    twin_mark_wins(t, rules, marks);
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++) {
            Point p = point_at(x, y);
            if (b->at[p] == EMPTY)
                continue;
            DEMAND(board_wins_at(b, p) == marks[y][x]);
            has_won[b->at[p]] |= marks[y][x];
        }
    for (int color = BLACK; color <= WHITE; color++) {
        int length = board_winning_line(b, (Stone)color, line);
        DEMAND((length > 0) == has_won[color]);
        for (int i = 0; i < length; i++)
            DEMAND(b->at[line[i]] == color && marks[point_y(line[i])][point_x(line[i])]);
    }
}

static void compare_fouls(const Board *b, Twin *t) {
    static const PlayResult fouls[TWIN_FOUL_COUNT] = {
        [TWIN_ALLOWED] = PLAY_OK,
        [TWIN_OVERLINE] = PLAY_OVERLINE,
        [TWIN_DOUBLE_FOUR] = PLAY_DOUBLE_FOUR,
        [TWIN_DOUBLE_THREE] = PLAY_DOUBLE_THREE,
    };
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = int_min(board_empty_points(b, empty), FOULS_MAX);
    for (int i = 0; i < n; i++) {
        TwinVerdict v = twin_judge(t, point_y(empty[i]), point_x(empty[i]));
        DEMAND(forbidden_check(b, empty[i]) == fouls[v.foul]);
    }
}

static void compare_runs(const Board *b, const Twin *t) {
    TwinRuns runs = twin_runs(t);
    for (int length = 2; length <= 6; length++)
        for (int color = BLACK; color <= WHITE; color++) {
            SequenceCount count = grid_count(board_grid(b), (Stone)color, length);
            for (int ends = 0; ends < BOUND_COUNT; ends++)
                DEMAND(count.runs[ends] == runs.free_ends[color][length][ends]);
        }
    DEMAND(grid_score(board_grid(b), BLACK) == twin_score(t, TWIN_BLACK));
    DEMAND(grid_score(board_grid(b), WHITE) == twin_score(t, TWIN_WHITE));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Choices c = {data, data + size};
    Board b = choose_board(&c);
    Twin t = twin_of(&b);
    compare_fouls(&b, &t);
    compare_runs(&b, &t);
    for (int i = 0; rules_at(i); i++) {
        b.rules = rules_at(i);
        compare_wins(&b, &t);
    }
    return 0;
}
