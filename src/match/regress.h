// GTP regression files: set-up commands, numbered commands that are tests, and what is expected of
// them. The format is that of GNU Go and of gogui-regress, and so are the verdicts.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/str.h"

#include <stdint.h>
#include <stdio.h>

typedef enum {
    REGRESS_PASS,
    REGRESS_FAIL,
    REGRESS_KNOWN_FAIL,      // marked with *, and it does fail
    REGRESS_UNEXPECTED_PASS, // marked with *, but it passes
    REGRESS_VERDICTS,
} RegressVerdict;

typedef struct {
    int line;       // of the command in the file
    const char *id; // its number; "" if it has none but an expectation
    const char *command;
    const char *expected; // as the file has it: "[b1]*"; "" if anything but an error will do
    const char *answer;   // without the frame; of a failure reply with its "?"
    RegressVerdict verdict;
} RegressTest;

typedef struct {
    const char *path; // borrowed
    RegressTest *tests;
    int count, capacity;
    int verdicts[REGRESS_VERDICTS]; // how many of each
    int setup_errors;               // failure replies to commands that are no tests
    int stray_lines;                // of the program's output that belong to no reply
    bool finished;                  // false: `trouble` says why the rest of the file was not run
    Error trouble;
    Arena arena; // of the texts
} RegressReport;

typedef struct {
    char *const *program; // its words, NULL at the end
    int64_t timeout_ms;   // for each answer
    FILE *transcript;     // every command and reply goes here; NULL: nowhere
} RegressOptions;

// Runs one file with a program of its own, which is started in the folder of the file; a path of
// the program is looked up from here, though.
void regress_run(const char *path, const RegressOptions *options, RegressReport *report);
void regress_release(RegressReport *report);

// All files as one page of HTML that needs nothing else.
void regress_html(const RegressReport *reports, int count, Str *out);
