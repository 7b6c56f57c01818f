// `pentad analyze`: engine analysis of a position, or a review of every move of a game.
#include "app/positions.h"
#include "app/subcommand.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/number.h"
#include "core/timer.h"
#include "record/format.h"
#include "study/review.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *from, *rules, *svg, *sgf, *net, *seconds;
    int64_t size, move, lines, ms, nodes, threads;
    bool review, heat, json, quiet;
} Args;

enum { ALL_MOVES = -1, LINES_DEFAULT = 3, TIME_DEFAULT_MS = 2000, REVIEW_DEFAULT_MS = 300 };

// clang-format off
static const Option options[] = {
    {"game", 'g', OPTION_FLAG, offsetof(Args, review), "analyze every move of the game, not only the last position"},
    MOVE_OPTION("analyze the position after N moves of the main line"),
    {"lines", 0, OPTION_INT, offsetof(Args, lines), "number of best moves to show (default: 3)", "N", .min = 1, .max = ENGINE_LINES_MAX, .old = "-n"},
    {"heat", 0, OPTION_FLAG, offsetof(Args, heat), "draw a heat map: the win rate of each good move, in percent"},
    SECONDS_OPTION("seconds per position, such as 0.5 (default: 2, with --game 0.3)", NULL),
    {"seconds", 0, OPTION_INT, offsetof(Args, ms), NULL, "S, in seconds instead of milliseconds", .min = 1, .max = 86400000, .old = "-t --time"},
    {"nodes", 0, OPTION_INT, offsetof(Args, nodes), "search N nodes per position instead: deterministic", "N", .min = 1, .max = INT64_MAX},
    THREADS_OPTION(256, NULL),
    NET_OPTION("evaluate with this net: a file, or off (default: the built-in net)"),
    JSON_OPTION("print a line of JSON for the position, or for each move of the game"),
    {"svg", 0, OPTION_TEXT, offsetof(Args, svg), "write an image: the board with the good moves, or the win rate chart of the game", "FILE"},
    {"sgf", 0, OPTION_TEXT, offsetof(Args, sgf), "with --game: write the annotated game with comments, marks and better lines", "FILE"},
    FROM_OPTION("format of FILE (default: by its extension)"),
    SIZE_OPTION("board size if FILE does not specify it (default: 15)", BOARD_MIN_PLAYABLE),
    RULES_OPTION("rule set if FILE does not specify it"),
    QUIET_OPTION("no progress on standard error"),
    {0},
};

static const Example examples[] = {
    {"pentad analyze h8i9h9", "the best moves after three stones"},
    {"pentad analyze game.sgf --move 20 --lines 5 --heat", "the position after twenty moves, with a heat map"},
    {"pentad analyze --game game.sgf --sgf annotated.sgf --svg curve.svg", "finds the losing moves"},
    {"pentad analyze --game game.psq --json --nodes 100000", "for scripts, deterministic"},
    {0},
};
// clang-format on

static EngineRequest request_of(const Args *args) {
    int64_t ms = args->ms ? args->ms : args->review ? REVIEW_DEFAULT_MS : TIME_DEFAULT_MS;
    return (EngineRequest){
        .budget = {.ms = args->nodes ? 0 : ms, .nodes = args->nodes},
        .line_count = (int)args->lines,
        .threads = (int)args->threads,
        .stop = interrupt_stop,
    };
}

// ---- Position

enum { HEAT_LINES = 20 };

static bool write_board_svg(const Record *r, const Node *end, const EngineResult *a,
                            const char *path, Error *err) {
    Heat heat[ENGINE_LINES_MAX];
    for (int i = 0; i < a->line_count; i++)
        heat[i] = (Heat){a->lines[i].move, (int)(100 * engine_win_rate(a->lines[i].value) + 0.5)};
    WriteOptions writing = {.end = end, .heat = heat, .heat_count = a->line_count};
    return record_save(r, path, &format_svg, &writing, err);
}

