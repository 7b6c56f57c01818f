// A program that plays, behind pipes: lines to it and from it, each with a deadline, and an end of
// the game for whatever it does instead of answering.
#pragma once

#include "base/process.h"
#include "core/game.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    const char *const *argv;            // ends with NULL; borrowed
    const char *farewell;               // what asks it to end
    pthread_mutex_t *starting;          // borrowed; see engine_process_start
    const atomic_bool *stop;            // borrowed; once true no answer is waited for
    bool (*interrupted)(void *context); // asked as well; NULL: nobody does
    void *context;
    int64_t pause_ms; // see engine_process_pause
    Process *process; // NULL while it does not run
    int64_t heard_ms; // when it last said something
    Str line;         // the last one heard
} EngineProcess;

// Programs are started one at a time: a pipe that another thread has just opened would otherwise be
// inherited, and stay open when its own program is gone.
bool engine_process_start(EngineProcess *p, Error *err);

// Asks it to end, and sees to it.
void engine_process_quit(EngineProcess *p);

// Ends it without asking, because it did not do as it should.
void engine_process_kill(EngineProcess *p);

// Waits until `pause_ms` after its last line. Programs that think in a thread of their own may
// write their answer a moment before they listen again, and lose a command that comes at once.
void engine_process_pause(const EngineProcess *p);

// Forgets what it has said unasked, so that this is not taken for the answer to what comes now.
void engine_process_discard_output(EngineProcess *p);

// Both return END_NONE, or END_CRASH or END_NO_ANSWER and why. A line that was heard is in `line`,
// free of zero bytes.
EndReason engine_process_send(EngineProcess *p, const char *text, int64_t deadline_ms, Error *why);
EndReason engine_process_read_line(EngineProcess *p, int64_t deadline_ms, Error *why);
