#include "base/wakeup.h"

#include "base/mem.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

struct Wakeup {
    int pipe[2]; // a byte per signal
};

Wakeup *wakeup_new(void) {
    Wakeup *w = mem_alloc(sizeof *w);
    if (pipe(w->pipe) != 0)
        w->pipe[0] = w->pipe[1] = -1; // every wait lasts as long as it may
    for (int i = 0; i < 2; i++) {
        fcntl(w->pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(w->pipe[i], F_SETFD, FD_CLOEXEC);
    }
    return w;
}

void wakeup_free(Wakeup *w) {
    close(w->pipe[0]);
    close(w->pipe[1]);
    mem_free(w);
}

void wakeup_signal(Wakeup *w) {
    ssize_t ignored = write(w->pipe[1], "", 1); // a full pipe wakes the reader, too
    (void)ignored;
}

void wakeup_clear(Wakeup *w) {
    char bytes[16];
    while (read(w->pipe[0], bytes, sizeof bytes) > 0)
        continue;
}

void wakeup_wait(Wakeup *w, int ms) {
    poll(&(struct pollfd){w->pipe[0], POLLIN, 0}, 1, ms);
}

int wakeup_fd(const Wakeup *w) {
    return w->pipe[0];
}
