// `pentad regress`: runs GTP regression tests against any GTP program.
#include "app/subcommand.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "match/regress.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    bool verbose;
    const char *html;
    char **program; // the words after "--"; NULL if there are none
    int64_t timeout;
} Args;

// clang-format off
static const Option options[] = {
    {"verbose", 'v', OPTION_FLAG, offsetof(Args, verbose), "print every command and every reply"},
    {"html", 0, OPTION_TEXT, offsetof(Args, html), "write an HTML report with a row for each test", "FILE"},
    {"timeout", 0, OPTION_INT, offsetof(Args, timeout), "timeout for each answer in seconds (default: 120)", "S", .min = 1, .max = 86400, .old = "-t"},
    {0},
};

static const Example examples[] = {
    {"pentad regress tests/*.tst -- pentad gtp", "tests our own program with all files of a folder"},
    {"pentad regress --html report.html public-tests.gtp -- python3 ~/a1/Go0.py", "tests a student's program and writes a report"},
    {0},
};
// clang-format on

// As one printable line, safe for a terminal. Newlines become \n.
static void add_quoted(Str *out, const char *text) {
    ScopedStr line = {0};
    for (; *text; text++)
        if (*text == '\n')
            str_add_text(&line, "\\n");
        else
            str_add_char(&line, *text);
    if (line.data)
        utf8_make_printable(line.data);
    str_add(out, "'%s'", str_text(&line));
}

static void print_unexpected(const RegressReport *r, const RegressTest *t) {
    ScopedStr text = {0};
    str_add(&text, "%s:%d: %s%s", r->path, t->line, t->id, *t->id ? " " : "");
    if (t->verdict == REGRESS_UNEXPECTED_PASS) {
        str_add_text(&text, "unexpected PASS: got ");
        add_quoted(&text, t->answer);
    } else if (t->verdict == REGRESS_SETUP_ERROR) {
        str_add_text(&text, "error in setup: ");
        add_quoted(&text, t->command);
        str_add_text(&text, ", got ");
        add_quoted(&text, t->answer);
    } else {
        str_add_text(&text, "unexpected FAIL: ");
        if (*t->expected) {
            str_add_text(&text, "correct ");
            add_quoted(&text, t->expected);
            str_add_text(&text, ", ");
        }
        str_add_text(&text, "got ");
        add_quoted(&text, t->answer);
    }
    puts(str_text(&text));
}

static void print_if_any(int count, const char *one, const char *several) {
    if (count > 0)
        printf(", %d %s", count, count == 1 ? one : several);
}

static void print_counts(const char *name, const RegressReport *r) {
    int tests = r->count - r->verdicts[REGRESS_SETUP_ERROR];
    printf("%s: %d %s, %d passed, %d failed", name, tests, tests == 1 ? "test" : "tests",
           r->verdicts[REGRESS_PASS] + r->verdicts[REGRESS_UNEXPECTED_PASS],
           r->verdicts[REGRESS_FAIL]);
    print_if_any(r->verdicts[REGRESS_KNOWN_FAIL], "known failure", "known failures");
    print_if_any(r->verdicts[REGRESS_UNEXPECTED_PASS], "unexpected pass", "unexpected passes");
    print_if_any(r->verdicts[REGRESS_SETUP_ERROR], "error in setup", "errors in setup");
    print_if_any(r->stray_lines, "line outside replies", "lines outside replies");
    putchar('\n');
}

static void print_report(const RegressReport *r) {
    for (int i = 0; i < r->count; i++)
        if (r->tests[i].verdict != REGRESS_PASS && r->tests[i].verdict != REGRESS_KNOWN_FAIL)
            print_unexpected(r, &r->tests[i]);
    print_counts(r->path, r);
    fflush(stdout);
    if (!r->finished)
        subcommand_fail(&cmd_regress, &r->trouble);
}

static void add_to_total(RegressReport *total, const RegressReport *r) {
    total->count += r->count;
    total->stray_lines += r->stray_lines;
    for (int i = 0; i < REGRESS_VERDICTS; i++)
        total->verdicts[i] += r->verdicts[i];
}

static int status_of(const RegressReport *r) {
    return !r->finished || r->verdicts[REGRESS_SETUP_ERROR] > 0 ? EXIT_USAGE
           : r->verdicts[REGRESS_FAIL] > 0                      ? EXIT_FAILED
                                                                : EXIT_OK;
}

// The highest status of all files. 2 means that tests could not be run as intended: the program
// died or refused a setup command, or a file could not be read.
static int run_all(char **paths, RegressReport *reports, int count, const RegressOptions *how) {
    RegressReport total = {0};
    int status = EXIT_OK;
    for (int i = 0; i < count; i++) {
        regress_run(paths[i], how, &reports[i]);
        print_report(&reports[i]);
        add_to_total(&total, &reports[i]);
        int one = status_of(&reports[i]);
        status = one > status ? one : status;
    }
    if (count > 1)
        print_counts("all files", &total);
    return status;
}

static bool write_page(const char *path, const RegressReport *reports, int count, Error *err) {
    ScopedStr page = {0};
    regress_html(reports, count, &page);
    return file_write(path, page.data, page.len, err);
}

static int regress(const Args *args, char **paths, int count) {
    RegressOptions how = {
        .program = args->program,
        .timeout_ms = args->timeout * 1000,
        .transcript = args->verbose ? stdout : NULL,
    };
    RegressReport *reports = mem_alloc((size_t)count * sizeof reports[0]);
    int status = run_all(paths, reports, count, &how);
    Error err = {0};
    if (args->html && !write_page(args->html, reports, count, &err)) {
        subcommand_fail(&cmd_regress, &err);
        status = EXIT_USAGE;
    }
    for (int i = 0; i < count; i++)
        regress_release(&reports[i]);
    mem_free(reports);
    return status;
}

static bool split_off_program(CommandLine *line, Str *text, Error *err) {
    (void)text;
    (void)err;
    Args *args = line->args;
    for (int i = 0; i < line->argc; i++)
        if (!strcmp(line->argv[i], "--")) {
            line->argc = i;
            args->program = line->argv[i + 1] ? line->argv + i + 1 : NULL;
        }
    return true;
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    if (!args->program) {
        Error err = {0};
        error_set(&err, "which program? pentad regress FILE... -- PROGRAM ARGUMENTS");
        return subcommand_misuse(&cmd_regress, &err);
    }
    return regress(args, line->argv, line->argc);
}

const Subcommand cmd_regress = {
    .name = "regress",
    .summary = "run GTP regression files against a program",
    .operands = "FILE... -- PROGRAM [ARGUMENTS]",
    .min_operands = 1,
    .max_operands = INT_MAX,
    .description =
        "Starts PROGRAM once for each FILE, in the folder of the file, sends it the commands of "
        "the file, and compares the answers with the expected ones. The format is the one of GNU "
        "Go and gogui-regress: a command with a number is a test, and the next line has the "
        "expected answer.\n\n"
        "  10 gogui-rules_side_to_move\n"
        "  #? [black]\n\n"
        "The whole answer must match the regular expression in brackets. [!...] must not match. "
        "A * after the brackets marks a known failure. #? alone, or no such line, accepts any "
        "answer except an error. A failure reply (?) never passes.",
    .options = options,
    .examples = examples,
    .status = "0 if all results are as expected; 1 if a test failed unexpectedly; 2 for a usage "
              "error, a file that could not be read, or if the program could not be started, died, "
              "did not answer in time or answered a setup command (one without a number) with an "
              "error.",
    .prepare = split_off_program,
    ARGS(.timeout = 120),
    .run = run,
};
