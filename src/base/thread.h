// Threads as this tree starts them, and a wait that does not last for ever.
#pragma once

#include <pthread.h>
#include <stdbool.h>

// Signals are for the thread that asked: all are blocked in the new one. False where the system
// gives no more threads.
bool thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument);

// As pthread_cond_wait, but at most so long.
void thread_wait_ms(pthread_cond_t *changed, pthread_mutex_t *lock, int ms);
