// The Go Text Protocol for five in a row.
//
// With default options it is, to the byte, the random player of the GTP course: an illegal move is
// a success reply that says so, points are in small letters, list_commands answers on one line. The
// GoGui profile speaks as GoGui's window and other GTP programs expect.
#pragma once

#include "base/str.h"
#include "core/game.h"
#include "player/player.h"

#include <stdio.h>

typedef enum { GTP_COURSE, GTP_GOGUI } GtpProfile;

typedef struct {
    GtpProfile profile;
    const char *player; // as player_open takes it; NULL: "random"
    const Rules *rules; // NULL: freestyle
    int size;           // 0: 7 in the course's profile, 15 in GoGui's
} GtpOptions;

typedef struct Gtp Gtp;

Gtp *gtp_new(const GtpOptions *options, Error *err);
void gtp_free(Gtp *g);

// Answers one line, which is cut up in place; nothing is added for a line that is no command.
// Returns false when the session is over.
bool gtp_answer(Gtp *g, char *line, Str *reply);

// The whole program: until `quit` or the end of input.
void gtp_run(Gtp *g, FILE *in, FILE *out);

// The i-th command beyond and including the course's, NULL after the last: for the documentation.
const char *gtp_command_name(int i);
