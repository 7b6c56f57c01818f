// How to think. The only header of this folder that others include.
//
// An Engine holds the tables of one rule set and the memory of past searches. It starts no threads;
// use it from one at a time.
#pragma once

#include "core/board.h"

typedef struct Engine Engine;

Engine *engine_new(const Rules *rules);
void engine_free(Engine *e);

// How many bytes everything may take together, at least ENGINE_MEMORY_MIN; 0: as many as it likes.
// When that changes what it remembers is lost.
enum { ENGINE_MEMORY_MIN = 10 << 20 };
void engine_set_memory(Engine *e, int64_t bytes);

// Zero: no such limit. With none at all a search goes on until it knows the outcome.
typedef struct {
    int64_t ms;
    int64_t nodes;
    int depth;
    bool (*interrupted)(void *context); // asked now and then: stop at once? NULL: nobody does
    void *context;
} EngineLimits;

enum { ENGINE_MATE = 30000, ENGINE_LINE_MAX = 64 };

typedef struct {
    Point move; // POINT_PASS if there is no legal one
    int value;  // for the side to move; ENGINE_MATE - n: wins with the n-th stone from here
    int depth;
    int64_t nodes;
    int length; // of the expected line, which begins with `move`
    Point line[ENGINE_LINE_MAX];
} EngineAnswer;

// A move for the side to move of a game that is not over.
EngineAnswer engine_think(Engine *e, const Board *b, const EngineLimits *limits);

typedef enum { SOLVED_UNKNOWN, SOLVED_WIN, SOLVED_LOSS, SOLVED_DRAW } Solved;

typedef struct {
    Solved outcome; // for the side to move
    Point move;     // that keeps a win or a draw; POINT_NONE otherwise
    int64_t nodes;
} EngineProof;

// Proves the outcome with best play, or says that it could not within the limits.
EngineProof engine_solve(Engine *e, const Board *b, const EngineLimits *limits);
