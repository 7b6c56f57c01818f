// Differential test: src/core against the reference implementation (twin.h), on many random
// positions of every size.
#include "base/number.h"
#include "core/forbidden.h"
#include "core/mist.h"
#include "core/point.h"
#include "core/sequence.h"
#include "core/twin.h"
#include "support.h"
#include "test.h"

enum { POSITIONS = 100000, SMALLEST = 5, LARGEST = 19, RULES_MAX = 20 };

static const PlayResult fouls[TWIN_FOUL_COUNT] = {
    [TWIN_ALLOWED] = PLAY_OK,
    [TWIN_OVERLINE] = PLAY_OVERLINE,
    [TWIN_DOUBLE_FOUR] = PLAY_DOUBLE_FOUR,
    [TWIN_DOUBLE_THREE] = PLAY_DOUBLE_THREE,
};

static int rules_count(void) {
    int count = 0;
    while (rules_at(count))
        count++;
    return count;
}

static Twin twin_of(const Board *b) {
    Twin t = {.size = b->size};
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++) {
            Stone s = b->at[point_at(column, row)];
            t.at[row][column] = s == BLACK ? TWIN_BLACK : s == WHITE ? TWIN_WHITE : TWIN_NOTHING;
        }
    return t;
}

static int random_size(Rng *rng) {
    return SMALLEST + rng_below(rng, LARGEST - SMALLEST + 1);
}

// A random board: each point independently has a stone with these percentages.
static Board random_board(const Rules *rules, int size, int black, int white, Rng *rng) {
    Board b;
    board_init(&b, rules, size);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            int dice = rng_below(rng, 100);
            if (dice < black + white)
                board_place(&b, dice < black ? BLACK : WHITE, point_at(x, y));
        }
    return b;
}

// One in four positions is from a game, the others are random and dense enough for long lines.
static Board random_position(const Rules *rules, Rng *rng) {
    int size = random_size(rng);
    if (rng_below(rng, 4) == 0)
        return board_random(rules, size, rng_below(rng, size * size), rng);
    int black = 10 + rng_below(rng, 50);
    int white = rng_below(rng, 95 - black);
    return random_board(rules, size, black, white, rng);
}

static void compare_wins(const Board *b, int *wins) {
    const char *name = b->rules->name;
    const TwinRules *rules = twin_rules(name);
    CHECK(name, rules);
    Twin t = twin_of(b);
    bool marks[TWIN_MAX][TWIN_MAX], has_won[] = {[BLACK] = false, [WHITE] = false};
    twin_mark_wins(&t, rules, marks);
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++) {
            Point p = point_at(column, row);
            if (b->at[p] == EMPTY)
                continue;
            CHECK_INT(name, board_wins_at(b, p), marks[row][column]);
            *wins += marks[row][column];
            has_won[b->at[p]] |= marks[row][column];
        }
    Point line[BOARD_MAX];
    CHECK_INT(name, board_winning_line(b, BLACK, line) > 0, has_won[BLACK]);
    CHECK_INT(name, board_winning_line(b, WHITE, line) > 0, has_won[WHITE]);
}

TEST(differential_winning_lines) {
    Rng rng = {5};
    int wins[RULES_MAX] = {0}, count = rules_count();
    CHECK("room", count <= RULES_MAX);
    for (int n = 0; n < random_cases(POSITIONS); n++) {
        Board b = random_position(rules_at(n % count), &rng);
        for (int i = 0; i < count; i++) {
            b.rules = rules_at(i);
            compare_wins(&b, &wins[i]);
        }
    }
    for (int i = 0; i < count; i++)
        CHECK(rules_name(i), wins[i] > random_cases(POSITIONS));
}

// Counts what occurred, to make sure that the comparison covers more than trivial boards.
typedef struct {
    int fouls[TWIN_FOUL_COUNT];
    int refused[TWIN_FOUL_COUNT], refused_by_five;
    int nested_twice;
    int saved; // legal only because a three did not count
} Seen;

static void count_seen(const TwinVerdict *v, Seen *seen) {
    seen->fouls[v->foul]++;
    int refused = v->refused_by_five;
    for (int i = 0; i < TWIN_FOUL_COUNT; i++) {
        seen->refused[i] += v->refused[i];
        refused += v->refused[i];
    }
    seen->refused_by_five += v->refused_by_five;
    seen->nested_twice += v->depth >= 2;
    seen->saved += v->foul == TWIN_ALLOWED && v->threes + refused >= 2;
}

// Compares up to `limit` empty points, starting at a random one.
static void compare_fouls(const Board *b, int limit, Rng *rng, Seen *seen) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    Twin t = twin_of(b);
    for (int i = 0, at = n ? rng_below(rng, n) : 0; i < int_min(n, limit); i++, at = (at + 1) % n) {
        TwinVerdict v = twin_judge(&t, point_y(empty[at]), point_x(empty[at]));
        CHECK_INT("foul", forbidden_check(b, empty[at]), fouls[v.foul]);
        count_seen(&v, seen);
    }
}

