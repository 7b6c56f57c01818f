// Finished games: written, listed, searched.
#include "record/game_history.h"

#include "base/mem.h"
#include "base/number.h"
#include "test.h"

#include <ftw.h>
#include <stdlib.h>
#include <unistd.h>

static int remove_one(const char *path, const struct stat *info, int flag, struct FTW *walk) {
    (void)info, (void)flag, (void)walk;
    return remove(path);
}

static char *write_game(const char *folder, const char *black, const char *result) {
    Record *r = record_new(15, &rules_renju);
    record_set_value(r, r->root, "PB", black);
    record_set_value(r, r->root, "PW", "Bob\x1b[2J");
    record_set_value(r, r->root, "DT", "2026-11-15");
    record_set_value(r, r->root, "RE", result);
    record_add_move(r, r->root, BLACK, point_at(7, 7));
    char *path = NULL;
    Error err = {0};
    CHECK(black, game_history_write(&path, folder, r, &err));
    record_free(r);
    return path;
}

TEST(game_history_lists_written_games) {
    char place[] = "/tmp/pentad-test-XXXXXX";
    CHECK("folder", mkdtemp(place) != NULL);
    char *folder = game_history_folder(place);
    GameHistory list = game_history_list(folder);
    CHECK_INT("none yet", list.count, 0);
    char *first = write_game(folder, "Ann", "B+R"), *second = write_game(folder, "Cid", "W+5");
    list = game_history_list(folder);
    CHECK_INT("two", list.count, 2);
    Str line = {0};
    for (int i = 0; i < 2; i++)
        if (text_has_words(list.games[i].black, "ann"))
            game_history_entry_format(&list.games[i], &line);
    CHECK_TEXT("line, safe to show", str_text(&line),
               "2026-11-15  Ann - Bob?[2J  B+R  1 moves, renju 15x15");
    game_history_release(&list);
    game_history_remove(&first);
    CHECK("forgotten", first == NULL);
    list = game_history_list(folder);
    CHECK_INT("one", list.count, 1);
    game_history_release(&list);
    mem_free(second);
    mem_free(folder);
    str_release(&line);
    nftw(place, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

TEST(text_has_words_only_at_the_beginning_of_a_word) {
    static const char text[] =
        "2026-11-15 Ann - level 3  W+R  30 moves, freestyle 15x15 \u68cb\u624b";
    CHECK("the beginning", text_has_words(text, "LEV 3 free 15 w+r"));
    CHECK("not within another", !text_has_words(text, "5") && !text_has_words(text, "vel"));
    CHECK("other scripts anywhere", text_has_words(text, "\u624b"));
}

TEST(text_has_words_needs_all_of_them) {
    static const struct {
        const char *name, *words;
        bool want;
    } rows[] = {
        {"none", "", true},
        {"blanks", "  ", true},
        {"one", "ann", true},
        {"two", "B+R  2026", true},
        {"one is missing", "ann cid", false},
        {"a part of a word", "an", true},
    };
    for (int i = 0; i < COUNT(rows); i++)
        CHECK_INT(rows[i].name, text_has_words("2026-11-15 Ann - Bob B+R", rows[i].words),
                  rows[i].want);
}
