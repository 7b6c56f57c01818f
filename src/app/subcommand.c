#include "app/subcommand.h"

#include "base/file.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/number.h"
#include "core/mist_history.h"
#include "core/opening.h"
#include "core/rules.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

const Subcommand *subcommand_at(int i) {
    return subcommands[i];
}

const char *subcommand_name(int i) {
    return subcommands[i] ? subcommands[i]->name : NULL;
}

const Subcommand *subcommand_find(const char *name) {
    for (int i = 0; subcommands[i]; i++)
        if (!strcmp(subcommands[i]->name, name))
            return subcommands[i];
    return NULL;
}

const char *subcommand_separate_program(const char *name) {
    for (const NotBuilt *row = subcommands_not_built; row->name; row++)
        if (row->program && !strcmp(row->name, name))
            return row->program;
    return NULL;
}

void subcommand_exec(const char *name, char **argv) {
    const char *program = subcommand_separate_program(name);
    if (!program)
        return;
    const char *slash = strrchr(argv[0], '/');
    ScopedStr beside = {0};
    if (slash)
        str_add(&beside, "%.*s", (int)(slash - argv[0] + 1), argv[0]);
    str_add_text(&beside, program);
    if (slash)
        execv(str_text(&beside), argv);
    execvp(program, argv);
}

void subcommand_exec_with_database(const Subcommand *c, const CommandLine *line) {
    bool found = false;
    for (int i = 0; i < line->argc; i++)
        found = found || !strncmp(line->argv[i], "--database", strlen("--database"));
    ScopedStr program = {0}, name = {0};
    if (!found || !subcommand_separate_program("worker") || !file_program_path(&program, NULL))
        return;
    str_add_text(&name, c->name);
    char **argv = mem_alloc(((size_t)line->argc + 3) * sizeof *argv);
    argv[0] = program.data;
    argv[1] = name.data;
    memcpy(argv + 2, line->argv, (size_t)line->argc * sizeof *argv);
    subcommand_exec("worker", argv);
    mem_free(argv);
}

bool subcommand_error(const char *name, Error *err) {
    if (error_not_built(err, name, subcommands_not_built))
        return false;
    return did_you_mean_error(err, "command", name, subcommand_name);
}

const Subcommand *subcommand_for_program(const char *path) {
    const char *program = file_name(path);
    for (int i = 0; subcommands[i]; i++)
        if (subcommands[i]->program && file_name_is(program, subcommands[i]->program))
            return subcommands[i];
    return NULL;
}

static bool check_operands(const Subcommand *c, int given, char *const *words, Error *err) {
    if (given < c->min_operands)
        return error_set(err, "missing argument: pentad %s %s", c->name, c->operands);
    if (given > c->max_operands)
        return error_set(err, "unexpected argument '%.40s': pentad %s%s%s", words[c->max_operands],
                         c->name, *c->operands ? " " : "", c->operands);
    return true;
}

// False after an error, which it prints.
static bool parse(const Subcommand *c, CommandLine *line, Str *text) {
    Error err = {0};
    Str notes = {0};
    bool ok = (!c->prepare || c->prepare(line, text, &err)) &&
              options_parse(c->options, line->args, &line->argc, line->argv, &notes, &err) &&
              check_operands(c, line->argc, line->argv, &err);
    print_and_release(&notes, stderr);
    if (!ok)
        fprintf(stderr, "pentad %s: %s\ntry 'pentad %s --help'\n", c->name, err.text, c->name);
    return ok;
}

static int run_caught(const Subcommand *c, const CommandLine *line) {
    Interrupts *held = interrupt_catch();
    int status = c->run(line), signal = interrupt_signal();
    interrupt_restore(held);
    return signal ? 128 + signal : status;
}

int subcommand_run(const Subcommand *c, int argc, char **argv) {
    CommandLine line = {.argc = argc - 1, .argv = argv + 1};
    if (options_want_help(c->options, line.argc, line.argv)) {
        Str help = {0};
        help_subcommand(c, &help);
        print_and_release(&help, stdout);
        return EXIT_OK;
    }
    ScopedStr text = {0};
    int status = EXIT_USAGE;
    line.args = mem_alloc(c->args_size + 1); // it may be 0
    if (c->defaults)
        memcpy(line.args, c->defaults, c->args_size);
    interrupt_exit();
    if (parse(c, &line, &text))
        status = c->catches_signals ? run_caught(c, &line) : c->run(&line);
    mem_free(line.args);
    return status;
}

FILE *subcommand_open_output(const char *path, Error *err) {
    // Not "wx", which older C libraries do not know.
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
    FILE *out = !path ? stdout : fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!out)
        error_set(
            err, errno == EEXIST ? "%.100s exists: choose another name or remove it" : "%.100s: %s",
            path, strerror(errno));
    return out;
}

bool subcommand_check_mist(const char *rules, int64_t size, const char *opening, Error *err) {
    return ((!rules || !strcmp(rules, rules_freestyle.name)) &&
            (!size || size == MIST_BOARD_SIZE) &&
            (!opening || !strcmp(opening, opening_none.name))) ||
           error_set(err, "--mist is freestyle on 19x19 without an opening rule");
}

int subcommand_fail(const Subcommand *c, const Error *err) {
    fflush(stdout);
    fprintf(stderr, "pentad %s: %s\n", c->name, err->text);
    return EXIT_FAILED;
}

int subcommand_misuse(const Subcommand *c, const Error *err) {
    subcommand_fail(c, err);
    return EXIT_USAGE;
}

void print_and_release(Str *text, FILE *to) {
    fputs(str_text(text), to);
    fflush(to);
    str_release(text);
}

// ---- Files of options

static bool is_spelling(const Option *o, const char *word, size_t len) {
    const char *old = o->old ? strstr(o->old, "--") : NULL; // at most one former name
    bool is_old = old && strcspn(old, " ") == len && !strncmp(old, word, len);
    return is_old || (len == strlen(o->name) + 2 && !strncmp(word, "--", 2) &&
                      !strncmp(word + 2, o->name, len - 2));
}

// The value of the option, as options_parse would find it; NULL if it is missing.
static const char *find_path(const Option *o, int argc, char *const *argv) {
    const char *path = NULL;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        size_t len = strcspn(argv[i], "=");
        if (!is_spelling(o, argv[i], len))
            continue;
        if (argv[i][len])
            path = argv[i] + len + 1;
        else if (i + 1 < argc)
            path = argv[++i];
    }
    return path;
}

bool options_file_apply(const Option *table, const char *name, void *into, int argc,
                        char *const *argv, Str *text, Error *err) {
    const Option *row = table;
    while (strcmp(row->name, name) != 0)
        row++;
    const char *path = find_path(row, argc, argv);
    if (!path)
        return true;
    Str notes = {0};
    bool ok = file_read(path, text, err) &&
              (options_parse_text(table, name, into, text, &notes, err) || error_prefix(err, path));
    print_and_release(&notes, stderr);
    return ok;
}

bool web_file_find(const char *program, const char *name, Str *out) {
    static const char *const places[] = {"../share/pentad/web", "web"};
    int folder = (int)(file_name(program) - program);
    for (int i = 0; i < COUNT(places); i++) {
        str_clear(out);
        str_add(out, "%.*s%s/%s", folder, program, places[i], name);
        if (access(str_text(out), R_OK) == 0)
            return true;
    }
    str_clear(out);
    return false;
}
