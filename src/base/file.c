#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_standard_stream(const char *path) {
    return !strcmp(path, "-");
}

static bool failed(Error *err, const char *path) {
    return error_set(err, "%s: %s", path, strerror(errno));
}

static bool read_all(int fd, const char *path, Str *out, Error *err) {
    char buffer[1 << 16];
    size_t start = out->len;
    for (;;) {
        ssize_t n = read(fd, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failed(err, path);
        if (n == 0)
            return true;
        str_add_bytes(out, buffer, (size_t)n);
        if (out->len - start > FILE_SIZE_LIMIT)
            return error_set(err, "%s: larger than %d MiB", path, FILE_SIZE_LIMIT >> 20);
    }
}

bool file_read(const char *path, Str *out, Error *err) {
    if (is_standard_stream(path))
        return read_all(STDIN_FILENO, "standard input", out, err);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return failed(err, path);
    bool ok = read_all(fd, path, out, err);
    close(fd);
    return ok;
}

static bool write_all(int fd, const char *path, const char *bytes, size_t len, Error *err) {
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failed(err, path);
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

// Only a plain file can be replaced by another; a device or a pipe is written into.
static bool is_replaceable(const char *path, mode_t *mode) {
    struct stat info;
    if (stat(path, &info) != 0) {
        mode_t mask = umask(0);
        umask(mask);
        *mode = 0666 & ~mask;
        return true;
    }
    *mode = info.st_mode & 07777;
    return S_ISREG(info.st_mode);
}

static bool write_in_place(const char *path, const char *bytes, size_t len, Error *err) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return failed(err, path);
    bool ok = write_all(fd, path, bytes, len, err);
    close(fd);
    return ok;
}

static bool fill(int fd, mode_t mode, const char *path, const char *bytes, size_t len, Error *err) {
    bool ok = write_all(fd, path, bytes, len, err) &&
              ((fchmod(fd, mode) == 0 && fsync(fd) == 0) || failed(err, path));
    if (close(fd) != 0 && ok)
        return failed(err, path);
    return ok;
}

// A link is followed, so that saving through it changes the file it points to.
static char *real_target(const char *path) {
    char *real = realpath(path, NULL);
    return real ? real : strdup(path);
}

static bool replace(const char *path, mode_t mode, const char *bytes, size_t len, Error *err) {
    Str temporary = {0};
    str_add(&temporary, "%s.XXXXXX", path);
    int fd = mkstemp(temporary.data);
    bool ok = fd >= 0 || failed(err, path);
    if (ok) {
        ok = fill(fd, mode, path, bytes, len, err) &&
             (rename(temporary.data, path) == 0 || failed(err, path));
        if (!ok)
            unlink(temporary.data);
    }
    str_release(&temporary);
    return ok;
}

bool file_write(const char *path, const char *bytes, size_t len, Error *err) {
    if (is_standard_stream(path))
        return write_all(STDOUT_FILENO, "standard output", bytes, len, err);
    mode_t mode;
    if (!is_replaceable(path, &mode))
        return write_in_place(path, bytes, len, err);
    char *target = real_target(path);
    bool ok = replace(target, mode, bytes, len, err);
    free(target);
    return ok;
}
