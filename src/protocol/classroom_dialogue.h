// The classroom course's play(): names, or a file, then moves until somebody has won or nobody can.
//
// Standard output is the course's dialogue. What a person may want to know besides (why an input is
// invalid, where an unfinished game was kept) goes to a stream of its own. At a move more can be
// typed than the course asks for: undo, hint, save, help, quit.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct {
    FILE *in, *out;
    FILE *aside; // for remarks
} ClassroomStreams;

typedef struct {
    const char *strong; // plays for the name C2 and gives hints; NULL: the engine, two seconds
    const char *state_folder; // where an unfinished game is kept; NULL: as XDG has it
    bool no_files;            // nothing is read or written: for tests and fuzzing
    bool at_terminal;         // somebody is there to be asked whether to save
} ClassroomOptions;

// Returns the program's exit status: 0 done, also after a file that cannot be loaded; 1 the input
// failed, or the unfinished game could not be kept, and *err is set; 128 + n ended by signal n.
int classroom_play(const ClassroomOptions *options, const ClassroomStreams *streams, Error *err);

// What can be typed at a move, for help texts.
void classroom_add_commands(Str *out);
