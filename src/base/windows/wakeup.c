#include "base/wakeup.h"

#include "base/mem.h"

#include <windows.h>

struct Wakeup {
    HANDLE event; // manual reset
};

Wakeup *wakeup_new(void) {
    Wakeup *w = mem_alloc(sizeof *w);
    w->event = CreateEventA(NULL, TRUE, FALSE, NULL);
    return w;
}

void wakeup_free(Wakeup *w) {
    CloseHandle(w->event);
    mem_free(w);
}

void wakeup_signal(Wakeup *w) {
    SetEvent(w->event);
}

void wakeup_clear(Wakeup *w) {
    ResetEvent(w->event);
}

void wakeup_wait(Wakeup *w, int ms) {
    WaitForSingleObject(w->event, (DWORD)ms);
}

int wakeup_fd(const Wakeup *w) {
    (void)w;
    return -1;
}
