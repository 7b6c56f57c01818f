// The two languages in which programs are told to play, as rows.
#pragma once

#include "match/contestant.h"
#include "match/program.h"

enum { REPLY_MOVES_MAX = OPENING_STONES_MAX };

// What a program answered: moves to be made one after the other, of which there are several only in
// an opening, and what it said of the position.
typedef struct {
    int count;
    Point moves[REPLY_MOVES_MAX];
    Opinion opinion;
} Reply;

typedef struct {
    const char *name;           // before the colon
    const char *farewell;       // with its line end
    const OpeningRule *opening; // the only protocol it has words for; NULL: none
    EndReason (*begin)(Program *p, const ContestantOptions *o, Error *why);
    // `told` moves of the game are known to the program.
    EndReason (*choose)(Program *p, const ContestantOptions *o, const Game *g, int told,
                        int64_t deadline_ms, Reply *out, Error *why);
} Dialect;

extern const Dialect dialect_gomocup, dialect_gtp;
