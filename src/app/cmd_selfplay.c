// `pentad selfplay`: generates self-play games for tuning and training.
#include "app/selfplay_jobs.h"
#include "app/subcommand.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "core/notation.h"
#include "engine/eval/weights.h"
#include "train/packed.h"
#include "train/selfplay.h"

#include <stdio.h>
#include <unistd.h>

typedef struct {
    int64_t games, threads, size, nodes, spread, least, most, balance, stray, seed;
    const char *rules, *weights, *net, *database;
    bool print, features;
} Args;

enum { GAMES_MAX = 10000000 };

// clang-format off
static const Option options[] = {
    {"games", 'n', OPTION_INT, offsetof(Args, games), "number of games (default: 100)", "N", .min = 1, .max = GAMES_MAX},
    THREADS_OPTION(SELFPLAY_THREADS_MAX, NULL),
    RULES_OPTION("rule set (default: freestyle)"),
    SIZE_OPTION("board size (default: 15)", BOARD_MIN_PLAYABLE),
    {"nodes", 0, OPTION_INT, offsetof(Args, nodes), "nodes per move on average (default: 2500)", "N", .min = 10, .max = 100000000},
    {"spread", 0, OPTION_INT, offsetof(Args, spread), "random variation of the nodes in percent (default: 40)", "PERCENT", .min = 0, .max = 90},
    {"least-stones", 0, OPTION_INT, offsetof(Args, least), "minimum number of stones in an opening (default: 2)", "N", .min = 0, .max = SELFPLAY_STONES_MAX},
    {"most-stones", 0, OPTION_INT, offsetof(Args, most), "maximum number of stones in an opening (default: 9)", "N", .min = 0, .max = SELFPLAY_STONES_MAX},
    {"balance", 0, OPTION_INT, offsetof(Args, balance), "maximum advantage of either side after the opening (default: 150)", "VALUE", .min = 1, .max = 30000},
    {"stray", 0, OPTION_INT, offsetof(Args, stray), "one move in N is an exploration move, not the best; 0: none (default: 14)", "N", .min = 0, .max = 1000000},
    {"weights", 0, OPTION_TEXT, offsetof(Args, weights), "evaluate with these weights", "FILE", .old = "-w"},
    NET_OPTION("evaluate with this net"),
    SEED_OPTION("random seed; the same seed gives the same games (default: 1)"),
    {"database", 0, OPTION_TEXT, offsetof(Args, database), "let pentad worker play the games, on any machine: postgresql://USER@HOST/NAME", "URL"},
    {"print", 0, OPTION_FLAG, offsetof(Args, print), "do not play; print the games in FILE, one per line", .old = "-l --list"},
    {"features", 0, OPTION_FLAG, offsetof(Args, features), "do not play; write the quiet positions of FILE to standard output, for training/tune.py"},
    {0},
};

static const Example examples[] = {
    {"pentad selfplay --games 1000 --threads 2 first.games", "plays a thousand games"},
    {"pentad selfplay --rules renju --size 15 --seed 7 renju.games", "plays renju games"},
    {"pentad selfplay --games 100000 --database postgresql://pentad@db/lab first.games", "workers on other machines play them"},
    {"pentad selfplay --print first.games", "prints the games as text"},
    {0},
};
// clang-format on

// ---- Playing

typedef struct {
    const Args *args;
    const char *path;
    FILE *file;
    int games, wins[3]; // by winner: draw, Black, White
    int64_t positions, started_ms;
    bool shows_progress;
    Error trouble; // a write error
} Session;

static bool write_out(Session *s, const Str *bytes) {
    fwrite(str_text(bytes), 1, bytes->len, s->file);
    return (fflush(s->file) == 0 && !ferror(s->file)) || error_set_errno(&s->trouble, s->path);
}

