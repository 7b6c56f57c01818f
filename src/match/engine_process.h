// External engine process behind pipes: sends and reads lines with a deadline, and turns every
// failure to answer into a reason to end the game.
#pragma once

#include "base/clock.h"
#include "base/process.h"
#include "core/game.h"

#include <stdbool.h>

typedef struct {
    const char *const *argv;  // ends with NULL; borrowed
    const char *quit_command; // asks the engine to exit
    StopToken stop;           // stops waiting for an answer
    int64_t pause_ms;         // see engine_process_pause
    Process *process;         // NULL while not running
    int64_t last_line_ms;     // when it last printed a line
    Str line;                 // the last line read
} EngineProcess;

bool engine_process_start(EngineProcess *p, Error *err);

// Sends the quit command and waits a moment; kills the engine if it does not exit.
void engine_process_quit(EngineProcess *p);

// Kills the engine immediately.
void engine_process_kill(EngineProcess *p);

// Waits until `pause_ms` after its last line. An engine that searches in its own thread may answer
// a moment before it reads again, and miss a command that comes immediately.
void engine_process_pause(const EngineProcess *p);

// Discards unread output, so that it is not taken for the answer to the next command.
void engine_process_discard_output(EngineProcess *p);

// Both return END_NONE, or END_CRASH or END_NO_ANSWER with details in *why.
// engine_process_read_line stores the line in `p->line`, without NUL bytes. Deadlines are
// clock_now_ms times.
EndReason engine_process_send(EngineProcess *p, const char *text, int64_t deadline_ms, Error *why);
EndReason engine_process_read_line(EngineProcess *p, int64_t deadline_ms, Error *why);

// Finds the evaluation in an info line that an engine prints while it searches, such as
//     MESSAGE Depth 14-22 | Eval 123 | Time 1.2s | H8 I9
//     MESSAGE depth 14-22 multipv 1 ev -M12 n 1M
//     INFO EVAL +M9
// *value is from the engine's point of view, as in PlayerMove. False if the line has no evaluation.
bool engine_info_value(const char *line, int *value);
