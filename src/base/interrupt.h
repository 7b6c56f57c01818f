// Signals that ask the program to end: remembered, so that a game can be kept before it does.
//
// While they are caught a blocking read comes back with EINTR, and writing into a closed pipe
// fails instead of ending the program. The same signal once more ends it without ado.
#pragma once

#include <signal.h>
#include <stdbool.h>

enum { INTERRUPT_CAUGHT = 4 };

// What was there before; the caller holds it.
typedef struct {
    struct sigaction before[INTERRUPT_CAUGHT], pipe_before;
} Interrupts;

void interrupt_catch(Interrupts *held);
void interrupt_restore(const Interrupts *held);

// The number of the signal that came since interrupt_catch, 0 if none did; 0 after
// interrupt_restore.
int interrupt_signal(void);

// Waits until something can be read from `fd`. False if a signal came first, even one that came
// just before: that a read would sleep through.
bool interrupt_wait(int fd);
