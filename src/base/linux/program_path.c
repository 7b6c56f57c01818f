#include "base/file.h"

#include <limits.h>
#include <unistd.h>

bool file_program_path(Str *out, Error *err) {
    char path[PATH_MAX];
    ssize_t len = readlink("/proc/self/exe", path, sizeof path);
    if (len <= 0)
        return error_set(err, "cannot find the path of the program");
    str_add_bytes(out, path, (size_t)len);
    return true;
}
