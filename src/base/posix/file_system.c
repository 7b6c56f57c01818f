#include "base/file.h"

#include "base/mem.h"
#include "base/number.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NO_OLD_FILE = -1 };

// Only a regular file, or a path that does not exist yet, can be replaced by renaming. A device or
// pipe is written in place, and so is a dangling symbolic link, which creates its target.
static bool is_replaceable(const char *path, int *old_mode) {
    struct stat info;
    *old_mode = NO_OLD_FILE;
    if (stat(path, &info) != 0)
        return lstat(path, &info) != 0;
    *old_mode = (int)(info.st_mode & 07777);
    return S_ISREG(info.st_mode);
}

static bool close_after(bool ok, int fd, const char *path, Error *err) {
    return (close(fd) == 0 || !ok || error_set_errno(err, path)) && ok;
}

static bool write_in_place(const char *path, const char *bytes, size_t len, Error *err) {
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return error_set_errno(err, path);
    return close_after(file_write_all(fd, path, bytes, len, err), fd, path, err);
}

static bool write_and_sync(int fd, int old_mode, const char *path, const char *bytes, size_t len,
                           Error *err) {
    if (!file_write_all(fd, path, bytes, len, err))
        return false;
    bool keeps_mode = old_mode == NO_OLD_FILE || fchmod(fd, (mode_t)old_mode) == 0;
    return (keeps_mode && fsync(fd) == 0) || error_set_errno(err, path);
}

// A new file in the folder of `path`, never more readable than the old one or than the umask
// allows. The temporary name is short and does not contain the target's, which may already have the
// maximum length. mkstemp would not do: it ignores the umask, and reading the umask changes it for
// all threads.
static int open_temporary(const char *path, int old_mode, Str *name) {
    Rng rng = {rng_fresh_seed()};
    mode_t mode = old_mode == NO_OLD_FILE ? 0666 : (mode_t)old_mode;
    int fd;
    do {
        str_clear(name);
        str_add_bytes(name, path, (size_t)(file_name(path) - path));
        str_add(name, ".pentad-%08x", (unsigned)rng_next(&rng));
        fd = open(name->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    } while (fd < 0 && errno == EEXIST);
    return fd;
}

static bool replace(const char *path, int old_mode, const char *bytes, size_t len, Error *err) {
    ScopedStr temporary = {0};
    int fd = open_temporary(path, old_mode, &temporary);
    bool ok = fd >= 0 || error_set_errno(err, path);
    if (ok) {
        ok = write_and_sync(fd, old_mode, path, bytes, len, err);
        ok = close_after(ok, fd, path, err) &&
             (rename(temporary.data, path) == 0 || error_set_errno(err, path));
        if (!ok)
            unlink(temporary.data);
    }
    return ok;
}

// Follows symbolic links, so that saving through a link changes its target.
static char *real_target(const char *path) {
    char *real = realpath(path, NULL);
    return real ? real : mem_copy_text(path);
}

bool file_replace(const char *path, const char *bytes, size_t len, Error *err) {
    int old_mode;
    if (!is_replaceable(path, &old_mode))
        return write_in_place(path, bytes, len, err);
    char *target = real_target(path);
    bool ok = replace(target, old_mode, bytes, len, err);
    mem_free(target);
    return ok;
}

const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool file_name_is(const char *name, const char *pattern) {
    return fnmatch(pattern, name, 0) == 0;
}

char *file_real_path(const char *path) {
    return realpath(path, NULL);
}

bool file_rename(const char *from, const char *to) {
    return rename(from, to) == 0;
}

bool file_folder_is_writable(const char *path, Error *err) {
    ScopedStr folder = {0};
    str_add_bytes(&folder, path, (size_t)(file_name(path) - path));
    const char *name = folder.len > 0 ? folder.data : ".";
    return access(name, W_OK | X_OK) == 0 || error_set_errno(err, name);
}

static const struct {
    const char *variable, *below_home;
} xdg_folders[] = {
    [XDG_CONFIG] = {"XDG_CONFIG_HOME", ".config"},
    [XDG_DATA] = {"XDG_DATA_HOME", ".local/share"},
    [XDG_STATE] = {"XDG_STATE_HOME", ".local/state"},
};

// The XDG specification says to ignore relative paths.
static bool is_absolute(const char *folder) {
    return folder && folder[0] == '/';
}

char *xdg_path(XdgFolder folder, const char *name, Error *err) {
    const char *variable = xdg_folders[folder].variable;
    const char *named = getenv(variable), *home = getenv("HOME");
    ScopedStr path = {0};
    if (is_absolute(named))
        str_add(&path, "%s/pentad/%s", named, name);
    else if (is_absolute(home))
        str_add(&path, "%s/%s/pentad/%s", home, xdg_folders[folder].below_home, name);
    else
        error_set(err, "neither %s nor HOME names a folder", variable);
    return path.len > 0 ? mem_copy_text(str_text(&path)) : NULL;
}

void file_make_parents(const char *path) {
    char *copy = mem_copy_text(path);
    for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(copy, 0700);
        *slash = '/';
    }
    mem_free(copy);
}

bool file_make_folder(const char *path, Error *err) {
    file_make_parents(path);
    if (mkdir(path, 0777) == 0)
        return true;
    struct stat info;
    if (stat(path, &info) != 0)
        return error_set_errno(err, path);
    if (!S_ISDIR(info.st_mode))
        return error_set(err, "%.100s is not a folder", path);
    return access(path, W_OK | X_OK) == 0 || error_set_errno(err, path);
}
