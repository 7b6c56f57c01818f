// `pentad selfplay --database`: the games as jobs in a database, which `pentad worker` plays on any
// number of machines.
#pragma once

#include "train/selfplay.h"

// Like selfplay_run. The games come in the order of their numbers.
bool selfplay_jobs_run(const SelfplayOptions *options, const char *database,
                       const SelfplayCallbacks *callbacks, Error *err);
