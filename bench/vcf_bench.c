// VCF benchmark (wins by continuous fours): generates problems, and measures how fast they are
// solved.
//
//   vcf-bench --make N    prints N problems, half of them renju, the rest freestyle
//   vcf-bench --any N     the same without running the solver: positions with fours to try
//   vcf-bench FILE        solves the problems of a file, several rounds
//   vcf-bench --serve     solves problems from standard input, one per line: used by
//                         bench/vcf_rapfi.py to compare with another program
//
// A problem is a line "RULES MOVES". Problems come from games between players that roughly take the
// most urgent point: positions full of threats with a deep win that nobody has played.
#include "base/clock.h"
#include "base/line_reader.h"
#include "base/number.h"
#include "base/options.h"
#include "core/notation.h"
#include "engine/tactics/vcf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIZE = 15,
    PROBLEMS_MAX = 4000,
    MOVES_MAX = 80,
    SHORTEST = 21, // stones of the line, eleven of them the attacker's
    MAKING_NODES = 4000000,
    SOLVING_NODES = 1 << 30,
    DEPTH = 80,
};

typedef struct {
    const Rules *rules;
    int count;
    Point moves[MOVES_MAX];
} Problem;

typedef struct {
    int64_t make, any, rounds, ms, bits;
    bool serve;
} Args;

// clang-format off
static const Option options[] = {
    {"make", 'm', OPTION_INT, offsetof(Args, make), "make N problems", "N", .min = 1, .max = PROBLEMS_MAX},
    {"any", 'a', OPTION_INT, offsetof(Args, any), "make N problems that may have no solution", "N", .min = 1, .max = PROBLEMS_MAX},
    {"rounds", 'r', OPTION_INT, offsetof(Args, rounds), "rounds over all problems", "N", .min = 1, .max = 1000},
    {"ms", 0, OPTION_INT, offsetof(Args, ms), "time limit per problem", "N", .min = 1, .max = 1000000},
    {"bits", 'b', OPTION_INT, offsetof(Args, bits), "size of the refutation table: 2^N entries", "N", .min = 8, .max = 28},
    {"serve", 's', OPTION_FLAG, offsetof(Args, serve), "solve problems from standard input"},
    {0},
};
// clang-format on

// ---- Making

static const int urgency[CATEGORY_COUNT] = {
    [CATEGORY_THREE_PLUS] = 50,    [CATEGORY_OPEN_THREE_PLUS] = 100, [CATEGORY_NONE] = 1,
    [CATEGORY_SUSPECT] = 1,        [CATEGORY_OPEN_TWO] = 20,         [CATEGORY_THREE] = 25,
    [CATEGORY_TWO_OPEN_TWOS] = 60, [CATEGORY_OPEN_THREE] = 80,       [CATEGORY_OPEN_THREES] = 400,
    [CATEGORY_FOUR] = 20,          [CATEGORY_FOUR_PLUS] = 50,        [CATEGORY_FOUR_THREE] = 900,
    [CATEGORY_OPEN_FOUR] = 4000,   [CATEGORY_FIVE] = 100000,
};

static Point urgent_point(const Position *s, Rng *rng) {
    Point points[BOARD_MAX * BOARD_MAX], best = POINT_NONE;
    int n = position_candidates(s, points);
    int64_t best_score = -1;
    Stone own = s->board.turn, other = stone_other(own);
    for (int i = 0; i < n; i++) {
        if (position_is_forbidden(s, own, points[i]))
            continue;
        int64_t score = 5 * urgency[position_category(s, own, points[i])] +
                        4 * urgency[position_category(s, other, points[i])];
        score *= 40 + rng_below(rng, 60);
        if (score > best_score) {
            best_score = score;
            best = points[i];
        }
    }
    return best;
}

static void print_problem(const Problem *p) {
    Str line = {0};
    str_add(&line, "%s ", p->rules->name);
    for (int i = 0; i < p->count; i++)
        point_format(p->moves[i], NOTATION_POS, SIZE, &line);
    puts(str_text(&line));
    str_release(&line);
}

