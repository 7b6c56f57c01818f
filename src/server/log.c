#include "server/log.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void format_now(char *out, size_t size) {
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    size_t len = strftime(out, size, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(out + len, size - len, ".%03dZ", (int)(now.tv_nsec / 1000000));
}

void log_begin(LogLine *l, const char *event) {
    char at[40];
    format_now(at, sizeof at);
    *l = (LogLine){0};
    l->writer = json_writer_into(&l->line);
    write_object(&l->writer, NULL);
    write_text(&l->writer, "at", at);
    write_text(&l->writer, "event", event);
}

void log_end(LogLine *l) {
    write_end_object(&l->writer);
    str_add_char(&l->line, '\n');
    fputs(str_text(&l->line), stderr);
    str_release(&l->line);
}

void log_event(const char *event, const char *key, const char *text) {
    LogLine l;
    log_begin(&l, event);
    if (key)
        write_text(&l.writer, key, text);
    log_end(&l);
}

void log_lifecycle(const char *event, const char *key, const char *text) {
    if (!isatty(STDERR_FILENO))
        log_event(event, key, text);
}