static bool open_file(Session *s, Error *err) {
    if (access(s->path, F_OK) == 0)
        return error_set(err, "%.100s exists: choose another name or remove it", s->path);
    s->file = fopen(s->path, "wb");
    if (!s->file)
        return error_set_errno(err, s->path);
    ScopedStr heading = {0};
    packed_add_heading(&heading);
    return write_out(s, &heading) || error_set(err, "%s", s->trouble.text);
}

static bool finished(void *context, const PackedGame *g) {
    Session *s = context;
    ScopedStr bytes = {0};
    packed_add_game(g, &bytes);
    bool ok = write_out(s, &bytes);
    s->games++;
    s->wins[g->winner]++;
    s->positions += g->count - g->opening;
    return ok;
}

static void show_progress(const Session *s) {
    int64_t ms = clock_now_ms() - s->started_ms;
    if (!s->shows_progress || ms == 0)
        return;
    fprintf(stderr, "\r\033[K%d of %lld games, %lld positions, %lld per second", s->games,
            (long long)s->args->games, (long long)s->positions,
            (long long)(s->positions * 1000 / ms));
    if (s->games > 0) {
        int64_t left = ms * (s->args->games - s->games) / s->games / 1000;
        fprintf(stderr, ", %lld:%02lld:%02lld left", (long long)(left / 3600),
                (long long)(left / 60 % 60), (long long)(left % 60));
    }
}

static bool waiting(void *context) {
    show_progress(context);
    return interrupt_signal() == 0;
}

static void print_summary(const Session *s) {
    if (s->shows_progress)
        fputs("\r\033[K", stderr);
    printf("%d games, %lld positions in %.1f s: Black won %d, White %d, drawn %d\n", s->games,
           (long long)s->positions, (double)(clock_now_ms() - s->started_ms) / 1000, s->wins[BLACK],
           s->wins[WHITE], s->wins[EMPTY]);
}

static SelfplayOptions options_of(const Args *a, const Rules *rules) {
    return (SelfplayOptions){
        .rules = rules,
        .size = (int)a->size,
        .games = (int)a->games,
        .threads = (int)a->threads,
        .nodes_min = a->nodes - a->nodes * a->spread / 100,
        .nodes_max = a->nodes + a->nodes * a->spread / 100,
        .stones_min = (int)a->least,
        .stones_max = (int)a->most,
        .balance = (int)a->balance,
        .stray = (int)a->stray,
        .seed = (uint64_t)a->seed,
        .weights = a->weights,
        .net = a->net,
    };
}

static bool play(Session *s, Error *err) {
    const Args *a = s->args;
    const Rules *rules = rules_find(a->rules, err);
    if (!rules)
        return false;
    if (a->least > a->most)
        return error_set(err, "--least-stones %lld is more than --most-stones %lld",
                         (long long)a->least, (long long)a->most);
    if (!open_file(s, err))
        return false;
    SelfplayOptions selfplay = options_of(a, rules);
    s->started_ms = clock_now_ms();
    s->shows_progress = isatty(STDERR_FILENO);
    SelfplayCallbacks callbacks = {s, finished, waiting};
    bool ok = a->database ? selfplay_jobs_run(&selfplay, a->database, &callbacks, err)
                          : selfplay_run(&selfplay, &callbacks, err);
    if (fclose(s->file) != 0 && ok && !*s->trouble.text)
        error_set_errno(&s->trouble, s->path);
    if (!ok && s->games == 0)
        unlink(s->path); // it has no games, and would block the next try
    return ok;
}

static int play_to_the_end(Session *s) {
    Error err = {0};
    Interrupts *held = interrupt_catch();
    bool ok = play(s, &err);
    int signal = interrupt_signal();
    interrupt_restore(held);
    if (!ok)
        return subcommand_misuse(&cmd_selfplay, &err);
    print_summary(s);
    if (*s->trouble.text)
        return subcommand_fail(&cmd_selfplay, &s->trouble);
    return signal ? 128 + signal : EXIT_OK;
}

// ---- Reading games

// What --print and --features do with a game.
typedef struct {
    const Rules *rules;
    Features *features; // NULL: print the game
    Str bytes;
} Reading;