// The points that the opening rule forbids for the next stone.
static int excluded_points(const Game *g, Point excluded[static BOARD_MAX * BOARD_MAX]) {
    Point empty[BOARD_MAX * BOARD_MAX];
    int count = board_empty_points(&g->board, empty), excluded_count = 0;
    for (int i = 0; i < count; i++) {
        Error err = {0};
        if (!opening_allows(&g->opening, &g->board, empty[i], &err))
            excluded[excluded_count++] = empty[i];
    }
    return excluded_count;
}

static bool analyze_position(const Args *args, const Record *r, Engine *engine, Error *err) {
    const Node *end = record_position(r, args->move, err);
    Game g;
    if (!end || !record_replay(r, end, &g, err))
        return false;
    EndReason end_reason = game_result(&g).reason;
    if (end_reason == END_FIVE || end_reason == END_FULL || end_reason == END_FOUL)
        return error_set(err, "the game is over at this position; use --move N for an earlier one, "
                              "or --game for all of them");
    if (opening_step(&g.opening))
        return error_set(err, "the opening is not finished at this position; use --move N for a "
                              "later one");
    EngineRequest request = request_of(args);
    Point excluded[BOARD_MAX * BOARD_MAX];
    request.board = &g.board;
    request.excluded = excluded;
    request.excluded_count = excluded_points(&g, excluded);
    if (args->heat || args->svg)
        request.line_count = int_max(request.line_count, HEAT_LINES);
    EngineResult a = engine_run(engine, &request);
    if (a.lines[0].move == POINT_PASS)
        return error_set(err, "there is no legal move");
    if (a.lines[0].depth == 0 && interrupt_signal() != 0)
        return error_set(err, "stopped before the first result");
    if (args->svg && !write_board_svg(r, end, &a, args->svg, err))
        return false;
    Str text = {0};
    EngineResult shown = a;
    shown.line_count = int_min(a.line_count, (int)args->lines);
    if (args->json) {
        JsonWriter w = json_writer_into(&text);
        analysis_write(&w, NULL, &shown, &g.board);
        str_add_char(&text, '\n');
    } else {
        if (args->heat)
            analysis_format_heat_map(&a, &g.board, &text);
        analysis_format_table(&shown, &g.board, &text);
        str_add(&text, "%lld nodes in %.1f s\n", (long long)a.nodes, (double)a.ms / 1000);
    }
    print_and_release(&text, stdout);
    return true;
}

// ---- Game review

typedef struct {
    bool shows;
} Progress;

static bool show_progress(void *context, int done, int all) {
    const Progress *p = context;
    if (p->shows)
        fprintf(stderr, "\r%d of %d positions%s", done, all, done == all ? "\n" : "");
    return interrupt_signal() == 0;
}

static int count_known(const Review *v) {
    int known = 0;
    for (int i = 0; i < v->count; i++)
        known += v->moves[i].is_known;
    return known;
}

static void print_review(const Args *args, const Review *v) {
    enum { WIDTH = 79 };
    Str text = {0};
    int known = count_known(v);
    if (args->json) {
        review_json(v, &text);
    } else if (known > 0) {
        chart_text(v, WIDTH, &text);
        size_t before = text.len;
        review_list(v, &text);
        if (text.len == before)
            str_add_text(&text, "no mistakes found\n");
    }
    if (!args->json && interrupt_signal() != 0)
        str_add(&text, "stopped: %d of %d positions were analyzed\n", known, v->count);
    print_and_release(&text, stdout);
}

