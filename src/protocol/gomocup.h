// The protocol of Gomocup and Piskvork, with what later managers (Yixin-Board, c-gomoku-cli) added.
//
// A manager sends a command a line and waits for the answer, mostly a point "x,y" counted from 0 at
// the top left. Here a session is the stones the manager told us, in their order, and the limits;
// whenever a move is asked for, the game to think about is made from them.
#pragma once

#include "player/player.h"

#include <stdio.h>

typedef struct {
    const char *player;     // as player_open takes it; NULL: "strong"
    int64_t analysis_nodes; // analyses look at no more, for who tests; 0: as many as INFO says
} GomocupOptions;

typedef struct Gomocup Gomocup;

Gomocup *gomocup_new(const GomocupOptions *options, Error *err);
void gomocup_free(Gomocup *g);

// Answers one line, which may hold any bytes; many have no answer. Returns false when the session
// is over.
bool gomocup_answer(Gomocup *g, const char *line, size_t len, Str *reply);

// The whole program: until END, the end of input, or nobody who listens. It listens while it
// thinks: STOP brings the answer at once. END does so too if it was sent ahead, as a script does;
// one that comes while it thinks ends it without a word.
void gomocup_run(Gomocup *g, int in, FILE *out);

// What there is, for help texts: commands, and the keys that INFO knows. False after the last.
typedef struct {
    const char *name, *usage, *help;
} GomocupHelp;

bool gomocup_command_at(int i, GomocupHelp *out);
bool gomocup_key_at(int i, GomocupHelp *out);
