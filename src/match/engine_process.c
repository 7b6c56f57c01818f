#include "match/engine_process.h"

#include "base/clock.h"

#include <string.h>
#include <time.h>

enum { QUIT_MS = 700, CRASH_MS = 200, STEP_MS = 50 };

bool engine_process_start(EngineProcess *p, Error *err) {
    pthread_mutex_lock(p->start_lock);
    p->process = process_start(p->argv, NULL, err);
    pthread_mutex_unlock(p->start_lock);
    return p->process != NULL;
}

void engine_process_quit(EngineProcess *p) {
    if (!p->process)
        return;
    int64_t deadline = clock_now_ms() + QUIT_MS;
    process_write(p->process, p->quit_command, strlen(p->quit_command), deadline);
    process_stop(p->process, deadline, NULL);
    p->process = NULL;
    str_release(&p->line);
}

void engine_process_kill(EngineProcess *p) {
    process_stop(p->process, 0, NULL);
    p->process = NULL;
    str_release(&p->line);
}

void engine_process_pause(const EngineProcess *p) {
    int64_t ns = (p->last_line_ms + p->pause_ms) * 1000000 - clock_now_ns();
    if (!p->process || ns <= 0)
        return;
    struct timespec rest = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
    nanosleep(&rest, NULL);
}

void engine_process_discard_output(EngineProcess *p) {
    if (p->process)
        process_drop_output(p->process);
}

// The engine exited: reports its exit status or signal.
static EndReason report_exit(EngineProcess *p, Error *why) {
    Str how = {0};
    process_stop(p->process, clock_now_ms() + CRASH_MS, &how);
    p->process = NULL;
    error_set(why, "the engine exited%s%s", how.len ? ": " : "", str_text(&how));
    str_release(&how);
    return END_CRASH;
}

static EndReason end_reason(EngineProcess *p, ProcessResult r, Error *why) {
    switch (r) {
    case PROCESS_OK:
        return END_NONE;
    case PROCESS_ENDED:
        return report_exit(p, why);
    case PROCESS_TIMEOUT:
        error_set(why, "the engine does not answer");
        return END_NO_ANSWER;
    case PROCESS_TOO_LONG:
        break;
    }
    error_set(why, "the engine writes endless output");
    return END_NO_ANSWER;
}

EndReason engine_process_send(EngineProcess *p, const char *text, int64_t deadline_ms, Error *why) {
    return end_reason(p, process_write(p->process, text, strlen(text), deadline_ms), why);
}

// Waits in short steps, to notice soon when the match is stopped, or when the engine is gone but a
// child process of it still holds the pipe open.
EndReason engine_process_read_line(EngineProcess *p, int64_t deadline_ms, Error *why) {
    for (;;) {
        int64_t step = clock_now_ms() + STEP_MS;
        bool last = step >= deadline_ms;
        ProcessResult r = process_read_line(p->process, last ? deadline_ms : step, &p->line);
        if (r == PROCESS_TIMEOUT && process_has_ended(p->process))
            r = PROCESS_ENDED;
        if (r == PROCESS_TIMEOUT && !last && !stop_requested(p->stop))
            continue;
        if (r == PROCESS_OK)
            str_remove_nuls(&p->line);
        p->last_line_ms = clock_now_ms();
        return end_reason(p, r, why);
    }
}
