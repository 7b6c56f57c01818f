#include "record/saved_game.h"

#include "base/file.h"
#include "base/locked_file.h"
#include "base/mem.h"
#include "record/format.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char unfinished[] = "unfinished-"; // prefix of file names
static const char mark[] = "HERE"; // property that marks the node of the current position

char *saved_games_folder(const char *state) {
    return state_dir_path(state, "games", NULL);
}

// Creates an empty file, which reserves the name; readers skip it.
static bool make_file(SavedGame *s, const char *folder, Error *err) {
    char *path;
    int fd = state_dir_create_file(folder, unfinished, &path, err);
    if (fd < 0)
        return false;
    *s = (SavedGame){path, locked_file_own(path, fd)};
    return true;
}

// Leaves SAVED_GAMES_MAX files, including the new one.
static void drop_oldest(const char *folder) {
    SavedGameList list = saved_games_list(folder);
    for (int i = SAVED_GAMES_MAX - 1; i < list.count; i++)
        unlink(list.games[i].path);
    saved_games_release(&list);
}

bool saved_game_write(SavedGame *s, const char *folder, Record *r, Node *end, Error *err) {
    if (!s->path) {
        if (!make_file(s, folder, err))
            return false;
        drop_oldest(folder);
    }
    ScopedStr text = {0};
    record_set_value(r, end, mark, "1");
    bool ok = format_sgf.write(r, &(WriteOptions){0}, &text, err) &&
              locked_file_write(s->path, &s->lock, &text, err);
    record_set_value(r, end, mark, NULL);
    return ok;
}

// The next node in preorder; NULL after the last.
static Node *next_node(Node *node) {
    if (node->child)
        return node->child;
    while (node && !node->next)
        node = node->parent;
    return node ? node->next : NULL;
}

Node *saved_game_current_node(Record *r) {
    Node *node = r->root;
    while (node && !node_value(node, mark))
        node = next_node(node);
    if (!node)
        return record_last(r);
    record_set_value(r, node, mark, NULL);
    return node;
}

void saved_game_close(SavedGame *s) {
    if (s->path)
        close(s->lock);
    mem_free(s->path);
    *s = (SavedGame){0};
}

void saved_game_remove(SavedGame *s) {
    if (s->path)
        unlink(s->path);
    saved_game_close(s);
}

// Takes ownership of the path.
static void add_if_unlocked(char *path, SavedGameList *out) {
    struct timespec when;
    int fd = locked_file_open(path, LOCK_SHARED, &when);
    if (fd < 0) {
        mem_free(path);
        return;
    }
    close(fd);
    out->games[out->count++] = (SavedGameEntry){path, when};
}

static int newest_first(const void *a, const void *b) {
    const SavedGameEntry *one = a, *other = b;
    if (one->when.tv_sec != other->when.tv_sec)
        return one->when.tv_sec > other->when.tv_sec ? -1 : 1;
    if (one->when.tv_nsec != other->when.tv_nsec)
        return one->when.tv_nsec > other->when.tv_nsec ? -1 : 1;
    return -strcmp(one->path, other->path);
}

SavedGameList saved_games_list(const char *folder) {
    SavedGameList list = {0};
    int count;
    char **paths = state_dir_list(folder, unfinished, &count);
    if (count == 0)
        return list;
    list.games = mem_alloc((size_t)count * sizeof *list.games);
    for (int i = 0; i < count; i++)
        add_if_unlocked(paths[i], &list);
    mem_free(paths);
    qsort(list.games, (size_t)list.count, sizeof *list.games, newest_first);
    return list;
}

void saved_games_release(SavedGameList *list) {
    for (int i = 0; i < list->count; i++)
        mem_free(list->games[i].path);
    mem_free(list->games);
    *list = (SavedGameList){0};
}

bool saved_game_resume(SavedGame *s, const char *path, Error *err) {
    struct timespec when;
    int fd = locked_file_open(path, LOCK_EXCLUSIVE, &when);
    if (fd < 0)
        return error_set(err, "%s: another program is playing that game", path);
    *s = (SavedGame){mem_copy_text(path), fd};
    return true;
}

// ---- The state directory

char *state_dir_path(const char *folder, const char *name, Error *err) {
    if (!folder)
        return xdg_path(XDG_STATE, name, err);
    ScopedStr path = {0};
    str_add(&path, "%s/%s", folder, name);
    return mem_copy_text(str_text(&path));
}

static const char extension[] = ".sgf";

// `attempt` distinguishes files that one process creates within a second.
static void add_name(const char *folder, const char *prefix, int attempt, Str *out) {
    time_t now = time(NULL);
    struct tm local;
    char date[32];
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    str_add(out, "%s/%s%s-%d", folder, prefix, date, (int)getpid());
    if (attempt > 0)
        str_add(out, "-%d", attempt);
    str_add_text(out, extension);
}

int state_dir_create_file(const char *folder, const char *prefix, char **path, Error *err) {
    ScopedStr name = {0};
    int fd, attempt = 0;
    do {
        str_clear(&name);
        add_name(folder, prefix, attempt++, &name);
        file_make_parents(str_text(&name));
        fd = open(str_text(&name), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    } while (fd < 0 && errno == EEXIST);
    if (fd >= 0)
        *path = mem_copy_text(str_text(&name));
    else
        error_set_errno(err, str_text(&name));
    return fd;
}

static bool is_created_name(const char *name, const char *prefix) {
    size_t len = strlen(name), tail = strlen(extension);
    return !strncmp(name, prefix, strlen(prefix)) && len > tail &&
           !strcmp(name + len - tail, extension);
}

char **state_dir_list(const char *folder, const char *prefix, int *count) {
    char **paths = NULL;
    int capacity = 0;
    DIR *files = opendir(folder);
    *count = 0;
    for (const struct dirent *file; files && (file = readdir(files));) {
        if (!is_created_name(file->d_name, prefix))
            continue;
        paths = mem_grow(paths, *count, 1, &capacity, sizeof *paths);
        paths[(*count)++] = state_dir_path(folder, file->d_name, NULL);
    }
    if (files)
        closedir(files);
    return paths;
}

// ---- Saving with a backup

// Renames "classroom.txt" to "classroom-older.txt".
static bool rename_to_backup(const char *path, Error *err) {
    ScopedStr older = {0};
    const char *tail = strrchr(path, '.');
    str_add_bytes(&older, path, (size_t)(tail - path));
    str_add(&older, "-older%s", tail);
    bool ok = file_rename(path, str_text(&older)) || errno == ENOENT;
    return ok || error_set_errno(err, path);
}

bool state_dir_save_with_backup(const char *path, const Record *r, const Format *format,
                                Error *err) {
    file_make_parents(path);
    return rename_to_backup(path, err) && record_save(r, path, format, &(WriteOptions){0}, err);
}