// Many black stones and few white ones, or a position from a game.
static Board foul_position(Rng *rng) {
    int size = random_size(rng);
    if (rng_below(rng, 4) == 0)
        return board_random(&rules_renju, size, rng_below(rng, size * size), rng);
    int black = 12 + rng_below(rng, 30);
    int white = rng_below(rng, 8);
    return random_board(&rules_renju, size, black, white, rng);
}

TEST(differential_fouls) {
    enum { POINTS_EACH = 16 };
    const int often = random_cases(1000);
    Rng rng = {77};
    Seen seen = {0};
    for (int n = 0; n < random_cases(POSITIONS); n++) {
        Board b = foul_position(&rng);
        compare_fouls(&b, POINTS_EACH, &rng, &seen);
    }
    for (int i = 0; i < TWIN_FOUL_COUNT; i++)
        CHECK(play_result_text(fouls[i]), seen.fouls[i] > often);
    CHECK("the extension is an overline", seen.refused[TWIN_OVERLINE] > often);
    CHECK("the extension is a double four", seen.refused[TWIN_DOUBLE_FOUR] > often);
    CHECK("the extension is a double three", seen.refused[TWIN_DOUBLE_THREE] > often);
    CHECK("the extension makes a five elsewhere", seen.refused_by_five > often);
    CHECK("recursion of depth two", seen.nested_twice > often);
    CHECK("a three that does not count makes the stone legal", seen.saved > often);
}

static Board turned(const Board *b, int symmetry) {
    Board image;
    board_init(&image, b->rules, b->size);
    for (int i = 0; i < b->size * b->size; i++) {
        Point p = point_at(i % b->size, i / b->size);
        if (b->at[p] != EMPTY)
            board_place(&image, b->at[p], symmetry_apply(symmetry, p, b->size));
    }
    return image;
}

static void compare_image(const Board *b, int symmetry) {
    Board image = turned(b, symmetry);
    for (int i = 0; i < b->size * b->size; i++) {
        Point p = point_at(i % b->size, i / b->size);
        Point there = symmetry_apply(symmetry, p, b->size);
        if (b->at[p] == EMPTY)
            CHECK_INT("foul", forbidden_check(&image, there), forbidden_check(b, p));
        else
            CHECK_INT("win", board_wins_at(&image, there), board_wins_at(b, p));
    }
    CHECK_INT("score", grid_score(board_grid(&image), BLACK), grid_score(board_grid(b), BLACK));
}

TEST(differential_symmetries) {
    Rng rng = {8};
    for (int n = 0; n < 1000; n++) {
        const Rules *rules = rules_at(n % rules_count());
        Board b = random_board(rules, random_size(&rng), 25, 10, &rng);
        for (int s = 1; s < SYMMETRY_COUNT; s++)
            compare_image(&b, s);
    }
}

static const char *const state_words[] = {
    [SEQUENCE_CONTINUE] = "Continue playing",
    [SEQUENCE_BLACK_WON] = "Black won",
    [SEQUENCE_WHITE_WON] = "White won",
    [SEQUENCE_DRAW] = "Draw",
};

static void compare_runs(const Board *b, const Twin *t) {
    TwinRuns runs = twin_runs(t);
    for (int length = 2; length <= 6; length++)
        for (int color = BLACK; color <= WHITE; color++) {
            SequenceCount count = grid_count(board_grid(b), (Stone)color, length);
            for (int ends = 0; ends < BOUND_COUNT; ends++)
                CHECK_INT("runs", count.runs[ends], runs.free_ends[color][length][ends]);
        }
}

TEST(differential_sequences) {
    Rng rng = {180};
    int seen[COUNT(state_words)] = {0};
    for (int n = 0; n < random_cases(POSITIONS); n++) {
        int size = n % 4 == 0 ? SMALLEST : 5 + rng_below(&rng, 8); // small ones fill up
        int black = rng_below(&rng, 60);
        int white = n % 8 == 0 ? 100 - black : rng_below(&rng, 100 - black); // one in eight is full
        Board b = random_board(&rules_standard, size, black, white, &rng);
        Twin t = twin_of(&b);
        compare_runs(&b, &t);
        CHECK_INT("Black's score", grid_score(board_grid(&b), BLACK), twin_score(&t, TWIN_BLACK));
        CHECK_INT("White's score", grid_score(board_grid(&b), WHITE), twin_score(&t, TWIN_WHITE));
        CHECK_TEXT("state", state_words[grid_state(board_grid(&b))], twin_state(&t));
        seen[grid_state(board_grid(&b))]++;
    }
    for (int i = 0; i < COUNT(seen); i++)
        CHECK(state_words[i], seen[i] > random_cases(1000));
}

