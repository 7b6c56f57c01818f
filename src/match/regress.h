// GTP regression tests: files with setup commands, numbered test commands and expected answers.
// Same format and verdicts as GNU Go and gogui-regress.
#pragma once

#include "base/error.h"
#include "base/mem.h"
#include "base/regex.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
    REGRESS_PASS,
    REGRESS_FAIL,
    REGRESS_KNOWN_FAIL,      // marked with *, and fails
    REGRESS_UNEXPECTED_PASS, // marked with *, but passes
    REGRESS_SETUP_ERROR,     // not a test: a failure reply to a setup command
    REGRESS_VERDICTS,
} RegressVerdict;

typedef struct {
    int line;       // of the command in the file
    const char *id; // its number; "" if it has only an expectation
    const char *command;
    const char *expected; // as in the file: "[b1]*"; "": anything except an error
    const char *answer;   // text after "= "; for a failure the whole reply, with its "?"
    RegressVerdict verdict;
} RegressTest;

typedef struct {
    const char *path;   // borrowed
    RegressTest *tests; // including setup errors
    int count, capacity;
    int verdicts[REGRESS_VERDICTS]; // number of tests per verdict
    int stray_lines;                // output lines that belong to no reply
    bool finished;                  // false: `trouble` says which file stopped early, and why
    Error trouble;
    Arena arena; // owns the texts
} RegressReport;

typedef struct {
    char *const *program; // argv of the program, ends with NULL
    int64_t timeout_ms;   // for each answer
    FILE *transcript;     // logs every command and reply; NULL: no log
} RegressOptions;

// Runs one file in a fresh process of the program, started in the folder of the file. A relative
// path of the program is resolved from the current folder.
void regress_run(const char *path, const RegressOptions *options, RegressReport *report);
void regress_release(RegressReport *report);

// All reports as one self-contained HTML page.
void regress_html(const RegressReport *reports, int count, Str *out);

// Expected answers in GTP regression files: the text after "#?", a regular expression.
//
// `[regex]`: the whole answer must match. `[!regex]`: it must not match. A trailing `*` marks a
// known failure. No text: any answer except an error. The files are written for gogui-regress,
// which uses Java regular expressions: base/regex.h says which part of them there is.

typedef struct {
    bool any_answer; // no text after "#?"
    bool negated, known_failure;
    Regex *regex; // NULL if `any_answer`
} Expectation;

bool expectation_init(Expectation *e, const char *text, Error *err);
void expectation_release(Expectation *e);

// True if `text` is as expected. `text`: the trimmed text after the = of a success reply. False,
// even for `[!regex]`, if matching takes too many steps.
bool expectation_meets(const Expectation *e, const char *text);
