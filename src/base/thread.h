// Starts threads with all signals blocked; condition wait with a timeout.
#pragma once

#include <pthread.h>
#include <stdbool.h>

// All signals are blocked in the new thread, so the calling one handles them. False if the system
// refuses to start another thread.
bool thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument);

// pthread_cond_wait with a timeout.
void thread_wait_ms(pthread_cond_t *changed, pthread_mutex_t *lock, int ms);
