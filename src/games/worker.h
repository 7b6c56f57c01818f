// The engine worker process, in which levels choose moves and positions are analyzed. Line
// protocol: commands arrive on standard input, answers go to standard output. A worker that
// crashes, hangs or runs out of memory harms only itself.
//
//   think PLAYER MS RULES SIZE OPENING MOVE...
//   mist PLAYER MS TRIES HISTORY
//   analyze LINES MS NODES POSITION
//   prove MS NODES POSITION
//   stop
//
// HISTORY is what the level was told in the mist (mist_history_format), TRIES how many hidden
// stones it may hit per turn; POSITION is the text of position_text_format; NODES and TRIES 0 mean
// no limit. `think` and `mist` answer with a move; in the mist it may hit a hidden stone. `analyze`
// and `prove` answer `found` and JSON, or `settled` and JSON if more time would add nothing; the
// JSON is that of `pentad analyze` and of the browser's engine. Any command may answer "? " and an
// error message. While a position is analyzed, progress lines `so_far` and JSON precede the answer.
// Any input line interrupts an analysis, which then answers with what it has: `stop` only does that
// and has no answer of its own.
#pragma once

#include "base/clock.h"
#include "base/str.h"
#include "player/mist_player.h"

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
    MistParticles particles; // of the last game in the mist
    Engine *engine;          // for analyses; NULL until the first
} EngineWorker;

// Runs one command; modifies `command`.
void worker_execute(EngineWorker *worker, char *command, Str *out);
void worker_release(EngineWorker *worker);

// Serves standard input until it ends; returns an exit status. `confine` is called before the first
// command: it enters the sandbox. NULL: no sandbox.
int worker_run(void (*confine)(void));
