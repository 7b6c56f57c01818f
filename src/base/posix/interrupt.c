#include "base/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <sys/select.h>
#include <unistd.h>

static const int caught[INTERRUPT_CAUGHT] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static volatile sig_atomic_t received; // the only thing the signal handler writes

static void remember(int number) {
    received = number;
}

// No SA_RESTART, so that reads return. SA_RESETHAND: a second signal ends the program at once.
static void (*set_handler(int number, void (*handler)(int)))(int) {
    struct sigaction action = {.sa_handler = handler}, before;
    action.sa_flags = handler == remember ? (int)SA_RESETHAND : 0;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, &before);
    return before.sa_handler;
}

static void (*set_unless_ignored(int number, void (*handler)(int)))(int) {
    void (*before)(int) = set_handler(number, handler);
    if (before == SIG_IGN) // nohup or a background job of a shell
        set_handler(number, SIG_IGN);
    return before;
}

static void leave(int number) {
    _exit(128 + number);
}

void interrupt_exit(void) {
    for (int i = 0; i < INTERRUPT_CAUGHT; i++)
        set_unless_ignored(caught[i], leave);
}

void interrupt_catch(Interrupts *held) {
    received = 0;
    for (int i = 0; i < INTERRUPT_CAUGHT; i++)
        held->before[i] = set_unless_ignored(caught[i], remember);
    held->pipe_before = set_handler(SIGPIPE, SIG_IGN);
}

void interrupt_restore(const Interrupts *held) {
    for (int i = 0; i < INTERRUPT_CAUGHT; i++)
        set_handler(caught[i], held->before[i]);
    set_handler(SIGPIPE, held->pipe_before);
    received = 0;
}

int interrupt_signal(void) {
    return received;
}

static bool was_signaled(void *context) {
    (void)context;
    return interrupt_signal() != 0;
}

const StopToken interrupt_stop = {.should_stop = was_signaled};

static int select_readable(int fd, const sigset_t *mask) {
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(fd, &readable);
    return pselect(fd + 1, &readable, NULL, NULL, NULL, mask);
}

// Signals are blocked until pselect waits, which unblocks them atomically, so none is missed.
bool interrupt_wait(int fd) {
    if (fd >= FD_SETSIZE)
        return received == 0;
    sigset_t blocked, before;
    sigemptyset(&blocked);
    for (int i = 0; i < INTERRUPT_CAUGHT; i++)
        sigaddset(&blocked, caught[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    int found = 0;
    while (received == 0 && (found = select_readable(fd, &before)) < 0 && errno == EINTR)
        continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return received == 0;
}
