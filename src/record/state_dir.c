#include "record/state_dir.h"

#include "base/file.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

char *state_dir_path(const char *folder, const char *name, Error *err) {
    if (!folder)
        return xdg_path(XDG_STATE, name, err);
    ScopedStr path = {0};
    str_add(&path, "%s/%s", folder, name);
    return mem_copy_text(str_text(&path));
}

// ---- Unique names

static const char extension[] = ".sgf";

// `attempt` distinguishes files that one process creates within a second.
static void add_name(const char *folder, const char *prefix, int attempt, Str *out) {
    time_t now = time(NULL);
    struct tm local;
    char date[32];
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    str_add(out, "%s/%s%s-%d", folder, prefix, date, (int)getpid());
    if (attempt > 0)
        str_add(out, "-%d", attempt);
    str_add_text(out, extension);
}

int state_dir_create_file(const char *folder, const char *prefix, char **path, Error *err) {
    ScopedStr name = {0};
    int fd, attempt = 0;
    do {
        str_clear(&name);
        add_name(folder, prefix, attempt++, &name);
        file_make_parents(str_text(&name));
        fd = open(str_text(&name), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    } while (fd < 0 && errno == EEXIST);
    if (fd >= 0)
        *path = mem_copy_text(str_text(&name));
    else
        error_set(err, "%s: %s", str_text(&name), strerror(errno));
    return fd;
}

bool state_dir_is_created_name(const char *name, const char *prefix) {
    size_t len = strlen(name), tail = strlen(extension);
    return !strncmp(name, prefix, strlen(prefix)) && len > tail &&
           !strcmp(name + len - tail, extension);
}

// ---- Saving with a backup

// Renames "classroom.txt" to "classroom-older.txt".
static bool rename_to_backup(const char *path, Error *err) {
    ScopedStr older = {0};
    const char *tail = strrchr(path, '.');
    str_add_bytes(&older, path, (size_t)(tail - path));
    str_add(&older, "-older%s", tail);
    bool ok = rename(path, str_text(&older)) == 0 || errno == ENOENT;
    return ok || error_set(err, "%s", strerror(errno)) || error_prefix(err, path);
}

bool state_dir_save_with_backup(const char *path, const Record *r, const Format *format,
                                Error *err) {
    file_make_parents(path);
    return rename_to_backup(path, err) && record_save(r, path, format, &(WriteOptions){0}, err);
}
