// `pentad puzzles`: makes puzzles from games.
#include "app/positions.h"
#include "app/subcommand.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/line.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/util.h"
#include "core/symmetry.h"
#include "match/progress_display.h"
#include "study/puzzle_difficulty.h"
#include "study/puzzle_json.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
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
    {"count", 'n', OPTION_INT, offsetof(Args, count), "stop at so many (otherwise when the games are through)", "N", .min = 1, .max = 1000000},
    {"per-game", 0, OPTION_INT, offsetof(Args, per_game), "at most so many of a game (otherwise 2)", "N", .min = 1, .max = PER_GAME_MAX},
    {"nodes", 0, OPTION_INT, offsetof(Args, nodes), "positions to search for a win by threats (otherwise 6000)", "N", .min = 100, .max = 1000000000},
    {"others-nodes", 0, OPTION_INT, offsetof(Args, others_nodes), "the same, for each other move (otherwise 20000)", "N", .min = 100, .max = 1000000000},
    {"screen-nodes", 0, OPTION_INT, offsetof(Args, screen_nodes), "the same at first sight: what needs more is no defence puzzle (otherwise 2000)", "N", .min = 100, .max = 1000000000},
    {"engine-nodes", 0, OPTION_INT, offsetof(Args, engine_nodes), "positions for the engine to find the solution, and its best without it (otherwise 50000)", "N", .min = 100, .max = 1000000000},
    {"rules", 'r', OPTION_TEXT, offsetof(Args, rules), "rule set, where a game does not say (otherwise freestyle)", "RULES", .choices = rules_name},
    {"size", 's', OPTION_INT, offsetof(Args, size), "board size, where a game does not say (otherwise 15)", "N", .min = BOARD_MIN_PLAYABLE, .max = BOARD_MAX},
    {"seed", 0, OPTION_INT, offsetof(Args, seed), "of how each is turned and mirrored (otherwise 1)", "N", .min = 0, .max = INT64_MAX},
    {"threads", 't', OPTION_INT, offsetof(Args, threads), "games at once (otherwise 1)", "N", .min = 1, .max = THREADS_MAX},
    {"output", 'o', OPTION_TEXT, offsetof(Args, output), "a new file (otherwise standard output)", "FILE"},
    {"check", 'c', OPTION_FLAG, offsetof(Args, check), "check puzzles instead of making them: FILEs are what this made"},
    {"quiet", 'q', OPTION_FLAG, offsetof(Args, quiet), "no progress on standard error"},
    {0},
};

static const Example examples[] = {
    {"pentad match level:6 level:7 --games 200 --json games.json", "games with mistakes in them"},
    {"pentad puzzles games.json --output puzzles.json", "puzzles from them, a line of JSON each"},
    {"pentad puzzles --check puzzles.json", "is everything true that they claim?"},
    {0},
};
// clang-format on

// ---- None twice

typedef struct {
    uint64_t *keys;
    int count, room;
} Keys;

// From now on it is not.
static bool is_new(Keys *k, uint64_t key) {
    for (int i = 0; i < k->count; i++)
        if (k->keys[i] == key)
            return false;
    if (k->count == k->room) {
        k->room = 2 * k->room + 64;
        k->keys = mem_resize(k->keys, (size_t)k->room * sizeof k->keys[0]);
    }
    k->keys[k->count++] = key;
    return true;
}

// What came of one game.
typedef struct {
    int count;
    Puzzle puzzles[PER_GAME_MAX];
} Harvest;

typedef struct {
    const Args *args;
    FILE *out;
    ProgressDisplay live;
    int64_t began_ms;

    PuzzleGame *games;
    int game_count, game_room, unreadable;

    Keys keys; // of the puzzles that were found
    int found, twice;
    int done; // games
    int batch;
    Harvest *harvests;
    atomic_int next; // of the batch, that nobody has taken
} Making;

// ---- Reading games

static bool take_game(void *context, const NamedPosition *p) {
    Making *m = context;
    if (!p->game) {
        fprintf(stderr, "pentad puzzles: %s: %s\n", p->name, p->err.text);
        m->unreadable++;
        return interrupt_signal() == 0;
    }
    if (m->game_count == m->game_room) {
        m->game_room = 2 * m->game_room + 64;
        m->games = mem_resize(m->games, (size_t)m->game_room * sizeof m->games[0]);
    }
    PuzzleGame *g = &m->games[m->game_count++];
    *g = (PuzzleGame){.rules = p->game->board.rules, .size = p->game->board.size};
    for (int i = 0; i < p->game->count && g->count < COUNT(g->moves); i++)
        if (board_has(&p->game->board, p->game->moves[i].point))
            g->moves[g->count++] = p->game->moves[i].point;
    return interrupt_signal() == 0;
}

