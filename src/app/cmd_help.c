// `pentad help`: the text of --help, the address of the documents, and for the build the man pages
// and the shell completion.
#include "app/subcommand.h"
#include "base/file.h"
#include "base/mem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    bool man, completion, web;
} Args;

// clang-format off
static const Option options[] = {
    {"man", 0, OPTION_FLAG, offsetof(Args, man), "print the man page (roff)"},
    {"completion", 0, OPTION_FLAG, offsetof(Args, completion), "print a completion script for SHELL: bash (default), zsh or fish"},
    {"web", 0, OPTION_FLAG, offsetof(Args, web), "print the URL of the documentation; a server has it at /docs"},
    {0},
};

static const Example examples[] = {
    {"pentad help", "lists the commands"},
    {"pentad help convert", "describes one command"},
    {"pentad help --man convert | man -l -", "the same as a man page"},
    {". <(pentad help --completion)", "enables Tab completion in this bash"},
    {"pentad help --completion zsh >~/.zfunc/_pentad", "installs it for zsh, in a folder of its fpath"},
    {"pentad help --completion fish | source", "enables it in this fish"},
    {"xdg-open \"$(pentad help --web)\"", "opens the documentation in a browser"},
    {0},
};
// clang-format on

static void add_file_url(const char *path, Str *out) {
    str_add_text(out, "file://");
    for (; *path; path++)
        str_add(out, isalnum((unsigned char)*path) || strchr("/-._~", *path) ? "%c" : "%%%02X",
                (unsigned char)*path);
    str_add_char(out, '\n');
}

static bool add_documents_url(Str *out, Error *err) {
    ScopedStr program = {0}, path = {0};
    if (!file_program_path(&program, err))
        return false;
    char *real = NULL;
    if (web_file_find(str_text(&program), "docs/index.html", &path))
        real = file_real_path(str_text(&path));
    if (!real)
        return error_set(err, "the documentation is not installed as web pages");
    add_file_url(real, out);
    mem_free(real);
    return true;
}

static void compose(const Args *args, const Subcommand *about, Str *out) {
    if (args->man)
        help_man_page(about, out);
    else if (about)
        help_subcommand(about, out);
    else
        help_overview(out);
}

static int run(const CommandLine *line) {
    const Args *args = line->args;
    const char *word = line->argc ? line->argv[0] : NULL;
    Error err = {0};
    Str text = {0};
    if (args->web) {
        if (!add_documents_url(&text, &err))
            return subcommand_fail(&cmd_help, &err);
    } else if (args->completion) {
        if (!help_completion(word, &text, &err))
            return subcommand_misuse(&cmd_help, &err);
    } else {
        const Subcommand *about = word ? subcommand_find(word) : NULL;
        if (word && !about) {
            subcommand_error(word, &err);
            return subcommand_misuse(&cmd_help, &err);
        }
        compose(args, about, &text);
    }
    print_and_release(&text, stdout);
    return EXIT_OK;
}

const Subcommand cmd_help = {
    .name = "help",
    .summary = "list the commands, or describe one",
    .operands = "[COMMAND|SHELL]",
    .words = subcommand_name,
    .max_operands = 1,
    .description = "Without COMMAND, lists all commands with one line each.",
    .options = options,
    .examples = examples,
    .args_size = sizeof(Args),
    .run = run,
};
