// `pentad solve`: solves positions, and writes and checks proofs.
#include "app/positions.h"
#include "app/solve_report.h"
#include "app/subcommand.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "core/timer.h"
#include "match/progress_display.h"
#include "proof/certificate.h"
#include "record/sgf.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PROGRESS_MS = 2000, DISPLAY_AFTER_MS = 1000, DISPLAY_EVERY_MS = 250 };

typedef struct {
    const char *rules, *from, *seconds, *proof, *turn, *project, *winner, *certificate, *database;
    int64_t size, move, number, nodes, threads, memory;
    bool lists, verify, json, board, quiet, strategy;
} Args;

static const char *turn_name(int i) {
    static const char *const names[] = {"black", "white", NULL};
    return names[i];
}

// clang-format off
static const Option options[] = {
    RULES_OPTION("rule set if the position does not specify it (default: freestyle)"),
    SIZE_OPTION("board size if the position does not specify it (default: 15)", BOARD_MIN_PLAYABLE),
    SECONDS_OPTION("seconds per position, such as 0.5; 0: no limit (default: 10)", "-t --time"),
    {"nodes", 0, OPTION_INT, offsetof(Args, nodes), "node limit per position", "N", .min = 1, .max = INT64_MAX},
    {"memory", 0, OPTION_INT, offsetof(Args, memory), "memory limit in MiB for the search tables (default: 32)", "MIB", .min = 24, .max = 1 << 20},
    {"proof", 0, OPTION_TEXT, offsetof(Args, proof), "write the proof to a .json or .sgf file", "FILE", .old = "-p"},
    {"verify", 0, OPTION_FLAG, offsetof(Args, verify), "check the proof against every legal reply, by the rules alone", .old = "-v"},
    JSON_OPTION("print a line of JSON for each position"),
    {"board", 0, OPTION_FLAG, offsetof(Args, board), "draw the board with the moves of the line as numbers", .old = "-b"},
    {"project", 0, OPTION_TEXT, offsetof(Args, project), "work on a long proof and keep its log in this folder; no time limit by default", "DIR"},
    {"winner", 0, OPTION_TEXT, offsetof(Args, winner), "for a new project: the side that should win (default: black)", "COLOR", .choices = turn_name},
    {"certificate", 0, OPTION_TEXT, offsetof(Args, certificate), "write the certificate of a project, or of a strategy, to a .jsonl file", "FILE"},
    {"strategy", 0, OPTION_FLAG, offsetof(Args, strategy), "with --certificate: only the moves"},
    THREADS_OPTION(ENGINE_THREADS_MAX, NULL),
    {"database", 0, OPTION_TEXT, offsetof(Args, database), "with --project: let pentad worker do the work, on any machine; --threads is then the number of jobs at once (default: twice the workers' threads)", "URL"},
    {"list", 'l', OPTION_FLAG, offsetof(Args, lists), "files have one position per line: moves, or a rule set and moves"},
    {"turn", 0, OPTION_TEXT, offsetof(Args, turn), "the side to move (default: as in the position)", "COLOR", .choices = turn_name},
    MOVE_OPTION("for a game: the position after N moves (default: the last)"),
    NUMBER_OPTION("for a collection: the N-th game (default: all, with --proof the first)"),
    FROM_OPTION("format of files (default: by their extensions)"),
    QUIET_OPTION("do not print notes and progress on standard error"),
    {0},
};

static const Example examples[] = {
    {"pentad solve h8i9h9h10g8f8i8j8g7f6g9 --board", "a position as a string of moves"},
    {"pentad solve problem.sgf --rules renju --proof proof.json --verify", "a renju problem, with a checked proof"},
    {"pentad solve problems.sgf", "solves every game of a collection"},
    {"pentad solve game.sgf --move 20 --turn white", "what White threatens if Black passes"},
    {"pentad solve --verify proof.json", "checks an existing proof"},
    {"pentad solve --size 6 '' --proof draw.json", "a whole game: 6x6 is a draw"},
    {"pentad solve --project black-wins --threads 4 h8", "a long proof that Black wins after h8; stops and continues at any time"},
    {"pentad solve --project black-wins --database postgresql://pentad@db/lab", "the same by workers on other machines"},
    {"pentad solve --json --seconds 0.15 --list problems.txt", "many positions, one line of JSON each"},
    {0},
};
// clang-format on

