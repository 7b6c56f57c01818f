#include "match/engine_process.h"

#include "base/clock.h"

#include <string.h>
#include <time.h>

enum { FAREWELL_MS = 700, CRASH_MS = 200, LISTEN_MS = 50 };

bool engine_process_start(EngineProcess *p, Error *err) {
    pthread_mutex_lock(p->starting);
    p->process = process_start(p->argv, NULL, err);
    pthread_mutex_unlock(p->starting);
    return p->process != NULL;
}

void engine_process_quit(EngineProcess *p) {
    if (!p->process)
        return;
    int64_t deadline = clock_now_ms() + FAREWELL_MS;
    process_write(p->process, p->farewell, strlen(p->farewell), deadline);
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
    int64_t ns = (p->heard_ms + p->pause_ms) * 1000000 - clock_now_ns();
    if (!p->process || ns <= 0)
        return;
    struct timespec rest = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
    nanosleep(&rest, NULL);
}

void engine_process_discard_output(EngineProcess *p) {
    if (p->process)
        process_drop_output(p->process);
}

// How it went away, and no other program's fault.
static EndReason gone(EngineProcess *p, Error *why) {
    Str how = {0};
    process_stop(p->process, clock_now_ms() + CRASH_MS, &how);
    p->process = NULL;
    error_set(why, "the program ended%s%s", how.len ? ": " : "", str_text(&how));
    str_release(&how);
    return END_CRASH;
}

static EndReason judge(EngineProcess *p, ProcessResult r, Error *why) {
    switch (r) {
    case PROCESS_OK:
        return END_NONE;
    case PROCESS_ENDED:
        return gone(p, why);
    case PROCESS_TIMEOUT:
        error_set(why, "the program does not answer");
        return END_NO_ANSWER;
    case PROCESS_TOO_LONG:
        break;
    }
    error_set(why, "the program writes without end");
    return END_NO_ANSWER;
}

EndReason engine_process_send(EngineProcess *p, const char *text, int64_t deadline_ms, Error *why) {
    return judge(p, process_write(p->process, text, strlen(text), deadline_ms), why);
}

static bool is_stopped(const EngineProcess *p) {
    return atomic_load(p->stop) || (p->interrupted && p->interrupted(p->context));
}

// In short waits, so that a match which is stopped need not wait for the slowest of its programs,
// nor anybody for one that is gone while another holds its pipe.
EndReason engine_process_read_line(EngineProcess *p, int64_t deadline_ms, Error *why) {
    for (;;) {
        int64_t soon = clock_now_ms() + LISTEN_MS;
        bool last = soon >= deadline_ms;
        ProcessResult r = process_read_line(p->process, last ? deadline_ms : soon, &p->line);
        if (r == PROCESS_TIMEOUT && process_has_ended(p->process))
            r = PROCESS_ENDED;
        if (r == PROCESS_TIMEOUT && !last && !is_stopped(p))
            continue;
        if (r == PROCESS_OK)
            str_remove_nuls(&p->line);
        p->heard_ms = clock_now_ms();
        return judge(p, r, why);
    }
}
