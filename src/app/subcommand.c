#include "app/subcommand.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

// clang-format off
static const Subcommand *const table[] = {
    &cmd_serve,
    &cmd_play,
    &cmd_convert,
    &cmd_analyze,
    &cmd_gtp,
    &cmd_regress,
    &cmd_match,
    &cmd_rating,
    &cmd_gomocup,
    &cmd_classroom,
    &cmd_mist,
    &cmd_sequences,
    &cmd_selfplay,
    &cmd_tune,
    &cmd_net,
    &cmd_bench,
    &cmd_openings,
    &cmd_puzzles,
    &cmd_solve,
    &cmd_help,
    NULL,
};
// clang-format on

const Subcommand *subcommand_at(int i) {
    return table[i];
}

const char *subcommand_name(int i) {
    return table[i] ? table[i]->name : NULL;
}

const Subcommand *subcommand_find(const char *name) {
    for (int i = 0; table[i]; i++)
        if (!strcmp(table[i]->name, name))
            return table[i];
    return NULL;
}

const Subcommand *subcommand_for_program(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *program = slash ? slash + 1 : path;
    for (int i = 0; table[i]; i++)
        if (table[i]->program && fnmatch(table[i]->program, program, 0) == 0)
            return table[i];
    return NULL;
}

static bool check_operands(const Subcommand *c, int given, char *const *words, Error *err) {
    if (given < c->min_operands)
        return error_set(err, "missing argument: pentad %s %s", c->name, c->operands);
    if (given > c->max_operands)
        return error_set(err, "'%.40s' is one word too many: pentad %s%s%s", words[c->max_operands],
                         c->name, *c->operands ? " " : "", c->operands);
    return true;
}

bool subcommand_parse(const Subcommand *c, void *args, int *argc, char ***argv, int *status) {
    ++*argv;
    --*argc;
    if (options_want_help(c->options, *argc, *argv)) {
        help_print(c);
        *status = EXIT_OK;
        return false;
    }
    Error err = {0};
    if (options_parse(c->options, args, argc, *argv, &err) && check_operands(c, *argc, *argv, &err))
        return true;
    fprintf(stderr, "pentad %s: %s\ntry 'pentad %s --help'\n", c->name, err.text, c->name);
    *status = EXIT_USAGE;
    return false;
}

int subcommand_fail(const Subcommand *c, const Error *err) {
    fflush(stdout);
    fprintf(stderr, "pentad %s: %s\n", c->name, err->text);
    return EXIT_FAILED;
}
