#include "base/interrupt.h"

static const int caught[INTERRUPT_CAUGHT] = {SIGINT, SIGTERM, SIGHUP};

static volatile sig_atomic_t came; // all that a handler may touch

static void remember(int number) {
    came = number;
}

void interrupt_catch(Interrupts *held) {
    came = 0;
    // No SA_RESTART: reads must come back. A second signal ends the program at once.
    struct sigaction action = {.sa_handler = remember, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < INTERRUPT_CAUGHT; i++) {
        sigaction(caught[i], &action, &held->before[i]);
        if (held->before[i].sa_handler == SIG_IGN) // nohup, a shell's background job
            sigaction(caught[i], &held->before[i], NULL);
    }
    action = (struct sigaction){.sa_handler = SIG_IGN};
    sigemptyset(&action.sa_mask);
    sigaction(SIGPIPE, &action, &held->pipe_before);
}

void interrupt_restore(const Interrupts *held) {
    for (int i = 0; i < INTERRUPT_CAUGHT; i++)
        sigaction(caught[i], &held->before[i], NULL);
    sigaction(SIGPIPE, &held->pipe_before, NULL);
}

int interrupt_signal(void) {
    return came;
}
