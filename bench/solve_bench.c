// Solver benchmark: how many positions of a file are decided within a limit. Every proof is checked
// by the rules alone, outside the limit.
//
//   solve-bench bench/solve_positions.txt
//
// A position is a line "RULES MOVES" on 15x15. A comment of one word begins a group, which gets a
// row of its own in the result. Time is CPU time of the thread, so that other programs on the
// machine change little.
#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/options.h"
#include "base/thread.h"
#include "core/notation.h"
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 15, POSITIONS_MAX = 10000, GROUPS_MAX = 8, THREADS_MAX = 64, POLLS = 8 };

typedef struct {
    int64_t ms, nodes, threads, every;
    bool print;
} Args;

// clang-format off
static const Option options[] = {
    {"ms", 0, OPTION_INT, offsetof(Args, ms), "CPU milliseconds per position (default: 2000; with --nodes: no limit)", "N", .min = 1, .max = 10000000},
    {"nodes", 'n', OPTION_INT, offsetof(Args, nodes), "nodes per position, for figures that can be repeated", "N", .min = 1, .max = INT64_MAX},
    {"threads", 't', OPTION_INT, offsetof(Args, threads), "positions at a time (default: 1)", "N", .min = 1, .max = THREADS_MAX},
    {"every", 'e', OPTION_INT, offsetof(Args, every), "only every N-th position", "N", .min = 1, .max = POSITIONS_MAX},
    {"print", 'p', OPTION_FLAG, offsetof(Args, print), "print a line for each position"},
    {0},
};
// clang-format on

typedef struct {
    int group;
    Board board;
    char text[BOARD_MAX * BOARD_MAX * 4];
} Problem;

typedef struct {
    Outcome outcome;
    int stones, proof_nodes;
    int64_t nodes, cpu_ns;
    Error complaint; // of the checker
} Answer;

typedef struct {
    int64_t count, outcomes[OUTCOME_COUNT], nodes, cpu_ns, proof_nodes, unsound;
} Tally;

typedef struct {
    Args args;
    int count, group_count;
    Problem *problems;
    char groups[GROUPS_MAX][24];
    Engine *engines[THREADS_MAX];
    Tally tallies[GROUPS_MAX], total;
} Bench;

// ---- Reading

static bool read_position(const char *line, Problem *p, Error *err) {
    char name[24] = {0};
    Point moves[BOARD_MAX * BOARD_MAX];
    size_t len = strcspn(line, " ");
    int count;
    if (len >= sizeof name || line[len] != ' ')
        return error_set(err, "a position is RULES MOVES");
    memcpy(name, line, len);
    const Rules *rules = rules_find(name, err);
    if (!rules || !points_parse(line + len + 1, SIZE, COUNT(moves), moves, &count, err))
        return false;
    board_init(&p->board, rules, SIZE);
    for (int i = 0; i < count; i++)
        if (board_play(&p->board, moves[i]) != PLAY_OK || p->board.winner != EMPTY)
            return error_set(err, "a move is not legal or ends the game");
    snprintf(p->text, sizeof p->text, "%s", line);
    return true;
}

static bool read_line(Bench *b, const char *line, Error *err) {
    if (*line == '#') {
        const char *word = line + 1 + strspn(line + 1, " ");
        if (!strchr(word, ' ') && b->group_count < GROUPS_MAX)
            snprintf(b->groups[b->group_count++], sizeof b->groups[0], "%s", word);
        return true;
    }
    if (!*line)
        return true;
    if (b->count == POSITIONS_MAX)
        return error_set(err, "more than %d positions", POSITIONS_MAX);
    Problem *p = &b->problems[b->count++];
    p->group = b->group_count > 0 ? b->group_count - 1 : 0;
    return read_position(line, p, err);
}

static bool read_positions(Bench *b, const char *path, Error *err) {
    ScopedStr text = {0};
    if (!file_read(path, &text, err))
        return false;
    int number = 0;
    for (char *line = text.data, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        number++;
        if (!read_line(b, line, err)) {
            ScopedStr place = {0};
            str_add(&place, "%s:%d", path, number);
            return error_prefix(err, str_text(&place));
        }
    }
    return b->count > 0 || error_set(err, "%s has no positions", path);
}

// ---- Solving

typedef struct {
    int64_t deadline_ns;
    int polls;
    bool is_late;
} CpuLimit;

// Asking the system for the time of a thread is slow, so not every poll does.
static bool is_late(void *context) {
    CpuLimit *limit = context;
    if (++limit->polls % POLLS == 0)
        limit->is_late |= clock_thread_cpu_ns() >= limit->deadline_ns;
    return limit->is_late;
}