static bool analyze_game(const Args *args, Record *r, Engine *engine, Error *err) {
    Review v;
    EngineRequest request = request_of(args);
    Progress progress = {.shows = !args->quiet && isatty(STDERR_FILENO)};
    if (!review_game(engine, r, &request, show_progress, &progress, &v, err))
        return false;
    bool ok = v.count > 0 || error_set(err, "there is no position to analyze");
    if (ok)
        print_review(args, &v);
    if (ok && args->svg) {
        ScopedStr text = {0};
        chart_svg(&v, &text);
        ok = file_write(args->svg, str_text(&text), text.len, err);
    }
    if (ok && args->sgf) {
        annotate_record(r, &v);
        ok = record_save(r, args->sgf, &format_sgf, &(WriteOptions){0}, err);
    }
    review_release(&v);
    return ok;
}

// The last position of a finished game has no best move, so all its positions are analyzed.
static bool is_finished(const Record *r) {
    Game g;
    Error ignored = {0};
    return record_replay(r, record_last(r), &g, &ignored) && game_result(&g).reason != END_NONE;
}

static bool parse_seconds(Args *args, Error *err) {
    if (args->seconds && (!seconds_parse(args->seconds, &args->ms, err) || args->ms == 0)) {
        if (!*err->text)
            error_set(err, "it must be more than 0");
        return error_prefix(err, "--seconds");
    }
    return true;
}

static Record *load(const Args *args, const char *word, Error *err) {
    ReadOptions reading = {.size = (int)args->size,
                           .rules = args->rules ? rules_find(args->rules, err) : NULL};
    if (!args->from && strcmp(word, "-") != 0 && !word_is_file(word)) {
        Record *r = record_from_moves(word, reading, err);
        if (!r)
            error_prefix(err, word);
        return r;
    }
    const Format *format = format_to_read(args->from, word, err);
    return format ? record_load(word, format, &reading, err) : NULL;
}

static bool analyze(Args *args, const char *word, Error *err) {
    Record *r = load(args, word, err);
    if (!r)
        return false;
    if (!args->review && args->move == ALL_MOVES && is_finished(r)) {
        args->review = true;
        if (!args->quiet)
            fputs("the game is over: all its moves are analyzed, as with --game; --move N analyzes "
                  "one position\n",
                  stderr);
    }
    if (args->review && (args->heat || args->lines) && !args->quiet)
        fputs("--heat and --lines are ignored: they are for one position; use --move N\n", stderr);
    if (args->review || !args->lines)
        args->lines = LINES_DEFAULT;
    Engine *engine = engine_new(&(EngineOptions){.net = args->net});
    bool ok = (!args->sgf || args->review || error_set(err, "--sgf needs --game")) &&
              engine_prepare(engine, r->rules, err) &&
              (args->review ? analyze_game(args, r, engine, err)
                            : analyze_position(args, r, engine, err));
    engine_free(engine);
    record_free(r);
    return ok;
}

static int run(const CommandLine *line) {
    Args *args = line->args;
    Error err = {0};
    if (!parse_seconds(args, &err))
        return subcommand_misuse(&cmd_analyze, &err);
    return analyze(args, line->argv[0], &err) ? EXIT_OK : subcommand_fail(&cmd_analyze, &err);
}

const Subcommand cmd_analyze = {
    .name = "analyze",
    .summary = "find the best moves of a position, or review a game",
    .operands = "FILE|POSITION",
    .min_operands = 1,
    .max_operands = 1,
    .description =
        "Reads a game (a FILE of any format, - for standard input, or a string of moves such as "
        "h8i9h9) and prints the best moves in its last "
        "position, or in the position after --move N: the win rate for the side to move, and the "
        "principal variation. \"wins in 7\" is proven: a win with the seventh stone at the latest. "
        "Percentages are estimates.\n\n"
        "With --game every position is analyzed: a chart of Black's win rate, and the moves that "
        "lose ten percentage points or more, each with the better line. This is also the default "
        "if the game is over. --lines and --heat are for one position. Ctrl-C keeps the results so "
        "far.",
    .options = options,
    .examples = examples,
    .status = "0 for success, 1 for a failure, 2 for a usage error, 130 after Ctrl-C, "
              "with the results so far.",
    ARGS(.move = ALL_MOVES),
    .catches_signals = true,
    .run = run,
};
