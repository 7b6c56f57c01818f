// Command lines: a typed line split into words, and the command table of GTP.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>

enum { CALL_WORDS_MAX = 32 };

// One command line being executed.
typedef struct {
    int argc; // words on the line; argv[0] is the command
    char *argv[CALL_WORDS_MAX];
    Str reply; // filled by the handler; the caller releases it
    Error err; // set when the handler returns false
} Call;

typedef struct {
    const char *name;
    int min_args, max_args; // not counting the name
    bool (*run)(void *session, Call *call);
    const char *usage; // the arguments as shown in help and error messages
    const char *help;  // one line
} Command;

// Splits `line` at white space, in place; the call borrows it. Words beyond CALL_WORDS_MAX stay
// part of the last one.
void call_split(Call *call, char *line);

// `table` ends with a row whose name is NULL.
const Command *command_find(const Command *table, const char *name);

// Runs argv[0] with its arguments, or sets call->err. The call has at least one word.
bool command_run(const Command *table, void *session, Call *call);
