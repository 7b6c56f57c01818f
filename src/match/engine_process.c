#include "match/engine_process.h"

#include "base/clock.h"
#include "base/number.h"
#include "base/scanner.h"
#include "engine/engine.h"

#include <ctype.h>
#include <string.h>
#include <time.h>

enum { QUIT_MS = 700, CRASH_MS = 200, STEP_MS = 50 };

bool engine_process_start(EngineProcess *p, Error *err) {
    p->process = process_start(p->argv, NULL, err);
    return p->process != NULL;
}

void engine_process_quit(EngineProcess *p) {
    int64_t deadline = clock_now_ms() + QUIT_MS;
    if (p->process) {
        process_write(p->process, p->quit_command, strlen(p->quit_command), deadline);
        process_stop(p->process, deadline, NULL);
    }
    p->process = NULL;
    str_release(&p->line); // also after a crash
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
    ScopedStr how = {0};
    process_stop(p->process, clock_now_ms() + CRASH_MS, &how);
    p->process = NULL;
    error_set(why, "the engine exited%s%s", how.len ? ": " : "", str_text(&how));
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

static const char *const value_words[] = {"eval", "ev", "val"};

static bool accept_value_word(Scanner *s) {
    for (int i = 0; i < COUNT(value_words); i++) {
        Scanner ahead = *s;
        if (scanner_accept_word(&ahead, value_words[i]) && !isalnum(scanner_peek(&ahead))) {
            *s = ahead;
            return true;
        }
    }
    return false;
}

static void skip_separators(Scanner *s) {
    do
        scanner_skip_blanks(s);
    while (scanner_accept(s, ':') || scanner_accept(s, '='));
}

// "123", "-45"; "+M9" and "-M12" for a win or loss in that many moves, "+M*" if the number is
// unknown.
static bool read_value(Scanner *s, int *out) {
    bool negative = scanner_accept(s, '-');
    if (!negative)
        scanner_accept(s, '+');
    bool decided = scanner_accept_word(s, "M");
    int number = 0;
    if (!scanner_number(s, INT32_MAX, &number) && !(decided && scanner_accept(s, '*')))
        return false;
    number = int_min(number, ENGINE_MATE);
    int value = decided ? ENGINE_MATE - number : number;
    *out = negative ? -value : value;
    return true;
}

static void skip_word(Scanner *s) {
    while (isalnum(scanner_peek(s)))
        scanner_next(s);
    while (!scanner_at_end(s) && !isalnum(scanner_peek(s)))
        scanner_next(s);
}

bool engine_info_value(const char *line, int *value) {
    Scanner s = scanner_over(line, strlen(line));
    for (; !scanner_at_end(&s); skip_word(&s)) {
        if (!accept_value_word(&s))
            continue;
        skip_separators(&s);
        return read_value(&s, value);
    }
    return false;
}
