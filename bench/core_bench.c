// Speed of the rules (src/core), compared with a plain version that scans the board. Both alternate
// in the same process, so a busy machine slows both; the ratio is the result.
#include "base/clock.h"
#include "base/number.h"
#include "base/options.h"
#include "core/forbidden.h"
#include "core/twin.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 19, BOARDS = 32, ROUNDS_MAX = 1000 }; // 32 boards stay in the first-level cache

typedef struct {
    Board boards[BOARDS];
    Point points[BOARDS][BOARD_MAX * BOARD_MAX]; // to test
    int counts[BOARDS];
    Twin twins[BOARDS];
    int repeats;
} Work;

// Result of a run: repetitions, and the sum of the answers, so that nothing is optimized away and
// the two versions can be compared.
typedef struct {
    long long times, answers;
} Done;

typedef Done Run(Work *work, uint64_t seed);

// ---- The plain versions

static bool plain_five_from(const Twin *t, int row, int column, int down, int right) {
    int color = t->at[row][column];
    for (int i = 1; i < 5; i++)
        if (twin_look(t, row + i * down, column + i * right) != color)
            return false;
    return true;
}

static bool plain_is_won(const Twin *t) {
    for (int row = 0; row < t->size; row++)
        for (int column = 0; column < t->size; column++)
            if (t->at[row][column] != TWIN_NOTHING &&
                (plain_five_from(t, row, column, 0, 1) || plain_five_from(t, row, column, 1, 0) ||
                 plain_five_from(t, row, column, 1, 1) || plain_five_from(t, row, column, 1, -1)))
                return true;
    return false;
}

static Twin twin_of(const Board *b) {
    Twin t = {.size = b->size};
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++)
            t.at[row][column] = b->at[point_at(column, row)];
    return t;
}

// ---- Win detection: every stone of random positions

static void prepare_wins(Work *work) {
    Rng rng = {1};
    for (int i = 0; i < BOARDS; i++) {
        Board *b = &work->boards[i];
        *b = board_random(&rules_freestyle, SIZE, 20 + 5 * i, &rng);
        work->twins[i] = twin_of(b);
        work->counts[i] = 0;
        for (int k = 0; k < SIZE * SIZE; k++)
            if (b->at[point_at(k % SIZE, k / SIZE)] != EMPTY)
                work->points[i][work->counts[i]++] = point_at(k % SIZE, k / SIZE);
    }
}

static Done wins_ours(Work *work, uint64_t seed) {
    (void)seed;
    Done done = {0};
    for (int r = 0; r < work->repeats; r++)
        for (int i = 0; i < BOARDS; i++) {
            for (int k = 0; k < work->counts[i]; k++)
                done.answers += board_wins_at(&work->boards[i], work->points[i][k]);
            done.times += work->counts[i];
        }
    return done;
}

static Done wins_plain(Work *work, uint64_t seed) {
    (void)seed;
    Done done = {0};
    int repeats = int_max(1, work->repeats / 32);
    for (int r = 0; r < repeats; r++)
        for (int i = 0; i < BOARDS; i++) {
            done.answers += plain_is_won(&work->twins[i]);
            done.times++;
        }
    return done;
}

// ---- A uniformly random game from the empty board to its end

// Draws a random point from those left.
static Point draw(Point *left, int *count, Rng *rng) {
    int i = rng_below(rng, *count);
    Point p = left[i];
    left[i] = left[--*count];
    return p;
}

static Done games_ours(Work *work, uint64_t seed) {
    Done done = {0};
    Rng rng = {seed};
    for (; done.times < work->repeats; done.times++) {
        Board b;
        Point left[BOARD_MAX * BOARD_MAX];
        board_init(&b, &rules_freestyle, SIZE);
        int count = board_empty_points(&b, left);
        while (count > 0 && b.winner == EMPTY)
            board_play(&b, draw(left, &count, &rng));
        done.answers += b.stones;
    }
    return done;
}

static Done games_plain(Work *work, uint64_t seed) {
    Done done = {0};
    Rng rng = {seed};
    int repeats = int_max(1, work->repeats / 32);
    for (; done.times < repeats; done.times++) {
        Board b;
        Point left[BOARD_MAX * BOARD_MAX];
        board_init(&b, &rules_freestyle, SIZE);
        Twin t = {.size = SIZE};
        int count = board_empty_points(&b, left);
        int stones = 0;
        do {
            Point p = draw(left, &count, &rng);
            t.at[point_y(p)][point_x(p)] = stones++ % 2 ? TWIN_WHITE : TWIN_BLACK;
        } while (count > 0 && !plain_is_won(&t));
        done.answers += stones;
    }
    return done;
}

// ---- Renju fouls: every empty point of random positions

static void prepare_fouls(Work *work) {
    Rng rng = {2};
    for (int i = 0; i < BOARDS; i++) {
        work->boards[i] = board_random(&rules_renju, 15, 10 + 4 * i, &rng);
        work->twins[i] = twin_of(&work->boards[i]);
        work->counts[i] = board_empty_points(&work->boards[i], work->points[i]);
    }
}

