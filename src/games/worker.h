// The process in which a level thinks and positions are examined: tasks come as lines on standard
// input, answers leave as lines on standard output. One that crashes, hangs or eats memory harms
// nobody else.
//
//   think PLAYER MS RULES SIZE OPENING MOVE...
//   mist PLAYER MS black|white VIEW MOVE VIEW MOVE ... VIEW
//   examine LINES MS NODES POSITION
//   prove MS NODES POSITION
//   stop
//
// VIEW is CENTRE:49 cells, POSITION as position_text_format writes it; no nodes (0) are any number.
// The answer to the first two is a move, or in the mist several, the best first; to the others
// `found` or, if more time would add nothing, `settled`, with JSON as `pentad analyze` writes it
// and the page's own engine; or it is "? " and why there is none. While a position is examined
// lines `so_far` and JSON come before the answer, and any line that arrives ends it with what is
// known: `stop` has no other use, and no answer of its own.
#pragma once

#include "base/str.h"
#include "player/analyst.h"
#include "player/player.h"
#include "player/solve.h"

// Who listens while a position is examined; both functions may be NULL.
typedef struct {
    bool (*stops)(void *context);                   // asked now and then: is it enough?
    void (*tells)(void *context, const char *line); // a word before the answer
    void *context;
} WorkerCallbacks;

// What is kept from one task to the next. All zero: nothing.
typedef struct {
    WorkerCallbacks master;
    char description[64];
    Player player;
    Analyst *analyst;
    Solver *solver;
} EngineWorker;

void worker_execute(EngineWorker *w, char *task, Str *out); // cuts `task` into words
void worker_release(EngineWorker *w);

// Until standard input ends; returns an exit status.
int worker_run(void);
