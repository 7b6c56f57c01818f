#include "server/log.h"

#include "base/number.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

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

// ---- Startup banner

static bool listens_everywhere(const char *url) {
    static const char *const beginnings[] = {"http://0.0.0.0:", "http://[::]:"};
    for (int i = 0; i < COUNT(beginnings); i++)
        if (!strncmp(url, beginnings[i], strlen(beginnings[i])))
            return true;
    return false;
}

// The URLs of this machine for other devices in the network.
static void add_network_urls(const char *port, Str *out) {
    size_t before = out->len;
    uv_interface_address_t *found = NULL;
    int count = 0;
    uv_interface_addresses(&found, &count);
    for (int i = 0; i < count; i++) {
        char name[16];
        if (!found[i].is_internal && found[i].address.address4.sin_family == AF_INET &&
            uv_ip4_name(&found[i].address.address4, name, sizeof name) == 0)
            str_add(out, "On other devices in this network, open http://%s%s\n", name, port);
    }
    uv_free_interface_addresses(found, count);
    if (out->len == before)
        str_add(out, "On other devices, open http://ADDRESS%s with this computer's address\n",
                port);
}

void banner_add_local_url(const char *url, Str *out) {
    if (listens_everywhere(url))
        str_add(out, "http://127.0.0.1%s", strrchr(url, ':'));
    else
        str_add_text(out, url);
}

void banner_format(const char *url, Str *out) {
    str_add_text(out, "Pentad is running. Open ");
    banner_add_local_url(url, out);
    str_add_text(out, " (Ctrl-C stops it)\n");
    if (listens_everywhere(url))
        add_network_urls(strrchr(url, ':'), out);
}
