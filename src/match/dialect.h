// The two languages in which programs are told to play, as rows.
#pragma once

#include "match/contestant.h"
#include "match/program.h"

typedef struct {
    const char *name;     // before the colon
    const char *farewell; // with its line end
    EndReason (*begin)(Program *p, const ContestantOptions *o, Error *why);
    // `told` moves of the game are known to the program.
    EndReason (*choose)(Program *p, const ContestantOptions *o, const Game *g, int told,
                        int64_t deadline_ms, Point *move, Error *why);
} Dialect;

extern const Dialect dialect_gomocup, dialect_gtp;
