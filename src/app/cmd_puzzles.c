// `pentad puzzles`: generates puzzles from games, and checks them.
#include "app/positions.h"
#include "app/subcommand.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/line.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/thread.h"
#include "base/util.h"
#include "core/point.h"
#include "match/progress_display.h"
#include "study/puzzle.h"

#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <string.h>

typedef struct {
    int64_t count, per_game, nodes, others_nodes, screen_nodes, engine_nodes, seed, threads, size;
    const char *rules, *output;
    bool check, quiet;
} Args;

enum { THREADS_MAX = 64, GAMES_A_THREAD = 4, PER_GAME_MAX = 8, FIRST_MOVES = 6, APART = 4 };

// clang-format off
static const Option options[] = {
    {"count", 0, OPTION_INT, offsetof(Args, count), "stop after N puzzles (default: after all games)", "N", .min = 1, .max = 1000000, .old = "-n"},
    {"per-game", 0, OPTION_INT, offsetof(Args, per_game), "maximum number of puzzles per game (default: 2)", "N", .min = 1, .max = PER_GAME_MAX},
    {"nodes", 0, OPTION_INT, offsetof(Args, nodes), "nodes of the search for a win by threats (default: 6000)", "N", .min = 100, .max = 1000000000},
    {"others-nodes", 0, OPTION_INT, offsetof(Args, others_nodes), "the same for each of the other moves (default: 20000)", "N", .min = 100, .max = 1000000000},
    {"screen-nodes", 0, OPTION_INT, offsetof(Args, screen_nodes), "the same for the quick first test of a defense puzzle (default: 2000)", "N", .min = 100, .max = 1000000000},
    {"engine-nodes", 0, OPTION_INT, offsetof(Args, engine_nodes), "engine nodes to find the solution, and the best move without it (default: 50000)", "N", .min = 100, .max = 1000000000},
    RULES_OPTION("rule set if a game does not specify it (default: freestyle)"),
    SIZE_OPTION("board size if a game does not specify it (default: 15)", BOARD_MIN_PLAYABLE),
    SEED_OPTION("random seed for rotating and mirroring the puzzles (default: 1)"),
    THREADS_OPTION(THREADS_MAX),
    OUTPUT_OPTION,
    {"check", 0, OPTION_FLAG, offsetof(Args, check), "check the puzzles in FILEs instead of generating new ones", .old = "-c"},
    QUIET_OPTION("no progress on standard error"),
    {0},
};

static const Example examples[] = {
    {"pentad match level:6 level:7 --games 200 --jsonl games.json", "games with mistakes in them"},
    {"pentad puzzles games.json --output puzzles.json", "puzzles from these games, one line of JSON each"},
    {"pentad puzzles --check puzzles.json", "verifies everything they claim"},
    {0},
};
// clang-format on

// ---- Finding duplicates

typedef struct {
    uint64_t *keys;
    int count, capacity;
} Keys;

// True if the key is new. Adds it.
static bool add_if_new(Keys *k, uint64_t key) {
    for (int i = 0; i < k->count; i++)
        if (k->keys[i] == key)
            return false;
    k->keys = mem_grow(k->keys, k->count, 1, &k->capacity, sizeof k->keys[0]);
    k->keys[k->count++] = key;
    return true;
}

// The puzzles of one game.
typedef struct {
    int count;
    Puzzle puzzles[PER_GAME_MAX];
} GamePuzzles;

typedef struct {
    const Args *args;
    FILE *out;
    ProgressDisplay display;
    int64_t started_ms;

    PuzzleGame *games;
    int game_count, game_capacity, unreadable;

    Keys keys; // of the puzzles found so far
    int found, duplicates;
    int done; // games
    int batch;
    GamePuzzles *results;
    ThreadPool *pool;
    atomic_int next; // next game of the batch
} Generator;

// ---- Reading games

static bool add_game(void *context, const NamedPosition *p) {
    Generator *m = context;
    if (!p->game) {
        fprintf(stderr, "pentad puzzles: %s: %s\n", p->name, p->err.text);
        m->unreadable++;
        return interrupt_signal() == 0;
    }
    m->games = mem_grow(m->games, m->game_count, 1, &m->game_capacity, sizeof m->games[0]);
    PuzzleGame *g = &m->games[m->game_count++];
    *g = (PuzzleGame){.rules = p->game->board.rules, .size = p->game->board.size};
    for (int i = 0; i < p->game->count && g->count < COUNT(g->moves); i++)
        if (board_has(&p->game->board, p->game->moves[i].point))
            g->moves[g->count++] = p->game->moves[i].point;
    return interrupt_signal() == 0;
}

// ---- Searching games

static PuzzleTools tools_new(const Args *a) {
    return (PuzzleTools){
        .engine = engine_new(NULL),
        .proving.nodes = a->nodes,
        .others.nodes = a->others_nodes,
        .screening.nodes = a->screen_nodes,
        .grading.nodes = a->engine_nodes,
        .stop = interrupt_stop,
    };
}

