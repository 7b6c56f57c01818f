// The console dialogue of the classroom course, its play(): names or a file, then moves until the
// game is over.
//
// Standard output is exactly the course's dialogue. Extra notices (why an input is invalid, where
// an unfinished game was saved) go to a separate stream. At the move prompt a few extra commands
// are accepted: undo, hint, save, help, quit.
#pragma once

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct {
    FILE *in, *out;
    FILE *notices; // text that is not part of the course's dialogue
} ClassroomStreams;

typedef struct {
    const char *strong;       // player for the name C2 and for hints; NULL: the engine, two seconds
    const char *state_folder; // for the autosave; NULL: the XDG state directory
    bool no_files;            // no file access, for tests and fuzzing
    bool at_terminal;         // interactive: offer to save on quit
} ClassroomOptions;

// Returns the exit status of the program: 0 on success, also if the file cannot be loaded; 1 with
// *err set if the input failed or the unfinished game could not be saved; 128 + n after signal n.
int classroom_play(const ClassroomOptions *options, const ClassroomStreams *streams, Error *err);

// Lists the commands of the move prompt, for help texts.
void classroom_add_commands(Str *out);
