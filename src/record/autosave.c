#include "record/autosave.h"

#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// XDG has it that a relative path in the variable is to be ignored.
static bool is_usable(const char *folder) {
    return folder && folder[0] == '/';
}

static void add_state_folder(Str *out) {
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    if (is_usable(state))
        str_add(out, "%s/pentad", state);
    else if (is_usable(home))
        str_add(out, "%s/.local/state/pentad", home);
}

char *autosave_path(const char *folder, const char *name) {
    Str path = {0};
    if (folder)
        str_add_text(&path, folder);
    else
        add_state_folder(&path);
    char *copy = NULL;
    if (path.len > 0) {
        str_add(&path, "/%s", name);
        copy = mem_copy_text(str_text(&path));
    }
    str_release(&path);
    return copy;
}

// One that cannot be made shows when the file is written.
void autosave_make_folders(const char *path) {
    char *copy = mem_copy_text(path);
    for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(copy, 0700);
        *slash = '/';
    }
    mem_free(copy);
}

// "autosave.sgf" becomes "autosave-older.sgf".
static bool move_aside(const char *path, Error *err) {
    Str older = {0};
    const char *ending = strrchr(path, '.');
    str_add_bytes(&older, path, (size_t)(ending - path));
    str_add(&older, "-older%s", ending);
    bool ok = rename(path, str_text(&older)) == 0 || errno == ENOENT;
    str_release(&older);
    return ok || error_set(err, "%s", strerror(errno)) || error_prefix(err, path);
}

bool autosave_write(const char *path, const Record *r, const Format *format, Error *err) {
    autosave_make_folders(path);
    return move_aside(path, err) && record_save(r, path, format, &(WriteOptions){0}, err);
}
