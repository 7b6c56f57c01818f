// GTP, the Go Text Protocol, for five in a row.
//
// With default options the output matches the GTP course's random player byte for byte: an illegal
// move is a success reply with a message, points are lower case, list_commands answers on one line.
// `pentad gtp --help` names the four deliberate exceptions. The GoGui profile follows the standard
// as GoGui and other GTP programs expect it.
#pragma once

#include "base/command.h"
#include "core/game.h"
#include "player/player.h"

#include <stdio.h>

typedef enum { GTP_COURSE, GTP_GOGUI, GTP_PROFILE_COUNT } GtpProfile;

// The i-th profile's name, NULL after the last.
const char *gtp_profile_name(int i);
bool gtp_profile_find(const char *name, GtpProfile *out, Error *err);

enum { GTP_LINE_MAX = 1 << 20 }; // gogui-play_sequence can hold a long game

typedef struct {
    GtpProfile profile;
    const char *player;     // see player_open; NULL: "random"
    const Rules *rules;     // NULL: freestyle
    int size;               // 0: 7 in the course profile, 15 in the GoGui profile
    bool sandboxed;         // no files and no engine, for untrusted input
    bool ponders;           // think on the opponent's time, if the player can
    int64_t analysis_nodes; // node limit of analyses, for tests; 0: what the commands ask for
} GtpOptions;

typedef struct Gtp Gtp;

Gtp *gtp_new(const GtpOptions *options, Error *err);
void gtp_free(Gtp *g);

// Answers one line, which may contain any bytes. Adds nothing to `reply` if the line holds no
// command. Returns false when the session is over.
bool gtp_answer(Gtp *g, const char *line, size_t len, Str *reply);

// From now on, ends a search once `stop` says so, and fails its command with nothing played. For
// programs that embed a session; all zero: never.
void gtp_set_stop(Gtp *g, StopToken stop);

// The whole program: runs until `quit`, the end of input, or a write error. It polls the input
// while it searches: any input ends an analysis, and the line "# interrupt" ends the search for a
// move.
void gtp_run(Gtp *g, int in, FILE *out);

// The i-th command, the course's own first; NULL after the last.
const Command *gtp_command_at(int i);
