// The analysis commands of a worker process: `examine` (best lines, MultiPV) and `prove` (solver).
#pragma once

#include "games/worker.h"

// Cuts off the next word; "" after the last one.
const char *worker_next_word(char **rest);

// Arguments: LINES MS NODES POSITION.
bool worker_examine(EngineWorker *worker, char **rest, Str *out, Error *err);

// Arguments: MS NODES POSITION.
bool worker_prove(EngineWorker *worker, char **rest, Str *out, Error *err);