static void *solve(void *context, int worker, int job) {
    Bench *b = context;
    Problem *p = &b->problems[job * (int)b->args.every];
    Answer *a = mem_alloc(sizeof *a);
    if (!b->engines[worker])
        b->engines[worker] = engine_new(NULL);
    engine_prepare(b->engines[worker], p->board.rules, &a->complaint);
    int64_t start = clock_thread_cpu_ns();
    CpuLimit limit = {b->args.ms ? start + b->args.ms * 1000000 : INT64_MAX};
    EngineRequest request = {.kind = REQUEST_PROVE,
                             .board = &p->board,
                             .budget.nodes = b->args.nodes,
                             .stop = {is_late, &limit}};
    EngineResult result = engine_run(b->engines[worker], &request);
    a->cpu_ns = clock_thread_cpu_ns() - start;
    a->outcome = result.outcome;
    a->stones = result.stones;
    a->nodes = result.nodes;
    a->proof_nodes = result.proof.node_count;
    if (result.outcome != OUTCOME_UNKNOWN)
        proof_check(&result.proof, &(ProofCheck){0}, &a->complaint);
    engine_result_release(&result);
    return a;
}

static void add_answer(Tally *t, const Answer *a) {
    t->count++;
    t->outcomes[a->outcome]++;
    t->nodes += a->nodes;
    t->cpu_ns += a->cpu_ns;
    t->proof_nodes += a->proof_nodes;
    t->unsound += *a->complaint.text != '\0';
}

static bool report(void *context, int job, const void *result) {
    Bench *b = context;
    const Answer *a = result;
    const Problem *p = &b->problems[job * (int)b->args.every];
    add_answer(&b->tallies[p->group], a);
    add_answer(&b->total, a);
    if (*a->complaint.text)
        printf("not proved: %s: %s\n", p->text, a->complaint.text);
    if (b->args.print)
        printf("%s %d %d %lld %.3f %s\n", outcome_name(a->outcome), a->stones, a->proof_nodes,
               (long long)a->nodes, (double)a->cpu_ns / 1e9, p->text);
    fflush(stdout);
    return true;
}

static bool go_on(void *context) {
    (void)context;
    return true;
}

static void print_tally(const char *name, const Tally *t) {
    int64_t decided = t->count - t->outcomes[OUTCOME_UNKNOWN];
    if (t->count == 0)
        return;
    printf("%-8s %5lld positions  %5lld decided (%.1f %%)  %lld wins  %lld losses  %lld draws  "
           "%.0f k nodes/s  %.0f s of CPU  %lld nodes in proofs  %lld proofs refused\n",
           name, (long long)t->count, (long long)decided,
           100.0 * (double)decided / (double)t->count, (long long)t->outcomes[OUTCOME_WIN],
           (long long)t->outcomes[OUTCOME_LOSS], (long long)t->outcomes[OUTCOME_DRAW],
           (double)t->nodes / ((double)t->cpu_ns / 1e6), (double)t->cpu_ns / 1e9,
           (long long)t->proof_nodes, (long long)t->unsound);
}

static bool run_all(Bench *b, Error *err) {
    atomic_bool stop = false;
    int every = (int)b->args.every;
    OrderedJobs jobs = {.threads = (int)b->args.threads,
                        .count = (b->count + every - 1) / every,
                        .stop = &stop,
                        .context = b,
                        .run = solve,
                        .report = report,
                        .waiting = go_on};
    if (!ordered_jobs_run(&jobs, err))
        return false;
    for (int i = 0; i < b->group_count; i++)
        print_tally(b->groups[i], &b->tallies[i]);
    print_tally("all", &b->total);
    return b->total.unsound == 0 || error_set(err, "the checker refused a proof");
}

int main(int argc, char **argv) {
    Bench *b = mem_alloc(sizeof *b);
    b->args = (Args){.threads = 1, .every = 1};
    b->problems = mem_alloc(POSITIONS_MAX * sizeof *b->problems);
    Error err = {0};
    argc--;
    argv++;
    bool ok = options_parse(options, &b->args, &argc, argv, NULL, &err) &&
              (argc == 1 || error_set(&err, "expected a file of positions"));
    if (!b->args.ms && !b->args.nodes)
        b->args.ms = 2000;
    ok = ok && read_positions(b, argv[0], &err) && run_all(b, &err);
    for (int i = 0; i < THREADS_MAX; i++)
        engine_free(b->engines[i]);
    mem_free(b->problems);
    mem_free(b);
    if (!ok)
        fprintf(stderr, "solve-bench: %s\n", err.text);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
