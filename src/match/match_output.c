#include "match/match_output.h"

#include "base/file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool open_to_append(const char *path, FILE **out, Error *err) {
    if (path && !(*out = fopen(path, "a")))
        return error_set(err, "%.100s: %s", path, strerror(errno));
    return true;
}

// Rewrites the file, which drops an incomplete last line.
static bool begin_state(const char *path, const char *heading, const Str *games, Error *err) {
    if (!path)
        return true;
    Str text = {0};
    str_add(&text, "%s\n%s", heading, str_text(games));
    bool ok = file_write(path, text.data, text.len, err);
    str_release(&text);
    return ok;
}

// Checked before the match: the first file is only written when a game is over.
static bool check_folder(const char *path, Error *err) {
    struct stat info;
    if (!path)
        return true;
    if (stat(path, &info) != 0 || (S_ISDIR(info.st_mode) && access(path, W_OK | X_OK) != 0))
        return error_set(err, "%.100s: %s", path, strerror(errno));
    return S_ISDIR(info.st_mode) || error_set(err, "%.100s is not a folder", path);
}

bool match_output_open(MatchOutput *l, const MatchOutputPaths *paths, const char *heading,
                       const Str *games, Error *err) {
    *l = (MatchOutput){.paths = *paths};
    return check_folder(paths->psq, err) && begin_state(paths->state, heading, games, err) &&
           open_to_append(paths->state, &l->state, err) &&
           open_to_append(paths->sgf, &l->sgf, err) && open_to_append(paths->json, &l->json, err);
}

void match_output_close(MatchOutput *l) {
    FILE *files[] = {l->sgf, l->json, l->state};
    for (int i = 0; i < 3; i++)
        if (files[i])
            fclose(files[i]);
    *l = (MatchOutput){0};
}

static bool append(FILE *file, const char *path, const Str *text, Error *err) {
    fwrite(str_text(text), 1, text->len, file);
    return (fflush(file) == 0 && !ferror(file)) ||
           error_set(err, "%.100s: %s", path, strerror(errno));
}

static bool add_sgf(MatchOutput *l, const LoggedGame *g, Str *text, Error *err) {
    return gamelog_sgf(g, text, err) && append(l->sgf, l->paths.sgf, text, err);
}

static bool add_json(MatchOutput *l, const LoggedGame *g, Str *text, Error *err) {
    gamelog_json(g, text);
    return append(l->json, l->paths.json, text, err);
}

static bool add_psq(MatchOutput *l, const LoggedGame *g, Str *text, Error *err) {
    Str path = {0};
    str_add(&path, "%s/game%05d.psq", l->paths.psq, g->number + 1);
    bool ok = gamelog_psq(g, text, err) && file_write(str_text(&path), text->data, text->len, err);
    str_release(&path);
    return ok;
}

static bool add_state(MatchOutput *l, const LoggedGame *g, Str *text, Error *err) {
    match_state_format(g->number, g->played, text);
    return append(l->state, l->paths.state, text, err);
}

// The state file comes last: a game in it is in all other files too.
bool match_output_add(MatchOutput *l, const LoggedGame *g, Error *err) {
    Str text = {0};
    bool ok = !l->sgf || add_sgf(l, g, &text, err);
    str_clear(&text);
    ok = ok && (!l->json || add_json(l, g, &text, err));
    str_clear(&text);
    ok = ok && (!l->paths.psq || add_psq(l, g, &text, err));
    str_clear(&text);
    ok = ok && (!l->state || add_state(l, g, &text, err));
    str_release(&text);
    return ok;
}
