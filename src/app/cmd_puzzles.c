// `pentad puzzles`: generates puzzles from games, and checks them.
#include "app/generator.h"
#include "app/positions.h"
#include "base/interrupt.h"
#include "base/line_reader.h"
#include "base/mem.h"
#include "base/number.h"
#include "core/point.h"
#include "match/progress_display.h"
#include "study/mist_puzzle.h"
#include "study/puzzle.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

typedef struct {
    int64_t count, per_game, nodes, others_nodes, screen_nodes, engine_nodes, seed, threads, size;
    const char *rules, *output;
    bool check, mist, quiet;
} Args;

enum { PER_GAME_MAX = 8, FIRST_MOVES = 6, APART = 4 };

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
    THREADS_OPTION(GENERATOR_THREADS_MAX, "-t"),
    OUTPUT_OPTION,
    {"mist", 0, OPTION_FLAG, offsetof(Args, mist), "puzzles in the mist: where is the hidden stone?"},
    {"check", 0, OPTION_FLAG, offsetof(Args, check), "check the puzzles in FILEs instead of generating new ones", .old = "-c"},
    QUIET_OPTION("no progress on standard error"),
    {0},
};

static const Example examples[] = {
    {"pentad match level:6 level:7 --games 200 --jsonl games.json", "games with mistakes in them"},
    {"pentad puzzles games.json --output puzzles.json", "puzzles from these games, one line of JSON each"},
    {"pentad puzzles --check puzzles.json", "verifies everything they claim"},
    {"pentad match --mist easy beginner --games 200 --jsonl mist.json; pentad puzzles --mist mist.json", "hidden stones that can be worked out"},
    {0},
};
// clang-format on

// The puzzles of one game.
typedef struct {
    int count;
    Puzzle puzzles[PER_GAME_MAX];
} GamePuzzles;

typedef struct {
    const Args *args;
    PuzzleGame *games;
    int game_count, game_capacity, unreadable;
} Games;

// ---- Reading games

