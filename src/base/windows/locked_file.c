// The lock of FILE is an empty FILE.lock that nobody else can open, and that Windows deletes when
// it is closed. An open FILE itself could not be replaced.
#include "base/locked_file.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <string.h>
#include <sys/stat.h>

static int take(const char *path) {
    ScopedStr name = {0};
    str_add(&name, "%s.lock", path);
    return _sopen(name.data, _O_RDWR | _O_CREAT | _O_TEMPORARY | _O_NOINHERIT, _SH_DENYRW,
                  _S_IREAD | _S_IWRITE);
}

int locked_file_own(const char *path, int fd) {
    _close(fd);
    return take(path);
}

bool locked_file_write(const char *path, int *lock, const Str *text, Error *err) {
    (void)lock;
    ScopedStr partial = {0};
    str_add(&partial, "%s.part", path);
    int fd = _open(partial.data, _O_WRONLY | _O_CREAT | _O_TRUNC | _O_NOINHERIT | _O_BINARY,
                   _S_IREAD | _S_IWRITE);
    if (fd < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    bool ok = file_write_all(fd, path, text->data, text->len, err);
    _close(fd);
    ok = ok && (file_rename(partial.data, path) || error_set(err, "%s: %s", path, strerror(errno)));
    if (!ok)
        _unlink(partial.data);
    return ok;
}

int locked_file_open(const char *path, LockKind kind, struct timespec *when) {
    (void)kind; // held so briefly when shared that nobody notices
    struct stat info;
    int fd = take(path);
    if (fd >= 0 && stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
        *when = (struct timespec){.tv_sec = info.st_mtime};
        return fd;
    }
    if (fd >= 0)
        _close(fd);
    return -1;
}
