// Threads that wait for work and share it: a loop whose rounds do not depend on each other.
#pragma once

typedef struct Crew Crew;

// `threads` at work, the caller's among them; fewer where the system gives no more.
Crew *crew_new(int threads);
void crew_free(Crew *c);

// Calls work(context, part) for each part from 0 on, in any order and any thread, and returns when
// all are done. What parts share must not be written.
void crew_run(Crew *c, int parts, void (*work)(void *context, int part), void *context);