static bool add_game(void *context, const NamedPosition *p) {
    Games *m = context;
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

static PuzzleTools tools_with(const Args *a, Engine *engine, StopToken stop) {
    return (PuzzleTools){
        .engine = engine,
        .proving.nodes = a->nodes,
        .others.nodes = a->others_nodes,
        .screening.nodes = a->screen_nodes,
        .grading.nodes = a->engine_nodes,
        .stop = stop,
    };
}

// Skips a few moves after each puzzle, because they mostly belong to the same win.
static void search_game(void *context, Engine *engine, StopToken stop, int number, void *found) {
    const Games *m = context;
    const PuzzleGame *g = &m->games[number];
    PuzzleTools tools = tools_with(m->args, engine, stop);
    PuzzleGame part = *g;
    GamePuzzles *out = found;
    engine_clear(engine);
    for (part.count = FIRST_MOVES; part.count < g->count && out->count < m->args->per_game;
         part.count++) {
        Puzzle *p = &out->puzzles[out->count];
        if (interrupt_signal() != 0)
            return;
        if (!puzzle_examine(&tools, &part, p) || !puzzle_measure_difficulty(&tools, p))
            continue;
        out->count++;
        part.count += APART;
    }
}

static void write_puzzles(void *context, Generator *g, const void *found, FILE *out) {
    const Games *m = context;
    const GamePuzzles *from = found;
    for (int i = 0; i < from->count; i++) {
        Puzzle p = from->puzzles[i];
        uint64_t key = puzzle_key(&p.game);
        if (!generator_accept(g, key))
            continue;
        Rng rng = {(uint64_t)m->args->seed ^ key};
        Str line = {0};
        puzzle_transform(&p, rng_below(&rng, SYMMETRY_COUNT));
        puzzle_write_json(&p, &line);
        print_and_release(&line, out);
    }
}

// ---- The mist

typedef struct {
    int count;
    MistPuzzle puzzles[PER_GAME_MAX];
} GameMistPuzzles;

static void search_mist_game(void *context, Engine *engine, StopToken stop, int number,
                             void *found) {
    const Games *m = context;
    const PuzzleGame *g = &m->games[number];
    GameMistPuzzles *out = found;
    (void)engine;
    if (g->size != MIST_BOARD_SIZE)
        return;
    for (int count = FIRST_MOVES; count < g->count && out->count < m->args->per_game; count++) {
        if (stop_requested(stop))
            return;
        if (!mist_puzzle_examine(g->moves, count, &out->puzzles[out->count]))
            continue;
        out->count++;
        count += APART;
    }
}

static uint64_t mist_puzzle_key(const MistPuzzle *p) {
    PuzzleGame g = {.rules = &rules_freestyle, .size = MIST_BOARD_SIZE, .count = p->count};
    memcpy(g.moves, p->moves, (size_t)p->count * sizeof g.moves[0]);
    return puzzle_key(&g);
}

static void write_mist_puzzles(void *context, Generator *g, const void *found, FILE *out) {
    (void)context;
    const GameMistPuzzles *from = found;
    for (int i = 0; i < from->count; i++) {
        Str line = {0};
        if (!generator_accept(g, mist_puzzle_key(&from->puzzles[i])))
            continue;
        mist_puzzle_write_json(&from->puzzles[i], &line);
        print_and_release(&line, out);
    }
}

// ---- Checking

typedef struct {
    const Args *args;
    PuzzleTools tools;
    KeySet seen;
    int count, wrong;
    ProgressDisplay display;
} Check;

static bool check_new(Check *c, uint64_t key, Error *err) {
    return key_set_add(&c->seen, key) || error_set(err, "duplicate position");
}

static bool check_puzzle(Check *c, const Str *line, Error *err) {
    Puzzle p;
    engine_clear(c->tools.engine);
    return puzzle_read_json(str_text(line), line->len, &p, err) &&
           check_new(c, puzzle_key(&p.game), err) && puzzle_check(&c->tools, &p, err);
}

static bool check_mist_puzzle(Check *c, const Str *line, Error *err) {
    MistPuzzle p;
    return mist_puzzle_read_json(str_text(line), line->len, &p, err) &&
           mist_puzzle_check(&p, err) && check_new(c, mist_puzzle_key(&p), err);
}

static void check_line(Check *c, const char *path, int number, const Str *line) {
    Error err = {0};
    bool ok = c->args->mist ? check_mist_puzzle(c, line, &err) : check_puzzle(c, line, &err);
    if (interrupt_signal() != 0)
        return;
    c->count++;
    c->wrong += !ok;
    progress_display_clear(&c->display);
    if (!ok)
        printf("%s:%d: %s\n", path, number, err.text);
    ScopedStr progress = {0};
    str_add(&progress, "%d puzzles checked, %d wrong\n", c->count, c->wrong);
    progress_display_show(&c->display, &progress);
}

static bool check_file(Check *c, const char *path, Error *err) {
    enum { LINE_LIMIT = 100000 };
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set_errno(err, path);
    Str line = {0};
    LineReader lines = line_reader_from(file);
    LineResult r = LINE_END;
    bool is_list = true;
    for (int number = 1; interrupt_signal() == 0; number++) {
        r = line_read(&lines, LINE_LIMIT, &line);
        if (r != LINE_READ)
            break;
        is_list = number > 1 || line.len == 0 || *line.data == '{';
        if (!is_list)
            break;
        if (line.len > 0)
            check_line(c, path, number, &line);
    }
    int reason = errno;
    line_reader_release(&lines);
    str_release(&line);
    fclose(file);
    if (r == LINE_FAILED && interrupt_signal() == 0)
        return error_set(err, "%.100s: %s", path, strerror(reason));
    if (!is_list)
        return error_set(err, "%.100s is not a puzzle file, with one line of JSON per puzzle",
                         path);
    return r != LINE_TOO_LONG || error_set(err, "%.100s: a line is too long", path);
}

static int check_puzzles(const Args *args, int argc, char **argv) {
    enum { MORE = 50 }; // enough nodes to find every win again
    Check c = {.args = args, .tools = tools_with(args, engine_new(NULL), interrupt_stop)};
    c.tools.proving.nodes *= MORE;
    Error err = {0};
    bool ok = true;
    if (!args->quiet)
        c.display = progress_display_on(stderr, stderr);
    for (int i = 0; i < argc && ok && interrupt_signal() == 0; i++)
        ok = check_file(&c, argv[i], &err);
    progress_display_clear(&c.display);
    engine_free(c.tools.engine);
    mem_free(c.seen.keys);
    if (!ok)
        return subcommand_fail(&cmd_puzzles, &err);
    if (c.count == 0 && interrupt_signal() == 0) {
        error_set(&err, "there is no puzzle to check");
        return subcommand_fail(&cmd_puzzles, &err);
    }
    printf("%d puzzles, %d wrong\n", c.count, c.wrong);
    return c.wrong > 0 ? EXIT_FAILED : EXIT_OK;
}

// ---- Set-up

// A list of games, unless the extension is that of a game format.
static bool is_list(const char *path) {
    Error ignored;
    return format_for_path(path, &ignored) == NULL;
}

static bool read_games(Games *m, int argc, char **argv, Error *err) {
    const Args *a = m->args;
    PositionOptions reading = {.move = -1, .reading.size = (int)a->size};
    if (a->rules && !(reading.reading.rules = rules_find(a->rules, err)))
        return false;
    for (int i = 0; i < argc && interrupt_signal() == 0; i++) {
        reading.lists = is_list(argv[i]);
        positions_visit(argv[i], &reading, add_game, m);
    }
    return m->game_count > 0 || interrupt_signal() != 0 ||
           error_set(err, "there is no game to search");
}

static int generate(const Args *args, int argc, char **argv) {
    Games m = {.args = args};
    Error err = {0};
    bool ok = read_games(&m, argc, argv, &err);
    GeneratorOptions generator = {
        .command = &cmd_puzzles,
        .results = "puzzles",
        .tasks = "games",
        .hint = "",
        .output = args->output,
        .quiet = args->quiet,
        .threads = (int)args->threads,
        .wanted = (int)args->count,
        .task_count = m.game_count,
        .task_size = args->mist ? sizeof(GameMistPuzzles) : sizeof(GamePuzzles),
        .context = &m,
        .work = args->mist ? search_mist_game : search_game,
        .write = args->mist ? write_mist_puzzles : write_puzzles,
    };
    int status = ok ? generator_run(&generator) : subcommand_fail(&cmd_puzzles, &err);
    mem_free(m.games);
    return status == EXIT_OK && m.unreadable > 0 ? EXIT_FAILED : status;
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    return args->check ? check_puzzles(args, line->argc, line->argv)
                       : generate(args, line->argc, line->argv);
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
        "and how many nodes the engine needs. docs/integrate/puzzles.md specifies the claims and "
        "the "
        "output.\n\n"
        "The same games and options give the same puzzles with any number of threads. There are no "
        "duplicates, not even rotated or mirrored. Ctrl-C stops it and keeps the puzzles found so "
        "far.\n\n"
        "--mist makes another kind from games on 19x19: in the mist the opponent's last stone is "
        "hidden, and exactly one point is left for it.\n\n"
        "--check reads puzzles, searches every proof again and checks it by the rules alone.",
    .options = options,
    .examples = examples,
    .status =
        "0 for success, 1 if too few puzzles were found, a puzzle is wrong, or a file cannot be "
        "read or written, 2 for a usage error, 130 after Ctrl-C.",
    .catches_signals = true,
    ARGS(.per_game = 2, .nodes = 6000, .others_nodes = 20000, .screen_nodes = 2000,
         .engine_nodes = 50000, .seed = 1, .threads = 1),
    .run = run,
};