static Done fouls_ours(Work *work, uint64_t seed) {
    (void)seed;
    Done done = {0};
    for (int r = 0; r < work->repeats; r++)
        for (int i = 0; i < BOARDS; i++) {
            for (int k = 0; k < work->counts[i]; k++)
                done.answers += forbidden_check(&work->boards[i], work->points[i][k]) != PLAY_OK;
            done.times += work->counts[i];
        }
    return done;
}

static Done fouls_plain(Work *work, uint64_t seed) {
    (void)seed;
    Done done = {0};
    int repeats = int_max(1, work->repeats / 8);
    for (int r = 0; r < repeats; r++)
        for (int i = 0; i < BOARDS; i++) {
            for (int k = 0; k < work->counts[i]; k++) {
                Point p = work->points[i][k];
                TwinVerdict v = twin_judge(&work->twins[i], point_y(p), point_x(p));
                done.answers += v.foul != TWIN_ALLOWED;
            }
            done.times += work->counts[i];
        }
    return done;
}

// ---- Measuring

static const struct {
    const char *name;
    void (*prepare)(Work *work);
    Run *ours, *plain;
    int repeats;
    long long target_ns; // 0: no target
} benches[] = {
    {"win detection of one move, 19x19 freestyle", prepare_wins, wins_ours, wins_plain, 256, 20},
    {"random game to its end, 19x19 freestyle", NULL, games_ours, games_plain, 1024, 15000},
    {"foul test of one point, 15x15 renju", prepare_fouls, fouls_ours, fouls_plain, 64, 0},
};

typedef struct {
    double ns[ROUNDS_MAX]; // per repetition, by round
    Done done;             // total of all rounds
} Series;

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(Series *s, int round, Run *run, Work *work) {
    int64_t start = clock_now_ns();
    Done done = run(work, (uint64_t)round);
    int64_t ns = clock_now_ns() - start;
    s->ns[round] = (double)ns / (double)done.times;
    s->done.times += done.times;
    s->done.answers += done.answers;
}

static void print_series(const char *name, const Series *s, int rounds) {
    printf("  %-6s median %10.1f ns   from %10.1f to %10.1f   mean answer %.4f\n", name,
           s->ns[rounds / 2], s->ns[0], s->ns[rounds - 1],
           (double)s->done.answers / (double)s->done.times);
}

static void run_bench(int index, Work *work, int rounds, int divisor) {
    Series ours = {0}, plain = {0};
    if (benches[index].prepare)
        benches[index].prepare(work);
    work->repeats = int_max(1, benches[index].repeats / divisor);
    for (int r = 0; r < rounds; r++) {
        measure(&ours, r, benches[index].ours, work);
        measure(&plain, r, benches[index].plain, work);
    }
    qsort(ours.ns, (size_t)rounds, sizeof ours.ns[0], compare);
    qsort(plain.ns, (size_t)rounds, sizeof plain.ns[0], compare);
    printf("%s\n", benches[index].name);
    print_series("ours", &ours, rounds);
    print_series("plain", &plain, rounds);
    printf("  ratio  %.0f times as fast", plain.ns[rounds / 2] / ours.ns[rounds / 2]);
    if (benches[index].target_ns)
        printf("; target: below %lld ns, %s", benches[index].target_ns,
               ours.ns[rounds / 2] < (double)benches[index].target_ns ? "met" : "MISSED");
    printf("\n");
}

// Both versions must give the same answers, or comparing their speed means nothing.
static bool agree(Work *work, Error *err) {
    prepare_fouls(work);
    work->repeats = 1;
    if (fouls_ours(work, 0).answers != fouls_plain(work, 0).answers)
        return error_set(err, "the two versions disagree about fouls");
    if (games_ours(work, 0).answers != games_plain(work, 0).answers)
        return error_set(err, "the two versions disagree about the end of a game");
    return true;
}

typedef struct {
    int64_t rounds;
    bool quick;
} Settings;

static const Option table[] = {
    {.name = "rounds",
     .letter = 'r',
     .kind = OPTION_INT,
     .offset = offsetof(Settings, rounds),
     .help = "rounds per version, alternating",
     .value = "N",
     .min = 1,
     .max = ROUNDS_MAX},
    {.name = "quick",
     .letter = 'q',
     .kind = OPTION_FLAG,
     .offset = offsetof(Settings, quick),
     .help = "do a hundredth of the work, as a smoke test"},
    {0},
};

int main(int argc, char **argv) {
    static Work work; // too large for a stack
    Settings settings = {.rounds = 31};
    Error err = {0};
    int words = argc - 1;
    if (!options_parse(table, &settings, &words, argv + 1, NULL, &err) || words > 0) {
        fprintf(stderr, "core-bench: %s\n", words > 0 && !*err.text ? "too many words" : err.text);
        return 2;
    }
    if (!agree(&work, &err)) {
        fprintf(stderr, "core-bench: %s\n", err.text);
        return 1;
    }
    for (int i = 0; i < COUNT(benches); i++)
        run_bench(i, &work, (int)settings.rounds, settings.quick ? 100 : 1);
    return 0;
}
