// One face of the program, as a row: dispatch, --help, the man page and the completion read it.
#pragma once

#include "base/options.h"
#include "base/str.h"

enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

typedef struct {
    const char *command, *effect;
} Example;

typedef struct {
    const char *name;
    const char *program;  // program names that mean this subcommand, may end with *; may be NULL
    const char *summary;  // one line, no capital, no full stop
    const char *operands; // what stands behind the options: "IN OUT"
    int min_operands, max_operands;    // how many of them
    const char *description;           // paragraphs, separated by empty lines
    void (*details)(Str *out);         // more of the description, made from tables; may be NULL
    const Option *options;             // ends with a row of zeros; may be NULL
    const Example *examples;           // ends with a row of zeros
    const char *status;                // more about the exit status, a sentence; may be NULL
    int (*run)(int argc, char **argv); // argv[0] is the subcommand; returns an exit status
} Subcommand;

extern const Subcommand cmd_analyze, cmd_bench, cmd_classroom, cmd_convert, cmd_gomocup, cmd_gtp,
    cmd_help, cmd_match, cmd_mist, cmd_net, cmd_openings, cmd_play, cmd_puzzles, cmd_rating,
    cmd_regress, cmd_selfplay, cmd_sequences, cmd_serve, cmd_solve, cmd_tune;

const Subcommand *subcommand_at(int i); // NULL after the last
const char *subcommand_name(int i);
const Subcommand *subcommand_find(const char *name);

// The one meant by the name the program was started under, argv[0]; NULL if that is just pentad.
const Subcommand *subcommand_for_program(const char *path);

// Reads options into *args and leaves argv[0..*argc) as the operands, their number checked. False
// if there is nothing left to do, because help was asked for or something was wrong; *status is
// then what to return.
bool subcommand_parse(const Subcommand *c, void *args, int *argc, char ***argv, int *status);

// Prints "pentad NAME: reason" to stderr and returns EXIT_FAILED.
int subcommand_fail(const Subcommand *c, const Error *err);
