// Command-line options as a table: parsing, checking, help, man page and completion read its rows.
#pragma once

#include "base/did_you_mean.h"
#include "base/error.h"
#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

typedef enum {
    OPTION_FLAG, // a bool, set when the option is there
    OPTION_INT,  // an int64_t from min to max
    OPTION_TEXT, // a const char *, borrowed from argv or from the choices
} OptionKind;

typedef struct {
    const char *name; // the long form, without dashes
    char letter;      // the short form; 0 if there is none
    OptionKind kind;
    size_t offset;       // of the variable, in the struct given to options_parse
    const char *help;    // one line, no capital, no full stop
    const char *value;   // what help calls the value: "N", "FILE"
    int64_t min, max;    // of an OPTION_INT
    WordAt *choices;     // of an OPTION_TEXT that takes one of a few words, letter case ignored
    WordAt *suggestions; // of one that takes other words too: for completion
} Option;

// Fills *into by the options in argv and moves the other words to its front; *argc becomes their
// number. `--name value`, `--name=value`, `-n value`, `-nvalue`; "--" ends the options. `table`
// ends with a row whose name is NULL, and may itself be NULL.
bool options_parse(const Option *table, void *into, int *argc, char **argv, Error *err);

// Is there a --help or -h, be it among other letters, before the options end? It counts also where
// something else is wrong.
bool options_want_help(const Option *table, int argc, char **argv);

// `--name N` as help and the man page show it.
void options_format_name(const Option *option, Str *out);
