// The engine worker process, in which levels choose moves and positions are analyzed. Line
// protocol: commands arrive on standard input, answers go to standard output. A worker that
// crashes, hangs or runs out of memory harms only itself.
//
//   think PLAYER MS RULES SIZE OPENING MOVE...
//   mist PLAYER MS black|white VIEW HIT... MOVE VIEW HIT... MOVE ... VIEW HIT...
//   analyze LINES MS NODES POSITION
//   prove MS NODES POSITION
//   stop
//
// VIEW is CENTER:49 cells, HIT is ! and the point of a hidden stone that the level tried; POSITION
// is the text of position_text_format; NODES 0 means no limit. `think` answers with a move, `mist`
// with several moves, best first. `analyze` and `prove` answer `found` and JSON, or `settled` and
// JSON if more time would add nothing; the JSON is that of `pentad analyze` and of the browser's
// engine. Any command may answer "? " and an error message. While a position is analyzed, progress
// lines `so_far` and JSON precede the answer. Any input line interrupts an analysis, which then
// answers with what it has: `stop` only does that and has no answer of its own.
#pragma once

#include "base/clock.h"
#include "base/str.h"
#include "player/player.h"

typedef struct {
    StopToken stop;                                    // ends an analysis
    void (*progress)(void *context, const char *line); // may be NULL
    void *progress_context;
} WorkerCallbacks;

// State kept between commands. All zero is a fresh worker.
typedef struct {
    WorkerCallbacks callbacks;
    char description[64]; // of `player`
    Player player;
    Engine *engine; // for analyses; NULL until the first
} EngineWorker;

// Runs one command; modifies `command`.
void worker_execute(EngineWorker *worker, char *command, Str *out);
void worker_release(EngineWorker *worker);

// Serves standard input until it ends; returns an exit status.
int worker_run(void);
