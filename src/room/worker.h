// The process in which a level thinks: tasks come as lines on standard input, answers leave as
// lines on standard output. One that crashes, hangs or eats memory harms nobody else.
//
//   think PLAYER MS RULES SIZE OPENING MOVE...
//   mist PLAYER MS black|white VIEW MOVE VIEW MOVE ... VIEW
//
// VIEW is CENTRE:49 cells. The answer is a move, or in the mist several, the best first; or "? "
// and why there is none.
#pragma once

#include "base/str.h"
#include "player/player.h"

// What is kept from one task to the next.
typedef struct {
    char description[64];
    Player player; // all zero: none
} Worker;

void worker_answer(Worker *w, char *task, Str *out); // cuts `task` into words
void worker_release(Worker *w);

// Until standard input ends; returns an exit status.
int worker_run(void);
