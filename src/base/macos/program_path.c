#include "base/file.h"
#include "base/mem.h"

#include <limits.h>
#include <mach-o/dyld.h>

// The path that the program was started by, which may be a symbolic link.
bool file_program_path(Str *out, Error *err) {
    char path[PATH_MAX];
    uint32_t size = sizeof path;
    char *real = _NSGetExecutablePath(path, &size) == 0 ? file_real_path(path) : NULL;
    if (!real)
        return error_set(err, "cannot find the path of the program");
    str_add_text(out, real);
    mem_free(real);
    return true;
}
