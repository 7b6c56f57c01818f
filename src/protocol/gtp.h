// The Go Text Protocol for five in a row.
//
// With default options it is, to the byte, the random player of the GTP course: an illegal move is
// a success reply that says so, points are in small letters, list_commands answers on one line. The
// GoGui profile speaks as GoGui's window and other GTP programs expect.
#pragma once

#include "base/command.h"
#include "core/game.h"
#include "player/player.h"

#include <stdio.h>

typedef enum { GTP_COURSE, GTP_GOGUI, GTP_PROFILE_COUNT } GtpProfile;

// The i-th profile's name, NULL after the last.
const char *gtp_profile_name(int i);

enum { GTP_LINE_MAX = 1 << 20 }; // gogui-play_sequence may bring a long game on one line

typedef struct {
    GtpProfile profile;
    const char *player;     // as player_open takes it; NULL: "random"
    const Rules *rules;     // NULL: freestyle
    int size;               // 0: 7 in the course's profile, 15 in GoGui's
    bool confined;          // neither files nor the engine: for input that nobody answers for
    bool ponders;           // thinks on the other side's time, as far as the player does
    int64_t analysis_nodes; // analyses look at no more, for who tests; 0: as the commands say
} GtpOptions;

typedef struct Gtp Gtp;

Gtp *gtp_new(const GtpOptions *options, Error *err);
void gtp_free(Gtp *g);

// Answers one line, which may hold any bytes; nothing is added for a line that is no command.
// Returns false when the session is over.
bool gtp_answer(Gtp *g, const char *line, size_t len, Str *reply);

// The whole program: until `quit`, the end of input, or nobody who listens. It listens while it
// thinks: anything that comes ends an analysis, and the line "# interrupt" a move.
void gtp_run(Gtp *g, int in, FILE *out);

// The i-th command, the course's own first; NULL after the last.
const Command *gtp_command_at(int i);
