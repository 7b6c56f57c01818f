#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_standard_stream(const char *path) {
    return !strcmp(path, "-");
}

static bool read_all(int fd, const char *path, Str *out, Error *err) {
    char buffer[1 << 16];
    size_t start = out->len;
    for (;;) {
        ssize_t n = read(fd, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return error_set_errno(err, path);
        if (n == 0)
            return true;
        str_add_bytes(out, buffer, (size_t)n);
        if (out->len - start > FILE_SIZE_LIMIT) {
            error_set(err, "larger than %d MiB", FILE_SIZE_LIMIT >> 20);
            return error_prefix(err, path);
        }
    }
}

bool file_read(const char *path, Str *out, Error *err) {
    if (is_standard_stream(path))
        return read_all(STDIN_FILENO, "standard input", out, err);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return error_set_errno(err, path);
    bool ok = read_all(fd, path, out, err);
    close(fd);
    return ok;
}

bool file_can_be_read(const char *path, Error *err) {
    struct stat info;
    if (stat(path, &info) != 0 || access(path, R_OK) != 0)
        return error_set_errno(err, path);
    errno = EISDIR;
    return !S_ISDIR(info.st_mode) || error_set_errno(err, path);
}

bool file_write_all(int fd, const char *path, const char *bytes, size_t len, Error *err) {
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return error_set_errno(err, path);
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

bool file_write(const char *path, const char *bytes, size_t len, Error *err) {
    if (is_standard_stream(path))
        return file_write_all(STDOUT_FILENO, "standard output", bytes, len, err);
    return file_replace(path, bytes, len, err);
}
