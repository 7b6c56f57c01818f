// A piece of work on a thread of its own, so that keys never wait for it. One at a time.
#pragma once

#include <stdbool.h>

typedef struct Background Background;

// Work looks at `interrupted(context)` often, and ends soon once that is true.
typedef void BackgroundWork(void *job, bool (*interrupted)(void *context), void *context);

Background *background_new(void);
void background_free(Background *b); // stops first

// `job` is the worker's until background_poll or background_stop. There must be no work under way.
void background_start(Background *b, BackgroundWork *work, void *job);
bool background_is_busy(const Background *b); // started, and not yet taken or stopped

// True once, when the work is done. Its job is the caller's again.
bool background_poll(Background *b);

// Asks it to end and waits until it has. Says whether there was work, whose result is now void.
bool background_stop(Background *b);

// Something can be read from it when work is done; background_poll reads it.
int background_fd(const Background *b);