// Skips a few moves after each puzzle, because they mostly belong to the same win.
static void search_game(const PuzzleTools *tools, const PuzzleGame *g, int most, GamePuzzles *out) {
    PuzzleGame part = *g;
    engine_clear(tools->engine);
    out->count = 0;
    for (part.count = FIRST_MOVES; part.count < g->count && out->count < most; part.count++) {
        Puzzle *p = &out->puzzles[out->count];
        if (interrupt_signal() != 0)
            return;
        if (!puzzle_examine(tools, &part, p) || !puzzle_measure_difficulty(tools, p))
            continue;
        out->count++;
        part.count += APART;
    }
}

static void work(void *context, int worker) {
    (void)worker;
    Generator *m = context;
    PuzzleTools tools = tools_new(m->args);
    for (int i; (i = atomic_fetch_add(&m->next, 1)) < m->batch;)
        search_game(&tools, &m->games[m->done + i], (int)m->args->per_game, &m->results[i]);
    engine_free(tools.engine);
}

static void run_batch(Generator *m) {
    int threads = (int)m->args->threads;
    m->batch = int_min(threads * GAMES_A_THREAD, m->game_count - m->done);
    atomic_store(&m->next, 0);
    thread_pool_run(m->pool, threads, work, m);
}

// ---- Results

static void add_puzzle(Generator *m, Puzzle *p) {
    uint64_t key = puzzle_key(&p->game);
    if (!add_if_new(&m->keys, key)) {
        m->duplicates++;
        return;
    }
    Rng rng = {(uint64_t)m->args->seed ^ key};
    Str line = {0};
    puzzle_transform(p, rng_below(&rng, SYMMETRY_COUNT));
    puzzle_write_json(p, &line);
    fputs(str_text(&line), m->out);
    str_release(&line);
    m->found++;
}

static bool has_enough(const Generator *m) {
    return m->args->count > 0 && m->found >= m->args->count;
}

// In the order of the games, whichever finished first.
static void add_batch(Generator *m) {
    progress_display_clear(&m->display);
    for (int i = 0; i < m->batch && !has_enough(m); i++, m->done++)
        for (int k = 0; k < m->results[i].count && !has_enough(m); k++)
            add_puzzle(m, &m->results[i].puzzles[k]);
    fflush(m->out);
}

static void show_progress(Generator *m) {
    int64_t elapsed = (clock_now_ms() - m->started_ms) / 1000;
    Str text = {0};
    str_add(&text, "%d puzzles, %d of %d games, %d duplicates, %lld s elapsed\n", m->found, m->done,
            m->game_count, m->duplicates, (long long)elapsed);
    progress_display_show(&m->display, &text);
    str_release(&text);
}

static int run_all(Generator *m) {
    Error err = {0};
    while (m->done < m->game_count && !has_enough(m) && interrupt_signal() == 0) {
        show_progress(m);
        run_batch(m);
        if (interrupt_signal() == 0)
            add_batch(m);
    }
    progress_display_clear(&m->display);
    if (interrupt_signal() != 0)
        return 128 + interrupt_signal();
    if (ferror(m->out) || fflush(m->out) != 0)
        error_set(&err, "%s", strerror(errno));
    else if (m->found < m->args->count)
        error_set(&err, "only %d of %d puzzles in %d games", m->found, (int)m->args->count,
                  m->game_count);
    if (*err.text)
        return subcommand_fail(&cmd_puzzles, &err);
    return m->unreadable > 0 ? EXIT_FAILED : EXIT_OK;
}

// ---- Checking

typedef struct {
    const Args *args;
    PuzzleTools tools;
    Keys keys; // of the puzzles read so far
    int count, wrong;
    ProgressDisplay display;
} Check;

static void check_line(Check *c, const char *path, int number, const Str *line) {
    Puzzle p;
    Error err = {0};
    engine_clear(c->tools.engine);
    bool ok =
        puzzle_read_json(str_text(line), line->len, &p, &err) &&
        (add_if_new(&c->keys, puzzle_key(&p.game)) || error_set(&err, "duplicate position")) &&
        puzzle_check(&c->tools, &p, &err);
    if (interrupt_signal() != 0)
        return;
    c->count++;
    c->wrong += !ok;
    progress_display_clear(&c->display);
    if (!ok)
        printf("%s:%d: %s\n", path, number, err.text);
    Str progress = {0};
    str_add(&progress, "%d puzzles checked, %d wrong\n", c->count, c->wrong);
    progress_display_show(&c->display, &progress);
    str_release(&progress);
}

