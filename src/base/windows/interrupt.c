#include "base/interrupt.h"

#include "base/input.h"
#include "base/mem.h"

#include <io.h>
#include <process.h>
#include <signal.h>
#include <windows.h>

enum { CAUGHT = 3 };

static const int caught[CAUGHT] = {SIGINT, SIGTERM, SIGBREAK};

struct Interrupts {
    void (*before[CAUGHT])(int);
};

static volatile sig_atomic_t received; // the only thing the signal handler writes
static bool catching;                  // if not, interrupt_wait need not poll

// Runs on a thread of its own. The C library resets the handler before: a second signal ends the
// program at once.
static void remember(int number) {
    received = number;
}

static void leave(int number) {
    _exit(128 + number);
}

void interrupt_exit(void) {
    for (int i = 0; i < CAUGHT; i++)
        signal(caught[i], leave);
}

Interrupts *interrupt_catch(void) {
    Interrupts *held = mem_alloc(sizeof *held);
    received = 0;
    catching = true;
    for (int i = 0; i < CAUGHT; i++)
        held->before[i] = signal(caught[i], remember);
    return held;
}

void interrupt_restore(Interrupts *held) {
    for (int i = 0; i < CAUGHT; i++)
        signal(caught[i], held->before[i]);
    catching = false;
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

static bool is_console(int fd) {
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(fd), &mode);
}

// A console shows what is typed only while it is read; Ctrl-C ends that read.
bool interrupt_wait(int fd) {
    enum { POLL_MS = 50 };
    while (catching && received == 0 && !is_console(fd) && !input_wait(fd, POLL_MS))
        continue;
    return received == 0;
}
