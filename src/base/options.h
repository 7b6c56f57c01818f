// Command-line option parser driven by a table. Help, man page and shell completion use the same
// rows.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

typedef enum {
    OPTION_FLAG, // a bool, set to true if the option is given
    OPTION_INT,  // an int64_t from min to max
    OPTION_TEXT, // a const char *, borrowed from argv or from the choices
} OptionKind;

typedef struct {
    const char *name; // the long form, without dashes
    char letter;      // the short form; 0 if there is none
    OptionKind kind;
    size_t offset;       // of the variable in the struct given to options_parse
    const char *help;    // one line, no capital, no period; NULL: hidden
    const char *value;   // placeholder for the value in help: "N", "FILE"
    int64_t min, max;    // range of an OPTION_INT
    WordAt *choices;     // the only words an OPTION_TEXT accepts, case-insensitive; NULL: any
    WordAt *suggestions; // words for completion, if others are accepted too
    const char *old;     // former spellings, still accepted with a note: "-x --name"
} Option;

// Stores the options of argv in *into, moves the other words to the front of argv and sets *argc to
// their number. Accepts `--name value`, `--name=value`, `-n value` and `-nvalue`; "--" ends the
// options. `table` ends with a row whose name is NULL. A NULL table has no options. `notes` (may be
// NULL) gets a line for each former spelling used.
bool options_parse(const Option *table, void *into, int *argc, char **argv, Str *notes, Error *err);

// The same from a text, such as a file: an option per line, as a name without dashes and a value.
// Skips empty lines, and what follows a #. `not_there` names the option that gives the file. The
// values point into the text, which is changed. An error says the line.
bool options_parse_text(const Option *table, const char *not_there, void *into, Str *text,
                        Str *notes, Error *err);

// True if there is a --help or -h (also combined, as in -qh) before "--", even if other options are
// invalid.
bool options_want_help(const Option *table, int argc, char **argv);

// Appends `--name N` as shown in help and the man page.
void options_format_name(const Option *option, Str *out);
