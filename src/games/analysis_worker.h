// Positions examined for who asks, as tasks of a worker: the best lines, and proofs.
#pragma once

#include "games/worker.h"

// Cuts the next word off; "" after the last.
const char *worker_next_word(char **rest);

// LINES MS NODES POSITION, and MS NODES POSITION.
bool worker_examine(EngineWorker *w, char **rest, Str *out, Error *err);
bool worker_prove(EngineWorker *w, char **rest, Str *out, Error *err);