typedef struct {
    const Args *args;
    PositionOptions positions;
    Budget budget;
    Engine *engine;
    ProgressDisplay display;
    const char *name;   // of the current position
    int64_t started_ms; // when its search started
    int64_t shown_ms;   // when the progress was last shown
    int64_t next_progress_ms;
    int done, decided, failed, undecided;
    Goal goal; // --project
} Job;

static void add_summary(const Job *job, Str *out) {
    str_add(out, "%d position%s: %d decided, %d not, %d failed", job->done,
            job->done == 1 ? "" : "s", job->decided, job->undecided, job->failed);
}

static void show_progress(Job *job) {
    int64_t now = clock_now_ms(), elapsed = now - job->started_ms;
    if (!job->display.out || elapsed < DISPLAY_AFTER_MS || now < job->shown_ms + DISPLAY_EVERY_MS)
        return;
    job->shown_ms = now;
    ScopedStr text = {0};
    str_add(&text, "%s: %lld s", *job->name ? job->name : "the empty board",
            (long long)(elapsed / 1000));
    if (job->budget.ms > 0)
        str_add(&text, " of %lld", (long long)((job->budget.ms + 999) / 1000));
    str_add_text(&text, ", Ctrl-C stops it\n");
    if (job->done > 1) {
        add_summary(job, &text);
        str_add_char(&text, '\n');
    }
    progress_display_show(&job->display, &text);
}

// Called often, so it also updates the progress display.
static bool was_interrupted(void *context) {
    show_progress(context);
    return interrupt_signal() != 0;
}

static void fail(Job *job, const char *name, const Error *err) {
    job->failed++;
    if (job->args->json) {
        Str line = {0};
        solve_report_json_error(name, err->text, &line);
        print_and_release(&line, stdout);
    }
    fflush(stdout);
    bool is_named = *name && !strncmp(err->text, name, strlen(name));
    if (is_named)
        fprintf(stderr, "pentad solve: %s\n", err->text);
    else
        fprintf(stderr, "pentad solve: %s: %s\n", *name ? name : "the empty board", err->text);
}

static bool ends_with(const char *text, const char *ending) {
    size_t len = strlen(text), more = strlen(ending);
    return len >= more && !strcmp(text + len - more, ending);
}

static bool save_proof(const Proof *p, const char *path, Error *err) {
    if (ends_with(path, ".sgf")) {
        Record *r = record_from_proof(p);
        bool ok = record_save(r, path, &format_sgf, &(WriteOptions){0}, err);
        fputs(str_text(&r->notes), stderr);
        record_free(r);
        return ok;
    }
    ScopedStr text = {0};
    proof_write_json(p, &text);
    return file_write(path, str_text(&text), text.len, err);
}

// The certificate of a win, or both of a draw: NAME-black.jsonl and NAME-white.jsonl.
static bool save_certificates(const Proof *p, const char *path, Error *err) {
    Stone winner = proof_winner(p);
    if (p->outcome == OUTCOME_LOSS)
        return error_set(err, "a certificate of a win needs the winner to move");
    for (Stone side = BLACK; side <= WHITE; side++) {
        ScopedStr text = {0}, name = {0};
        if (winner != EMPTY && side != winner)
            continue;
        str_add_text(&name, path);
        if (winner == EMPTY) {
            str_cut(&name, name.len - strlen(".jsonl"));
            str_add(&name, "-%s.jsonl", stone_word(side));
        }
        certificate_write(&text, p, side);
        if (!file_write(name.data, text.data, text.len, err))
            return false;
    }
    return true;
}

static void print_report(const Job *job, const SolveReport *r) {
    Str text = {0};
    if (job->args->json) {
        solve_report_json(r, &text);
    } else {
        if (job->args->board)
            solve_report_board(r, &text);
        solve_report_text(r, &text);
    }
    print_and_release(&text, stdout);
}