// ---- Making

static bool is_interrupted(void *context) {
    (void)context;
    return interrupt_signal() != 0;
}

typedef struct {
    PuzzleTools finding;
    DifficultyTools grading;
} Tools;

static Tools tools_new(const Args *a) {
    return (Tools){
        .finding = {solver_new(),
                    {.nodes = a->nodes, .interrupted = is_interrupted},
                    {.nodes = a->others_nodes, .interrupted = is_interrupted},
                    {.nodes = a->screen_nodes, .interrupted = is_interrupted}},
        .grading = {analyst_new(), level_model_new(), a->engine_nodes, is_interrupted, NULL},
    };
}

static void tools_free(Tools *t) {
    solver_free(t->finding.solver);
    analyst_free(t->grading.analyst);
    level_model_free(t->grading.gauge);
}

// From the first mistake on. What follows one at once is mostly the rest of the same win.
static void search_game(const Tools *tools, const PuzzleGame *g, int most, Harvest *out) {
    PuzzleGame part = *g;
    solver_forget(tools->finding.solver);
    out->count = 0;
    for (part.count = FIRST_MOVES; part.count < g->count && out->count < most; part.count++) {
        Puzzle *p = &out->puzzles[out->count];
        if (is_interrupted(NULL))
            return;
        if (!puzzle_examine(&tools->finding, &part, p) ||
            !puzzle_measure_difficulty(&tools->grading, p))
            continue;
        out->count++;
        part.count += APART;
    }
}

static void *work(void *argument) {
    Making *m = argument;
    Tools tools = tools_new(m->args);
    for (int i; (i = atomic_fetch_add(&m->next, 1)) < m->batch;)
        search_game(&tools, &m->games[m->done + i], (int)m->args->per_game, &m->harvests[i]);
    tools_free(&tools);
    return NULL;
}

