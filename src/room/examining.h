// Positions examined for who asks, as tasks of a worker: the best lines, and proofs.
#pragma once

#include "room/worker.h"

// Cuts the next word off; "" after the last.
const char *worker_next_word(char **rest);

// LINES MS NODES POSITION, and MS NODES POSITION.
bool examine(Worker *w, char **rest, Str *out, Error *err);
bool examine_proof(Worker *w, char **rest, Str *out, Error *err);
