// Catches termination signals (SIGINT, SIGTERM, SIGHUP, SIGQUIT), so that the program can save its
// game before it exits.
//
// While they are caught, a blocking read fails with EINTR, and writing to a closed pipe fails
// instead of ending the program. The same signal a second time ends the program at once.
// Windows has only SIGINT (Ctrl-C), SIGBREAK (also a closed window) and SIGTERM.
#pragma once

#include "base/clock.h"

typedef struct Interrupts Interrupts; // the previous signal handlers

// From now on these signals end the program with the status 128 + number, as after they were
// caught. Those that the caller ignores stay ignored.
void interrupt_exit(void);

Interrupts *interrupt_catch(void);
void interrupt_restore(Interrupts *held); // and frees them

// The last signal caught since interrupt_catch; 0 if none, and after interrupt_restore.
int interrupt_signal(void);

// Stops work once a signal was caught.
extern const StopToken interrupt_stop;

// Waits until `fd` is readable. Returns false if a signal was caught, even if it arrived just
// before the call. (A plain read would miss that one and block.)
bool interrupt_wait(int fd);