// This thread works too, so that it gets done even where no other can be started.
static void make_batch(Making *m) {
    pthread_t threads[THREADS_MAX];
    int started = 0, most = (int)m->args->threads * GAMES_A_THREAD;
    m->batch = int_min(most, m->game_count - m->done);
    atomic_store(&m->next, 0);
    while (started < m->args->threads - 1 && pthread_create(&threads[started], NULL, work, m) == 0)
        started++;
    work(m);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

// ---- Keeping

static void keep(Making *m, Puzzle *p) {
    uint64_t key = puzzle_key(&p->game);
    if (!is_new(&m->keys, key)) {
        m->twice++;
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

static bool has_enough(const Making *m) {
    return m->args->count > 0 && m->found >= m->args->count;
}

// In the order of the games, whoever was faster.
static void keep_batch(Making *m) {
    progress_display_clear(&m->live);
    for (int i = 0; i < m->batch && !has_enough(m); i++, m->done++)
        for (int k = 0; k < m->harvests[i].count && !has_enough(m); k++)
            keep(m, &m->harvests[i].puzzles[k]);
    fflush(m->out);
}

static void show_progress(Making *m) {
    int64_t gone = (clock_now_ms() - m->began_ms) / 1000;
    Str text = {0};
    str_add(&text, "%d puzzles, %d of %d games, %d twice, %lld s gone\n", m->found, m->done,
            m->game_count, m->twice, (long long)gone);
    progress_display_show(&m->live, &text);
    str_release(&text);
}

static int make_all(Making *m) {
    Error err = {0};
    while (m->done < m->game_count && !has_enough(m) && interrupt_signal() == 0) {
        show_progress(m);
        make_batch(m);
        if (interrupt_signal() == 0)
            keep_batch(m);
    }
    progress_display_clear(&m->live);
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
    Tools tools;
    Keys keys; // of the puzzles that were read
    int count, wrong;
    ProgressDisplay live;
} Check;

static void check_line(Check *c, const char *path, int number, const Str *line) {
    Puzzle p;
    Error err = {0};
    solver_forget(c->tools.finding.solver);
    bool ok =
        puzzle_read_json(str_text(line), line->len, &p, &err) &&
        (is_new(&c->keys, puzzle_key(&p.game)) || error_set(&err, "the position is there twice")) &&
        puzzle_check(&c->tools.finding, &p, &err);
    if (interrupt_signal() != 0)
        return;
    c->count++;
    c->wrong += !ok;
    progress_display_clear(&c->live);
    if (!ok)
        printf("%s:%d: %s\n", path, number, err.text);
    Str progress = {0};
    str_add(&progress, "%d puzzles checked, %d wrong\n", c->count, c->wrong);
    progress_display_show(&c->live, &progress);
    str_release(&progress);
}

static bool check_file(Check *c, const char *path, Error *err) {
    enum { LINE_LIMIT = 100000 };
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(err, "%.100s: %s", path, strerror(errno));
    Str line = {0};
    LineResult r = LINE_END;
    for (int number = 1; interrupt_signal() == 0; number++) {
        r = line_read(file, LINE_LIMIT, &line);
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
    enum { MORE = 50 }; // a win that is there must be found again, in whatever order
    Check c = {.args = args, .tools = tools_new(args)};
    c.tools.finding.proving.nodes *= MORE;
    Error err = {0};
    Interrupts held;
    bool ok = true;
    if (!args->quiet)
        c.live = progress_display_on(stderr, stderr);
    interrupt_catch(&held);
    for (int i = 0; i < argc && ok && interrupt_signal() == 0; i++)
        ok = check_file(&c, argv[i], &err);
    progress_display_clear(&c.live);
    int signal = interrupt_signal();
    interrupt_restore(&held);
    tools_free(&c.tools);
    mem_free(c.keys.keys);
    if (!ok)
        return subcommand_fail(&cmd_puzzles, &err);
    printf("%d puzzles, %d wrong\n", c.count, c.wrong);
    return signal ? 128 + signal : c.wrong > 0 ? EXIT_FAILED : EXIT_OK;
}

// ---- Coming and going

static bool open_output(Making *m, Error *err) {
    const char *path = m->args->output;
    m->out = path ? fopen(path, "wx") : stdout;
    return m->out || error_set(err, "%.100s: %s", path, strerror(errno));
}

// Lines, unless the name says that it is a game in some format.
static bool is_list(const char *path) {
    Error ignored;
    return format_for_path(path, &ignored) == NULL;
}

static bool read_games(Making *m, int argc, char **argv, Error *err) {
    const Args *a = m->args;
    PositionOptions reading = {.move = -1, .reading.size = (int)a->size};
    if (a->rules && !(reading.reading.rules = rules_find(a->rules, err)))
        return false;
    for (int i = 0; i < argc && interrupt_signal() == 0; i++) {
        reading.lists = is_list(argv[i]);
        positions_visit(argv[i], &reading, take_game, m);
    }
    return true;
}

static int make_puzzles(const Args *args, int argc, char **argv) {
    Making *m = mem_alloc(sizeof *m);
    Error err = {0};
    int status = EXIT_FAILED;
    Interrupts held;
    m->args = args;
    interrupt_catch(&held);
    if (!read_games(m, argc, argv, &err) || !open_output(m, &err)) {
        subcommand_fail(&cmd_puzzles, &err);
    } else {
        m->harvests = mem_alloc((size_t)args->threads * GAMES_A_THREAD * sizeof m->harvests[0]);
        if (!args->quiet)
            m->live = progress_display_on(stderr, stderr);
        m->began_ms = clock_now_ms();
        status = make_all(m);
        if (args->output)
            fclose(m->out);
    }
    interrupt_restore(&held);
    mem_free(m->games);
    mem_free(m->keys.keys);
    mem_free(m->harvests);
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
    return args.check ? check_puzzles(&args, argc, argv) : make_puzzles(&args, argc, argv);
}

const Subcommand cmd_puzzles = {
    .name = "puzzles",
    .summary = "make puzzles from games, with proofs that they are right",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = INT_MAX,
    .description =
        "Looks through games for positions in which one move is right, and keeps those for which "
        "that can be shown. FILEs have a game a line, as moves (h8i9h9) or as pentad match --json "
        "writes it, or are a game in any format that convert reads.\n\n"
        "Attack: the side to move wins by threats, which is proved and checked, and no other first "
        "move was found to win by threats, nor by the engine. Defence: every move but one is "
        "proved "
        "to lose by threats. How hard a puzzle is, is measured: how often levels 1 to 8 find it, "
        "and after how many positions the engine does. docs/puzzles.md says exactly what is "
        "claimed, and describes the lines.\n\n"
        "The same games and options give the same puzzles, however many threads there are. None "
        "comes twice, turned or mirrored. Ctrl-C ends it, and what was found stays.\n\n"
        "--check reads such lines again, finds every proof anew and checks it by the rules alone.",
    .options = options,
    .examples = examples,
    .status = "1: not enough were found, a puzzle is wrong, or a file cannot be read or written; "
              "130 after Ctrl-C.",
    .run = run,
};