static const char *result_word(Stone winner) {
    return winner == BLACK ? "black" : winner == WHITE ? "white" : "draw";
}

// Format of lists for the training scripts: rules, size, result, moves.
static void add_line(const PackedGame *g, Str *out) {
    str_add(out, "%s %d %s ", g->rules->name, g->size, result_word(g->winner));
    for (int i = 0; i < g->count; i++) {
        Point p = g->moves[i].point;
        str_add(out, "%c%d", 'a' + point_x(p), g->size - point_y(p));
    }
    str_add_char(out, '\n');
}

static bool flush_bytes(Str *bytes, Error *err) {
    bool ok = fwrite(str_text(bytes), 1, bytes->len, stdout) == bytes->len ||
              error_set_errno(err, "standard output");
    str_clear(bytes);
    return ok;
}

static bool read_games(Reading *r, const char *path, Error *err) {
    ScopedStr file = {0};
    PackedReader reader;
    PackedGame g;
    if (file_read(path, &file, err)) {
        if (packed_open(&reader, str_text(&file), file.len, err))
            while (packed_next(&reader, &g, err)) {
                if (!r->features)
                    add_line(&g, &r->bytes);
                else if (g.rules == r->rules)
                    feature_dump_add_game(r->features, &g, &r->bytes);
                if (!flush_bytes(&r->bytes, err))
                    break;
            }
        if (*err->text)
            error_prefix(err, path);
    }
    return !*err->text;
}

static bool read_features(const Args *a, const char *path, Error *err) {
    Reading r = {.rules = rules_find(a->rules, err)};
    Weights w;
    if (!r.rules)
        return false;
    if (isatty(STDOUT_FILENO))
        return error_set(err, "--features writes bytes, not text: redirect the output to a file");
    weights_default(r.rules, &w);
    if (a->weights && !weight_file_load(a->weights, r.rules, &w, err))
        return false;
    r.features = features_new(r.rules);
    feature_dump_add_head(r.rules, &w, &r.bytes);
    bool ok = flush_bytes(&r.bytes, err) && read_games(&r, path, err);
    features_free(r.features);
    str_release(&r.bytes);
    return ok;
}

static bool print_games(const char *path, Error *err) {
    Reading r = {0};
    bool ok = read_games(&r, path, err);
    str_release(&r.bytes);
    return ok;
}

static bool find_database(CommandLine *line, Str *text, Error *err) {
    (void)text;
    (void)err;
    subcommand_exec_with_database(&cmd_selfplay, line);
    return true;
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    Error err = {0};
    if (args->print || args->features) {
        bool ok = args->print ? print_games(line->argv[0], &err)
                              : read_features(args, line->argv[0], &err);
        return ok ? EXIT_OK : subcommand_fail(&cmd_selfplay, &err);
    }
    Session s = {.args = args, .path = line->argv[0]};
    return play_to_the_end(&s);
}

const Subcommand cmd_selfplay = {
    .name = "selfplay",
    .summary = "generate self-play games for training",
    .operands = "FILE",
    .min_operands = 1,
    .max_operands = 1,
    .description =
        "Writes the games to FILE in a packed format, with the search value of every position; "
        "training/tune.py fits the evaluation to them. A game starts with a few random stones near "
        "each other that a "
        "short search finds balanced, and ends as soon as the search proves the result. The same "
        "seed gives the same games in the same order with any number of threads.\n\n"
        "With --database, any number of pentad worker --kinds selfplay processes of the same build "
        "play the games; FILE is the same.\n\n"
        "Ctrl-C keeps the finished games.",
    .options = options,
    .examples = examples,
    .status = "0 for success, 1 for a failure, 2 for a usage error, 130 after Ctrl-C.",
    .prepare = find_database,
    ARGS(.games = 100, .threads = 1, .size = 15, .nodes = 2500, .spread = 40, .least = 2, .most = 9,
         .balance = 150, .stray = 14, .seed = 1, .rules = "freestyle"),
    .run = run,
};
