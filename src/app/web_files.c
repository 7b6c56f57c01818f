#include "app/web_files.h"

#include "base/number.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

bool program_path(Str *out, Error *err) {
    char path[PATH_MAX];
    ssize_t len = readlink("/proc/self/exe", path, sizeof path);
    if (len <= 0)
        return error_set(err, "cannot find the path of the program");
    str_add_bytes(out, path, (size_t)len);
    return true;
}

bool web_file_find(const char *program, const char *name, Str *out) {
    static const char *const places[] = {"../share/pentad/web", "web"};
    const char *slash = strrchr(program, '/');
    for (int i = 0; i < COUNT(places); i++) {
        str_clear(out);
        str_add(out, "%.*s/%s/%s", (int)(slash ? slash - program : 0), program, places[i], name);
        if (access(str_text(out), R_OK) == 0)
            return true;
    }
    str_clear(out);
    return false;
}