// Plays a game until one side has a deep VCF. False if that does not happen.
static bool play_until_deep(Vcf *v, const Patterns *patterns, Rng *rng, Problem *p) {
    Board b;
    board_init(&b, p->rules, SIZE);
    Position *s = position_new(patterns, &b);
    bool found = false;
    p->count = 0;
    while (p->count < MOVES_MAX && !found) {
        Stone own = s->board.turn;
        Point next = p->count == 0 ? point_at(4 + rng_below(rng, 7), 4 + rng_below(rng, 7))
                                   : urgent_point(s, rng);
        if (next == POINT_NONE || position_count(s, own, CATEGORY_FIVE) > 0)
            break;
        if (p->count > 12 && vcf_search(v, s, DEPTH, MAKING_NODES)) {
            found = v->length >= SHORTEST;
            if (!found)
                break;
            continue;
        }
        p->moves[p->count++] = next;
        position_make(s, next);
    }
    position_free(s);
    return found;
}

// Plays a game up to a random move. True if the side to move then has fours to try and no immediate
// win or loss.
static bool play_until_sharp(Vcf *v, const Patterns *patterns, Rng *rng, Problem *p) {
    enum { FOURS_MIN = 3 };
    (void)v;
    Board b;
    board_init(&b, p->rules, SIZE);
    Position *s = position_new(patterns, &b);
    int length = 20 + rng_below(rng, MOVES_MAX - 20);
    for (p->count = 0; p->count < length;) {
        Point next = p->count == 0 ? point_at(4 + rng_below(rng, 7), 4 + rng_below(rng, 7))
                                   : urgent_point(s, rng);
        if (next == POINT_NONE || position_count(s, s->board.turn, CATEGORY_FIVE) > 0)
            break;
        p->moves[p->count++] = next;
        position_make(s, next);
    }
    Stone own = s->board.turn, other = stone_other(own);
    int fours = position_count(s, own, CATEGORY_FOUR) + position_count(s, own, CATEGORY_FOUR_PLUS);
    int decided =
        position_count(s, own, CATEGORY_FIVE) + position_count(s, own, CATEGORY_OPEN_FOUR) +
        position_count(s, own, CATEGORY_FOUR_THREE) + position_count(s, other, CATEGORY_FIVE);
    position_free(s);
    return p->count == length && fours >= FOURS_MIN && decided == 0;
}

typedef bool Maker(Vcf *v, const Patterns *patterns, Rng *rng, Problem *p);

static void make_problems(int count, Maker *make) {
    Rng rng = {2026};
    const Rules *rules[] = {&rules_freestyle, &rules_renju};
    for (int r = 0; r < 2; r++) {
        Patterns *patterns = patterns_new(rules[r]);
        Vcf *v = vcf_new_sized(18);
        Problem p = {.rules = rules[r]};
        for (int made = 0; made < (count + 1 - r) / 2;)
            if (make(v, patterns, &rng, &p)) {
                print_problem(&p);
                made++;
            }
        vcf_free(v);
        patterns_free(patterns);
    }
}

// ---- Solving

static bool parse_problem(const char *text, Problem *p, Error *err) {
    char name[24] = {0};
    size_t len = strcspn(text, " ");
    if (len >= sizeof name)
        return error_set(err, "a problem is RULES MOVES");
    memcpy(name, text, len);
    if (!(p->rules = rules_find(name, err)))
        return false;
    p->count = 0;
    for (const char *at = text + len + (text[len] == ' '); *at && p->count < MOVES_MAX;) {
        char point[4] = {*at++};
        for (int i = 1; i < 3 && isdigit((unsigned char)*at); i++)
            point[i] = *at++;
        if (!point_parse(point, NOTATION_POS, SIZE, &p->moves[p->count++], err))
            return false;
    }
    return true;
}

typedef struct {
    Vcf *vcf;
    Patterns *patterns[2]; // freestyle, renju
    int64_t ms;
} Solver;

