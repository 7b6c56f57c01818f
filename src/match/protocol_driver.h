// Protocol drivers: how to make an external engine play, by the Gomocup protocol or by GTP, and in
// the mist by the course's protocol.
#pragma once

#include "match/engine_process.h"
#include "match/participant.h"

enum { REPLY_MOVES_MAX = OPENING_STONES_MAX };

// An engine's answer: the moves to play in order (more than one only in an opening) and its
// evaluation.
typedef struct {
    int count;
    Point moves[REPLY_MOVES_MAX];
    bool has_value; // as in PlayerMove
    int value;
} EngineReply;

typedef struct {
    const char *name;           // the prefix before the colon
    const char *quit_command;   // including the newline
    const OpeningRule *opening; // the only opening rule the protocol supports; NULL: none
    bool mist; // only for games in the mist. One process per game, whose commands are never dropped
    EndReason (*begin)(EngineProcess *p, const ParticipantOptions *o, Error *why);
    // `known`: how many moves of the game the engine already knows.
    EndReason (*choose)(EngineProcess *p, const ParticipantOptions *o, const Game *g, int known,
                        int64_t deadline_ms, EngineReply *out, Error *why);
    void (*finish)(EngineProcess *p, const Game *g); // tells it the result; NULL: no such command
} ProtocolDriver;

extern const ProtocolDriver gomocup_driver, gtp_driver, mist_driver;
