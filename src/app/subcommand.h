// Subcommand table: dispatch, --help, man pages and shell completion use its rows.
#pragma once

#include "base/options.h"
#include "base/str.h"

#include <stdio.h>

enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

typedef struct {
    const char *command, *effect;
} Example;

// The parsed command line of a subcommand.
typedef struct {
    void *args; // its struct Args, filled from the options
    int argc;   // its operands
    char **argv;
} CommandLine;

typedef struct {
    const char *name;
    const char *program;  // program names that select it, may end with *; may be NULL
    const char *summary;  // one line, lower case, no period
    const char *operands; // the arguments after the options: "IN OUT"
    int min_operands, max_operands;
    WordAt *words;             // for completion of the first operand; NULL: files
    const char *description;   // paragraphs, separated by empty lines
    void (*details)(Str *out); // appends to the description, from tables; may be NULL
    const Option *options;     // ends with a row of zeros; may be NULL
    const Example *examples;   // ends with a row of zeros
    const char *status;        // what the exit status means; NULL: 0, 1 and 2 as usual
    size_t args_size;          // of the struct that the options fill; see ARGS
    const void *defaults;      // its initial values
    bool catches_signals; // a signal stops the work and sets the exit status (base/interrupt.h)
    // Called before the options are parsed. May change `args`, and lower `argc` to keep the last
    // words for itself. `text` owns the strings that `args` points to. NULL: nothing to prepare.
    bool (*prepare)(CommandLine *line, Str *text, Error *err);
    int (*run)(const CommandLine *line); // returns the exit status
} Subcommand;

extern const Subcommand cmd_admin, cmd_analyze, cmd_bench, cmd_classroom, cmd_convert, cmd_gomocup,
    cmd_gtp, cmd_help, cmd_match, cmd_mist, cmd_net, cmd_openings, cmd_play, cmd_puzzles,
    cmd_rating, cmd_regress, cmd_selfplay, cmd_sequences, cmd_serve, cmd_solve, cmd_store,
    cmd_worker;

extern const Subcommand *const subcommands[]; // those of this build; ends with NULL
extern const NotBuilt subcommands_not_built[];

const Subcommand *subcommand_at(int i); // NULL after the last
const char *subcommand_name(int i);
const Subcommand *subcommand_find(const char *name);

// Sets the error for a name that subcommand_find does not know. Returns false.
bool subcommand_error(const char *name, Error *err);

// The separate program that has the subcommand; NULL if this one has it.
const char *subcommand_separate_program(const char *name);

// If the subcommand is a separate program, execs it, and returns only if it is not installed. Looks
// next to this program, then in PATH.
void subcommand_exec(const char *name, char **argv);

// With --database among the arguments: runs the subcommand in the program that has the database, if
// that is another one. Returns if it is not, or not installed.
void subcommand_exec_with_database(const Subcommand *c, const CommandLine *line);

// The subcommand selected by the name of the program (argv[0]); NULL if it is plain pentad.
const Subcommand *subcommand_for_program(const char *path);

// Parses the options, checks the number of operands and runs it; argv[0] is its name. Returns the
// exit status.
int subcommand_run(const Subcommand *c, int argc, char **argv);

// For a table row: the size and the initial values of the subcommand's struct Args.
// clang-format off
#define ARGS(...) .args_size = sizeof(Args), .defaults = &(const Args){__VA_ARGS__}
// clang-format on

