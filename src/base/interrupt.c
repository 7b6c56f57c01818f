#include "base/interrupt.h"

#include <errno.h>
#include <sys/select.h>

static const int caught[INTERRUPT_CAUGHT] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

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
    came = 0;
}

int interrupt_signal(void) {
    return came;
}

static int select_readable(int fd, const sigset_t *mask) {
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(fd, &readable);
    return pselect(fd + 1, &readable, NULL, NULL, NULL, mask);
}

// Signals are held back until pselect sleeps, which lets them in again in the same instant.
bool interrupt_wait(int fd) {
    if (fd >= FD_SETSIZE)
        return came == 0;
    sigset_t held_back, before;
    sigemptyset(&held_back);
    for (int i = 0; i < INTERRUPT_CAUGHT; i++)
        sigaddset(&held_back, caught[i]);
    pthread_sigmask(SIG_BLOCK, &held_back, &before);
    int found = 0;
    while (came == 0 && (found = select_readable(fd, &before)) < 0 && errno == EINTR)
        continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return came == 0;
}