static void print_summary(const Job *job) {
    ScopedStr text = {0};
    add_summary(job, &text);
    fprintf(stderr, "%s\n", str_text(&text));
}

// Only for more than one position, at intervals.
static void print_progress(Job *job) {
    int64_t now = clock_now_ms();
    if (job->args->quiet || job->display.out || job->done < 2 || now < job->next_progress_ms)
        return;
    job->next_progress_ms = now + PROGRESS_MS;
    print_summary(job);
}

// An interrupted check is not a complaint about the proof.
static void verify(Job *job, SolveReport *r, Error *complaint) {
    ProofCheck checking = {.stop = {was_interrupted, job}};
    r->verified = proof_check(&r->result->proof, &checking, complaint);
    r->verified_positions = checking.positions;
    r->complaint = r->verified || interrupt_signal() ? NULL : complaint->text;
}

static void begin(Job *job, const char *name) {
    job->name = name;
    job->started_ms = clock_now_ms();
}

static void solve_board(Job *job, const char *name, const Board *b) {
    EngineRequest request = {
        .kind = REQUEST_PROVE, .board = b, .budget = job->budget, .stop = {was_interrupted, job}};
    begin(job, name);
    EngineResult result = engine_run(job->engine, &request);
    SolveReport report = {name, b, &result};
    Error complaint = {0}, err = {0};
    bool has_proof = result.proof.node_count > 0, decided = result.outcome != OUTCOME_UNKNOWN;
    if (job->args->verify && has_proof)
        verify(job, &report, &complaint);
    progress_display_clear(&job->display);
    print_report(job, &report);
    if (job->args->proof && has_proof && !save_proof(&result.proof, job->args->proof, &err))
        fail(job, name, &err);
    if (job->args->certificate && has_proof &&
        !save_certificates(&result.proof, job->args->certificate, &err))
        fail(job, name, &err);
    job->decided += decided;
    job->undecided += !decided;
    job->failed += report.complaint != NULL;
    engine_result_release(&result);
}

static bool solve_position(void *context, const NamedPosition *p) {
    Job *job = context;
    Error err = p->err;
    bool asked = p->game != NULL;
    print_progress(job);
    if (asked && !job->args->quiet)
        fputs(p->notes, stderr);
    Result result = asked ? game_result(p->game) : (Result){0};
    if (asked && result.reason != END_NONE) {
        ScopedStr text = {0};
        result_format(result, &text);
        asked = error_set(&err, "the game is over: %s", str_text(&text));
    } else if (asked && p->game->board.size < BOARD_MIN_PLAYABLE) {
        asked = error_set(&err, "the smallest board to solve is %dx%d", BOARD_MIN_PLAYABLE,
                          BOARD_MIN_PLAYABLE);
    }
    job->done++;
    if (asked)
        solve_board(job, p->name, &p->game->board);
    else
        fail(job, p->name, &err);
    return interrupt_signal() == 0;
}

// Checks a proof from a file.
static void verify_file(Job *job, const char *path) {
    ScopedStr text = {0};
    Error err = {0};
    EngineResult result = {.line_count = 1, .lines[0].move = POINT_NONE};
    Proof *proof = &result.proof;
    job->done++;
    bool read =
        file_read(path, &text, &err) && proof_read_json(str_text(&text), text.len, proof, &err);
    if (!read) {
        fail(job, path, &err);
        return;
    }
    result.outcome = proof->outcome;
    result.stones = proof_length(proof);
    result.lines[0].length = proof_line(proof, result.lines[0].moves, ENGINE_LINE_MAX);
    begin(job, path);
    SolveReport report = {path, &proof->start, &result};
    Error complaint = {0};
    verify(job, &report, &complaint);
    result.ms = clock_now_ms() - job->started_ms;
    progress_display_clear(&job->display);
    print_report(job, &report);
    job->decided += report.verified;
    job->failed += !report.verified;
    engine_result_release(&result);
}

