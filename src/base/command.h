// Command table and dispatch for line-based interfaces: GTP, Gomocup and the course programs.
//
// They differ in their commands, in how they check arguments and in how they print a reply. Rows,
// lookup and help are shared, and so is splitting a line into words. The terminal has its own
// table (tui/actions.c), whose rows also hold keys.
#pragma once

#include "base/error.h"
#include "base/scanner.h"
#include "base/str.h"

#include <stdbool.h>

enum { CALL_WORDS_MAX = 32 };

// One command line being executed.
typedef struct {
    int argc; // words on the line; argv[0] is the command
    char *argv[CALL_WORDS_MAX];
    Scanner rest; // what follows the name, in protocols that do not split lines into words
    Str reply;    // filled by the handler; the caller releases it
    Error err;    // set when the handler returns false
} Call;

typedef struct {
    const char *name;
    int min_args, max_args; // not counting the name
    bool (*run)(void *session, Call *call);
    const char *usage; // the arguments as shown in help and error messages
    const char *help;  // one line
    unsigned traits;   // bits that the protocol defines
} Command;

// Splits `line` at white space, in place; the call borrows it. Words beyond CALL_WORDS_MAX stay
// part of the last one.
void call_split(Call *call, char *line);

// `table` ends with a row whose name is NULL. The word need not end with a NUL.
const Command *command_find(const Command *table, const char *word, size_t len);
const Command *command_find_any_case(const Command *table, const char *word, size_t len);

// Appends "  NAME USAGE" and, on a line of its own, the help.
void command_add_help(const char *name, const char *usage, const char *help, Str *out);
