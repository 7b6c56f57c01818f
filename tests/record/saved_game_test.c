// Each test has its own folder.
#include "record/saved_game.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    char root[32];
    char *folder; // does not exist yet
} Place;

static Place made_place(void) {
    Place place = {.root = "/tmp/pentad-test-XXXXXX"};
    CHECK("folder", mkdtemp(place.root) != NULL);
    place.folder = saved_games_folder(place.root);
    return place;
}

static int remove_one(const char *path, const struct stat *info, int flag, struct FTW *walk) {
    (void)info, (void)flag, (void)walk;
    return remove(path);
}

static void remove_place(Place *place) {
    nftw(place->root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    mem_free(place->folder);
}

static void write_game(SavedGame *u, const Place *place, int moves) {
    Record *r = record_new(15, &rules_freestyle);
    Node *end = r->root;
    for (int i = 0; i < moves; i++)
        end = record_add_move(r, end, i % 2 ? WHITE : BLACK, point_at(i, 0));
    Error err = {0};
    CHECK("written", saved_game_write(u, place->folder, r, end, &err));
    CHECK_TEXT("no error", err.text, "");
    record_free(r);
}

static int count(const Place *place) {
    SavedGameList waiting = saved_games_list(place->folder);
    int n = waiting.count;
    saved_games_release(&waiting);
    return n;
}

// Counts files of any name, including leftovers.
static int count_files(const Place *place) {
    DIR *files = opendir(place->folder);
    CHECK("opened", files != NULL);
    int n = 0;
    for (const struct dirent *file; (file = readdir(files));)
        n += file->d_name[0] != '.';
    closedir(files);
    return n;
}

TEST(saved_game_has_one_file_per_game) {
    Place place = made_place();
    SavedGame one = {0}, other = {0};
    write_game(&one, &place, 1);
    write_game(&other, &place, 1);
    write_game(&one, &place, 2);
    CHECK("two names", strcmp(one.path, other.path) != 0);
    CHECK_INT("two files", count_files(&place), 2);
    CHECK_INT("both are played", count(&place), 0);
    struct stat info;
    CHECK("not readable for others", stat(one.path, &info) == 0 && (info.st_mode & 0777) == 0600);
    saved_game_close(&other);
    CHECK_INT("one waits", count(&place), 1);
    saved_game_remove(&one);
    CHECK_INT("one is gone", count_files(&place), 1);
    remove_place(&place);
}

TEST(saved_games_are_limited) {
    Place place = made_place();
    SavedGame u = {0};
    write_game(&u, &place, 1);
    char *oldest = mem_copy_text(u.path);
    saved_game_close(&u);
    struct timespec long_ago[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    CHECK("older", utimensat(AT_FDCWD, oldest, long_ago, 0) == 0);
    for (int i = 1; i < SAVED_GAMES_MAX; i++) {
        write_game(&u, &place, 1);
        saved_game_close(&u);
    }
    CHECK_INT("as many as there may be", count(&place), SAVED_GAMES_MAX);
    CHECK("the oldest too", access(oldest, F_OK) == 0);
    write_game(&u, &place, 1);
    CHECK_INT("it makes way", count(&place), SAVED_GAMES_MAX - 1);
    CHECK("and no other", access(oldest, F_OK) != 0);
    saved_game_close(&u);
    mem_free(oldest);
    remove_place(&place);
}

TEST(saved_games_list_is_newest_first) {
    Place place = made_place();
    SavedGame u = {0};
    for (int i = 0; i < 3; i++) {
        write_game(&u, &place, 1);
        struct timespec when[2] = {{.tv_sec = 1000 + i % 2}, {.tv_sec = 1000 + i % 2}};
        CHECK("dated", utimensat(AT_FDCWD, u.path, when, 0) == 0);
        saved_game_close(&u);
    }
    SavedGameList waiting = saved_games_list(place.folder);
    CHECK_INT("three", waiting.count, 3);
    CHECK_INT("first", waiting.games[0].when.tv_sec, 1001);
    CHECK_INT("last", waiting.games[2].when.tv_sec, 1000);
    saved_games_release(&waiting);
    remove_place(&place);
}

TEST(saved_games_list_skips_other_files) {
    Place place = made_place();
    SavedGame u = {0};
    write_game(&u, &place, 1);
    saved_game_close(&u);
    static const char *const names[] = {"unfinished-.sgf.part", "other.sgf", "unfinished-2.txt"};
    char path[96];
    Error err = {0};
    for (int i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", place.folder, names[i]);
        CHECK(names[i], file_write(path, "x", 1, &err));
    }
    snprintf(path, sizeof path, "%s/unfinished-empty.sgf", place.folder);
    CHECK("empty", file_write(path, "", 0, &err));
    snprintf(path, sizeof path, "%s/unfinished-folder.sgf", place.folder);
    CHECK("a folder", mkdir(path, 0700) == 0);
    CHECK_INT("one", count(&place), 1);
    CHECK_INT("no folder, no games", saved_games_list("/nonexistent").count, 0);
    remove_place(&place);
}

TEST(saved_game_is_resumed_only_once) {
    Place place = made_place();
    SavedGame u = {0}, other = {0};
    Error err = {0};
    write_game(&u, &place, 1);
    char *path = mem_copy_text(u.path);
    CHECK("is played", !saved_game_resume(&other, path, &err));
    saved_game_close(&u);
    CHECK("is free", saved_game_resume(&other, path, &err));
    CHECK("is taken", !saved_game_resume(&u, path, &err));
    write_game(&other, &place, 2);
    CHECK_INT("the same file", strcmp(other.path, path), 0);
    CHECK("is taken still", !saved_game_resume(&u, path, &err));
    saved_game_remove(&other);
    CHECK("is gone", !saved_game_resume(&u, path, &err));
    mem_free(path);
    remove_place(&place);
}

TEST(saved_game_knows_the_current_node) {
    Record *r = record_new(15, &rules_freestyle);
    Node *main = record_add_move(r, r->root, BLACK, point_at(7, 7));
    Node *side = record_add_move(r, r->root, BLACK, point_at(8, 8));
    record_add_move(r, side, WHITE, point_at(7, 8));
    CHECK("unmarked", saved_game_current_node(r) == main);
    record_add_value(r, side, "HERE", "1");
    CHECK("marked", saved_game_current_node(r) == side);
    CHECK("once", saved_game_current_node(r) == main);
    record_free(r);
}
