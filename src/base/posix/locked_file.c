#include "base/locked_file.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

int locked_file_own(const char *path, int fd) {
    (void)path;
    flock(fd, LOCK_EX | LOCK_NB);
    return fd;
}

// The new file is locked before it replaces the old one, so that there is always a lock.
bool locked_file_write(const char *path, int *lock, const Str *text, Error *err) {
    ScopedStr partial = {0};
    str_add(&partial, "%s.part", path);
    int fd = open(partial.data, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return error_set_errno(err, path);
    flock(fd, LOCK_EX | LOCK_NB);
    bool ok = file_write_all(fd, path, text->data, text->len, err) &&
              (rename(partial.data, path) == 0 || error_set_errno(err, path));
    if (!ok)
        unlink(partial.data);
    close(ok ? *lock : fd);
    *lock = ok ? fd : *lock;
    return ok;
}

int locked_file_open(const char *path, LockKind kind, struct timespec *when) {
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return -1;
    struct stat info, now;
    int operation = kind == LOCK_SHARED ? LOCK_SH : LOCK_EX;
    bool is_free = flock(fd, operation | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    bool is_same = fstat(fd, &info) == 0 && stat(path, &now) == 0 && now.st_ino == info.st_ino;
    if (is_free && is_same && S_ISREG(info.st_mode) && info.st_size > 0) {
        *when = info.st_mtim;
        return fd;
    }
    close(fd);
    return -1;
}