static void verify_certificate(Job *job, const char *path) {
    ScopedStr text = {0};
    Error err = {0};
    CertificateCheck check = {.stop = {was_interrupted, job}};
    job->done++;
    begin(job, path);
    bool ok = file_read(path, &text, &err) && certificate_check(text.data, text.len, &check, &err);
    progress_display_clear(&job->display);
    if (ok)
        printf("%s: valid: %s %s on %dx%d, %s (%s). %lld entries, %lld with a move; %lld positions "
               "checked\n",
               path, stone_name(check.heading.side),
               check.heading.claim == CLAIM_WIN ? "wins" : "does not lose", check.heading.size,
               check.heading.size, check.heading.rules->name, str_text(&check.starts),
               (long long)check.entries, (long long)check.moves, (long long)check.positions);
    else
        fail(job, path, &err);
    job->decided += ok;
    str_release(&check.starts);
}

static bool prepare(const Args *args, int argc, Job *job, Error *err) {
    *job = (Job){.args = args};
    const char *seconds = args->seconds ? args->seconds : args->project ? "0" : "10";
    if (!seconds_parse(seconds, &job->budget.ms, err))
        return error_prefix(err, "--seconds");
    if (args->proof && !ends_with(args->proof, ".json") && !ends_with(args->proof, ".sgf"))
        return error_set(err, "--proof writes FILE.json or FILE.sgf");
    if (args->database && (!args->project || args->certificate))
        return error_set(err, "--database is for the work on a --project");
    if (args->proof && (argc != 1 || args->lists))
        return error_set(err, "--proof needs exactly one position");
    if (args->proof && !file_folder_is_writable(args->proof, err))
        return false;
    if (args->certificate && !ends_with(args->certificate, ".jsonl"))
        return error_set(err, "--certificate writes FILE.jsonl");
    if (args->certificate && !args->project && (argc != 1 || args->lists))
        return error_set(err, "--certificate needs --project, a strategy or exactly one position");
    if (args->from && !(job->positions.format = format_find(args->from, err)))
        return false;
    job->budget.nodes = args->nodes;
    job->next_progress_ms = clock_now_ms() + PROGRESS_MS;
    if (!args->quiet)
        job->display = progress_display_on(stderr, stderr);
    job->positions.reading.size = (int)args->size;
    job->positions.reading.rules = args->rules ? rules_find(args->rules, err) : NULL;
    job->positions.reading.game = (int)args->number;
    job->positions.move = (int)args->move;
    job->positions.lists = args->lists;
    job->positions.all_games = !args->proof;
    if (args->turn)
        job->positions.turn = !strcmp(args->turn, turn_name(0)) ? BLACK : WHITE;
    return true;
}

static int solve_all(Job *job, int argc, char **argv) {
    job->engine = engine_new(&(EngineOptions){.table = job->args->memory << 20});
    if (argc == 0 && !job->args->quiet && isatty(STDIN_FILENO))
        fprintf(stderr, "Type positions, one per line, such as h8i9h9, then press Ctrl-D.\n");
    if (argc == 0)
        positions_visit("-", &job->positions, solve_position, job);
    for (int i = 0; i < argc && interrupt_signal() == 0; i++)
        if (job->args->verify && ends_with(argv[i], ".jsonl"))
            verify_certificate(job, argv[i]);
        else if (job->args->verify && ends_with(argv[i], ".json"))
            verify_file(job, argv[i]);
        else
            positions_visit(argv[i], &job->positions, solve_position, job);
    engine_free(job->engine);
    if (interrupt_signal())
        fprintf(stderr, "pentad solve: interrupted\n");
    else if (job->done == 0)
        fail(job, argc ? argv[argc - 1] : "standard input",
             &(Error){.text = "there is no position in it"});
    if (job->done > 1 && !job->args->quiet)
        print_summary(job);
    return job->failed > 0 ? EXIT_FAILED : job->undecided > 0 ? EXIT_UNDECIDED : EXIT_OK;
}

