// Background thread that runs one job at a time, so that the interface never blocks.
#pragma once

#include "base/clock.h"

typedef struct Background Background;

// Must poll `stop` often and return soon once it is requested.
typedef void BackgroundWork(void *job, StopToken stop);

Background *background_new(void);
void background_free(Background *b); // stops the job first

// The thread owns `job` until background_poll returns true or background_stop returns. Only one job
// can run at a time.
void background_start(Background *b, BackgroundWork *work, void *job);
bool background_is_busy(const Background *b); // started, and not yet polled as done or stopped

// True once, when the job is done. The caller owns it again.
bool background_poll(Background *b);

// Interrupts the job and waits for it. True if one was running; its result is not valid.
bool background_stop(Background *b);

// File descriptor that becomes readable when the job is done; background_poll drains it.
int background_fd(const Background *b);
