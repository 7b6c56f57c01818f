#include "base/interrupt.h"

#include "base/input.h"
#include "base/number.h"

#include <io.h>
#include <process.h>
#include <signal.h>
#include <windows.h>

static const int caught[] = {SIGINT, SIGTERM, SIGBREAK};

static volatile sig_atomic_t received; // the only thing the signal handler writes

// Runs on a thread of its own. The C library resets the handler before: a second signal ends the
// program at once.
static void remember(int number) {
    received = number;
}

static void leave(int number) {
    _exit(128 + number);
}

void interrupt_exit(void) {
    for (int i = 0; i < COUNT(caught); i++)
        signal(caught[i], leave);
}

void interrupt_catch(Interrupts *held) {
    received = 0;
    for (int i = 0; i < COUNT(caught); i++)
        held->before[i] = signal(caught[i], remember);
}

void interrupt_restore(const Interrupts *held) {
    for (int i = 0; i < COUNT(caught); i++)
        signal(caught[i], held->before[i]);
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

static bool is_console(int fd) {
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(fd), &mode);
}

// A console shows what is typed only while it is read; Ctrl-C ends that read.
bool interrupt_wait(int fd) {
    enum { POLL_MS = 50 };
    while (received == 0 && !is_console(fd) && !input_wait(fd, POLL_MS))
        continue;
    return received == 0;
}