// The start of a new project.
static bool read_goal(void *context, const NamedPosition *p) {
    Job *job = context;
    job->done = 1;
    if (p->game) {
        job->goal.start = p->game->board;
        return false;
    }
    fail(job, p->name, &p->err);
    return false;
}

static int run_certificate(Job *job, int argc, char **argv) {
    const Args *args = job->args;
    bool has_start = args->project && argc > 0;
    if (has_start)
        positions_visit(argv[0], &job->positions, read_goal, job);
    if (job->failed)
        return EXIT_FAILED;
    return solve_certificate(&cmd_solve, &(SolveCertificate){
                                             .project = args->project,
                                             .strategy = args->project ? NULL : argv[0],
                                             .output = args->certificate,
                                             .start = has_start ? &job->goal.start : NULL,
                                             .moves_only = args->strategy,
                                             .threads = (int)args->threads,
                                             .quiet = args->quiet,
                                         });
}

static int run_project(Job *job, int argc, char **argv) {
    const Args *args = job->args;
    job->goal.winner = args->winner && strcmp(args->winner, turn_name(0)) != 0 ? WHITE : BLACK;
    if (argc > 0)
        positions_visit(argv[0], &job->positions, read_goal, job);
    if (job->failed)
        return EXIT_FAILED;
    return solve_project(&cmd_solve,
                         &(ProjectOptions){
                             .folder = args->project,
                             .goal = argc > 0 ? &job->goal : NULL,
                             .threads = (int)args->threads,
                             .ms = job->budget.ms,
                             .stop = interrupt_stop,
                         },
                         args->database, args->quiet);
}

static bool find_database(CommandLine *line, Str *text, Error *err) {
    (void)text;
    (void)err;
    subcommand_exec_with_database(&cmd_solve, line);
    return true;
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    Job job;
    Error err = {0};
    if (!prepare(args, line->argc, &job, &err))
        return subcommand_misuse(&cmd_solve, &err);
    if (args->project && line->argc > 1) {
        error_set(&err, "a project has one start");
        return subcommand_misuse(&cmd_solve, &err);
    }
    if (args->certificate && (args->project || ends_with(line->argv[0], ".jsonl")))
        return run_certificate(&job, line->argc, line->argv);
    if (args->project)
        return run_project(&job, line->argc, line->argv);
    return solve_all(&job, line->argc, line->argv);
}

const Subcommand cmd_solve = {
    .name = "solve",
    .summary = "prove who wins a position, and how",
    .operands = "[POSITION|FILE...]",
    .min_operands = 0,
    .max_operands = INT_MAX,
    .description =
        "Proves the result of positions with best play: a win or a loss, with the line of longest "
        "resistance, a draw, or not decided within the limits. A POSITION is a string of moves "
        "such as h8i9h9. A FILE is a game in any format that convert reads; its last position is "
        "solved, for a collection that of each game. If both are missing, or for -, positions are "
        "read from standard input, one per line; with --from, a game in that format.\n\n"
        "Threats of both sides are searched first: fours, and moves that threaten to win by fours. "
        "\"No win by threats\" means that this search is complete; a quiet move may still win. "
        "Wins that need quiet moves are proposed by the engine's search and then proved (freestyle "
        "and standard). Small boards and positions near the end of the game are searched "
        "completely.\n\n"
        "A proof has a move, the relevant replies with their continuations, and the threat that "
        "refutes all other replies. --verify checks it with independent code that knows only the "
        "rules, and also checks proofs from other programs: pentad solve --verify FILE.json. "
        "docs/integrate/proofs.md describes the file format.\n\n"
        "With --project and --database, any number of pentad worker --kinds proof processes of the "
        "same build do the work. Their proofs are checked here before they go into the log.\n\n"
        "Ctrl-C stops the search and prints the result so far.",
    .options = options,
    .examples = examples,
    .status = "0 if every position is decided, 1 if a position could not be read or a proof is "
              "invalid, 2 "
              "for a usage error, 3 if a position was not decided, 128 + n if signal n stopped it.",
    .catches_signals = true,
    .prepare = find_database,
    ARGS(.move = -1),
    .run = run,
};
