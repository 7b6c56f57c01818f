// Wakes a thread that is waiting, from another one: posix/wakeup.c (a self-pipe), windows/wakeup.c
// (an event).
#pragma once

typedef struct Wakeup Wakeup;

Wakeup *wakeup_new(void);
void wakeup_free(Wakeup *w);

void wakeup_signal(Wakeup *w); // from any thread
void wakeup_clear(Wakeup *w);

// Waits until it is signaled, at most `ms` milliseconds. Returns at once if it was signaled since
// the last wakeup_clear.
void wakeup_wait(Wakeup *w, int ms);

// A file descriptor that is readable while it is signaled; -1 on Windows.
int wakeup_fd(const Wakeup *w);
