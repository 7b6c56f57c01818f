#include "app/web_files.h"

#include "base/file.h"
#include "base/number.h"

#include <unistd.h>

bool web_file_find(const char *program, const char *name, Str *out) {
    static const char *const places[] = {"../share/pentad/web", "web"};
    int folder = (int)(file_name(program) - program);
    for (int i = 0; i < COUNT(places); i++) {
        str_clear(out);
        str_add(out, "%.*s%s/%s", folder, program, places[i], name);
        if (access(str_text(out), R_OK) == 0)
            return true;
    }
    str_clear(out);
    return false;
}