static bool check_file(Check *c, const char *path, Error *err) {
    enum { LINE_LIMIT = 100000 };
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(err, "%.100s: %s", path, strerror(errno));
    Str line = {0};
    LineReader lines = line_reader_from(file);
    LineResult r = LINE_END;
    for (int number = 1; interrupt_signal() == 0; number++) {
        r = line_read(&lines, LINE_LIMIT, &line);
        if (r != LINE_READ)
            break;
        if (line.len > 0)
            check_line(c, path, number, &line);
    }
    str_release(&line);
    fclose(file);
    return r != LINE_TOO_LONG || error_set(err, "%.100s: a line is too long", path);
}

static int check_puzzles(const Args *args, int argc, char **argv) {
    enum { MORE = 50 }; // enough nodes to find every win again
    Check c = {.args = args, .tools = tools_new(args)};
    c.tools.proving.nodes *= MORE;
    Error err = {0};
    Interrupts held;
    bool ok = true;
    if (!args->quiet)
        c.display = progress_display_on(stderr, stderr);
    interrupt_catch(&held);
    for (int i = 0; i < argc && ok && interrupt_signal() == 0; i++)
        ok = check_file(&c, argv[i], &err);
    progress_display_clear(&c.display);
    int signal = interrupt_signal();
    interrupt_restore(&held);
    engine_free(c.tools.engine);
    mem_free(c.keys.keys);
    if (!ok)
        return subcommand_fail(&cmd_puzzles, &err);
    printf("%d puzzles, %d wrong\n", c.count, c.wrong);
    return signal ? 128 + signal : c.wrong > 0 ? EXIT_FAILED : EXIT_OK;
}

// ---- Set-up

// A list of games, unless the extension is that of a game format.
static bool is_list(const char *path) {
    Error ignored;
    return format_for_path(path, &ignored) == NULL;
}

static bool read_games(Generator *m, int argc, char **argv, Error *err) {
    const Args *a = m->args;
    PositionOptions reading = {.move = -1, .reading.size = (int)a->size};
    if (a->rules && !(reading.reading.rules = rules_find(a->rules, err)))
        return false;
    for (int i = 0; i < argc && interrupt_signal() == 0; i++) {
        reading.lists = is_list(argv[i]);
        positions_visit(argv[i], &reading, add_game, m);
    }
    return true;
}

static int generate(const Args *args, int argc, char **argv) {
    Generator *m = mem_alloc(sizeof *m);
    Error err = {0};
    int status = EXIT_FAILED;
    Interrupts held;
    m->args = args;
    interrupt_catch(&held);
    if (!read_games(m, argc, argv, &err) ||
        !(m->out = subcommand_open_output(args->output, &err))) {
        subcommand_fail(&cmd_puzzles, &err);
    } else {
        m->results = mem_alloc((size_t)args->threads * GAMES_A_THREAD * sizeof m->results[0]);
        m->pool = thread_pool_new((int)args->threads);
        if (!args->quiet)
            m->display = progress_display_on(stderr, stderr);
        m->started_ms = clock_now_ms();
        status = run_all(m);
        if (args->output)
            fclose(m->out);
    }
    interrupt_restore(&held);
    thread_pool_free(m->pool);
    mem_free(m->games);
    mem_free(m->keys.keys);
    mem_free(m->results);
    mem_free(m);
    return status;
}

static int run(int argc, char **argv) {
    Args args = {.per_game = 2,
                 .nodes = 6000,
                 .others_nodes = 20000,
                 .screen_nodes = 2000,
                 .engine_nodes = 50000,
                 .seed = 1,
                 .threads = 1};
    int status;
    if (!subcommand_parse(&cmd_puzzles, &args, &argc, &argv, &status))
        return status;
    return args.check ? check_puzzles(&args, argc, argv) : generate(&args, argc, argv);
}

const Subcommand cmd_puzzles = {
    .name = "puzzles",
    .summary = "generate puzzles with proven solutions from games",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = INT_MAX,
    .description =
        "Searches games for positions with exactly one right move, and keeps those where this can "
        "be proven. A FILE has one game per line, as moves (h8i9h9) or as written by pentad match "
        "--jsonl, or is a game in any format that convert reads.\n\n"
        "Attack: the side to move wins by threats, with a checked proof, and neither the threat "
        "search nor the engine found another winning move. Defense: every move except one provably "
        "loses by threats. The difficulty is measured: how often levels 1 to 8 find the solution, "
        "and how many nodes the engine needs. docs/puzzles.md specifies the claims and the "
        "output.\n\n"
        "The same games and options give the same puzzles with any number of threads. There are no "
        "duplicates, not even rotated or mirrored. Ctrl-C stops it and keeps the puzzles found so "
        "far.\n\n"
        "--check reads puzzles, searches every proof again and checks it by the rules alone.",
    .options = options,
    .examples = examples,
    .status = "1 if too few puzzles were found, a puzzle is wrong, or a file cannot be read or "
              "written, 130 after Ctrl-C.",
    .run = run,
};
