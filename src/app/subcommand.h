// Subcommand table: dispatch, --help, man pages and shell completion use its rows.
#pragma once

#include "base/options.h"
#include "base/str.h"

#include <stdio.h>

enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

typedef struct {
    const char *command, *effect;
} Example;

typedef struct {
    const char *name;
    const char *program;  // program names that select it, may end with *; may be NULL
    const char *summary;  // one line, lower case, no period
    const char *operands; // the arguments after the options: "IN OUT"
    int min_operands, max_operands;
    const char *description;           // paragraphs, separated by empty lines
    void (*details)(Str *out);         // appends to the description, from tables; may be NULL
    const Option *options;             // ends with a row of zeros; may be NULL
    const Example *examples;           // ends with a row of zeros
    const char *status;                // more about the exit status, a sentence; may be NULL
    int (*run)(int argc, char **argv); // argv[0] is the subcommand; returns the exit status
} Subcommand;

extern const Subcommand cmd_analyze, cmd_bench, cmd_classroom, cmd_convert, cmd_gomocup, cmd_gtp,
    cmd_help, cmd_match, cmd_mist, cmd_net, cmd_openings, cmd_play, cmd_puzzles, cmd_rating,
    cmd_regress, cmd_selfplay, cmd_sequences, cmd_serve, cmd_solve, cmd_tune;

const Subcommand *subcommand_at(int i); // NULL after the last
const char *subcommand_name(int i);
const Subcommand *subcommand_find(const char *name);

// The subcommand selected by the name of the program (argv[0]); NULL if it is plain pentad.
const Subcommand *subcommand_for_program(const char *path);

// Parses options into *args, leaves the operands in argv[0..*argc) and checks their number. False
// after --help or an error; then *status is the exit status.
bool subcommand_parse(const Subcommand *c, void *args, int *argc, char ***argv, int *status);

// Creates the file, which must not exist; NULL: standard output. NULL on failure.
FILE *subcommand_output(const char *path, Error *err);

// Prints "pentad NAME: reason" to stderr. Returns EXIT_FAILED.
int subcommand_fail(const Subcommand *c, const Error *err);

// Help texts, man pages and shell completion, generated from the subcommand table.

void help_overview(Str *out);
void help_subcommand(const Subcommand *c, Str *out);
void help_print(const Subcommand *c); // to standard output

// In roff. NULL: the page of the whole program.
void help_man_page(const Subcommand *c, Str *out);

void help_bash_completion(Str *out);

// Preset files: options in a file, one per line, as a name without dashes and a value:
//     time 0.1/move
//     gauntlet
// Skips empty lines and text after #. The command line overrides the preset.

// Sets the options of FILE if `--preset FILE` is among the arguments. `text` receives the file;
// option values point into it.
bool preset_apply(const Option *table, void *into, int argc, char *const *argv, Str *text,
                  Error *err);