TEST(differential_greedy_point) {
    Rng rng = {181};
    for (int n = 0; n < 3000; n++) {
        int size = 5 + rng_below(&rng, 4);
        int white = 5 * rng_below(&rng, 15);
        Board b = random_board(&rules_standard, size, 30, white, &rng);
        Twin t = twin_of(&b);
        int row = -1, column = -1;
        bool found = twin_best(&t, n % 2 ? TWIN_BLACK : TWIN_WHITE, &row, &column);
        CHECK_INT("point", sequence_best_point(&b, n % 2 ? BLACK : WHITE),
                  found ? point_at(column, row) : POINT_NONE);
    }
}

TEST(differential_mist) {
    Rng rng = {2017};
    for (int n = 0; n < POSITIONS / 100; n++) {
        Board b = random_board(&rules_freestyle, MIST_BOARD_SIZE, 30, 30, &rng);
        Twin t = twin_of(&b);
        for (int i = 0; i < MIST_BOARD_SIZE * MIST_BOARD_SIZE; i += 1 + rng_below(&rng, 7)) {
            int column = i % 19 + 1, row = i / 19 + 1, hole_column, hole_row;
            Point center = mist_center_after(point_at(column - 1, 19 - row));
            twin_mist_hole(column, row, &hole_column, &hole_row);
            CHECK_INT("hole", center, point_at(hole_column - 1, 19 - hole_row));
            char want[50], got[50] = "";
            twin_mist_view(&t, hole_column, hole_row, want);
            MistView view = mist_view(&b, center);
            for (int k = 0; k < MIST_CELLS; k++)
                got[k] = ".#ox"[view.cells[k]];
            CHECK_TEXT("view", got, want);
        }
    }
}

static long long perft(Board *b, int depth) {
    if (depth == 0)
        return 1;
    Point empty[BOARD_MAX * BOARD_MAX];
    int n = board_empty_points(b, empty);
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        Stone turn = b->turn, winner = b->winner;
        if (board_play(b, empty[i]) != PLAY_OK)
            continue;
        sum += perft(b, depth - 1);
        board_remove(b, empty[i], turn, winner);
    }
    return sum;
}

// Black to move in each. There are fours and threes, so that games end and fouls occur.
static const char fours[] = "....... .XXXX.. .OOO... ....... .O..... ....... .......";
static const char threes[] = "....... ..X.... ..X.... ....... XX..... ...OO.. ...O...";
static const char gap_five[] = "XX.XXX. OOO.OO. ....... ....... ....... ....... .......";
static const char blocked[] = "....... OXXX.XO ....... XOOO.OX ....... ....... .......";

static const struct {
    const char *name, *picture;
    const Rules *rules;
    int depth;
    long long games;
} perft_rows[] = {
    {"an empty 5x5 board", ".....", &rules_freestyle, 3, 25 * 24 * 23},
    {"fours, freestyle", fours, &rules_freestyle, 3, 60840},
    {"fours, standard", fours, &rules_standard, 3, 60840},
    {"fours, renju", fours, &rules_renju, 3, 60801},
    {"fours, caro", fours, &rules_caro, 3, 60840},
    {"threes, freestyle", threes, &rules_freestyle, 3, 68880},
    {"threes, renju", threes, &rules_renju, 3, 68812},
    {"a six across a gap, freestyle", gap_five, &rules_freestyle, 3, 52059},
    {"a six across a gap, standard", gap_five, &rules_standard, 3, 54834},
    {"a six across a gap, renju", gap_five, &rules_renju, 3, 50690},
    {"a six across a gap, caro", gap_five, &rules_caro, 3, 54834},
    {"a six across a gap, caro-overline", gap_five, &rules_caro_overline, 3, 52059},
    {"blocked fives, freestyle", blocked, &rules_freestyle, 3, 44135},
    {"blocked fives, caro", blocked, &rules_caro, 3, 46620},
    {"blocked fives, caro-overline", blocked, &rules_caro_overline, 3, 46620},
};

TEST(perft_counts) {
    for (int i = 0; i < COUNT(perft_rows); i++) {
        Board b = board_from_picture(perft_rows[i].rules, perft_rows[i].picture);
        b.turn = BLACK;
        Twin t = twin_of(&b);
        const char *name = perft_rows[i].name;
        CHECK_INT(name, twin_perft(&t, twin_rules(b.rules->name), TWIN_BLACK, perft_rows[i].depth),
                  perft_rows[i].games);
        CHECK_INT(name, perft(&b, perft_rows[i].depth), perft_rows[i].games);
    }
}
