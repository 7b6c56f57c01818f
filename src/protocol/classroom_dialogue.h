// Console dialogue of the classroom course (its play()): asks for names or a file, then for moves
// until the game is over.
//
// Standard output is exactly the course's dialogue. Extra notices (why an input is invalid, where
// an unfinished game was saved) go to a separate stream. At the move prompt a few extra commands
// are accepted: undo, hint, save, help, quit.
#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "base/line_reader.h"
#include "base/str.h"
#include "core/point.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct {
    const char *strong;       // player for hints and is_strong; NULL: the engine, 2 s per move
    bool is_strong[WALL];     // by Stone: "C" plays as `strong`, not as "easy"
    const char *state_folder; // for an unfinished game; NULL: the XDG state directory
    bool no_files;            // no file access, for tests and fuzzing
    bool at_terminal;         // interactive: offer to save on quit
} ClassroomOptions;

// How the dialogue reaches its user.
typedef struct {
    // Writes the prompt and reads a line, without its newline, as line_read does.
    LineResult (*ask)(void *context, const char *prompt, size_t limit, Str *line);
    // Writes a part of the course's dialogue; false if that failed.
    bool (*say)(void *context, const Str *text);
    // Writes text that is not part of the course's dialogue.
    void (*notice)(void *context, const char *text);
    void *context;
    StopToken interrupted; // leaves the game
} ClassroomUser;

// Plays a game. False with *err set if the input or output failed or the unfinished game could not
// be saved; a file that cannot be loaded is not a failure.
bool classroom_run(const ClassroomOptions *options, const ClassroomUser *user, Error *err);

typedef struct {
    FILE *in, *out;
    FILE *notices;
} ClassroomStreams;

// The whole program. Returns its exit status: 0, or 1 with *err set as above, or 128 + n after
// signal n.
int classroom_play(const ClassroomOptions *options, const ClassroomStreams *streams, Error *err);

// Lists the commands of the move prompt, for help texts.
void classroom_add_commands(Str *out);
