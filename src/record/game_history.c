#include "record/game_history.h"

#include "base/ascii.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "record/saved_game.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char prefix[] = "game-"; // file names sort by time

char *game_history_folder(const char *state) {
    return state_dir_path(state, "played", NULL);
}

// ---- Writing

// Creates an empty file to reserve the name.
static bool make_path(char **path, const char *folder, Error *err) {
    int fd = state_dir_create_file(folder, prefix, path, err);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static int newest_first(const void *a, const void *b) {
    return -strcmp(*(char *const *)a, *(char *const *)b);
}

// Caller frees the paths, and the array.
static char **list_paths(const char *folder, int *count) {
    char **paths = state_dir_list(folder, prefix, count);
    if (*count > 0)
        qsort(paths, (size_t)*count, sizeof *paths, newest_first);
    return paths;
}

static void free_paths(char **paths, int count) {
    for (int i = 0; i < count; i++)
        mem_free(paths[i]);
    mem_free(paths);
}

static void drop_oldest(const char *folder) {
    int count;
    char **paths = list_paths(folder, &count);
    for (int i = GAME_HISTORY_MAX; i < count; i++)
        unlink(paths[i]);
    free_paths(paths, count);
}

bool game_history_write(char **path, const char *folder, const Record *r, Error *err) {
    if (!*path) {
        if (!make_path(path, folder, err))
            return false;
        drop_oldest(folder);
    }
    return record_save(r, *path, &format_sgf, &(WriteOptions){0}, err);
}

void game_history_remove(char **path) {
    if (*path)
        unlink(*path);
    mem_free(*path);
    *path = NULL;
}

// ---- Reading

static char *printable(const char *text) {
    char *copy = mem_copy_text(text ? text : "");
    utf8_make_printable(copy);
    return copy;
}

static bool read_game(const char *path, GameHistoryEntry *out) {
    Record *r = record_load(path, &format_sgf, &(ReadOptions){0}, NULL);
    if (!r)
        return false;
    *out = (GameHistoryEntry){
        .path = mem_copy_text(path),
        .black = printable(node_value(r->root, "PB")),
        .white = printable(node_value(r->root, "PW")),
        .date = printable(node_value(r->root, "DT")),
        .result = printable(node_value(r->root, "RE")),
        .rules = mem_copy_text(r->rules->name),
        .size = r->size,
        .moves = node_moves(record_last(r)),
    };
    record_free(r);
    return true;
}

// Skips files that cannot be read, such as one that is just being written.
GameHistory game_history_list(const char *folder) {
    int count;
    char **paths = list_paths(folder, &count);
    GameHistory list = {0};
    if (count > 0)
        list.games = mem_alloc((size_t)count * sizeof *list.games);
    for (int i = 0; i < count; i++)
        list.count += read_game(paths[i], &list.games[list.count]);
    free_paths(paths, count);
    return list;
}

void game_history_release(GameHistory *list) {
    for (int i = 0; i < list->count; i++) {
        GameHistoryEntry *g = &list->games[i];
        mem_free(g->path);
        mem_free(g->black);
        mem_free(g->white);
        mem_free(g->date);
        mem_free(g->result);
        mem_free(g->rules);
    }
    mem_free(list->games);
    *list = (GameHistory){0};
}

void game_history_entry_format(const GameHistoryEntry *g, Str *out) {
    str_add(out, "%-10s  %s - %s  %s  %d moves, %s %dx%d", g->date, g->black, g->white, g->result,
            g->moves, g->rules, g->size, g->size);
}

static bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

// At the beginning of a word: 5 is not found in 15x15. Other scripts may not separate words.
static bool has_word(const char *text, const char *word, size_t len) {
    for (const char *at = text; *at; at++) {
        bool within = at > text && is_alphanumeric(at[-1]) && is_alphanumeric(*at);
        if (!within && ascii_equal_part(at, word, len))
            return true;
    }
    return false;
}

bool text_has_words(const char *text, const char *words) {
    bool all = true;
    while (*(words += strspn(words, " ")) && all) {
        size_t len = strcspn(words, " ");
        all = has_word(text, words, len);
        words += len;
    }
    return all;
}