// Option rows that several subcommands share. Each fills the member of its name in the struct Args
// of the subcommand. A name or letter means the same in all subcommands: tests/app/cli.sh checks
// it.
// clang-format off
#define FROM_OPTION(help) {"from", 'f', OPTION_TEXT, offsetof(Args, from), help, "FORMAT", .choices = format_readable_name}
#define JSON_OPTION(help) {"json", 0, OPTION_FLAG, offsetof(Args, json), help, .old = "-j"}
#define MOVE_OPTION(help) {"move", 'm', OPTION_INT, offsetof(Args, move), help, "N", .min = 0, .max = GAME_MOVES_MAX}
#define NET_OPTION(help) {"net", 0, OPTION_TEXT, offsetof(Args, net), help, "FILE"}
#define NOTATION_OPTION(help) {"notation", 0, OPTION_TEXT, offsetof(Args, notation), help, "NOTATION", .choices = notation_name, .old = "-n"}
#define NUMBER_OPTION(help) {"number", 0, OPTION_INT, offsetof(Args, number), help, "N", .min = 1, .max = 1000000, .old = "-g --game"}
#define OPENING_OPTION(former) {"opening", 0, OPTION_TEXT, offsetof(Args, opening), "opening rule (default: none)", "RULE", .choices = opening_rule_name, .old = former}
#define OUTPUT_OPTION {"output", 'o', OPTION_TEXT, offsetof(Args, output), "write to a new file (default: standard output)", "FILE"}
#define PLAYER_OPTION(help) {"player", 0, OPTION_TEXT, offsetof(Args, player), help, "PLAYER", .suggestions = player_kind_name, .old = "-p"}
#define QUIET_OPTION(help) {"quiet", 'q', OPTION_FLAG, offsetof(Args, quiet), help}
#define RULES_OPTION(help) {"rules", 'r', OPTION_TEXT, offsetof(Args, rules), help, "RULES", .choices = rules_name}
#define SEED_OPTION(help) {"seed", 0, OPTION_INT, offsetof(Args, seed), help, "N", .min = 0, .max = INT64_MAX}
#define SECONDS_OPTION(help, former) {"seconds", 0, OPTION_TEXT, offsetof(Args, seconds), help, "S", .old = former}
#define SIZE_OPTION(help, least) {"size", 's', OPTION_INT, offsetof(Args, size), help, "N", .min = least, .max = BOARD_MAX}
#define THREADS_OPTION(most, former) {"threads", 'j', OPTION_INT, offsetof(Args, threads), "number of threads (default: 1)", "N", .min = 1, .max = most, .old = former}
#define TIME_OPTION(help) {"time", 't', OPTION_TEXT, offsetof(Args, time), help, "TIME"}
// clang-format on

// Opens the file of OUTPUT_OPTION, which must not exist; standard output if `path` is NULL.
FILE *subcommand_open_output(const char *path, Error *err);

// The mist has rules, a size and no opening rule of its own: these options may only say the same.
// NULL and 0: not given.
bool subcommand_check_mist(const char *rules, int64_t size, const char *opening, Error *err);

// Print "pentad NAME: reason" to stderr. Return EXIT_FAILED and EXIT_USAGE, respectively.
int subcommand_fail(const Subcommand *c, const Error *err);
int subcommand_misuse(const Subcommand *c, const Error *err);

// The path of a file of the web page ("index.html"): below share/ of the installation, or in the
// build folder. It is looked for next to `program`. False if there is none; then `out` is empty.
bool web_file_find(const char *program, const char *name, Str *out);

// Writes and flushes the text, and releases it.
void print_and_release(Str *text, FILE *to);

// Help texts, man pages and shell completion, generated from the subcommand table.

void help_overview(Str *out);
void help_subcommand(const Subcommand *c, Str *out);

void help_add_players(Str *out); // a list of the players and their options

// In roff. NULL: the page of the whole program.
void help_man_page(const Subcommand *c, Str *out);

// For bash (the default if `shell` is NULL), zsh or fish.
bool help_completion(const char *shell, Str *out, Error *err);

// Sets the options of a file (options_parse_text) if the option `name`, such as --preset FILE, is
// among the arguments. The command line overrides them. `text` receives the file; values point into
// it.
bool options_file_apply(const Option *table, const char *name, void *into, int argc,
                        char *const *argv, Str *text, Error *err);