static Position *position_of(const Solver *s, const Problem *p) {
    Board b;
    board_init(&b, p->rules, SIZE);
    for (int i = 0; i < p->count; i++)
        board_place(&b, b.turn, p->moves[i]);
    return position_new(s->patterns[p->rules == &rules_renju], &b);
}

typedef struct {
    bool solved;
    int length;
    int64_t ns, nodes;
} Attempt;

// Times the solver from a set-up position to the answer, with an empty refutation table.
static Attempt attempt(Solver *s, const Problem *p) {
    Position *position = position_of(s, p);
    vcf_clear(s->vcf);
    int64_t start = clock_now_ns();
    s->vcf->deadline_ns = start + s->ms * 1000000;
    bool solved = vcf_search(s->vcf, position, DEPTH, SOLVING_NODES);
    Attempt a = {solved, s->vcf->length, clock_now_ns() - start, s->vcf->nodes};
    position_free(position);
    return a;
}

static int compare_ns(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void solve_once(Solver *s, const Problem *problems, int count) {
    static int64_t times[PROBLEMS_MAX];
    int64_t nodes = 0, total = 0;
    int solved = 0;
    for (int i = 0; i < count; i++) {
        Attempt a = attempt(s, &problems[i]);
        times[i] = a.ns;
        total += a.ns;
        nodes += a.nodes;
        solved += a.solved;
    }
    qsort(times, (size_t)count, sizeof times[0], compare_ns);
    printf("solved %d of %d  median %.1f us  90%% %.1f us  slowest %.1f ms  %.0f problems/s  "
           "%.2f M nodes/s  %lld nodes\n",
           solved, count, (double)times[count / 2] / 1e3, (double)times[count * 9 / 10] / 1e3,
           (double)times[count - 1] / 1e6, count / ((double)total / 1e9),
           (double)nodes / ((double)total / 1e3), (long long)nodes);
}

static bool solve_file(Solver *s, const char *path, int rounds, Error *err) {
    static Problem problems[PROBLEMS_MAX];
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(err, "cannot read %s", path);
    LineReader lines = line_reader_from(file);
    Str line = {0};
    int count = 0;
    bool ok = true;
    while (ok && count < PROBLEMS_MAX && line_read(&lines, 1000, &line) == LINE_READ)
        if (line.len > 0 && *line.data != '#')
            ok = parse_problem(str_text(&line), &problems[count++], err);
    line_reader_release(&lines);
    str_release(&line);
    fclose(file);
    for (int i = 0; ok && i < rounds; i++)
        solve_once(s, problems, count);
    return ok;
}

static bool serve(Solver *s, Error *err) {
    LineReader lines = line_reader_from(stdin);
    Str line = {0};
    Problem p;
    bool ok = true;
    while (ok && line_read(&lines, 1000, &line) == LINE_READ) {
        ok = parse_problem(str_text(&line), &p, err);
        Attempt a = attempt(s, &p);
        printf("%d %d %lld %lld\n", a.solved, a.length, (long long)a.ns, (long long)a.nodes);
        fflush(stdout);
    }
    line_reader_release(&lines);
    str_release(&line);
    return ok;
}

int main(int argc, char **argv) {
    Args args = {.rounds = 3, .ms = 150, .bits = 16};
    Error err = {0};
    argc--;
    argv++;
    bool ok = options_parse(options, &args, &argc, argv, NULL, &err);
    if (ok && args.make) {
        make_problems((int)args.make, play_until_deep);
    } else if (ok && args.any) {
        make_problems((int)args.any, play_until_sharp);
    } else if (ok) {
        Solver s = {vcf_new_sized((int)args.bits),
                    {patterns_new(&rules_freestyle), patterns_new(&rules_renju)},
                    args.ms};
        ok = args.serve ? serve(&s, &err)
             : argc == 1
                 ? solve_file(&s, argv[0], (int)args.rounds, &err)
                 : error_set(&err, "expected --make N, --any N, --serve or a file of problems");
        vcf_free(s.vcf);
        patterns_free(s.patterns[0]);
        patterns_free(s.patterns[1]);
    }
    if (!ok)
        fprintf(stderr, "vcf-bench: %s\n", err.text);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
