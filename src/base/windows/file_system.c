// Paths are UTF-8, because the program's manifest (packaging/windows) says that its code page is.
#include "base/file.h"

#include "base/ascii.h"
#include "base/mem.h"
#include "base/number.h"

#include <ctype.h>
#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

static bool is_separator(char c) {
    return c == '\\' || c == '/';
}

const char *file_name(const char *path) {
    const char *name = isalpha((unsigned char)path[0]) && path[1] == ':' ? path + 2 : path;
    for (const char *at = name; *at; at++)
        if (is_separator(*at))
            name = at + 1;
    return name;
}

bool file_name_is(const char *name, const char *pattern) {
    size_t len = strlen(name), wanted = strlen(pattern);
    if (wanted > 0 && pattern[wanted - 1] == '*')
        return ascii_equal_part(name, pattern, wanted - 1);
    static const char extension[] = ".exe";
    size_t tail = strlen(extension);
    if (len > tail && ascii_equal(name + len - tail, extension))
        len -= tail;
    return len == wanted && ascii_equal_part(name, pattern, len);
}

char *file_real_path(const char *path) {
    return _access(path, 0) == 0 ? _fullpath(NULL, path, 0) : NULL;
}

bool file_program_path(Str *out, Error *err) {
    char path[1 << 15];
    DWORD len = GetModuleFileNameA(NULL, path, sizeof path);
    if (len == 0 || len == sizeof path)
        return error_set(err, "cannot find the path of the program");
    str_add_bytes(out, path, len);
    return true;
}

// errno for what MoveFileEx usually says.
static int errno_of(DWORD error) {
    return error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ? ENOENT
           : error == ERROR_DISK_FULL                                     ? ENOSPC
                                                                          : EACCES;
}

bool file_rename(const char *from, const char *to) {
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING))
        return true;
    errno = errno_of(GetLastError());
    return false;
}

static bool write_and_close(int fd, const char *path, const char *bytes, size_t len, Error *err) {
    bool ok = file_write_all(fd, path, bytes, len, err) &&
              (_commit(fd) == 0 || error_set_errno(err, path));
    return (_close(fd) == 0 || !ok || error_set_errno(err, path)) && ok;
}

// A device, such as NUL.
static bool write_in_place(const char *path, const char *bytes, size_t len, Error *err) {
    int fd = _open(path, _O_WRONLY | _O_BINARY | _O_NOINHERIT);
    if (fd < 0)
        return error_set_errno(err, path);
    bool ok = file_write_all(fd, path, bytes, len, err);
    return (_close(fd) == 0 || !ok || error_set_errno(err, path)) && ok;
}

bool file_replace(const char *path, const char *bytes, size_t len, Error *err) {
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return write_in_place(path, bytes, len, err);
    Rng rng = {rng_fresh_seed()};
    ScopedStr temporary = {0};
    int fd;
    do {
        str_clear(&temporary);
        str_add_bytes(&temporary, path, (size_t)(file_name(path) - path));
        str_add(&temporary, ".pentad-%08x", (unsigned)rng_next(&rng));
        fd = _open(temporary.data, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
                   _S_IREAD | _S_IWRITE);
    } while (fd < 0 && errno == EEXIST);
    if (fd < 0)
        return error_set_errno(err, path);
    bool ok = write_and_close(fd, path, bytes, len, err) &&
              (file_rename(temporary.data, path) || error_set_errno(err, path));
    if (!ok)
        _unlink(temporary.data);
    return ok;
}

// Permissions are not in the attributes that access() sees, so this tries.
static bool can_create_in(const char *folder) {
    ScopedStr name = {0};
    str_add(&name, "%s.pentad-%016llx", folder, (unsigned long long)rng_fresh_seed());
    int fd = _open(name.data, _O_WRONLY | _O_CREAT | _O_EXCL | _O_TEMPORARY | _O_NOINHERIT,
                   _S_IREAD | _S_IWRITE);
    return fd >= 0 && _close(fd) == 0;
}

bool file_folder_is_writable(const char *path, Error *err) {
    ScopedStr folder = {0};
    str_add_bytes(&folder, path, (size_t)(file_name(path) - path));
    return can_create_in(str_text(&folder)) ||
           error_set_errno(err, folder.len > 0 ? folder.data : ".");
}

static const struct {
    const char *variable, *windows;
} folders[] = {
    [XDG_CONFIG] = {"XDG_CONFIG_HOME", "APPDATA"},
    [XDG_DATA] = {"XDG_DATA_HOME", "LOCALAPPDATA"},
    [XDG_STATE] = {"XDG_STATE_HOME", "LOCALAPPDATA"},
};

char *xdg_path(XdgFolder folder, const char *name, Error *err) {
    const char *parent = getenv(folders[folder].variable);
    if (!parent || !*parent)
        parent = getenv(folders[folder].windows);
    if (!parent || !*parent) {
        error_set(err, "neither %s nor %s names a folder", folders[folder].variable,
                  folders[folder].windows);
        return NULL;
    }
    ScopedStr path = {0};
    str_add(&path, "%s/pentad/%s", parent, name);
    return mem_copy_text(str_text(&path));
}

void file_make_parents(const char *path) {
    char *copy = mem_copy_text(path);
    for (char *at = copy + 1; *copy && *at; at++) {
        if (!is_separator(*at))
            continue;
        char separator = *at;
        *at = '\0';
        _mkdir(copy);
        *at = separator;
    }
    mem_free(copy);
}

bool file_make_folder(const char *path, Error *err) {
    file_make_parents(path);
    if (_mkdir(path) == 0)
        return true;
    struct stat info;
    if (stat(path, &info) != 0)
        return error_set_errno(err, path);
    if (!S_ISDIR(info.st_mode))
        return error_set(err, "%.100s is not a folder", path);
    ScopedStr inside = {0};
    str_add(&inside, "%s/", path);
    return can_create_in(inside.data) || error_set_errno(err, path);
}
