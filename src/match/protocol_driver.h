// The two languages in which programs are told to play, as rows.
#pragma once

#include "match/engine_process.h"
#include "match/participant.h"

enum { REPLY_MOVES_MAX = OPENING_STONES_MAX };

// What a program answered: moves to be made one after the other, of which there are several only in
// an opening, and what it said of the position.
typedef struct {
    int count;
    Point moves[REPLY_MOVES_MAX];
    Evaluation evaluation;
} EngineReply;

typedef struct {
    const char *name;           // before the colon
    const char *farewell;       // with its line end
    const OpeningRule *opening; // the only protocol it has words for; NULL: none
    EndReason (*begin)(EngineProcess *p, const ParticipantOptions *o, Error *why);
    // `told` moves of the game are known to the program.
    EndReason (*choose)(EngineProcess *p, const ParticipantOptions *o, const Game *g, int told,
                        int64_t deadline_ms, EngineReply *out, Error *why);
} ProtocolDriver;

extern const ProtocolDriver gomocup_driver, gtp_driver;
