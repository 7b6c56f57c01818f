#include "base/interrupt.h"

#include "base/mem.h"

#include <errno.h>
#include <signal.h>
#include <sys/select.h>
#include <unistd.h>

enum { CAUGHT = 4 };

static const int caught[CAUGHT] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

struct Interrupts {
    struct sigaction before[CAUGHT], pipe_before;
};

static volatile sig_atomic_t received; // the only thing the signal handler writes

static void remember(int number) {
    received = number;
}

static void leave(int number) {
    _exit(128 + number);
}

// No SA_RESTART, so that reads return. Those that are ignored stay so: nohup or a background job of
// a shell.
static void set_handlers(void (*handler)(int), int flags, struct sigaction before[CAUGHT]) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CAUGHT; i++) {
        sigaction(caught[i], &action, &before[i]);
        if (before[i].sa_handler == SIG_IGN)
            sigaction(caught[i], &before[i], NULL);
    }
}

void interrupt_exit(void) {
    struct sigaction before[CAUGHT];
    set_handlers(leave, 0, before);
}

Interrupts *interrupt_catch(void) {
    Interrupts *held = mem_alloc(sizeof *held);
    received = 0;
    set_handlers(remember, (int)SA_RESETHAND,
                 held->before); // a second one ends the program at once
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGPIPE, &ignore, &held->pipe_before);
    return held;
}

void interrupt_restore(Interrupts *held) {
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &held->before[i], NULL);
    sigaction(SIGPIPE, &held->pipe_before, NULL);
    received = 0;
    mem_free(held);
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
    for (int i = 0; i < CAUGHT; i++)
        sigaddset(&blocked, caught[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    int found = 0;
    while (received == 0 && (found = select_readable(fd, &before)) < 0 && errno == EINTR)
        continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return received == 0;
}
