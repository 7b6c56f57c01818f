// The Gomocup (Piskvork) AI protocol, with the extensions of later managers (Yixin-Board,
// c-gomoku-cli).
//
// A manager sends one command per line and waits for the answer, usually a point "x,y" counted from
// 0 at the top left. A session holds the limits and the stones, in the order the manager sent them.
// Each move request rebuilds the game from those stones.
#pragma once

#include "player/player.h"

#include <stdio.h>

typedef struct {
    const char *player; // see player_open; NULL: "strong"
    // For tests:
    int64_t analysis_nodes; // node limit of analyses; 0: as set by INFO
    Engine *engine;         // for analyses, borrowed; NULL: opened when it is needed
} GomocupOptions;

typedef struct Gomocup Gomocup;

Gomocup *gomocup_new(const GomocupOptions *options, Error *err);
void gomocup_free(Gomocup *g);

// Answers one line, which may contain any bytes; many commands have no answer. Returns false when
// the session is over.
bool gomocup_answer(Gomocup *g, const char *line, size_t len, Str *reply);

// The whole program: runs until END, the end of input, or a write error. It polls the input while
// it searches: STOP, or an END that was already queued (piped scripts), ends the search with a
// move. An END that arrives later quits without one.
void gomocup_run(Gomocup *g, int in, FILE *out);

// Lists the commands and the keys of INFO, for help texts.
void gomocup_add_help(Str *out);
