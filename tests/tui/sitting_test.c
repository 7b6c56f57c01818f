// Games in files: saved, put aside, gone on with. Each test has a folder of its own.
#include "tui/sitting.h"

#include "record/autosave.h"
#include "test.h"
#include "tui/plain.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    char folder[32], state[64]; // `state` is not there yet
} Place;

static Place made_place(void) {
    Place place = {.folder = "/tmp/pentad-test-XXXXXX"};
    CHECK("folder", mkdtemp(place.folder) != NULL);
    snprintf(place.state, sizeof place.state, "%s/state/pentad", place.folder);
    return place;
}

static int remove_one(const char *path, const struct stat *info, int flag, struct FTW *walk) {
    (void)info, (void)flag, (void)walk;
    return remove(path);
}

static void remove_place(const Place *place) {
    nftw(place->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void begin(Sitting *s, const Place *place) {
    Error err = {0};
    CHECK("init", sitting_init(s,
                               &(SittingOptions){.game = {.size = 7},
                                                 .players = {"human", "easy"},
                                                 .state_folder = place->state},
                               &err));
}

static void play_round(Sitting *s, int x, int y) {
    Error err = {0};
    Point p;
    CHECK("play", sitting_play(s, point_at(x, y), &err));
    CHECK("think", sitting_think(s, &p, &err));
}

TEST(sitting_brings_an_unfinished_game_back_with_its_players) {
    Place place = made_place();
    Error err = {0};
    static Sitting s;
    begin(&s, &place);
    CHECK("nothing waits", !sitting_can_resume(&s));
    CHECK("nothing to keep", !sitting_needs_keeping(&s));
    play_round(&s, 3, 3);
    sitting_switch(&s);
    CHECK("to keep", sitting_needs_keeping(&s));
    CHECK("put aside", sitting_put_aside(&s, &err));
    CHECK("kept", !sitting_needs_keeping(&s));
    Board before = s.game.board;
    sitting_release(&s);

    begin(&s, &place);
    CHECK("waits", sitting_can_resume(&s));
    CHECK("resume", sitting_resume(&s, &err));
    CHECK("stones", !memcmp(before.at, s.game.board.at, sizeof before.at));
    CHECK("sides as they were",
          !sitting_is_person(&s, SEAT_FIRST) && sitting_is_person(&s, SEAT_SECOND));
    CHECK("only once", !sitting_can_resume(&s));
    game_end(&s.game, END_RESIGN, WHITE);
    CHECK("put aside when over", sitting_put_aside(&s, &err));
    CHECK("nothing is left of it", !autosave_exists(s.autosave));
    sitting_release(&s);
    remove_place(&place);
}

TEST(sitting_keeps_a_game_that_makes_way_for_the_one_resumed) {
    Place place = made_place();
    Error err = {0};
    static Sitting s;
    begin(&s, &place);
    play_round(&s, 3, 3);
    CHECK("put aside", sitting_put_aside(&s, &err));
    sitting_new_game(&s);
    play_round(&s, 5, 5);
    CHECK("resume", sitting_resume(&s, &err));
    CHECK_INT("the first game", s.game.moves[0].point, point_at(3, 3));
    CHECK("its file is the other's now", sitting_needs_keeping(&s));
    CHECK("the second waits", sitting_can_resume(&s));
    CHECK("back", sitting_resume(&s, &err));
    CHECK_INT("the second game", s.game.moves[0].point, point_at(5, 5));
    sitting_release(&s);
    remove_place(&place);
}

TEST(sitting_puts_two_games_aside_without_losing_one) {
    Place place = made_place();
    Error err = {0};
    static Sitting s;
    char older[96];
    snprintf(older, sizeof older, "%s/autosave-older.sgf", place.state);
    for (int i = 0; i < 2; i++) {
        begin(&s, &place);
        play_round(&s, 2 + i, 3);
        CHECK("put aside", sitting_put_aside(&s, &err));
        play_round(&s, 2 + i, 4);
        CHECK("again, further on", sitting_put_aside(&s, &err));
        sitting_release(&s);
    }
    begin(&s, &place);
    CHECK("the newer", sitting_resume(&s, &err));
    CHECK_INT("the newer", s.game.moves[0].point, point_at(3, 3));
    Str notes = {0};
    CHECK("the older", sitting_load(&s, older, &notes, &err));
    CHECK_INT("the older", s.game.moves[0].point, point_at(2, 3));
    str_release(&notes);
    sitting_release(&s);
    remove_place(&place);
}

TEST(sitting_saves_over_a_file_only_when_told) {
    Place place = made_place();
    Error err = {0};
    static Sitting s;
    begin(&s, &place);
    play_round(&s, 3, 3);
    char path[64];
    snprintf(path, sizeof path, "%s/game.sgf", place.folder);
    CHECK("new", sitting_save(&s, path, SAVE_NEW, &err));
    CHECK("saved", !sitting_needs_keeping(&s));
    play_round(&s, 3, 4);
    CHECK("changed", sitting_needs_keeping(&s));
    CHECK("refused", !sitting_save(&s, path, SAVE_NEW, &err));
    CHECK("says why", strstr(err.text, "there is a file") != NULL);
    CHECK("still to keep", sitting_needs_keeping(&s));
    CHECK("replaced", sitting_save(&s, path, SAVE_REPLACE, &err));
    Str notes = {0};
    sitting_new_game(&s);
    CHECK("load", sitting_load(&s, path, &notes, &err));
    CHECK_INT("moves", s.game.count, 4);
    str_release(&notes);
    sitting_release(&s);
    remove_place(&place);
}

TEST(sitting_stays_as_it_is_when_a_file_is_bad) {
    Place place = made_place();
    Error err = {0};
    static Sitting s;
    begin(&s, &place);
    play_round(&s, 3, 3);
    Str notes = {0};
    CHECK("no such file", !sitting_load(&s, "/nonexistent/game.sgf", &notes, &err));
    CHECK("no format", !sitting_load(&s, "/nonexistent/game", &notes, &err));
    CHECK("no folder", !sitting_save(&s, "/nonexistent/game.sgf", SAVE_NEW, &err));
    CHECK_INT("moves", s.game.count, 2);
    CHECK("to keep", sitting_needs_keeping(&s));
    str_release(&notes);
    sitting_release(&s);
    remove_place(&place);
}

TEST(sitting_refuses_to_lose_a_game_it_cannot_keep) {
    Error err = {0};
    static Sitting s;
    begin(&s, &(Place){.state = "/dev/null"});
    play_round(&s, 3, 3);
    CHECK("put aside", !sitting_put_aside(&s, &err));
    CHECK_TEXT("error", err.text,
               "the unfinished game cannot be kept, save it elsewhere or resign: "
               "/dev/null/autosave.sgf: Not a directory");
    CHECK("still to keep", sitting_needs_keeping(&s));
    CHECK("resign", sitting_resign(&s, &err));
    CHECK("nothing to keep", sitting_put_aside(&s, &err));
    sitting_release(&s);
}

static void converse(const Place *place, const char *input, Str *output) {
    PlainOptions options = plain_defaults();
    options.sitting.game.size = 7;
    options.sitting.players[SEAT_SECOND] = "easy";
    options.sitting.state_folder = place->state;
    options.show_when_asked = options.echo = true;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    FILE *in = fmemopen((char *)(uintptr_t)input, strlen(input), "r");
    Error err = {0};
    CHECK_INT(input, plain_play(&options, in, out, &err), 0);
    fclose(in);
    fclose(out);
    str_clear(output);
    str_add_bytes(output, text, size);
    free(text);
}

TEST(plain_says_where_the_game_is_and_offers_it_again) {
    Place place = made_place();
    Str output = {0}, expected = {0};
    converse(&place, "d4\n", &output);
    str_add(
        &expected,
        "Black (you) > \nThe unfinished game is kept in %s/autosave.sgf; resume goes on with it "
        "next time.\n",
        place.state);
    CHECK("said", strstr(str_text(&output), str_text(&expected)) != NULL);
    converse(&place, "resume\nmoves\nresign\nquit\n", &output);
    CHECK("offered", strstr(str_text(&output), "An unfinished game is waiting: resume") != NULL);
    CHECK("gone on with", strstr(str_text(&output), "1 d4, 2 a7\n") != NULL);
    converse(&place, "quit\n", &output);
    CHECK("finished", strstr(str_text(&output), "unfinished") == NULL);
    str_release(&output);
    str_release(&expected);
    remove_place(&place);
}
